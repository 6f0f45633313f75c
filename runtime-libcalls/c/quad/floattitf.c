// __floattitf, __floatuntitf: a 128-bit integer as a 128-bit float.
#define FORMAT tf
#include "from_integer.h"

long double __floattitf(i128 x) { return tf_from_signed_u128((u128)x); }
long double __floatuntitf(u128 x) { return tf_from_u128(0, x); }
