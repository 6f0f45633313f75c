// setjmp and longjmp: out of depth, repeated, with locals that must survive.
#include "check.h"
#include <setjmp.h>

static jmp_buf place, other;
static int depth;

static NOINLINE void dive(int n, int code) {
  volatile int padding[20];
  padding[n % 20] = n;
  depth++;
  if (n == 0) longjmp(place, code);
  dive(n - 1, code + padding[n % 20] - n);
  depth--;
}
static NOINLINE int once(int n) {
  volatile int survives = n * 3;
  int code = setjmp(place);
  if (code == 0) {
    survives++;
    dive(n, n + 1);
    return -1;
  }
  return code * 1000 + survives;
}
static NOINLINE int repeated(int limit) {
  volatile int count = 0;
  int fixed = limit * 7;
  double real = limit / 2.0;
  int code = setjmp(other);
  count += code + 1;
  if (count < limit) longjmp(other, count);
  return count + fixed + (int)(real * 2);
}
static NOINLINE int nested(int n) {
  volatile int trace = 0;
  if (setjmp(place) == 0) {
    trace = trace * 10 + 1;
    if (setjmp(other) == 0) {
      trace = trace * 10 + 2;
      longjmp(other, 1);
    }
    trace = trace * 10 + 3;
    longjmp(place, n);
  }
  trace = trace * 10 + 4;
  return trace;
}
// A small exception mechanism.
struct handler { jmp_buf env; struct handler *outer; };
static struct handler *top;
static NOINLINE void throw(int code) { struct handler *h = top; top = h->outer; longjmp(h->env, code); }
static NOINLINE int risky(int n) { if (n % 3 == 2) throw(n + 100); return n; }
static NOINLINE int attempt(int n) {
  struct handler h;
  h.outer = top;
  top = &h;
  int code = setjmp(h.env);
  if (code) return -code;
  int r = risky(n) + risky(n + 1);
  top = h.outer;
  return r;
}

MAIN({
  begin("jumps");
  for (int i = 0; i < 20; i++) put((u64)once(i)), put((u64)repeated(i * 5)), put((u64)nested(i + 1)), put((u64)attempt(i));
  put((u64)depth);
  end();
})
