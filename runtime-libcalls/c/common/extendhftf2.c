// __extendhftf2: a half as 128-bit float, exactly.
#define FROM hf
#define TO tf
#include "convert.h"

long double __extendhftf2(_Float16 x) { return converted(x); }
