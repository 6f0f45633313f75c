// __sync_…_1: read-modify-writes of bytes.
#define SIZE 1
#define WORD u8
#define SIGNED signed char
#include "sync.h"
