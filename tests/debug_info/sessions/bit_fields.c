// gdb: break change
// gdb: continue
// gdb: print *flags
// gdb: next
// gdb: next
// gdb: next
// gdb: print *flags
// gdb: print flags->wide
// gdb: print/t flags->mask
// gdb: ptype flags
// gdb: finish
// gdb: info locals
// gdb: print packed
// gdb: print &packed.tail
// gdb: print sizeof(packed)
struct flags {
  unsigned on : 1;
  signed level : 4;
  unsigned mask : 11;
  unsigned long wide : 40;
  _Bool done : 1;
};
struct __attribute__((packed)) packed { char head; int number : 20; short tail; } packed = {'h', -77, 9};

static int change(struct flags *flags, int by) {
  flags->level = -flags->level;
  flags->mask ^= by;
  flags->wide += 1UL << 35;
  flags->done = 1;
  return flags->level;
}

int main(void) {
  struct flags flags = {1, 5, 0x2aa, 12345, 0};
  int result = 0;
  result += change(&flags, 0x155);
  packed.number -= result;
  return result != -5;
}
