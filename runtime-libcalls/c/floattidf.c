// __floattidf: a signed integer as double.
#include "float_from.h"

FLOAT_FROM(double, two_to_f64)

double __floattidf(i128 x) {
  double size = float_from(magnitude(x));
  return x < 0 ? -size : size;
}
