// Values that meet: many phis, of every type, with constants, swapped, in loops with several exits and entries; selections of every type.
#include "check.h"

struct pair { i64 a; double b; };
static NOINLINE i64 merge(int n, i64 a, i64 b) { i64 r; if (n == 0) r = a; else if (n == 1) r = b; else if (n == 2) r = 7; else r = a * b; return r + n; }
static NOINLINE float merge_float(int n, float a, float b) { float r; switch (n & 3) { case 0: r = a; break; case 1: r = b; break; case 2: r = 0; break; default: r = a * b; } return r; }
static NOINLINE double merge_double(int n, double a, double b) { double r = 1.5; if (n & 1) r = a; if (n & 2) r += b; if (n & 4) r = -r; return r; }
static NOINLINE u128 merge_wide(int n, u128 a, u128 b) { u128 r = 1; while (n--) { u128 t = a; a = b + r; b = t; if (n & 1) r ^= a; } return r + a; }
static NOINLINE const char *merge_pointer(int n) { const char *p = "none"; if (n > 10) p = "many"; else if (n > 1) p = "some"; else if (n == 1) p = "one"; return p; }
static NOINLINE struct pair merge_pair(int n, struct pair a, struct pair b) { return n & 1 ? a : n & 2 ? b : (struct pair){1, 2}; }
static NOINLINE i8 merge_byte(int n, i8 a, u8 b) { return (i8)(n ? a : b); }
static NOINLINE _Bool merge_truth(int n, _Bool a, _Bool b) { return n & 1 ? a : n & 2 ? b : n & 4 ? 1 : 0; }
static NOINLINE u64 circle(int n, u64 a, u64 b, u64 c, u64 d, u64 e) { while (n--) { u64 t = a; a = b; b = c; c = d; d = e; e = t + 1; } return a + b * 3 + c * 5 + d * 7 + e * 11; }
static NOINLINE double circle_mixed(int n, double a, u64 b, float c, double d) { while (n--) { double t = a; a = d; d = t; b += (u64)n; c += 0.5f; if (b % 5 == 0) { double u = a; a = (double)c; c = (float)u; } } return a + (double)b + (double)c + d; }
static NOINLINE int exits(const int *p, int n) { int i, last = 0; for (i = 0; i < n; i++) { if (p[i] < 0) return last; if (p[i] == 0) break; last = p[i]; if (last > 100) goto far; } return i * 10 + last; far: return -i; }
static NOINLINE u64 entries(int n, int start) { u64 t = 1; int i = 0; if (start) goto middle; for (; i < n; i++) { t *= 3; middle: t += (u64)i; if (t > 1000000) t %= 1009; } return t; }
static NOINLINE int chosen(int a, int b, int c) { int x = a > b ? a : b, y = a < c ? c : a, z = b == c ? x : y; return x * 10000 + y * 100 + z; }
static NOINLINE u64 selections(u64 a, u64 b) { return (a > b ? a : 0) + (a < b ? 1 : b) + (a == b ? ~0ull : a) + ((i64)a > 0 ? a + 1 : b) + ((a & 1) ? ~b : a) + (a ? -b : b) + (a >= 5 ? 5 : a); }
static NOINLINE double real_selections(double a, double b) { return (a > b ? a : b) * 2 + (a == b ? 1.0 : 0.0) + (a < 0 ? -a : a) + (b != b ? 0 : b) + (a <= b && b > 0 ? a : 3.0); }
static volatile int between;
static NOINLINE u64 loaded_selections(const u64 *a, const u64 *b, int n, u64 other) { if (n & 1) { between = 1; u64 x = *a, y = *b; between = 2; other = a < b ? x : y; between = 3; } return other; }
static NOINLINE double loaded_real_selections(const double *a, const double *b, int n, double other) { if (n & 1) { between = 1; double x = *a, y = *b; between = 2; other = a < b ? x : y; between = 3; } return other; }

MAIN({
  begin("phis");
  for (int n = 0; n < 12; n++) {
    put((u64)merge(n, 5, -9)), put_float(merge_float(n, 1.5f, -2)), put_double(merge_double(n, 2.5, 0.25)), put128(merge_wide(n, (u128)3 << 70, 5)), put((u64)merge_pointer(n)[0] + (u64)merge_pointer(n)[1]);
    struct pair p = merge_pair(n, (struct pair){3, 4}, (struct pair){5, 6});
    put((u64)p.a), put_double(p.b), put((u64)merge_byte(n, -5, 250)), put(merge_truth(n, n & 8, !(n & 8))), put(circle(n, 1, 2, 3, 4, 5)), put_double(circle_mixed(n, 1, 2, 3, 4));
    put(entries(n * 3, n & 1)), put((u64)chosen(n % 3, n % 4, n % 5));
  }
  int list[] = {1, 2, 3, 0, 5, -1, 7, 200, 9};
  for (int i = 0; i < 9; i++) for (int n = 0; n <= 9 - i; n++) put((u64)exits(list + i, n));
  for (unsigned i = 0; i < COUNT(corners); i++) for (unsigned j = 0; j < COUNT(corners); j += 3) put(selections(corners[i], corners[j]));
  for (unsigned i = 0; i < COUNT(real_corners); i++) for (unsigned j = 0; j < COUNT(real_corners); j++) put_double(real_selections(real_corners[i], real_corners[j]));
  for (unsigned i = 0; i + 1 < COUNT(corners); i++) put(loaded_selections(corners + i, corners + (i ^ 1), (int)i, 9));
  for (unsigned i = 0; i + 1 < COUNT(real_corners); i++) put_double(loaded_real_selections(real_corners + i, real_corners + (i ^ 1), (int)i, 9));
  end();
})
