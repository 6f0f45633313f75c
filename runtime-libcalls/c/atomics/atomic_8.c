// __atomic_…_8: atomic accesses to objects of 8 bytes.
#define SIZE 8
#define WORD u64
#include "atomic.h"
