/* The internal configuration of libjpeg-turbo that is measured. */
#include "jconfig.h"

#define BUILD "bench"
#define PACKAGE_NAME "libjpeg-turbo"
#define VERSION "3.1.0"
#define HIDDEN __attribute__((visibility("hidden")))
#define INLINE inline __attribute__((always_inline))
#define THREAD_LOCAL _Thread_local
#define SIZEOF_SIZE_T 8
#define HAVE_BUILTIN_CTZL 1
#define FALLTHROUGH __attribute__((fallthrough));
