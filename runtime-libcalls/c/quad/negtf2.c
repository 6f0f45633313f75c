// __negtf2: a 128-bit float with its sign inverted.
#define FORMAT tf
#include "format.h"

long double __negtf2(long double x) { return tf_negated(x); }
