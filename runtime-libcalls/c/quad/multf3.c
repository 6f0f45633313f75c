// __multf3: the product of 128-bit floats.
#define FORMAT tf
#include "multiply.h"

long double __multf3(long double a, long double b) { return tf_product_of(a, b); }
