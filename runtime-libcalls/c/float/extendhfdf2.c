// __extendhfdf2: a half as double, exactly.
#define FROM hf
#define TO df
#include "convert.h"

double __extendhfdf2(_Float16 x) { return converted(x); }
