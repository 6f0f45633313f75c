// __powisf2: a float to an integer power.
#define FORMAT sf
#include "power.h"

float __powisf2(float x, i32 n) { return sf_power(x, n); }
