/* Data and checksums of the vector benchmarks. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Elements of an array, and rounds of each loop. */
enum { N = 1003, ROUNDS = 20 };

#define KERNEL __attribute__((noinline)) static

/* Returns the next pseudo-random number (xorshift). */
static inline uint32_t draw(void) {
  static uint32_t state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* Fills memory with random bytes. */
static inline void fill(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) ((unsigned char *)memory)[i] = (unsigned char)(draw() >> 7);
}

/* Fills an array with fractions between -1 and 1. */
static inline void fill_floats(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = (float)((int32_t)draw() >> 12) / (float)(1 << 19);
}

static inline void fill_doubles(double *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = (double)((int32_t)draw() >> 4) / (double)(1 << 27);
}

/* Prints the checksum of memory (FNV-1a). */
static inline void print_bytes(const char *name, const void *memory, size_t bytes) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < bytes; i++) hash = (hash ^ ((const unsigned char *)memory)[i]) * 1099511628211u;
  printf("%s %016llx\n", name, (unsigned long long)hash);
}

/* Prints the sum of floats, to few digits: the order of operations may differ. */
static inline void print_floats(const char *name, const float *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += values[i] < 0 ? -0.5 * values[i] : values[i];
  printf("%s %.4g\n", name, sum);
}

static inline void print_doubles(const char *name, const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += values[i] < 0 ? -0.5 * values[i] : values[i];
  printf("%s %.4g\n", name, sum);
}

#endif
