// Reads `.llvm_stackmaps`, version 3: one object's.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct location { uint8_t kind, zero; uint16_t size, reg, zero2; int32_t offset; };
struct record {
    uint64_t id, address, stack_size;
    unsigned count;
    const struct location *locations;
};
enum { REGISTER = 1, DIRECT, INDIRECT, CONSTANT, CONSTANT_INDEX };

static struct record records[4096];
static unsigned num_records;
static const uint64_t *constants;

static void read_maps(const char *map) {
    const uint32_t *head = (const uint32_t *)map;
    if (map[0] != 3) { puts("not version 3"); exit(1); }
    const uint64_t *functions = (const uint64_t *)(map + 16);
    constants = functions + 3 * head[1];
    const char *at = (const char *)(constants + head[2]);
    for (unsigned f = 0; f < head[1]; f++)
        for (uint64_t n = 0; n < functions[3 * f + 2]; n++) {
            struct record *r = &records[num_records++];
            memcpy(&r->id, at, 8);
            uint32_t offset;
            memcpy(&offset, at + 8, 4);
            r->address = functions[3 * f] + offset;
            r->stack_size = functions[3 * f + 1];
            r->count = *(const uint16_t *)(at + 14);
            r->locations = (const struct location *)(at + 16);
            at += 16 + 12 * r->count;
            at = (const char *)(((uintptr_t)at + 7) & ~(uintptr_t)7);
            at += 4 + 4 * *(const uint16_t *)(at + 2);
            at = (const char *)(((uintptr_t)at + 7) & ~(uintptr_t)7);
        }
    if (num_records != head[3]) { puts("wrong number of records"); exit(1); }
}
