// __extendsfdf2: a float as double, exactly.
#define FROM sf
#define TO df
#include "convert.h"

double __extendsfdf2(float x) { return converted(x); }
