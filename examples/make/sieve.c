#include <string.h>

enum { MOST = 10000 };

int primes_below(int limit) {
  static char composite[MOST];
  int count = 0;
  memset(composite, 0, sizeof composite);
  for (int n = 2; n < limit && n < MOST; n++) {
    if (composite[n]) continue;
    count++;
    for (int multiple = 2 * n; multiple < limit && multiple < MOST; multiple += n) composite[multiple] = 1;
  }
  return count;
}
