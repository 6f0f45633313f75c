// __powisf2: a float to an integer power, by squaring.
#include "wide.h"

float __powisf2(float x, i32 n) {
  u32 left = n < 0 ? -(u32)n : (u32)n;
  float power = 1;
  while (1) {
    if (left & 1) power *= x;
    left >>= 1;
    if (left == 0) break;
    x *= x;
  }
  return n < 0 ? 1 / power : power;
}
