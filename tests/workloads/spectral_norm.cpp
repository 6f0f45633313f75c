// The spectral norm of an infinite matrix's corner, by the power method; and a series of sums of reals.
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

static double entry(int row, int column) {
  return 1.0 / ((row + column) * (row + column + 1) / 2 + row + 1);
}

static void times(const std::vector<double> &v, std::vector<double> &out) {
  int n = static_cast<int>(v.size());
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += entry(i, j) * v[j];
    out[i] = sum;
  }
}

static void transposed_times(const std::vector<double> &v, std::vector<double> &out) {
  int n = static_cast<int>(v.size());
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += entry(j, i) * v[j];
    out[i] = sum;
  }
}

template <class Real> static Real compensated(int terms) {
  Real sum = 0, lost = 0;
  for (int n = 1; n <= terms; n++) {
    Real term = Real(1) / (Real(n) * Real(n)) - lost;
    Real next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}

int main() {
  std::vector<double> u(220, 1), v(220), between(220);
  for (int round = 0; round < 8; round++) {
    times(u, between);
    transposed_times(between, v);
    times(v, between);
    transposed_times(between, u);
  }
  double uv = std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
  double vv = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  std::printf("%.9f\n", std::sqrt(uv / vv));
  std::printf("%.12f %.6f\n", compensated<double>(800000), static_cast<double>(compensated<float>(800000)));
}
