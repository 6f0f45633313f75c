// __extendsftf2: a float as 128-bit float, exactly.
#define FROM sf
#define TO tf
#include "convert.h"

long double __extendsftf2(float x) { return converted(x); }
