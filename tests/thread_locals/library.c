// Thread-local variables as a library has them: exported, hidden, static, large, aligned, with addresses in them, of each model.
#include "variables.h"
#include <string.h>

_Thread_local int shared_counter = 1000;
_Thread_local long shared_zero;
__thread char shared_text[24] = "shared";
_Thread_local __typeof__(shared_aligned) shared_aligned = {3, 1L << 40, "aligned"};
_Thread_local int early = 77;
__attribute__((visibility("hidden"))) _Thread_local int hidden_counter = 5;
__attribute__((visibility("protected"))) _Thread_local int protected_counter = 6;
static _Thread_local int own = 42;
static _Thread_local long own_zero[600];
static _Thread_local int local_dynamic __attribute__((tls_model("local-dynamic"))) = 8;
static const char *const names[] = {"zero", "one"};
static _Thread_local const char *const *place = &names[1];
static _Thread_local unsigned char byte = 250;
static _Thread_local double real = 0.5;
static _Thread_local __int128 wide = 1;
extern _Thread_local int weak_one __attribute__((weak));
_Thread_local int weak_one = 11;

__attribute__((noinline)) static int *address_of_own(void) { return &own; }

int *library_own(void) { return address_of_own(); }

// Arguments and values that live across the addresses, in all kinds of registers.
long library_step(long by) {
  double factor = real + (double)by;
  shared_counter += (int)by;
  shared_zero -= by;
  hidden_counter ^= (int)by;
  protected_counter += hidden_counter;
  own += 2;
  for (int i = 0; i < 600; i += 7) own_zero[i] += i + by;
  local_dynamic *= 3;
  byte += 9;
  real = factor * 2;
  wide = wide * 7 + by;
  shared_aligned.aligned += shared_aligned.before++;
  shared_aligned.after[99] ^= (char)by;
  shared_text[by & 15]++;
  early += weak_one;
  weak_one++;
  place = by & 1 ? &names[0] : &names[1];
  return shared_counter + by * (long)factor;
}

long library_sum(void) {
  long sum = shared_counter + shared_zero + hidden_counter + protected_counter + own + local_dynamic + byte + weak_one + early;
  for (int i = 0; i < 600; i++) sum = sum * 31 + own_zero[i];
  sum = sum * 31 + (long)(real * 1000) + (long)wide + (long)(wide >> 64);
  sum = sum * 31 + shared_aligned.aligned + shared_aligned.before + shared_aligned.after[99];
  sum = sum * 31 + (long)strlen(*place) + (**place << 8);
  if ((unsigned long)&shared_aligned.aligned % 64) sum = -1;
  for (int i = 0; i < 24; i++) sum = sum * 31 + shared_text[i];
  return sum;
}
