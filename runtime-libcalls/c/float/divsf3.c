// __divsf3: the quotient of floats.
#define FORMAT sf
#include "quotient.h"

float __divsf3(float a, float b) { return sf_quotient_of(a, b); }
