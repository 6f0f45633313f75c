// __atomic_load, __atomic_store, __atomic_exchange, __atomic_compare_exchange,
// __atomic_is_lock_free: atomic accesses to objects of any size and alignment. Instructions are
// used where they exist, consistent with code that a compiler generates inline.
#include "locks.h"

// These are names of builtins, which the compiler does not allow to be defined.
#define NAMED(name) __asm__(name)
void load(size n, const volatile void *p, void *to, i32 order) NAMED("__atomic_load");
void store(size n, volatile void *p, const void *from, i32 order) NAMED("__atomic_store");
void exchange(size n, volatile void *p, const void *from, void *to, i32 order) NAMED("__atomic_exchange");
_Bool compare_exchange(size n, volatile void *p, void *expected, const void *from, i32 success, i32 failure)
    NAMED("__atomic_compare_exchange");
_Bool is_lock_free(size n, const volatile void *p) NAMED("__atomic_is_lock_free");

INLINE void copy(volatile u8 *to, const volatile u8 *from, size n) {
  for (size i = 0; i < n; i++) to[i] = from[i];
}

_Bool is_lock_free(size n, const volatile void *p) {
  _Bool is_power_of_two = n != 0 && (n & (n - 1)) == 0;
  return is_power_of_two && IS_LOCK_FREE(n) && ((size)p & (n - 1)) == 0;
}

// Executes STATEMENT with T as the type of the object at `p` if it is lock-free, and returns.
#define LOCK_FREE(STATEMENT)            \
  if (is_lock_free(n, p)) {             \
    if (n == 1) STATEMENT(u8);          \
    if (n == 2) STATEMENT(u16);         \
    if (n == 4) STATEMENT(u32);         \
    STATEMENT(size);                    \
  }
#ifndef HAS_ATOMICS
#undef LOCK_FREE
#define LOCK_FREE(STATEMENT)
#endif
#define AT(T, p) ((volatile T *)(p))

// Only the object itself is aligned: other operands are copied by bytes.
#define LOAD(T)                                                               \
  {                                                                           \
    T value = __atomic_load_n(AT(T, p), __ATOMIC_SEQ_CST);                    \
    copy(to, (u8 *)&value, n);                                                \
    return;                                                                   \
  }
void load(size n, const volatile void *p, void *to, i32 order) {
  (void)order;
  LOCK_FREE(LOAD)
  LOCK(p);
  copy(to, p, n);
  UNLOCK();
}

#define STORE(T)                                                              \
  {                                                                           \
    T value;                                                                  \
    copy((u8 *)&value, from, n);                                              \
    __atomic_store_n(AT(T, p), value, __ATOMIC_SEQ_CST);                      \
    return;                                                                   \
  }
void store(size n, volatile void *p, const void *from, i32 order) {
  (void)order;
  LOCK_FREE(STORE)
  LOCK(p);
  copy(p, from, n);
  UNLOCK();
}

#define EXCHANGE(T)                                                           \
  {                                                                           \
    T value;                                                                  \
    copy((u8 *)&value, from, n);                                              \
    value = __atomic_exchange_n(AT(T, p), value, __ATOMIC_SEQ_CST);           \
    copy(to, (u8 *)&value, n);                                                \
    return;                                                                   \
  }
void exchange(size n, volatile void *p, const void *from, void *to, i32 order) {
  (void)order;
  LOCK_FREE(EXCHANGE)
  LOCK(p);
  volatile u8 *object = p;
  const u8 *given = from;
  u8 *taken = to;
  // `from` and `to` may be the same.
  for (size i = 0; i < n; i++) {
    u8 old = object[i];
    object[i] = given[i];
    taken[i] = old;
  }
  UNLOCK();
}

#define COMPARE_EXCHANGE(T)                                                   \
  {                                                                           \
    T value, compared;                                                        \
    copy((u8 *)&value, from, n);                                              \
    copy((u8 *)&compared, expected, n);                                       \
    _Bool equal = __atomic_compare_exchange_n(AT(T, p), &compared, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    if (!equal) copy(expected, (u8 *)&compared, n);                           \
    return equal;                                                             \
  }
_Bool compare_exchange(size n, volatile void *p, void *expected, const void *from, i32 success, i32 failure) {
  (void)success;
  (void)failure;
  LOCK_FREE(COMPARE_EXCHANGE)
  LOCK(p);
  volatile u8 *object = p;
  const u8 *compared = expected;
  size same = 0;
  while (same < n && object[same] == compared[same]) same++;
  if (same == n)
    copy(p, from, n);
  else
    copy(expected, p, n);
  UNLOCK();
  return same == n;
}
