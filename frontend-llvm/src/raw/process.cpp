// The process: what was so before anything of it ran, and its memory.

#include "access.h"

#include <fcntl.h>

// mimalloc's, where that is the allocator of the program.
extern "C" __attribute__((weak)) void mi_collect(bool force);

namespace {

// The standard streams that the process was started without, as bits. Found when the program is loaded: before `main`
// Rust's runtime opens /dev/null in their stead.
const uint8_t closedStreams = [] {
  uint8_t closed = 0;
  for (int stream = 0; stream < 3; ++stream)
    closed |= uint8_t(fcntl(stream, F_GETFD) == -1) << stream;
  return closed;
}();

} // namespace

extern "C" {

uint8_t gisel_closed_streams() { return closedStreams; }

void gisel_return_memory() {
  if (mi_collect)
    mi_collect(/*force=*/true);
}

} // extern "C"
