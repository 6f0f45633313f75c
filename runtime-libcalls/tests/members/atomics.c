// Atomic accesses on one thread: every function has the correct effect, and memory next to the
// object is unchanged. The exit code is 0, or identifies the size that failed; no C library is
// required.
#include "../../c/types.h"

typedef __SIZE_TYPE__ size;

static void leave(long code) {
  register long a0 __asm__("a0") = code, a7 __asm__("a7") = 93;
  __asm__ volatile("ecall" : : "r"(a0), "r"(a7));
  __builtin_unreachable();
}

static void check(_Bool holds, u32 size) {
  if (!holds) leave(size);
}

// Operands have set bits above their size, as callers may leave them.
#define GARBAGE(N) ((N) < 4 ? 0xa5a50000u << ((N) == 1 ? 0 : 1) : 0)

#define SIZED(N, T, OPERAND)                                                                                 \
  T __atomic_load_##N(const void *, i32), __atomic_exchange_##N(void *, OPERAND, i32);                       \
  void __atomic_store_##N(void *, OPERAND, i32);                                                             \
  _Bool __atomic_compare_exchange_##N(void *, void *, OPERAND, i32, i32);                                    \
  T __atomic_fetch_add_##N(void *, OPERAND, i32), __atomic_fetch_sub_##N(void *, OPERAND, i32);              \
  T __atomic_fetch_and_##N(void *, OPERAND, i32), __atomic_fetch_or_##N(void *, OPERAND, i32);               \
  T __atomic_fetch_xor_##N(void *, OPERAND, i32), __atomic_fetch_nand_##N(void *, OPERAND, i32);             \
  static void sized_##N(T a, T b) {                                                                          \
    struct { T before, x, after; } o = {a, b, a};                                                            \
    OPERAND given = (OPERAND)b | (OPERAND)GARBAGE(N);                                                        \
    __atomic_store_##N(&o.x, (OPERAND)a | (OPERAND)GARBAGE(N), 5);                                           \
    check(o.x == a && __atomic_load_##N(&o.x, 5) == a, N);                                                   \
    check(__atomic_exchange_##N(&o.x, given, 5) == a && o.x == b, N);                                        \
    FETCH(N, T, add, a + b) FETCH(N, T, sub, a - b) FETCH(N, T, and, a & b)                                  \
    FETCH(N, T, or, a | b) FETCH(N, T, xor, a ^ b) FETCH(N, T, nand, ~(a & b))                               \
    T expected = (T)~a;                                                                                      \
    o.x = a;                                                                                                 \
    check(!__atomic_compare_exchange_##N(&o.x, &expected, given, 5, 5) && o.x == a && expected == a, N);     \
    check(__atomic_compare_exchange_##N(&o.x, &expected, given, 5, 5) && o.x == b && expected == a, N);      \
    check(o.before == a && o.after == a, N);                                                                 \
  }
#define FETCH(N, T, NAME, NEW) \
  o.x = a;                     \
  check(__atomic_fetch_##NAME##_##N(&o.x, given, 5) == a && o.x == (T)(NEW), N);

#define SYNC(N, T, SIGNED, OPERAND)                                                                          \
  OLD(N, T, OPERAND, fetch_and_add) OLD(N, T, OPERAND, fetch_and_sub) OLD(N, T, OPERAND, fetch_and_and)      \
  OLD(N, T, OPERAND, fetch_and_or) OLD(N, T, OPERAND, fetch_and_xor) OLD(N, T, OPERAND, fetch_and_nand)      \
  OLD(N, T, OPERAND, fetch_and_min) OLD(N, T, OPERAND, fetch_and_max) OLD(N, T, OPERAND, fetch_and_umin)     \
  OLD(N, T, OPERAND, fetch_and_umax) OLD(N, T, OPERAND, lock_test_and_set)                                   \
  T compare_and_swap_##N(void *, OPERAND, OPERAND) __asm__("__sync_val_compare_and_swap_" #N);               \
  static void sync_##N(T a, T b) {                                                                           \
    struct { T before, x, after; } o = {a, b, a};                                                            \
    OPERAND given = (OPERAND)b | (OPERAND)GARBAGE(N);                                                        \
    SWAP(N, T, fetch_and_add, a + b) SWAP(N, T, fetch_and_sub, a - b) SWAP(N, T, fetch_and_and, a & b)       \
    SWAP(N, T, fetch_and_or, a | b) SWAP(N, T, fetch_and_xor, a ^ b) SWAP(N, T, fetch_and_nand, ~(a & b))    \
    SWAP(N, T, fetch_and_min, (SIGNED)a < (SIGNED)b ? a : b) SWAP(N, T, fetch_and_umin, a < b ? a : b)       \
    SWAP(N, T, fetch_and_max, (SIGNED)a > (SIGNED)b ? a : b) SWAP(N, T, fetch_and_umax, a > b ? a : b)       \
    SWAP(N, T, lock_test_and_set, b)                                                                         \
    o.x = a;                                                                                                 \
    check(compare_and_swap_##N(&o.x, (T)~a, given) == a && o.x == a, N);                                     \
    check(compare_and_swap_##N(&o.x, a, given) == a && o.x == b, N);                                         \
    check(o.before == a && o.after == a, N);                                                                 \
  }
#define OLD(N, T, OPERAND, NAME) T NAME##_##N(void *, OPERAND) __asm__("__sync_" #NAME "_" #N);
#define SWAP(N, T, NAME, NEW) \
  o.x = a;                    \
  check(NAME##_##N(&o.x, given) == a && o.x == (T)(NEW), N);

SIZED(1, u8, u32)
SIZED(2, u16, u32)
SIZED(4, u32, u32)
SIZED(8, u64, u64)
SYNC(1, u8, signed char, u32)
SYNC(2, u16, short, u32)
SYNC(4, u32, i32, u32)
SYNC(8, u64, i64, u64)
#ifdef __SIZEOF_INT128__
SIZED(16, u128, u128)
#endif

void load(size, const void *, void *, i32) __asm__("__atomic_load");
void store(size, void *, const void *, i32) __asm__("__atomic_store");
void exchange(size, void *, const void *, void *, i32) __asm__("__atomic_exchange");
_Bool compare_exchange(size, void *, void *, const void *, i32, i32) __asm__("__atomic_compare_exchange");
_Bool is_lock_free(size, const void *) __asm__("__atomic_is_lock_free");

enum { LARGEST = 37 };

static _Bool same(const u8 *a, const u8 *b, size n) {
  for (size i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

// Objects of any size and alignment.
static void of_any_size(size n, size offset) {
  static u8 memory[2 * LARGEST + 32] __attribute__((aligned(16)));
  u8 *object = memory + 8 + offset, first[LARGEST], second[LARGEST], taken[LARGEST];
  for (size i = 0; i < LARGEST; i++) first[i] = (u8)(i * 7 + 1), second[i] = (u8)(i * 5 + 3), taken[i] = 0;
  object[-1] = object[n] = 0xee;
  store(n, object, first, 5);
  load(n, object, taken, 5);
  check(same(object, first, n) && same(taken, first, n), 32);
  exchange(n, object, second, taken, 5);
  check(same(object, second, n) && same(taken, first, n), 33);
  check(!compare_exchange(n, object, taken, first, 5, 5) && same(object, second, n) && same(taken, second, n), 34);
  check(compare_exchange(n, object, taken, first, 5, 5) && same(object, first, n) && same(taken, second, n), 35);
  check(object[-1] == 0xee && object[n] == 0xee, 36);
  check(!is_lock_free(n, object) || (n <= sizeof(size) && offset % n == 0), 37);
}

__attribute__((used)) void start(void) {
  static const u64 values[6] = {0, 1, 0x7f7fffffffffffff, 0x8080000080008080, 0x0123456789abcdef, ~0ull};
  for (u32 i = 0; i < 36; i++) {
    u64 a = values[i / 6], b = values[i % 6];
    sized_1((u8)a, (u8)b), sized_2((u16)a, (u16)b), sized_4((u32)a, (u32)b), sized_8(a, b);
    sync_1((u8)a, (u8)b), sync_2((u16)a, (u16)b), sync_4((u32)a, (u32)b), sync_8(a, b);
#ifdef __SIZEOF_INT128__
    sized_16((u128)a << 64 | b, (u128)b << 64 | a);
#endif
  }
  for (size n = 1; n <= LARGEST; n++)
    for (size offset = 0; offset < 8; offset++) of_any_size(n, offset);
  leave(0);
}

__asm__(".globl _start\n_start:\n  andi sp, sp, -16\n  call start\n");
