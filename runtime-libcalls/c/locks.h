// Mutual exclusion for accesses that the machine has no instruction for.
//
// With atomic instructions (HAS_ATOMICS): a table of spin locks, indexed by the object's address.
// As with any libatomic, a signal or interrupt handler must not access an object whose lock its own
// thread holds.
// Without them there is one hart and no way to exclude another: accesses are plain, and a single
// instruction where the machine has it. The program must control interrupts by handlers itself.
#include "types.h"

typedef __SIZE_TYPE__ size;

#ifdef HAS_ATOMICS
// Acquires and returns the lock of the object at `p`.
u32 *__gisel_lock(const volatile void *p);
INLINE void unlock(u32 *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
#define LOCK(p) u32 *lock = __gisel_lock(p)
#define UNLOCK() unlock(lock)
#define IS_LOCK_FREE(n) ((n) <= __SIZEOF_POINTER__)
#else
#define LOCK(p) __asm__ volatile("" : : "r"(p) : "memory")
#define UNLOCK() __asm__ volatile("" : : : "memory")
#define IS_LOCK_FREE(n) 0
#endif
