// __divmodti4: a signed quotient and remainder.
#include "wide.h"

i128 __divmodti4(i128 n, i128 d, i128 *rest) {
  u128 r;
  u128 q = __udivmodti4(magnitude(n), magnitude(d), &r);
  *rest = (i128)(n < 0 ? -r : r);
  return (i128)((n < 0) != (d < 0) ? -q : q);
}
