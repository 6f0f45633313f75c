// __atomic_…_2: atomic accesses to objects of 2 bytes.
#define SIZE 2
#define WORD u16
#include "atomic.h"
