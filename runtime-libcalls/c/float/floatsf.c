// An integer of 32 or 64 bits as a float.
#define FORMAT sf
#include "from_integer.h"

float __floatsisf(i32 x) { return sf_from_signed_u32((u32)x); }
float __floatunsisf(u32 x) { return sf_from_u32(0, x); }
float __floatdisf(i64 x) { return sf_from_signed_u64((u64)x); }
float __floatundisf(u64 x) { return sf_from_u64(0, x); }
