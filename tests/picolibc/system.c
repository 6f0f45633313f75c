// What picolibc requires of a system. Memory for malloc: addresses after the program's own are not mapped.
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>

static char heap[32 << 20] __attribute__((aligned(16)));
static size_t used;

void *sbrk(ptrdiff_t bytes) {
  if (used + (size_t)bytes > sizeof heap) return (void *)-1;
  void *start = heap + used;
  used += (size_t)bytes;
  return start;
}

// Libraries refer to these, for files that no program here has.
int fcntl(int file, int command, ...) {
  return -1;
}

int rename(const char *from, const char *to) {
  return -1;
}
