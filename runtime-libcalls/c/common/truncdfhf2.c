// __truncdfhf2: a double as half, rounded once.
#define FROM df
#define TO hf
#include "convert.h"

_Float16 __truncdfhf2(double x) { return converted(x); }
