// Keeps a stack of the calls that the program's functions tell of as they start and end, and has the unwinder find the same calls: all of
// them, or the innermost ones of a deep stack. The first few calls of each function from each place are checked, and the first few ends.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <unwind.h>

enum { DEPTH = 1 << 12, SEEN = 1 << 15, COMPARED = 40, REPEATS = 2 };

struct call {
  void *function;
  void *site;  // Where it returns to.
};

struct frame {
  void *function;
  void *at;
};

static __thread struct call calls[DEPTH];
static __thread int depth;
// Whether the unwinder or a jump has left functions that do not tell of their end then.
static __thread int left;

struct entry {
  void *function, *site;
  int times;
};
static struct entry seen[SEEN];
static char lock;
static int checks;

static void fail(const char *what, void *expected, void *found) {
  char text[200];
  int size = snprintf(text, sizeof text, "backtrace: %s: %p expected, %p found\n", what, expected, found);
  (void)!write(2, text, size);
  _exit(99);
}

// Counts a key; how often it has been counted before.
static int count(void *function, void *site, int more) {
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
  }
  uintptr_t at = ((uintptr_t)function * 31 + (uintptr_t)site) / 2 * 2654435761u >> 8;
  struct entry *entry;
  for (int n = 0;; n++, at++) {
    if (n == SEEN) fail("too many calls", function, site);
    entry = &seen[at % SEEN];
    if (!entry->function) *entry = (struct entry){function, site, 0};
    if (entry->function == function && entry->site == site) break;
  }
  int before = entry->times;
  entry->times += more;
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  return before;
}

struct walk {
  int size, most;
  struct frame frames[DEPTH];
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *argument) {
  struct walk *walk = argument;
  void *at = (void *)_Unwind_GetIP(context);
  // The unwinder's end has no address.
  if (!at || walk->size == walk->most) return _URC_END_OF_STACK;
  walk->frames[walk->size++] = (struct frame){_Unwind_FindEnclosingFunction((char *)at - 1), at};
  return _URC_NO_REASON;
}

// Compares the calls with what the unwinder finds, the caller's frame first. Calls that have been left are dropped.
static void compare(void) {
  static __thread struct walk walk;
  walk.size = 0;
  walk.most = left ? DEPTH : COMPARED;
  _Unwind_Backtrace(add_frame, &walk);
  int call = depth - 1, kept = 0;
  struct call stay[left ? DEPTH : 1];
  // The first two are of this file.
  for (int n = 2; n < walk.size && call >= 0; n++) {
    struct frame *frame = &walk.frames[n];
    void *site = n + 1 < walk.size ? frame[1].at : 0;
    int same;
    while (!(same = calls[call].function == frame->function && (!site || calls[call].site == site))) {
      // Functions of libraries do not tell of themselves.
      if (n > 2 && !count(frame->function, 0, 0)) break;
      if (!left) {
        if (calls[call].function != frame->function) fail("function", calls[call].function, frame->function);
        fail("caller", calls[call].site, site);
      }
      if (--call < 0) fail("a call", frame->function, 0);
    }
    if (!same) continue;
    if (left) stay[kept++] = calls[call];
    call--;
  }
  if (call >= 0 && walk.size < walk.most && !left) fail("the end", calls[call].function, 0);
  if (left) {
    for (depth = 0; kept > 0;) calls[depth++] = stay[--kept];
    left = 0;
  }
  __atomic_fetch_add(&checks, 1, __ATOMIC_RELAXED);
}

void __cyg_profile_func_enter(void *function, void *site) {
  if (depth == DEPTH) fail("a stack of less depth", function, site);
  calls[depth++] = (struct call){function, site};
  count(function, 0, 1);
  if (count(function, site, 1) < REPEATS || left) compare();
}

void __cyg_profile_func_exit(void *function, void *site) {
  if (count(function, (void *)1, 1) < REPEATS || left) compare();
  if (depth == 0 || calls[depth - 1].function != function || calls[depth - 1].site != site) {
    fail("the end of a call", depth ? calls[depth - 1].function : 0, function);
  }
  depth--;
}

// What leaves functions that are not asked.
_Unwind_Reason_Code __real__Unwind_RaiseException(struct _Unwind_Exception *);
_Unwind_Reason_Code __real__Unwind_Resume_or_Rethrow(struct _Unwind_Exception *);
_Unwind_Reason_Code __real__Unwind_ForcedUnwind(struct _Unwind_Exception *, _Unwind_Stop_Fn, void *);
void __real__Unwind_Resume(struct _Unwind_Exception *);
void __real_longjmp(void *, int);
void __real__longjmp(void *, int);
void __real_siglongjmp(void *, int);

_Unwind_Reason_Code __wrap__Unwind_RaiseException(struct _Unwind_Exception *exception) {
  left = 1;
  return __real__Unwind_RaiseException(exception);
}
_Unwind_Reason_Code __wrap__Unwind_Resume_or_Rethrow(struct _Unwind_Exception *exception) {
  left = 1;
  return __real__Unwind_Resume_or_Rethrow(exception);
}
_Unwind_Reason_Code __wrap__Unwind_ForcedUnwind(struct _Unwind_Exception *exception, _Unwind_Stop_Fn stop, void *of) {
  left = 1;
  return __real__Unwind_ForcedUnwind(exception, stop, of);
}
void __wrap__Unwind_Resume(struct _Unwind_Exception *exception) {
  left = 1;
  __real__Unwind_Resume(exception);
}
void __wrap_longjmp(void *buffer, int value) {
  left = 1;
  __real_longjmp(buffer, value);
}
void __wrap__longjmp(void *buffer, int value) {
  left = 1;
  __real__longjmp(buffer, value);
}
void __wrap_siglongjmp(void *buffer, int value) {
  left = 1;
  __real_siglongjmp(buffer, value);
}

__attribute__((destructor)) static void report(void) { fprintf(stderr, "backtraces: %d\n", checks); }
