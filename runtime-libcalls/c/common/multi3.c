// __multi3: the low 128 bits of a product.
#include "wide.h"

i128 __multi3(i128 a, i128 b) { return (i128)product128((u128)a, (u128)b); }
