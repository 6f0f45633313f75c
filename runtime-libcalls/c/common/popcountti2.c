// __popcountti2: the number of bits that are set.
#include "wide.h"

i32 __popcountti2(i128 x) { return __builtin_popcountll(low((u128)x)) + __builtin_popcountll(high((u128)x)); }
