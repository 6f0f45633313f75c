// gdb: break fill
// gdb: continue
// gdb: info args
// gdb: print *numbers@4
// gdb: next
// gdb: next
// gdb: next
// gdb: info locals
// gdb: finish
// gdb: info locals
// gdb: print matrix[1]
// gdb: print matrix[1][2]
// gdb: print &matrix[1]
// gdb: ptype matrix
// gdb: break variable
// gdb: continue
// gdb: next
// gdb: next
// gdb: next
// gdb: next
// gdb: print row[0]
// gdb: print count
// gdb: finish
short matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
static char text[] = "some text";
static const float constants[3] = {0.5f, 1.5f, -2};

static long fill(int numbers[], int count, const char *name) {
  long sum = 0;
  for (int i = 0; i < count; i++) {
    numbers[i] = i * i + name[i];
    sum += numbers[i];
  }
  return sum;
}

static int variable(int count) {
  int row[count];
  for (int i = 0; i < count; i++)
    row[i] = matrix[i % 2][i % 3];
  row[0] += count;
  return row[0] + row[count - 1];
}

int main(void) {
  int numbers[4] = {9, 9, 9, 9};
  long sum = 0;
  sum += fill(numbers, 4, text);
  sum += variable(5);
  return sum + constants[1] == 0;
}
