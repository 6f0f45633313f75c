// Rounding to integers: edge cases and random values, in all rounding modes, against the C library's functions.

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits_of(double x) { uint64_t b; memcpy(&b, &x, 8); return b; }
static uint32_t bits_of_float(float x) { uint32_t b; memcpy(&b, &x, 4); return b; }
static double double_of(uint64_t b) { double x; memcpy(&x, &b, 8); return x; }
static float float_of(uint32_t b) { float x; memcpy(&x, &b, 4); return x; }

#define EACH(F) \
    F(floor, floorf) F(ceil, ceilf) F(trunc, truncf) F(round, roundf) \
    F(rint, rintf) F(nearbyint, nearbyintf) F(roundeven, roundevenf)

double roundeven(double);
float roundevenf(float);

#define HERE(f, g) \
    __attribute__((noinline)) static double here_##f(double x) { return __builtin_##f(x); } \
    __attribute__((noinline)) static float here_##g(float x) { return __builtin_##g(x); }
EACH(HERE)

// Through a pointer that the compiler knows nothing of.
#define POINTERS(f, g) \
    static double (*volatile there_##f)(double) = f; \
    static float (*volatile there_##g)(float) = g;
EACH(POINTERS)

static unsigned wrong;
static uint64_t hash = 14695981039346656037u;

static void note(uint64_t b) { hash = (hash ^ b) * 1099511628211u; }

static void check(const char *name, double x, double here, double there) {
    if (isnan(x) ? !isnan(here) : bits_of(here) != bits_of(there)) {
        if (wrong++ < 20) printf("%s(%a) is %a, not %a\n", name, x, here, there);
    }
    if (!isnan(x)) note(bits_of(here));
}

static void try_double(double x) {
#define TRY(f, g) check(#f, x, here_##f(x), there_##f(x));
    EACH(TRY)
}

static void try_float(float x) {
#define TRYF(f, g) check(#g, x, here_##g(x), there_##g(x));
    EACH(TRYF)
}

static void edges(void) {
    for (int exponent = 0; exponent < 2048; exponent++) {
        static const uint64_t fractions[] = {0, 1, 1ull << 51, (1ull << 51) + 1, (1ull << 51) - 1, (1ull << 52) - 1, 3ull << 50};
        for (unsigned i = 0; i < sizeof fractions / sizeof *fractions; i++) {
            uint64_t b = (uint64_t)exponent << 52 | fractions[i];
            try_double(double_of(b));
            try_double(double_of(b | 1ull << 63));
        }
    }
    for (int exponent = 0; exponent < 256; exponent++) {
        static const uint32_t fractions[] = {0, 1, 1u << 22, (1u << 22) + 1, (1u << 22) - 1, (1u << 23) - 1, 3u << 21};
        for (unsigned i = 0; i < sizeof fractions / sizeof *fractions; i++) {
            uint32_t b = (uint32_t)exponent << 23 | fractions[i];
            try_float(float_of(b));
            try_float(float_of(b | 1u << 31));
        }
    }
    for (int n = -40; n <= 40; n++) {
        try_double(n * 0.25);
        try_float(n * 0.25f);
        try_double(nextafter(n * 0.25, 100));
        try_float(nextafterf(n * 0.25f, 100));
        try_double(nextafter(n * 0.25, -100));
        try_float(nextafterf(n * 0.25f, -100));
        try_double(4503599627370496.0 + n * 0.5);
        try_double(-4503599627370496.0 + n * 0.5);
        try_double(9223372036854775808.0 * (1 + n / 64.0));
        try_float(8388608.0f + n * 0.5f);
        try_float(-8388608.0f + n * 0.5f);
        try_float(2147483648.0f * (1 + n / 64.0f));
    }
}

static void random_values(void) {
    uint64_t state = 42;
    for (int i = 0; i < 20000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t b = state ^ state >> 29;
        // Exponents near those at which there are fractions.
        try_double(double_of((b & ~(0x7ffull << 52)) | (uint64_t)(1020 + b % 60) << 52));
        try_float(float_of(((uint32_t)b & ~(0xffu << 23)) | (uint32_t)(124 + (b >> 40) % 30) << 23));
    }
}

int main(void) {
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        edges();
        random_values();
        fesetround(FE_TONEAREST);
        printf("mode %d: wrong %u\n", i, wrong);
        // In the other modes clang need not compute the inputs as they are written.
        if (i == 0) printf("hash %016llx\n", (unsigned long long)hash);
    }
    printf("signs of zeros: %d %d %d %d\n", !!signbit(here_ceil(-0.25)), !!signbit(here_rint(-0.5)),
           !!signbit(here_trunc(-0.75)), !!signbit(here_floor(-0.0)));
    return 0;
}
