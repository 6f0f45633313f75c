/* Loops over floating-point numbers: linear algebra, stencils, polynomials, conversions. */
#include <math.h>

#include "bench.h"

enum { M = 40 };

static float x[N], y[N], z[N];
static double u[N], v[N], w[N];
static float left[M][M], right[M][M], product[M][M];

KERNEL void axpy(float *restrict r, const float *p, float factor, int n) {
  for (int i = 0; i < n; i++) r[i] += factor * p[i];
}

KERNEL float dot(const float *p, const float *q, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] * q[i];
  return sum;
}

KERNEL double norm(const double *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += p[i] * p[i];
  return sqrt(sum);
}

KERNEL void polynomial(double *restrict r, const double *p, int n) {
  for (int i = 0; i < n; i++) r[i] = ((0.25 * p[i] - 0.5) * p[i] + 1.5) * p[i] - 3.0;
}

KERNEL void stencil(float *restrict r, const float *p, int n) {
  for (int i = 1; i < n - 1; i++) r[i] = 0.25f * p[i - 1] + 0.5f * p[i] + 0.25f * p[i + 1];
}

KERNEL void clamp(float *p, float low, float high, int n) {
  for (int i = 0; i < n; i++) p[i] = p[i] < low ? low : p[i] > high ? high : p[i];
}

KERNEL void to_integers(int32_t *restrict r, const float *p, int n) {
  for (int i = 0; i < n; i++) r[i] = (int32_t)(p[i] * 1000.0f);
}

KERNEL void to_doubles(double *restrict r, const float *p, int n) {
  for (int i = 0; i < n; i++) r[i] = 2.0 * p[i];
}

KERNEL void quotients(double *restrict r, const double *p, const double *q, int n) {
  for (int i = 0; i < n; i++) r[i] = q[i] > 0.01 ? p[i] / q[i] : p[i];
}

KERNEL void multiply(void) {
  for (int i = 0; i < M; i++)
    for (int k = 0; k < M; k++)
      for (int j = 0; j < M; j++) product[i][j] += left[i][k] * right[k][j];
}

KERNEL float least(const float *p, int n) {
  float best = p[0];
  for (int i = 1; i < n; i++) best = p[i] < best ? p[i] : best;
  return best;
}

int main(void) {
  static int32_t integers[N];
  float sums[2] = {0};
  double long_sums[1] = {0};
  fill_floats(x, N);
  fill_floats(y, N);
  fill_doubles(u, N);
  fill_doubles(v, N);
  fill_floats(&left[0][0], M * M);
  fill_floats(&right[0][0], M * M);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    axpy(y, x, 0.125f, n);
    sums[0] += dot(x, y, n);
    long_sums[0] += norm(u, n);
    polynomial(w, u, n);
    stencil(z, y, n);
    clamp(z, -0.75f, 0.75f, n);
    to_integers(integers, z, n);
    to_doubles(v, z, n);
    quotients(w, u, v, n);
    sums[1] += least(z, n);
    if (round % 5 == 0) multiply();
  }
  print_floats("sums", sums, 2);
  print_doubles("norms", long_sums, 1);
  print_floats("stencil", z, N);
  print_doubles("quotients", w, N);
  print_floats("product", &product[0][0], M * M);
  double total = 0;
  for (int i = 0; i < N; i++) total += integers[i];
  printf("integers %.3g\n", total);
  return 0;
}
