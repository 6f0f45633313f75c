// __extenddftf2: a double as 128-bit float, exactly.
#define FROM df
#define TO tf
#include "convert.h"

long double __extenddftf2(double x) { return converted(x); }
