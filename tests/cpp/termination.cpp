// What ends the program, in a process of its own each; specifications, and unwinding by force.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <new>
#include <pthread.h>
#include <setjmp.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

struct Trace {
  const char *name;
  explicit Trace(const char *name) : name(name) {}
  ~Trace() { printf("~%s\n", name); }
};

NOINLINE void raise_int(int n) {
  if (n) throw n;
}

NOINLINE void quiet(int n) noexcept {
  Trace t("quiet");
  raise_int(n);
}

NOINLINE int caught_inside(int n) noexcept {
  try {
    Trace t("inside");
    raise_int(n);
    return 0;
  } catch (int i) {
    return i;
  }
}

struct Bad {
  ~Bad() noexcept(false) { throw 2; }
};

NOINLINE void twice() {
  Bad b;
  throw 1;
}

NOINLINE void nobody() {
  Trace t("nobody");
  throw std::runtime_error("nobody");
}

NOINLINE void bad_new() {
  Trace t("new");
  volatile size_t huge = ~size_t(0) / 4;
  char *p = new char[huge];
  printf("%p\n", (void *)p);
}

static void on_terminate() {
  printf("terminate %d\n", std::current_exception() != nullptr);
  fflush(stdout);
  _exit(7);
}

static void in_child(const char *name, const std::function<void()> &work) {
  printf("%s:\n", name);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    std::set_terminate(on_terminate);
    work();
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("  exit %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void cleanup_int(int *p) { printf("cleanup %d\n", *p); }

NOINLINE static void leave_thread(int depth, char *buffer) {
  __attribute__((cleanup(cleanup_int))) int guard = depth;
  Trace t("frame");
  char local[64];
  snprintf(local, sizeof local, "depth %d", depth);
  if (depth == 0) {
    puts(buffer);
    pthread_exit((void *)42);
  }
  leave_thread(depth - 1, local);
  puts("not here");
}

static void *thread(void *) {
  try {
    leave_thread(3, nullptr);
  } catch (...) {
    puts("forced");
    throw;
  }
  return nullptr;
}

static void *cancelled(void *) {
  Trace t("cancelled");
  for (;;) {
    pthread_testcancel();
    usleep(1000);
  }
}

static jmp_buf jump;
NOINLINE static void jumper(int n) {
  try {
    raise_int(n);
  } catch (int i) {
    if (i == 5) longjmp(jump, 9);
    throw;
  }
}

int main() {
  in_child("noexcept that returns", [] { quiet(0); });
  in_child("noexcept that throws", [] { quiet(1); });
  in_child("thrown and caught", [] { printf("%d\n", caught_inside(3)); });
  in_child("thrown while unwinding", twice);
  in_child("nobody catches", nobody);
  in_child("no memory", [] {
    try {
      bad_new();
    } catch (std::bad_alloc &) {
      puts("bad_alloc");
    }
  });
  in_child("rethrow of nothing", [] { throw; });
  in_child("exit in a handler", [] {
    try {
      raise_int(1);
    } catch (int) {
      Trace t("not run");
      fflush(stdout);
      exit(4);
    }
  });
  pthread_t t;
  void *result = nullptr;
  pthread_create(&t, nullptr, thread, nullptr);
  pthread_join(t, &result);
  printf("thread %ld\n", (long)result);
  pthread_create(&t, nullptr, cancelled, nullptr);
  pthread_cancel(t);
  pthread_join(t, &result);
  printf("cancelled %d\n", result == PTHREAD_CANCELED);
  int n = setjmp(jump);
  if (n == 0) {
    try {
      jumper(4);
    } catch (int i) {
      printf("through %d\n", i);
    }
    jumper(5);
  }
  printf("jumped %d\n", n);
  return 0;
}
