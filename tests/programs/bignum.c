// Numbers of many digits: factorials, powers, pi, Fibonacci numbers, square roots; with 32- and 64-bit digits.
#include "check.h"

enum { LIMBS = 64 };
typedef struct { int n; u32 d[LIMBS]; } big;
static big of(u32 x) { big r = {1, {x}}; return r; }
static big times(big a, u32 x) { u64 c = 0; for (int i = 0; i < a.n; i++) c += (u64)a.d[i] * x, a.d[i] = (u32)c, c >>= 32; if (c) a.d[a.n++] = (u32)c; return a; }
static big plus(big a, big b) { u64 c = 0; int n = a.n > b.n ? a.n : b.n; for (int i = a.n; i < n; i++) a.d[i] = 0; for (int i = 0; i < n; i++) c += (u64)a.d[i] + (i < b.n ? b.d[i] : 0), a.d[i] = (u32)c, c >>= 32; a.n = n; if (c) a.d[a.n++] = 1; return a; }
static big product(big a, big b) {
  big r = {a.n + b.n, {0}};
  for (int i = 0; i < a.n; i++) { u64 c = 0; for (int j = 0; j < b.n || c; j++) c += r.d[i + j] + (j < b.n ? (u64)a.d[i] * b.d[j] : 0), r.d[i + j] = (u32)c, c >>= 32; }
  while (r.n > 1 && !r.d[r.n - 1]) r.n--;
  return r;
}
static u32 divide(big *a, u32 x) { u64 c = 0; for (int i = a->n; i--;) c = c << 32 | a->d[i], a->d[i] = (u32)(c / x), c %= x; while (a->n > 1 && !a->d[a->n - 1]) a->n--; return (u32)c; }
static void print(const char *name, big a) {
  u32 parts[80];
  int n = 0;
  do parts[n++] = divide(&a, 1000000000); while (a.n > 1 || a.d[0]);
  printf("%s = %u", name, parts[--n]);
  while (n) printf("%09u", parts[--n]);
  putchar('\n');
}
static u64 power_mod(u64 b, u64 e, u64 m) { u64 r = 1; for (b %= m; e; e >>= 1, b = (u64)((u128)b * b % m)) if (e & 1) r = (u64)((u128)r * b % m); return r; }
static int is_prime(u64 n) {
  static const u64 bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (n < 2) return 0;
  for (unsigned i = 0; i < COUNT(bases); i++) if (n % bases[i] == 0) return n == bases[i];
  u64 d = n - 1;
  int s = __builtin_ctzll(d);
  d >>= s;
  for (unsigned i = 0; i < COUNT(bases); i++) {
    u64 x = power_mod(bases[i], d, n);
    if (x == 1 || x == n - 1) continue;
    int r = 1;
    for (; r < s && x != n - 1; r++) x = (u64)((u128)x * x % n);
    if (x != n - 1) return 0;
  }
  return 1;
}
static void digits_of_pi(int n) {
  int a[300], size = n * 10 / 3;
  for (int i = 0; i < size; i++) a[i] = 2;
  int nines = 0, previous = -1;
  for (int j = 0; j < n; j++) {
    int q = 0;
    for (int i = size - 1; i >= 0; i--) { int x = 10 * a[i] + q * (i + 1); a[i] = x % (2 * i + 1); q = x / (2 * i + 1); }
    a[0] = q % 10, q /= 10;
    if (q == 9) { nines++; continue; }
    if (previous >= 0) printf("%d", previous + q / 10);
    for (; nines; nines--) printf("%d", q == 10 ? 0 : 9);
    previous = q % 10;
  }
  printf("%d\n", previous);
}

int main(void) {
  big f = of(1);
  for (u32 i = 2; i <= 100; i++) f = times(f, i);
  print("100!", f);
  big p = of(3), q = of(1);
  for (int e = 301; e; e >>= 1, p = product(p, p)) if (e & 1) q = product(q, p);
  print("3^301", q);
  big a = of(0), b = of(1);
  for (int i = 0; i < 1000; i++) { big c = plus(a, b); a = b; b = c; }
  print("fibonacci(1000)", a);
  digits_of_pi(80);
  for (u64 n = 18446744073709551557u; n > 18446744073709551300u; n--) if (is_prime(n)) printf("%llu ", (unsigned long long)n);
  printf("\n%llu\n", (unsigned long long)power_mod(123456789, 987654321987654321, 1000000000000000003));
  return 0;
}
