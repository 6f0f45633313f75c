// `long double` handed through: loaded, stored, passed, returned, in structures and variable arguments, but not computed with.
#include "check.h"
#include <stdarg.h>

struct holder { int tag; long double value; char after; };
static NOINLINE long double same(long double a) { return a; }
static NOINLINE long double third(long double a, int b, long double c, long double d) { return b ? d : a; }
static NOINLINE long double stacked(long double a, long double b, long double c, long double d, long double e, long double f, long double g, long double h, long double i, int j, long double k) { return j == 1 ? i : j == 2 ? k : e; }
static NOINLINE struct holder hold(int t, long double v) { struct holder h = {t, v, 'x'}; return h; }
static NOINLINE struct holder change(struct holder h) { h.tag++; return h; }
static NOINLINE long double nth(int n, ...) { va_list l; va_start(l, n); long double r = va_arg(l, long double); while (n--) r = va_arg(l, long double); va_end(l); return r; }
static NOINLINE void exchange(long double *a, long double *b) { long double t = *a; *a = *b; *b = t; }
static NOINLINE long double negative(long double a) { return -a; }

static void put_bits(long double v) { u64 w[2]; memcpy(w, &v, 16); put(w[0]), put(w[1]); }

long double list[] = {0, 1, -2.5L, 1e100L, 3.14159265358979323846264338327950288L, 1e-4000L};

MAIN({
  begin("long double");
  for (unsigned i = 0; i < COUNT(list); i++) {
    long double a = list[i];
    long double b = list[(i + 1) % COUNT(list)];
    put_bits(same(a)), put_bits(third(a, (int)i & 1, 2, b)), put_bits(stacked(1, 2, 3, 4, a, 6, 7, 8, b, (int)i % 3, a));
    struct holder h = change(hold((int)i, a));
    put((u64)h.tag), put_bits(h.value), put((u64)h.after);
    put_bits(nth(2, a, b, a)), put_bits(nth(1, b, a)), put_bits(negative(a));
    exchange(&list[0], &list[i]);
  }
  for (unsigned i = 0; i < COUNT(list); i++) put_bits(list[i]);
  end();
  printf("%Lg %Lg\n", list[0], list[2]);
})
