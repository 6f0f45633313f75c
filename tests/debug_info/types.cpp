// Types that have units of their own, that have none as only this module knows what they name, and those of which both are named.
namespace shapes {
namespace plane {
struct Point {
  int x, y;
  static int count;
  enum Kind { Round, Flat } kind;
  struct Deep {
    Point *back;
    union {
      int number;
      float real;
    };
  } deep;
  int norm() const;
};
int Point::norm() const { return x * x + y * y; }
int Point::count = 3;
enum class Colour : unsigned char { Red, Green };
template <class T, int N> struct Array {
  T data[N];
  Colour colour;
  T &at(int i) { return data[i]; }
};
}
namespace {
struct Hidden {
  int secret;
  plane::Point point;
};
}
}

struct UsesHidden {
  shapes::Hidden *hidden;
  int number;
};
struct HoldsUser {
  UsesHidden user;
  shapes::plane::Point point;
};
struct List {
  List *next;
  shapes::plane::Point point;
  struct Declared *declared;
  int (shapes::plane::Point::*method)() const;
  int List::*member;
};
typedef struct {
  int number;
  List list;
} Named;
struct Base {
  virtual ~Base();
  virtual int f();
  int base;
};
struct Derived : virtual Base {
  int f() override;
  int derived;
};
Base::~Base() {}
int Base::f() { return 1; }
int Derived::f() { return 2; }

int place;
template <int *Where> struct At {
  int number;
};

shapes::plane::Array<shapes::plane::Point, 4> array;
shapes::Hidden hidden;
UsesHidden user;
HoldsUser holder;
List list;
Named named;
Derived derived;
At<&place> at;

extern "C" void stop() {}

template <class T> int size(T of) {
  struct Local {
    T held;
    List *list;
  } local{of, &list};
  stop();
  return sizeof(local) + local.list->point.norm();
}

int main() {
  array.at(1).x = 4;
  hidden.secret = 5;
  user.hidden = &hidden;
  list.point.y = 7;
  list.method = &shapes::plane::Point::norm;
  at.number = 3;
  return size(named) > 1000;
}
