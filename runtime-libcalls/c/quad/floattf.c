// An integer of 32 or 64 bits as a 128-bit float.
#define FORMAT tf
#include "from_integer.h"

long double __floatsitf(i32 x) { return tf_from_signed_u32((u32)x); }
long double __floatunsitf(u32 x) { return tf_from_u32(0, x); }
long double __floatditf(i64 x) { return tf_from_signed_u64((u64)x); }
long double __floatunditf(u64 x) { return tf_from_u64(0, x); }
