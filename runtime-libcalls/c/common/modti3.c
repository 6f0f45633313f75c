// __modti3: a signed remainder, with the sign of the dividend.
#include "wide.h"

i128 __modti3(i128 n, i128 d) {
  u128 rest;
  __udivmodti4(magnitude(n), magnitude(d), &rest);
  return (i128)(n < 0 ? -rest : rest);
}
