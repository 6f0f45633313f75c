// Every conversion between arithmetic types.
#include "check.h"

#define INTEGERS(X, ...) X(u8, ##__VA_ARGS__) X(u16, ##__VA_ARGS__) X(u32, ##__VA_ARGS__) X(u64, ##__VA_ARGS__) \
  X(i8, ##__VA_ARGS__) X(i16, ##__VA_ARGS__) X(i32, ##__VA_ARGS__) X(i64, ##__VA_ARGS__)
#define AGAIN_INTEGERS(X, ...) X(u8, __VA_ARGS__) X(u16, __VA_ARGS__) X(u32, __VA_ARGS__) X(u64, __VA_ARGS__) \
  X(i8, __VA_ARGS__) X(i16, __VA_ARGS__) X(i32, __VA_ARGS__) X(i64, __VA_ARGS__)

#define TO(TO_T, FROM) static NOINLINE TO_T FROM##_to_##TO_T(FROM a) { return (TO_T)a; }
#define FROM_ALL(FROM) AGAIN_INTEGERS(TO, FROM) \
  static NOINLINE float FROM##_to_float(FROM a) { return (float)a; }     \
  static NOINLINE double FROM##_to_double(FROM a) { return (double)a; }  \
  static NOINLINE _Bool FROM##_to_bool(FROM a) { return a; }             \
  static NOINLINE FROM FROM##_of_float(float a) { return (FROM)a; }      \
  static NOINLINE FROM FROM##_of_double(double a) { return (FROM)a; }
INTEGERS(FROM_ALL)
static NOINLINE float narrow(double a) { return (float)a; }
static NOINLINE double widen(float a) { return a; }
static NOINLINE _Bool is_set(double a) { return a; }
static NOINLINE _Bool is_set_float(float a) { return a; }
static NOINLINE float of_bool(_Bool a) { return a; }
static NOINLINE u64 bits(double a) { u64 b; memcpy(&b, &a, 8); return b; }
static NOINLINE double of_bits(u64 b) { double a; memcpy(&a, &b, 8); return a; }
static NOINLINE u32 bits_float(float a) { u32 b; memcpy(&b, &a, 4); return b; }
static NOINLINE float of_bits_float(u32 b) { float a; memcpy(&a, &b, 4); return a; }

#define PUT(TO_T, FROM) put((u64)FROM##_to_##TO_T((FROM)a));
#define RUN(FROM)                                    \
  begin("from " #FROM);                              \
  for (unsigned i = 0; i < COUNT(corners); i++) {    \
    u64 a = corners[i];                              \
    AGAIN_INTEGERS(PUT, FROM)                        \
    put_float(FROM##_to_float((FROM)a));             \
    put_double(FROM##_to_double((FROM)a));           \
    put(FROM##_to_bool((FROM)a));                    \
  }                                                  \
  end();

// Only values that fit: anything else is undefined.
static int fits(double a, double low, double high) { return a > low && a < high; }
#define REAL(T, LOW, HIGH)                                      \
  begin("to " #T);                                              \
  for (unsigned i = 0; i < COUNT(real_corners); i++) {          \
    double a = real_corners[i];                                 \
    if (fits(a, LOW, HIGH)) put((u64)T##_of_double(a));         \
    if (fits((float)a, LOW, HIGH)) put((u64)T##_of_float((float)a)); \
  }                                                             \
  end();

MAIN({
  INTEGERS(RUN)
  REAL(u8, -1.0, 256.0) REAL(u16, -1.0, 65536.0) REAL(u32, -1.0, 4294967296.0) REAL(u64, -1.0, 18446744073709551616.0)
  REAL(i8, -129.0, 128.0) REAL(i16, -32769.0, 32768.0) REAL(i32, -2147483649.0, 2147483648.0)
  REAL(i64, -9223372036854777856.0, 9223372036854775808.0)
  begin("reals");
  for (unsigned i = 0; i < COUNT(real_corners); i++) {
    double a = real_corners[i];
    put_float(narrow(a));
    put_double(widen((float)a));
    put(is_set(a));
    put(is_set_float((float)a));
    put(bits(a));
    put(bits_float((float)a));
  }
  for (unsigned i = 0; i < COUNT(corners); i++) {
    put_double(of_bits(corners[i]));
    put_float(of_bits_float((u32)corners[i]));
    put_float(of_bool(corners[i] & 1));
  }
  put(is_set(not_a_number()));
  end();
})
