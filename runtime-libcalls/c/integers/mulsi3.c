// __mulsi3: the low 32 bits of a product, for machines without multiplication.
#include "types.h"

u32 __mulsi3(u32 a, u32 b) {
  u32 sum = 0;
  for (; a != 0; a >>= 1, b <<= 1)
    if (a & 1) sum += b;
  return sum;
}
