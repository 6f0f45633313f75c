// Labels, one of them in a function that is inlined twice; calls, one of them the last thing that its function does.
int called(int n);

static inline int loop(int n) {
  int sum = 0;
again:
  sum += called(n);
  if (sum < 10)
    goto again;
  return sum;
}

int jumping(int a) {
  int x = called(a);
  if (x)
    goto out;
  x = loop(a) + 2;
out:
  return called(x) + loop(x);
}

int last(int a) { return called(a + 1); }
