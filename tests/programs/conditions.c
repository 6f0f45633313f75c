// Comparisons that are combined, and that stand beside what computes the same: all predicates, all pairs of them.
#include "check.h"

static const i64 values[] = {0,    1,     -1,   2,     3,           30,           31,          32,
                              -31,  -32,   127,  128,   4095,        4096,         -4096,       32767,
                              0x7fffffff, -0x80000000LL, 0xffffffff, 0x7fffffffffffffff, -0x7fffffffffffffff - 1};

static u64 sum;
static void add(i64 value) { sum = (sum ^ (u64)value) * 1099511628211u; }

// Two comparisons of one type combined in four ways: selected by, as a number, branched on, and one of three.
#define PAIR(Q, P) \
  add(((a P b) & (c Q d)) ? a : d); \
  add(((a P b) | (c Q d)) ? b : c); \
  add(((a P 31) & (c Q -31)) + 2 * ((b P -32) | (d Q 32))); \
  add((((a P b) | (b Q c)) & (d P 5)) ? c : b); \
  if (((a & b) P 0) & ((c & 12) Q 0)) add(c);

#define WITH(P) \
  PAIR(<, P) PAIR(<=, P) PAIR(>, P) PAIR(>=, P) PAIR(==, P) PAIR(!=, P)

// Without overflow.
#define PLUS(T, A, B) ((T)((u64)(A) + (u64)(B)))
#define MINUS(T, A, B) ((T)((u64)(A) - (u64)(B)))

// A comparison beside a sum, a difference or bits, before and after it, of the same or nearly the same.
#define BESIDE(P, T) \
  { T x = MINUS(T, a, b); add(a P b ? x : c); } \
  { T x = MINUS(T, b, a); add(a P b ? x : d); } \
  { T x = MINUS(T, a, 5); add(a P 5 ? x : c); add(b P 4 ? MINUS(T, b, 5) : d); add(c P 6 ? MINUS(T, c, 5) : d); } \
  { T x = a & b; add(x P 0 ? x : c); } \
  { T x = PLUS(T, a, b); add(x P 0 ? x : c); } \
  { T x = MINUS(T, a, b); add(x P 0 ? d : x); } \
  { T x = a & ~b; add(x P 0 ? d : x); } \
  add(PLUS(T, c, a P b)); add((a P 3) + (b P c) + (d P 7)); \
  if ((signed char)a P 0) add(1); \
  if ((short)b P 0) add(2);

#define FUNCTION(T, NAME) \
  NOINLINE static void NAME(T a, T b, T c, T d) { \
    WITH(<) WITH(<=) WITH(>) WITH(>=) WITH(==) WITH(!=) \
    BESIDE(<, T) BESIDE(<=, T) BESIDE(>, T) BESIDE(>=, T) BESIDE(==, T) BESIDE(!=, T) \
    add((a & 1) ? b : c); add((a >> 3 & 1) ? c : d); add(PLUS(T, (u64)a << 4 & 0x70, b)); \
    if (a & 1) add(b); \
  }

FUNCTION(int, ints)
FUNCTION(unsigned, unsigneds)
FUNCTION(i64, longs)
FUNCTION(u64, unsigned_longs)

// A difference that does not go below zero.
NOINLINE static unsigned saturated(unsigned a, unsigned b) { return a > b ? a - b : 0; }

int main(void) {
  for (unsigned i = 0; i < COUNT(values); i++)
    for (unsigned j = 0; j < COUNT(values); j++) {
      i64 a = values[i], b = values[j], c = values[(i * 7 + j) % COUNT(values)], d = values[(j * 5 + i * 3) % COUNT(values)];
      ints(a, b, c, d);
      unsigneds(a, b, c, d);
      longs(a, b, c, d);
      unsigned_longs(a, b, c, d);
      add(saturated(a, b));
    }
  printf("%llx\n", (unsigned long long)sum);
  return 0;
}
