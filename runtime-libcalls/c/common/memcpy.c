// memcpy: by words if source and destination have the same alignment. Weak: a C library's own is
// better.
#include "memory.h"

WEAK void *memcpy(void *restrict to, const void *restrict from, size n) {
  u8 *t = to;
  const u8 *f = from;
  if (misaligned(t) == misaligned(f)) {
    for (; n != 0 && misaligned(t); n--) *t++ = *f++;
    for (; n >= WORD; n -= WORD, t += WORD, f += WORD) *(word *)t = *(const word *)f;
  }
  for (; n != 0; n--) *t++ = *f++;
  return to;
}
