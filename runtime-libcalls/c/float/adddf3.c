// __adddf3, __subdf3: sum and difference of doubles.
#define FORMAT df
#include "add.h"

double __adddf3(double a, double b) { return df_sum(a, b); }
double __subdf3(double a, double b) { return __adddf3(a, df_negated(b)); }
