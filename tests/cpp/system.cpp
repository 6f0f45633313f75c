// The parts of the standard library that lie in its shared object and in the C library: files, locales, stream buffers, memory resources and what
// threads wait for. What is thrown by a function that they call passes through their frames, which gcc has made.
#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <bitset>
#include <chrono>
#include <codecvt>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <latch>
#include <locale>
#include <map>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <random>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <typeindex>
#include <typeinfo>
#include <unistd.h>
#include <valarray>
#include <vector>

namespace fs = std::filesystem;

struct Trace {
  const char *name;
  explicit Trace(const char *name) : name(name) {}
  Trace(const Trace &) = delete;
  ~Trace() { std::cout << "~" << name << "\n"; }
};

// A folder that is removed at the end, whatever happens.
struct Folder {
  fs::path path;
  Folder() : path(fs::temp_directory_path() / ("system-" + std::to_string(getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path / "a" / "b");
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path, error);
    std::cout << "removed " << !fs::exists(path) << "\n";
  }
};

static void write(const fs::path &path, std::string_view text) {
  std::ofstream out;
  out.exceptions(std::ios::failbit | std::ios::badbit);
  out.open(path);
  out << text;
}

static void files() {
  Folder folder;
  write(folder.path / "one.txt", "one\n");
  write(folder.path / "a" / "two.txt", "two and two\n");
  write(folder.path / "a" / "b" / "three.dat", std::string(5000, '3'));
  fs::copy_file(folder.path / "one.txt", folder.path / "copy.txt");
  fs::rename(folder.path / "copy.txt", folder.path / "a" / "moved.txt");
  fs::create_symlink("one.txt", folder.path / "link");
  std::vector<std::string> all;
  for (const auto &entry : fs::recursive_directory_iterator(folder.path)) {
    std::string line = entry.path().lexically_relative(folder.path).generic_string();
    if (entry.is_symlink()) line += " -> " + fs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file()) line += " " + std::to_string(entry.file_size());
    else line += "/";
    all.push_back(line);
  }
  std::sort(all.begin(), all.end());
  for (const auto &line : all) std::cout << line << "\n";
  try {
    Trace trace("copied again");
    fs::copy_file(folder.path / "one.txt", folder.path / "a" / "moved.txt");
  } catch (const fs::filesystem_error &error) {
    std::cout << (error.code() == std::errc::file_exists) << " " << error.path2().filename() << "\n";
  }
  try {
    fs::directory_iterator nowhere(folder.path / "nowhere");
  } catch (const std::system_error &error) {
    std::cout << (error.code() == std::errc::no_such_file_or_directory) << " " << error.code().category().name() << "\n";
  }
  try {
    write(folder.path / "not there" / "file", "text");
  } catch (const std::ios_base::failure &error) {
    std::cout << "not written\n";
  }
  std::error_code code;
  fs::resize_file(folder.path / "a" / "two.txt", 3);
  std::cout << fs::file_size(folder.path / "a" / "two.txt", code) << " " << code.value() << "\n";
  fs::permissions(folder.path / "one.txt", fs::perms::owner_write, fs::perm_options::remove);
  std::cout << std::oct << int(fs::status(folder.path / "one.txt").permissions() & fs::perms::owner_all) << std::dec << "\n";
  std::fstream both(folder.path / "a" / "b" / "three.dat", std::ios::in | std::ios::out | std::ios::binary);
  both.seekp(4090) << "in the middle";
  both.seekg(4088);
  std::string read(17, ' ');
  both.read(read.data(), 17);
  std::cout << read << " " << both.tellg() << "\n";
}

static void paths() {
  for (const char *text : {"/usr/lib/../share/./doc", "a//b/", "", "..", ".hidden.tar.gz", "/"}) {
    fs::path path(text);
    std::cout << path << " " << path.lexically_normal() << " " << path.parent_path() << " " << path.stem() << " "
              << path.extension() << " " << path.is_absolute() << " " << std::distance(path.begin(), path.end()) << "\n";
  }
  std::cout << (fs::path("/a") / "b" += "c").replace_extension("d") << " " << fs::path("/a/b/c").lexically_relative("/a/d") << "\n";
}

// Facets of this program's own, which the library calls.
struct Thousands : std::numpunct<char> {
  char do_thousands_sep() const override { return '\''; }
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3\2"; }
  std::string do_truename() const override { return "yes"; }
};
struct Refusing : std::num_put<char> {
  using std::num_put<char>::do_put;
  iter_type do_put(iter_type out, std::ios_base &base, char fill, long value) const override {
    Trace trace("do_put");
    if (value == 13) throw std::domain_error("thirteen");
    return std::num_put<char>::do_put(out, base, fill, value * 2);
  }
};
struct Upper : std::ctype<char> {
  char do_toupper(char c) const override { return c == 'e' ? '3' : std::ctype<char>::do_toupper(c); }
};

static void locales() {
  std::ostringstream out;
  std::locale own(std::locale::classic(), new Thousands);
  out.imbue(own);
  out << 1234567890 << " " << std::fixed << std::setprecision(2) << 98765.432 << " " << std::boolalpha << true << " " << 7u;
  std::cout << out.str() << "\n";
  std::istringstream in("12'34'567 0,25 yes");
  in.imbue(own);
  long number = 0;
  double real = 0;
  bool answer = false;
  in >> number >> real >> std::boolalpha >> answer;
  std::cout << number << " " << real << " " << answer << " " << in.fail() << "\n";
  try {
    std::locale nowhere("xx_XX.nowhere");
  } catch (const std::runtime_error &) {
    std::cout << "no such locale\n";
  }
  try {
    (void)std::use_facet<std::collate_byname<wchar_t>>(own);
  } catch (const std::bad_cast &) {
    std::cout << "no such facet\n";
  }
  std::locale upper(std::locale::classic(), new Upper);
  std::string text = "three letters";
  for (char &c : text) c = std::toupper(c, upper);
  std::cout << text << " " << std::has_facet<std::numpunct<char>>(own) << " " << (own == std::locale::classic()) << "\n";
  // What a facet throws is kept from the caller, or passed on, as the stream is told.
  for (bool passed : {false, true}) {
    std::ostringstream doubled;
    doubled.imbue(std::locale(std::locale::classic(), new Refusing));
    if (passed) doubled.exceptions(std::ios::badbit);
    try {
      doubled << 21L << " " << 13L << " " << 5L;
      std::cout << "kept: " << doubled.str() << " " << doubled.bad() << "\n";
    } catch (const std::domain_error &error) {
      std::cout << "passed: " << doubled.str() << " " << error.what() << "\n";
    }
  }
  std::tm time{};
  time.tm_year = 126, time.tm_mon = 1, time.tm_mday = 28, time.tm_hour = 23, time.tm_min = 5;
  std::ostringstream date;
  date << std::put_time(&time, "%Y-%m-%d %H:%M %j %b") << " " << std::put_money(123456.0);
  std::cout << date.str() << "\n";
  std::istringstream dated("2001-02-03 x");
  std::tm parsed{};
  dated >> std::get_time(&parsed, "%Y-%m-%d");
  std::cout << parsed.tm_year << " " << parsed.tm_mon << " " << parsed.tm_mday << "\n";
  std::wstring_convert<std::codecvt_utf8<wchar_t>> utf8;
  std::wstring wide = utf8.from_bytes("z\xc3\xa4hlt \xe2\x82\xac");
  std::cout << wide.size() << " " << int(wide[1]) << " " << utf8.to_bytes(wide + L"\x1d11e").size() << "\n";
  try {
    utf8.from_bytes("broken \xff");
  } catch (const std::range_error &) {
    std::cout << "not UTF-8\n";
  }
  std::wostringstream widely;
  widely << std::setw(6) << std::setfill(L'*') << 42 << L' ' << 1.5L << std::hex << 255;
  std::cout << utf8.to_bytes(widely.str()) << "\n";
}

// A stream buffer whose functions throw in the middle of the library's loops.
struct Limited : std::streambuf {
  std::string text;
  std::size_t limit;
  explicit Limited(std::size_t limit) : limit(limit) {}
  int_type overflow(int_type c) override {
    Trace trace("overflow");
    if (text.size() >= limit) throw std::length_error("full");
    text += char(c);
    return c;
  }
  std::streamsize xsputn(const char *data, std::streamsize n) override {
    for (std::streamsize i = 0; i < n; i++) {
      if (text.size() >= limit) throw std::length_error("full in the middle");
      text += data[i];
    }
    return n;
  }
};

static void buffers() {
  for (std::size_t limit : {3, 8, 100}) {
    Limited limited(limit);
    std::ostream out(&limited);
    out << "abcde" << 12 << 'x';
    std::cout << limited.text << " " << out.bad() << "\n";
    out.clear();
    out.exceptions(std::ios::badbit);
    try {
      out << "more than there is room for" << std::endl;
    } catch (const std::length_error &error) {
      std::cout << error.what() << " " << limited.text.size() << "\n";
    }
  }
}

// Functions of C that call back.
static int refuse_seven(const void *a, const void *b) {
  int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
  if (x == 7 || y == 7) throw std::string("seven is not to be compared, however often one asks");
  return x - y;
}

static void callbacks() {
  std::array<int, 40> numbers;
  for (int i = 0; i < 40; i++) numbers[i] = i * 17 % 41 + 8;
  std::qsort(numbers.data(), numbers.size(), sizeof(int), refuse_seven);
  std::cout << std::is_sorted(numbers.begin(), numbers.end()) << "\n";
  numbers[30] = 7;
  try {
    Trace trace("qsort");
    std::qsort(numbers.data(), numbers.size(), sizeof(int), refuse_seven);
  } catch (const std::string &message) {
    std::cout << message << "\n";
  }
  std::once_flag once;
  int tries = 0;
  for (int i = 0; i < 4; i++) {
    try {
      std::call_once(once, [&] {
        Trace trace("once");
        if (++tries < 3) throw tries;
      });
      std::cout << "called " << tries << "\n";
    } catch (int n) {
      std::cout << "thrown " << n << "\n";
    }
  }
  std::vector<std::type_index> types{typeid(int), typeid(Trace), typeid(std::string), typeid(int)};
  std::cout << (types[0] == types[3]) << (types[0] == types[1]) << " " << typeid(Limited).name() << "\n";
}

// Memory that runs out in the middle of a container's work.
struct Budget : std::pmr::memory_resource {
  std::size_t left;
  long blocks = 0;
  explicit Budget(std::size_t left) : left(left) {}
  void *do_allocate(std::size_t bytes, std::size_t align) override {
    if (bytes > left) throw std::bad_alloc();
    left -= bytes, blocks++;
    return std::pmr::new_delete_resource()->allocate(bytes, align);
  }
  void do_deallocate(void *p, std::size_t bytes, std::size_t align) override {
    left += bytes, blocks--;
    std::pmr::new_delete_resource()->deallocate(p, bytes, align);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

static void memory() {
  for (std::size_t limit : {std::size_t(100), std::size_t(3000), std::size_t(1) << 20}) {
    Budget budget(limit);
    try {
      std::pmr::monotonic_buffer_resource pool(256, &budget);
      std::pmr::vector<std::pmr::string> strings(&pool);
      for (int i = 0; i < 50; i++) strings.emplace_back("a string that is too long for its own object " + std::to_string(i));
      std::cout << strings.size() << " " << strings.back() << "\n";
    } catch (const std::bad_alloc &) {
      std::cout << "no memory of " << limit << "\n";
    }
    std::cout << budget.blocks << " blocks, " << (budget.left == limit) << "\n";
  }
  try {
    volatile std::size_t many = std::size_t(1) << 62;
    std::vector<long> all(many);
  } catch (const std::length_error &) {
    std::cout << "too long\n";
  }
  try {
    volatile long negative = -1;
    int *volatile kept = new int[negative];
    delete[] kept;
  } catch (const std::bad_alloc &) {
    std::cout << "bad length\n";
  }
}

static thread_local std::unique_ptr<std::string> own_text;
static thread_local int own_number = 5;

static void waiting() {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::vector<int> queue;
  bool closed = false;
  long sum = 0;
  std::jthread consumer([&](std::stop_token) {
    for (;;) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return closed || !queue.empty(); });
      if (queue.empty()) return;
      sum += queue.back();
      queue.pop_back();
    }
  });
  {
    std::barrier meeting(3);
    std::vector<std::jthread> producers;
    for (int n = 0; n < 3; n++) producers.emplace_back([&, n] {
      own_text = std::make_unique<std::string>("thread " + std::to_string(n));
      own_number += n;
      meeting.arrive_and_wait();
      for (int i = 0; i < 100; i++) {
        std::scoped_lock lock(mutex);
        queue.push_back(own_number * i);
        changed.notify_one();
      }
    });
  }
  {
    std::scoped_lock lock(mutex);
    closed = true;
  }
  changed.notify_all();
  consumer.join();
  std::cout << sum << " " << own_number << " " << !own_text << "\n";
  std::shared_mutex shared;
  std::counting_semaphore<4> slots(2);
  std::latch ready(4);
  std::atomic<int> readers{0}, most{0};
  std::map<int, int> table;
  std::vector<std::future<int>> results;
  for (int n = 0; n < 4; n++) results.push_back(std::async(std::launch::async, [&, n] {
    ready.arrive_and_wait();
    slots.acquire();
    int now = ++readers;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {}
    {
      std::unique_lock lock(shared);
      table[n] = n * n;
    }
    std::shared_lock lock(shared);
    int found = table.at(n);
    --readers;
    slots.release();
    if (n == 2) throw std::system_error(std::make_error_code(std::errc::timed_out), "two");
    return found;
  }));
  for (auto &result : results) {
    try {
      std::cout << result.get() << " ";
    } catch (const std::system_error &error) {
      std::cout << (error.code() == std::errc::timed_out) << " of two ";
    }
  }
  std::cout << (most <= 2) << "\n";
  std::packaged_task<int(int)> task([](int x) { return x ? 100 / x : throw std::domain_error("zero"); });
  auto future = task.get_future();
  std::thread(std::move(task), 0).join();
  try {
    future.get();
  } catch (const std::domain_error &error) {
    std::cout << error.what() << "\n";
  }
  std::promise<void> broken;
  auto never = broken.get_future();
  { std::promise<void> gone = std::move(broken); }
  try {
    never.get();
  } catch (const std::future_error &error) {
    std::cout << (error.code() == std::future_errc::broken_promise) << "\n";
  }
  try {
    std::mutex m;
    std::unique_lock lock(m, std::defer_lock);
    lock.unlock();
  } catch (const std::system_error &error) {
    std::cout << (error.code() == std::errc::operation_not_permitted) << "\n";
  }
}

static void numbers() {
  std::mt19937_64 engine(42);
  std::uniform_int_distribution<int> die(1, 6);
  std::array<int, 7> counts{};
  for (int i = 0; i < 6000; i++) counts[die(engine)]++;
  std::cout << std::accumulate(counts.begin(), counts.end(), 0) << " " << *std::min_element(counts.begin() + 1, counts.end()) << "\n";
  std::valarray<double> values{1, 2, 3, 4, 5, 6};
  std::valarray<double> even = values[std::slice(0, 3, 2)], odd = values[std::slice(1, 3, 2)];
  values = std::sqrt(even * odd);
  std::cout << std::fixed << std::setprecision(4) << values.sum() << " " << values.max() << std::defaultfloat << "\n";
  std::bitset<70> bits("1011");
  bits <<= 60;
  try {
    std::cout << bits.count() << " " << bits.to_ulong() << "\n";
    bits <<= 5;
    std::cout << bits.to_ulong() << "\n";
  } catch (const std::overflow_error &) {
    std::cout << "too many bits\n";
  }
  using namespace std::chrono;
  auto day = sys_days(year(2024) / February / last);
  std::cout << (day.time_since_epoch()).count() << " " << year_month_day(day + days(1)).month().operator unsigned() << " "
            << duration_cast<minutes>(hours(3) + seconds(150)).count() << "\n";
}

int main() {
  std::ios::sync_with_stdio(false);
  files();
  paths();
  locales();
  buffers();
  callbacks();
  memory();
  waiting();
  numbers();
  std::cout.flush();
  return 0;
}
