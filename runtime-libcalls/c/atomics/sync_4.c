// __sync_…_4: read-modify-writes of objects of 4 bytes.
#define SIZE 4
#define WORD u32
#define SIGNED i32
#include "sync.h"
