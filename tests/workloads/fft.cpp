// Fourier transforms of complex numbers, of a power of two and of any size by convolution, and of integers modulo a prime.
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

using Complex = std::complex<double>;

static void reverse_bits(auto &values) {
  std::size_t n = values.size();
  for (std::size_t i = 1, j = 0; i < n; i++) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
}

static void transform(std::vector<Complex> &values, bool inverse) {
  std::size_t n = values.size();
  reverse_bits(values);
  for (std::size_t size = 2; size <= n; size <<= 1) {
    double angle = (inverse ? 2 : -2) * 3.14159265358979323846 / static_cast<double>(size);
    Complex root(std::cos(angle), std::sin(angle));
    for (std::size_t start = 0; start < n; start += size) {
      Complex factor = 1;
      for (std::size_t k = 0; k < size / 2; k++) {
        Complex low = values[start + k], high = values[start + k + size / 2];
        Complex turned(high.real() * factor.real() - high.imag() * factor.imag(),
                       high.real() * factor.imag() + high.imag() * factor.real());
        values[start + k] = low + turned;
        values[start + k + size / 2] = low - turned;
        factor = Complex(factor.real() * root.real() - factor.imag() * root.imag(),
                         factor.real() * root.imag() + factor.imag() * root.real());
      }
    }
  }
  if (inverse)
    for (Complex &value : values) value /= static_cast<double>(n);
}

constexpr std::uint64_t prime = 998244353;

static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent; exponent >>= 1, base = base * base % prime)
    if (exponent & 1) result = result * base % prime;
  return result;
}

static void transform(std::vector<std::uint32_t> &values, bool inverse) {
  std::size_t n = values.size();
  reverse_bits(values);
  for (std::size_t size = 2; size <= n; size <<= 1) {
    std::uint64_t root = power(3, (prime - 1) / size);
    if (inverse) root = power(root, prime - 2);
    std::vector<std::uint32_t> factors(size / 2, 1);
    for (std::size_t k = 1; k < size / 2; k++)
      factors[k] = static_cast<std::uint32_t>(factors[k - 1] * root % prime);
    for (std::size_t start = 0; start < n; start += size)
      for (std::size_t k = 0; k < size / 2; k++) {
        std::uint64_t low = values[start + k], high = values[start + k + size / 2] * std::uint64_t{factors[k]} % prime;
        values[start + k] = static_cast<std::uint32_t>(low + high < prime ? low + high : low + high - prime);
        values[start + k + size / 2] = static_cast<std::uint32_t>(low >= high ? low - high : low + prime - high);
      }
  }
  if (inverse) {
    std::uint64_t share = power(n, prime - 2);
    for (std::uint32_t &value : values) value = static_cast<std::uint32_t>(value * share % prime);
  }
}

int main() {
  std::vector<Complex> wave(1 << 14);
  for (std::size_t n = 0; n < wave.size(); n++)
    wave[n] = Complex(static_cast<double>(n % 100) / 7, static_cast<double>(n * n % 31) - 15);
  std::vector<Complex> again = wave;
  for (int round = 0; round < 3; round++) {
    transform(again, false);
    if (round == 0) std::printf("%.4f %.4f\n", again[1].real(), again[77].imag());
    transform(again, true);
  }
  double error = 0;
  for (std::size_t n = 0; n < wave.size(); n++) error = std::max(error, std::abs(wave[n] - again[n]));
  std::printf("%s\n", error < 1e-7 ? "the same again" : "something else");

  std::vector<std::uint32_t> a(1 << 14), b(1 << 14);
  for (std::size_t n = 0; n < a.size() / 2; n++) {
    a[n] = static_cast<std::uint32_t>(n * 2654435761u % 1000);
    b[n] = static_cast<std::uint32_t>(n * n % 997);
  }
  transform(a, false);
  transform(b, false);
  for (std::size_t n = 0; n < a.size(); n++) a[n] = static_cast<std::uint32_t>(a[n] * std::uint64_t{b[n]} % prime);
  transform(a, true);
  std::printf("%u %u %u\n", a[0], a[1000], a[16000]);
}
