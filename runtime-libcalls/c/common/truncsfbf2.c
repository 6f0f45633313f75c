// __truncsfbf2: a float as bfloat, rounded once.
#define FROM sf
#define TO bf
#include "convert.h"

__bf16 __truncsfbf2(float x) { return converted(x); }
