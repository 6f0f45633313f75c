// Integers of any size: products, quotients, powers by a modulus, digits of pi.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

class Big {
  std::vector<std::uint32_t> digits;

  void trim() {
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
  }

public:
  Big(std::uint64_t value = 0) {
    for (; value; value >>= 32) digits.push_back(static_cast<std::uint32_t>(value));
  }
  bool is_zero() const { return digits.empty(); }
  std::size_t bits() const { return digits.empty() ? 0 : digits.size() * 32 - __builtin_clz(digits.back()); }
  bool bit(std::size_t n) const { return n / 32 < digits.size() && digits[n / 32] >> n % 32 & 1; }

  std::strong_ordering operator<=>(const Big &o) const {
    if (auto order = digits.size() <=> o.digits.size(); order != 0) return order;
    return std::lexicographical_compare_three_way(digits.rbegin(), digits.rend(), o.digits.rbegin(), o.digits.rend());
  }
  bool operator==(const Big &o) const { return digits == o.digits; }

  Big &operator+=(const Big &o) {
    digits.resize(std::max(digits.size(), o.digits.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t n = 0; n < digits.size(); n++) {
      carry += std::uint64_t{digits[n]} + (n < o.digits.size() ? o.digits[n] : 0);
      digits[n] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    trim();
    return *this;
  }
  Big &operator-=(const Big &o) {
    std::int64_t borrow = 0;
    for (std::size_t n = 0; n < digits.size(); n++) {
      borrow += std::int64_t{digits[n]} - (n < o.digits.size() ? o.digits[n] : 0);
      digits[n] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    trim();
    return *this;
  }
  Big operator*(const Big &o) const {
    Big out;
    out.digits.resize(digits.size() + o.digits.size());
    for (std::size_t i = 0; i < digits.size(); i++) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < o.digits.size(); j++) {
        carry += std::uint64_t{digits[i]} * o.digits[j] + out.digits[i + j];
        out.digits[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      out.digits[i + o.digits.size()] = static_cast<std::uint32_t>(carry);
    }
    out.trim();
    return out;
  }
  Big operator<<(unsigned shift) const {
    Big out;
    out.digits.resize(digits.size() + shift / 32 + 1);
    for (std::size_t n = 0; n < digits.size(); n++) {
      std::uint64_t both = std::uint64_t{digits[n]} << shift % 32;
      out.digits[n + shift / 32] |= static_cast<std::uint32_t>(both);
      out.digits[n + shift / 32 + 1] = static_cast<std::uint32_t>(both >> 32);
    }
    out.trim();
    return out;
  }
  /// Divides by a small number, and returns what remains.
  std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t n = digits.size(); n-- > 0;) {
      rest = rest << 32 | digits[n];
      digits[n] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }
  /// Knuth's algorithm D.
  static Big divide(Big dividend, Big divisor, Big &rest) {
    if (dividend < divisor) {
      rest = std::move(dividend);
      return {};
    }
    if (divisor.digits.size() == 1) {
      rest = dividend.divide(divisor.digits[0]);
      return dividend;
    }
    unsigned shift = __builtin_clz(divisor.digits.back());
    Big u = dividend << shift, v = divisor << shift;
    std::size_t n = v.digits.size();
    u.digits.resize(dividend.digits.size() + 1);
    Big quotient;
    quotient.digits.resize(u.digits.size() - n);
    for (std::size_t j = quotient.digits.size(); j-- > 0;) {
      std::uint64_t top = std::uint64_t{u.digits[j + n]} << 32 | u.digits[j + n - 1];
      std::uint64_t guess = top / v.digits[n - 1], left = top % v.digits[n - 1];
      while (guess >> 32 || guess * v.digits[n - 2] > (left << 32 | u.digits[j + n - 2])) {
        guess--;
        left += v.digits[n - 1];
        if (left >> 32) break;
      }
      std::int64_t borrow = 0;
      std::uint64_t carry = 0;
      for (std::size_t i = 0; i <= n; i++) {
        carry += i < n ? guess * v.digits[i] : 0;
        borrow += std::int64_t{u.digits[i + j]} - static_cast<std::uint32_t>(carry);
        u.digits[i + j] = static_cast<std::uint32_t>(borrow);
        carry >>= 32;
        borrow >>= 32;
      }
      if (borrow < 0) {
        guess--;
        carry = 0;
        for (std::size_t i = 0; i <= n; i++) {
          carry += std::uint64_t{u.digits[i + j]} + (i < n ? v.digits[i] : 0);
          u.digits[i + j] = static_cast<std::uint32_t>(carry);
          carry >>= 32;
        }
      }
      quotient.digits[j] = static_cast<std::uint32_t>(guess);
    }
    quotient.trim();
    u.trim();
    for (std::size_t k = 0; k < u.digits.size(); k++) {
      std::uint64_t both = u.digits[k] | (k + 1 < u.digits.size() ? std::uint64_t{u.digits[k + 1]} << 32 : 0);
      u.digits[k] = static_cast<std::uint32_t>(both >> shift);
    }
    u.trim();
    rest = std::move(u);
    return quotient;
  }
  static Big power(Big base, const Big &exponent, const Big &modulus) {
    Big result = 1, rest;
    for (std::size_t n = exponent.bits(); n-- > 0;) {
      divide(result * result, modulus, rest);
      result = rest;
      if (exponent.bit(n)) {
        divide(result * base, modulus, rest);
        result = rest;
      }
    }
    return result;
  }
  std::string decimal() const {
    std::string text;
    for (Big rest = *this; !rest.is_zero();) {
      std::uint32_t nine = rest.divide(1000000000);
      for (int n = 0; n < 9 && (nine || !rest.is_zero()); n++, nine /= 10) text += static_cast<char>('0' + nine % 10);
    }
    std::reverse(text.begin(), text.end());
    return text.empty() ? "0" : text;
  }
};

/// A scale's share of the arc tangent of 1 / n.
static Big arc_tangent(const Big &scale, std::uint32_t n) {
  Big power = scale, sum, subtracted;
  power.divide(n);
  for (std::uint32_t k = 1; !power.is_zero(); k += 2) {
    Big term = power;
    term.divide(k);
    (k % 4 == 1 ? sum : subtracted) += term;
    power.divide(n * n);
  }
  return sum -= subtracted;
}

static std::string pi(int count) {
  Big scale = 1;
  for (int n = 0; n < count + 10; n++) scale = scale * 10;
  Big result = arc_tangent(scale, 5) * 16;
  result -= arc_tangent(scale, 239) * 4;
  return result.decimal().substr(0, count);
}

int main() {
  Big factorial = 1;
  for (unsigned n = 2; n <= 700; n++) factorial = factorial * n;
  std::string text = factorial.decimal();
  std::printf("700! has %zu digits, %s\n", text.size(), text.substr(0, 30).c_str());
  Big one = 1, mersenne = one << 521, rest;
  mersenne -= one;
  Big less = mersenne;
  less -= one;
  std::printf("%s\n", Big::power(3, less, mersenne) == one ? "may be prime" : "is not prime");
  Big quotient = Big::divide(factorial, mersenne, rest);
  std::printf("%s\n", (quotient * mersenne += rest) == factorial ? "divides" : "does not divide");
  std::printf("%s\n", pi(900).substr(870).c_str());
}
