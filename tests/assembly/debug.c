/* Functions whose code is the same by both compilers. */
#include "debug.h"

struct point {
  int x;
  long y;
};

int counter;
static struct point origin;

void nothing(void) {}

int constant(void) { return 7; }

int twice(int n) { return n + n; }

long field(struct point *p) {
  return p->y;
}

void set(struct point *p, int x) {
  p->x = x;
  p->y = counter;
}

int scopes(int n) {
  int sum = n;
  {
    int inner = sum + 1;
    sum = inner;
  }
  {
    int other = sum * 3;
    sum = other;
    counter = sum;
  }
  return sum;
}

int calls(int n) {
  nothing();
  int first = twice(n);
  return twice(first);
}

void clear(int *p) { *p = 0; }

struct point *address(void) { return &origin; }

int loop(int n) {
  int i;
  for (i = 0; i < n; i++)
    counter += i;
  return i;
}

int branches(int n) {
  if (n > 3) {
    int big = n - 3;
    counter = big;
  } else
    nothing();
again:
  counter--;
  if (counter > 5)
    goto again;
  return counter;
}

void from_header(void) {
  in_header(1);
}

int called(int n);

int blocks(int n) { return n == 0 ? n : called(n - 1); }

int before_and_after(int a, int b) {
  int c = called(a);
  return c + b;
}

__int128 parts(__int128 a, __int128 b) { return a & b; }

int number(int a) {
  double half = 0.5;
  return called(a);
}
