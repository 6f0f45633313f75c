// gdb: break Stack<int, 4>::push
// gdb: continue
// gdb: info args
// gdb: print *this
// gdb: finish
// gdb: delete
// gdb: break largest<double>
// gdb: continue
// gdb: info args
// gdb: next
// gdb: info locals
// gdb: finish
// gdb: break apply
// gdb: continue
// gdb: step
// gdb: info args
// gdb: bt
// gdb: up 2
// gdb: print base
// gdb: print stack
// gdb: ptype stack
// gdb: whatis pairs
// gdb: print sizeof(pairs)
template <class T, int N> class Stack {
  T items[N] = {};
  int top = 0;
public:
  bool push(const T &item) {
    if (top == N)
      return false;
    items[top++] = item;
    return true;
  }
  T sum() const {
    T all = T();
    for (int i = 0; i < top; i++)
      all += items[i];
    return all;
  }
};
template <class A, class B> struct Pair { A a; B b; };
template <class T> T largest(T a, T b) {
  T result = a;
  if (b > a)
    result = b;
  return result;
}
template <class F> static int apply(F f, int x) {
  return f(x) + 1;
}

int main() {
  Stack<int, 4> stack;
  int pushed = 0;
  pushed += stack.push(3);
  pushed += stack.push(4);
  double larger = largest(1.5, 2.5);
  int base = stack.sum();
  int applied = apply([&base](int x) { int own = base + x; return own * 2; }, 5);
  Pair<char, Pair<long, bool>> pairs = {'p', {7, true}};
  return larger + applied + pairs.b.a + pushed == 0;
}
