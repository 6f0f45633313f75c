// __trunctfdf2: a 128-bit float as double, rounded once.
#define FROM tf
#define TO df
#include "convert.h"

double __trunctfdf2(long double x) { return converted(x); }
