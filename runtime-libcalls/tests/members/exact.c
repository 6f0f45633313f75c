// Calls each function of the library on corner inputs and random ones, and prints a hash of the
// results for every kind of call; or, for one of them, all inputs and results. With REFERENCE
// defined, the machine's own operations and libgcc compute the results instead. Arguments: the
// number of inputs, and the name of the call whose results are listed. No C library is required.
#include "../../c/types.h"

typedef float sf;
typedef double df;
typedef long double tf;

// Output, by Linux' system calls.

static char text[4096];
static u32 used;

static long call_system(long number, long a, long b, long c) {
  register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c, a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}

static void flush(void) {
  call_system(64, 1, (long)text, used);
  used = 0;
}

static void put(char c) {
  text[used++] = c;
  if (used == sizeof text) flush();
}

static void put_text(const char *s) {
  while (*s) put(*s++);
}

static void put_hex(u128 x) {
  for (i32 i = 124; i >= 0; i -= 4) put("0123456789abcdef"[(u32)(x >> i) & 15]);
}

// The hash of all results, and the listing.

static u64 hash;
static u32 count, index_of_input, is_listed;

static void result(u128 x) {
  if (is_listed) {
    put_text(" = ");
    put_hex(x);
    put('\n');
  }
  hash += (u64)x;
  hash ^= hash << 13;
  hash ^= hash >> 7;
  hash += (u64)(x >> 64);
  hash ^= hash << 17;
}

// Random inputs (Marsaglia's xorshift), after all pairs of corners.

static u64 state;

static u64 random_64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static u128 random_128(void) {
  u128 x = random_64();
  return x << 64 | random_64();
}

enum { INTEGER_CORNERS = 28, FLOAT_CORNERS = 36 };

// Returns the number of the corner of the first or second operand, or `corners` for a random input.
static u32 corner(u32 which, u32 corners) {
  u32 row = 0, rest = index_of_input;
  while (rest >= corners && row < corners) rest -= corners, row++;
  return row == corners ? corners : which ? rest : row;
}

static u128 integer(u32 which, u32 bits) {
  u32 n = corner(which, INTEGER_CORNERS);
  u128 one = 1, x;
  if (n < INTEGER_CORNERS) {
    // Powers of two at the ends of words, with their neighbours and complements.
    static const unsigned char powers[7] = {0, 2, 15, 31, 32, 63, 127};
    x = (one << (powers[n >> 2] & (bits - 1))) - (n & 1);
    return n & 2 ? ~x : x;
  }
  x = random_128() >> (random_64() & 127 & (bits - 1));
  return random_64() & 1 ? ~x : x;
}

static u128 last_float;

// Returns the bits of a floating-point number with `size` bits and `fraction` bits in the fraction.
static u128 floating(u32 which, u32 size, u32 fraction) {
  u32 n = corner(which, FLOAT_CORNERS), exponents = size - fraction - 1, all = (1u << exponents) - 1, bias = all >> 1;
  u128 one = 1, ones = (one << fraction) - 1, f, e, negative;
  if (n < FLOAT_CORNERS) {
    // Zero, the smallest and largest subnormal, normal, even and odd numbers, infinity, NaNs; with
    // both signs.
    u32 row = n >> 1;
    negative = n & 1;
    static const short away[18] = {0, 0, 0, 0, 0, 0, 0, 0, 31, 32, 52, 53, 63, 64, -1, 112, 113, 1};
    e = row < 3 ? 0 : row == 3 ? 1 : row < 7 ? all - (row > 4 ? 0 : 1) : (u128)(bias + (u32)away[row]) & all;
    f = row == 0 || row == 3 || row == 5 ? 0 : row == 1 ? 1 : row == 6 ? (one << (fraction - 1)) + 1 : ones;
    if (row >= 7) f = row & 1 ? 0 : row & 2 ? 1 : ones;
  } else {
    u64 choice = random_64();
    negative = choice & 1;
    u32 some = (u32)(choice >> 8 & 0xffff);
    u32 last = (u32)(last_float >> fraction) & all;
    e = some & all;
    switch (choice >> 1 & 7) {
    case 0: e = bias + (some & 15) - 8; break;
    case 1: e = some & 15; break;
    case 2: e = all - (some & 15); break;
    case 3: e = last; break;
    case 4: e = (last + (some & 15) - 8) & all; break;
    case 5: e = (last + (some & 127) - 64) & all; break;
    case 6: e = (bias + (some & 127)) & all; break;
    }
    f = random_128() & ones;
    // Few bits, at the top or at the bottom, or many.
    u32 few = (u32)(choice >> 32) & 127;
    if (few >= fraction) few = 1;
    switch (choice >> 4 & 3) {
    case 0: f = f >> few << few; break;
    case 1: f = f & ((one << few) - 1); break;
    case 2: f = (f | ((one << few) - 1)) & ones; break;
    }
  }
  return last_float = negative << (size - 1) | e << fraction | f;
}

static u128 listed(u128 input) {
  if (is_listed) {
    put(' ');
    put_hex(input);
  }
  return input;
}

#define OF_BITS(T, BITS) \
  static T T##_of(u128 x) { BITS bits = (BITS)x; T result; __builtin_memcpy(&result, &bits, sizeof bits); return result; } \
  static u128 bits_of_##T(T x) { BITS bits; __builtin_memcpy(&bits, &x, sizeof bits); return bits; }
OF_BITS(sf, u32)
OF_BITS(df, u64)
OF_BITS(tf, u128)
#define INTEGER(T, BITS) \
  static T input_##T(u32 which) { return (T)listed(integer(which, BITS)); } \
  static void result_##T(T x) { result((u128)x); }
INTEGER(i32, 32) INTEGER(u32, 32) INTEGER(i64, 64) INTEGER(u64, 64) INTEGER(i128, 128) INTEGER(u128, 128)
#define FLOATING(T, SIZE, FRACTION) \
  static T input_##T(u32 which) { return T##_of(listed(floating(which, SIZE, FRACTION))); } \
  static void result_##T(T x) { result(bits_of_##T(x)); }
FLOATING(sf, 32, 23) FLOATING(df, 64, 52) FLOATING(tf, 128, 112)
typedef i32 none;
static i32 input_none(u32 which) { return (i32)which; }
// The bits of halves and bfloats, with canonical NaNs; and shift amounts.
typedef u16 hf_bits, bf_bits;
typedef i32 shift64, shift128, power;
static u16 input_hf_bits(u32 which) { return (u16)listed(floating(which, 16, 10)); }
static u16 input_bf_bits(u32 which) { return (u16)listed(floating(which, 16, 7)); }
static void result_hf_bits(u16 x) { result((x & 0x7fff) > 0x7c00 ? 0x7e00 : x); }
static void result_bf_bits(u16 x) { result((x & 0x7fff) > 0x7f80 ? 0x7fc0 : x); }
#define SHIFT(N) static i32 input_shift##N(u32 which) { return (i32)listed(integer(which, N) & (N - 1)); }
SHIFT(64) SHIFT(128)
static i32 input_power(u32 which) {
  u32 n = (u32)integer(which, 32);
  return (i32)listed(n & 1 ? n : n & 31);
}

#ifdef REFERENCE
#define CHOOSE(OURS, THEIRS) THEIRS

// Returns a double rounded to `fraction` bits of fraction with exponents from `smallest`. The
// division by the last place is exact, and the conversion rounds.
static df rounded(df x, i32 fraction, i32 smallest) {
  u64 bits = (u64)bits_of_df(x);
  i32 e = (i32)(bits >> 52 & 0x7ff) - 1023;
  if (e == 1024 || e < smallest - fraction - 2) return e == 1024 ? x : x * 0.0;
  df place = df_of((u128)(u64)((e < smallest ? smallest : e) - fraction + 1023) << 52);
  df whole = (df)(i64)(x / place);
  df rest = x / place - whole;
  if (rest < 0 ? rest < -0.5 || (rest == -0.5 && (i64)whole & 1) : rest > 0.5 || (rest == 0.5 && (i64)whole & 1))
    whole += x < 0 ? -1 : 1;
  return whole == 0 ? x * 0.0 : whole * place;
}
static u16 hf_of_df(df x) {
  if (x != x) return 0x7e00;
  df r = rounded(x, 10, -14);
  u32 sign = (u32)(bits_of_df(x) >> 63) << 15;
  if (r < 0) r = -r;
  if (r >= 65536) return (u16)(sign | 0x7c00);
  if (r < 0x1p-14) return (u16)(sign | (u32)(r * 0x1p24));
  u64 bits = (u64)bits_of_df(r);
  return (u16)(sign | (u32)((bits >> 52) - 1008) << 10 | (u32)(bits >> 42 & 0x3ff));
}
static u16 bf_of_df(df x) {
  if (x != x) return 0x7fc0;
  return (u16)(bits_of_sf((sf)rounded(x, 7, -126)) >> 16);
}
// Truncates a quad to a double, with the last bit set if the result is inexact.
static df odd_of_tf(tf x) {
  df d = (df)x;
  u64 bits = (u64)bits_of_df(d);
  if (x != x || (tf)d == x) return d;
  tf size = x < 0 ? -x : x, larger = d < 0 ? -(tf)d : (tf)d;
  if (larger > size) bits--;
  return df_of(bits | 1);
}
static sf sf_of_hf(u16 h) {
  u32 e = h >> 10 & 31, f = h & 0x3ff;
  if (e == 31) return sf_of((u32)(h >> 15) << 31 | 0x7f800000 | (f ? 1u << 22 : 0) | f << 13);
  sf x = e ? (sf)(f | 0x400) * sf_of((127 + e - 25) << 23) : (sf)f * 0x1p-24f;
  return h >> 15 ? -x : x;
}
static sf sf_of_bf(u16 h) {
  u32 bits = (u32)h << 16;
  return sf_of((bits & 0x7fffffff) > 0x7f800000 ? bits | 1u << 22 : bits);
}
sf __powisf2(sf, i32);
df __powidf2(df, i32);
tf __powitf2(tf, i32);
#else
#define CHOOSE(OURS, THEIRS) OURS
typedef _Float16 hf;
typedef __bf16 bf;
#define ARITHMETIC(T) \
  T __add##T##3(T, T), __sub##T##3(T, T), __mul##T##3(T, T), __div##T##3(T, T), __neg##T##2(T), __powi##T##2(T, i32); \
  i32 __eq##T##2(T, T), __ne##T##2(T, T), __lt##T##2(T, T), __le##T##2(T, T), __gt##T##2(T, T), __ge##T##2(T, T); \
  i32 __unord##T##2(T, T), __cmp##T##2(T, T), __fix##T##si(T); \
  u32 __fixuns##T##si(T); i64 __fix##T##di(T); u64 __fixuns##T##di(T); i128 __fix##T##ti(T); u128 __fixuns##T##ti(T); \
  T __floatsi##T(i32), __floatunsi##T(u32), __floatdi##T(i64), __floatundi##T(u64), __floatti##T(i128), __floatunti##T(u128);
ARITHMETIC(sf) ARITHMETIC(df) ARITHMETIC(tf)
sf __extendhfsf2(hf), __extendbfsf2(bf), __truncdfsf2(df), __trunctfsf2(tf);
df __extendhfdf2(hf), __extendsfdf2(sf), __trunctfdf2(tf);
tf __extendhftf2(hf), __extendsftf2(sf), __extenddftf2(df);
hf __truncsfhf2(sf), __truncdfhf2(df), __trunctfhf2(tf);
bf __truncsfbf2(sf), __truncdfbf2(df), __trunctfbf2(tf);
u32 __mulsi3(u32, u32), __udivsi3(u32, u32), __umodsi3(u32, u32), __udivmodsi4(u32, u32, u32 *);
i32 __divsi3(i32, i32), __modsi3(i32, i32), __divmodsi4(i32, i32, i32 *), __mulosi4(i32, i32, i32 *);
u64 __muldi3(u64, u64), __udivdi3(u64, u64), __umoddi3(u64, u64), __udivmoddi4(u64, u64, u64 *);
i64 __divdi3(i64, i64), __moddi3(i64, i64), __divmoddi4(i64, i64, i64 *), __mulodi4(i64, i64, i32 *);
u128 __multi3(u128, u128), __udivti3(u128, u128), __umodti3(u128, u128), __udivmodti4(u128, u128, u128 *);
i128 __divti3(i128, i128), __modti3(i128, i128), __divmodti4(i128, i128, i128 *), __muloti4(i128, i128, i32 *);
u64 __ashldi3(u64, i32), __lshrdi3(u64, i32), __negdi2(u64), __bswapdi2(u64);
i64 __ashrdi3(i64, i32);
u128 __ashlti3(u128, i32), __lshrti3(u128, i32);
i128 __ashrti3(i128, i32);
u32 __bswapsi2(u32);
i32 __clzsi2(u32), __ctzsi2(u32), __ffssi2(u32), __popcountsi2(u32), __paritysi2(u32);
i32 __clzdi2(u64), __ctzdi2(u64), __ffsdi2(u64), __popcountdi2(u64), __paritydi2(u64);
i32 __clzti2(u128), __ctzti2(u128), __popcountti2(u128), __cmpdi2(i64, i64), __ucmpdi2(u64, u64);
#endif

// A kind of call: its name, the types of its result and its operands `a` and `b`, the library's
// expression and the reference.
struct row {
  const char *name;
  void (*one)(void);
};
#define ROW(NAME, R, A, B, OURS, THEIRS)                    \
  static void NAME(void) {                                  \
    A a = input_##A(0);                                     \
    B b = input_##B(1);                                     \
    (void)b;                                                \
    result_##R(CHOOSE(OURS, THEIRS));                       \
  }
#include "exact_rows.h"
#undef ROW
#define ROW(NAME, R, A, B, OURS, THEIRS) {#NAME, NAME},
static const struct row rows[] = {
#include "exact_rows.h"
};

static u32 same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

__attribute__((used)) void start(long *stack) {
  long arguments = stack[0];
  const char **argument = (const char **)(stack + 1);
  for (const char *c = argument[1]; *c; c++) count = count * 10 + (u32)(*c - '0');
  is_listed = arguments > 2;
  for (u32 i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (is_listed && !same(rows[i].name, argument[2])) continue;
    hash = 1;
    state = 88172645463325252ull + i;
    last_float = 0;
    for (index_of_input = 0; index_of_input < count; index_of_input++) rows[i].one();
    put_text(rows[i].name);
    put(' ');
    put_hex(hash);
    put('\n');
  }
  flush();
  call_system(93, 0, 0, 0);
}

__asm__(".globl _start\n_start:\n  mv a0, sp\n  andi sp, sp, -16\n  call start\n");
