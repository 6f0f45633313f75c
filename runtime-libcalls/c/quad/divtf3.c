// __divtf3: the quotient of 128-bit floats.
#define FORMAT tf
#include "quotient.h"

long double __divtf3(long double a, long double b) { return tf_quotient_of(a, b); }
