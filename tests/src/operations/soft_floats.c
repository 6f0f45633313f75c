// What code without floating-point registers calls: each function takes and returns the bits of floats in general registers, and is named
// after the routine whose place it takes, with "soft_" before it.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <string.h>
typedef uint32_t sf;
typedef uint64_t df;
typedef unsigned __int128 tf;
typedef float real_sf;
typedef double real_df;
typedef long double real_tf;
#define CAST(T)                                                                                         \
  static real_##T value_##T(T bits) { real_##T x; memcpy(&x, &bits, sizeof x); return x; }              \
  static T bits_##T(real_##T x) { T bits; memcpy(&bits, &x, sizeof x); return bits; }
CAST(sf) CAST(df) CAST(tf)

#define BINARY(T, name, op) T soft___##name##T##3(T a, T b) { return bits_##T(value_##T(a) op value_##T(b)); }
#define COMPARE(T, name, unordered)                                                                      \
  int soft___##name##T##2(T a, T b) {                                                                    \
    real_##T x = value_##T(a), y = value_##T(b);                                                         \
    return x != x || y != y ? unordered : (x > y) - (x < y);                                             \
  }
#define TO_INT(T, name, ty) ty soft___##name(T a) { return (ty)value_##T(a); }
#define FROM_INT(T, name, ty) T soft___##name(ty a) { return bits_##T((real_##T)a); }
#define CONVERT(from, to, name) to soft___##name(from a) { return bits_##to((real_##to)value_##from(a)); }
#define ALL(T)                                                                                           \
  BINARY(T, add, +) BINARY(T, sub, -) BINARY(T, mul, *) BINARY(T, div, /)                                \
  COMPARE(T, eq, 1) COMPARE(T, ne, 1) COMPARE(T, lt, 1) COMPARE(T, le, 1) COMPARE(T, gt, -1) COMPARE(T, ge, -1) \
  int soft___unord##T##2(T a, T b) { return value_##T(a) != value_##T(a) || value_##T(b) != value_##T(b); } \
  TO_INT(T, fix##T##si, int32_t) TO_INT(T, fix##T##di, int64_t) TO_INT(T, fix##T##ti, __int128)          \
  TO_INT(T, fixuns##T##si, uint32_t) TO_INT(T, fixuns##T##di, uint64_t) TO_INT(T, fixuns##T##ti, tf)     \
  FROM_INT(T, floatsi##T, int32_t) FROM_INT(T, floatdi##T, int64_t) FROM_INT(T, floatti##T, __int128)    \
  FROM_INT(T, floatunsi##T, uint32_t) FROM_INT(T, floatundi##T, uint64_t) FROM_INT(T, floatunti##T, tf)
ALL(sf) ALL(df) ALL(tf)
CONVERT(sf, df, extendsfdf2) CONVERT(sf, tf, extendsftf2) CONVERT(df, tf, extenddftf2)
CONVERT(df, sf, truncdfsf2) CONVERT(tf, sf, trunctfsf2) CONVERT(tf, df, trunctfdf2)

static __fp16 half(uint16_t bits) { __fp16 x; memcpy(&x, &bits, 2); return x; }
static uint16_t half_bits(__fp16 x) { uint16_t bits; memcpy(&bits, &x, 2); return bits; }
sf soft___extendhfsf2(uint16_t a) { return bits_sf(half(a)); }
df soft___extendhfdf2(uint16_t a) { return bits_df(half(a)); }
tf soft___extendhftf2(uint16_t a) { return bits_tf(half(a)); }
uint16_t soft___truncsfhf2(sf a) { return half_bits(value_sf(a)); }
uint16_t soft___truncdfhf2(df a) { return half_bits(value_df(a)); }
extern __fp16 __trunctfhf2(long double);
uint16_t soft___trunctfhf2(tf a) { return half_bits(__trunctfhf2(value_tf(a))); }
static uint16_t rounded(sf bits) {
  float x = value_sf(bits);
  bits = x != x ? bits | 1 << 22 : bits + 0x7fff + (bits >> 16 & 1);
  return bits >> 16;
}
static sf to_odd(float near, int above, int inexact) { return (bits_sf(near) - above) | inexact; }
uint16_t soft___truncsfbf2(sf a) { return rounded(a); }
uint16_t soft___truncdfbf2(df a) {
  double x = value_df(a);
  float near = x;
  return rounded(to_odd(near, x < 0 ? near < x : near > x, near != x));
}
uint16_t soft___trunctfbf2(tf a) {
  long double x = value_tf(a);
  float near = x;
  return rounded(to_odd(near, x < 0 ? near < x : near > x, near != x));
}

#define EACH(MACRO, name) MACRO(sf, name##f) MACRO(df, name) MACRO(tf, name##l)
#define UNARY(T, name) T soft_##name(T a) { return bits_##T(name(value_##T(a))); }
#define OF_TWO(T, name) T soft_##name(T a, T b) { return bits_##T(name(value_##T(a), value_##T(b))); }
#define SCALE(T, name) T soft_##name(T a, int b) { return bits_##T(name(value_##T(a), b)); }
#define TO_LONG(T, name) int64_t soft_##name(T a) { return name(value_##T(a)); }
#define FUSED(T, name) T soft_##name(T a, T b, T c) { return bits_##T(name(value_##T(a), value_##T(b), value_##T(c))); }
#define EXPONENT(T, name) T soft_##name(T a, int *p) { return bits_##T(name(value_##T(a), p)); }
#define FRACTION(T, name) T soft_##name(T a, real_##T *p) { return bits_##T(name(value_##T(a), p)); }
EACH(UNARY, sqrt) EACH(UNARY, floor) EACH(UNARY, ceil) EACH(UNARY, trunc) EACH(UNARY, rint) EACH(UNARY, nearbyint)
EACH(UNARY, round) EACH(UNARY, roundeven) EACH(UNARY, exp) EACH(UNARY, exp2) EACH(UNARY, exp10) EACH(UNARY, log)
EACH(UNARY, log2) EACH(UNARY, log10) EACH(UNARY, sin) EACH(UNARY, cos) EACH(UNARY, tan) EACH(UNARY, tanh) EACH(UNARY, sinh)
EACH(UNARY, cosh) EACH(UNARY, asin) EACH(UNARY, acos) EACH(UNARY, atan)
EACH(OF_TWO, pow) EACH(OF_TWO, fmod) EACH(OF_TWO, fmin) EACH(OF_TWO, fmax) EACH(OF_TWO, atan2) EACH(SCALE, ldexp)
EACH(TO_LONG, lrint) EACH(TO_LONG, llrint) EACH(TO_LONG, lround) EACH(TO_LONG, llround)
EACH(FUSED, fma) EACH(EXPONENT, frexp) EACH(FRACTION, modf)
#define SINE_COSINE(T, name) void soft_##name(T a, real_##T *s, real_##T *c) { name(value_##T(a), s, c); }
EACH(SINE_COSINE, sincos)

extern float __powisf2(float, int);
extern double __powidf2(double, int);
extern long double __powitf2(long double, int);
SCALE(sf, __powisf2) SCALE(df, __powidf2) SCALE(tf, __powitf2)

// Minima and maxima that order zeros; without `_num`, NaNs are preferred.
#define ORDERED(T, name, less, nans)                                                                     \
  T soft_##name(T a, T b) {                                                                              \
    real_##T x = value_##T(a), y = value_##T(b);                                                         \
    if (x != x) return nans || y != y ? bits_##T(x + x) : b;                                             \
    if (y != y) return nans ? bits_##T(y + y) : a;                                                       \
    if (x == y) return (__builtin_signbit(x) != 0) == less ? a : b;                                      \
    return (x < y) == less ? a : b;                                                                      \
  }
#define LEAST(T, name) ORDERED(T, name, 1, 1)
#define MOST(T, name) ORDERED(T, name, 0, 1)
#define LEAST_NUMBER(T, name) ORDERED(T, name, 1, 0)
#define MOST_NUMBER(T, name) ORDERED(T, name, 0, 0)
EACH(LEAST, fminimum) EACH(MOST, fmaximum) EACH(LEAST_NUMBER, fminimum_num) EACH(MOST_NUMBER, fmaximum_num)
