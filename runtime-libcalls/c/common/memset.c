// memset: by words once aligned. Weak: a C library's own is better.
#include "memory.h"

WEAK void *memset(void *to, int byte, size n) {
  u8 *t = to;
  word all = (u8)byte;
  for (u32 n = 8; n < 8 * WORD; n *= 2) all |= all << n;
  for (; n != 0 && misaligned(t); n--) *t++ = (u8)byte;
  for (; n >= WORD; n -= WORD, t += WORD) *(word *)t = all;
  for (; n != 0; n--) *t++ = (u8)byte;
  return to;
}
