// An interpreter that dispatches by addresses of labels: its variables move between registers and slots on hundreds of edges.

typedef unsigned char u8;
extern long slow(long *stack, long value);
extern void trace(const u8 *pc, long *sp);

#define OPERATIONS(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#define LABEL(n) &&operation_##n,
#define NEXT goto *table[*pc++]

long run(const u8 *code, long *frame, const long *constants, int limit) {
  static void *const table[] = {OPERATIONS(LABEL) && end};
  const u8 *pc = code;
  long *sp = frame;
  long accumulator = 0, carry = 0;
  int steps = 0;
  NEXT;
#define BODY(n)                                            \
  operation_##n : {                                        \
    long operand = constants[pc[0]];                       \
    long top = sp[-1];                                     \
    pc += 1;                                               \
    if (n % 4 == 0) {                                      \
      accumulator += operand ^ top;                        \
      if (accumulator > n * 1000) {                        \
        carry = slow(sp, accumulator + n);                 \
        accumulator = carry >> 3;                          \
      }                                                    \
    } else if (n % 4 == 1) {                               \
      *sp++ = accumulator * (n + 3) + carry;               \
      steps += 1;                                          \
    } else if (n % 4 == 2) {                               \
      if (operand > top)                                   \
        pc += n;                                           \
      else                                                 \
        sp -= 1;                                           \
      accumulator = top - carry;                           \
    } else {                                               \
      trace(pc, sp);                                       \
      carry = slow(sp, operand) + n;                       \
      sp[0] = top + carry;                                 \
      if (++steps > limit)                                 \
        goto end;                                          \
    }                                                      \
    NEXT;                                                  \
  }
  OPERATIONS(BODY)
end:
  return accumulator + carry + steps + (sp - frame);
}
