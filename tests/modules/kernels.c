// Calls the Fortran routines, and prints what they give.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double place[3], speed[3], mass;
} Body;
void advance(int, Body *, double, int), transform(int, double complex *, int), areas(double *), wide(long long, long long, long long *);
double spin(int, const Body *);
long long ackermann(long long, long long);
int words(int, const char *, int *);

// What unoptimised code calls of Fortran's library: a comparison, and the assignment of a row.
int _FortranACharacterCompareScalar1(const char *a, const char *b, long size, long same) {
    int order = memcmp(a, b, size < same ? size : same);
    return order ? order : (size > same) - (size < same);
}

// A descriptor as ISO_Fortran_binding.h has it.
typedef struct {
    char *base;
    size_t size;
    int version;
    char rank, type, attribute, extra;
    struct {
        long lower, extent, stride;
    } dim[1];
} Row;

void _FortranAAssign(Row *to, const Row *from, const char *file, int line) {
    double copy[512];
    long count = from->rank ? from->dim[0].extent : to->dim[0].extent, stride = from->rank ? from->dim[0].stride : 0;
    if (to->rank != 1 || from->rank > 1 || count * from->size > sizeof copy) {
        fprintf(stderr, "line %d: no such assignment\n", line);
        abort();
    }
    for (long n = 0; n < count; n++) memcpy((char *)copy + n * from->size, from->base + n * stride, from->size);
    if (!to->base) { // It is allocatable, and freed by its user.
        to->base = malloc(sizeof copy);
        to->dim[0].lower = 1, to->dim[0].extent = count, to->dim[0].stride = to->size;
    }
    for (long n = 0; n < count; n++) memcpy(to->base + n * to->dim[0].stride, (char *)copy + n * from->size, from->size);
}

int main(void) {
    Body bodies[7];
    for (int i = 0; i < 7; i++)
        bodies[i] = (Body){{i * 0.7 - 2, i % 3 + 0.25, 1.0 / (i + 1)}, {0.1 * (i % 2), -0.05 * i, 0.01 * i * i}, 1 + i % 4};
    printf("%.17g\n", spin(7, bodies));
    advance(7, bodies, 1e-3, 200);
    for (int i = 0; i < 7; i++) printf("%.17g %.17g\n", bodies[i].place[0], bodies[i].speed[2]);
    printf("%.17g\n", spin(7, bodies));
    double complex x[256];
    for (int i = 0; i < 256; i++) x[i] = i % 11 - 3 + I * (i % 7) / 4.0;
    transform(256, x, 0);
    for (int i = 0; i < 256; i += 37) printf("%.10g %.10g\n", creal(x[i]), cimag(x[i]));
    transform(256, x, 1);
    for (int i = 0; i < 256; i += 37) printf("%.10g %.10g\n", creal(x[i]), cimag(x[i]));
    printf("%lld\n", ackermann(2, 300));
    const char *text = "The quick brown fox's jumps, over 13 lazy-dogs";
    int longest, count = words(strlen(text), text, &longest);
    printf("%d %d\n", count, longest);
    double sizes[4];
    areas(sizes);
    printf("%g %g %g %g\n", sizes[0], sizes[1], sizes[2], sizes[3]);
    long long numbers[4];
    wide(-9123456789012345678ll, 7777777777777ll, numbers);
    printf("%lld %lld %lld %lld\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    return 0;
}
