// The process: its state before any code ran, and its memory.

#include "access.h"

#include <fcntl.h>

// Functions of mimalloc, if the program uses that allocator.
extern "C" {
__attribute__((weak)) void mi_collect(bool force);
__attribute__((weak)) long mi_option_get(int option);
__attribute__((weak)) void mi_option_set(int option, long value);
}

namespace {

// mimalloc's number of the option for the time in milliseconds before freed memory is purged.
const int purgeDelay = 15;

// The standard streams that were closed when the process was started, as bits. Determined at load
// time, because Rust's runtime opens /dev/null for them before `main`.
const uint8_t closedStreams = [] {
  uint8_t closed = 0;
  for (int stream = 0; stream < 3; ++stream)
    closed |= uint8_t(fcntl(stream, F_GETFD) == -1) << stream;
  return closed;
}();

} // namespace

extern "C" {

uint8_t gisel_closed_streams() { return closedStreams; }

// Sets the time in milliseconds before freed memory is purged; zero also purges memory that was
// freed before. Returns the previous time.
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
