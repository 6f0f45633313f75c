// An integer of 32 or 64 bits as a double.
#define FORMAT df
#include "from_integer.h"

double __floatsidf(i32 x) { return df_from_signed_u32((u32)x); }
double __floatunsidf(u32 x) { return df_from_u32(0, x); }
double __floatdidf(i64 x) { return df_from_signed_u64((u64)x); }
double __floatundidf(u64 x) { return df_from_u64(0, x); }
