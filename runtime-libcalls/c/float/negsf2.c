// __negsf2: a float with its sign inverted.
#define FORMAT sf
#include "format.h"

float __negsf2(float x) { return sf_negated(x); }
