// gdb: break Shape::scaled
// gdb: continue
// gdb: info args
// gdb: print *this
// gdb: print this->name
// gdb: next
// gdb: next
// gdb: info locals
// gdb: finish
// gdb: break Square::area
// gdb: continue
// gdb: print *this
// gdb: print side
// gdb: up
// gdb: print sum
// gdb: print plain
// gdb: print Shape::count
// gdb: ptype Square
// gdb: print square
// gdb: print reference
// gdb: break geometry::middle
// gdb: continue
// gdb: info args
// gdb: print geometry::origin
// gdb: print here.x
// gdb: finish
namespace geometry {
struct point { int x, y; point operator+(const point &other) const { return {x + other.x, y + other.y}; } };
point origin = {1, 2};
static point middle(point here, const point &there) {
  point sum = here + there;
  sum.x /= 2;
  return sum;
}
}

class Shape {
public:
  explicit Shape(const char *name) : name(name) { count++; }
  virtual int area() const { return 0; }
  int scaled(int by) const {
    int own = area();
    int result = own * by;
    return result;
  }
  static int count;
protected:
  const char *name;
};
int Shape::count = 0;

struct Colored { unsigned char red = 1, green = 2; };

class Square : public Shape, private Colored {
  int side;
public:
  enum class Kind { Plain, Fancy };
  Square(int side, Kind kind) : Shape("square"), side(side), kind(kind) {}
  int area() const override { return side * side + red; }
  Kind kind;
};

int main() {
  Square square(4, Square::Kind::Fancy);
  Shape &reference = square;
  Shape plain("plain");
  int sum = 0;
  sum += plain.scaled(2);
  sum += reference.area();
  geometry::point mid = geometry::middle({3, 4}, geometry::origin);
  return sum + mid.x == 0;
}
