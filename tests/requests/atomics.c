// The routines that code for machines without atomic instructions calls, as a library for those machines has them.

#define ROUTINE(name, size, type, result)                                                        \
    type name##_##size(type *at, type value) __asm__("__sync_" #name "_" #size);                 \
    type name##_##size(type *at, type value) { return result; }

#define CHOICE(name, size, type, wins)                                                           \
    type name##_##size(type *at, type value) __asm__("__sync_" #name "_" #size);                 \
    type name##_##size(type *at, type value) {                                                   \
        type old = __atomic_load_n(at, __ATOMIC_RELAXED);                                        \
        while (!__atomic_compare_exchange_n(at, &old, old wins value ? old : value, 0,           \
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}              \
        return old;                                                                              \
    }

#define ROUTINES(size, own, other)                                                               \
    ROUTINE(fetch_and_add, size, own, __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST))           \
    ROUTINE(fetch_and_sub, size, own, __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST))           \
    ROUTINE(fetch_and_and, size, own, __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST))           \
    ROUTINE(fetch_and_or, size, own, __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST))             \
    ROUTINE(fetch_and_xor, size, own, __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST))           \
    ROUTINE(fetch_and_nand, size, own, __atomic_fetch_nand(at, value, __ATOMIC_SEQ_CST))         \
    ROUTINE(lock_test_and_set, size, own, __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST))      \
    CHOICE(fetch_and_max, size, own, >)                                                          \
    CHOICE(fetch_and_min, size, own, <)                                                          \
    CHOICE(fetch_and_umax, size, other, >)                                                       \
    CHOICE(fetch_and_umin, size, other, <)                                                       \
    own compare_and_swap_##size(own *at, own old, own value)                                     \
        __asm__("__sync_val_compare_and_swap_" #size);                                           \
    own compare_and_swap_##size(own *at, own old, own value) {                                   \
        __atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
        return old;                                                                              \
    }

ROUTINES(1, signed char, unsigned char)
ROUTINES(2, short, unsigned short)
ROUTINES(4, int, unsigned)
ROUTINES(8, long, unsigned long)
