/* Square roots, whose function sets errno only if the argument is negative. */
#include "check.h"
#include <errno.h>
#include <math.h>

static volatile double numbers[] = { 0.0, -0.0, 2.0, 1e300, 4.9e-324, -1.0, -1e-310, INFINITY, -INFINITY, NAN };

__attribute__((noinline)) double root(double x) { return sqrt(x); }
__attribute__((noinline)) float root_of_float(float x) { return sqrtf(x) + 1; }

/* The calls are in a loop, where values live across them. */
__attribute__((noinline)) double sum(double x, double step, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += sqrt(x + i * step) * (x - step) + sqrt(total);
    return total;
}

/* Other values are live if the argument is negative. */
__attribute__((noinline)) double nearest(double b, double c, double *other)
{
    double d = b * b - c;
    if (d < -1)
        return -1;
    double r = sqrt(d);
    *other = b + r;
    return b - r;
}

static void say(const char *name, double x, double r)
{
    union { double d; unsigned long long u; } bits = { r };
    printf("%s %g: %llx %d\n", name, x, r == r ? bits.u : 1, errno == EDOM ? 1 : errno);
    errno = 0;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double x = numbers[i], other = 0;
        say("double", x, root(x));
        say("float", x, root_of_float((float)x));
        say("near", x, nearest(x, 2.5, &other));
        say("other", x, other);
    }
    say("sum", 1, sum(1, 0.25, 100));
    say("sum", 1, sum(1, -0.25, 6));
    return 0;
}
