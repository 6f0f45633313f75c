// __udivti3: an unsigned quotient.
#include "wide.h"

u128 __udivti3(u128 n, u128 d) { return __udivmodti4(n, d, 0); }
