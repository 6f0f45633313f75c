// __atomic_…_1: atomic accesses to bytes.
#define SIZE 1
#define WORD u8
#include "atomic.h"
