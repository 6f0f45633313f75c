// Allocated data structures: a list, a tree, a hash table, a heap, a growing array, strings.
#include "check.h"

struct item { struct item *next; int key; char *text; };
static struct item *insert(struct item *head, int key) {
  struct item **at = &head;
  while (*at && (*at)->key < key) at = &(*at)->next;
  struct item *new = malloc(sizeof *new);
  char text[20];
  snprintf(text, sizeof text, "item-%d", key);
  *new = (struct item){*at, key, strdup(text)};
  *at = new;
  return head;
}
static struct item *reverse(struct item *p) { struct item *r = 0; while (p) { struct item *n = p->next; p->next = r; r = p; p = n; } return r; }

struct tree { struct tree *left, *right; int key, height; };
static int height(const struct tree *t) { return t ? t->height : 0; }
static struct tree *fix(struct tree *t) { int l = height(t->left), r = height(t->right); t->height = 1 + (l > r ? l : r); return t; }
static struct tree *right(struct tree *t) { struct tree *l = t->left; t->left = l->right; l->right = fix(t); return fix(l); }
static struct tree *left(struct tree *t) { struct tree *r = t->right; t->right = r->left; r->left = fix(t); return fix(r); }
static struct tree *add(struct tree *t, int key) {
  if (!t) { t = calloc(1, sizeof *t); t->key = key; return fix(t); }
  if (key < t->key) t->left = add(t->left, key);
  else if (key > t->key) t->right = add(t->right, key);
  int balance = height(t->left) - height(t->right);
  if (balance > 1) { if (height(t->left->left) < height(t->left->right)) t->left = left(t->left); return right(t); }
  if (balance < -1) { if (height(t->right->right) < height(t->right->left)) t->right = right(t->right); return left(t); }
  return fix(t);
}
static u64 walk(const struct tree *t, u64 h) { return t ? walk(t->right, walk(t->left, h) * 31 + (u64)t->key) : h; }

struct entry { char *key; u64 value; };
static struct entry *table;
static size_t capacity, used;
static u64 hash(const char *s) { u64 h = 5381; while (*s) h = h * 33 ^ (u8)*s++; return h; }
static u64 *slot(const char *key) {
  if (used * 2 >= capacity) {
    struct entry *old = table;
    size_t n = capacity;
    capacity = capacity ? capacity * 2 : 8;
    table = calloc(capacity, sizeof *table);
    used = 0;
    for (size_t i = 0; i < n; i++) if (old[i].key) { *slot(old[i].key) = old[i].value; free(old[i].key); }
    free(old);
  }
  size_t i = hash(key) % capacity;
  while (table[i].key && strcmp(table[i].key, key)) i = (i + 1) % capacity;
  if (!table[i].key) table[i].key = strdup(key), used++;
  return &table[i].value;
}
static int heap[300], heap_size;
static void push(int x) {
  int i = heap_size++;
  for (; i && heap[(i - 1) / 2] > x; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = x;
}
static int pop(void) {
  int top = heap[0], x = heap[--heap_size], i = 0;
  for (int c; (c = 2 * i + 1) < heap_size; i = c) {
    if (c + 1 < heap_size && heap[c + 1] < heap[c]) c++;
    if (heap[c] >= x) break;
    heap[i] = heap[c];
  }
  heap[i] = x;
  return top;
}

int main(void) {
  struct item *list = 0;
  for (int i = 0; i < 50; i++) list = insert(list, i * 37 % 101);
  list = reverse(list);
  for (struct item *p = list; p; p = p->next) printf("%d%c", p->key, p->next ? ' ' : '\n');
  while (list) { struct item *n = list->next; free(list->text), free(list); list = n; }
  struct tree *t = 0;
  for (int i = 0; i < 2000; i++) t = add(t, (int)(i * 2654435761u % 1777));
  printf("tree %d %016llx\n", height(t), (unsigned long long)walk(t, 1));
  for (int i = 0; i < 3000; i++) {
    char key[16];
    snprintf(key, sizeof key, "k%d", i * i % 613);
    *slot(key) += (u64)i;
  }
  u64 sum = 0;
  for (size_t i = 0; i < capacity; i++) if (table[i].key) sum += table[i].value * hash(table[i].key);
  printf("table %zu %zu %016llx\n", used, capacity, (unsigned long long)sum);
  for (int i = 0; i < 300; i++) push(i * 7919 % 1009);
  u64 order = 0;
  for (int i = 0; i < 300; i++) order = order * 31 + (u64)pop();
  printf("heap %016llx\n", (unsigned long long)order);
  int *grow = 0;
  size_t n = 0, room = 0;
  for (int i = 0; i < 1000; i++) {
    if (n == room) grow = realloc(grow, (room = room * 3 / 2 + 4) * sizeof *grow);
    grow[n++] = i * i;
  }
  printf("array %zu %d\n", room, grow[999]);
  free(grow);
  return 0;
}
