// Assembly that jumps: what holds before it holds at all of its targets.

extern long slow(long *stack, long value);

#ifdef __riscv
#define JUMP_IF(x, label) __asm__ goto("bnez %0, %l1" : : "r"(x) : : label)
#else
#define JUMP_IF(x, label) __asm__ goto("cbnz %0, %l1" : : "r"(x) : : label)
#endif
#define PARTS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

long run(long *frame, const long *constants, long limit) {
  long *sp = frame;
  long accumulator = limit, carry = 0;
#define PART(n)                              \
  {                                          \
    long operand = constants[n];             \
    long scaled = operand * accumulator;     \
    JUMP_IF(operand & 1, odd_##n);           \
    carry += slow(sp, scaled);               \
    JUMP_IF(carry > n, large_##n);           \
    accumulator -= scaled;                   \
    *sp++ = accumulator + n;                 \
    odd_##n : carry ^= operand;              \
    large_##n : accumulator += carry * n;    \
    slow(sp, accumulator ^ scaled);          \
  }
  PARTS(PART)
  return accumulator + carry + (sp - frame);
}
