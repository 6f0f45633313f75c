// Pointers that address an object of the frame on one way to a loop and an object elsewhere on the
// other, in memory while the loop runs; a number that is a constant on one of these ways.

struct list {
  long size;
  long *items;
};

extern struct list *list_of(long);
extern int is_equal(long, long, long);
extern long *append(long *, long, long, long, long, long);
extern void finish(long *, long **);

static long *items_of(long *item, long *size) {
  struct list *list = list_of(*item);
  if (list) {
    *size = list->size;
    return list->items;
  }
  *size = 1;
  return item;
}

long *joined(long first, long second, long limit, long step, long more) {
  long first_size, second_size;
  long *first_items = items_of(&first, &first_size);
  long *second_items = items_of(&second, &second_size);
  long *result = 0;
  for (long i = 0; i < second_size; i++) {
    long item = second_items[i];
    int is_known = 0;
    for (long n = 0; n < first_size; n++) {
      is_known |= is_equal(first_items[n], item, more);
      if (is_known > limit) {
        break;
      }
    }
    if (!is_known) {
      result = append(result, item, limit, step, more, i);
    }
  }
  finish(result, &result);
  return result;
}
