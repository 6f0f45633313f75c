// Functions of classes, in scopes of their own.
namespace outer {
class Shape {
public:
  explicit Shape(int n) : sides(n) {}
  int count() const { return sides; }
  static int total;
  virtual ~Shape();

private:
  int sides;
};

int Shape::total = 3;

Shape::~Shape() { total--; }
} // namespace outer

int sum(const outer::Shape &a, const outer::Shape &b) {
  return a.count() + b.count();
}

template <typename T> T largest(T a, T b) { return a > b ? a : b; }

int use(int a) { return largest(a, 3); }

int reference(int &value) {
  value++;
  return value;
}

struct Guard {
  ~Guard();
};
void may_throw();

void cleanup() {
  Guard guard;
  may_throw();
}
