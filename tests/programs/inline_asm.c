// Inline assembly: operands of every kind, both targets' instructions, labels, data in other sections, module-level assembly.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__riscv)
#define ON(riscv, aarch64) riscv
#else
#define ON(riscv, aarch64) aarch64
#endif

// Functions and data that only assembly defines.
__asm__(".text\n"
        ".globl from_assembly\n"
        ".type from_assembly, %function\n"
        "from_assembly:\n" ON("  slli a0, a0, 1\n  addi a0, a0, 3\n  ret\n", "  lsl x0, x0, #1\n  add x0, x0, #3\n  ret\n")
        ".size from_assembly, .-from_assembly\n"
        ".section .data.rel.ro, \"aw\"\n"
        ".p2align 3\n"
        ".globl local_table\n"
        "local_table: .quad 11, -5, local_table + 8\n"
        ".byte 1, 2; .2byte 0x1234; .word 7\n"
        "text_of_assembly: .asciz \"text\\n\"\n"
        ".globl text_of_assembly\n"
        ".text\n");
extern long from_assembly(long);
extern const char text_of_assembly[];
extern const long local_table[];

static long add(long a, long b) {
    long sum;
    __asm__("add %0, %1, %2" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

static int add_words(int a, int b) {
    int sum;
    __asm__(ON("addw %0, %1, %2", "add %w0, %w1, %w2") : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

static long tied(long a) {
    __asm__("add %0, %0, %0" : "+r"(a));
    long b = 5;
    __asm__("add %0, %1, %2" : "=r"(b) : "0"(b), "r"(a));
    return b;
}

static uint64_t early(uint64_t a, uint64_t b) {
    uint64_t low, high;
    __asm__(ON("mul %0, %2, %3\n\tmulhu %1, %2, %3", "mul %0, %2, %3\n\tumulh %1, %2, %3")
            : "=&r"(low), "=&r"(high)
            : "r"(a), "r"(b));
    return low ^ high;
}

static double reals(double a, double b, float c) {
    double sum;
    float twice;
    __asm__(ON("fadd.d %0, %1, %2", "fadd %d0, %d1, %d2") : ON("=f", "=w")(sum) : ON("f", "w")(a), ON("f", "w")(b));
    __asm__(ON("fadd.s %0, %1, %1", "fadd %s0, %s1, %s1") : ON("=f", "=w")(twice) : ON("f", "w")(c));
    return sum * twice;
}

static int memory(int *array) {
    int first, second = 40;
    __asm__ volatile(ON("lw %0, %1", "ldr %w0, %1") : "=r"(first) : "m"(array[1]));
    __asm__ volatile(ON("sw %1, %0", "str %w1, %0") : "=m"(array[2]) : "r"(second));
    __asm__ volatile(ON("amoadd.w zero, %1, %0", "ldr w9, %0\n add w9, w9, %w1\n str w9, %0")
                     : ON("+A", "+Q")(array[0])
                     : "r"(second)
                     : "memory", ON("t6", "x9"));
    return first;
}

static long immediates(long a) {
    long r;
    __asm__(ON("addi %0, %1, %2", "add %0, %1, %2") : "=r"(r) : "r"(a), "I"(100));
    __asm__(ON("xori %0, %1, %2", "eor %0, %1, %2") : "=r"(r) : "r"(r), ON("I", "L")(0xff));
    __asm__(ON("add%i2 %0, %1, %2", "add %0, %1, %2") : "=r"(r) : "r"(r), "rI"(7L));
    __asm__(ON("mv %0, %z1", "mov %0, %x1") : "=r"(r) : ON("rJ", "rZ")(0), "r"(r));
    __asm__("# %0 is not read %c0" ::"i"(42));
    return r;
}

static long fixed(long a, long b) {
    register long x __asm__(ON("a3", "x3")) = a;
    register long y __asm__(ON("t2", "x12")) = b;
    register long z __asm__(ON("s5", "x21"));
    __asm__ volatile(ON("sub a3, a3, t2\n mv s5, a3", "sub x3, x3, x12\n mov x21, x3") : "+r"(x), "=r"(z) : "r"(y));
    return x * 3 + z;
}

// Calls: what is clobbered survives around it.
static long called(long a) {
    register long result __asm__(ON("a0", "x0")) = a;
    __asm__ volatile(ON("call from_assembly", "bl from_assembly") : "+r"(result) : : ON("ra", "x30"), "memory");
    return result;
}

static long clobbers(long a, long b, long c) {
    long product = a * b;
    __asm__ volatile("" ::: ON("s1", "x19"), ON("s2", "x20"), ON("s3", "x21"), ON("a0", "x0"), ON("fs0", "d8"), "memory");
    return product + c;
}

static long loops(long n) {
    long sum = 0;
    __asm__(ON("1:  beqz %1, 2f\n"
               "    add %0, %0, %1; addi %1, %1, -1\n"
               "    j 1b\n"
               "2:",
               "1:  cbz %1, 2f\n"
               "    add %0, %0, %1; sub %1, %1, #1\n"
               "    b 1b\n"
               "2:")
            : "+r"(sum), "+r"(n));
    __asm__ volatile(ON("bnez %0, .Lskip%=\n unimp\n.Lskip%=:", "cbnz %0, .Lskip%=\n brk #1\n.Lskip%=:") ::"r"(sum));
    return sum;
}

// A table of pointers in a section of its own, as kernels have them.
struct place {
    int offset, number;
};
extern const struct place __start_places[], __stop_places[];
static void mark(void) {
    __asm__ volatile("1:\n\t.pushsection places, \"a\"\n\t.balign 4\n\t.4byte 1b - .\n\t.4byte %c0\n\t.popsection" ::"i"(77));
    __asm__ volatile("1: nop\n\t.pushsection places, \"a\"\n\t.4byte 1b - ., 88\n\t.popsection");
}

// The kernel's way: a call of the system.
static long system_call(long number, long a, const void *b, long c) {
    register long x0 __asm__(ON("a0", "x0")) = a;
    register const void *x1 __asm__(ON("a1", "x1")) = b;
    register long x2 __asm__(ON("a2", "x2")) = c;
    register long which __asm__(ON("a7", "x8")) = number;
    __asm__ volatile(ON("ecall", "svc #0") : "+r"(x0) : "r"(x1), "r"(x2), "r"(which) : "memory");
    return x0;
}

static int barriers(void) {
    __asm__ volatile(ON("fence rw, w", "dmb ish") ::: "memory");
    __asm__ volatile(ON("fence", "dsb sy") ::: "memory");
    __asm__ volatile(ON("fence r, rw", "isb") ::: "memory");
    __asm__ volatile(ON("nop", "yield"));
    uint64_t first, second;
    __asm__ volatile(ON("rdcycle %0", "mrs %0, cntvct_el0") : "=r"(first));
    __asm__ volatile(ON("csrr %0, cycle", "mrs %0, cntvct_el0") : "=r"(second));
    return second >= first;
}

static int16_t narrow(int16_t a, _Bool b) {
    int16_t r;
    __asm__(ON("sub %0, %1, %2", "sub %w0, %w1, %w2") : "=r"(r) : "r"((long)a), "r"((long)b));
    return r;
}

int main(void) {
    int array[4] = {1, 2, 3, 4};
    printf("%ld %d %ld %lx\n", add(3, 4), add_words(-5, 2), tied(9), (unsigned long)early(~0ull / 3, 12345));
    printf("%g\n", reals(1.5, 2.25, 0.75));
    printf("%d", memory(array));
    printf(" %d %d\n", array[0], array[2]);
    printf("%ld %ld %ld %ld %ld\n", immediates(5), fixed(50, 8), called(20), clobbers(6, 7, 8), loops(100));
    mark();
    for (const struct place *p = __start_places; p != __stop_places; p++)
        printf("%d %d\n", p->number, p->offset != 0);
    printf("%s%ld %ld %d\n", text_of_assembly, local_table[0], local_table[1],
           local_table[2] == (long)&local_table[1]);
    printf("%d %d\n", barriers(), narrow(-7, 1));
    fflush(stdout);
    return (int)(system_call(64, 1, "written\n", 8) - 8);
}
