// Text made, taken apart, searched, compared and encoded with the library's strings.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

static std::string make_text(unsigned seed, int words) {
  static const char *syllables[] = {"ka", "lo", "mi", "ter", "an", "su", "bel", "o", "ri", "qua", "nim", "ex"};
  std::string text;
  for (int n = 0; n < words; n++) {
    seed = seed * 1664525 + 1013904223;
    for (unsigned k = 0; k <= (seed >> 28) % 3; k++) text += syllables[(seed >> (8 + 4 * k)) % 12];
    text += n % 11 == 10 ? ".\n" : n % 5 == 4 ? ", " : " ";
  }
  return text;
}

static std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find_first_of(" ,.\n", at);
    if (end == std::string_view::npos) end = text.size();
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

static std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

static std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t n = 0; n <= b.size(); n++) row[n] = n;
  for (std::size_t i = 1; i <= a.size(); i++) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); j++) {
      std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1])});
      corner = above;
    }
  }
  return row.back();
}

static std::string base64(std::string_view bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t n = 0; n < bytes.size(); n += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; k++)
      three = three << 8 | (n + k < bytes.size() ? static_cast<unsigned char>(bytes[n + k]) : 0);
    for (std::size_t k = 0; k < 4; k++) out += n + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

static std::uint32_t crc(std::string_view bytes) {
  std::uint32_t sum = ~0u;
  for (unsigned char byte : bytes) {
    sum ^= byte;
    for (int k = 0; k < 8; k++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
  }
  return ~sum;
}

static bool matches(const char *pattern, const char *text) {
  for (; *pattern; pattern++, text++) {
    if (*pattern == '*') {
      do
        if (matches(pattern + 1, text)) return true;
      while (*text++);
      return false;
    }
    if (*text == 0 || (*pattern != '?' && *pattern != *text)) return false;
  }
  return *text == 0;
}

int main() {
  std::string text = make_text(3, 12000);
  std::vector<std::string_view> words = split(text);
  std::map<std::string, int, std::less<>> counts;
  for (std::string_view word : words)
    if (auto found = counts.find(word); found != counts.end()) found->second++;
    else counts.emplace(word, 1);
  std::vector<std::pair<int, std::string>> common;
  for (const auto &[word, count] : counts) common.emplace_back(-count, word);
  std::sort(common.begin(), common.end());
  for (int n = 0; n < 4; n++) std::printf("%s %d\n", common[n].second.c_str(), -common[n].first);
  std::string other = replaced(replaced(text, "ter", "t-r"), "an", "");
  std::transform(other.begin(), other.end(), other.begin(), [](unsigned char c) { return std::toupper(c); });
  std::printf("%zu %08x %08x\n", other.size(), crc(text), crc(base64(other)));
  std::size_t sum = 0, matching = 0;
  for (std::size_t n = 0; n + 1 < 1500; n++) sum += distance(words[n], words[n + 1]);
  sum += distance(std::string_view(text).substr(0, 300), std::string_view(other).substr(0, 300));
  for (const auto &[word, count] : counts) matching += matches("*a*o?i*", word.c_str()) + matches("k*?r*", word.c_str());
  std::string numbers;
  long total = 0;
  for (int n = 0; n < 20000; n += 7) numbers += std::to_string(n * n % 10007 - 5000) + ';';
  for (const char *at = numbers.data(), *end = at + numbers.size(); at < end; at++) {
    int value = 0;
    at = std::from_chars(at, end, value).ptr;
    total += value;
  }
  std::printf("%zu %zu %ld\n", sum, matching, total);
}
