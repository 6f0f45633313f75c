// __fixsfti: a float as a signed integer.
#include "float_to.h"

i128 __fixsfti(float f) { return to_signed(parts_f32(f)); }
