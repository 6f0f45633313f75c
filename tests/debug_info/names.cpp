// What a unit makes known, by qualified names.
namespace shapes {
struct Box {
  int side;
  static int count;
  enum Inner { InnerOne };
  int area(int by);
};
enum Color { Red, Green };
enum class Kind { Plain };
int Box::count = 3;
int Box::area(int by) { return side * by + count; }
namespace inner {
int value = 3;
typedef int Number;
}
static int local = 4;
int function() { return local + inner::value; }
}

namespace {
int hidden = 5;
struct Own { int own; };
__attribute__((noinline)) int use(Own *of) { return hidden + of->own; }
}

template <class T> struct Holder {
  T held;
  T get() { return held; }
};
union Both { int number; float real; };
typedef Both Renamed;
Renamed both;
inline int counted(int x) {
  static int counter;
  return counter += x;
}
static inline int tripled(int x) { return x * 3; }
int (*pointer)(int) = tripled;
int array[4];
namespace alias = shapes::inner;

int main(int count, char **) {
  Own own{count};
  Holder<long> holder{count};
  shapes::inner::Number number = 3;
  using shapes::Box;
  Box box{count};
  return box.area(3) + use(&own) + holder.get() + counted(count) + tripled(count) + shapes::function() + number +
         (int)shapes::Green + (int)shapes::Kind::Plain + shapes::Box::count;
}
