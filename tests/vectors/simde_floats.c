/* Code for SSE, which SIMDe turns into the target's own vectors: matrices and complex numbers. */
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse4.1.h>

#include "bench.h"

static float points[4 * N], moved[4 * N], matrix[16], numbers[4 * N];

KERNEL void transform(float *r, const float *m, const float *p, int n) {
  __m128 first = _mm_loadu_ps(m), second = _mm_loadu_ps(m + 4), third = _mm_loadu_ps(m + 8);
  __m128 fourth = _mm_loadu_ps(m + 12);
  for (int i = 0; i < n; i++) {
    __m128 x = _mm_loadu_ps(p + 4 * i);
    __m128 sum = _mm_mul_ps(first, _mm_shuffle_ps(x, x, _MM_SHUFFLE(0, 0, 0, 0)));
    sum = _mm_add_ps(sum, _mm_mul_ps(second, _mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 1, 1, 1))));
    sum = _mm_add_ps(sum, _mm_mul_ps(third, _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 2, 2, 2))));
    sum = _mm_add_ps(sum, _mm_mul_ps(fourth, _mm_shuffle_ps(x, x, _MM_SHUFFLE(3, 3, 3, 3))));
    _mm_storeu_ps(r + 4 * i, sum);
  }
}

KERNEL void transpose(float *p, int n) {
  for (int i = 0; i + 4 <= n; i += 4) {
    __m128 a = _mm_loadu_ps(p + 4 * i), b = _mm_loadu_ps(p + 4 * i + 4);
    __m128 c = _mm_loadu_ps(p + 4 * i + 8), d = _mm_loadu_ps(p + 4 * i + 12);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(p + 4 * i, a);
    _mm_storeu_ps(p + 4 * i + 4, b);
    _mm_storeu_ps(p + 4 * i + 8, c);
    _mm_storeu_ps(p + 4 * i + 12, d);
  }
}

KERNEL void multiply(float *r, const float *p, int n) {
  for (int i = 0; i + 2 <= n; i += 2) {
    __m128 x = _mm_loadu_ps(r + 2 * i), y = _mm_loadu_ps(p + 2 * i);
    __m128 real = _mm_shuffle_ps(y, y, _MM_SHUFFLE(2, 2, 0, 0));
    __m128 imaginary = _mm_shuffle_ps(y, y, _MM_SHUFFLE(3, 3, 1, 1));
    __m128 turned = _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1));
    __m128 sign = _mm_setr_ps(-1, 1, -1, 1);
    _mm_storeu_ps(r + 2 * i,
                  _mm_add_ps(_mm_mul_ps(x, real), _mm_mul_ps(_mm_mul_ps(turned, imaginary), sign)));
  }
}

KERNEL float largest(const float *p, int n) {
  __m128 best = _mm_set1_ps(-100);
  for (int i = 0; i + 4 <= n; i += 4) {
    __m128 x = _mm_loadu_ps(p + i), small = _mm_cmplt_ps(x, _mm_set1_ps(0.5f));
    best = _mm_max_ps(best, _mm_and_ps(small, x));
  }
  best = _mm_max_ps(best, _mm_movehl_ps(best, best));
  best = _mm_max_ss(best, _mm_shuffle_ps(best, best, 1));
  return _mm_cvtss_f32(best);
}

int main(void) {
  float sums[1] = {0};
  fill_floats(points, 4 * N);
  fill_floats(matrix, 16);
  fill_floats(numbers, 4 * N);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    transform(moved, matrix, points, n);
    transpose(points, n);
    multiply(numbers, moved, n);
    sums[0] += largest(moved, n);
  }
  print_floats("moved", moved, 4 * N);
  print_floats("points", points, 4 * N);
  print_floats("numbers", numbers, 2 * N);
  print_floats("sums", sums, 1);
  return 0;
}
