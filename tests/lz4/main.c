// Packs, unpacks and checks generated data with every level of LZ4, blocks, dictionaries, streams and frames, and prints sizes and checksums.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lz4.h"
#include "lz4frame.h"
#include "lz4hc.h"
#include "xxhash.h"

enum { SIZE = 100000 };

static char plain[SIZE], packed[2 * SIZE], again[SIZE];
static unsigned state = 7;

static unsigned next(void) { return state = state * 1103515245u + 12345u, state >> 16; }

static void fill(int kind) {
  for (int i = 0; i < SIZE; i++) {
    if (kind == 0) plain[i] = (char)(i / 300);
    if (kind == 1) plain[i] = (char)next();
    if (kind == 2) plain[i] = "etaoin shrdlu\n"[next() % 14];
    if (kind == 3) plain[i] = i > 500 && next() % 40 ? plain[i - 400 - (i >> 9) % 100] : (char)next();
  }
}

static void report(const char *what, int level, int size, int back) {
  printf("  %s %d: %d bytes, %016llx, %s\n", what, level, size, (unsigned long long)XXH64(packed, (size_t)size, 1),
         back == SIZE && !memcmp(plain, again, SIZE) ? "same" : "DIFFERENT");
  memset(again, 0, sizeof again);
}

static int frame(int level, int checksum) {
  LZ4F_preferences_t preferences;
  memset(&preferences, 0, sizeof preferences);
  preferences.compressionLevel = level;
  preferences.frameInfo.contentChecksumFlag = checksum ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
  preferences.frameInfo.blockMode = checksum ? LZ4F_blockIndependent : LZ4F_blockLinked;
  preferences.frameInfo.blockSizeID = LZ4F_max64KB;
  size_t n = LZ4F_compressFrame(packed, sizeof packed, plain, SIZE, &preferences);
  return LZ4F_isError(n) ? -1 : (int)n;
}

static int unframe(size_t size, size_t step) {
  LZ4F_dctx *context;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return -1;
  size_t done = 0, taken = 0, r = 1;
  while (r && taken < size) {
    size_t room = SIZE - done, n = size - taken < step ? size - taken : step;
    r = LZ4F_decompress(context, again + done, &room, packed + taken, &n, 0);
    if (LZ4F_isError(r)) break;
    done += room;
    taken += n;
  }
  LZ4F_freeDecompressionContext(context);
  return r ? -1 : (int)done;
}

static int stream(void) {
  LZ4_stream_t *pack = LZ4_createStream();
  LZ4_streamDecode_t *unpack = LZ4_createStreamDecode();
  int size = 0, back = 0;
  for (int at = 0; at < SIZE; at += 5000) {
    int n = LZ4_compress_fast_continue(pack, plain + at, packed + size, 5000, (int)sizeof packed - size, 1 + at % 3);
    int m = LZ4_decompress_safe_continue(unpack, packed + size, again + at, n, SIZE - at);
    size += n;
    back += m;
  }
  LZ4_freeStream(pack);
  LZ4_freeStreamDecode(unpack);
  report("stream", 0, size, back);
  return size;
}

int main(void) {
  printf("lz4 %s\n", LZ4_versionString());
  for (int kind = 0; kind < 4; kind++) {
    fill(kind);
    printf("kind %d: %08x %016llx\n", kind, XXH32(plain, SIZE, 3), (unsigned long long)XXH64(plain, SIZE, 3));
    for (int fast = 1; fast < 20; fast += 6) {
      int n = LZ4_compress_fast(plain, packed, SIZE, sizeof packed, fast);
      report("fast", fast, n, LZ4_decompress_safe(packed, again, n, SIZE));
    }
    for (int level = 3; level <= LZ4HC_CLEVEL_MAX; level += 3) {
      int n = LZ4_compress_HC(plain, packed, SIZE, sizeof packed, level);
      report("high", level, n, LZ4_decompress_safe(packed, again, n, SIZE));
    }
    for (int level = -5; level <= 12; level += 8) {
      int n = frame(level, level & 1);
      report("frame", level, n, unframe((size_t)n, 777));
    }
    stream();
    int part = SIZE;
    int n = LZ4_compress_destSize(plain, packed, &part, 4096);
    printf("  fit %d of %d, broken: %d\n", part, n, LZ4_decompress_safe(packed + 1, again, n - 1, SIZE) < 0 ? -1 : 0);
  }
  return 0;
}
