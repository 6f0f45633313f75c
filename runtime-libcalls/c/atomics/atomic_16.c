// __atomic_…_16: atomic accesses to objects of 16 bytes. They are not called on targets with 32-bit
// words, which use the generic ones.
#include "types.h"

#ifdef __SIZEOF_INT128__
#define SIZE 16
#define WORD u128
#include "atomic.h"
#endif
