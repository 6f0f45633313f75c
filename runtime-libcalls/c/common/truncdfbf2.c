// __truncdfbf2: a double as bfloat, rounded once.
#define FROM df
#define TO bf
#include "convert.h"

__bf16 __truncdfbf2(double x) { return converted(x); }
