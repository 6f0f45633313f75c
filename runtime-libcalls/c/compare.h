// The order of two numbers in one format.
#include "format.h"

enum { FN(unordered) = 2 };

// Returns -1, 0 or 1; `unordered` if either is a NaN. Not inlined, so that all comparisons share
// one copy.
static __attribute__((noinline)) i32 FN(order)(REAL a, REAL b) {
  BITS p = FN(bits_of)(a), q = FN(bits_of)(b), x = FN(magnitude)(p), y = FN(magnitude)(q);
  if (x > FN(infinity)() || y > FN(infinity)()) return FN(unordered);
  if ((x | y) == 0) return 0;
  if (FN(is_negative)(p ^ q)) return FN(is_negative)(p) ? -1 : 1;
  i32 order = (x > y) - (x < y);
  return FN(is_negative)(p) ? -order : order;
}
