// __fixsfti, __fixunssfti: a float as a 128-bit integer.
#define FORMAT sf
#include "to_integer.h"

i128 __fixsfti(float a) { return (i128)sf_to_u128(a, 1); }
u128 __fixunssfti(float a) { return sf_to_u128(a, 0); }
