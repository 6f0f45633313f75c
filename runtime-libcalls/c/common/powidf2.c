// __powidf2: a double to an integer power.
#define FORMAT df
#include "power.h"

double __powidf2(double x, i32 n) { return df_power(x, n); }
