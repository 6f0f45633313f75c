// __divti3: a signed quotient, rounded towards zero.
#include "wide.h"

i128 __divti3(i128 n, i128 d) {
  u128 q = __udivmodti4(magnitude(n), magnitude(d), 0);
  return (i128)((n < 0) != (d < 0) ? -q : q);
}
