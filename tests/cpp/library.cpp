// The standard library: containers, streams, regular expressions, threads and futures, with exceptions in between.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <charconv>
#include <deque>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
};
struct Square : Shape {
  double side;
  explicit Square(double side) : side(side) {
    if (side < 0) throw std::invalid_argument("negative side");
  }
  double area() const override { return side * side; }
  std::string name() const override { return "square"; }
};
struct Circle : virtual Shape {
  double radius;
  explicit Circle(double radius) : radius(radius) {}
  double area() const override { return 3.0 * radius * radius; }
};

static void shapes() {
  std::vector<std::unique_ptr<Shape>> all;
  for (double size : {1.0, 2.5, -1.0, 4.0}) {
    try {
      all.push_back(std::make_unique<Square>(size));
      all.push_back(std::make_unique<Circle>(size));
    } catch (const std::logic_error &error) {
      std::cout << "refused: " << error.what() << "\n";
    }
  }
  for (const auto &shape : all) {
    std::cout << shape->name() << " " << std::setprecision(4) << shape->area();
    if (auto *square = dynamic_cast<Square *>(shape.get())) std::cout << " side " << square->side;
    std::cout << "\n";
  }
  try {
    Circle circle(1);
    Shape &shape = circle;
    std::cout << dynamic_cast<Square &>(shape).side;
  } catch (const std::bad_cast &) {
    std::cout << "bad cast\n";
  }
}

static void containers() {
  std::map<std::string, std::vector<int>> index;
  std::istringstream words("one two three two one two four");
  int place = 0;
  for (std::string word; words >> word;) index[word].push_back(place++);
  for (const auto &[word, places] : index) {
    std::cout << word << ":";
    for (int n : places) std::cout << " " << n;
    std::cout << "\n";
  }
  try {
    index.at("five").push_back(1);
  } catch (const std::out_of_range &) {
    std::cout << "no five\n";
  }
  std::unordered_map<int, std::string> names;
  for (int n = 0; n < 100; n++) names[n * 7 % 31] += std::to_string(n);
  std::set<std::string> sorted;
  for (const auto &[key, value] : names) sorted.insert(value);
  std::cout << sorted.size() << " " << *sorted.begin() << "\n";
  std::deque<int> deque(10);
  std::iota(deque.begin(), deque.end(), 1);
  std::rotate(deque.begin(), deque.begin() + 3, deque.end());
  std::priority_queue<int> queue(deque.begin(), deque.end());
  std::list<int> list(deque.begin(), deque.end());
  list.sort(std::greater<>());
  std::cout << queue.top() << " " << list.back() << " " << std::accumulate(list.begin(), list.end(), 0) << "\n";
  std::vector<std::string> strings;
  for (int n = 20; n > 0; n--) strings.push_back(std::string(n % 7, 'a' + n) + std::to_string(n));
  std::stable_sort(strings.begin(), strings.end(), [](auto &a, auto &b) { return a.size() < b.size(); });
  for (const auto &s : strings) std::cout << s << ",";
  std::cout << "\n";
}

static void values() {
  std::variant<int, std::string, double> v = "text";
  try {
    std::cout << std::get<double>(v);
  } catch (const std::bad_variant_access &) {
    std::cout << "variant holds " << v.index() << "\n";
  }
  std::any any = 5;
  try {
    std::cout << std::any_cast<std::string>(any);
  } catch (const std::bad_any_cast &) {
    std::cout << "any holds " << std::any_cast<int>(any) << "\n";
  }
  std::optional<int> nothing;
  try {
    std::cout << nothing.value();
  } catch (const std::bad_optional_access &) {
    std::cout << "nothing\n";
  }
  try {
    std::function<int(int)> empty;
    std::cout << empty(1);
  } catch (const std::bad_function_call &) {
    std::cout << "no function\n";
  }
  for (const char *text : {"12", "x", "99999999999"}) {
    try {
      std::cout << std::stoi(text) << "\n";
    } catch (const std::invalid_argument &) {
      std::cout << "no number\n";
    } catch (const std::out_of_range &) {
      std::cout << "too large\n";
    }
  }
}

static void expressions() {
  std::regex date(R"((\d{4})-(\d\d)-(\d\d))");
  std::string text = "from 2001-02-03 to 2010-11-12, not 20-1-1";
  for (std::sregex_iterator at(text.begin(), text.end(), date), end; at != end; ++at)
    std::cout << (*at)[3] << "." << (*at)[2] << "." << (*at)[1] << "\n";
  std::cout << std::regex_replace(text, date, "<$2>") << "\n";
  try {
    std::regex broken("a(b[");
  } catch (const std::regex_error &error) {
    std::cout << "broken " << (error.code() == std::regex_constants::error_brack) << "\n";
  }
}

static void streams() {
  std::ostringstream out;
  out << std::hex << std::setw(8) << std::setfill('0') << 48879 << " " << std::fixed << 3.25 << " "
      << std::boolalpha << true << " " << std::scientific << 12345.678;
  std::cout << out.str() << "\n";
  std::istringstream in("12 x");
  in.exceptions(std::ios::failbit);
  int a = 0, b = 0;
  try {
    in >> a >> b;
  } catch (const std::ios_base::failure &) {
    std::cout << "failed after " << a << "\n";
  }
}

static void threads() {
  std::mutex mutex;
  std::atomic<int> done{0};
  long sum = 0;
  std::vector<std::thread> all;
  for (int n = 0; n < 4; n++) {
    all.emplace_back([&, n] {
      for (int i = 0; i < 1000; i++) {
        try {
          if (i % 100 == n) throw i;
          std::lock_guard<std::mutex> guard(mutex);
          sum += i;
        } catch (int i) {
          std::lock_guard<std::mutex> guard(mutex);
          sum -= i;
        }
      }
      done++;
    });
  }
  for (auto &thread : all) thread.join();
  std::cout << done << " " << sum << "\n";
  auto future = std::async(std::launch::async, [](int n) -> int {
    if (n > 3) throw std::runtime_error("from a thread");
    return n;
  }, 5);
  try {
    std::cout << future.get() << "\n";
  } catch (const std::exception &error) {
    std::cout << error.what() << "\n";
  }
  std::promise<std::string> promise;
  auto kept = promise.get_future();
  promise.set_exception(std::make_exception_ptr(std::logic_error("promised")));
  try {
    std::cout << kept.get();
  } catch (const std::logic_error &error) {
    std::cout << error.what() << "\n";
  }
}

int main() {
  shapes();
  containers();
  values();
  expressions();
  streams();
  threads();
  return 0;
}
