// Jumps of every kind: computed goto, nested loops with exits, swapped values around loops, long conditions, tail calls, recursion.
#include "check.h"

static NOINLINE int interpret(const u8 *code, int x) {
  static const void *const labels[] = {&&stop, &&increment, &&twice, &&negate, &&loop, &&swap};
  int y = 1;
  const u8 *p = code;
  int rounds = 0;
  goto *labels[*p];
stop: return x * 100 + y;
increment: x++; goto *labels[*++p];
twice: x *= 2; y += x; goto *labels[*++p];
negate: x = -x; goto *labels[*++p];
swap: { int t = x; x = y; y = t; } goto *labels[*++p];
loop: if (++rounds < 5) p = code; else ++p; goto *labels[*p];
}
static NOINLINE void *label_address(int which) {
  static void *const table[] = {&&a, &&b, &&c};
  void *p = table[which];
  goto *p;
a: return 0;
b: return table;
c: return (void *)table[0] != (void *)table[1] ? &((char *)table)[1] : 0;
}
static NOINLINE u64 fibonacci(int n) { u64 a = 0, b = 1; while (n-- > 0) { u64 t = a + b; a = b; b = t; } return a; }
static NOINLINE u64 rotate_three(int n, u64 a, u64 b, u64 c) { for (int i = 0; i < n; i++) { u64 t = a; a = b; b = c; c = t ^ (u64)i; } return a * 5 + b * 3 + c; }
static NOINLINE double swap_reals(int n, double a, double b) { for (int i = 0; i < n; i++) { double t = a; a = b; b = t; if (i % 3 == 0) a += 1; } return a * 10 + b; }
static NOINLINE u64 gcd(u64 a, u64 b) { while (b) { u64 t = a % b; a = b; b = t; } return a; }
static NOINLINE int collatz(u64 n) { int steps = 0; for (; n != 1; steps++) n = n & 1 ? 3 * n + 1 : n / 2; return steps; }
static NOINLINE int search(const int *p, int n, int x) {
  int low = 0, high = n;
  while (low < high) { int middle = low + (high - low) / 2; if (p[middle] < x) low = middle + 1; else high = middle; }
  return low < n && p[low] == x ? low : -1;
}
static NOINLINE int nested(int n) {
  int t = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (j == i) continue;
      for (int k = 0;; k++) {
        if (k > j) break;
        if (t > 100000) goto out;
        t += i ^ j ^ k;
      }
    }
    do { t += 3; if (t % 7 == 0) break; } while (t % 5);
  }
out: return t;
}
static NOINLINE int conditions(int a, int b, int c, int d) {
  if ((a > b && c > d) || (a < c && b != d && !(a & 1))) return 1;
  if (a == b || (c == d && (a > 0 || b < 0)) || !(c || d)) return 2;
  return a > b ? c > d ? 3 : 4 : b > c ? 5 : a && b && c && d ? 6 : 7;
}
static NOINLINE int even(unsigned n);
static NOINLINE int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static NOINLINE int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static NOINLINE i64 tail_sum(i64 n, i64 sum) { if (n == 0) return sum; return tail_sum(n - 1, sum + n * n); }
static NOINLINE u64 ackermann(u64 m, u64 n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static NOINLINE int depth(int n, volatile int *p) { volatile int local[10] = {7}; local[n % 10] = n; if (n == 0) return *p; int r = depth(n - 1, local); return r + local[n % 10] + (p == 0); }
static NOINLINE int hanoi(int n, int a, int b, int c) { return n ? hanoi(n - 1, a, c, b) * 2 + a - b : c; }
static NOINLINE u32 must(int n, u32 acc);
static NOINLINE u32 must2(int n, u32 acc) { if (n <= 0) return acc; __attribute__((musttail)) return must(n - 1, acc * 3 + 1); }
static NOINLINE u32 must(int n, u32 acc) { if (n <= 0) return -acc; __attribute__((musttail)) return must2(n - 1, acc ^ (u32)n); }
static NOINLINE int likely(int a) { if (__builtin_expect(a > 10, 0)) return a * 2; if (__builtin_expect_with_probability(a == 3, 1, 0.9)) return 7; return a; }
static NOINLINE int assumed(int a) { __builtin_assume(a > 0); return a / 2 + a % 4; }
static NOINLINE _Noreturn void leave(int code) { exit(code); }
static NOINLINE int maybe_leave(int a) { if (a == 12345) leave(a); return a + 1; }

MAIN({
  begin("control");
  static const u8 code[] = {1, 2, 3, 5, 4, 2, 1, 0};
  for (int i = -5; i < 5; i++) put((u64)interpret(code, i));
  put(label_address(0) == 0), put(label_address(1) != 0), put(label_address(2) != 0);
  for (int i = 0; i < 90; i += 7) put(fibonacci(i)), put(rotate_three(i, 1, 2, 3)), put_double(swap_reals(i, 1.5, 2.5)), put((u64)nested(i / 4));
  for (u64 i = 1; i < 50; i++) put(gcd(i * 36, 90 * i + 18)), put((u64)collatz(i));
  int list[40];
  for (int i = 0; i < 40; i++) list[i] = i * i;
  for (int i = -2; i < 1700; i += 13) put((u64)search(list, 40, i)), put((u64)search(list, 40, i * i));
  for (int i = 0; i < 256; i++) put((u64)conditions(i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6));
  put((u64)even(100000)), put((u64)odd(100001)), put((u64)tail_sum(100000, 0)), put(ackermann(2, 9));
  int zero = 0;
  put((u64)depth(500, &zero)), put((u64)hanoi(12, 1, 2, 3)), put((u64)must(1000001, 1)), put((u64)must2(77, 5));
  for (int i = 0; i < 20; i++) put((u64)likely(i)), put((u64)assumed(i + 1)), put((u64)maybe_leave(i));
  end();
})
