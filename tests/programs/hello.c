// The smallest program with output.
#include <stdio.h>

int main(void) {
  puts("hello");
  return 0;
}
