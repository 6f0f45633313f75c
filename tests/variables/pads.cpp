// Calls that may throw: what lives over them is known where exceptions land.

extern long slow(long *stack, long value);
extern void used(long value);

struct Guard {
  long *place;
  ~Guard() { used(*place); }
};

#define PARTS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

long run(long *frame, const long *constants, long limit) {
  long *sp = frame;
  long accumulator = limit, carry = 0;
#define PART(n)                              \
  try {                                      \
    long operand = constants[n];             \
    long scaled = operand * accumulator;     \
    Guard guard{sp};                         \
    carry += slow(sp, scaled);               \
    accumulator -= scaled;                   \
    *sp++ = slow(sp, accumulator + n);       \
    used(scaled + carry);                    \
  } catch (long thrown) {                    \
    long kept = accumulator ^ thrown;        \
    used(kept + carry);                      \
    accumulator += carry * n;                \
    used(kept - (sp - frame));               \
  } catch (...) {                            \
    used(accumulator);                       \
    carry = slow(sp, carry + n);             \
  }
  PARTS(PART)
  return accumulator + carry + (sp - frame);
}
