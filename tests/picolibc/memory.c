// Memory for malloc: addresses after the program's own are not mapped.
#include <stddef.h>

static char heap[32 << 20] __attribute__((aligned(16)));
static size_t used;

void *sbrk(ptrdiff_t bytes) {
  if (used + (size_t)bytes > sizeof heap) return (void *)-1;
  void *start = heap + used;
  used += (size_t)bytes;
  return start;
}
