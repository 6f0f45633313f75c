// Classes whose functions several modules have.
#include <stdexcept>
#include <string>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  virtual std::string name() const { return "shape"; }
};

struct Error : std::runtime_error {
  int code;
  Error(const char *what, int code) : std::runtime_error(what), code(code) {}
};

template <typename T> struct Box : Shape {
  T width, height;
  static int made;
  Box(T width, T height) : width(width), height(height) { made++; }
  int area() const override { return static_cast<int>(width * height); }
  std::string name() const override { return "box of " + std::to_string(sizeof(T)); }
};
template <typename T> int Box<T>::made;

inline int &counted() {
  static int count = 0;
  return count;
}

Shape *make(int kind);
int checked_area(const Shape &shape, int limit);
