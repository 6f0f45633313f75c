// Threads that each work on their own copies of a library's variables and of the program's.
#include "variables.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6 };

static _Thread_local long mine = 9;
_Thread_local int exported = 4;
static _Thread_local int *self;
static pthread_barrier_t together;
static long results[THREADS][4];
static int *places[THREADS];

#ifdef BY_DLOPEN
static long (*step)(long), (*sum)(void);
static int *(*own_place)(void);
#define COUNTER 0
static void open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) {
    puts(dlerror());
    exit(1);
  }
  step = (long (*)(long))dlsym(library, "library_step");
  sum = (long (*)(void))dlsym(library, "library_sum");
  own_place = (int *(*)(void))dlsym(library, "library_own");
}
#else
#define step library_step
#define sum library_sum
#define own_place library_own
#define COUNTER shared_counter++ + shared_text[2] + (int)shared_aligned.aligned
#endif

static void *work(void *argument) {
  long me = (long)argument;
  self = &exported;
  places[me] = own_place();
  pthread_barrier_wait(&together);
  for (long i = 0; i < 40; i++) {
    mine += step(me + i);
    exported += COUNTER;
    *own_place() += (int)me;
    mine ^= *self;
  }
  results[me][0] = mine;
  results[me][1] = exported;
  results[me][2] = sum();
  results[me][3] = self == &exported;
  pthread_barrier_wait(&together);
  for (int i = 0; i < THREADS; i++)
    if (i != me && places[i] == own_place()) abort();
  return 0;
}

int main(int argc, char **argv) {
#ifdef BY_DLOPEN
  open_library(argv[1]);
#endif
  pthread_t threads[THREADS];
  pthread_barrier_init(&together, 0, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < THREADS; i++)
    printf("%ld %ld %ld %ld\n", results[i][0], results[i][1], results[i][2], results[i][3]);
  // The first thread's are as they were.
  printf("%ld %d %ld %d\n", mine, exported, sum(), *own_place());
  return 0;
}
