// __umodti3: an unsigned remainder.
#include "wide.h"

u128 __umodti3(u128 n, u128 d) {
  u128 rest;
  __udivmodti4(n, d, &rest);
  return rest;
}
