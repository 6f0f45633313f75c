// __sync_…_2: read-modify-writes of objects of 2 bytes.
#define SIZE 2
#define WORD u16
#define SIGNED short
#include "sync.h"
