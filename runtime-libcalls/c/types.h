// Integers by width. A 32-bit target has no __int128; the bit-precise integer of that width is
// passed as LLVM passes its i128.
#ifndef GISEL_TYPES_H
#define GISEL_TYPES_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
#ifdef __SIZEOF_INT128__
typedef __int128 i128;
typedef unsigned __int128 u128;
#else
typedef _BitInt(128) i128;
typedef unsigned _BitInt(128) u128;
#endif

#define INLINE static inline __attribute__((always_inline))

#endif
