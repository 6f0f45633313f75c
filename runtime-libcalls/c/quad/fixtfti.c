// __fixtfti, __fixunstfti: a 128-bit float as a 128-bit integer.
#define FORMAT tf
#include "to_integer.h"

i128 __fixtfti(long double a) { return (i128)tf_to_u128(a, 1); }
u128 __fixunstfti(long double a) { return tf_to_u128(a, 0); }
