// __extendbfsf2: a bfloat as float, exactly.
#define FROM bf
#define TO sf
#include "convert.h"

float __extendbfsf2(__bf16 x) { return converted(x); }
