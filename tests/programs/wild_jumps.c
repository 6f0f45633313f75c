// Inline assembly that jumps: several labels, outputs on all edges, phis at the labels, loops, static keys with their tables.

#include <stdint.h>
#include <stdio.h>

#if defined(__riscv)
#define ZERO(reg, label) "beqz " reg ", " label "\n\t"
#define NEGATIVE(reg, label) "bltz " reg ", " label "\n\t"
#define ADD(to, from, n) "addi " to ", " from ", " n "\n\t"
#define DOUBLE(to, from) "fadd.d " to ", " from ", " from "\n\t"
#define JUMP(label) "j " label "\n\t"
#define FP "f"
#define R(n) "%" n
#define F(n) "%" n
#else
#define ZERO(reg, label) "cbz " reg ", " label "\n\t"
#define NEGATIVE(reg, label) "tbnz " reg ", #63, " label "\n\t"
#define ADD(to, from, n) "add " to ", " from ", #" n "\n\t"
#define DOUBLE(to, from) "fadd " to ", " from ", " from "\n\t"
#define JUMP(label) "b " label "\n\t"
#define FP "w"
#define R(n) "%x" n
#define F(n) "%d" n
#endif

// A value for each way out; what is written before the jump is there after it.
static long three_ways(long x, long *seen) {
  long out;
  asm goto(ADD(R("0"), R("1"), "1") ZERO(R("1"), "%l[zero]") NEGATIVE(R("1"), "%l[negative]")
               ADD(R("0"), R("0"), "1")
           : "=&r"(out)
           : "r"(x)
           : "memory"
           : zero, negative);
  *seen += out;
  return out;
zero:
  *seen += 100 * out;
  return -1;
negative:
  *seen += 1000 * out;
  return out * 2;
}

// One label twice, and the label right after the assembly.
static int same(long x) {
  int r = 7;
  asm goto(ZERO(R("0"), "%l[out]") NEGATIVE(R("0"), "%l[next]") : : "r"(x) : : out, next);
  r = 9;
next:
  r += 1;
out:
  return r;
}

// Phis at the label take different values on each of the edges; the assembly's output lives around a loop.
static long loop(long n) {
  long sum = 0, out = 0;
  for (long i = -3; i < n; i++) {
    long add = i * 3;
    asm goto(ADD(R("0"), R("1"), "5") ZERO(R("1"), "%l[skip]") NEGATIVE(R("1"), "%l[less]")
             : "=&r"(out)
             : "r"(i)
             :
             : skip, less);
    add = i * 7;
  skip:
    sum += add + out;
    continue;
  less:
    sum -= out;
  }
  return sum + out;
}

// In and out in one register, a floating-point value beside it, and many values that live across.
static double inout(long *p, double d, long a, long b, long c) {
  long x = *p;
  double y = 0;
  asm goto(ADD(R("0"), R("0"), "3") DOUBLE(F("1"), F("2")) ZERO(R("3"), "%l[other]")
           : "+r"(x), "=&" FP(y)
           : FP(d), "r"(a)
           : "memory"
           : other);
  *p = x + a + b + c;
  return y + b;
other:
  *p = x - b - c;
  return y - c;
}

// A static key as the Linux kernel has them: the table says where the branch is, and where it would go.
struct entry {
  int32_t code, target;
  long key;
};
extern struct entry __start_jump_entries[], __stop_jump_entries[];

static inline __attribute__((always_inline)) int key(void) {
  asm goto("1:\n\tnop\n\t"
           ".pushsection jump_entries, \"aw\"\n\t"
           ".balign 8\n\t"
           ".long 1b - ., %l[yes] - .\n\t"
           ".quad 77\n\t"
           ".popsection"
           :
           :
           :
           : yes);
  return 0;
yes:
  return 1;
}

__attribute__((noinline)) static int uses_key(int x) {
  if (key()) x += 3;
  return x * 5;
}

__attribute__((noinline)) static int jumps(int x) {
  asm goto(JUMP("%l[there]") : : : : there);
  x += 1000;
there:
  return x + 1;
}

int main(void) {
  long seen = 0;
  for (long x = -2; x < 3; x++) {
    long result = three_ways(x, &seen);
    printf("%ld: %ld %ld %d\n", x, result, seen, same(x));
  }
  printf("%ld %ld\n", loop(5), loop(-2));
  for (long a = 0; a < 3; a++) {
    long x = 40;
    double result = inout(&x, 1.25 + a, a, 11, 13);
    printf("%g %ld\n", result, x);
  }
  printf("%d %d\n", uses_key(4), jumps(1));
  for (struct entry *e = __start_jump_entries; e < __stop_jump_entries; e++) {
    intptr_t code = (intptr_t)&e->code + e->code, target = (intptr_t)&e->target + e->target;
    intptr_t start = (intptr_t)uses_key;
    printf("%d %d %ld\n", code >= start && code < start + 200, target >= start && target < start + 200, e->key);
  }
  return 0;
}
