// Bit-fields of every width and sign, reading, writing, and crossing units.
#include "check.h"

struct narrow { unsigned a : 1, b : 2, c : 3, d : 5, e : 7, f : 14; };
struct sign { int a : 1, b : 2, c : 3, d : 5, e : 7, f : 14; };
struct wide { u64 a : 33, b : 17, c : 14; i64 d : 40, e : 24; };
struct across { u32 a : 20; u32 b : 20; u16 c : 9; u8 d : 4; u8 : 0; u8 e : 3; } __attribute__((packed));
struct flags { _Bool a : 1, b : 1; u8 rest : 6; };

static NOINLINE void set(struct narrow *n, struct sign *s, struct wide *w, struct across *x, struct flags *f, u64 v) {
  n->a = v, n->b = v, n->c = v, n->d = v, n->e = v, n->f = v;
  s->a = v, s->b = v, s->c = v, s->d = v, s->e = v, s->f = v;
  w->a = v, w->b = v, w->c = v, w->d = v, w->e = v;
  x->a = v, x->b = v, x->c = v, x->d = v, x->e = v;
  f->a = v, f->b = v >> 1, f->rest = v;
}
static NOINLINE void change(struct narrow *n, struct sign *s, struct wide *w, struct across *x, struct flags *f) {
  n->b++, n->c += n->d, n->e ^= n->f, n->f--;
  s->b++, s->c += s->d, s->e ^= s->f, s->f--;
  w->a *= 3, w->b += w->c, w->d -= w->e, w->e <<= 1;
  x->a += x->b, x->b ^= x->c, x->c++, x->d = x->e;
  f->a = !f->b, f->rest |= 5;
}
static NOINLINE void put_all(const struct narrow *n, const struct sign *s, const struct wide *w, const struct across *x, const struct flags *f) {
  put(n->a), put(n->b), put(n->c), put(n->d), put(n->e), put(n->f);
  put((u64)s->a), put((u64)s->b), put((u64)s->c), put((u64)s->d), put((u64)s->e), put((u64)s->f);
  put(w->a), put(w->b), put(w->c), put((u64)w->d), put((u64)w->e);
  put(x->a), put(x->b), put(x->c), put(x->d), put(x->e);
  put(f->a), put(f->b), put(f->rest);
}

MAIN({
  begin("bit-fields");
  struct narrow n = {0};
  struct sign s = {0};
  struct wide w = {0};
  struct across x = {0};
  struct flags f = {0};
  for (unsigned i = 0; i < COUNT(corners); i++) {
    set(&n, &s, &w, &x, &f, corners[i]);
    put_all(&n, &s, &w, &x, &f);
    change(&n, &s, &w, &x, &f);
    put_all(&n, &s, &w, &x, &f);
    for (unsigned k = 0; k < sizeof x; k++) put(((u8 *)&x)[k]);
  }
  end();
  printf("%zu %zu %zu %zu %zu\n", sizeof n, sizeof s, sizeof w, sizeof x, sizeof f);
})
