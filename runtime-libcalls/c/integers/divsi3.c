// __divsi3, __modsi3, __divmodsi4 and their unsigned forms: 32-bit division.
#include "divide.h"

DIVIDE(u32, 32)

u32 __udivmodsi4(u32 n, u32 d, u32 *rest) { return divide(n, d, rest); }
u32 __divmodsi4(u32 n, u32 d, u32 *rest) { return divide_signed(n, d, rest); }

u32 __udivsi3(u32 n, u32 d) { return divide(n, d, &n); }
u32 __divsi3(u32 n, u32 d) { return divide_signed(n, d, &n); }

u32 __umodsi3(u32 n, u32 d) {
  divide(n, d, &n);
  return n;
}

u32 __modsi3(u32 n, u32 d) {
  divide_signed(n, d, &n);
  return n;
}
