// flags: -finstrument-functions-after-inlining
// Each function tells where it starts and ends, tail calls and early returns too.
#include <stdarg.h>
#include <stdio.h>

#define QUIET __attribute__((no_instrument_function, noinline))

static int depth, entered, left, wrong;
static void *stack[100];

QUIET void __cyg_profile_func_enter(void *function, void *caller) {
    stack[depth++] = function;
    entered += caller != 0;
}

QUIET void __cyg_profile_func_exit(void *function, void *caller) {
    wrong += stack[--depth] != function;
    left += caller != 0;
}

__attribute__((noinline)) static int leaf(int a, double b) { return a + (int)b; }

__attribute__((noinline)) static int tail(int a) { return leaf(a + 1, 2.5); }

__attribute__((noinline)) static long long early(int a, int b) {
    if (a < b) return -1;
    if (a == b) return tail(a);
    return (long long)a * b;
}

__attribute__((noinline)) static int recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }

struct large { long a[5]; };

__attribute__((noinline)) static struct large in_memory(long n) { return (struct large){ { n, n + 1, n + 2, n + 3, n * n } }; }

__attribute__((noinline)) static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    double result = 0;
    while (count-- > 0) result += va_arg(list, double);
    va_end(list);
    return result;
}

__attribute__((noinline)) static int must(int a) { return a * 3; }

__attribute__((noinline)) static int must_tail(int a) { __attribute__((musttail)) return must(a + 1); }

QUIET int main(void) {
    printf("%d %lld %lld %lld\n", tail(3), early(1, 2), early(2, 2), early(3, 2));
    printf("%d %ld %g %d\n", recursive(8), in_memory(7).a[4], sum(3, 1.0, 2.0, 4.5), must_tail(4));
    printf("%d %d %d\n", depth, wrong, entered == left && entered > 20);
    return 0;
}
