// Objects that each thread makes when it first needs them, and destroys at its end.
#include <pthread.h>
#include <stdio.h>

static int alive[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long order;

struct Tracked {
  int slot;
  long value;
  Tracked(int slot, long value) : slot(slot), value(value) { count(1); }
  ~Tracked() {
    count(-1);
    pthread_mutex_lock(&lock);
    order += slot + value;
    pthread_mutex_unlock(&lock);
  }
  void count(int by) {
    pthread_mutex_lock(&lock);
    alive[slot] += by;
    pthread_mutex_unlock(&lock);
  }
};

__attribute__((noinline)) static long unknown(long value) {
  __asm__("" : "+r"(value));
  return value;
}

thread_local Tracked global_object(0, unknown(100));
inline thread_local Tracked inline_object(1, unknown(200));
thread_local long computed = unknown(7) * 6;
thread_local long &reference = computed;
extern thread_local Tracked elsewhere;

struct Holder {
  static thread_local Tracked member;
  static thread_local int plain;
};

template <int N> struct Numbered {
  static thread_local Tracked object;
};
template <int N> thread_local Tracked Numbered<N>::object(4, unknown(N));

static Tracked &in_function(long value) {
  static thread_local Tracked object(3, value);
  return object;
}

static void *work(void *argument) {
  long me = (long)argument;
  long sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += global_object.value++ + inline_object.value + in_function(me).value + Holder::member.value;
    sum += Numbered<5>::object.value + ++Holder::plain + computed++ + reference + elsewhere.value--;
    if (me & 1) sum += Numbered<6>::object.value;
  }
  return (void *)sum;
}

thread_local Tracked Holder::member(2, unknown(300));
thread_local int Holder::plain = 12;
thread_local Tracked elsewhere(5, unknown(400));

int main() {
  pthread_t threads[5];
  for (long i = 0; i < 5; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 5; i++) {
    void *sum;
    pthread_join(threads[i], &sum);
    printf("%ld\n", (long)sum);
  }
  for (int i = 0; i < 6; i++) printf("%d", alive[i]);
  printf("\n%ld\n%ld\n", order, (long)work((void *)9));
  for (int i = 0; i < 6; i++) printf("%d", alive[i]);
  puts("");
  return 0;
}
