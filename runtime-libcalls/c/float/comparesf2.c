// Comparisons of floats: the result compares to zero as the operands compare; no relation is true
// for a NaN.
#define FORMAT sf
#include "compare.h"

// Positive for a NaN.
i32 __eqsf2(float a, float b) { return sf_order(a, b); }
i32 __nesf2(float a, float b) { return sf_order(a, b); }
i32 __ltsf2(float a, float b) { return sf_order(a, b); }
i32 __lesf2(float a, float b) { return sf_order(a, b); }
i32 __cmpsf2(float a, float b) { return sf_order(a, b); }

// Negative for a NaN: the operands are swapped.
i32 __gtsf2(float a, float b) { return -sf_order(b, a); }
i32 __gesf2(float a, float b) { return -sf_order(b, a); }

i32 __unordsf2(float a, float b) { return sf_order(a, b) == sf_unordered; }
