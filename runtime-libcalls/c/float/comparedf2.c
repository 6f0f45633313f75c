// Comparisons of doubles: the result's relation to zero is that of the operands, which holds of no NaN.
#define FORMAT df
#include "compare.h"

// Above zero for a NaN.
i32 __eqdf2(double a, double b) { return df_order(a, b); }
i32 __nedf2(double a, double b) { return df_order(a, b); }
i32 __ltdf2(double a, double b) { return df_order(a, b); }
i32 __ledf2(double a, double b) { return df_order(a, b); }
i32 __cmpdf2(double a, double b) { return df_order(a, b); }

// Below zero for a NaN: the operands change places.
i32 __gtdf2(double a, double b) { return -df_order(b, a); }
i32 __gedf2(double a, double b) { return -df_order(b, a); }

i32 __unorddf2(double a, double b) { return df_order(a, b) == df_unordered; }
