// Calls: pointers to functions, callbacks, many arguments of every class, narrow results, libc.
#include "check.h"
#include <ctype.h>
#include <math.h>

typedef u64 binary(u64, u64);
static NOINLINE u64 add(u64 a, u64 b) { return a + b; }
static NOINLINE u64 sub(u64 a, u64 b) { return a - b; }
static NOINLINE u64 mul(u64 a, u64 b) { return a * b; }
static NOINLINE u64 apply(binary *f, u64 a, u64 b) { return f(a, b); }
static NOINLINE u64 fold(binary *f, const u64 *p, int n, u64 start) { while (n--) start = f(start, *p++); return start; }
static NOINLINE binary *choose(int c) { return c == '+' ? add : c == '-' ? sub : mul; }
struct object { const struct methods *vtable; int state; };
struct methods { int (*get)(struct object *); void (*set)(struct object *, int); };
static int get(struct object *o) { return o->state; }
static void set(struct object *o, int v) { o->state = v; }
static int get_negative(struct object *o) { return -o->state; }
static const struct methods plain = {get, set}, negative = {get_negative, set};
static NOINLINE int use(struct object *o, int v) { o->vtable->set(o, v); return o->vtable->get(o); }

static NOINLINE u64 ten(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i, u64 j) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10; }
static NOINLINE double twelve(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j, double k, double l) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12; }
static NOINLINE double mixed(int a, double b, float c, i64 d, u8 e, double f, i16 g, float h, i8 i, double j, u32 k, float l, double m, u64 n, float o, double p, int q, double r, float s, i8 t) {
  return a + b + (double)c + (double)d + e + f + g + (double)h + i + j + k + (double)l + m + (double)n + (double)o + p + q * 3 + r * 5 + (double)s * 7 + t * 11;
}
static NOINLINE i8 narrow8(int a) { return (i8)a; }
static NOINLINE u8 unarrow8(int a) { return (u8)a; }
static NOINLINE i16 narrow16(int a) { return (i16)a; }
static NOINLINE u16 unarrow16(int a) { return (u16)a; }
static NOINLINE u32 unarrow32(u64 a) { return (u32)a; }
static NOINLINE i32 narrow32(u64 a) { return (i32)a; }
static NOINLINE _Bool truth(u64 a) { return a != 0; }
static NOINLINE i64 widened(i8 a, u8 b, i16 c, u16 d, i32 e, u32 f, _Bool g) { return a + b + c + d + (i64)e + (i64)f + g; }
static NOINLINE i64 stacked(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, i8 i, u8 j, i16 k, u16 l, i32 m, u32 n, _Bool o, float p) { return (i64)(a + b + c + d + e + f + g + h) + i + j * 2 + k * 3 + l * 4 + (i64)m * 5 + (i64)n * 6 + o * 7 + (i64)p; }
static int ascending(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_length(const void *a, const void *b) { size_t x = strlen(*(char **)a), y = strlen(*(char **)b); return x != y ? (x > y) - (x < y) : strcmp(*(char **)a, *(char **)b); }
static NOINLINE void nothing(void) {}
static NOINLINE u64 nested_calls(u64 a) { return add(mul(a, 3), sub(add(a, 1), mul(a, a))); }
static NOINLINE double across(double a, double b, u64 c) { double t = a * b; u64 u = c * 3; nothing(); t += a; u ^= c; nothing(); return t - b + (double)u; }

MAIN({
  begin("calls");
  for (u64 i = 0; i < 10; i++) {
    put(apply(choose('+'), i, 5)), put(apply(choose('-'), i, 5)), put(apply(choose('*'), i, 5)), put(fold(choose("+-*"[i % 3]), corners + i, 9, i)), put(nested_calls(i));
    struct object o = {i & 1 ? &negative : &plain, 0};
    put((u64)use(&o, (int)i * 7));
    put(ten(i, 2, 3, 4, 5, 6, 7, 8, 9, 10)), put_double(twelve((double)i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    put_double(mixed((int)i, 1.5, 2.5f, -3, 250, 4.5, -30000, 5.5f, -100, 6.5, 4000000000u, 7.5f, 8.5, 1ull << 40, 9.5f, 10.5, -11, 12.5, 13.5f, -14));
    put_double(across((double)i, 2.5, i));
  }
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    put((u64)narrow8((int)a)), put(unarrow8((int)a)), put((u64)narrow16((int)a)), put(unarrow16((int)a)), put(unarrow32(a)), put((u64)narrow32(a)), put(truth(a));
    put((u64)widened((i8)a, (u8)a, (i16)a, (u16)a, (i32)a, (u32)a, a & 1));
    put((u64)stacked(1, 2, 3, 4, 5, 6, 7, 8, (i8)a, (u8)a, (i16)a, (u16)a, (i32)a, (u32)a, a & 1, (float)(a & 0xff)));
  }
  int list[50];
  for (int i = 0; i < 50; i++) list[i] = (i * 7919) % 101 - 50;
  qsort(list, 50, sizeof *list, ascending);
  for (int i = 0; i < 50; i++) put((u64)list[i]);
  int key = list[20];
  put((u64)((int *)bsearch(&key, list, 50, sizeof *list, ascending) - list));
  const char *words[] = {"pear", "fig", "banana", "apple", "kiwi", "date", "elderberry"};
  qsort(words, COUNT(words), sizeof *words, by_length);
  for (unsigned i = 0; i < COUNT(words); i++) put((u64)words[i][0]);
  put_double(pow(2, 0.5)), put_double(strtod("1e-3", 0)), put((u64)strtol("-777", 0, 8)), put((u64)toupper('q')), put((u64)abs(-5)), put((u64)labs(-5l)), put((u64)div(17, 5).rem);
  end();
  printf("%s %s %d %g\n", words[0], words[6], list[49], sqrt(2));
})
