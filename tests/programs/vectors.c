// Vectors of integers and reals, of 8, 16 and 32 bytes: arithmetic, comparisons, conversions, shuffles, elements.
// flags: -ffp-contract=off
#include "check.h"

#define VECTOR(T, N) typedef T v##N##T __attribute__((ext_vector_type(N)));
#define EACH(X) X(u8, 8, i8) X(u8, 16, i8) X(u8, 32, i8) X(u16, 4, i16) X(u16, 8, i16) X(u16, 16, i16) X(u32, 2, i32) X(u32, 4, i32) X(u32, 8, i32) X(u64, 2, i64) X(u64, 4, i64)
#define DECLARE(U, N, S) VECTOR(U, N) VECTOR(S, N)
EACH(DECLARE) VECTOR(float, 2) VECTOR(float, 4) VECTOR(float, 8) VECTOR(double, 2) VECTOR(double, 4)

#define DEFINE(U, N, S)                                                                       \
  static NOINLINE v##N##U U##N##_arith(v##N##U a, v##N##U b) { return (a + b) * (a - b) - (-a); }  \
  static NOINLINE v##N##U U##N##_logic(v##N##U a, v##N##U b) { return (a & b) ^ (a | ~b); }        \
  static NOINLINE v##N##U U##N##_shift(v##N##U a, v##N##U b) { b &= sizeof(U) * 8 - 1; return (a << b) ^ (a >> b) ^ (v##N##U)((v##N##S)a >> (v##N##S)b); } \
  static NOINLINE v##N##U U##N##_shift3(v##N##U a) { return (a << 3) ^ (a >> 2) ^ (v##N##U)((v##N##S)a >> 5); } \
  static NOINLINE v##N##U U##N##_compare(v##N##U a, v##N##U b) { return (v##N##U)(a == b) ^ ((v##N##U)(a < b) << 1) ^ ((v##N##U)(a >= b) << 2) ^ ((v##N##U)((v##N##S)a > (v##N##S)b) << 3) ^ ((v##N##U)(a != b) << 4); } \
  static NOINLINE v##N##U U##N##_choose(v##N##U a, v##N##U b) { return (v##N##S)a < (v##N##S)b ? a : b; }   \
  static NOINLINE v##N##U U##N##_divide(v##N##U a, v##N##U b) { b |= 1; return a / b + a % b; }    \
  static NOINLINE v##N##U U##N##_divide_signed(v##N##U a, v##N##U b) { b = b >> 1 | 1; return (v##N##U)((v##N##S)a / (v##N##S)b - (v##N##S)a % (v##N##S)b); } \
  static NOINLINE v##N##U U##N##_limits(v##N##U a, v##N##U b) { return __builtin_elementwise_max(a, b) ^ __builtin_elementwise_min(a, b) ^ (v##N##U)__builtin_elementwise_max((v##N##S)a, (v##N##S)b); } \
  static NOINLINE v##N##U U##N##_saturate(v##N##U a, v##N##U b) { return __builtin_elementwise_add_sat(a, b) ^ (v##N##U)__builtin_elementwise_sub_sat((v##N##S)a, (v##N##S)b); } \
  static NOINLINE v##N##U U##N##_counts(v##N##U a) { return __builtin_elementwise_popcount(a) + __builtin_elementwise_bitreverse(a); } \
  static NOINLINE v##N##U U##N##_absolute(v##N##U a) { return (v##N##U)__builtin_elementwise_abs((v##N##S)a); } \
  static NOINLINE v##N##U U##N##_splat(U a) { return a - (v##N##U){}; }                       \
  static NOINLINE v##N##U U##N##_reverse(v##N##U a) { v##N##U r; for (int i = 0; i < N; i++) r[i] = a[N - 1 - i]; return r; } \
  static NOINLINE v##N##U U##N##_insert(v##N##U a, U x, int i) { a[i] = x; a[1] = x + 1; return a; } \
  static NOINLINE U U##N##_extract(v##N##U a, int i) { return a[i] + a[0]; }                  \
  static NOINLINE U U##N##_sum(v##N##U a) { return __builtin_reduce_add(a) ^ __builtin_reduce_xor(a); } \
  static NOINLINE U U##N##_extremes(v##N##U a) { return __builtin_reduce_max(a) - __builtin_reduce_min(a); } \
  static NOINLINE v##N##U U##N##_memory(const v##N##U *p, v##N##U *q) { v##N##U t = *p + p[1]; *q = t; return t; }
EACH(DEFINE)

#define EACH_REAL(X) X(float, 2, i32) X(float, 4, i32) X(float, 8, i32) X(double, 2, i64) X(double, 4, i64)
#define DEFINE_REAL(T, N, S)                                                                  \
  static NOINLINE v##N##T T##N##_arith(v##N##T a, v##N##T b) { return (a + b) * (a - b) / (-a * a + b); } \
  static NOINLINE v##N##T T##N##_compare(v##N##T a, v##N##T b) { return (v##N##T)(((a < b) & 0x3f000000) ^ ((a == b) & 0x1000) ^ ((a >= b) & 0x3ff00000) ^ ((a != b) & 7)); } \
  static NOINLINE v##N##T T##N##_choose(v##N##T a, v##N##T b) { return a < b ? a : b; }       \
  static NOINLINE v##N##T T##N##_functions(v##N##T a) { return __builtin_elementwise_abs(a) + __builtin_elementwise_floor(a) * __builtin_elementwise_sqrt(__builtin_elementwise_abs(a)); } \
  static NOINLINE v##N##T T##N##_of_int(v##N##S a) { return __builtin_convertvector(a, v##N##T); } \
  static NOINLINE v##N##S T##N##_to_int(v##N##T a) { return __builtin_convertvector(a, v##N##S); } \
  static NOINLINE v##N##T T##N##_splat(T a) { return a - (v##N##T){}; }                       \
  static NOINLINE v##N##T T##N##_insert(v##N##T a, T x, int i) { a[i] = x; a[1] = x * 2; return a; } \
  static NOINLINE T T##N##_extract(v##N##T a, int i) { return a[i] - a[0]; }                  \
  static NOINLINE v##N##T T##N##_fused(v##N##T a, v##N##T b, v##N##T c) { return __builtin_elementwise_fma(a, b, c); }         \
  static NOINLINE v##N##T T##N##_fused_negative(v##N##T a, v##N##T b, v##N##T c) { return __builtin_elementwise_fma(-a, b, c); }
EACH_REAL(DEFINE_REAL)
// What an integer of the same size can hold.
#define DEFINE_IN_RANGE(T, N, S) static v##N##T in_range_##T##N(v##N##T a) { \
  for (int e = 0; e < N; e++) a[e] = a[e] > -(T)(1ull << (8 * sizeof(S) - 2)) && a[e] < (T)(1ull << (8 * sizeof(S) - 2)) ? a[e] : 0; \
  return a; \
}
EACH_REAL(DEFINE_IN_RANGE)

static NOINLINE v4u32 shuffle(v4u32 a, v4u32 b) { return __builtin_shufflevector(a, b, 0, 5, 2, 7) ^ __builtin_shufflevector(a, b, 3, 2, 1, 0) ^ __builtin_shufflevector(a, b, 1, 1, 1, 1) ^ __builtin_shufflevector(a, b, 2, 3, 4, 5); }
static NOINLINE v8u16 interleave(v8u16 a, v8u16 b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11) ^ __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14) ^ __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15); }
static NOINLINE v16u8 bytes(v16u8 a, v16u8 b) { return __builtin_shufflevector(a, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8) ^ __builtin_shufflevector(a, b, 31, 0, 30, 1, 29, 2, 28, 3, 27, 4, 26, 5, 25, 6, 24, 7); }
static NOINLINE v2u32 halves(v4u32 a) { return __builtin_shufflevector(a, a, 0, 1) + __builtin_shufflevector(a, a, 2, 3); }
static NOINLINE v8u32 joined(v4u32 a, v4u32 b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }
static NOINLINE v8u16 widen8(v8u8 a) { return __builtin_convertvector(a, v8u16); }
static NOINLINE v8i16 widen8s(v8i8 a) { return __builtin_convertvector(a, v8i16); }
static NOINLINE v4u32 widen16(v4u16 a) { return __builtin_convertvector(a, v4u32); }
static NOINLINE v2u64 widen32(v2u32 a) { return __builtin_convertvector(a, v2u64); }
static NOINLINE v4u64 widen16far(v4u16 a) { return __builtin_convertvector(a, v4u64); }
static NOINLINE v8u8 narrow16(v8u16 a) { return __builtin_convertvector(a, v8u8); }
static NOINLINE v4u16 narrow32(v4u32 a) { return __builtin_convertvector(a, v4u16); }
static NOINLINE v2u32 narrow64(v2u64 a) { return __builtin_convertvector(a, v2u32); }
static NOINLINE v4u16 narrow64far(v4u64 a) { return __builtin_convertvector(a, v4u16); }
static NOINLINE v2double widen_real(v2float a) { return __builtin_convertvector(a, v2double); }
static NOINLINE v2float narrow_real(v2double a) { return __builtin_convertvector(a, v2float); }
typedef float v3f __attribute__((ext_vector_type(3)));
typedef u16 v3h __attribute__((ext_vector_type(3)));
static NOINLINE v3f three(v3f a, v3f b) { return a * b + a.zyx; }
static NOINLINE v3h three_small(v3h a, v3h b) { return a * b - a.yzx; }
static NOINLINE void autovector(float *a, const float *b, const int *c, int n) { for (int i = 0; i < n; i++) a[i] = b[i] * 2 + (float)c[i]; }
static NOINLINE u32 autosum(const u8 *p, int n) { u32 t = 0; for (int i = 0; i < n; i++) t += p[i] * (u32)i; return t; }
static NOINLINE int autocount(const i16 *p, int n) { int t = 0; for (int i = 0; i < n; i++) t += p[i] > 100 ? 1 : p[i] < -100 ? 3 : 0; return t; }
static NOINLINE i32 automax(const i32 *p, int n) { i32 t = p[0]; for (int i = 1; i < n; i++) t = p[i] > t ? p[i] : t; return t; }

static NOINLINE void put_bytes(const void *p, size_t n) { for (size_t i = 0; i < n; i++) put(((const u8 *)p)[i]); }
static NOINLINE void fill(void *p, size_t n, u64 seed) { for (size_t i = 0; i < n; i++) ((u8 *)p)[i] = (u8)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 56); }
#define PUT(V) ({ __typeof__(V) v_ = (V); put_bytes(&v_, sizeof v_); })
// NaN has many forms: element by element, with one form.
#define PUT_REALS(V, N) ({ __typeof__(V) v_ = (V); for (int e_ = 0; e_ < N; e_++) { if (sizeof v_[0] == 4) put_float((float)v_[e_]); else put_double(v_[e_]); } })

#define DEFINE_RUN(U, N, S) static NOINLINE void run_##U##N(void) {             \
  begin(#U " x " #N);                                                           \
  for (int k = 0; k < 12; k++) {                                                \
    v##N##U a, b, list[2], out;                                                 \
    fill(&a, sizeof a, (u64)k), fill(&b, sizeof b, (u64)k + 99), fill(list, sizeof list, (u64)k + 7); \
    if (k == 10) b = a;                                                         \
    if (k == 11) a = ~(v##N##U){}, b = (v##N##U){};                             \
    PUT(U##N##_arith(a, b)), PUT(U##N##_logic(a, b)), PUT(U##N##_shift(a, b)), PUT(U##N##_shift3(a)), PUT(U##N##_compare(a, b)); \
    PUT(U##N##_choose(a, b)), PUT(U##N##_divide(a, b)), PUT(U##N##_divide_signed(a, b)), PUT(U##N##_limits(a, b)), PUT(U##N##_saturate(a, b)); \
    PUT(U##N##_counts(a)), PUT(U##N##_absolute(a)), PUT(U##N##_splat(a[0])), PUT(U##N##_reverse(a)), PUT(U##N##_insert(a, b[0], k % N)); \
    put(U##N##_extract(a, k % N)), put(U##N##_sum(a)), put(U##N##_extremes(a)), PUT(U##N##_memory(list, &out)), PUT(out); \
  }                                                                             \
  end();                                                                        \
}
#define DEFINE_RUN_REAL(T, N, S) static NOINLINE void run_##T##N(void) {        \
  begin(#T " x " #N);                                                           \
  for (int k = 0; k < 20; k++) {                                                \
    v##N##T a, b, c; v##N##S i;                                                 \
    for (int e = 0; e < N; e++) a[e] = (T)real_corners[(k * 3 + e) % 20], b[e] = (T)real_corners[(k * 7 + e * 5 + 1) % COUNT(real_corners)], c[e] = (T)(e - k), i[e] = (S)(e * 1000 - k * 12345); \
    PUT_REALS(T##N##_arith(a, b), N), PUT(T##N##_compare(a, b)), PUT_REALS(T##N##_choose(a, b), N), PUT_REALS(T##N##_functions(a), N), PUT_REALS(T##N##_of_int(i), N); \
    PUT(T##N##_to_int(in_range_##T##N(a))), PUT_REALS(T##N##_splat(a[0]), N), PUT_REALS(T##N##_insert(a, b[0], k % N), N), PUT_REALS((v##N##T){T##N##_extract(c, k % N)}, 1), PUT_REALS(T##N##_fused(a, b, c), N), PUT_REALS(T##N##_fused_negative(a, b, c), N); \
  }                                                                             \
  end();                                                                        \
}

EACH(DEFINE_RUN)
EACH_REAL(DEFINE_RUN_REAL)
#define RUN(T, N, S) run_##T##N();

MAIN({
  EACH(RUN)
  EACH_REAL(RUN)
  begin("shuffles");
  for (u64 k = 0; k < 10; k++) {
    v4u32 a; v4u32 b; v8u16 c; v8u16 d; v16u8 e; v16u8 f; v4u64 g;
    fill(&a, sizeof a, k), fill(&b, sizeof b, k + 1), fill(&c, sizeof c, k + 2), fill(&d, sizeof d, k + 3), fill(&e, sizeof e, k + 4), fill(&f, sizeof f, k + 5), fill(&g, sizeof g, k + 6);
    PUT(shuffle(a, b)), PUT(interleave(c, d)), PUT(bytes(e, f)), PUT(halves(a)), PUT(joined(a, b));
    v8u8 small = __builtin_shufflevector(e, e, 0, 1, 2, 3, 4, 5, 6, 7);
    v4u16 medium = __builtin_shufflevector(c, c, 0, 1, 2, 3);
    v2u32 large = __builtin_shufflevector(a, a, 0, 1);
    v2u64 huge = __builtin_shufflevector(g, g, 0, 1);
    PUT(widen8(small)), PUT(widen8s((v8i8)small)), PUT(widen16(medium)), PUT(widen32(large)), PUT(widen16far(medium));
    PUT(narrow16(c)), PUT(narrow32(a)), PUT(narrow64(huge)), PUT(narrow64far(g));
    v2float x = {(float)k, -1.5f};
    v2double y = {(double)k / 3, 1e10};
    PUT(widen_real(x)), PUT(narrow_real(y));
    v3f p = {1, 2, (float)k};
    v3f q = three(p, (v3f){3, 4, 5});
    put_float(q.x), put_float(q.y), put_float(q.z);
    v3h r = three_small((v3h){1, 2, (u16)k}, (v3h){300, 400, 500});
    put(r.x), put(r.y), put(r.z);
  }
  end();
  begin("loops");
  static float out[103]; static float in[103]; static int numbers[103]; static u8 octets[1000]; static i16 shorts[501];
  for (int i = 0; i < 103; i++) in[i] = (float)i / 4, numbers[i] = i * i - 500;
  fill(octets, sizeof octets, 5), fill(shorts, sizeof shorts, 6);
  for (int n = 0; n < 103; n += 17) {
    autovector(out, in, numbers, n);
    for (int i = 0; i < 103; i++) put_float(out[i]);
    put(autosum(octets, n * 9)), put((u64)autocount(shorts, n * 4)), put((u64)automax(numbers, n + 1));
  }
  end();
})
