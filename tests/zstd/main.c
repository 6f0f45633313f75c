// Packs, unpacks and checks generated data with zstd's levels and strategies, streams, checksums and a trained dictionary; prints sizes and checksums.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZSTD_STATIC_LINKING_ONLY
#include "zdict.h"
#include "zstd.h"
#include "zstd_errors.h"

enum { SIZE = 60000 };

static char plain[SIZE], packed[2 * SIZE], again[SIZE];
static unsigned state = 4242;

static unsigned next(void) { return state = state * 1103515245u + 12345u, state >> 16; }

static void fill(int kind) {
  static const char *words[] = {"select ", "from ", "where ", "order by ", "name", "price", ", ", "= ", "42 ", "\n"};
  int i = 0;
  while (i < SIZE) {
    if (kind == 0) plain[i] = (char)(i >> 9), i++;
    else if (kind == 1) plain[i++] = (char)next();
    else if (kind == 2)
      for (const char *w = words[next() % 10]; *w && i < SIZE;) plain[i++] = *w++;
    else plain[i] = i > 9000 && next() % 30 ? plain[i - 8000 - (i >> 10)] : (char)(next() % 60), i++;
  }
}

static unsigned sum(const char *bytes, size_t n) {
  unsigned hash = 2166136261u;
  while (n--) hash = (hash ^ (unsigned char)*bytes++) * 16777619u;
  return hash;
}

static void report(const char *what, int level, size_t n, size_t back) {
  if (ZSTD_isError(n) || ZSTD_isError(back))
    printf("  %s %d: %s, %s\n", what, level, ZSTD_getErrorName(n), ZSTD_getErrorName(back));
  else
    printf("  %s %d: %zu bytes, %08x, %s\n", what, level, n, sum(packed, n), back == SIZE && !memcmp(plain, again, SIZE) ? "same" : "DIFFERENT");
  memset(again, 0, sizeof again);
}

static size_t stream(int level) {
  ZSTD_CCtx *context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, level & 1);
  ZSTD_outBuffer out = {packed, sizeof packed, 0};
  for (size_t at = 0; at < SIZE; at += 7000) {
    ZSTD_inBuffer in = {plain + at, SIZE - at < 7000 ? SIZE - at : 7000, 0};
    int last = at + 7000 >= SIZE;
    size_t left;
    do left = ZSTD_compressStream2(context, &out, &in, last ? ZSTD_e_end : at % 3 ? ZSTD_e_continue : ZSTD_e_flush);
    while (!ZSTD_isError(left) && (in.pos < in.size || (last && left)));
  }
  ZSTD_freeCCtx(context);
  return out.pos;
}

static size_t unstream(size_t size) {
  ZSTD_DStream *context = ZSTD_createDStream();
  ZSTD_outBuffer out = {again, SIZE, 0};
  size_t r = 1, at = 0;
  while (at < size && r && !ZSTD_isError(r)) {
    ZSTD_inBuffer in = {packed + at, size - at < 999 ? size - at : 999, 0};
    r = ZSTD_decompressStream(context, &out, &in);
    at += in.pos;
  }
  ZSTD_freeDStream(context);
  return ZSTD_isError(r) ? r : out.pos;
}

static void dictionary(void) {
  static char samples[SIZE], dictionary[4096];
  size_t sizes[200];
  fill(2);
  memcpy(samples, plain, SIZE);
  for (int i = 0; i < 200; i++) sizes[i] = SIZE / 200;
  size_t n = ZDICT_trainFromBuffer(dictionary, sizeof dictionary, samples, sizes, 200);
  if (ZDICT_isError(n)) {
    printf("dictionary: %s\n", ZDICT_getErrorName(n));
    return;
  }
  printf("dictionary %zu bytes, %08x\n", n, sum(dictionary, n));
  ZSTD_CCtx *pack = ZSTD_createCCtx();
  ZSTD_DCtx *unpack = ZSTD_createDCtx();
  size_t m = ZSTD_compress_usingDict(pack, packed, sizeof packed, plain, 700, dictionary, n, 6);
  size_t back = ZSTD_decompress_usingDict(unpack, again, SIZE, packed, m, dictionary, n);
  printf("  %zu to %zu, %s\n", back, m, memcmp(plain, again, 700) ? "DIFFERENT" : "same");
  ZSTD_freeCCtx(pack);
  ZSTD_freeDCtx(unpack);
}

int main(void) {
  printf("zstd %s\n", ZSTD_versionString());
  for (int kind = 0; kind < 4; kind++) {
    fill(kind);
    printf("kind %d: %08x\n", kind, sum(plain, SIZE));
    for (int level = -10; level <= 19; level += level < 0 ? 11 : 2) {
      size_t n = ZSTD_compress(packed, sizeof packed, plain, SIZE, level);
      report("level", level, n, ZSTD_decompress(again, SIZE, packed, n));
    }
    for (int level = 1; level <= 13; level += 4) {
      size_t n = stream(level);
      report("stream", level, n, unstream(n));
    }
    size_t n = ZSTD_compress(packed, sizeof packed, plain, SIZE, 3);
    packed[n / 2] ^= 16;
    size_t back = ZSTD_decompress(again, SIZE, packed, n / 2 + 5);
    printf("  broken: %s\n", ZSTD_getErrorName(back));
  }
  dictionary();
  return 0;
}
