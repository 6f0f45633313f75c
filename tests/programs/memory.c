// Copies, fills and comparisons of constant and variable sizes, aligned and not; loads and stores of every width at every offset.
#include "check.h"

static _Alignas(16) u8 from[512], to[512];

#define SIZES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(11) X(12) X(13) X(15) X(16) X(17) X(20) X(24) X(28) X(31) X(32) X(33) X(40) X(47) X(48) X(63) X(64) X(65) X(96) X(127) X(128) X(200)
#define DEFINE(N)                                                                          \
  static NOINLINE void copy##N(void *a, const void *b) { memcpy(a, b, N); }                \
  static NOINLINE void move##N(void *a, const void *b) { memmove(a, b, N); }               \
  static NOINLINE void zero##N(void *a) { memset(a, 0, N); }                               \
  static NOINLINE void fill##N(void *a, int c) { memset(a, c, N); }                        \
  static NOINLINE void ones##N(void *a) { memset(a, 0xa5, N); }                            \
  static NOINLINE void aligned##N(void *a, const void *b) { memcpy(__builtin_assume_aligned(a, 8), __builtin_assume_aligned(b, 8), N); } \
  static NOINLINE int same##N(const void *a, const void *b) { return memcmp(a, b, N) == 0; }
SIZES(DEFINE)
static NOINLINE void copy(void *a, const void *b, size_t n) { memcpy(a, b, n); }
static NOINLINE void move(void *a, const void *b, size_t n) { memmove(a, b, n); }
static NOINLINE void fill(void *a, int c, size_t n) { memset(a, c, n); }
static NOINLINE int sign(int x) { return (x > 0) - (x < 0); }
static NOINLINE int compare(const void *a, const void *b, size_t n) { return sign(memcmp(a, b, n)); }

#define ACCESS(T) static NOINLINE T load_##T(const void *p, int i) { T v; memcpy(&v, (const u8 *)p + i, sizeof v); return v; } \
  static NOINLINE void store_##T(void *p, int i, T v) { memcpy((u8 *)p + i, &v, sizeof v); } \
  static NOINLINE T index_##T(const T *p, i64 i) { return p[i]; } \
  static NOINLINE T index32_##T(const T *p, u32 i) { return p[i]; } \
  static NOINLINE T sindex32_##T(const T *p, i32 i) { return p[i]; } \
  static NOINLINE void set_##T(T *p, i64 i, T v) { p[i] = v; } \
  static NOINLINE T near_##T(const T *p) { return (T)(p[1] + p[-1] + p[30] + p[500] + p[4000] + p[-40]); } \
  static NOINLINE T step_##T(const T *p, const T *end) { T t = 0; while (p != end) t = (T)(t * 3 + *p++); return t; } \
  static NOINLINE T back_##T(const T *p, int n) { T t = 0; while (n--) t = (T)(t * 3 + *--p); return t; }
ACCESS(u8) ACCESS(u16) ACCESS(u32) ACCESS(u64) ACCESS(i8) ACCESS(i16) ACCESS(i32) ACCESS(i64) ACCESS(float) ACCESS(double)
static NOINLINE i64 widen8(const i8 *p) { return p[3]; }
static NOINLINE i64 widen16(const i16 *p) { return p[3]; }
static NOINLINE i64 widen32(const i32 *p) { return p[3]; }
static NOINLINE u64 uwiden8(const u8 *p) { return p[3]; }
static NOINLINE u64 uwiden16(const u16 *p) { return p[3]; }
static NOINLINE u64 uwiden32(const u32 *p) { return p[3]; }
static NOINLINE void narrow8(u8 *p, u64 v) { p[2] = (u8)v; }
static NOINLINE void narrow16(u16 *p, u64 v) { p[2] = (u16)v; }
static NOINLINE void narrow32(u32 *p, u64 v) { p[2] = (u32)v; }
static NOINLINE int walk(volatile int *p) { int t = *p; t += *p; *p = t; *p = t + 1; return *p; }
struct packed { u8 a; u32 b; u64 c; u16 d; } __attribute__((packed));
static NOINLINE u64 packed_sum(const struct packed *p) { return p->a + p->b + p->c + p->d; }
static NOINLINE void packed_set(struct packed *p, u64 v) { p->b = (u32)v; p->c = v * 3; p->d = (u16)v; }
static double table[8][5][3];
static NOINLINE double *cell(int i, int j, int k) { return &table[i][j][k]; }

static void reset(void) {
  for (int i = 0; i < 512; i++) from[i] = (u8)(i * 13 + 5), to[i] = (u8)(i ^ 0x5a);
}
static void put_all(void) {
  for (int i = 0; i < 512; i += 8) { u64 v; memcpy(&v, to + i, 8); put(v); }
}
#define RUN(N)                                                                    \
  begin("size " #N);                                                              \
  for (int k = 0; k < 9; k += 4) {                                                \
    reset(), copy##N(to + k, from + 3), put_all();                                \
    reset(), move##N(to + k, to + 5), put_all();                                  \
    reset(), move##N(to + 5, to + k), put_all();                                  \
    reset(), zero##N(to + k), put_all();                                          \
    reset(), fill##N(to + k, 0x1c3), put_all();                                   \
    reset(), ones##N(to + k), put_all();                                          \
    put((u64)same##N(from, from + k)), copy##N(to, from), put((u64)same##N(to, from)); \
    if (N) to[N - 1] ^= 1, put((u64)same##N(to, from));                           \
  }                                                                               \
  reset(), aligned##N(to + 8, from + 16), put_all();                              \
  end();
#define RUN_ACCESS(T)                                                             \
  begin(#T);                                                                      \
  reset();                                                                        \
  for (int i = 0; i < 20; i++) {                                                  \
    store_##T(to, i * 3, load_##T(from, 40 - i));                                 \
    set_##T((T *)to + 10, i - 5, (T)(index_##T((T *)from + 10, i - 5) + index32_##T((T *)from, (u32)i) + sindex32_##T((T *)from + 20, -i))); \
  }                                                                               \
  put((T)0.5 == 0 ? (u64)(i64)step_##T((T *)from, (T *)from + 17) : 0); \
  put((T)0.5 == 0 ? (u64)(i64)back_##T((T *)from + 19, 18) : 0);   \
  for (int i = 0; i < 5000; i++) { T v = (T)(i * 7); memcpy(large + i * sizeof v, &v, sizeof v); } \
  put((u64)(i64)near_##T((T *)large + 100));                                      \
  put_all();                                                                      \
  end();
static u8 large[5000 * 8] __attribute__((aligned(16)));

MAIN({
  SIZES(RUN)
  RUN_ACCESS(u8) RUN_ACCESS(u16) RUN_ACCESS(u32) RUN_ACCESS(u64) RUN_ACCESS(i8) RUN_ACCESS(i16) RUN_ACCESS(i32) RUN_ACCESS(i64) RUN_ACCESS(float) RUN_ACCESS(double)
  begin("variable sizes");
  for (size_t n = 0; n < 200; n += 7) {
    reset();
    copy(to + n % 5, from + n % 3, n);
    move(to + 100, to + 90, n);
    fill(to + 300 + n % 4, (int)n, n);
    put((u64)compare(to, from, n));
    put((u64)compare(to + n % 5, from + n % 3, n));
    put_all();
  }
  end();
  begin("others");
  reset();
  from[3] = 0x91;
  put((u64)widen8((i8 *)from)), put((u64)widen16((i16 *)from)), put((u64)widen32((i32 *)from));
  put(uwiden8(from)), put(uwiden16((u16 *)from)), put(uwiden32((u32 *)from));
  narrow8(to, 0x123456789abcdef0), narrow16((u16 *)(to + 16), 0x123456789abcdef0), narrow32((u32 *)(to + 32), 0x123456789abcdef0);
  int v = 5;
  put((u64)walk(&v));
  struct packed p = {1, 2, 3, 4};
  packed_set(&p, 0x89abcdef);
  put(packed_sum(&p));
  for (int i = 0; i < 8; i++) for (int j = 0; j < 5; j++) for (int k = 0; k < 3; k++) *cell(i, j, k) = i + j * 10 + k * 100;
  double t = 0;
  for (int i = 0; i < 120; i++) t = t * 0.9 + (&table[0][0][0])[i];
  put_double(t);
  put_all();
  end();
})
