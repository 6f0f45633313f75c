// __lshrti3: a logical right shift, 0 <= n < 128.
#include "wide.h"

i128 __lshrti3(i128 x, i32 n) { return (i128)shift_right((u128)x, (u32)n); }
