// What the memory functions share: words that may alias anything.
#include "wide.h"

typedef __SIZE_TYPE__ size;
typedef u64 __attribute__((may_alias)) word;

#define WEAK __attribute__((weak))
#define WORD sizeof(word)

INLINE size misaligned(const void *p) { return (size)p & (WORD - 1); }
