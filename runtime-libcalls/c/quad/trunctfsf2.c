// __trunctfsf2: a 128-bit float as float, rounded once.
#define FROM tf
#define TO sf
#include "convert.h"

float __trunctfsf2(long double x) { return converted(x); }
