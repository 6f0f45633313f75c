// gdb: break show
// gdb: continue
// gdb: info args
// gdb: print *value
// gdb: print value->as
// gdb: print/x value->as.bytes
// gdb: print value->as.pair.high
// gdb: ptype value
// gdb: finish
// gdb: info locals
// gdb: continue
// gdb: print *value
// gdb: up
// gdb: print values
// gdb: print values[1].kind
// gdb: whatis values[0].as
enum kind { NUMBER, REAL = 4, TEXT };
struct value {
  enum kind kind;
  union {
    long number;
    double real;
    const char *text;
    unsigned char bytes[8];
    struct { int low, high; } pair;
  } as;
};

static int show(const struct value *value) {
  switch (value->kind) {
  case NUMBER: return (int)value->as.number;
  case REAL: return (int)value->as.real;
  case TEXT: return value->as.text == 0;
  }
  return 0;
}

int main(void) {
  struct value values[3] = {{NUMBER, {.number = 0x100000002}}, {REAL, {.real = 2.5}}, {TEXT, {.text = 0}}};
  int sum = 0;
  sum += show(&values[0]);
  sum += show(&values[1]);
  sum += show(&values[2]);
  return sum == 0;
}
