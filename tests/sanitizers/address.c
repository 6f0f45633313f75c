// Accesses beyond objects of each kind; the argument says which.
#include <stdio.h>
#include <stdlib.h>

int global[10];

__attribute__((noinline)) int element(const int *of, int index) { return of[index]; }

int main(int count, char **arguments) {
  int stack[8];
  int *heap = malloc(sizeof(int[10]));
  for (int i = 0; i < 8; i++)
    stack[i] = i * count;
  for (int i = 0; i < 10; i++)
    heap[i] = global[i] = i;
  int result = element(heap, 3) + element(stack, 2) + element(global, 9);
  printf("%d\n", result);
  fflush(stdout);
  switch (count > 1 ? atoi(arguments[1]) : 0) {
  case 1:
    result = element(heap, 10);
    break;
  case 2:
    result = element(stack, 8);
    break;
  case 3:
    result = element(global, 10);
    break;
  case 4:
    free(heap);
    result = element(heap, 0);
    break;
  }
  printf("end %d\n", result);
  free(heap);
  return 0;
}
