// The language itself: inheritance, pointers to members, coroutines, objects with a duration, values that are passed in every way.
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <coroutine>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

static void head(const char *name) { std::printf("-- %s\n", name); }

// Inheritance: virtual bases, thunks that adjust `this` and results, casts across.
struct Base {
  int base = 1;
  virtual ~Base() { std::printf("~Base %d\n", base); }
  virtual Base *clone() const { return new Base(*this); }
  virtual int value(int more) const { return base + more; }
};
struct Left : virtual Base {
  int left = 2;
  ~Left() override { std::printf("~Left %d\n", left); }
  Left *clone() const override { return new Left(*this); }
  int value(int more) const override { return base + left + more; }
};
struct Right : virtual Base {
  int right = 3;
  virtual int other() const { return right; }
  ~Right() override { std::printf("~Right %d\n", right); }
};
struct Bottom final : Left, Right {
  int bottom = 4;
  Bottom *clone() const override { return new Bottom(*this); }
  int value(int more) const override { return Left::value(more) * 10 + bottom; }
  int other() const override { return right * 100; }
  ~Bottom() override { std::printf("~Bottom %d\n", bottom); }
};
struct Unrelated {
  virtual ~Unrelated() = default;
};

static void inheritance() {
  head("inheritance");
  std::unique_ptr<Base> first = std::make_unique<Bottom>();
  std::printf("%d %s\n", first->value(7), typeid(*first) == typeid(Bottom) ? "Bottom" : "not Bottom");
  auto *right = dynamic_cast<Right *>(first.get());
  auto *left = dynamic_cast<Left *>(right);
  std::printf("%d %d %d\n", right->other(), left->left, dynamic_cast<Unrelated *>(right) == nullptr);
  right->right = 33;
  std::unique_ptr<Left> copy(left->clone());
  std::printf("%d %d\n", dynamic_cast<Right &>(*copy).other(), dynamic_cast<void *>(copy.get()) != first.get());
  try {
    (void)dynamic_cast<Unrelated &>(*copy);
  } catch (const std::bad_cast &) {
    std::puts("bad_cast");
  }
  try {
    const Base *null = nullptr;
    std::puts(typeid(*null).name());
  } catch (const std::bad_typeid &) {
    std::puts("bad_typeid");
  }
  int Base::*member = &Base::base;
  int (Base::*function)(int) const = &Base::value;
  int (Right::*of_right)() const = &Right::other;
  int (Bottom::*of_bottom)() const = of_right;
  Bottom bottom;
  bottom.*member = 50;
  std::printf("%d %d %d %d\n", (bottom.*function)(1), (bottom.*of_bottom)(), std::invoke(of_right, bottom), function != nullptr);
}

// Coroutines: a generator, a task that is awaited, an exception through both.
template <class T> struct Generator {
  struct promise_type {
    T current{};
    std::exception_ptr error;
    Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T value) {
      current = std::move(value);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle) handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.promise().error) std::rethrow_exception(handle.promise().error);
    return !handle.done();
  }
};
struct Noisy {
  const char *name;
  explicit Noisy(const char *name) : name(name) {}
  Noisy(const Noisy &) = delete;
  ~Noisy() { std::printf("~%s\n", name); }
};
static Generator<std::string> words(int limit, std::string prefix) {
  Noisy noisy("words");
  for (int i = 0; i < limit; i++) {
    if (i == 3) throw std::runtime_error("three is too many");
    co_yield prefix + std::to_string(i);
  }
}
struct Task {
  struct promise_type {
    int result = 0;
    std::coroutine_handle<> waiting;
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
        auto next = self.promise().waiting;
        return next ? next : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Task(Task &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Task() {
    if (handle) handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
    handle.promise().waiting = waiting;
    return handle;
  }
  int await_resume() { return handle.promise().result; }
};
static Task depth(int n) {
  if (n == 0) co_return 1;
  int below = co_await depth(n - 1);
  co_return below + n;
}
static void coroutines() {
  head("coroutines");
  for (int limit : {2, 5}) {
    auto all = words(limit, "a prefix that does not fit into the string itself ");
    try {
      while (all.next()) std::puts(all.handle.promise().current.c_str());
      std::puts("end");
    } catch (const std::runtime_error &error) {
      std::puts(error.what());
    }
  }
  {
    auto left_early = words(3, "x");
    left_early.next();
  }
  // A resumption of the next coroutine is a tail call at each level of optimisation.
  Task task = depth(20000);
  task.handle.resume();
  std::printf("%d\n", task.handle.promise().result);
}

// Objects of static, thread and automatic duration.
struct Counted {
  static inline int alive = 0;
  int number;
  explicit Counted(int number) : number(number) { alive++; }
  Counted(const Counted &other) : number(other.number) { alive++; }
  Counted(Counted &&other) noexcept : number(std::exchange(other.number, -1)) { alive++; }
  ~Counted() { alive--; }
};
struct PerThread {
  int id = 0;
  PerThread() { std::puts("PerThread()"); }
  ~PerThread() { std::printf("~PerThread %d\n", id); }
};
static thread_local PerThread per_thread;
thread_local std::vector<int> history{1, 2, 3};
static int initialized(bool fail) {
  static const int once = [fail] {
    if (fail) throw 5;
    return 9;
  }();
  return once;
}
static void durations() {
  head("durations");
  for (bool fail : {true, true, false}) {
    try {
      std::printf("once %d\n", initialized(fail));
    } catch (int error) {
      std::printf("failed %d\n", error);
    }
  }
  for (int i = 1; i < 3; i++)
    std::thread([i] {
      per_thread.id = i;
      history.push_back(i);
      std::printf("%zu %d\n", history.size(), history.back());
    }).join();
  std::printf("main %zu\n", history.size());
  try {
    Counted array[3] = {Counted(1), Counted(2), (throw std::string("third"), Counted(3))};
  } catch (const std::string &error) {
    std::printf("%s, alive %d\n", error.c_str(), Counted::alive);
  }
  try {
    std::vector<Counted> many(5, Counted(4));
    struct Throws {
      Counted one{6};
      Counted two{[]() -> int { throw std::out_of_range("member"); }()};
      Throws() try : one(8) {
      } catch (const std::out_of_range &error) {
        std::printf("%s\n", error.what());
      }
    } throws;
  } catch (const std::logic_error &) {
    std::printf("alive %d\n", Counted::alive);
  }
  alignas(64) char storage[sizeof(Counted) * 4];
  auto *placed = new (storage) Counted[4]{Counted(1), Counted(2), Counted(3), Counted(4)};
  std::printf("%d %d\n", Counted::alive, int(reinterpret_cast<std::uintptr_t>(storage) % 64));
  std::destroy_n(placed, 4);
  struct alignas(128) Wide {
    char bytes[128];
  };
  auto wide = std::make_unique<Wide[]>(3);
  std::printf("%d\n", int(reinterpret_cast<std::uintptr_t>(wide.get()) % 128));
}

// Arguments and results of every kind.
struct Two {
  float x, y;
};
struct Mixed {
  double d;
  std::int32_t i;
};
struct Big {
  long words[5];
};
struct Empty {};
struct Bits {
  unsigned a : 3;
  signed b : 13;
  unsigned long long c : 47;
  bool d : 1;
};
union Either {
  float f;
  std::uint32_t u;
};
template <class... T> [[gnu::noinline]] static auto pass(T... all) { return std::make_tuple(all...); }
[[gnu::noinline]] static Mixed mixed(Two two, Mixed m, Empty, Big big, Bits bits, Either e, __int128 wide, long double q, std::string s) {
  return {two.x * two.y + m.d + double(q), std::int32_t(m.i + big.words[4] + bits.b + bits.c + e.u + long(wide >> 64) + s.size())};
}
static long sum(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  long total = 0;
  for (va_list *from : {&list, &again})
    for (const char *k = kinds; *k; k++) {
      if (*k == 'i') total += va_arg(*from, int);
      if (*k == 'd') total += long(va_arg(*from, double));
      if (*k == 'q') total += long(va_arg(*from, long double));
      if (*k == 'b') total += va_arg(*from, Big).words[2];
      if (*k == 't') total += long(va_arg(*from, Two).y);
      if (*k == 'w') total += long(va_arg(*from, __int128) >> 32);
    }
  va_end(list);
  va_end(again);
  return total;
}
static void arguments() {
  head("arguments");
  Big big{{1, 2, 3, 4, 5}};
  Either either{};
  either.f = 1.5f;
  Mixed result = mixed({2, 3}, {0.25, 7}, {}, big, {5, -1000, 1ull << 40, true}, either, __int128(9) << 64, 1.125L, "four");
  std::printf("%g %d\n", result.d, result.i);
  std::printf("%ld\n", sum("idqbtwid", 1, 2.0, 3.0L, big, Two{4, 5}, __int128(6) << 32, 7, 8.0));
  auto tuple = pass(1, 2.0f, 3.0, 'c', std::string("text"), big, Two{1, 2}, nullptr, true);
  std::printf("%d %g %s %ld %zu\n", std::get<0>(tuple), double(std::get<1>(tuple)), std::get<4>(tuple).c_str(), std::get<5>(tuple).words[3], sizeof tuple);
  std::function<int(int)> recursive = [&](int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); };
  std::printf("%d\n", recursive(15));
}

// Templates, comparisons, variants.
template <std::unsigned_integral T> constexpr int ones(T value) { return std::popcount(value); }
template <class T> concept Named = requires(T t) { { t.name() } -> std::convertible_to<std::string>; };
struct Version {
  int major, minor;
  auto operator<=>(const Version &) const = default;
  std::string name() const { return std::to_string(major) + "." + std::to_string(minor); }
};
template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
static std::string describe(const std::variant<int, double, std::string, Version, std::monostate> &value) {
  return std::visit(Overloaded{[](int i) { return "int " + std::to_string(i); }, [](double d) { return "double " + std::to_string(d); },
                               [](const std::string &s) { return "string " + s; }, [](const Named auto &n) { return "named " + n.name(); },
                               [](std::monostate) -> std::string { throw std::bad_variant_access(); }},
                    value);
}
static void templates() {
  head("templates");
  std::printf("%d %d %d\n", ones(0xf0f0u), ones(std::uint8_t(255)), ones(~0ull));
  std::printf("%d %d\n", Version{1, 2} < Version{1, 3}, (Version{2, 0} <=> Version{1, 9}) > 0);
  for (const auto &value : std::initializer_list<std::variant<int, double, std::string, Version, std::monostate>>{1, 2.5, "three", Version{4, 5}, std::monostate{}}) {
    try {
      std::puts(describe(value).c_str());
    } catch (const std::bad_variant_access &error) {
      std::puts("no description");
    }
  }
  std::optional<std::string> nothing;
  try {
    std::puts(nothing.value().c_str());
  } catch (const std::bad_optional_access &) {
    std::puts("nothing");
  }
  auto here = std::source_location::current();
  std::printf("%s %d\n", here.function_name(), here.line() > 100);
  constexpr auto squares = [] {
    std::array<int, 8> all{};
    for (int i = 0; i < 8; i++) all[i] = i * i;
    return all;
  }();
  int total = 0;
  for (int square : squares) total += square;
  std::printf("%d %s\n", total, std::type_index(typeid(squares)) == std::type_index(typeid(std::array<int, 8>)) ? "same" : "other");
}

// Exceptions: nested, rethrown, in destructors, of many types, through noexcept and function pointers.
struct Tracer {
  const char *name;
  ~Tracer() noexcept(false) {
    std::printf("~Tracer %s, %d in flight\n", name, std::uncaught_exceptions());
    if (!std::uncaught_exceptions() && *name == '!') throw name;
  }
};
static void throw_one(int kind) {
  switch (kind) {
  case 0: throw 1;
  case 1: throw 2.5;
  case 2: throw "text";
  case 3: throw std::string("string");
  case 4: throw Version{3, 4};
  case 5: throw static_cast<Base *>(nullptr);
  case 6: throw std::make_unique<int>(6);
  case 7: throw nullptr;
  case 8: std::throw_with_nested(std::runtime_error("without"));
  default: throw Bottom();
  }
}
static void unnest(const std::exception &error, int level) {
  std::printf("%*s%s\n", level * 2, "", error.what());
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception &inner) {
    unnest(inner, level + 1);
  }
}
static void exceptions() {
  head("exceptions");
  for (int kind = 0; kind < 10; kind++) {
    if (kind == 8) continue;
    try {
      Tracer tracer{"inner"};
      throw_one(kind);
    } catch (int i) {
      std::printf("int %d\n", i);
    } catch (double d) {
      std::printf("double %g\n", d);
    } catch (const char *s) {
      std::printf("text %s\n", s ? s : "null");
    } catch (const std::string &s) {
      std::printf("string %s\n", s.c_str());
    } catch (Version v) {
      std::printf("version %s\n", v.name().c_str());
    } catch (const Base *b) {
      std::printf("pointer %d\n", b == nullptr);
    } catch (std::unique_ptr<int> &p) {
      std::printf("unique %d\n", *p);
    } catch (const Right &right) {
      std::printf("right %d\n", right.other());
    } catch (...) {
      std::puts("else");
    }
  }
  try {
    Tracer tracer{"!throws"};
  } catch (const char *name) {
    std::printf("from a destructor: %s\n", name);
  }
  try {
    try {
      try {
        throw std::out_of_range("innermost");
      } catch (...) {
        std::throw_with_nested(std::runtime_error("middle"));
      }
    } catch (...) {
      std::throw_with_nested(std::logic_error("outermost"));
    }
  } catch (const std::exception &error) {
    unnest(error, 0);
  }
  std::exception_ptr kept;
  std::thread([&kept] {
    try {
      throw Version{7, 8};
    } catch (...) {
      kept = std::current_exception();
    }
  }).join();
  try {
    std::rethrow_exception(kept);
  } catch (const Version &version) {
    std::puts(version.name().c_str());
  }
  long total = 0;
  for (int i = 0; i < 1000; i++) {
    try {
      std::string held(std::size_t(i % 40), 'x');
      if (i % 3 == 0) throw i;
      if (i % 5 == 0) throw long(i) * 2;
      total += long(held.size());
    } catch (int n) {
      total += n;
    } catch (long n) {
      total -= n;
    }
  }
  std::printf("%ld\n", total);
  try {
    std::string().at(3);
  } catch (const std::out_of_range &) {
    std::puts("out of range");
  }
  try {
    volatile std::size_t size = ~std::size_t(0) / 4;
    auto *never = new char[size];
    std::printf("%p\n", static_cast<void *>(never));
  } catch (const std::bad_alloc &) {
    std::puts("bad_alloc");
  }
}

int main() {
  inheritance();
  coroutines();
  durations();
  arguments();
  templates();
  exceptions();
}
