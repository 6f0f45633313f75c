// Calls a library function for every line of standard input and prints its result. A line has a
// name and four 64-bit words in hexadecimal. The functions have the prefix `gisel_`, so that no
// other library can replace them.
#include <stdio.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;
typedef unsigned long long u64;

#define TWO(F) i128 gisel_##F(i128, i128);
#define SHIFT(F) i128 gisel_##F(i128, int);
#define COUNT(F) int gisel_##F(i128);
TWO(__multi3) TWO(__udivti3) TWO(__umodti3) TWO(__divti3) TWO(__modti3)
SHIFT(__ashlti3) SHIFT(__lshrti3) SHIFT(__ashrti3)
COUNT(__clzti2) COUNT(__ctzti2) COUNT(__popcountti2)
i128 gisel___muloti4(i128, i128, int *);
u128 gisel___udivmodti4(u128, u128, u128 *);
i128 gisel___divmodti4(i128, i128, i128 *);
double gisel___floattidf(i128), gisel___floatuntidf(u128), gisel___powidf2(double, int);
float gisel___floattisf(i128), gisel___floatuntisf(u128), gisel___powisf2(float, int);
i128 gisel___fixdfti(double), gisel___fixsfti(float);
u128 gisel___fixunsdfti(double), gisel___fixunssfti(float);
// A half or bfloat is in the low bits of a floating-point register. gcc for RISC-V has no such
// type, but passes a float in the same register.
float gisel___extendhfsf2(float), gisel___truncsfhf2(float), gisel___truncdfhf2(double), gisel___trunctfhf2(long double);
long double gisel___extendhftf2(float);
float gisel___extendbfsf2(float), gisel___truncsfbf2(float), gisel___truncdfbf2(double), gisel___trunctfbf2(long double);
void *gisel_memcpy(void *, const void *, size_t), *gisel_memmove(void *, const void *, size_t), *gisel_memset(void *, int, size_t);
int gisel_memcmp(const void *, const void *, size_t);

static double f64(u64 w) { double d; memcpy(&d, &w, 8); return d; }
static float f32(u64 w) { unsigned u = (unsigned)w; float f; memcpy(&f, &u, 4); return f; }
static long double f128(u128 w) { long double d; memcpy(&d, &w, 16); return d; }
static u128 of64(double d) { u64 w; memcpy(&w, &d, 8); return w; }
static u128 of32(float f) { unsigned w; memcpy(&w, &f, 4); return w; }
static u128 of16(float f) { return of32(f) & 0xffff; }

static unsigned char area[256];

static u64 digest(void) {
  u64 sum = 0;
  for (int i = 0; i < 256; i++) sum = sum * 31 + area[i];
  return sum;
}

static void fill(void) {
  for (int i = 0; i < 256; i++) area[i] = (unsigned char)(i * 7 + 1);
}

int main(void) {
  char name[32];
  u64 w[4];
  while (scanf("%31s %llx %llx %llx %llx", name, &w[0], &w[1], &w[2], &w[3]) == 5) {
    u128 a = (u128)w[0] << 64 | w[1], b = (u128)w[2] << 64 | w[3], r = 0, more = 0;
    int known = 0, flag = 0;
#define IS(F) (strcmp(name, #F) == 0 && (known = 1))
    if (IS(__multi3)) r = gisel___multi3(a, b);
    if (IS(__udivti3)) r = gisel___udivti3(a, b);
    if (IS(__umodti3)) r = gisel___umodti3(a, b);
    if (IS(__divti3)) r = gisel___divti3(a, b);
    if (IS(__modti3)) r = gisel___modti3(a, b);
    if (IS(__ashlti3)) r = gisel___ashlti3(a, (int)b);
    if (IS(__lshrti3)) r = gisel___lshrti3(a, (int)b);
    if (IS(__ashrti3)) r = gisel___ashrti3(a, (int)b);
    if (IS(__clzti2)) r = gisel___clzti2(a);
    if (IS(__ctzti2)) r = gisel___ctzti2(a);
    if (IS(__popcountti2)) r = gisel___popcountti2(a);
    if (IS(__muloti4)) { r = gisel___muloti4(a, b, &flag); more = flag; }
    if (IS(__udivmodti4)) r = gisel___udivmodti4(a, b, &more);
    if (IS(__divmodti4)) r = gisel___divmodti4(a, b, (i128 *)&more);
    if (IS(__extendhfsf2)) r = of32(gisel___extendhfsf2(f32(w[1])));
    if (IS(__extendhftf2)) { long double l = gisel___extendhftf2(f32(w[1])); memcpy(&r, &l, 16); }
    if (IS(__truncsfhf2)) r = of16(gisel___truncsfhf2(f32(w[1])));
    if (IS(__truncdfhf2)) r = of16(gisel___truncdfhf2(f64(w[1])));
    if (IS(__trunctfhf2)) r = of16(gisel___trunctfhf2(f128(a)));
    if (IS(__extendbfsf2)) r = of32(gisel___extendbfsf2(f32(w[1])));
    if (IS(__truncsfbf2)) r = of16(gisel___truncsfbf2(f32(w[1])));
    if (IS(__truncdfbf2)) r = of16(gisel___truncdfbf2(f64(w[1])));
    if (IS(__trunctfbf2)) r = of16(gisel___trunctfbf2(f128(a)));
    if (IS(__floattidf)) r = of64(gisel___floattidf(a));
    if (IS(__floatuntidf)) r = of64(gisel___floatuntidf(a));
    if (IS(__floattisf)) r = of32(gisel___floattisf(a));
    if (IS(__floatuntisf)) r = of32(gisel___floatuntisf(a));
    if (IS(__fixdfti)) r = gisel___fixdfti(f64(w[1]));
    if (IS(__fixsfti)) r = gisel___fixsfti(f32(w[1]));
    if (IS(__fixunsdfti)) r = gisel___fixunsdfti(f64(w[1]));
    if (IS(__fixunssfti)) r = gisel___fixunssfti(f32(w[1]));
    if (IS(__powidf2)) r = of64(gisel___powidf2(f64(w[1]), (int)w[3]));
    if (IS(__powisf2)) r = of32(gisel___powisf2(f32(w[1]), (int)w[3]));
    // Memory: to, from, length, byte.
    fill();
    if (IS(memcpy)) { r = gisel_memcpy(area + w[0], area + w[1], w[2]) == area + w[0]; more = digest(); }
    if (IS(memmove)) { r = gisel_memmove(area + w[0], area + w[1], w[2]) == area + w[0]; more = digest(); }
    if (IS(memset)) { r = gisel_memset(area + w[0], (int)w[3], w[2]) == area + w[0]; more = digest(); }
    if (IS(memcmp)) {
      for (u64 i = 0; i < w[2]; i++) area[w[0] + i] = area[w[1] + i];
      if (w[2] != 0) area[w[0] + w[3] % w[2]] ^= (unsigned char)(w[3] >> 8);
      int c = gisel_memcmp(area + w[0], area + w[1], w[2]);
      r = c < 0 ? 1 : c > 0 ? 2 : 0;
    }
    if (!known) printf("unknown ");
    printf("%016llx %016llx %016llx %016llx\n", (u64)(r >> 64), (u64)r, (u64)(more >> 64), (u64)more);
  }
  return 0;
}
