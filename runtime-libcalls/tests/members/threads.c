// Threads that count in objects of several sizes at once. It is compiled such that accesses without
// an instruction call the library.
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, TURNS = 4000 };

struct large {
  long count[3];
};

static unsigned char bytes[4];
static unsigned short halves[2];
static long words[2];
static __int128 wide;
static struct large large;

static void *count(void *unused) {
  for (int i = 0; i < TURNS; i++) {
    __atomic_fetch_add(&bytes[i & 3], 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&halves[i & 1], 3, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&words[i & 1], 5, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&wide, ((__int128)1 << 64) + 1, __ATOMIC_SEQ_CST);
    struct large old, new;
    __atomic_load(&large, &old, __ATOMIC_SEQ_CST);
    do {
      for (int k = 0; k < 3; k++) new.count[k] = old.count[k] + k + 1;
    } while (!__atomic_compare_exchange(&large, &old, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  long all = THREADS * TURNS;
  for (int i = 0; i < 4; i++)
    if (bytes[i] != (unsigned char)(all / 4)) return 1;
  for (int i = 0; i < 2; i++)
    if (halves[i] != (unsigned short)(all / 2 * 3) || words[i] != all / 2 * 5) return 2;
  if (wide != ((__int128)all << 64) + all) return 3;
  for (int k = 0; k < 3; k++)
    if (large.count[k] != all * (k + 1)) return 4;
  return 0;
}
