// Products of matrices of several types, in three loops, in blocks and of transposed ones, and a chain of small ones of a fixed size.
#include <cstdint>
#include <cstdio>
#include <vector>

template <class T> struct Matrix {
  std::size_t rows, columns;
  std::vector<T> values;

  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c) {}
  T &at(std::size_t r, std::size_t c) { return values[r * columns + c]; }
  const T &at(std::size_t r, std::size_t c) const { return values[r * columns + c]; }

  static Matrix filled(std::size_t r, std::size_t c, unsigned seed) {
    Matrix m(r, c);
    for (T &value : m.values) {
      seed = seed * 1664525 + 1013904223;
      value = static_cast<T>(static_cast<int>(seed >> 24) - 128);
    }
    return m;
  }

  Matrix transposed() const {
    Matrix m(columns, rows);
    for (std::size_t r = 0; r < rows; r++)
      for (std::size_t c = 0; c < columns; c++) m.at(c, r) = at(r, c);
    return m;
  }

  Matrix times(const Matrix &o) const {
    Matrix m(rows, o.columns);
    for (std::size_t r = 0; r < rows; r++)
      for (std::size_t k = 0; k < columns; k++) {
        T factor = at(r, k);
        for (std::size_t c = 0; c < o.columns; c++) m.at(r, c) += factor * o.at(k, c);
      }
    return m;
  }

  Matrix times_transposed(const Matrix &o) const {
    Matrix m(rows, o.rows);
    for (std::size_t r = 0; r < rows; r++)
      for (std::size_t c = 0; c < o.rows; c++) {
        T sum = 0;
        for (std::size_t k = 0; k < columns; k++) sum += at(r, k) * o.at(c, k);
        m.at(r, c) = sum;
      }
    return m;
  }

  Matrix times_in_blocks(const Matrix &o) const {
    constexpr std::size_t size = 16;
    Matrix m(rows, o.columns);
    for (std::size_t i = 0; i < rows; i += size)
      for (std::size_t j = 0; j < o.columns; j += size)
        for (std::size_t k = 0; k < columns; k += size)
          for (std::size_t r = i; r < i + size && r < rows; r++)
            for (std::size_t c = j; c < j + size && c < o.columns; c++) {
              T sum = m.at(r, c);
              for (std::size_t n = k; n < k + size && n < columns; n++) sum += at(r, n) * o.at(n, c);
              m.at(r, c) = sum;
            }
    return m;
  }

  double trace() const {
    double sum = 0;
    for (std::size_t n = 0; n < rows && n < columns; n++) sum += static_cast<double>(at(n, n));
    return sum;
  }
};

template <class T> void products(const char *name, std::size_t size) {
  Matrix<T> a = Matrix<T>::filled(size, size + 3, 1), b = Matrix<T>::filled(size + 3, size, 2);
  std::printf("%s: %.1f %.1f %.1f\n", name, a.times(b).trace(), a.times_transposed(b.transposed()).trace(),
              a.times_in_blocks(b).trace());
}

struct Small {
  float v[4][4];
  Small operator*(const Small &o) const {
    Small m{};
    for (int r = 0; r < 4; r++)
      for (int c = 0; c < 4; c++)
        for (int k = 0; k < 4; k++) m.v[r][c] += v[r][k] * o.v[k][c];
    return m;
  }
};

int main() {
  products<double>("double", 110);
  products<float>("float", 110);
  products<std::int32_t>("int32", 110);
  products<std::int64_t>("int64", 90);
  products<std::int16_t>("int16", 90);
  Small turn{{{0.6f, -0.8f, 0, 0}, {0.8f, 0.6f, 0, 0}, {0, 0, 1, 0.25f}, {0, 0, -0.25f, 1}}}, all = turn;
  for (int n = 0; n < 100000; n++) {
    all = all * turn;
    if (n % 64 == 63) all = turn;
  }
  std::printf("small: %.4f %.4f %.4f\n", all.v[0][0], all.v[1][0], all.v[2][3]);
}
