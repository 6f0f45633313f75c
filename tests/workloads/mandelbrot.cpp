// The Mandelbrot set by iteration, in doubles, in floats and in fixed point, and its border followed through a picture.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr int width = 96, height = 48, limit = 800;

template <class Real> static int iterations(Real x, Real y) {
  Real a = 0, b = 0;
  int n = 0;
  while (n < limit && a * a + b * b <= 4) {
    Real next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    n++;
  }
  return n;
}

class Fixed {
  std::int64_t value;

public:
  static constexpr int bits = 28;
  Fixed(double d) : value(static_cast<std::int64_t>(d * (1 << bits))) {}
  explicit Fixed(std::int64_t v, int) : value(v) {}
  friend Fixed operator+(Fixed l, Fixed r) { return Fixed(l.value + r.value, 0); }
  friend Fixed operator-(Fixed l, Fixed r) { return Fixed(l.value - r.value, 0); }
  friend Fixed operator*(Fixed l, Fixed r) { return Fixed((l.value * r.value) >> bits, 0); }
  friend bool operator<=(Fixed l, Fixed r) { return l.value <= r.value; }
};

template <class Real> static std::vector<int> picture() {
  std::vector<int> pixels;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      pixels.push_back(iterations<Real>(Real(-2.2 + 3.2 * x / width), Real(-1.2 + 2.4 * y / height)));
  return pixels;
}

static long border(const std::vector<int> &pixels) {
  long count = 0;
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      bool inside = pixels[y * width + x] == limit, other = false;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) other |= (pixels[(y + dy) * width + x + dx] == limit) != inside;
      count += inside && other;
    }
  return count;
}

int main() {
  std::vector<int> exact = picture<double>(), rough = picture<float>(), fixed = picture<Fixed>();
  long differences = 0, sum = 0;
  for (std::size_t n = 0; n < exact.size(); n++) {
    sum += exact[n];
    differences += (exact[n] == limit) != (fixed[n] == limit);
    differences += (exact[n] == limit) != (rough[n] == limit);
  }
  for (int y = 0; y < height; y += 6) {
    std::string line;
    for (int x = 0; x < width; x += 3) line += " .:-=+*#%@"[exact[y * width + x] * 9 / limit];
    std::puts(line.c_str());
  }
  std::printf("%ld %ld %s\n", sum, border(exact), differences < 20 ? "alike" : "not alike");
}
