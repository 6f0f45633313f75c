// NEON as arm_neon.h has it: what becomes intrinsics of the target.
// targets: aarch64
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arm_acle.h>
#include <arm_neon.h>

static uint8_t input[256], output[256];

static void show(const char *name, const void *value, size_t size) {
    const uint8_t *bytes = value;
    printf("%s:", name);
    for (size_t i = 0; i < size; i++)
        printf("%s%02x", i % 8 == 0 ? " " : "", bytes[i]);
    printf("\n");
}

#define SHOW(...)                                                                                                      \
    do {                                                                                                               \
        __auto_type value = (__VA_ARGS__);                                                                             \
        show(#__VA_ARGS__, &value, sizeof value);                                                                      \
    } while (0)

#define SAME_SHAPE(op)                                                                                                 \
    SHOW(op##_s8(vld1_s8((int8_t *)input), vld1_s8((int8_t *)input + 40)));                                            \
    SHOW(op##q_u8(vld1q_u8(input), vld1q_u8(input + 40)));                                                             \
    SHOW(op##_u16(vld1_u16((uint16_t *)input), vld1_u16((uint16_t *)input + 40)));                                     \
    SHOW(op##q_s16(vld1q_s16((int16_t *)input), vld1q_s16((int16_t *)input + 40)));                                    \
    SHOW(op##_s32(vld1_s32((int32_t *)input), vld1_s32((int32_t *)input + 20)));                                       \
    SHOW(op##q_u32(vld1q_u32((uint32_t *)input), vld1q_u32((uint32_t *)input + 20)))

__attribute__((noinline)) static void arithmetic(void) {
    SAME_SHAPE(vhadd);
    SAME_SHAPE(vrhadd);
    SAME_SHAPE(vhsub);
    SAME_SHAPE(vqadd);
    SAME_SHAPE(vqsub);
    SAME_SHAPE(vabd);
    SAME_SHAPE(vmax);
    SAME_SHAPE(vmin);
    SAME_SHAPE(vpmax);
    SAME_SHAPE(vpmin);
    SAME_SHAPE(vpadd);
    SHOW(vqaddq_s64(vld1q_s64((int64_t *)input), vld1q_s64((int64_t *)input + 5)));
    SHOW(vqdmulhq_s16(vld1q_s16((int16_t *)input), vld1q_s16((int16_t *)input + 40)));
    SHOW(vqrdmulh_s32(vld1_s32((int32_t *)input), vld1_s32((int32_t *)input + 20)));
    SHOW(vqabsq_s8(vld1q_s8((int8_t *)input)));
    SHOW(vqnegq_s32(vld1q_s32((int32_t *)input)));
    SHOW(vabsq_s16(vld1q_s16((int16_t *)input)));
    SHOW(vclsq_s32(vld1q_s32((int32_t *)input)));
    SHOW(vuqaddq_s8(vld1q_s8((int8_t *)input), vld1q_u8(input + 9)));
    SHOW(vsqaddq_u16(vld1q_u16((uint16_t *)input), vld1q_s16((int16_t *)input + 9)));
    SHOW(vmul_p8(vreinterpret_p8_u8(vld1_u8(input)), vreinterpret_p8_u8(vld1_u8(input + 8))));
    SHOW(vmull_p8(vreinterpret_p8_u8(vld1_u8(input)), vreinterpret_p8_u8(vld1_u8(input + 8))));
    SHOW(vmull_u8(vld1_u8(input), vld1_u8(input + 8)));
    SHOW(vmull_s16(vld1_s16((int16_t *)input), vld1_s16((int16_t *)input + 8)));
    SHOW(vmull_high_u32(vld1q_u32((uint32_t *)input), vld1q_u32((uint32_t *)input + 8)));
    SHOW(vqdmull_s16(vld1_s16((int16_t *)input), vld1_s16((int16_t *)input + 8)));
    SHOW(vaddhn_u16(vld1q_u16((uint16_t *)input), vld1q_u16((uint16_t *)input + 8)));
    SHOW(vrsubhn_s32(vld1q_s32((int32_t *)input), vld1q_s32((int32_t *)input + 8)));
    SHOW(vpaddlq_u8(vld1q_u8(input)));
    SHOW(vpaddl_s16(vld1_s16((int16_t *)input)));
    SHOW(vpadalq_u16(vld1q_u32((uint32_t *)input), vld1q_u16((uint16_t *)input + 8)));
    SHOW(vrecpeq_u32(vld1q_u32((uint32_t *)input)));
    SHOW(vrsqrte_u32(vld1_u32((uint32_t *)input)));
}

__attribute__((noinline)) static void shifts(void) {
    uint8x16_t a = vld1q_u8(input), b = vld1q_u8(input + 16);
    int16x8_t c = vld1q_s16((int16_t *)input + 16);
    SHOW(vsliq_n_u8(a, b, 4));
    SHOW(vsriq_n_u8(a, b, 2));
    SHOW(vsli_n_u32(vld1_u32((uint32_t *)input), vld1_u32((uint32_t *)input + 7), 13));
    SHOW(vsriq_n_u64(vld1q_u64((uint64_t *)input), vld1q_u64((uint64_t *)input + 7), 33));
    SHOW(vshrn_n_u16(vreinterpretq_u16_u8(a), 4));
    SHOW(vrshrn_n_u16(vreinterpretq_u16_u8(a), 4));
    SHOW(vqshrn_n_s16(c, 3));
    SHOW(vqshrun_n_s16(c, 3));
    SHOW(vqrshrn_n_s16(c, 5));
    SHOW(vqrshrun_n_s16(c, 5));
    SHOW(vqshluq_n_s16(c, 2));
    SHOW(vqshlq_n_s16(c, 2));
    SHOW(vrshrq_n_s16(c, 3));
    SHOW(vrsraq_n_s16(c, c, 3));
    SHOW(vshlq_s16(c, vdupq_n_s16(-3)));
    SHOW(vshlq_u8(a, vld1q_s8((int8_t *)input + 64)));
    SHOW(vrshlq_s32(vreinterpretq_s32_s16(c), vdupq_n_s32(-7)));
    SHOW(vqshlq_u16(vreinterpretq_u16_s16(c), vdupq_n_s16(3)));
    SHOW(vqmovn_s16(c));
    SHOW(vqmovun_s16(c));
    SHOW(vqmovn_u32(vreinterpretq_u32_u8(a)));
    SHOW(vqmovn_high_s16(vld1_s8((int8_t *)input), c));
}

__attribute__((noinline)) static void across(void) {
    SHOW(vaddlvq_u8(vld1q_u8(input)));
    SHOW(vaddlv_s16(vld1_s16((int16_t *)input)));
    SHOW(vaddvq_u8(vld1q_u8(input)));
    SHOW(vaddvq_s32(vld1q_s32((int32_t *)input)));
    SHOW(vmaxvq_u8(vld1q_u8(input)));
    SHOW(vminvq_s8(vld1q_s8((int8_t *)input)));
    SHOW(vmaxvq_s16(vld1q_s16((int16_t *)input)));
    SHOW(vminv_u16(vld1_u16((uint16_t *)input)));
    SHOW(vmaxvq_u32(vld1q_u32((uint32_t *)input)));
    float32x4_t f = {1.5f, -2.25f, 3.0f, 0.5f};
    SHOW(vmaxvq_f32(f));
    SHOW(vminnmvq_f32(f));
    SHOW(vpaddq_f32(f, f));
    SHOW(vrecpeq_f32(f));
    SHOW(vrsqrtsq_f32(f, f));
    SHOW(vabdq_f32(f, vdupq_n_f32(1)));
    SHOW(vcageq_f32(f, vdupq_n_f32(1)));
    SHOW(vcvtnq_s32_f32(f));
    SHOW(vcvtaq_u32_f32(f));
    SHOW(vmulxq_f32(f, f));
    SHOW(vmaxnmq_f32(f, vdupq_n_f32(0.75f)));
}

__attribute__((noinline)) static void tables(void) {
    uint8x16x2_t two = {{vld1q_u8(input), vld1q_u8(input + 16)}};
    uint8x16x3_t three = {{two.val[0], two.val[1], vld1q_u8(input + 32)}};
    uint8x16x4_t four = {{two.val[0], two.val[1], three.val[2], vld1q_u8(input + 48)}};
    uint8x8x4_t small = {{vld1_u8(input), vld1_u8(input + 8), vld1_u8(input + 16), vld1_u8(input + 24)}};
    uint8x16_t index = vandq_u8(vld1q_u8(input + 100), vdupq_n_u8(63));
    SHOW(vqtbl1q_u8(two.val[0], index));
    SHOW(vqtbl2q_u8(two, index));
    SHOW(vqtbl3q_u8(three, index));
    SHOW(vqtbl4q_u8(four, index));
    SHOW(vqtbx1q_u8(index, two.val[0], index));
    SHOW(vqtbx4q_u8(index, four, index));
    SHOW(vqtbl2_u8(two, vget_low_u8(index)));
    SHOW(vtbl4_u8(small, vget_low_u8(index)));
    SHOW(vtbx3_u8(vget_low_u8(index), ((uint8x8x3_t){{small.val[0], small.val[1], small.val[2]}}), vget_low_u8(index)));
}

__attribute__((noinline)) static void structures(void) {
    SHOW(vld2q_u8(input));
    SHOW(vld3q_u16((uint16_t *)input));
    SHOW(vld4q_u8(input));
    SHOW(vld4q_u32((uint32_t *)input));
    SHOW(vld2_u32((uint32_t *)input));
    SHOW(vld3_u8(input));
    SHOW(vld4_u16((uint16_t *)input));
    SHOW(vld2q_f64((double *)input));
    SHOW(vld2_u64((uint64_t *)input));
    SHOW(vld1q_u8_x4(input));
    SHOW(vld1_u16_x3((uint16_t *)input));
    SHOW(vld1q_u32_x2((uint32_t *)input));
    SHOW(vld2q_dup_u8(input));
    SHOW(vld3_dup_u32((uint32_t *)input));
    SHOW(vld4q_dup_u16((uint16_t *)input));
    uint8x16x4_t four = vld4q_u8(input);
    vst4q_u8(output, four);
    show("st4", output, 64);
    vst3q_u8(output, ((uint8x16x3_t){{four.val[3], four.val[1], four.val[0]}}));
    show("st3", output, 64);
    vst2q_u16((uint16_t *)output, vld2q_u16((uint16_t *)input + 3));
    show("st2", output, 64);
    vst2_u8(output, vld2_u8(input + 5));
    show("st2", output, 16);
    vst1q_u8_x4(output, four);
    show("st1x4", output, 64);
    vst1_u32_x2((uint32_t *)output, vld1_u32_x2((uint32_t *)input + 3));
    show("st1x2", output, 16);
    uint16x8x2_t lanes = vld2q_lane_u16((uint16_t *)input + 9, vld2q_u16((uint16_t *)input), 5);
    SHOW(lanes);
    SHOW(vld3_lane_u8(input + 99, vld3_u8(input), 6));
    SHOW(vld4q_lane_u32((uint32_t *)input + 9, vld4q_u32((uint32_t *)input), 3));
    vst2q_lane_u16((uint16_t *)output, lanes, 2);
    vst4q_lane_u8(output + 8, four, 15);
    vst3_lane_u32((uint32_t *)output + 4, vld3_u32((uint32_t *)input), 1);
    show("lanes", output, 32);
}

// Many structures at once: not all fit in registers.
__attribute__((noinline)) static void pressure(const uint8_t *from, uint8_t *to) {
    uint8x16x4_t a = vld4q_u8(from), b = vld4q_u8(from + 64), c = vld4q_u8(from + 128), d = vld4q_u8(from + 192);
    uint8x16x3_t e = vld3q_u8(from + 10), f = vld3q_u8(from + 20), g = vld3q_u8(from + 30), h = vld3q_u8(from + 40);
    uint8x16x2_t i = vld2q_u8(from + 50), j = vld2q_u8(from + 60), k = vld2q_u8(from + 70), l = vld2q_u8(from + 80);
    vst4q_u8(to, a);
    printf("between\n");
    vst3q_u8(to + 16, e);
    vst2q_u8(to + 32, i);
    vst4q_u8(to + 32, ((uint8x16x4_t){{d.val[0], c.val[1], b.val[2], a.val[3]}}));
    vst3q_u8(to + 96, ((uint8x16x3_t){{veorq_u8(f.val[0], e.val[1]), g.val[1], h.val[2]}}));
    vst2q_u8(to + 150, ((uint8x16x2_t){{vaddq_u8(j.val[0], i.val[1]), vaddq_u8(k.val[1], l.val[0])}}));
    for (int n = 0; n < 3; n++) {
        uint8x16x4_t x = vld4q_u8(to + 16 * n);
        x.val[n & 1] = veorq_u8(x.val[2], a.val[n & 1]);
        vst4q_u8(to + 16 * n, x);
    }
    show("pressure", to, 256);
}

__attribute__((target("crc"), noinline)) static void checksums(void) {
    uint32_t crc = 0xffffffff;
    crc = __crc32b(crc, 0x12);
    crc = __crc32h(crc, 0x3456);
    crc = __crc32w(crc, 0x789abcde);
    crc = __crc32d(crc, 0x123456789abcdef0);
    printf("%08x\n", crc);
    crc = __crc32cb(crc, 0x12);
    crc = __crc32ch(crc, 0x3456);
    crc = __crc32cw(crc, 0x789abcde);
    crc = __crc32cd(crc, 0x123456789abcdef0);
    printf("%08x %08x %016lx\n", crc, __rbit(crc), __rbitl(0x123456789abcdef0));
}

__attribute__((target("aes"), noinline)) static void ciphers(void) {
    uint8x16_t a = vld1q_u8(input), b = vld1q_u8(input + 16);
    SHOW(vaesmcq_u8(vaeseq_u8(a, b)));
    SHOW(vaesimcq_u8(vaesdq_u8(a, b)));
    SHOW(vmull_p64(0x123456789abcdef, 0xfedcba987654321));
}

int main(void) {
    uint32_t seed = 12345;
    for (int i = 0; i < 256; i++)
        input[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    arithmetic();
    shifts();
    across();
    tables();
    structures();
    memset(output, 0, sizeof output);
    pressure(input, output);
    checksums();
    ciphers();
    __dmb(15);
    __dsb(11);
    __isb(15);
    __yield();
    __nop();
    return 0;
}
