/* The second stack of the first thread (safestack). */
static char room[1 << 20] __attribute__((aligned(64)));
__thread void *__safestack_unsafe_stack_ptr = room + sizeof room;
