// __truncdfsf2: a double as float, rounded once.
#define FROM df
#define TO sf
#include "convert.h"

float __truncdfsf2(double x) { return converted(x); }
