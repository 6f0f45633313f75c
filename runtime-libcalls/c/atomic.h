// Atomic accesses to aligned objects of SIZE bytes; the including file defines SIZE and WORD. All
// are sequentially consistent, whatever the requested order.
//
// Operands have the width of a register: a caller may leave anything above SIZE bytes.
#include "locks.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define SIZED(name) PASTE(PASTE(name, _), SIZE)
#define OBJECT(p) ((volatile WORD *)(p))
#if SIZE < 4
typedef u32 operand;
#else
typedef WORD operand;
#endif

#if defined HAS_ATOMICS && SIZE <= __SIZEOF_POINTER__
#define ACCESS(INSTRUCTION, OLD, NEW) return INSTRUCTION
#else
#define ACCESS(INSTRUCTION, OLD, NEW) \
  LOCK(p);                            \
  WORD old = *OBJECT(p);              \
  *OBJECT(p) = (WORD)(NEW);           \
  UNLOCK();                           \
  return OLD
#endif

#define FETCH(NAME, NEW)                                                                                     \
  WORD SIZED(__atomic_fetch_##NAME)(volatile void *p, operand x, i32 order) {                                \
    (void)order;                                                                                             \
    ACCESS(__atomic_fetch_##NAME(OBJECT(p), (WORD)x, __ATOMIC_SEQ_CST), old, NEW);                           \
  }

FETCH(add, old + x)
FETCH(sub, old - x)
FETCH(and, old & x)
FETCH(or, old | x)
FETCH(xor, old ^ x)
FETCH(nand, ~(old & x))

WORD SIZED(__atomic_exchange)(volatile void *p, operand x, i32 order) {
  (void)order;
  ACCESS(__atomic_exchange_n(OBJECT(p), (WORD)x, __ATOMIC_SEQ_CST), old, x);
}

WORD SIZED(__atomic_load)(const volatile void *p, i32 order) {
  (void)order;
#if defined HAS_ATOMICS && SIZE <= __SIZEOF_POINTER__
  return __atomic_load_n(OBJECT(p), __ATOMIC_SEQ_CST);
#else
  LOCK(p);
  WORD value = *OBJECT(p);
  UNLOCK();
  return value;
#endif
}

void SIZED(__atomic_store)(volatile void *p, operand x, i32 order) {
  (void)order;
#if defined HAS_ATOMICS && SIZE <= __SIZEOF_POINTER__
  __atomic_store_n(OBJECT(p), (WORD)x, __ATOMIC_SEQ_CST);
#else
  LOCK(p);
  *OBJECT(p) = (WORD)x;
  UNLOCK();
#endif
}

_Bool SIZED(__atomic_compare_exchange)(volatile void *p, void *expected, operand x, i32 success, i32 failure) {
  (void)success;
  (void)failure;
  WORD *compared = expected;
#if defined HAS_ATOMICS && SIZE <= __SIZEOF_POINTER__
  return __atomic_compare_exchange_n(OBJECT(p), compared, (WORD)x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#else
  LOCK(p);
  WORD old = *OBJECT(p);
  _Bool equal = old == *compared;
  if (equal)
    *OBJECT(p) = (WORD)x;
  else
    *compared = old;
  UNLOCK();
  return equal;
#endif
}
