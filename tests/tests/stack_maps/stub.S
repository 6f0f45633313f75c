// Saves all registers, calls `looked(return address)`, and restores them.
    .text
    .globl look
look:
#ifdef __aarch64__
    adrp x17, saved
    add x17, x17, :lo12:saved
    .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
    str x\n, [x17, #(16 * \n)]
    .endr
    mov x16, sp
    str x16, [x17, #(16 * 31)]
    add x16, x17, #(16 * 64)
    .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    str q\n, [x16, #(16 * \n)]
    .endr
    stp x29, x30, [sp, #-16]!
    mov x0, x30
    bl looked
    ldp x29, x30, [sp], #16
    ret
#else
    sd t6, -16(sp)
    lla t6, saved
    .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
    sd x\n, 16 * \n(t6)
    .endr
    .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    fsd f\n, 16 * (32 + \n)(t6)
    .endr
    ld t5, -16(sp)
    sd t5, 16 * 31(t6)
    addi sp, sp, -16
    sd ra, 8(sp)
    mv a0, ra
    call looked
    ld ra, 8(sp)
    addi sp, sp, 16
    ret
#endif
    .bss
    .p2align 4
    .globl saved
saved:
    .zero 16 * 96
