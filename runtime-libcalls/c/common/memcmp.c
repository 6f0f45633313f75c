// memcmp: by words while they are equal. Weak: a C library's own is better.
#include "memory.h"

WEAK int memcmp(const void *left, const void *right, size n) {
  const u8 *l = left, *r = right;
  if (misaligned(l) == misaligned(r)) {
    for (; n != 0 && misaligned(l); n--, l++, r++)
      if (*l != *r) return *l - *r;
    for (; n >= WORD && *(const word *)l == *(const word *)r; n -= WORD) l += WORD, r += WORD;
  }
  for (; n != 0; n--, l++, r++)
    if (*l != *r) return *l - *r;
  return 0;
}
