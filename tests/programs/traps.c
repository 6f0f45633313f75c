// What stops a program: traps, overflow that is checked, a breakpoint. A handler of the signal continues after them.
// flags: -fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds -fsanitize-trap=all
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static void handler(int signal) { siglongjmp(back, 1); }

static __attribute__((noinline)) int add(int a, int b) { return a + b; }
static __attribute__((noinline)) long multiply(long a, long b) { return a * b; }
static __attribute__((noinline)) int divide(int a, int b) { return a / b; }
static __attribute__((noinline)) int shift(int a, int b) { return a << b; }
static __attribute__((noinline)) int element(int n) {
  static int table[4] = {10, 20, 30, 40};
  return table[n];
}
static __attribute__((noinline)) int trap(int n) {
  if (n == 1) __builtin_trap();
  if (n == 2) __builtin_debugtrap();
  return n;
}

#define TRY(EXPRESSION)                                                                  \
  if (sigsetjmp(back, 1) == 0) printf("%s: %ld\n", #EXPRESSION, (long)(EXPRESSION));      \
  else printf("%s: stopped\n", #EXPRESSION)

int main(void) {
  signal(SIGTRAP, handler);
  signal(SIGILL, handler);
  TRY(add(1, 2));
  TRY(add(2147483647, 1));
  TRY(multiply(1L << 31, 1L << 31));
  TRY(multiply(1L << 32, 1L << 31));
  TRY(divide(7, -2));
  TRY(divide(7, 0));
  TRY(divide(-2147483647 - 1, -1));
  TRY(shift(3, 4));
  TRY(shift(3, 32));
  TRY(element(3));
  TRY(element(4));
  TRY(trap(0));
  TRY(trap(1));
  TRY(trap(2));
}
