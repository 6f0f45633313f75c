// __atomic_…_16: atomic accesses to objects of 16 bytes. Where words have 32 bits nobody calls these: the generic ones serve.
#include "types.h"

#ifdef __SIZEOF_INT128__
#define SIZE 16
#define WORD u128
#include "atomic.h"
#endif
