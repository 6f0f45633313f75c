// __mulosi4: a signed product of 32 bits with overflow check.
#include "types.h"

i32 __mulosi4(i32 a, i32 b, i32 *overflow) {
  i64 product = (i64)a * b;
  *overflow = product != (i32)product;
  return (i32)product;
}
