// __addtf3, __subtf3: sum and difference of 128-bit floats.
#define FORMAT tf
#include "add.h"

long double __addtf3(long double a, long double b) { return tf_sum(a, b); }
long double __subtf3(long double a, long double b) { return __addtf3(a, tf_negated(b)); }
