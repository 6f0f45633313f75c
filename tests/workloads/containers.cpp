// Sorting, searching and counting with the containers and algorithms of the library.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

struct Random {
  std::uint64_t state = 0x9e3779b97f4a7c15;
  std::uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
};

struct Entry {
  int group;
  double weight;
  unsigned id;
};

static std::uint64_t checksum(const auto &values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{17},
                         [](std::uint64_t sum, auto value) { return sum * 31 + static_cast<std::uint64_t>(value); });
}

static void sorts(Random &random) {
  std::vector<std::uint32_t> values(30000);
  for (auto &value : values) value = static_cast<std::uint32_t>(random());
  std::vector<std::uint32_t> heap = values, stable = values;
  std::sort(values.begin(), values.end());
  std::make_heap(heap.begin(), heap.end());
  std::sort_heap(heap.begin(), heap.end());
  std::stable_sort(stable.begin(), stable.end(), [](auto l, auto r) { return l % 1000 < r % 1000; });
  std::printf("sorted: %llu %d %llu\n", (unsigned long long)checksum(values), values == heap,
              (unsigned long long)checksum(stable));
  std::vector<Entry> entries(12000);
  for (unsigned n = 0; n < entries.size(); n++)
    entries[n] = {static_cast<int>(random() % 40), static_cast<double>(random() % 1000) / 8, n};
  std::sort(entries.begin(), entries.end(), [](const Entry &l, const Entry &r) {
    return std::tie(l.group, r.weight, l.id) < std::tie(r.group, l.weight, r.id);
  });
  std::printf("entries: %u %u\n", entries.front().id, entries.back().id);
}

static void maps(Random &random) {
  std::map<std::uint32_t, std::uint32_t> ordered;
  std::unordered_map<std::uint32_t, std::uint32_t> hashed;
  std::set<std::uint32_t> seen;
  for (int n = 0; n < 25000; n++) {
    auto key = static_cast<std::uint32_t>(random() % 5000);
    ordered[key] += n;
    hashed[key] += n;
    if (!seen.insert(key).second && n % 3 == 0) seen.erase(key);
  }
  std::uint64_t both = 0;
  for (auto [key, value] : ordered) both += hashed.at(key) == value ? key : 0;
  std::printf("maps: %zu %zu %zu %llu\n", ordered.size(), hashed.size(), seen.size(), (unsigned long long)both);
}

static void paths(Random &random) {
  constexpr unsigned nodes = 2000;
  std::vector<std::vector<std::pair<unsigned, unsigned>>> edges(nodes);
  for (unsigned n = 0; n < nodes; n++)
    for (int k = 0; k < 5; k++)
      edges[n].emplace_back(static_cast<unsigned>(random() % nodes), static_cast<unsigned>(random() % 100 + 1));
  std::vector<unsigned> distance(nodes, ~0u);
  using Item = std::pair<unsigned, unsigned>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  distance[0] = 0;
  open.emplace(0, 0);
  while (!open.empty()) {
    auto [so_far, at] = open.top();
    open.pop();
    if (so_far > distance[at]) continue;
    for (auto [to, cost] : edges[at])
      if (so_far + cost < distance[to]) {
        distance[to] = so_far + cost;
        open.emplace(distance[to], to);
      }
  }
  std::printf("paths: %llu\n", (unsigned long long)checksum(distance));
}

static void sequences(Random &random) {
  std::deque<int> deque;
  std::list<int> list;
  for (int n = 0; n < 20000; n++) {
    int value = static_cast<int>(random() % 1000);
    n % 2 ? deque.push_back(value) : deque.push_front(value);
    if (n % 3 == 0) list.push_back(value);
    if (n % 7 == 0) deque.pop_front();
  }
  list.sort();
  list.unique();
  std::nth_element(deque.begin(), deque.begin() + 4000, deque.end());
  auto middle = std::partition(deque.begin(), deque.end(), [](int value) { return value % 2 == 0; });
  std::printf("sequences: %d %td %zu %llu\n", deque[0] % 2, middle - deque.begin(), list.size(),
              (unsigned long long)checksum(list));
}

int main() {
  Random random;
  for (int round = 0; round < 2; round++) {
    sorts(random);
    maps(random);
    paths(random);
    sequences(random);
  }
}
