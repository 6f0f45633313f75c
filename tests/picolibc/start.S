// Starts a program of picolibc in user mode: its own start code writes registers of machine mode.

    .section .text.init, "ax"
    .globl _start
_start:
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    // What follows the file's data in its last page is not zero; the pages after it are.
    la t0, __bss_start
    la t1, __bss_end
    li t2, 4095
    add t2, t2, t0
    srli t2, t2, 12
    slli t2, t2, 12
    bgeu t2, t1, clear
    mv t1, t2
clear:
    bgeu t0, t1, run
    sb zero, 0(t0)
    addi t0, t0, 1
    j clear
run:
    la tp, __tls_base
#if __riscv_xlen == 64
    ld a0, 0(sp)
    addi a1, sp, 8
#else
    lw a0, 0(sp)
    addi a1, sp, 4
#endif
    andi sp, sp, -16
    call main
    call exit
