// Arguments of optimized functions, before calls and after them.
#include <stdio.h>

__attribute__((noinline)) int inner(int n, int *p) {
  *p += n;
  return n * 2;
}

__attribute__((noinline)) double outer(int a, long b, double c, const char *s) {
  int sum = 0;
  int first = inner(a + (int)b, &sum);
  int second = inner(a * 10, &sum);
  printf("%s %d\n", s, sum);
  return c * first + second + (double)b;
}

int main(void) {
  printf("%g\n", outer(3, 4, 2.5, "text"));
  return 0;
}
