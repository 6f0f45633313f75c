// The process: what was so before anything of it ran, and its memory.

#include "access.h"

#include <fcntl.h>

// mimalloc's, where that is the allocator of the program.
extern "C" {
__attribute__((weak)) void mi_collect(bool force);
__attribute__((weak)) long mi_option_get(int option);
__attribute__((weak)) void mi_option_set(int option, long value);
}

namespace {

// mimalloc's number for the time in milliseconds that freed memory stays with the process.
const int purgeDelay = 15;

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

// From now on freed memory stays for so many milliseconds; if for none, what has been freed before is returned too. How many it were before.
long gisel_purge_delay(long delay) {
  if (!mi_collect || !mi_option_get || !mi_option_set)
    return delay;
  if (delay == 0)
    mi_collect(/*force=*/true);
  long before = mi_option_get(purgeDelay);
  mi_option_set(purgeDelay, delay);
  return before;
}

} // extern "C"
