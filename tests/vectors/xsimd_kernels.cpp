// Kernels in xsimd, whose batches are the target's vectors.
#include <xsimd/xsimd.hpp>

#include "bench.h"

#ifdef XSIMD_NO_SUPPORTED_ARCHITECTURE
#error "this target has no vectors that xsimd knows"
#endif

using floats = xsimd::batch<float>;
using doubles = xsimd::batch<double>;

static float x[N + 16], y[N + 16];
static double u[N + 16], v[N + 16];
static float counts[N + 16];

KERNEL void axpy(float factor, int n) {
  for (int i = 0; i + int(floats::size) <= n; i += floats::size) {
    auto sum = xsimd::fma(floats(factor), floats::load_unaligned(x + i), floats::load_unaligned(y + i));
    sum.store_unaligned(y + i);
  }
}

KERNEL double sum(int n) {
  doubles all(0.0);
  for (int i = 0; i + int(doubles::size) <= n; i += doubles::size) all += doubles::load_unaligned(u + i);
  return xsimd::hadd(all);
}

KERNEL void exponentials(int n) {
  for (int i = 0; i + int(doubles::size) <= n; i += doubles::size)
    xsimd::exp(doubles::load_unaligned(u + i)).store_unaligned(v + i);
}

KERNEL void sines(int n) {
  for (int i = 0; i + int(floats::size) <= n; i += floats::size)
    xsimd::sin(floats::load_unaligned(x + i)).store_unaligned(y + i);
}

KERNEL void mandelbrot(int n) {
  for (int i = 0; i + int(floats::size) <= n; i += floats::size) {
    auto real = floats::load_unaligned(x + i), imaginary = floats::load_unaligned(x + i) * 0.5f;
    floats a(0.0f), b(0.0f);
    floats count(0.0f);
    for (int step = 0; step < 12; step++) {
      auto square = a * a - b * b + real;
      b = 2.0f * a * b + imaginary;
      a = square;
      auto inside = a * a + b * b < floats(4.0f);
      if (!xsimd::any(inside)) break;
      count = xsimd::select(inside, count + 1.0f, count);
    }
    count.store_unaligned(counts + i);
  }
}

int main() {
  double sums[1] = {0};
  fill_floats(x, N);
  fill_floats(y, N);
  fill_doubles(u, N);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    axpy(0.25f, n);
    sums[0] += sum(n);
    exponentials(n);
    if (round % 4 == 0) sines(n), mandelbrot(n);
  }
  print_floats("axpy", y, N);
  print_doubles("sums", sums, 1);
  print_doubles("exponentials", v, N);
  print_floats("counts", counts, N);
}
