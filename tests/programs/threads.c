// Several threads on the same memory: counters by every operation and ordering, a lock, a queue that hands numbers on. What is lost
// or torn shows in the sums.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500 };

static struct {
    _Atomic uint8_t byte, neighbour;
    _Atomic uint16_t half;
    _Atomic uint32_t word;
    _Atomic uint64_t doubleword;
} counters;
static _Atomic uint64_t acquired, relaxed, subtracted, flipped, bits, cleared, largest, swapped;
static _Atomic float single_sum;
static _Atomic double double_sum;
static _Atomic int lock;
static long guarded;
static _Atomic(long *) place;
static long slots[THREADS * ROUNDS];

static void take_lock(void) {
    int expected = 0;
    while (!atomic_compare_exchange_weak_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed))
        expected = 0, sched_yield();
}

static void *work(void *argument) {
    long me = (long)argument;
    for (long i = 0; i < ROUNDS; i++) {
        atomic_fetch_add(&counters.byte, 1);
        atomic_fetch_sub_explicit(&counters.neighbour, 1, memory_order_release);
        atomic_fetch_add_explicit(&counters.half, 3, memory_order_acq_rel);
        counters.word += 5;
        counters.doubleword++;
        atomic_fetch_add_explicit(&acquired, 1, memory_order_acquire);
        atomic_fetch_add_explicit(&relaxed, 2, memory_order_relaxed);
        atomic_fetch_sub(&subtracted, 7);
        atomic_fetch_xor(&flipped, (uint64_t)1 << (me * ROUNDS + i) % 63);
        atomic_fetch_or_explicit(&bits, (uint64_t)1 << i % 64, memory_order_relaxed);
        atomic_fetch_and(&cleared, ~((uint64_t)1 << i % 60));
        uint64_t seen = atomic_load_explicit(&largest, memory_order_acquire), mine = (uint64_t)(i * THREADS + me);
        while (seen < mine && !atomic_compare_exchange_strong(&largest, &seen, mine))
            ;
        // Sums are exact: the numbers are small.
        single_sum += 0.5f;
        double_sum -= 0.25;
        take_lock();
        guarded += me + 1;
        atomic_store_explicit(&lock, 0, memory_order_release);
        *atomic_fetch_add(&place, 1) = me * ROUNDS + i;
    }
    // What is exchanged is never lost: the sum of all that came out and the last that stayed in.
    uint64_t sum = 0;
    for (uint64_t i = 1; i <= ROUNDS; i++)
        sum += atomic_exchange(&swapped, i);
    return (void *)(uintptr_t)sum;
}

// A message passed by a flag, with fences only.
static long message;
static _Atomic int flag;

static void *sender(void *unused) {
    for (long i = 1; i <= 200; i++) {
        while (atomic_load_explicit(&flag, memory_order_relaxed) != 0)
            sched_yield();
        atomic_thread_fence(memory_order_acquire);
        message = i * i;
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    }
    return unused;
}

static long receive(void) {
    long sum = 0;
    for (long i = 1; i <= 200; i++) {
        while (atomic_load_explicit(&flag, memory_order_relaxed) != 1)
            sched_yield();
        atomic_thread_fence(memory_order_seq_cst);
        sum += message;
        atomic_signal_fence(memory_order_seq_cst);
        atomic_store_explicit(&flag, 0, memory_order_seq_cst);
    }
    return sum;
}

int main(void) {
    pthread_t threads[THREADS];
    atomic_store(&cleared, UINT64_MAX);
    atomic_store(&place, slots);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    uint64_t exchanged = 0;
    for (long i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        exchanged += (uint64_t)(uintptr_t)result;
    }
    printf("%u %u %u %u %lu\n", counters.byte, counters.neighbour, counters.half, counters.word,
           (unsigned long)counters.doubleword);
    printf("%lu %lu %ld %lx %lx %lx\n", (unsigned long)acquired, (unsigned long)relaxed, (long)subtracted,
           (unsigned long)flipped, (unsigned long)bits, (unsigned long)cleared);
    printf("%lu %.2f %.2f %ld\n", (unsigned long)largest, (double)single_sum, (double)double_sum, guarded);
    printf("%lu\n", (unsigned long)(exchanged + swapped));
    long sum = 0;
    for (long i = 0; i < THREADS * ROUNDS; i++)
        sum += slots[i];
    printf("%ld %ld\n", sum, (long)(place - slots));
    pthread_create(&threads[0], 0, sender, 0);
    printf("%ld\n", receive());
    pthread_join(threads[0], 0);
    return 0;
}
