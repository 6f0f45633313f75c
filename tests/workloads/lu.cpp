// Systems of linear equations by LU decomposition with pivots, by Cholesky's and by iteration over a grid.
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

class Dense {
  std::size_t n;
  std::vector<double> values;

public:
  explicit Dense(std::size_t size) : n(size), values(size * size) {}
  std::size_t size() const { return n; }
  double *operator[](std::size_t row) { return &values[row * n]; }
  const double *operator[](std::size_t row) const { return &values[row * n]; }
};

static std::optional<std::vector<std::size_t>> decompose(Dense &a) {
  std::size_t n = a.size();
  std::vector<std::size_t> rows(n);
  for (std::size_t k = 0; k < n; k++) rows[k] = k;
  for (std::size_t k = 0; k < n; k++) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < n; r++)
      if (std::fabs(a[r][k]) > std::fabs(a[pivot][k])) pivot = r;
    if (a[pivot][k] == 0) return std::nullopt;
    if (pivot != k) {
      for (std::size_t c = 0; c < n; c++) std::swap(a[k][c], a[pivot][c]);
      std::swap(rows[k], rows[pivot]);
    }
    for (std::size_t r = k + 1; r < n; r++) {
      double factor = a[r][k] /= a[k][k];
      for (std::size_t c = k + 1; c < n; c++) a[r][c] -= factor * a[k][c];
    }
  }
  return rows;
}

static std::vector<double> solve(const Dense &lu, const std::vector<std::size_t> &rows, const std::vector<double> &b) {
  std::size_t n = lu.size();
  std::vector<double> x(n);
  for (std::size_t r = 0; r < n; r++) {
    double sum = b[rows[r]];
    for (std::size_t c = 0; c < r; c++) sum -= lu[r][c] * x[c];
    x[r] = sum;
  }
  for (std::size_t r = n; r-- > 0;) {
    double sum = x[r];
    for (std::size_t c = r + 1; c < n; c++) sum -= lu[r][c] * x[c];
    x[r] = sum / lu[r][r];
  }
  return x;
}

static void cholesky(Dense &a) {
  for (std::size_t j = 0; j < a.size(); j++) {
    for (std::size_t i = j; i < a.size(); i++) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
    }
  }
}

static double relax(std::size_t size, int rounds) {
  std::vector<std::vector<double>> grid(size, std::vector<double>(size)), next = grid;
  for (std::size_t c = 0; c < size; c++) grid[0][c] = next[0][c] = 1;
  for (int round = 0; round < rounds; round++) {
    for (std::size_t r = 1; r + 1 < size; r++)
      for (std::size_t c = 1; c + 1 < size; c++)
        next[r][c] = 0.25 * (grid[r - 1][c] + grid[r + 1][c] + grid[r][c - 1] + grid[r][c + 1]);
    grid.swap(next);
  }
  return grid[size / 2][size / 2];
}

int main() {
  std::size_t n = 150;
  Dense a(n), symmetric(n);
  unsigned seed = 7;
  for (std::size_t r = 0; r < n; r++)
    for (std::size_t c = 0; c < n; c++) {
      seed = seed * 1103515245 + 12345;
      a[r][c] = static_cast<int>(seed >> 16) % 200 / 10.0;
      symmetric[r][c] = r == c ? static_cast<double>(n) : 1.0 / static_cast<double>(1 + r + c);
    }
  std::vector<double> b(n);
  for (std::size_t r = 0; r < n; r++)
    for (std::size_t c = 0; c < n; c++) b[r] += a[r][c] * static_cast<double>(c % 10);
  if (auto rows = decompose(a)) {
    std::vector<double> x = solve(a, *rows, b);
    std::printf("%.6f %.6f %.6f\n", x[1], x[57], x[149]);
  }
  cholesky(symmetric);
  std::printf("%.9f %.9f\n", symmetric[0][0], symmetric[n - 1][n - 1]);
  std::printf("%.9f\n", relax(80, 200));
}
