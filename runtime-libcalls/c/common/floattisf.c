// __floattisf, __floatuntisf: a 128-bit integer as a float.
#define FORMAT sf
#include "from_integer.h"

float __floattisf(i128 x) { return sf_from_signed_u128((u128)x); }
float __floatuntisf(u128 x) { return sf_from_u128(0, x); }
