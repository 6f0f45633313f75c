// Sums and differences of integers of several registers, also of sizes that are no power of two.
// flags: -Xclang -fexperimental-max-bitint-width=1024
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 88172645463325252;

// Often all ones or zero, so that carries go far.
static uint64_t word(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % 8 == 0 ? UINT64_MAX : state % 8 == 1 ? 0 : state;
}

#define WIDTH(bits)                                                                                       \
    typedef unsigned _BitInt(bits) u##bits;                                                               \
    typedef _BitInt(bits) s##bits;                                                                        \
    __attribute__((noinline)) static u##bits sum##bits(u##bits a, u##bits b) { return a + b; }            \
    __attribute__((noinline)) static u##bits difference##bits(u##bits a, u##bits b) { return a - b; }     \
    __attribute__((noinline)) static uint32_t top##bits(u##bits a, u##bits b) {                           \
        return (uint32_t)((u##bits)(a + b) >> (bits - 32));                                               \
    }                                                                                                     \
    __attribute__((noinline)) static int carry##bits(u##bits a, u##bits b, u##bits *sum) {                \
        return __builtin_add_overflow(a, b, sum);                                                         \
    }                                                                                                     \
    __attribute__((noinline)) static int borrow##bits(s##bits a, s##bits b, s##bits *difference) {        \
        return __builtin_sub_overflow(a, b, difference);                                                  \
    }                                                                                                     \
    __attribute__((noinline)) static u##bits repeated##bits(u##bits a, u##bits b, unsigned count) {       \
        for (unsigned n = 0; n < count; n++) {                                                            \
            a += b;                                                                                       \
            b = a - b - n;                                                                                \
        }                                                                                                 \
        return a;                                                                                         \
    }                                                                                                     \
    static u##bits any##bits(void) {                                                                      \
        u##bits value = 0;                                                                                \
        for (int n = 0; n < bits; n += 64) value |= (u##bits)word() << n;                                 \
        return value;                                                                                     \
    }                                                                                                     \
    static uint64_t mixed##bits(uint64_t hash, u##bits value) {                                           \
        for (int n = 0; n < bits; n += 32) hash = hash * 31 + (uint32_t)(value >> n);                     \
        return hash;                                                                                      \
    }                                                                                                     \
    static void show##bits(void) {                                                                        \
        uint64_t hash = 0;                                                                                \
        for (unsigned n = 0; n < 100; n++) {                                                              \
            u##bits a = any##bits(), b = any##bits(), c;                                                  \
            s##bits d;                                                                                    \
            hash = mixed##bits(hash, sum##bits(a, b));                                                    \
            hash = mixed##bits(hash, difference##bits(a, b)) + top##bits(a, b);                           \
            hash += carry##bits(a, b, &c);                                                                \
            hash = mixed##bits(hash, c) + (a < b) + 2 * ((s##bits)a < (s##bits)b);                        \
            hash += borrow##bits((s##bits)a, (s##bits)b, &d);                                             \
            hash = mixed##bits(hash, (u##bits)d);                                                         \
            hash = mixed##bits(hash, repeated##bits(a, b, n % 7));                                        \
        }                                                                                                 \
        printf(#bits ": %016llx\n", (unsigned long long)hash);                                            \
    }

WIDTH(65)
WIDTH(96)
WIDTH(127)
WIDTH(128)
WIDTH(129)
WIDTH(192)
WIDTH(256)
WIDTH(320)
WIDTH(512)
WIDTH(576)

int main(void) {
    show65();
    show96();
    show127();
    show128();
    show129();
    show192();
    show256();
    show320();
    show512();
    show576();
    return 0;
}
