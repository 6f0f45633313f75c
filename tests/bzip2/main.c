// Packs, unpacks and checks generated data with bzip2's levels and work factors, and prints sizes and checksums.
#include <stdio.h>
#include <string.h>
#include "bzlib.h"

enum { SIZE = 120000 };

static char plain[SIZE], packed[2 * SIZE], again[SIZE];
static unsigned state = 99;

void bz_internal_error(int code) { printf("internal error %d\n", code); }

static unsigned next(void) { return state = state * 1103515245u + 12345u, state >> 16; }

static void fill(int kind) {
  for (int i = 0; i < SIZE; i++) {
    if (kind == 0) plain[i] = 'a';
    if (kind == 1) plain[i] = (char)next();
    if (kind == 2) plain[i] = "she sells sea shells\n"[next() % 21];
    if (kind == 3) plain[i] = (char)(i % 251 * (i / 5000));
  }
}

static unsigned sum(const char *bytes, unsigned n) {
  unsigned hash = 2166136261u;
  while (n--) hash = (hash ^ (unsigned char)*bytes++) * 16777619u;
  return hash;
}

static int unpack(unsigned size, int small) {
  bz_stream s;
  memset(&s, 0, sizeof s);
  BZ2_bzDecompressInit(&s, 0, small);
  s.next_in = packed;
  s.next_out = again;
  s.avail_out = SIZE;
  int r = BZ_OK;
  while (r == BZ_OK && size) {
    s.avail_in = size < 1000 ? size : 1000;
    unsigned given = s.avail_in;
    r = BZ2_bzDecompress(&s);
    size -= given - s.avail_in;
  }
  BZ2_bzDecompressEnd(&s);
  return r;
}

int main(void) {
  printf("bzip2 %s\n", BZ2_bzlibVersion());
  for (int kind = 0; kind < 4; kind++) {
    fill(kind);
    for (int level = 1; level <= 9; level += 4)
      for (int work = 1; work <= 250; work += 120) {
        unsigned n = sizeof packed;
        int r = BZ2_bzBuffToBuffCompress(packed, &n, plain, SIZE, level, 0, work);
        memset(again, 0, sizeof again);
        int u = unpack(n, work == 121);
        printf("kind %d level %d work %d: %d, %u bytes, %08x, %d %s\n", kind, level, work, r, n, sum(packed, n), u,
               memcmp(plain, again, SIZE) ? "DIFFERENT" : "same");
      }
    packed[60] ^= 4;
    unsigned back = SIZE;
    printf("broken: %d\n", BZ2_bzBuffToBuffDecompress(again, &back, packed, 200, 0, 0));
  }
  return 0;
}
