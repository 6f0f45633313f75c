// Structures by value: passed, returned, nested, copied, in arrays, of every small size.
#include "check.h"

#define SIZED(N) struct s##N { u8 byte[N]; }; \
  static NOINLINE struct s##N make##N(int seed) { struct s##N s; for (int i = 0; i < N; i++) s.byte[i] = (u8)(seed * 7 + i); return s; } \
  static NOINLINE u64 sum##N(struct s##N s, int x) { u64 r = (u64)x; for (int i = 0; i < N; i++) r = r * 31 + s.byte[i]; return r; } \
  static NOINLINE struct s##N twice##N(struct s##N a, struct s##N b) { for (int i = 0; i < N; i++) a.byte[i] += b.byte[i]; return a; }
#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(15) X(16) X(17) X(20) X(24) X(31) X(32) X(33) X(40) X(64) X(100)
SIZES(SIZED)

struct mixed { char c; double d; short s; float f; i64 l; };
struct point { double x, y; };
struct line { struct point a, b; };
struct quad { float v[4]; };
struct one { float f; };
struct pair { int a; float b; };
struct pair2 { double a; i64 b; };
struct big { i64 v[20]; struct point p; };
struct inner { u8 tag; union { u32 u; float f; u8 b[4]; } as; };
struct outer { struct inner list[3]; struct { u16 a, b; }; struct outer *next; };

static NOINLINE struct mixed mix(struct mixed m, int k) { m.c += k; m.d *= k; m.s -= k; m.f += (float)k; m.l = -m.l; return m; }
static NOINLINE struct line move(struct line l, struct point by) { l.a.x += by.x; l.a.y += by.y; l.b.x -= by.x; l.b.y -= by.y; return l; }
static NOINLINE struct quad scale(struct quad q, float k) { for (int i = 0; i < 4; i++) q.v[i] *= k; return q; }
static NOINLINE struct one half(struct one o) { o.f /= 2; return o; }
static NOINLINE struct pair flip(struct pair p) { return (struct pair){(int)p.b, (float)p.a}; }
static NOINLINE struct pair2 flip2(struct pair2 p) { return (struct pair2){(double)p.b, (i64)p.a}; }
static NOINLINE struct big shift(struct big b, int n) { for (int i = 0; i < 20; i++) b.v[i] += i * n; b.p.x = n; return b; }
static NOINLINE i64 total(const struct big *b) { i64 t = (i64)b->p.x; for (int i = 0; i < 20; i++) t += b->v[i]; return t; }
static NOINLINE struct outer chain(struct outer o, struct outer *next) { o.next = next; o.list[1] = o.list[2]; o.list[2].as.f = 1.5f; o.a = (u16)(o.b + 1); return o; }
static NOINLINE double many(struct point a, int i, struct line l, struct pair p, float f, struct quad q, struct pair2 r, struct one o, struct mixed m) {
  return a.x + i + l.b.y + p.a + p.b + f + q.v[3] + r.a + (double)r.b + o.f + m.d + m.c;
}
static NOINLINE struct s24 pick(int which, struct s24 a, struct s24 b) { return which ? a : b; }
static NOINLINE u64 array_sum(struct point *p, int n) { double t = 0; for (int i = 0; i < n; i++) { struct point q = p[i]; t += q.x * q.y; } return (u64)t; }
static NOINLINE int same(struct pair a, struct pair b) { return a.a == b.a && a.b == b.b; }

#define PUT(N) put(sum##N(make##N(k), k)); put(sum##N(twice##N(make##N(k), make##N(k + 3)), -k));

MAIN({
  begin("sizes");
  for (int k = 0; k < 5; k++) { SIZES(PUT) }
  end();
  begin("kinds");
  struct mixed m = {'x', 2.5, 300, 1.25f, 1234567890123};
  m = mix(mix(m, 3), -2);
  put((u64)m.c), put_double(m.d), put((u64)m.s), put_float(m.f), put((u64)m.l);
  struct point p = {1, 2};
  struct line l = {{3, 4}, {5, 6}};
  l = move(l, p);
  put_double(l.a.x), put_double(l.a.y), put_double(l.b.x), put_double(l.b.y);
  struct quad q = scale((struct quad){{1, 2, 3, 4}}, 0.5f);
  for (int i = 0; i < 4; i++) put_float(q.v[i]);
  put_float(half((struct one){3}).f);
  struct pair f = flip((struct pair){7, -9});
  put((u64)f.a), put_float(f.b);
  struct pair2 f2 = flip2((struct pair2){-3, 8});
  put_double(f2.a), put((u64)f2.b);
  struct big b = {{1, 2, 3}, {9, 9}};
  b = shift(shift(b, 5), -3);
  put((u64)total(&b));
  struct outer o = {{{1, {0x3f800000}}, {2, {5}}, {3, {6}}}, {10, 20}, 0};
  struct outer o2 = chain(o, &o);
  put(o2.list[0].as.u), put(o2.list[1].as.u), put(o2.list[2].as.u), put(o2.a), put(o2.next == &o), put(o2.list[1].tag);
  put_double(many(p, 3, l, f, 0.25f, q, f2, (struct one){2}, m));
  put(sum24(pick(1, make24(1), make24(2)), 0)), put(sum24(pick(0, make24(1), make24(2)), 0));
  struct point list[5] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  struct point copy[5];
  memcpy(copy, list, sizeof copy);
  copy[4] = copy[1];
  put(array_sum(copy, 5));
  put((u64)same(f, f) + 2 * (u64)same(f, (struct pair){1, 2}));
  struct big bs[2] = {b, b};
  bs[0] = shift(bs[1], 100);
  put((u64)total(&bs[0])), put((u64)total(&bs[1]));
  end();
})
