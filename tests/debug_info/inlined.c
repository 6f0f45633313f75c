// Calls that are inlined, into each other and several times.
#include <stdio.h>

static inline int square(int n) {
  int product = n * n;
  return product + 1;
}

static inline int squares(const int *p, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += square(p[i]);
  return sum;
}

__attribute__((noinline)) int both(const int *p, const int *q, int count) {
  int first = squares(p, count);
  printf("%d\n", first);
  int second = squares(q, count - 1);
  printf("%d\n", second);
  return square(first) - second;
}

int main(int argc, char **argv) {
  int a[] = {argc, 2, 3}, b[] = {4, argc, 6};
  printf("%s %d\n", argv[0], both(a, b, 3));
  return 0;
}
