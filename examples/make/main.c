#include <stdio.h>

int primes_below(int limit);
int twice(int x);

int main(void) {
  printf("%d primes below 1000, twice that is %d\n", primes_below(1000), twice(primes_below(1000)));
  return 0;
}
