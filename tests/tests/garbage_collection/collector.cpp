// A collector that copies all objects at every call and finds its roots by the shadow stack, and
// one that finds them by OCaml's frame table.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

struct Node {
  Node *next;
  int64_t value;
};

struct FrameMap {
  int32_t roots, described;
  const int64_t *meta[];
};

struct Frame {
  Frame *next;
  const FrameMap *map;
  Node *roots[];
};

extern "C" {
extern Frame *llvm_gc_root_chain;
void collect();
Node *allocate(int64_t value);
void fail(int64_t value);
void update_roots();
Node *build(int64_t n);
int64_t sum(Node *list);
int64_t deep(int64_t n, Node *list);
int64_t guarded(int64_t n, Node *list);
int64_t looped(int64_t n, Node *list);
Node *last(int64_t n, Node *list);
int64_t tabled(int64_t a, int64_t b);
int64_t tabled_many(int64_t a, int64_t n);
extern const char camlFrames__frametable[];
}

static Node *held;
static int64_t described, moves, collections;

static std::vector<std::vector<Node *>> spaces(1);

static Node *moved(Node *node, std::map<Node *, Node *> &known) {
  if (!node)
    return nullptr;
  Node *&copy = known[node];
  if (!copy) {
    copy = (Node *)malloc(sizeof(Node));
    copy->value = node->value;
    Node *result = copy;
    Node *next = moved(node->next, known);
    result->next = next;
    moves++;
    return result;
  }
  return copy;
}

extern "C" void collect() {
  std::map<Node *, Node *> known;
  collections++;
  held = moved(held, known);
  for (Frame *frame = llvm_gc_root_chain; frame; frame = frame->next)
    for (int n = 0; n < frame->map->roots; n++) {
      if (n < frame->map->described && frame->map->meta[n])
        described += *frame->map->meta[n];
      frame->roots[n] = moved(frame->roots[n], known);
    }
  for (auto &pair : known)
    memset(pair.first, 0xdb, sizeof(Node));
}

extern "C" Node *allocate(int64_t value) {
  collect();
  Node *node = (Node *)malloc(sizeof(Node));
  *node = {nullptr, value};
  return node;
}

extern "C" void fail(int64_t value) {
  collect();
  if (value)
    throw (int)value;
}

// Adds 1 to all roots of the caller, whose descriptor is that of the return address.
extern "C" __attribute__((noinline)) void update_roots() {
  auto address = (uintptr_t)__builtin_return_address(0);
  auto stack = (char *)__builtin_dwarf_cfa();
  const char *at = camlFrames__frametable;
  uint16_t count = *(const uint16_t *)at;
  at += sizeof(void *);
  for (int n = 0; n < count; n++) {
    auto halves = (const uint16_t *)(at + sizeof(void *));
    if (*(const uintptr_t *)at == address)
      for (int root = 0; root < halves[1]; root++)
        ++*(int64_t *)(stack + (int16_t)halves[2 + root]);
    size_t size = sizeof(void *) + 2 * (2 + halves[1]);
    at += (size + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
  }
}

int main() {
  held = build(20);
  printf("sum %ld\n", (long)sum(held));
  try {
    deep(7, held);
  } catch (int value) {
    printf("caught %d, linked %d\n", value, llvm_gc_root_chain != nullptr);
  }
  printf("guarded %ld %ld\n", (long)guarded(0, held), (long)guarded(5, held));
  printf("looped %ld\n", (long)looped(6, held));
  printf("last %ld\n", (long)last(4, held)->value);
  printf("linked %d, described %d, moved %d\n", llvm_gc_root_chain != nullptr, described > 100,
         moves > 1000);
  printf("tabled %ld %ld\n", (long)tabled(100, 200), (long)tabled_many(1000, 3));
}
