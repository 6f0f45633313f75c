// Variable arguments of every class, copies of lists, lists handed on, structures, and many of all.
#include "check.h"
#include <stdarg.h>

struct small { int a, b; };
struct medium { i64 a, b; };
struct large { i64 a[5]; };
struct reals { double x, y; };
struct single { float f; };

static NOINLINE i64 sum(int n, ...) {
  va_list l;
  va_start(l, n);
  i64 t = 0;
  while (n--) t = t * 3 + va_arg(l, int);
  va_end(l);
  return t;
}
static NOINLINE double total(int n, ...) {
  va_list l;
  va_start(l, n);
  double t = 0;
  while (n--) t = t / 2 + va_arg(l, double);
  va_end(l);
  return t;
}
static NOINLINE void by_format(const char *f, ...) {
  va_list l, again;
  va_start(l, f);
  va_copy(again, l);
  for (int pass = 0; pass < 2; pass++)
    for (const char *p = f; *p; p++) switch (*p) {
        case 'i': put((u64)(pass ? va_arg(again, int) : va_arg(l, int))); break;
        case 'l': put((u64)(pass ? va_arg(again, i64) : va_arg(l, i64))); break;
        case 'd': put_double(pass ? va_arg(again, double) : va_arg(l, double)); break;
        case 'w': put128(pass ? va_arg(again, u128) : va_arg(l, u128)); break;
        case 'p': put((u64)strlen(pass ? va_arg(again, char *) : va_arg(l, char *))); break;
        case 's': { struct small s = pass ? va_arg(again, struct small) : va_arg(l, struct small); put((u64)(s.a * 1000 + s.b)); break; }
        case 'm': { struct medium s = pass ? va_arg(again, struct medium) : va_arg(l, struct medium); put((u64)(s.a * 1000 + s.b)); break; }
        case 'g': { struct large s = pass ? va_arg(again, struct large) : va_arg(l, struct large); put((u64)(s.a[0] * 1000 + s.a[4])); break; }
        case 'r': { struct reals s = pass ? va_arg(again, struct reals) : va_arg(l, struct reals); put_double(s.x - s.y); break; }
        case 'f': { struct single s = pass ? va_arg(again, struct single) : va_arg(l, struct single); put_float(s.f); break; }
      }
  va_end(again);
  va_end(l);
}
static NOINLINE int text(char *to, size_t n, const char *format, ...) {
  va_list l;
  va_start(l, format);
  int r = vsnprintf(to, n, format, l);
  va_end(l);
  return r;
}
static NOINLINE i64 rest(va_list l, int n) { i64 t = 0; while (n--) t = t * 7 + va_arg(l, i64); return t; }
static NOINLINE i64 hand_on(int a, int b, int c, int d, int e, int f, int g, int h, int i, double x, ...) {
  va_list l;
  va_start(l, x);
  i64 first = va_arg(l, i64);
  i64 t = rest(l, 3);
  va_end(l);
  return first + t + a + b + c + d + e + f + g + h + i + (i64)x;
}
static NOINLINE double after_reals(double a, double b, double c, double d, double e, double f, double g, double h, double i, ...) {
  va_list l;
  va_start(l, i);
  double t = va_arg(l, double) + va_arg(l, int) + va_arg(l, double);
  va_end(l);
  return t + a + b + c + d + e + f + g + h + i;
}

MAIN({
  begin("variable arguments");
  put((u64)sum(0));
  put((u64)sum(3, 1, -2, 3));
  put((u64)sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  put_double(total(2, 1.5, 2.5));
  put_double(total(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0));
  struct small s = {3, 4};
  struct medium m = {5, 6};
  struct large g = {{7, 0, 0, 0, 8}};
  struct reals r = {1.5, 0.25};
  struct single f = {2.75f};
  u128 w = (u128)1 << 100 | 77;
  by_format("ildwp", 1, (i64)-2, 3.5, w, "four");
  by_format("smgrf", s, m, g, r, f);
  by_format("iwiwiwlw", 1, w, 2, w + 1, 3, w + 2, (i64)4, w + 3);
  by_format("iiiiiisimsdr", 1, 2, 3, 4, 5, 6, s, 7, m, s, 0.5, r);
  by_format("dddddddddrfrd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, r, f, r, 10.0);
  by_format("pgpgpm", "a", g, "bb", g, "ccc", m);
  put((u64)hand_on(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.0, (i64)11, (i64)12, (i64)13, (i64)14));
  put_double(after_reals(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5, 11, 12.5));
  end();
  char buffer[200];
  int n = text(buffer, sizeof buffer, "%d %s %.3f %c %lld %x %5.1e %p|%-6d|%+d", 42, "text", 3.14159, 'z', 1ll << 40, 255, 12345.678, (void *)0, 7, 8);
  printf("%d: %s\n", n, buffer);
  printf("%d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  printf("%.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %d\n", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11);
})
