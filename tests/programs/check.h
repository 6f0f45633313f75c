// What the programs share: values that the optimizer does not know, and short output. A group of results is printed as one digest; with any
// argument a program prints every result.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
// Whatever such a function does, its callers do not know it.
#define UNKNOWN __attribute__((noinline, weak))
#define COUNT(A) (sizeof(A) / sizeof(A)[0])

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
#ifdef __SIZEOF_INT128__
typedef __int128 i128;
typedef unsigned __int128 u128;
#else
typedef _BitInt(128) i128;
typedef unsigned _BitInt(128) u128;
#endif

static int detail;
static u64 digest;
static const char *group;

static void begin(const char *name) {
  group = name;
  digest = 0xcbf29ce484222325u;
}

static NOINLINE void put(u64 value) {
  digest = (digest ^ value) * 0x100000001b3u;
  digest ^= digest >> 29;
  if (detail) printf("%s %016llx\n", group, (unsigned long long)value);
}

static void put128(u128 value) {
  put((u64)(value >> 64));
  put((u64)value);
}

static void put_float(float value) {
  u32 bits;
  memcpy(&bits, &value, 4);
  put(value != value ? 0x7fc00000u : bits);
}

static void put_double(double value) {
  u64 bits;
  memcpy(&bits, &value, 8);
  put(value != value ? 0x7ff8000000000000u : bits);
}

static void end(void) { printf("%s: %016llx\n", group, (unsigned long long)digest); }

// The corners of every width, as 64-bit patterns.
u64 corners[] = {
    0, 1, 2, 3, 7, 8, 15, 31, 32, 63, 64, 100, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x100, 0x7fe, 0x7ff, 0x800, 0xfff, 0x1000,
    0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x10000, 0x12345678, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
    0xfffffffe, 0xffffffff, 0x100000000, 0x123456789abcdef0, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x7ffffffffffffffe,
    0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xffffffff00000000, 0xfffffffffffff800, 0xfffffffffffff7ff,
    0xffffffffffffff80, 0xfffffffffffffffe, 0xffffffffffffffff,
};

double real_corners[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 1e-3, 123456.789, -98765.4321, 127.0, 128.0, 255.0, 256.0, 32767.0, 65536.0,
    2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 4294967295.0, 4294967296.0, 9007199254740992.0, 9007199254740993.0,
    9223372036854774784.0, 9223372036854775808.0, -9223372036854775808.0, 18446744073709549568.0, 1e19, 1e30, 1.7e38, 3.5e38, -1e40,
    1e300, 1e308, 1.7976931348623157e308, 2.2250738585072014e-308, 5e-324, 1e-40, 1.17549435e-38, 3.4028234663852886e38,
    1e308 * 10, -1e308 * 10,
};

static double not_a_number(void) {
  volatile double zero = 0.0;
  return zero / zero;
}

#define MAIN(...)                      \
  int main(int argc, char **argv) {    \
    (void)argv;                        \
    detail = argc > 1;                 \
    __VA_ARGS__;                       \
    return 0;                          \
  }
