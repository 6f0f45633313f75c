// Switches of every density and width: jump tables, bit tests, balanced comparisons, ranges, strings of cases.
#include "check.h"

NOINLINE int side(int x) { static int calls; return x + (calls++ & 1); }

static NOINLINE int dense(int a) {
  switch (a) {
    case 0: return side(10);
    case 1: return side(20) * 3;
    case 2: return side(30) - 1;
    case 3: return side(40) ^ 5;
    case 4: return side(50);
    case 5: return side(60) + a;
    case 6: return side(70);
    case 7: return side(80) * 2;
    case 9: return side(90);
    case 10: return side(100) / 3;
    default: return side(-1);
  }
}
static NOINLINE int negative(int a) {
  switch (a) {
    case -5: return side(1);
    case -4: return side(2) * 7;
    case -3: return side(3) - 7;
    case -2: return side(4) ^ 7;
    case -1: return side(5) | 8;
    case 0: return side(6);
    case 1: return side(7) + 100;
    case 2: return side(8) + 200;
  }
  return side(0);
}
static NOINLINE int sparse(u32 a) {
  switch (a) {
    case 1: return side(1);
    case 100: return side(2);
    case 10000: return side(3);
    case 1000000: return side(4);
    case 0x7fffffff: return side(5);
    case 0x80000000: return side(6);
    case 0xffffffff: return side(7);
    default: return side(8);
  }
}
static NOINLINE int wide(u64 a) {
  switch (a) {
    case 0: return side(1);
    case 0x100000000: return side(2);
    case 0x100000001: return side(3);
    case 0x100000002: return side(4) * 2;
    case 0x100000003: return side(5) * 3;
    case 0x100000004: return side(6) * 4;
    case 0x100000005: return side(7) * 5;
    case 0x123456789abcdef0: return side(8);
    case 0x7fffffffffffffff: return side(9);
    case 0x8000000000000000: return side(10);
    case 0xffffffffffffffff: return side(11);
    default: return side(12);
  }
}
static NOINLINE int signed_wide(i64 a) {
  switch (a) {
    case INT64_MIN: return side(1);
    case INT64_MIN + 1: return side(2);
    case -1: return side(3);
    case 0: return side(4);
    case INT64_MAX: return side(5);
    case INT64_MAX - 1: return side(6);
    default: return side(7);
  }
}
static NOINLINE int vowel(char c) {
  switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': case 'A': case 'E': case 'I': case 'O': case 'U': return side(1);
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': return side(2);
    case ' ': case '\t': case '\n': case '\r': return side(3);
    default: return side(4);
  }
}
static NOINLINE int ranges(int a) {
  switch (a) {
    case -100 ... -50: return side(1);
    case 0 ... 9: return side(2);
    case 10 ... 19: return side(3);
    case 1000 ... 100000: return side(4);
    case 100001 ... 2000000: return side(5);
    case INT32_MAX - 3 ... INT32_MAX: return side(6);
    case INT32_MIN ... INT32_MIN + 3: return side(7);
    default: return side(8);
  }
}
static NOINLINE int fall_through(int a) {
  int r = 0;
  switch (a) {
    case 5: r += side(5);
    case 4: r *= side(4);
    case 3: r += side(3);
    default: r ^= side(9);
    case 2: r += side(2);
    case 1: r *= side(7);
      break;
    case 0: r = -side(1);
  }
  return r;
}
static NOINLINE int bytes(u8 a) {
  switch (a) {
    case 0: return side(1);
    case 127: return side(2);
    case 128: return side(3);
    case 129: return side(4);
    case 130: return side(5) * 3;
    case 131: return side(6) * 5;
    case 132: return side(7) * 7;
    case 255: return side(8);
  }
  return side(9);
}
static NOINLINE int halves(i16 a) {
  switch (a) {
    case -32768: return side(1);
    case -1: return side(2);
    case 32767: return side(3);
    case 300: return side(4);
    case 301: return side(5) + 1;
    case 302: return side(6) + 2;
    case 303: return side(7) + 3;
    case 304: return side(8) + 4;
    case 305: return side(9) + 5;
  }
  return side(10);
}
static NOINLINE int boolean(_Bool a) {
  switch (a) {
    case 0: return side(1);
    case 1: return side(2);
  }
  return 0;
}
static NOINLINE const char *names(unsigned a) {
  switch (a) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 6: return "six";
    default: return "many";
  }
}
static NOINLINE double reals(unsigned a) {
  switch (a) {
    case 0: return 0.5;
    case 1: return 1.25;
    case 2: return -7;
    case 3: return 1e10;
    case 4: return 3;
  }
  return -1;
}
static NOINLINE int duff(char *to, const char *from, int n) {
  int rounds = (n + 7) / 8;
  switch (n % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--rounds > 0);
  }
  return 0;
}
static NOINLINE int machine(const char *p) {
  int a = 0, b = 1, state = 0;
  for (;; p++) {
    switch (state * 8 + (*p ? *p - '0' : 7)) {
      case 0: a += 1; break;
      case 1: a += b; break;
      case 2: b += a; state = 1; break;
      case 3: a ^= b; break;
      case 8: a -= 1; break;
      case 9: b *= 3; break;
      case 10: state = 0; break;
      case 11: a <<= 1; continue;
      case 7: case 15: return a * 1000 + b;
      default: return -1;
    }
  }
}
static NOINLINE int unreachable_default(unsigned a) {
  switch (a & 3) {
    case 0: return side(3);
    case 1: return side(1) * 2;
    case 2: return side(4) * 3;
    case 3: return side(1) * 5;
    default: __builtin_unreachable();
  }
}

MAIN({
  begin("switches");
  for (int i = -130; i < 400; i++) {
    put((u64)dense(i));
    put((u64)negative(i));
    put((u64)sparse((u32)i));
    put((u64)ranges(i));
    put((u64)fall_through(i));
    put((u64)bytes((u8)i));
    put((u64)halves((i16)i));
    put((u64)vowel((char)i));
    put((u64)wide(0x100000000 + (u64)i));
    put_double(reals((unsigned)i));
    put((u64)names((unsigned)i)[1]);
    put((u64)unreachable_default((unsigned)i));
  }
  end();
  begin("corners");
  for (unsigned i = 0; i < COUNT(corners); i++)
    for (i64 d = -1; d <= 1; d++) {
      u64 a = corners[i] + (u64)d;
      put((u64)dense((int)a));
      put((u64)sparse((u32)a));
      put((u64)wide(a));
      put((u64)signed_wide((i64)a));
      put((u64)ranges((int)a));
      put((u64)halves((i16)a));
      put((u64)boolean(a & 1));
    }
  end();
  begin("others");
  char to[64] = "";
  for (int n = 1; n < 60; n++) {
    memset(to, 0, sizeof to);
    duff(to, "The quick brown fox jumps over the lazy dog, twice and again.", n);
    for (int i = 0; i < 64; i++) put((u64)to[i]);
  }
  put((u64)machine("0112011223110211203"));
  put((u64)machine("05"));
  end();
})
