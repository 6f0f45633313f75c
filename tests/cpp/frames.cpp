// Exceptions through frames of every shape, each thrown from the bottom of all of them: what the frame holds is right where the exception lands,
// and what it owns is destroyed once.
#include <algorithm>
#include <array>
#include <complex>
#include <condition_variable>
#include <coroutine>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <pthread.h>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

static thread_local int alive = 0;
static thread_local uint64_t trace = 0;

// Counts itself, and notes in which order what is destroyed.
struct Owned {
  uint64_t value;
  explicit Owned(uint64_t v) : value(v) { alive++; }
  Owned(const Owned &other) : value(other.value) { alive++; }
  ~Owned() {
    alive--;
    trace = trace * 31 + value;
  }
};

struct Thrown : std::runtime_error {
  std::array<uint64_t, 9> words{};
  explicit Thrown(uint64_t seed) : std::runtime_error("thrown " + std::to_string(seed)) {
    for (auto &word : words)
      word = seed = seed * 6364136223846793005u + 1442695040888963407u;
  }
};
struct Plain {
  virtual ~Plain() = default;
  int plain = 3;
};
struct Both : Plain, Thrown {
  explicit Both(uint64_t seed) : Thrown(seed) {}
};
enum class Colour : short { Red = -3 };
using Member = int Plain::*;
using Routine = uint64_t (*)(uint64_t);

static const char *const kinds[] = {"integer", "wide", "double", "class", "base", "second base", "pointer", "member", "routine", "null", "enum", "nested"};
constexpr int KINDS = std::size(kinds);
static uint64_t square(uint64_t x) { return x * x; }

[[gnu::noinline]] static uint64_t bottom(int kind, uint64_t seed) {
  Owned own(seed);
  static Thrown still(77);
  switch (kind) {
  case 0: throw static_cast<int>(seed);
  case 1: throw static_cast<__int128>(seed) << 70;
  case 2: throw static_cast<double>(seed) / 3;
  case 3: throw Thrown(seed);
  case 4: throw Both(seed);
  case 5: throw std::make_shared<Both>(seed);
  case 6: throw static_cast<const Thrown *>(&still);
  case 7: throw Member(&Plain::plain);
  case 8: throw Routine(square);
  case 9: throw nullptr;
  case 10: throw Colour::Red;
  case 11:
    try {
      try {
        throw Thrown(seed);
      } catch (const std::exception &) {
        std::throw_with_nested(std::logic_error("outer"));
      }
    } catch (...) {
      std::throw_with_nested(std::out_of_range("outermost"));
    }
  }
  return seed;
}

static std::string whats(const std::exception &e) {
  std::string text = e.what();
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception &inner) {
    text += " < " + whats(inner);
  }
  return text;
}

// What was caught, as a number.
[[gnu::noinline]] static uint64_t caught() {
  try {
    throw;
  } catch (std::nullptr_t) {
    return 5;
  } catch (int x) {
    return x;
  } catch (__int128 x) {
    return static_cast<uint64_t>(x >> 70) + 1;
  } catch (double x) {
    return static_cast<uint64_t>(x * 1000);
  } catch (const Plain &x) {
    return x.plain + dynamic_cast<const Thrown &>(x).words[8];
  } catch (Thrown &x) {
    return std::accumulate(x.words.begin(), x.words.end(), uint64_t{});
  } catch (const std::shared_ptr<Both> &x) {
    return x->words[0] + x.use_count();
  } catch (Member x) {
    return Both(1).*x;
  } catch (Routine x) {
    return x(12);
  } catch (const std::exception *x) {
    return std::strlen(x->what());
  } catch (Colour x) {
    return static_cast<uint64_t>(x) + 10;
  } catch (const std::exception &x) {
    return whats(x).size();
  }
}

// The frames. Each calls `next` with what it owns, keeps values of its own over the call, and adds them where it catches.
using Next = uint64_t (*)(int, uint64_t);
struct Pack {
  uint64_t words[11];
};
static volatile int zero = 0;

[[gnu::noinline]] static uint64_t plain(Next next, int kind, uint64_t seed) {
  Owned a(seed + 1), b(seed + 2);
  return next(kind, seed) + a.value + b.value;
}

[[gnu::noinline]] static uint64_t registers(Next next, int kind, uint64_t seed) {
  uint64_t words[14];
  double reals[14];
  for (int i = 0; i < 14; i++) {
    words[i] = seed * (i + 3) ^ seed >> i;
    reals[i] = static_cast<double>(seed % 1000) * (i + 0.5);
  }
  uint64_t sum = 0;
  try {
    sum = next(kind, seed);
  } catch (const Thrown &) {
    for (int i = 0; i < 14; i++)
      trace += words[i] * (i + 1) + static_cast<uint64_t>(reals[i]);
    throw;
  }
  for (int i = 0; i < 14; i++)
    sum += words[i] ^ static_cast<uint64_t>(reals[i]);
  return sum;
}

[[gnu::noinline]] static uint64_t dynamic(Next next, int kind, uint64_t seed) {
  alignas(128) volatile char aligned[128];
  std::memset(const_cast<char *>(aligned), 7, sizeof aligned);
  for (int round = 0; round < 3; round++) {
    auto *more = static_cast<uint64_t *>(__builtin_alloca(8 * (seed % 100 + round + 1)));
    more[seed % 100 + round] = seed + round;
    Owned own(more[seed % 100 + round]);
    if (round == 2) {
      try {
        return next(kind, seed);
      } catch (int) {
        trace += aligned[99] + more[seed % 100 + round] + (reinterpret_cast<uintptr_t>(aligned) & 127);
        throw;
      }
    }
  }
  return 0;
}

[[gnu::noinline]] static uint64_t large(Next next, int kind, uint64_t seed) {
  volatile uint64_t words[70000];
  for (int i = 0; i < 70000; i += 777)
    words[i] = seed + i;
  struct Sum {
    const volatile uint64_t *words;
    ~Sum() { trace += words[777 * 90] + words[0]; }
  } sum{words};
  Owned own(seed);
  return next(kind, seed) + words[777];
}

static uint64_t variadic(Next next, int kind, ...) {
  va_list list;
  va_start(list, kind);
  Owned own(va_arg(list, uint64_t));
  double real = va_arg(list, double);
  for (int i = 0; i < 10; i++)
    real += va_arg(list, int);
  struct End {
    va_list *list;
    ~End() { trace += va_arg(*list, uint64_t); va_end(*list); }
  } end{&list};
  return next(kind, own.value) + static_cast<uint64_t>(real);
}
[[gnu::noinline]] static uint64_t variadics(Next next, int kind, uint64_t seed) {
  return variadic(next, kind, seed, 2.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, seed ^ 5);
}

[[gnu::noinline]] static Pack memory(Next next, int kind, Pack by_value, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, Owned on_stack) {
  Pack result{};
  result.words[0] = next(kind, by_value.words[10]) + a + b + c + d + e + f + on_stack.value;
  return result;
}
[[gnu::noinline]] static uint64_t arguments(Next next, int kind, uint64_t seed) {
  Pack pack{};
  pack.words[10] = seed;
  return memory(next, kind, pack, 1, 2, 3, 4, 5, 6, Owned(seed)).words[0];
}

[[noreturn, gnu::noinline]] static void never(Next next, int kind, uint64_t seed) {
  Owned own(seed);
  next(kind, seed);
  std::abort();
}
// The call is the last instruction: the return address belongs to the next function.
[[gnu::noinline]] static uint64_t ends(Next next, int kind, uint64_t seed) { never(next, kind, seed); }

struct Virtual {
  Owned first;
  explicit Virtual(uint64_t seed) : first(seed) {}
  virtual uint64_t call(Next next, int kind, uint64_t seed) = 0;
  virtual ~Virtual() = default;
};
struct Middle : virtual Virtual {
  Owned second;
  explicit Middle(uint64_t seed) : Virtual(seed), second(seed + 1) {}
};
struct Object final : Plain, Middle {
  Owned third;
  std::optional<Owned> fourth;
  Object(Next next, int kind, uint64_t seed, int where) try : Virtual(seed), Middle(seed + 10), third(where == 1 ? next(kind, seed) : seed) {
    fourth.emplace(seed);
    if (where == 2)
      next(kind, seed);
  } catch (const Both &) {
    trace += 1000;
  }
  explicit Object(Next next, int kind, uint64_t seed) : Object(next, 99, seed, 0) { next(kind, third.value); }
  uint64_t call(Next next, int kind, uint64_t seed) override { return next(kind, seed) + third.value; }
};
template <int WHERE> [[gnu::noinline]] static uint64_t constructor(Next next, int kind, uint64_t seed) {
  return std::make_unique<Object>(next, kind, seed, WHERE)->third.value;
}
[[gnu::noinline]] static uint64_t delegating(Next next, int kind, uint64_t seed) { return Object(next, kind, seed).third.value; }
[[gnu::noinline]] static uint64_t thunk(Next next, int kind, uint64_t seed) {
  Object object(next, 99, seed, 0);
  Virtual *view = &object;
  return view->call(next, kind, seed);
}

struct Element {
  static thread_local int left;
  Owned own;
  Element(Next next, int kind, uint64_t seed) : own(seed + left) {
    if (--left == 0)
      next(kind, seed);
  }
};
thread_local int Element::left = 0;
[[gnu::noinline]] static uint64_t elements(Next next, int kind, uint64_t seed) {
  Element::left = 4;
  Element array[2][3] = {{{next, kind, seed}, {next, kind, seed}, {next, kind, seed}}, {{next, kind, seed}, {next, kind, seed}, {next, kind, seed}}};
  return array[1][2].own.value;
}

struct Throwing {
  Next next;
  int kind;
  uint64_t seed;
  ~Throwing() noexcept(false) { next(kind, seed); }
};
[[gnu::noinline]] static uint64_t destructor(Next next, int kind, uint64_t seed) {
  Owned before(seed);
  Throwing throwing{next, kind, seed};
  Owned after(seed + 1);
  return after.value;
}

[[gnu::noinline]] static uint64_t loops(Next next, int kind, uint64_t seed) {
  static void *const labels[] = {&&again, &&call, &&done};
  uint64_t sum = seed, count = 0;
again:
  sum = sum * 3 + 1;
  for (int i = 0; i < 3; i++) {
    try {
      Owned own(i);
      if (i == 1 && count == 1)
        throw i;
      sum += own.value;
    } catch (int x) {
      sum ^= x + count;
      continue;
    }
  }
  goto *labels[std::min<uint64_t>(++count / 2, 2) + zero];
call:
  sum += next(kind, sum);
  if (count < 4)
    goto *labels[2];
done:
  return sum;
}

static Next through;
static int through_kind;
static uint64_t through_seed;
[[gnu::noinline]] static uint64_t sorting(Next next, int kind, uint64_t seed) {
  Owned own(seed);
  uint64_t values[] = {5, 3, seed, 9};
  std::tie(through, through_kind, through_seed) = std::tuple{next, kind, seed};
  std::qsort(values, 4, 8, [](const void *a, const void *b) -> int {
    Owned compared(*static_cast<const uint64_t *>(b));
    if (compared.value == 9)
      through(through_kind, through_seed);
    return *static_cast<const uint64_t *>(a) < compared.value;
  });
  return values[0];
}
[[gnu::noinline]] static uint64_t ranges(Next next, int kind, uint64_t seed) {
  std::vector<Owned> owned;
  for (uint64_t i = 0; i < 6; i++)
    owned.emplace_back(i);
  auto view = owned | std::views::transform([&](const Owned &o) { return o.value == 4 ? next(kind, seed) : o.value; }) | std::views::filter([](uint64_t x) { return x % 2 == 0; });
  std::variant<int, std::string, std::function<uint64_t()>> held = [&, copy = owned[0]] {
    uint64_t sum = copy.value;
    for (uint64_t x : view)
      sum += x;
    return sum;
  };
  return std::visit([](auto &x) -> uint64_t { if constexpr (requires { x(); }) return x(); else return 0; }, held);
}

[[gnu::noinline]] static uint64_t once(Next next, int kind, uint64_t seed) {
  static std::once_flag *flag;
  std::once_flag fresh;
  flag = &fresh;
  int calls = 0;
  try {
    std::call_once(*flag, [&] { calls++, next(kind, seed); });
  } catch (...) {
    std::call_once(*flag, [&] { calls++; });
    trace += calls;
    throw;
  }
  return calls;
}

// An object with a guard whose constructor throws is constructed again the next time.
static int constructions = 0;
struct Guarded {
  uint64_t value;
  Guarded(Next next, int kind, uint64_t seed) : value(++constructions) { next(constructions % 3 == 0 ? 99 : kind, seed); }
};
[[gnu::noinline]] static uint64_t guarded(Next next, int kind, uint64_t seed) {
  static Guarded object(next, kind, seed);
  static thread_local Guarded of_thread(next, kind, seed);
  return object.value + of_thread.value;
}

[[gnu::noinline]] static uint64_t handler(Next next, int kind, uint64_t seed) {
  Owned own(seed);
  std::tie(through, through_kind, through_seed) = std::tuple{next, kind, seed};
  std::signal(SIGUSR1, [](int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    Owned inner(number);
    through(through_kind, through_seed);
  });
  int (*const volatile raise)(int) = std::raise;
  raise(SIGUSR1);
  return own.value;
}

[[gnu::noinline]] static uint64_t jumps(Next next, int kind, uint64_t seed) {
  std::jmp_buf buffer;
  volatile uint64_t count = 0;
  if (setjmp(buffer) == 0)
    count = count + 1;
  try {
    if (count < 3) {
      count = count + 1;
      throw count;
    }
  } catch (uint64_t x) {
    count = x;
    std::longjmp(buffer, 1);
  }
  Owned own(count);
  return next(kind, seed) + own.value;
}

[[gnu::noinline]] static uint64_t recursion(Next next, int kind, uint64_t seed) {
  struct Down {
    static uint64_t call(Next next, int kind, uint64_t seed, int depth) {
      Owned own(depth);
      return (depth == 0 ? next(kind, seed) : call(next, kind, seed, depth - 1)) + own.value;
    }
  };
  return Down::call(next, kind, seed, 300);
}

// Coroutines: an exception goes through the promise of each.
struct Task {
  struct promise_type {
    uint64_t result = 0;
    std::exception_ptr error;
    std::coroutine_handle<> after = std::noop_coroutine();
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Last {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().after; }
        void await_resume() noexcept {}
      };
      return Last{};
    }
    void return_value(uint64_t value) { result = value; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> h) : handle(h) { alive++; }
  Task(Task &&other) noexcept : handle(std::exchange(other.handle, nullptr)) { alive++; }
  ~Task() {
    alive--;
    if (handle)
      handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
    handle.promise().after = h;
    return handle;
  }
  uint64_t await_resume() {
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return handle.promise().result;
  }
};
static Task step(Next next, int kind, uint64_t seed, int depth, Owned owned) {
  uint64_t words[4] = {seed, owned.value, static_cast<uint64_t>(depth), 4};
  double real = static_cast<double>(seed % 77);
  Owned local(depth);
  try {
    uint64_t deeper = depth == 0 ? next(kind, seed) : co_await step(next, kind, seed, depth - 1, owned);
    co_return deeper + words[2] + static_cast<uint64_t>(real);
  } catch (const Thrown &) {
    trace += words[3] + words[1] + static_cast<uint64_t>(real);
    throw;
  }
}
[[gnu::noinline]] static uint64_t coroutine(Next next, int kind, uint64_t seed) {
  Task abandoned = step(next, 99, seed, 1, Owned(8));
  Task task = step(next, kind, seed, 12, Owned(seed));
  task.handle.resume();
  return task.await_resume();
}

[[gnu::noinline]] static uint64_t complex(Next next, int kind, uint64_t seed) {
  std::complex<long double> z(seed % 10, 1);
  std::complex<float> w(2, seed % 5);
  std::vector<Owned> owned(3, Owned(seed));
  std::span<Owned> part = std::span(owned).subspan(1);
  try {
    return next(kind, seed) + static_cast<uint64_t>(std::norm(z));
  } catch (double) {
    z *= z;
    w = w / std::complex<float>(1, 2);
    trace += static_cast<uint64_t>(z.real() + 100) * part[0].value + static_cast<uint64_t>(z.imag()) + static_cast<uint64_t>(w.imag() * 100 + 1000);
    throw;
  }
}

struct Frame {
  const char *name;
  uint64_t (*call)(Next, int, uint64_t);
};
static const Frame frames[] = {
    {"plain", plain}, {"registers", registers}, {"dynamic", dynamic}, {"large", large}, {"variadic", variadics}, {"arguments", arguments},
    {"ends", ends}, {"member constructor", constructor<1>}, {"constructor", constructor<2>}, {"delegating", delegating}, {"thunk", thunk},
    {"elements", elements}, {"destructor", destructor}, {"loops", loops}, {"sorting", sorting}, {"ranges", ranges}, {"once", once},
    {"guarded", guarded}, {"handler", handler}, {"jumps", jumps}, {"recursion", recursion}, {"coroutine", coroutine}, {"complex", complex},
};

// What came of a call: the value caught or returned, the objects left alive, and the order of their destruction.
[[gnu::noinline]] static void report(const char *name, uint64_t (*call)(Next, int, uint64_t), Next next, int kind, uint64_t seed) {
  trace = 0;
  uint64_t value = 0;
  bool threw = true;
  try {
    value = call(next, kind, seed);
    threw = false;
  } catch (...) {
    value = caught();
  }
  std::printf("%s %s: %d %llx, %d alive, %llx\n", name, kind < KINDS ? kinds[kind] : "nothing", threw, static_cast<unsigned long long>(value), alive,
              static_cast<unsigned long long>(trace));
}

// Every frame above every other.
template <std::size_t INNER> [[gnu::noinline]] static uint64_t above(int kind, uint64_t seed) { return frames[INNER].call(bottom, kind, seed + INNER); }
template <std::size_t... INNER> static void pairs(std::index_sequence<INNER...>) {
  static const Next inner[] = {above<INNER>...};
  for (std::size_t outer = 0; outer < std::size(frames); outer++) {
    uint64_t sum = 0;
    for (std::size_t i = 0; i < std::size(inner); i++) {
      // What holds one call at a time is not called from itself, nor what may return from what never does.
      if (i == outer || (frames[outer].call == ends && frames[i].call == guarded))
        continue;
      trace = 0;
      for (int kind = 0; kind < KINDS; kind += 3) {
        try {
          sum += frames[outer].call(inner[i], kind, 40 + outer);
        } catch (...) {
          sum += caught();
        }
      }
      sum = sum * 31 + trace;
    }
    std::printf("all under %s: %d alive, %llx\n", frames[outer].name, alive, static_cast<unsigned long long>(sum));
  }
}

int main() {
  for (const Frame &frame : frames) {
    for (int kind = 0; kind < KINDS; kind++)
      report(frame.name, frame.call, bottom, kind, 17 + kind);
    if (frame.call != ends && frame.call != guarded)
      report(frame.name, frame.call, bottom, 99, 5);
  }
  pairs(std::make_index_sequence<std::size(frames)>());
  // At once in several threads.
  std::mutex mutex;
  uint64_t sum = 0;
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; n++)
    threads.emplace_back([&, n] {
      for (int kind = 0; kind < KINDS; kind++) {
        uint64_t value;
        try {
          value = registers(above<3>, kind, n) + recursion(above<2>, kind, n);
        } catch (...) {
          value = caught();
        }
        std::lock_guard lock(mutex);
        sum += value * (n + 1) + alive;
      }
    });
  for (auto &thread : threads)
    thread.join();
  std::printf("threads %llx\n", static_cast<unsigned long long>(sum));
}
