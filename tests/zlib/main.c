// Packs, unpacks and checks generated data with every level and strategy of zlib, and prints sizes and checksums.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

enum { SIZE = 60000 };

static unsigned char plain[SIZE], packed[2 * SIZE], again[SIZE];
static unsigned state = 12345;

static unsigned next(void) { return state = state * 1103515245u + 12345u, state >> 16; }

static const char *words[] = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", " ", "\n", "0123456789"};

static void fill(int kind) {
  unsigned i = 0;
  while (i < SIZE) {
    if (kind == 0) plain[i++] = (unsigned char)(i / 1000);
    if (kind == 1) plain[i++] = (unsigned char)next();
    if (kind == 2) {
      const char *w = words[next() % 11];
      while (*w && i < SIZE) plain[i++] = (unsigned char)*w++;
    }
    if (kind == 3) plain[i++] = (unsigned char)(next() % 4 ? 'a' : next());
  }
}

static unsigned long pack(int level, int strategy, int window, int memory, unsigned step) {
  z_stream s;
  memset(&s, 0, sizeof s);
  if (deflateInit2(&s, level, Z_DEFLATED, window, memory, strategy) != Z_OK) return 0;
  s.next_in = plain;
  s.next_out = packed;
  s.avail_out = sizeof packed;
  unsigned given = 0;
  int r;
  do {
    unsigned n = SIZE - given < step ? SIZE - given : step;
    s.avail_in = n;
    given += n;
    r = deflate(&s, given == SIZE ? Z_FINISH : step % 3 ? Z_NO_FLUSH : Z_SYNC_FLUSH);
  } while (r == Z_OK);
  unsigned long n = s.total_out;
  if (deflateEnd(&s) != Z_OK || r != Z_STREAM_END) return 0;
  return n;
}

static int unpack(unsigned long size, int window, unsigned step) {
  z_stream s;
  memset(&s, 0, sizeof s);
  if (inflateInit2(&s, window) != Z_OK) return -1;
  s.next_in = packed;
  s.next_out = again;
  s.avail_out = sizeof again;
  unsigned long given = 0;
  int r;
  do {
    unsigned long n = size - given < step ? size - given : step;
    s.avail_in = (unsigned)n;
    given += n;
    r = inflate(&s, Z_NO_FLUSH);
  } while (r == Z_OK);
  inflateEnd(&s);
  return r;
}

int main(void) {
  printf("zlib %s\n", zlibVersion());
  for (int kind = 0; kind < 4; kind++) {
    fill(kind);
    printf("kind %d: crc %08lx adler %08lx\n", kind, crc32(0, plain, SIZE), adler32(1, plain, SIZE));
    for (int level = 0; level <= 9; level++)
      for (int strategy = Z_DEFAULT_STRATEGY; strategy <= Z_FIXED; strategy++) {
        if (strategy != Z_DEFAULT_STRATEGY && level % 4 != 1) continue;
        int window = level % 3 == 0 ? 15 : level % 3 == 1 ? 31 : -12;
        unsigned long n = pack(level, strategy, window, 1 + level % 9, level & 1 ? 60000 : 4321);
        memset(again, 0, sizeof again);
        int r = unpack(n, window, level & 2 ? 777 : 1000000);
        printf("  level %d strategy %d: %lu bytes, crc %08lx, %s\n", level, strategy, n, crc32(0, packed, n),
               r == Z_STREAM_END && memcmp(plain, again, SIZE) == 0 ? "same" : "DIFFERENT");
      }
  }
  packed[100] ^= 0x55;
  printf("damaged: %d\n", unpack(2 * SIZE, 15, 5000));
  unsigned long size = sizeof packed;
  fill(2);
  printf("compress2: %d", compress2(packed, &size, plain, SIZE, 9));
  unsigned long back = sizeof again;
  printf(" %lu, uncompress: %d %lu\n", size, uncompress(again, &back, packed, size), back);
  printf("combined crc: %08lx\n", crc32_combine(crc32(0, plain, 1000), crc32(0, plain + 1000, SIZE - 1000), SIZE - 1000));
  return 0;
}
