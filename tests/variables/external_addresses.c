// Variables that begin with the address of an external object, and that a loop may change.

struct object {
  long count;
  long size;
};

extern struct object small_objects[];
extern struct object *quotient(struct object *, struct object *, struct object **);
extern struct object *difference(struct object *, struct object *);
extern void discard(struct object *);

static void release(struct object *object) {
  if (--object->count == 0) {
    discard(object);
  }
}

struct object *inverse(struct object *number, struct object *modulus) {
  struct object *result = &small_objects[6];
  struct object *next = &small_objects[5];
  result->count++;
  next->count++;
  number->count++;
  modulus->count++;
  while (modulus->size != 0) {
    struct object *rest;
    struct object *ratio = quotient(number, modulus, &rest);
    release(number);
    number = modulus;
    modulus = rest;
    struct object *other = difference(result, ratio);
    release(ratio);
    release(result);
    result = next;
    next = other;
  }
  release(next);
  release(modulus);
  long size = number->size;
  release(number);
  if (size != 1) {
    release(result);
    return 0;
  }
  return result;
}
