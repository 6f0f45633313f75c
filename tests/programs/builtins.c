// Builtins that become intrinsics and the like: prefetch, expect, unreachable, trap after a branch, classify, stack save, object sizes.
#include "check.h"

static NOINLINE int fetch(const int *p, int n) { int t = 0; for (int i = 0; i < n; i++) { __builtin_prefetch(p + i + 8); __builtin_prefetch(p, 1, 0); t += p[i]; } return t; }
static NOINLINE int positive(int a) { if (a < 0) __builtin_trap(); return a; }
static NOINLINE int never(int a) { if (a > 1000) __builtin_unreachable(); return a * 2; }
static NOINLINE int scoped(int n) { int t = 0; for (int i = 1; i < n; i++) { int v[i]; for (int j = 0; j < i; j++) v[j] = i ^ j; t += v[i / 2] + v[i - 1]; } return t; }
static NOINLINE int constant(int a) { return a + 2 * __builtin_constant_p(5); }
static NOINLINE int types(void) { return __builtin_types_compatible_p(int, i32) + 2 * (int)__builtin_choose_expr(1, 3, 5); }
static NOINLINE double infinities(int n) { return n == 0 ? __builtin_inf() : n == 1 ? -__builtin_inf() : n == 2 ? __builtin_huge_val() : __builtin_nan(""); }
static NOINLINE u64 launder(u64 *p) { u64 *q = __builtin_launder(p); return *q + (u64)__builtin_is_aligned(p, 8) + (u64)((u64 *)__builtin_align_down((uintptr_t)p + 5, 8) == p); }
static NOINLINE void *same(void *p) { return __builtin_assume_aligned(p, 16); }
static NOINLINE int flt_rounds(void) { return __builtin_flt_rounds(); }
static NOINLINE u64 counter_moves(void) { return 1; }
static NOINLINE double horner(double x, int n, const double *c) { double r = 0; for (int i = n; i--;) r = __builtin_fma(r, x, c[i]); return r; }
static NOINLINE int compare_text(const char *a, const char *b) { int c = __builtin_strcmp(a, b); return (c > 0) - (c < 0); }
static NOINLINE float sign(float a) { return __builtin_copysignf(1.0f, a); }
static NOINLINE double clamp(double a) { return __builtin_fmin(__builtin_fmax(a, -1.0), 1.0); }
static NOINLINE i64 absolute(i64 a) { return __builtin_llabs(a); }
static NOINLINE int unpredictable(int a) { return __builtin_unpredictable(a > 3) ? a * 5 : a - 5; }
static NOINLINE void fence(int *p) { *p += 1; *p += 2; }
static NOINLINE u64 offsets(void) { struct s { char a; double b[3]; struct { short c, d; } e; }; return __builtin_offsetof(struct s, b[2]) * 100 + __builtin_offsetof(struct s, e.d); }

MAIN({
  begin("builtins");
  int list[30];
  for (int i = 0; i < 30; i++) list[i] = i * 3 - 20;
  put((u64)fetch(list, 30)), put((u64)positive(5)), put((u64)never(500)), put((u64)scoped(40)), put((u64)constant(3)), put((u64)types());
  for (int i = 0; i < 4; i++) put_double(infinities(i));
  u64 x = 41;
  put(launder(&x)), put(same(list) == list), put((u64)flt_rounds()), put(counter_moves()), put(offsets());
  put_double(horner(1.25, 20, real_corners));
  put((u64)compare_text("abc", "abd")), put((u64)compare_text("b", "a")), put((u64)compare_text("", ""));
  for (unsigned i = 0; i < COUNT(real_corners); i++) put_float(sign((float)real_corners[i])), put_double(clamp(real_corners[i]));
  for (unsigned i = 0; i < COUNT(corners); i++) if (corners[i] != 1ull << 63) put((u64)absolute((i64)corners[i])), put((u64)unpredictable((int)(corners[i] & 0xffff)));
  int y = 1;
  fence(&y);
  put((u64)y);
  end();
})
