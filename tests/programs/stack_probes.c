// flags: -fstack-clash-protection
// Frames and variable objects of all sizes around those of pages: what lies in them keeps its values.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static long fill(void *at, long size, int seed) {
    unsigned char *p = at;
    for (long i = 0; i < size; i++) p[i] = (unsigned char)(i * 7 + seed);
    return 0;
}

__attribute__((noinline)) static long check(const void *at, long size, int seed) {
    const unsigned char *p = at;
    long sum = 0;
    for (long i = 0; i < size; i++) sum += p[i] == (unsigned char)(i * 7 + seed);
    return sum;
}

#define FRAME(SIZE)                                                          \
    __attribute__((noinline)) static long frame_##SIZE(int seed, int depth) { \
        char object[SIZE];                                                   \
        fill(object, SIZE, seed);                                            \
        long inner = depth > 0 ? frame_##SIZE(seed + 1, depth - 1) : 0;      \
        return inner + check(object, SIZE, seed);                            \
    }

FRAME(16) FRAME(500) FRAME(1000) FRAME(1024) FRAME(2000) FRAME(2040) FRAME(2100) FRAME(4000) FRAME(4064) FRAME(4096) FRAME(4200)
FRAME(6100) FRAME(8192) FRAME(9000) FRAME(16400) FRAME(65536) FRAME(70001) FRAME(300000)

__attribute__((noinline)) static long aligned(int seed) {
    _Alignas(64) char object[9000];
    fill(object, sizeof object, seed);
    return check(object, sizeof object, seed) + ((unsigned long)object % 64);
}

__attribute__((noinline)) static long pages(int seed) {
    _Alignas(8192) char object[100];
    fill(object, sizeof object, seed);
    return check(object, sizeof object, seed) + ((unsigned long)object % 8192);
}

__attribute__((noinline)) static long variable(long size, int seed) {
    char object[size];
    fill(object, size, seed);
    return check(object, size, seed);
}

__attribute__((noinline)) static long several(long size, int seed) {
    char fixed[5000], *first = alloca(size), *second = alloca(size + 100);
    fill(fixed, sizeof fixed, seed);
    fill(first, size, seed + 1);
    fill(second, size + 100, seed + 2);
    return check(fixed, sizeof fixed, seed) + check(first, size, seed + 1) + check(second, size + 100, seed + 2);
}

__attribute__((noinline)) static double many(double a, double b, int c, long d, int e, int f, int g, int h, int i, int j, int k) {
    char object[20000];
    fill(object, sizeof object, c + e + f + g + h + i + j + k);
    return a * b + (double)check(object, sizeof object, c + e + f + g + h + i + j + k) + (double)d;
}

__attribute__((noinline)) static long leaf(int n) {
    volatile char object[5000];
    object[0] = (char)n;
    object[4999] = (char)(n + 1);
    return object[0] + object[4999];
}

__attribute__((noinline)) static long early(int n) {
    if (n < 3) return n;
    char object[7000];
    fill(object, sizeof object, n);
    return check(object, sizeof object, n);
}

// What takes no room takes none from what is there.
__attribute__((noinline)) static long nothing(long size, int seed) {
    char *first = alloca(size + 24);
    fill(first, size + 24, seed);
    for (int i = 0; i < 3; i++) {
        volatile char *next = alloca(size);
        if (size) next[0] = 1;
    }
    return check(first, size + 24, seed);
}

int main(void) {
    static long (*const frames[])(int, int) = {
        frame_16, frame_500, frame_1000, frame_1024, frame_2000, frame_2040, frame_2100, frame_4000, frame_4064,
        frame_4096, frame_4200, frame_6100, frame_8192, frame_9000, frame_16400, frame_65536, frame_70001, frame_300000,
    };
    for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) printf("%ld ", frames[i](i, 2));
    printf("\n%ld %ld\n", aligned(3), pages(4));
    static const long sizes[] = { 1, 16, 1000, 4080, 4096, 4097, 8191, 8192, 50000, 200001 };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        printf("%ld %ld\n", variable(sizes[i], i), several(sizes[i], i));
    printf("%g %ld %ld %ld\n", many(1.5, 2.0, 1, 100, 2, 3, 4, 5, 6, 7, 8), leaf(5), early(2), early(9));
    printf("%ld %ld\n", nothing(0, 3), nothing(4096, 4));
    return 0;
}
