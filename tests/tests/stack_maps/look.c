// Compares what the stack map says of the call from which `look` has been called with the values that the function has loaded.
#include "map.h"

struct value { uint16_t index, bits; };
extern const struct value *const expected[];
extern unsigned char saved[];
unsigned char values[16 * 512];
const char *maps(void);
void call_all(void);
static unsigned kinds[6], looks;

void looked(uint64_t from) {
    const struct record *found = 0;
    for (unsigned n = 0; n < num_records; n++)
        if (records[n].address <= from && from - records[n].address <= 32
            && (!found || records[n].address > found->address)) found = &records[n];
    if (!found) { puts("a call that is not in the map"); exit(1); }
    looks++;
    const struct value *value = expected[found->id];
    // A statepoint says three numbers first.
    const struct location *l = found->locations + (found->id % 2 ? 3 : 0);
    for (; l < found->locations + found->count; l++, value++) {
        unsigned char bytes[16] = { 0 };
        const unsigned char *right = values + 16 * value->index;
        uint64_t base = 0;
        memcpy(&base, saved + 16 * l->reg, 8);
        kinds[l->kind]++;
        switch (l->kind) {
        case REGISTER: memcpy(bytes, saved + 16 * l->reg, 16); break;
        case INDIRECT: memcpy(bytes, (void *)(base + l->offset), l->size); break;
        default: puts("neither a register nor a slot"); exit(1);
        }
        unsigned whole = value->bits / 8, rest = value->bits % 8;
        int same = !memcmp(bytes, right, whole) && (!rest || !((bytes[whole] ^ right[whole]) & ((1 << rest) - 1)));
        if (!same || l->size * 8 < value->bits && l->kind == INDIRECT)
            printf("record %lu, value %u of %u bits: kind %u, register %u, offset %d, size %u\n", (long)found->id,
                   value->index, value->bits, l->kind, l->reg, l->offset, l->size);
    }
}

int main(void) {
    read_maps(maps());
    for (unsigned n = 0; n < sizeof values; n++) values[n] = (n * 151 + n / 256 * 7) ^ n >> 3;
    call_all();
    printf("%u looks, %s registers, %s slots\n", looks, kinds[REGISTER] ? "some" : "no", kinds[INDIRECT] ? "some" : "no");
}
