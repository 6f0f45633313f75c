// memmove: forwards or backwards, so that nothing is overwritten before it is read. Weak: a C
// library's own is better.
#include "memory.h"

WEAK void *memmove(void *to, const void *from, size n) {
  u8 *t = to;
  const u8 *f = from;
  int by_words = misaligned(t) == misaligned(f);
  if ((size)t - (size)f >= n) {
    if (by_words) {
      for (; n != 0 && misaligned(t); n--) *t++ = *f++;
      for (; n >= WORD; n -= WORD, t += WORD, f += WORD) *(word *)t = *(const word *)f;
    }
    for (; n != 0; n--) *t++ = *f++;
    return to;
  }
  t += n;
  f += n;
  if (by_words) {
    for (; n != 0 && misaligned(t); n--) *--t = *--f;
    for (; n >= WORD; n -= WORD) {
      t -= WORD;
      f -= WORD;
      *(word *)t = *(const word *)f;
    }
  }
  for (; n != 0; n--) *--t = *--f;
  return to;
}
