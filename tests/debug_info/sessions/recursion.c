// gdb: break fibonacci if n == 1
// gdb: continue
// gdb: bt
// gdb: up
// gdb: info locals
// gdb: up 2
// gdb: info args
// gdb: print n * depth
// gdb: down
// gdb: frame
// gdb: frame 0
// gdb: finish
// gdb: delete
// gdb: finish
// gdb: finish
// gdb: info locals
// gdb: tbreak even
// gdb: continue
// gdb: step
// gdb: step
// gdb: bt
// gdb: finish
// gdb: next
// gdb: next
// gdb: info locals
static int deepest;

static int fibonacci(int n, int depth) {
  int left = 1, right = 0;
  if (depth > deepest)
    deepest = depth;
  if (n < 2)
    return left;
  left = fibonacci(n - 1, depth + 1);
  right = fibonacci(n - 2, depth + 1);
  return left + right;
}

static int odd(unsigned n);
static int even(unsigned n) {
  return n == 0 || odd(n - 1);
}
static int odd(unsigned n) {
  return n != 0 && even(n - 1);
}

int main(void) {
  int number = 0, parity = 0;
  number += fibonacci(5, 0);
  parity += even((unsigned)number);
  number += parity;
  return number != 9;
}
