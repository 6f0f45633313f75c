// Makes shapes, and refuses some.
#include "shapes.h"
#include "shared.h"
#include <cstdio>

static int minus_one(int n) { return n - 1; }
HOOK(hook_shapes, minus_one);

struct Unmade : Shape {
  Box<int> *part;
  Unmade() : part(new Box<int>(1, 1)) {
    struct Free {
      Box<int> *&part;
      ~Free() { delete part; }
    } free{part};
    throw Error("unmade", counted() += 5);
  }
  int area() const override { return 0; }
};

Shape *make(int kind) {
  shared_counter++;
  switch (kind) {
  case 0: return new Box<int>(3, 4);
  case 1: return new Box<double>(5.5, 6);
  case 2: return new Unmade;
  default: throw std::out_of_range("kind");
  }
}

int checked_area(const Shape &shape, int limit) {
  int area = shape.area();
  if (area > limit) throw Error("too large", area);
  return area;
}
