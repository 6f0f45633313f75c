// What happens before and after `main`, in order of priorities, and virtual tables of distances.
#include <cstdio>
#include <cstdlib>

#define NI __attribute__((noinline))

struct Shape {
  virtual ~Shape() { std::printf("no more %s\n", name()); }
  virtual int area() const = 0;
  virtual const char *name() const { return "shape"; }
};

struct Named {
  virtual const char *title() const { return "untitled"; }
  int weight = 3;
};

struct Square : Shape, Named {
  int side;
  explicit Square(int side) : side(side) {}
  ~Square() override { std::printf("square %d ends\n", side); }
  int area() const override { return side * side; }
  const char *name() const override { return "square"; }
  const char *title() const override { return "Square"; }
};

struct Base {
  virtual int base() const { return 1; }
  long field = 10;
};
struct Left : virtual Base {
  int base() const override { return 2; }
};
struct Right : virtual Base {
  virtual int right() const { return field + 5; }
};
struct Both final : Left, Right {
  int base() const override { return 7; }
  int right() const override { return 20 + base(); }
};

NI int area_of(const Shape &shape) { return shape.area(); }
NI const char *title_of(const Named *named) { return named->title(); }
NI int through(const Base &base) { return base.base(); }
NI int right_of(const Right &right) { return right.right() + int(right.field); }

struct Noisy {
  const char *what;
  explicit Noisy(const char *what) : what(what) { std::printf("+%s\n", what); }
  ~Noisy() { std::printf("-%s\n", what); }
};

Noisy last("in order");
__attribute__((init_priority(300))) Noisy third("300");
__attribute__((init_priority(101))) Noisy first("101");
__attribute__((init_priority(200))) Noisy second("200");

__attribute__((constructor(150))) static void between() { std::puts("constructor 150"); }
__attribute__((constructor)) static void late() { std::puts("constructor"); }
__attribute__((destructor(150))) static void ends() { std::puts("destructor 150"); }
__attribute__((destructor)) static void ends_early() { std::puts("destructor"); }

template <int N> struct Counter {
  static int made;
  virtual int count() const { return made + N; }
  Counter() { made++; }
};
template <int N> int Counter<N>::made = N;

static void at_exit() { std::puts("at exit"); }

int main() {
  std::atexit(at_exit);
  Shape *shape = new Square(5);
  std::printf("%d %s %s\n", area_of(*shape), shape->name(), title_of(static_cast<Square *>(shape)));
  Both both;
  Left left;
  std::printf("%d %d %d\n", through(both), through(left), right_of(both));
  int (Shape::*member)() const = &Shape::area;
  std::printf("%d\n", (shape->*member)());
  std::printf("%d %d\n", Counter<3>().count(), Counter<40>().count());
  delete shape;
  const Named *plain = new Named;
  std::printf("%s %d\n", title_of(plain), plain->weight);
  delete plain;
}
