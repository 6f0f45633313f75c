// __fixunsdfti: a double as an unsigned integer.
#include "float_to.h"

u128 __fixunsdfti(double f) { return to_unsigned(parts_f64(f)); }
