// __fixdfti: a double as a signed integer.
#include "float_to.h"

i128 __fixdfti(double f) { return to_signed(parts_f64(f)); }
