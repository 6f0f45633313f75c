/* Code for SSE, which SIMDe turns into the target's own vectors: pixels and bytes. */
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse4.1.h>

#include "bench.h"

static uint8_t a[N + 32], b[N + 32], c[N + 32];
static int16_t h[N + 32];

KERNEL uint64_t difference(const uint8_t *p, const uint8_t *q, int n) {
  __m128i sum = _mm_setzero_si128();
  for (int i = 0; i + 16 <= n; i += 16) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + i)), y = _mm_loadu_si128((const __m128i *)(q + i));
    sum = _mm_add_epi64(sum, _mm_sad_epu8(x, y));
  }
  uint64_t lanes[2];
  _mm_storeu_si128((__m128i *)lanes, sum);
  return lanes[0] + lanes[1];
}

KERNEL void blend(uint8_t *r, const uint8_t *p, const uint8_t *q, int n) {
  __m128i zero = _mm_setzero_si128(), weight = _mm_set1_epi16(77), other = _mm_set1_epi16(179);
  for (int i = 0; i + 16 <= n; i += 16) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + i)), y = _mm_loadu_si128((const __m128i *)(q + i));
    __m128i low = _mm_add_epi16(_mm_mullo_epi16(_mm_unpacklo_epi8(x, zero), weight),
                                _mm_mullo_epi16(_mm_unpacklo_epi8(y, zero), other));
    __m128i high = _mm_add_epi16(_mm_mullo_epi16(_mm_unpackhi_epi8(x, zero), weight),
                                 _mm_mullo_epi16(_mm_unpackhi_epi8(y, zero), other));
    _mm_storeu_si128((__m128i *)(r + i), _mm_packus_epi16(_mm_srli_epi16(low, 8), _mm_srli_epi16(high, 8)));
  }
}

KERNEL int32_t products(const int16_t *p, const int16_t *q, int n) {
  __m128i sum = _mm_setzero_si128();
  for (int i = 0; i + 8 <= n; i += 8) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + i)), y = _mm_loadu_si128((const __m128i *)(q + i));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(x, y));
  }
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
  return _mm_cvtsi128_si32(sum);
}

KERNEL int find(const uint8_t *p, int n, uint8_t byte) {
  __m128i wanted = _mm_set1_epi8((char)byte);
  for (int i = 0; i + 16 <= n; i += 16) {
    int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(p + i)), wanted));
    if (mask != 0) return i + __builtin_ctz((unsigned)mask);
  }
  return -1;
}

KERNEL void hexadecimal(uint8_t *r, const uint8_t *p, int n) {
  __m128i digits = _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
  __m128i mask = _mm_set1_epi8(15);
  for (int i = 0; 2 * i + 32 <= n; i += 16) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + i));
    __m128i low = _mm_shuffle_epi8(digits, _mm_and_si128(x, mask));
    __m128i high = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16(x, 4), mask));
    _mm_storeu_si128((__m128i *)(r + 2 * i), _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128((__m128i *)(r + 2 * i + 16), _mm_unpackhi_epi8(high, low));
  }
}

KERNEL void limits(uint8_t *r, const uint8_t *p, int n) {
  for (int i = 0; i + 16 <= n; i += 16) {
    __m128i x = _mm_loadu_si128((const __m128i *)(p + i)), y = _mm_alignr_epi8(x, x, 3);
    __m128i z = _mm_max_epu8(_mm_min_epu8(x, y), _mm_subs_epu8(x, _mm_set1_epi8(9)));
    _mm_storeu_si128((__m128i *)(r + i), _mm_avg_epu8(z, _mm_blendv_epi8(x, y, z)));
  }
}

int main(void) {
  int64_t sums[4] = {0};
  fill(a, sizeof a);
  fill(b, sizeof b);
  fill(h, sizeof h);
  for (int round = 0; round < ROUNDS; round++) {
    int n = N - round;
    sums[0] += (int64_t)difference(a, b, n);
    blend(c, a, b, n);
    sums[1] += products(h, h + 8, n - 8);
    sums[2] += find(c, n, 1);
    limits(c, c, n);
    sums[3] += c[n / 2];
    hexadecimal(b, c, n);
  }
  print_bytes("sums", sums, sizeof sums);
  print_bytes("bytes", c, sizeof c);
  print_bytes("digits", b, sizeof b);
  return 0;
}
