// A program for a debugger: types, scopes and calls of all kinds that C has.
#include <stdio.h>
#include <string.h>

enum color { RED, GREEN = 5, BLUE = -3 };
union word { int number; float real; unsigned char bytes[4]; };
typedef struct node node;
struct node {
  int key;
  unsigned low : 3, high : 5;
  enum color color;
  union word word;
  char name[8];
  node *next;
  int (*visit)(const node *, int);
};

int counter = 7;
static const char *const message = "the end";
static double matrix[2][3] = {{1, 2, 3}, {4, 5, 6.5}};
node first = {1, 2, 3, GREEN, {.number = 0x41424344}, "first", 0, 0};
_Bool flag = 1;
long long wide = -123456789012345;
unsigned char small = 200;

static int add(const node *n, int by) {
  int sum = n->key + by;
  counter++;
  return sum;
}

static int factorial(int n) {
  if (n <= 1)
    return 1;
  int rest = factorial(n - 1);
  return n * rest;
}

struct pair { double a; float b; };
static struct pair make_pair(double a, float b) {
  struct pair made = {a, b};
  made.a += counter;
  return made;
}

int walk(node *list, int limit, struct pair by_value, enum color color) {
  static int calls;
  int total = 0;
  calls++;
  for (int i = 0; i < limit; i++) {
    node *at = list;
    while (at) {
      int found = at->visit ? at->visit(at, i) : -1;
      total += found;
      if (total > 1000)
        break;
      at = at->next;
    }
    {
      int total = i * 10;
      counter += total;
    }
  }
  switch (color) {
  case RED: total += 1; break;
  case GREEN: total += 2; break;
  default: total -= 1;
  }
  return total + (int)by_value.a;
}

int main(int argc, char **argv) {
  int squares[4] = {0}, result = 0;
  struct pair p = {0, 0};
  node second = {.key = 20, .low = 7, .high = 31, .color = BLUE, .word = {.real = 1.5f}, .name = "second"};
  second.visit = add;
  first.next = &second;
  first.visit = add;
  p = make_pair(2.5, 0.25f);
  for (int i = 0; i < 4; i++)
    squares[i] = i * i;
  result = walk(&first, 3, p, GREEN);
  result += factorial(4);
  printf("%d %d %s %d %g\n", result, counter, message, squares[3], matrix[1][2]);
  return 0;
}
