// Common definitions of the memory functions: words that may alias anything.
#include "types.h"

typedef __SIZE_TYPE__ size;
typedef size __attribute__((may_alias)) word;

#define WEAK __attribute__((weak))
#define WORD sizeof(word)

INLINE size misaligned(const void *p) { return (size)p & (WORD - 1); }
