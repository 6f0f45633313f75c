// Counters of 64 bits on machines with words of 32: they rise.
#include <stdio.h>

int main(void) {
  unsigned long long before = __builtin_readcyclecounter(), steady = __builtin_readsteadycounter();
  int falls = 0;
  for (int i = 0; i < 1000; i++) {
    unsigned long long now = __builtin_readcyclecounter(), now_steady = __builtin_readsteadycounter();
    falls += now < before || now_steady < steady;
    before = now;
    steady = now_steady;
  }
  printf("counters: fell %d times, %s\n", falls, before && steady ? "both count" : "one stands");
  return 0;
}
