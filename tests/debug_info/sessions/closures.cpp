// Closures, exceptions and methods of a template's instances.
// gdb: break shown
// gdb: continue
// gdb: bt
// gdb: up
// gdb: info locals
// gdb: info args
// gdb: up
// gdb: info locals
// gdb: print each.limit
// gdb: print each.seen
// gdb: continue 3
// gdb: up
// gdb: print error
// gdb: print this->at
// gdb: info locals
// gdb: finish
// gdb: continue
// gdb: bt
// gdb: up
// gdb: print *this
// gdb: info args
// gdb: print all
// gdb: up
// gdb: print numbers.items[1]
// gdb: print checked

__attribute__((noinline)) void shown(long n) { __asm__ volatile("" ::"r"(n) : "memory"); }

struct Failure {
  const char *why;
  long at;
};

template <typename T, int Size> struct Ring {
  T items[Size] = {};
  int at = 0;
  void push(const T &item) {
    items[at % Size] = item;
    at++;
  }
  T sum(T from) const {
    T all = from;
    for (const T &item : items)
      all += item;
    shown(static_cast<long>(all));
    return all;
  }
  int checked(int most) {
    try {
      if (at > most)
        throw Failure{"too many", at};
      return at;
    } catch (const Failure &error) {
      long n = error.at;
      shown(n);
      return -1;
    }
  }
};

template <typename Each> int applied(const Ring<double, 3> &ring, Each each) {
  int count = 0;
  for (double item : ring.items)
    count += each(item);
  return count;
}

int main() {
  Ring<double, 3> numbers;
  for (int n = 1; n < 5; n++)
    numbers.push(n * 1.5);
  int seen = 0;
  auto each = [&seen, limit = 4.0](double value) {
    bool is_below = value < limit;
    seen += is_below;
    shown(seen);
    return is_below ? 1 : 0;
  };
  int count = applied(numbers, each);
  int checked = numbers.checked(3);
  return numbers.sum(count) > 0 && checked == -1 ? 0 : 1;
}
