// __cmpdi2, __ucmpdi2: the order of 64-bit integers, as 0 for less, 1 for equal, 2 for greater.
// __negdi2: the negated integer.
#include "types.h"

i32 __cmpdi2(i64 a, i64 b) { return (a > b) - (a < b) + 1; }
i32 __ucmpdi2(u64 a, u64 b) { return (a > b) - (a < b) + 1; }
u64 __negdi2(u64 x) { return -x; }
