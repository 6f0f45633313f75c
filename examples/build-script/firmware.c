// Prints by a system call and ends: enough of a device for an emulator.
static long call(long number, long a, long b, long c) {
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}

static const char text[] = "the firmware runs\n";

void _start(void) {
  call(64, 1, (long)text, sizeof text - 1);
  call(93, 0, 0, 0);
  for (;;) {}
}
