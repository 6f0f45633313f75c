// Comparisons of 128-bit floats: the result compares to zero as the operands compare; no relation
// is true for a NaN.
#define FORMAT tf
#include "compare.h"

// Positive for a NaN.
i32 __eqtf2(long double a, long double b) { return tf_order(a, b); }
i32 __netf2(long double a, long double b) { return tf_order(a, b); }
i32 __lttf2(long double a, long double b) { return tf_order(a, b); }
i32 __letf2(long double a, long double b) { return tf_order(a, b); }
i32 __cmptf2(long double a, long double b) { return tf_order(a, b); }

// Negative for a NaN: the operands are swapped.
i32 __gttf2(long double a, long double b) { return -tf_order(b, a); }
i32 __getf2(long double a, long double b) { return -tf_order(b, a); }

i32 __unordtf2(long double a, long double b) { return tf_order(a, b) == tf_unordered; }
