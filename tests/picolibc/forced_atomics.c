// Compare-exchanges of parts of words by the routine for words, while others change the rest of the word.
#include <stdio.h>

static unsigned char *beside;

unsigned exchange(unsigned *word, unsigned expected, unsigned desired) __asm__("__sync_val_compare_and_swap_4");

__attribute__((noinline)) unsigned exchange(unsigned *word, unsigned expected, unsigned desired) {
  static unsigned calls;
  if (++calls % 3 != 0) ++*beside;
  unsigned old = *word;
  if (old == expected) *word = desired;
  return old;
}

#define TRY(type)                                                                                     \
  static void try_##type(_Atomic(type) *at, type expected, type desired) {                            \
    type seen = expected;                                                                             \
    int success = __c11_atomic_compare_exchange_strong(at, &seen, desired, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); \
    printf(#type " %d, saw %d\n", success, seen);                                                     \
  }

typedef signed char byte;
TRY(byte)
TRY(short)

int main(void) {
  static _Alignas(4) unsigned char word[4];
  for (int at = 0; at < 4; ++at) {
    beside = &word[(at + 2) % 4];
    for (int n = 0; n < 6; ++n) {
      try_byte((_Atomic(byte) *)&word[at], (byte)(n * 50), (byte)(n * 50 + (n % 2 ? 50 : 49)));
      if (at % 2 == 0) try_short((_Atomic(short) *)&word[at], (short)(n << 13 | word[at]), (short)(n * 9000));
      printf("%d %d: %02x %02x %02x %02x\n", at, n, word[0], word[1], word[2], word[3]);
    }
  }
  return 0;
}
