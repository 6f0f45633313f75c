// Calls that may throw, while something is to be destroyed: what they give is known after them.

__attribute__((noinline)) long twice(long n) {
  if (n < 0)
    throw n;
  __asm__ volatile("" ::: "memory");
  return n * 2;
}

__attribute__((noinline)) void used(long n) { __asm__ volatile("" ::"r"(n) : "memory"); }

struct Guard {
  ~Guard() { used(1); }
};

int main() {
  Guard guard;
  long first = twice(21);
  long second = twice(first + 1);
  used(second);
  used(first + second);
  return 0;
}
