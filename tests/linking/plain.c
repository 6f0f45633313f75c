/* The part in C: what others refer to, and sections that are found by their ends. */
#include "shared.h"

THREAD_LOCAL int shared_counter = 40;
int shared_value = 7;
const char *const shared_names[3] = {"first", "second", "third"};
__attribute__((weak)) int weak_choice(void) { return 1; }

/* The same code twice: addresses differ. */
int plain_twice(int n) { return n * 2; }
int plain_double(int n) { return n * 2; }
int (*plain_twice_address(void))(int) { return plain_twice; }
int plain_call(int (*function)(int), int n) { return function(n) + 1; }

static int times_seven(int n) { return n * 7; }
HOOK(hook_plain, times_seven);

extern const struct hook __start_hooks[] __attribute__((visibility("hidden")));
extern const struct hook __stop_hooks[] __attribute__((visibility("hidden")));
long plain_sum_hooks(int n) {
  long sum = 0;
  for (const struct hook *hook = __start_hooks; hook != __stop_hooks; hook++) sum += hook->name[0] * hook->run(n);
  return sum;
}
