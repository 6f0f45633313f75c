// __floattisf: a signed integer as float.
#include "float_from.h"

FLOAT_FROM(float, two_to_f32)

float __floattisf(i128 x) {
  float size = float_from(magnitude(x));
  return x < 0 ? -size : size;
}
