// __trunctfbf2: a 128-bit float as bfloat, rounded once.
#define FROM tf
#define TO bf
#include "convert.h"

__bf16 __trunctfbf2(long double x) { return converted(x); }
