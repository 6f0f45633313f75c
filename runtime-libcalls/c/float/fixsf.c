// A float as an integer of 32 or 64 bits.
#define FORMAT sf
#include "to_integer.h"

i32 __fixsfsi(float a) { return (i32)sf_to_u32(a, 1); }
u32 __fixunssfsi(float a) { return sf_to_u32(a, 0); }
i64 __fixsfdi(float a) { return (i64)sf_to_u64(a, 1); }
u64 __fixunssfdi(float a) { return sf_to_u64(a, 0); }
