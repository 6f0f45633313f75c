// __addsf3, __subsf3: sum and difference of floats.
#define FORMAT sf
#include "add.h"

float __addsf3(float a, float b) { return sf_sum(a, b); }
float __subsf3(float a, float b) { return __addsf3(a, sf_negated(b)); }
