// __fixdfti, __fixunsdfti: a double as a 128-bit integer.
#define FORMAT df
#include "to_integer.h"

i128 __fixdfti(double a) { return (i128)df_to_u128(a, 1); }
u128 __fixunsdfti(double a) { return df_to_u128(a, 0); }
