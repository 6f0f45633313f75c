// __negdf2: a double with its sign inverted.
#define FORMAT df
#include "format.h"

double __negdf2(double x) { return df_negated(x); }
