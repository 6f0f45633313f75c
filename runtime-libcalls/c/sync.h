// The older __sync_… functions on objects of SIZE bytes, for code compiled with forced atomics,
// implemented by __atomic_…. The including file defines SIZE, and the integers WORD and SIGNED of
// that size.
//
// These are names of builtins, which the compiler does not allow to be defined: in C the functions
// have other names. Operands are as in atomic.h.
#include "types.h"

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define SIZED(name) PASTE(name, SIZE)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#if SIZE < 4
typedef u32 operand;
#else
typedef WORD operand;
#endif

WORD SIZED(__atomic_load)(const volatile void *p, i32 order);
_Bool SIZED(__atomic_compare_exchange)(volatile void *p, void *expected, operand x, i32 success, i32 failure);

#define FORWARD(NAME, TO)                                                                             \
  WORD SIZED(TO)(volatile void *p, operand x, i32 order);                                             \
  WORD NAME(volatile void *p, operand x) __asm__("__sync_" #NAME "_" TEXT(SIZE));                     \
  WORD NAME(volatile void *p, operand x) { return SIZED(TO)(p, x, __ATOMIC_SEQ_CST); }

// For operations that __atomic_… lacks: a compare-exchange loop.
#define BY_COMPARISON(NAME, T, RELATION)                                                              \
  WORD NAME(volatile void *p, operand x) __asm__("__sync_" #NAME "_" TEXT(SIZE));                     \
  WORD NAME(volatile void *p, operand x) {                                                            \
    WORD old = SIZED(__atomic_load)(p, __ATOMIC_SEQ_CST), new;                                        \
    do {                                                                                              \
      new = (T)old RELATION(T) x ? old : (WORD)x;                                                     \
    } while (!SIZED(__atomic_compare_exchange)(p, &old, new, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));    \
    return old;                                                                                       \
  }

FORWARD(fetch_and_add, __atomic_fetch_add)
FORWARD(fetch_and_sub, __atomic_fetch_sub)
FORWARD(fetch_and_and, __atomic_fetch_and)
FORWARD(fetch_and_or, __atomic_fetch_or)
FORWARD(fetch_and_xor, __atomic_fetch_xor)
FORWARD(fetch_and_nand, __atomic_fetch_nand)
FORWARD(lock_test_and_set, __atomic_exchange)
BY_COMPARISON(fetch_and_min, SIGNED, <)
BY_COMPARISON(fetch_and_max, SIGNED, >)
BY_COMPARISON(fetch_and_umin, WORD, <)
BY_COMPARISON(fetch_and_umax, WORD, >)

WORD val_compare_and_swap(volatile void *p, operand old, operand x) __asm__("__sync_val_compare_and_swap_" TEXT(SIZE));
WORD val_compare_and_swap(volatile void *p, operand old, operand x) {
  WORD expected = (WORD)old;
  SIZED(__atomic_compare_exchange)(p, &expected, x, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
