// The program: shapes and hooks of all modules.
#include "shared.h"
#include "shapes.h"
#include <cstdio>
#include <memory>

struct Guard {
  const char *name;
  ~Guard() { printf("left %s\n", name); }
};

static int add_three(int n) { return n + 3; }
static int add_three_too(int n) { return n + 3; }
HOOK(hook_main, add_three);
HOOK(hook_other, add_three_too);

extern "C" int never_called(int n) { return not_there(n); }
extern "C" int weak_choice() { return 2; }

__attribute__((constructor(200))) static void early() { printf("early %d\n", shared_value); }
__attribute__((constructor(201))) static void later() { printf("later %d\n", ++shared_value); }
__attribute__((destructor)) static void last() { puts("last"); }

static int attempt(int kind, int limit) {
  Guard guard{"attempt"};
  try {
    Guard inner{"inner"};
    std::unique_ptr<Shape> shape(make(kind));
    printf("%s\n", shape->name().c_str());
    return checked_area(*shape, limit);
  } catch (Error &error) {
    printf("error %s %d\n", error.what(), error.code);
    return -1;
  } catch (std::exception &error) {
    printf("exception %s\n", error.what());
    return -2;
  }
}

int main() {
  for (int kind = 0; kind < 4; kind++) printf("area %d\n", attempt(kind, 20));
  printf("made %d %d\n", Box<int>::made, Box<double>::made);
  printf("hooks %ld\n", plain_sum_hooks(10));
  printf("calls %d %d\n", plain_twice(4), plain_double(4));
  printf("by address %d\n", plain_call(plain_twice_address(), 21));
  printf("same %d, one %d\n", plain_twice_address() == plain_twice, plain_twice_address() == plain_double);
  shared_counter += 2;
  printf("counted %d, thread %d\n", ++counted(), shared_counter);
  printf("weak %d %d\n", weak_choice(), weak_missing ? 1 : 0);
  printf("names %s %s\n", shared_names[0], shared_names[2]);
  try {
    plain_call([](int n) -> int { throw Error("through C", n); }, 9);
  } catch (Error &error) {
    printf("caught %s %d\n", error.what(), error.code);
  }
  return 0;
}
