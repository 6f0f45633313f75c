// __fixunssfti: a float as an unsigned integer.
#include "float_to.h"

u128 __fixunssfti(float f) { return to_unsigned(parts_f32(f)); }
