// Loops of exclusive loads and stores as a program writes them itself, of every size.
// targets: aarch64
#include <stdint.h>
#include <stdio.h>

#define LOOP(name, type, load, store)                                              \
    __attribute__((noinline)) static type name(volatile type *place, type change) { \
        type old;                                                                   \
        do {                                                                        \
            old = load(place);                                                      \
        } while (store((type)(old * 3 + change), place));                           \
        return old;                                                                 \
    }

LOOP(change_i8, int8_t, __builtin_arm_ldrex, __builtin_arm_strex)
LOOP(change_u8, uint8_t, __builtin_arm_ldaex, __builtin_arm_stlex)
LOOP(change_i16, int16_t, __builtin_arm_ldaex, __builtin_arm_strex)
LOOP(change_u16, uint16_t, __builtin_arm_ldrex, __builtin_arm_stlex)
LOOP(change_i32, int32_t, __builtin_arm_ldrex, __builtin_arm_strex)
LOOP(change_u32, uint32_t, __builtin_arm_ldaex, __builtin_arm_stlex)
LOOP(change_i64, int64_t, __builtin_arm_ldaex, __builtin_arm_strex)
LOOP(change_u64, uint64_t, __builtin_arm_ldrex, __builtin_arm_stlex)
LOOP(change_i128, __int128, __builtin_arm_ldrex, __builtin_arm_strex)
LOOP(change_u128, unsigned __int128, __builtin_arm_ldaex, __builtin_arm_stlex)

static float change_float(volatile float *place, float factor) {
    float old;
    do {
        old = __builtin_arm_ldrex(place);
    } while (__builtin_arm_strex(old * factor, place));
    return old;
}

#define SHOW(name, type)                                                                              \
    do {                                                                                              \
        static volatile type values[3] = {1, (type)-7, (type)0x8182838485868788};                     \
        for (int n = 0; n < 3; n++) {                                                                 \
            type old = change_##name(&values[n], (type)(n + 200));                                    \
            printf(#name ": %016llx %016llx %llx\n", (unsigned long long)old,                        \
                   (unsigned long long)values[n], (unsigned long long)(values[n] >> sizeof(type) * 4)); \
        }                                                                                             \
    } while (0)

int main(void) {
    SHOW(i8, int8_t);
    SHOW(u8, uint8_t);
    SHOW(i16, int16_t);
    SHOW(u16, uint16_t);
    SHOW(i32, int32_t);
    SHOW(u32, uint32_t);
    SHOW(i64, int64_t);
    SHOW(u64, uint64_t);
    SHOW(i128, __int128);
    SHOW(u128, unsigned __int128);
    static volatile float real = 1.5f;
    printf("float: %g", (double)change_float(&real, 3));
    printf(" %g\n", (double)real);
    __builtin_arm_ldrex(&real);
    __builtin_arm_clrex();
    printf("cleared: %d\n", __builtin_arm_strex(2.0f, &real));
    return 0;
}
