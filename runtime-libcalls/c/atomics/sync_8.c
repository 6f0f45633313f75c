// __sync_…_8: read-modify-writes of objects of 8 bytes.
#define SIZE 8
#define WORD u64
#define SIGNED i64
#include "sync.h"
