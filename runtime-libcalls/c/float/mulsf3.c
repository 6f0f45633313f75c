// __mulsf3: the product of floats.
#define FORMAT sf
#include "multiply.h"

float __mulsf3(float a, float b) { return sf_product_of(a, b); }
