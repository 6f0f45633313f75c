// gdb: break all
// gdb: continue
// gdb: info args
// gdb: next
// gdb: next
// gdb: next
// gdb: next
// gdb: next
// gdb: next
// gdb: info locals
// gdb: finish
// gdb: print wide
// gdb: print/x unsigned_wide
// gdb: print small
// gdb: print letter
// gdb: print truth
// gdb: print pointer
// gdb: print *pointer
// gdb: print function
// gdb: print function(3)
// gdb: print plane
signed char small = -5;
char letter = 'z';
_Bool truth = 1;
long long wide = -1234567890123;
unsigned long unsigned_wide = 0xfedcba9876543210;
short shorts[2] = {-1, 1};
short *pointer = &shorts[1];
_Complex double plane = 1.5;

static int twice(int x) { return x * 2; }
int (*function)(int) = twice;

static double all(signed char a, unsigned short b, int c, long d, float e, double f, const char *g, int h, long i, int j) {
  double sum = a + b;
  sum += c + d;
  float product = e * (float)f;
  sum += product;
  __int128 huge = (__int128)d << 70;
  const volatile int *none = 0;
  sum += h + i + j + g[0];
  return sum + (double)(long)(huge >> 64) + (none != 0);
}

int main(void) {
  double result = all(-1, 65535, -3, 4, 1.25f, 2.5, "text", 8, 9, 10);
  result += function(2);
  return result == 0;
}
