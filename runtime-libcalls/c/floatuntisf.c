// __floatuntisf: an unsigned integer as float.
#include "float_from.h"

FLOAT_FROM(float, two_to_f32)

float __floatuntisf(u128 x) { return float_from(x); }
