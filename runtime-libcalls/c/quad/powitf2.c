// __powitf2: a 128-bit float to an integer power.
#define FORMAT tf
#include "power.h"

long double __powitf2(long double x, i32 n) { return tf_power(x, n); }
