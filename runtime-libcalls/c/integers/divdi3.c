// __divdi3, __moddi3, __divmoddi4 and their unsigned forms: 64-bit division.
#include "divide.h"

DIVIDE(u64, 64)

u64 __udivmoddi4(u64 n, u64 d, u64 *rest) { return divide(n, d, rest); }
u64 __divmoddi4(u64 n, u64 d, u64 *rest) { return divide_signed(n, d, rest); }

u64 __udivdi3(u64 n, u64 d) { return divide(n, d, &n); }
u64 __divdi3(u64 n, u64 d) { return divide_signed(n, d, &n); }

u64 __umoddi3(u64 n, u64 d) {
  divide(n, d, &n);
  return n;
}

u64 __moddi3(u64 n, u64 d) {
  divide_signed(n, d, &n);
  return n;
}
