// __extendhfsf2: a half as float, exactly.
#define FROM hf
#define TO sf
#include "convert.h"

float __extendhfsf2(_Float16 x) { return converted(x); }
