// A collector that moves every object at every allocation: roots are what the stack map says of the frames on the stack.
#include "map.h"
#include <setjmp.h>
#include <unwind.h>

struct cell { int64_t value; struct cell *next; };
#define CELLS 20000
static struct cell heap[2][CELLS];
static unsigned used, space, collections, roots;
static struct cell *forward[CELLS];

static struct { char **slot; char *base; int64_t offset; } found[1 << 16];
static unsigned num_found;

#ifdef __aarch64__
#define SP 31
#else
#define SP 2
#endif

static char **slot_of(struct _Unwind_Context *context, const struct location *l) {
    if (l->kind == CONSTANT || l->kind == CONSTANT_INDEX) return 0;
    if (l->kind != INDIRECT || l->size != 8) { puts("a pointer that is in no slot"); exit(1); }
    uintptr_t base = l->reg == SP ? _Unwind_GetCFA(context) : _Unwind_GetGR(context, l->reg);
    return (char **)(base + l->offset);
}

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *data) {
    uint64_t ip = _Unwind_GetIP(context);
    for (unsigned n = 0; n < num_records; n++) {
        const struct record *r = &records[n];
        if (r->address != ip) continue;
        const struct location *l = r->locations + 3 + r->locations[2].offset;
        for (; l + 1 < r->locations + r->count; l += 2) {
            char **base = slot_of(context, l), **derived = slot_of(context, l + 1);
            if (!base || !derived || !*base) continue;
            found[num_found].slot = derived;
            found[num_found].base = *base;
            found[num_found++].offset = *derived - *base;
        }
    }
    return _URC_NO_REASON;
}

static struct cell *move(struct cell *old) {
    if (!old) return 0;
    long n = old - heap[space];
    if (n < 0 || n >= CELLS) { printf("a root that points to no object: %p\n", (void *)old); exit(1); }
    if (forward[n]) return forward[n];
    struct cell *new = forward[n] = &heap[1 - space][used++];
    new->value = old->value;
    new->next = old->next;
    return new;
}

void collect(void) {
    num_found = used = 0;
    memset(forward, 0, sizeof forward);
    _Unwind_Backtrace(frame, 0);
    for (unsigned n = 0; n < num_found; n++) {
        char *moved = (char *)move((struct cell *)found[n].base);
        // Objects move to where others have been not, so that a slot is not moved twice.
        found[n].base = moved + found[n].offset;
    }
    for (unsigned n = 0; n < used; n++) heap[1 - space][n].next = move(heap[1 - space][n].next);
    for (unsigned n = 0; n < num_found; n++) *found[n].slot = found[n].base;
    memset(heap[space], 0xdd, sizeof heap[space]);
    space = 1 - space;
    collections++;
    roots += num_found;
}

struct cell *allocate(int64_t value) {
    collect();
    struct cell *cell = &heap[space][used++];
    cell->value = value;
    cell->next = 0;
    return cell;
}

static jmp_buf back;
static struct _Unwind_Exception exception;
static int64_t landed_value;

static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                struct _Unwind_Exception *e, struct _Unwind_Context *context, void *data) {
    return _URC_NO_REASON;
}

void raise_if(int raises) {
    collect();
    if (raises) _Unwind_ForcedUnwind(&exception, stop, 0);
}

void landed(struct cell *cell) {
    landed_value = cell->value;
    longjmp(back, 1);
}

const char *maps(void);
struct cell *build(int64_t);
int64_t sum(struct cell *), looped(int64_t), dynamic(int64_t), invoked(int64_t, int);

int main(void) {
    read_maps(maps());
    printf("sum %ld\n", (long)sum(build(40)));
    printf("looped %ld\n", (long)looped(30));
    printf("dynamic %ld\n", (long)dynamic(5));
    printf("invoked %ld\n", (long)invoked(7, 0));
    if (!setjmp(back)) invoked(9, 1);
    printf("landed %ld\n", (long)landed_value);
    printf("%u collections, roots: %s\n", collections, roots > 500 ? "many" : "few");
}
