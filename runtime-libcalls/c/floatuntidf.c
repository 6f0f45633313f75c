// __floatuntidf: an unsigned integer as double.
#include "float_from.h"

FLOAT_FROM(double, two_to_f64)

double __floatuntidf(u128 x) { return float_from(x); }
