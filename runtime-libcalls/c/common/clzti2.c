// __clzti2: the number of leading zeros, x != 0.
#include "wide.h"

i32 __clzti2(i128 x) { return (i32)leading_zeros((u128)x); }
