// __floattidf, __floatuntidf: a 128-bit integer as a double.
#define FORMAT df
#include "from_integer.h"

double __floattidf(i128 x) { return df_from_signed_u128((u128)x); }
double __floatuntidf(u128 x) { return df_from_u128(0, x); }
