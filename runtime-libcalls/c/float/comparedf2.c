// Comparisons of doubles: the result compares to zero as the operands compare; no relation is true
// for a NaN.
#define FORMAT df
#include "compare.h"

// Positive for a NaN.
i32 __eqdf2(double a, double b) { return df_order(a, b); }
i32 __nedf2(double a, double b) { return df_order(a, b); }
i32 __ltdf2(double a, double b) { return df_order(a, b); }
i32 __ledf2(double a, double b) { return df_order(a, b); }
i32 __cmpdf2(double a, double b) { return df_order(a, b); }

// Negative for a NaN: the operands are swapped.
i32 __gtdf2(double a, double b) { return -df_order(b, a); }
i32 __gedf2(double a, double b) { return -df_order(b, a); }

i32 __unorddf2(double a, double b) { return df_order(a, b) == df_unordered; }
