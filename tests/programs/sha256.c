// SHA-256, CRC-32, Adler-32, FNV and MD5-like mixing over generated text.
#include "check.h"

static u32 k[64];
static u32 rotr(u32 x, int n) { return x >> n | x << (32 - n); }
static void block(u32 *h, const u8 *p) {
  u32 w[64], s[8];
  for (int i = 0; i < 16; i++) w[i] = (u32)p[4 * i] << 24 | (u32)p[4 * i + 1] << 16 | (u32)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    u32 a = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3, b = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  memcpy(s, h, 32);
  for (int i = 0; i < 64; i++) {
    u32 e = rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25), c = (s[4] & s[5]) ^ (~s[4] & s[6]);
    u32 t = s[7] + e + c + k[i] + w[i];
    u32 a = rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22), m = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    for (int j = 7; j > 0; j--) s[j] = s[j - 1];
    s[4] += t;
    s[0] = t + a + m;
  }
  for (int i = 0; i < 8; i++) h[i] += s[i];
}
// The constants are the first 32 bits of the fractional parts of roots of primes.
static u32 root_bits(int prime, int cube) {
  u128 low = 0, high = (u128)64 << 32;
  while (low + 1 < high) {
    u128 m = (low + high) / 2;
    // Compare m^2 (or m^3) with the prime, in fixed point of 32 bits.
    int less = cube ? (m * m >> 16) * m >> 16 <= (u128)prime << 64 : m * m <= (u128)prime << 64;
    if (less) low = m; else high = m;
  }
  return (u32)low;
}
static void sha256(const char *text, size_t n, u32 *h) {
  u8 last[128] = {0};
  int primes = 0;
  for (int p = 2; primes < 64; p++) {
    int is = 1;
    for (int d = 2; d * d <= p; d++) is &= p % d != 0;
    if (!is) continue;
    if (primes < 8) h[primes] = root_bits(p, 0);
    k[primes++] = root_bits(p, 1);
  }
  size_t i = 0;
  for (; i + 64 <= n; i += 64) block(h, (const u8 *)text + i);
  memcpy(last, text + i, n - i);
  last[n - i] = 0x80;
  size_t size = n - i < 56 ? 64 : 128;
  for (int j = 0; j < 8; j++) last[size - 1 - (size_t)j] = (u8)((u64)n * 8 >> (8 * j));
  for (size_t j = 0; j < size; j += 64) block(h, last + j);
}
static u32 crc32(const u8 *p, size_t n) {
  u32 table[256];
  for (u32 i = 0; i < 256; i++) {
    u32 c = i;
    for (int j = 0; j < 8; j++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
  u32 c = ~0u;
  while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8;
  return ~c;
}
static u32 adler(const u8 *p, size_t n) {
  u32 a = 1, b = 0;
  while (n--) a = (a + *p++) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}

int main(void) {
  static char text[5000];
  for (int i = 0; i < 5000; i++) text[i] = (char)('a' + i * i % 26);
  const char *names[] = {"", "abc", "The quick brown fox jumps over the lazy dog", text};
  for (int i = 0; i < 4; i++) {
    size_t n = i == 3 ? sizeof text : strlen(names[i]);
    u32 h[8];
    sha256(names[i], n, h);
    for (int j = 0; j < 8; j++) printf("%08x", h[j]);
    printf(" crc %08x adler %08x\n", crc32((const u8 *)names[i], n), adler((const u8 *)names[i], n));
  }
  return 0;
}
