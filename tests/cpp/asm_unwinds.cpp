// Inline assembly that throws: what lives across it is right where the exception lands, whatever the assembly does not list.

#include <cstdio>
#include <stdexcept>

#if defined(__riscv)
#define CALL(name) "call " name
#define MOVE(to, from) "mv " to ", " from "\n\t"
#define LINK "ra"
#define RESULT "a0"
#define R(n) "%" n
#else
#define CALL(name) "bl " name
#define MOVE(to, from) "mov " to ", " from "\n\t"
#define LINK "x30"
#define RESULT "x0"
#define R(n) "%x" n
#endif

extern "C" __attribute__((used, noinline)) long thrower(long x) {
  // All that a call may destroy is.
  volatile double d[40];
  for (int i = 0; i < 40; i++) d[i] = i * 1.5 + x;
  if (x == 1) throw 42;
  if (x == 2) throw std::runtime_error("two");
  if (x == 3) throw 2.5;
  return static_cast<long>(d[3]) + x;
}

struct Guard {
  const char *name;
  ~Guard() { std::printf("~%s ", name); }
};

// Results, in a given register and in any.
static long call(long x) {
  long result;
  asm volatile(MOVE(RESULT, R("1")) CALL("thrower") "\n\t" MOVE(R("0"), RESULT)
               : "=r"(result)
               : "r"(x)
               : "unwind", "memory", LINK, RESULT,
#if defined(__riscv)
                 "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "ft0", "ft1",
                 "ft2", "ft3", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5"
#else
                 "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
                 "x17", "x18", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21",
                 "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"
#endif
  );
  return result;
}

// The list of what is destroyed is too short, which only matters where the assembly comes back.
__attribute__((noinline)) static double across(long x, double a, double b, long c, long d) {
  double sum = a * b;
  long product = c * d;
  try {
    Guard guard{"across"};
    register long argument asm(RESULT) = x;
    asm volatile(CALL("thrower") : "+r"(argument) : : "unwind", "memory", LINK);
    return -1;
  } catch (int i) {
    return sum + product + i + a + c;
  } catch (const std::exception &e) {
    std::printf("%s ", e.what());
    return sum - product - b - d;
  }
}

__attribute__((noinline)) static long passes(long x) {
  Guard guard{"passes"};
  return call(x) + 1;
}

// No landing pad covers it, but others are in the function.
__attribute__((noinline)) static long beside(long x) {
  long result = 0;
  try {
    result += passes(x - 1);
  } catch (int i) {
    result += 1000;
  }
  return result + call(x);
}

int main() {
  for (long x = 0; x < 5; x++) {
    try {
      std::printf("%ld: ", x);
      std::printf("%ld\n", passes(x));
    } catch (int i) {
      std::printf("int %d\n", i);
    } catch (const std::exception &e) {
      std::printf("%s\n", e.what());
    } catch (...) {
      std::printf("other\n");
    }
    try {
      std::printf("%ld\n", beside(x));
    } catch (...) {
      std::printf("from beside\n");
    }
    try {
      if (x == 1 || x == 2 || x == 3) std::printf("%g\n", across(x, 1.5, 2.5, 7, 9));
    } catch (...) {
      std::printf("from across\n");
    }
  }
  return 0;
}
