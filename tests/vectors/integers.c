/* Loops over integers: sums, widening, narrowing, saturation, minima, searches, histograms. */
#include "bench.h"

static uint8_t a8[N + 32], b8[N + 32], c8[N + 32];
static int16_t a16[N + 32], b16[N + 32], c16[N + 32];
static int32_t a32[N + 32], b32[N + 32], c32[N + 32];
static int64_t a64[N + 32], c64[N + 32];

KERNEL int32_t sum_bytes(const uint8_t *p, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++) sum += p[i];
  return sum;
}

KERNEL int32_t dot_bytes(const int8_t *p, const int8_t *q, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] * q[i];
  return sum;
}

KERNEL int64_t dot_words(const int16_t *p, const int16_t *q, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] * q[i];
  return sum;
}

KERNEL uint32_t difference(const uint8_t *p, const uint8_t *q, int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] > q[i] ? p[i] - q[i] : q[i] - p[i];
  return sum;
}

KERNEL void average(uint8_t *restrict r, const uint8_t *p, const uint8_t *q, int n) {
  for (int i = 0; i < n; i++) r[i] = (uint8_t)((p[i] + q[i] + 1) >> 1);
}

KERNEL void saturate(uint8_t *restrict r, const int16_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = (uint8_t)(p[i] < 0 ? 0 : p[i] > 255 ? 255 : p[i]);
}

KERNEL void widen(int32_t *restrict r, const uint8_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = p[i] * 257 - 3;
}

KERNEL void narrow(int16_t *restrict r, const int32_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = (int16_t)(p[i] >> 9);
}

KERNEL void multiply_add(int32_t *restrict r, const int32_t *p, const int32_t *q, int n) {
  for (int i = 0; i < n; i++) r[i] += p[i] * q[i];
}

KERNEL int32_t greatest(const int32_t *p, int n) {
  int32_t best = INT32_MIN;
  for (int i = 0; i < n; i++) best = p[i] > best ? p[i] : best;
  return best;
}

KERNEL int where_least(const int32_t *p, int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (p[i] < p[at]) at = i;
  return at;
}

KERNEL int find(const uint8_t *p, int n, uint8_t byte) {
  for (int i = 0; i < n; i++)
    if (p[i] == byte) return i;
  return -1;
}

KERNEL int count(const uint8_t *p, int n, uint8_t byte) {
  int found = 0;
  for (int i = 0; i < n; i++) found += p[i] == byte;
  return found;
}

KERNEL void choose(int32_t *restrict r, const int32_t *p, const int32_t *q, int n) {
  for (int i = 0; i < n; i++) r[i] = p[i] > 100 ? q[i] << 1 : p[i] ^ q[i];
}

KERNEL void reverse(int16_t *restrict r, const int16_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = p[n - 1 - i];
}

KERNEL void prefix(int32_t *p, int n) {
  for (int i = 1; i < n; i++) p[i] += p[i - 1];
}

KERNEL void histogram(uint32_t *bins, const uint8_t *p, int n) {
  for (int i = 0; i < n; i++) bins[p[i]]++;
}

KERNEL void long_products(int64_t *restrict r, const int64_t *p, int n) {
  for (int i = 0; i < n; i++) r[i] = p[i] * p[i] + (p[i] >> 3);
}

int main(void) {
  uint32_t bins[256] = {0};
  int64_t sums[10] = {0};
  fill(a8, sizeof a8);
  fill(b8, sizeof b8);
  fill(a16, sizeof a16);
  fill(b16, sizeof b16);
  fill(a32, sizeof a32);
  fill(b32, sizeof b32);
  fill(a64, sizeof a64);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    sums[0] += sum_bytes(a8, n);
    sums[1] += dot_bytes((int8_t *)a8, (int8_t *)b8, n);
    sums[2] += dot_words(a16, b16, n);
    sums[3] += difference(a8, b8, n);
    average(c8, a8, b8, n);
    sums[4] += find(c8, n, 255);
    sums[5] += count(c8, n, 128);
    saturate(c8, a16, n);
    widen(c32, c8, n);
    multiply_add(c32, a32, b32, n);
    sums[6] += greatest(c32, n);
    sums[7] += where_least(c32, n);
    choose(c32, a32, b32, n);
    narrow(c16, c32, n);
    reverse(b16, c16, n);
    prefix(c32, n);
    histogram(bins, a8, n);
    long_products(c64, a64, n);
  }
  print_bytes("sums", sums, sizeof sums);
  print_bytes("bytes", c8, sizeof c8);
  print_bytes("halves", b16, sizeof b16);
  print_bytes("words", c32, sizeof c32);
  print_bytes("longs", c64, sizeof c64);
  print_bytes("bins", bins, sizeof bins);
  return 0;
}
