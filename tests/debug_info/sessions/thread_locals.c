// gdb: break worker
// gdb: continue
// gdb: info args
// gdb: next
// gdb: next
// gdb: info locals
// gdb: finish
// gdb: info locals
// gdb: break last
// gdb: continue
// gdb: print total
// gdb: print names[1]
// gdb: bt
struct task { int number; long result; };
long total = 3;
const char *names[] = {"first", "second", 0};
static __thread int calls;
__thread struct task current = {7, -1};

static long worker(struct task *task, int by) {
  calls += by;
  current.number = task->number + calls;
  task->result = current.number * 2L;
  return task->result;
}

static void last(long result) {
  total += result;
  names[1] = "changed";
}

int main(void) {
  struct task tasks[2] = {{1, 0}, {2, 0}};
  long sum = 0;
  sum += worker(&tasks[0], 4);
  sum += worker(&tasks[1], 5);
  last(sum);
  return calls != 9;
}
