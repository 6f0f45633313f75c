// __ashlti3: a left shift, 0 <= n < 128.
#include "wide.h"

i128 __ashlti3(i128 x, i32 n) { return (i128)shift_left((u128)x, (u32)n); }
