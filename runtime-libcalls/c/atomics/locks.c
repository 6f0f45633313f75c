// The locks of atomic accesses: one table for all members.
#include "locks.h"

#ifdef HAS_ATOMICS
static u32 locks[64];

u32 *__gisel_lock(const volatile void *p) {
  u32 *lock = &locks[(size)p >> 4 & 63];
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) {
  }
  return lock;
}
#endif
