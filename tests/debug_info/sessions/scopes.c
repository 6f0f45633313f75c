// gdb: break scopes.c:33
// gdb: break scopes.c:39
// gdb: break scopes.c:43
// gdb: continue
// gdb: info locals
// gdb: print value
// gdb: continue
// gdb: info locals
// gdb: continue
// gdb: info locals
// gdb: info args
// gdb: print counter
// gdb: print 'scopes.c'::counter
// gdb: print nested::counter
// gdb: delete 2
// gdb: continue
// gdb: info locals
// gdb: print 'scopes.c'::sink
static int counter = 100;
volatile int sink;

int nested(int value) {
  static int counter;
  counter += value;
  int result = value;
  {
    int value = result * 2;
    sink = value;
    {
      long value = result * 3L;
      const char *name = "inner";
      result += (int)value + name[0];
      sink = (int)value;
    }
    result += value;
  }
  for (int value = 0; value < 2; value++) {
    int twice = value * 2;
    result += twice;
  }
  if (result > value) {
    double value = result / 2.0;
    sink = (int)value;
  }
  return result + counter;
}

int main(void) {
  int result = 0;
  result += nested(5);
  counter += result;
  return counter == 0;
}
