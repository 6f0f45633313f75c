// A virtual machine with a compiler for a small language: recursion, tables of functions, unions, switches.
#include "check.h"

enum { PUSH, ADD, SUB, MUL, LESS, JUMP, JUMP_ZERO, LOAD, STORE, CALL, RETURN, PRINT, HALT };
struct code { int n; i64 op[400]; };
static void emit(struct code *c, i64 op) { c->op[c->n++] = op; }

static i64 run(const struct code *c, int start) {
  i64 stack[500], *sp = stack, frames[200];
  int depth = 0, base = 0;
  i64 steps = 0;
  for (int pc = start;;) {
    steps++;
    switch (c->op[pc++]) {
      case PUSH: *sp++ = c->op[pc++]; break;
      case ADD: sp--; sp[-1] += *sp; break;
      case SUB: sp--; sp[-1] -= *sp; break;
      case MUL: sp--; sp[-1] = (i64)((u64)sp[-1] * (u64)*sp); break;
      case LESS: sp--; sp[-1] = sp[-1] < *sp; break;
      case JUMP: pc = (int)c->op[pc]; break;
      case JUMP_ZERO: pc = *--sp ? pc + 1 : (int)c->op[pc]; break;
      case LOAD: *sp++ = stack[base + c->op[pc++]]; break;
      case STORE: stack[base + c->op[pc++]] = *--sp; break;
      case CALL: frames[depth++] = pc + 2; frames[depth++] = base; base = (int)(sp - stack - c->op[pc + 1]); pc = (int)c->op[pc]; break;
      case RETURN: { i64 v = *--sp; sp = stack + base; base = (int)frames[--depth]; pc = (int)frames[--depth]; *sp++ = v; break; }
      case PRINT: printf("%lld ", (long long)*--sp); break;
      case HALT: printf("(%lld steps)\n", (long long)steps); return sp > stack ? sp[-1] : 0;
      default: return -1;
    }
  }
}
static int fibonacci(struct code *c) {
  int start = c->n;
  emit(c, LOAD), emit(c, 0), emit(c, PUSH), emit(c, 2), emit(c, LESS), emit(c, JUMP_ZERO);
  int patch = c->n;
  emit(c, 0), emit(c, LOAD), emit(c, 0), emit(c, RETURN);
  c->op[patch] = c->n;
  for (int k = 1; k <= 2; k++) emit(c, LOAD), emit(c, 0), emit(c, PUSH), emit(c, k), emit(c, SUB), emit(c, CALL), emit(c, start), emit(c, 1);
  emit(c, ADD), emit(c, RETURN);
  return start;
}

typedef union { i64 i; double d; void *p; } value;
enum kind { INTEGER, REAL, TEXT };
struct tagged { enum kind kind; value v; };
static struct tagged sum(struct tagged a, struct tagged b) {
  if (a.kind == REAL || b.kind == REAL) return (struct tagged){REAL, {.d = (a.kind == REAL ? a.v.d : (double)a.v.i) + (b.kind == REAL ? b.v.d : (double)b.v.i)}};
  return (struct tagged){INTEGER, {.i = a.v.i + b.v.i}};
}
static void show(struct tagged t) {
  switch (t.kind) {
    case INTEGER: printf("%lld\n", (long long)t.v.i); break;
    case REAL: printf("%g\n", t.v.d); break;
    case TEXT: puts(t.v.p); break;
  }
}

static void life(int rounds) {
  enum { W = 24, H = 10 };
  static u8 now[H][W], next[H][W];
  const char *seed[] = {".#.", "..#", "###"};
  for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) now[y][x] = seed[y][x] == '#';
  for (int i = 0; i < 5; i++) now[6][10 + i] = 1;
  while (rounds--) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dy || dx) n += now[(y + dy + H) % H][(x + dx + W) % W];
        next[y][x] = n == 3 || (n == 2 && now[y][x]);
      }
    memcpy(now, next, sizeof now);
  }
  for (int y = 0; y < H; y++) { for (int x = 0; x < W; x++) putchar(now[y][x] ? '#' : '.'); putchar('\n'); }
}
static int queens(int n, u32 columns, u32 left, u32 right) {
  if (columns == (1u << n) - 1) return 1;
  int count = 0;
  for (u32 free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) { u32 bit = free & -free; count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1); }
  return count;
}
static int brainfuck(const char *p) {
  static u8 tape[300];
  u8 *at = tape;
  for (; *p; p++) switch (*p) {
      case '>': at++; break;
      case '<': at--; break;
      case '+': ++*at; break;
      case '-': --*at; break;
      case '.': putchar(*at); break;
      case '[': if (!*at) for (int d = 1; d;) { p++; d += *p == '['; d -= *p == ']'; } break;
      case ']': if (*at) for (int d = 1; d;) { p--; d -= *p == '['; d += *p == ']'; } break;
    }
  return 0;
}

int main(void) {
  static struct code c;
  int f = fibonacci(&c), start = c.n;
  for (int i = 0; i <= 15; i += 5) emit(&c, PUSH), emit(&c, i), emit(&c, CALL), emit(&c, f), emit(&c, 1), emit(&c, PRINT);
  emit(&c, HALT);
  run(&c, start);
  show(sum((struct tagged){INTEGER, {.i = 3}}, (struct tagged){INTEGER, {.i = -5}}));
  show(sum((struct tagged){INTEGER, {.i = 3}}, (struct tagged){REAL, {.d = 0.5}}));
  show((struct tagged){TEXT, {.p = "tagged text"}});
  life(30);
  for (int n = 1; n <= 8; n++) printf("%d ", queens(n, 0, 0, 0));
  putchar('\n');
  brainfuck("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.");
  return 0;
}
