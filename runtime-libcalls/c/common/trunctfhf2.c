// __trunctfhf2: a 128-bit float as half, rounded once.
#define FROM tf
#define TO hf
#include "convert.h"

_Float16 __trunctfhf2(long double x) { return converted(x); }
