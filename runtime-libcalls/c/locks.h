// What makes several accesses one, as far as the machine has no instruction for it.
//
// With atomic instructions (HAS_ATOMICS): a table of spin locks, of which an object's address chooses one. A signal or interrupt handler must not touch an
// object whose lock its own thread holds, as with any libatomic.
// Without them there is one hart, and nothing to exclude another with: accesses are plain, and one instruction where the machine has it. What a
// handler may interrupt is for the program to say.
#include "types.h"

typedef __SIZE_TYPE__ size;

#ifdef HAS_ATOMICS
// The lock of the object at `p`, held.
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
