// A double as an integer of 32 or 64 bits.
#define FORMAT df
#include "to_integer.h"

i32 __fixdfsi(double a) { return (i32)df_to_u32(a, 1); }
u32 __fixunsdfsi(double a) { return df_to_u32(a, 0); }
i64 __fixdfdi(double a) { return (i64)df_to_u64(a, 1); }
u64 __fixunsdfdi(double a) { return df_to_u64(a, 0); }
