// __muldf3: the product of doubles.
#define FORMAT df
#include "multiply.h"

double __muldf3(double a, double b) { return df_product_of(a, b); }
