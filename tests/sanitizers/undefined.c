// Operations without a defined result: each is reported, and the program continues.
#include <limits.h>
#include <stdio.h>

__attribute__((noinline)) int sum(int a, int b) { return a + b; }
__attribute__((noinline)) long product(long a, long b) { return a * b; }
__attribute__((noinline)) int shifted(int a, int by) { return a << by; }
__attribute__((noinline)) int negated(int a) { return -a; }
__attribute__((noinline)) int entry(int index) {
  static int table[4] = {1, 2, 3, 4};
  return table[index];
}
__attribute__((noinline)) int misaligned(const void *at) { return *(const int *)at; }
__attribute__((noinline)) int truth(const void *at) { return *(const _Bool *)at; }
__attribute__((noinline)) int whole(double number) { return (int)number; }

int main(int count, char **arguments) {
  _Alignas(8) char bytes[8] = {0};
  unsigned char seven = 7;
  (void)arguments;
  sum(INT_MAX, count);
  product(LONG_MAX, count + 1);
  shifted(1, 31 + count);
  negated(INT_MIN);
  entry(3 + count);
  misaligned(bytes + 1);
  truth(&seven);
  whole(1e20 * count);
  printf("%d %d\n", sum(1, 2), shifted(1, 3));
  return 0;
}
