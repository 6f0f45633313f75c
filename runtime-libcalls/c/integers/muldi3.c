// __muldi3: the low 64 bits of a product, for machines without multiplication.
#include "types.h"

u64 __muldi3(u64 a, u64 b) {
  u64 sum = 0;
  for (; a != 0; a >>= 1, b <<= 1)
    if (a & 1) sum += b;
  return sum;
}
