// __divdf3: the quotient of doubles.
#define FORMAT df
#include "quotient.h"

double __divdf3(double a, double b) { return df_quotient_of(a, b); }
