// __truncsfhf2: a float as half, rounded once.
#define FROM sf
#define TO hf
#include "convert.h"

_Float16 __truncsfhf2(float x) { return converted(x); }
