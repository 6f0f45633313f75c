// A 128-bit float as an integer of 32 or 64 bits.
#define FORMAT tf
#include "to_integer.h"

i32 __fixtfsi(long double a) { return (i32)tf_to_u32(a, 1); }
u32 __fixunstfsi(long double a) { return tf_to_u32(a, 0); }
i64 __fixtfdi(long double a) { return (i64)tf_to_u64(a, 1); }
u64 __fixunstfdi(long double a) { return tf_to_u64(a, 0); }
