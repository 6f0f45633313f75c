// __atomic_…_4: atomic accesses to objects of 4 bytes.
#define SIZE 4
#define WORD u32
#include "atomic.h"
