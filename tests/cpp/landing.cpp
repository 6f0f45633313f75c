// What lives over a call that throws, of every type, in registers that calls preserve and in those that they do not; used where the exception lands,
// after it, and in what the landing pad gives to the blocks after it.
#include <cstdio>

#define NOINLINE __attribute__((noinline))

typedef unsigned __int128 u128;
typedef int V4 __attribute__((vector_size(16)));
typedef double D2 __attribute__((vector_size(16)));
typedef float F2 __attribute__((vector_size(8)));

struct Error {
  long code;
};

NOINLINE void may_throw(int n) {
  if (n % 3 == 1) throw n;
  if (n % 3 == 2) throw Error{n};
}

// The value is only what comes after, only what the handler uses, or both, changed in between.
template <typename T> NOINLINE T kept(T value, int n) {
  try {
    may_throw(n);
  } catch (...) {
  }
  return value;
}

template <typename T> NOINLINE T in_handler(T value, T other, int n) {
  try {
    may_throw(n);
    return other;
  } catch (int) {
    return value;
  } catch (Error &) {
    return value + other;
  }
}

template <typename T> NOINLINE T changed(T a, T b, int n) {
  T t = a;
  try {
    may_throw(n);
    t = t + b;
    may_throw(n + 2);
    t = t + a;
    may_throw(n + 1);
    t = b;
  } catch (int i) {
    t = t + b + a;
  } catch (Error &e) {
    a = t;
    try {
      may_throw(n);
      t = b;
    } catch (...) {
      t = a + t;
    }
  }
  return t + b;
}

template <typename T> NOINLINE T turns(T a, T b, int n) {
  T t = b;
  for (int i = 0; i < n; i++) {
    try {
      may_throw(i);
      t = t + a;
    } catch (int) {
      T u = a;
      a = t;
      t = u;
    } catch (Error &) {
      t = t + b;
    }
  }
  return t + a;
}

// More values than there are registers, of two kinds.
template <typename T, typename U> NOINLINE T crowd(T a, U b, int n) {
  T t0 = a, t1 = a + a, t2 = t1 + a, t3 = t2 + t1, t4 = t3 + t2, t5 = t4 + a, t6 = t5 + t1, t7 = t6 + t2;
  T t8 = t7 + t3, t9 = t8 + t4, ta = t9 + t5, tb = ta + t6, tc = tb + t7;
  U u0 = b, u1 = b + b, u2 = u1 + b, u3 = u2 + u1, u4 = u3 + u2, u5 = u4 + b, u6 = u5 + u1, u7 = u6 + u2;
  for (int i = 0; i < n; i++) {
    try {
      may_throw(i);
      t0 = t0 + t1, u0 = u0 + u7;
      may_throw(i + 2);
      t2 = t2 + t3, u1 = u1 + u6;
    } catch (int) {
      t4 = t4 + t5 + tc, u2 = u2 + u5;
    } catch (Error &) {
      t6 = t6 + t7 + tb, u3 = u3 + u4;
    }
  }
  T t = t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8 + t9 + ta + tb + tc;
  U u = u0 + u1 + u2 + u3 + u4 + u5 + u6 + u7;
  return t + (T)u;
}

static void show(long v) { printf(" %ld", v); }
static void show(float v) { printf(" %g", v); }
static void show(double v) { printf(" %g", v); }
static void show(long double v) { printf(" %g", (double)v); }
static void show(u128 v) { printf(" %lx:%lx", (long)(v >> 64), (long)v); }
static void show(V4 v) { printf(" %d,%d,%d,%d", v[0], v[1], v[2], v[3]); }
static void show(D2 v) { printf(" %g,%g", v[0], v[1]); }
static void show(F2 v) { printf(" %g,%g", v[0], v[1]); }

template <typename T> void all(const char *name, T a, T b) {
  for (int n = 0; n < 4; n++) {
    printf("%s %d:", name, n);
    show(kept(a, n));
    show(in_handler(a, b, n));
    show(changed(a, b, n));
    show(turns(a, b, n * 2));
    show(crowd(a, b, n * 2));
    puts("");
  }
}

// Members and arguments of a call that throws, on the stack and in memory.
struct Many {
  long values[9];
};
NOINLINE long sum(Many m, int n, double d, Many o, long double l) {
  may_throw(n);
  return m.values[8] + o.values[0] + (long)d + (long)l;
}
NOINLINE long on_stack(Many m, int n, double d, long double l) {
  long t = 0;
  for (int i = 0; i < n; i++) {
    try {
      t += sum(m, i, d, m, l);
    } catch (int e) {
      t += e + (long)(d * 2) + m.values[1];
    } catch (Error &e) {
      t -= e.code;
      l = l + d;
    }
  }
  return t + (long)l;
}

int main() {
  all<long>("long", 5, 700);
  all<float>("float", 1.5f, 20);
  all<double>("double", 2.25, 300);
  all<long double>("long double", 3.5L, 4000);
  all<u128>("u128", (u128)1 << 65 | 3, (u128)7 << 70 | 9);
  all<V4>("V4", V4{1, 2, 3, 4}, V4{50, 60, 70, 80});
  all<D2>("D2", D2{1.5, 2.5}, D2{30, 40});
  all<F2>("F2", F2{0.5f, 3.5f}, F2{10, 20});
  Many m;
  for (int i = 0; i < 9; i++) m.values[i] = i * 11;
  for (int n = 0; n < 5; n++) printf("on stack %d: %ld\n", n, on_stack(m, n, 4.5, 6.25L));
  return 0;
}
