// __udivmodti4: quotient and remainder, the basis of the other divisions.
//
// For a divisor of one word, the two words of the dividend are divided one after the other. For a
// larger one, the quotient fits in a word. It is estimated from the leading word of the divisor
// (Warren, Hacker's Delight, 9-5). After it is decremented, the estimate is at most one too small.
#include "wide.h"

// Returns (hi:lo) / d with hi < d, by two digits of 32 bits (Knuth, volume 2, 4.3.1, algorithm D).
// d is not zero.
static u64 divide_words(u64 hi, u64 lo, u64 d, u64 *rest) {
  u32 s = (u32)__builtin_clzll(d);
  if (s != 0) {
    d <<= s;
    hi = hi << s | lo >> (64 - s);
    lo <<= s;
  }
  u64 d1 = d >> 32, d0 = (u32)d;
  u64 digit[2], part = hi;
  for (int i = 0; i < 2; i++) {
    u64 next = i == 0 ? lo >> 32 : (u32)lo;
    u64 q = part / d1, r = part - q * d1;
    while (q >> 32 || q * d0 > (r << 32 | next)) {
      q--;
      r += d1;
      if (r >> 32) break;
    }
    digit[i] = q;
    part = (part << 32 | next) - q * d;
  }
  *rest = part >> s;
  return digit[0] << 32 | digit[1];
}

u128 __udivmodti4(u128 n, u128 d, u128 *rest) {
  if (n < d) {
    if (rest) *rest = n;
    return 0;
  }
  if (high(d) == 0) {
    u64 by = low(d);
    // Division by zero behaves as the machine's instruction.
    u64 q1 = high(n) / by;
    u64 r = high(n) - q1 * by;
    u64 q0;
    if (r == 0 || by == 0) {
      q0 = low(n) / by;
      r = low(n) - q0 * by;
    } else {
      q0 = divide_words(r, low(n), by, &r);
    }
    if (rest) *rest = r;
    return wide(q1, q0);
  }
  u32 s = (u32)__builtin_clzll(high(d));
  u64 lead = high(shift_left(d, s));
  u128 half = shift_right(n, 1);
  u64 ignored;
  u64 q = divide_words(high(half), low(half), lead, &ignored);
  q = shift_right(wide(0, q), 63 - s);
  if (q != 0) q--;
  u128 r = n - product128(wide(0, q), d);
  if (r >= d) {
    r -= d;
    q++;
  }
  if (rest) *rest = r;
  return q;
}
