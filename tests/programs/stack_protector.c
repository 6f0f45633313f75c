// flags: -fstack-protector-all
// Functions that write past the end of what they have on the stack, and those that look as if they might: the guard tells them apart.
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define UNPROTECTED __attribute__((no_stack_protector, noinline))

static jmp_buf back;
static volatile int smashed;

UNPROTECTED void __stack_chk_fail(void) {
    smashed++;
    longjmp(back, 1);
}

UNPROTECTED static void fill(void *at, int count) {
    for (volatile char *p = at; count > 0; count--) *p++ = 'x';
}

UNPROTECTED static int sum(int a, int b) { return a + b; }

static int depth;

NOINLINE static int bytes(int count) {
    char buffer[16];
    fill(buffer, count);
    return buffer[count / 2];
}

NOINLINE static int words(int count) {
    int buffer[6];
    fill(buffer, count);
    return buffer[1] & 0xff;
}

NOINLINE static int in_struct(int count) {
    struct { long a; char text[32]; } s = { 1, "abc" };
    fill(s.text, count);
    return (int)s.a + s.text[0];
}

// What lies beside an array is not what is written over first.
NOINLINE static int neighbours(int count) {
    volatile int secret = 42, *volatile where = &secret;
    char large[16], small[4];
    fill(small, 4);
    fill(large, count);
    printf("%d %c ", *where, small[3]);
    return secret;
}

NOINLINE static int variable(int count) {
    char buffer[depth + 20];
    fill(buffer, count);
    return buffer[0];
}

NOINLINE static int allocated(int count) {
    char *buffer = alloca(depth + 32), *second = alloca(16 + depth);
    fill(second, 16);
    fill(buffer, count);
    return buffer[1] + second[0];
}

NOINLINE static int tail(int count) {
    char buffer[16];
    fill(buffer, count);
    return sum(count, buffer[0]);
}

NOINLINE static int must_tail(int count, int other) {
    char buffer[16];
    fill(buffer, count);
    other += buffer[3];
    __attribute__((musttail)) return sum(count, other);
}

static int tail_of(int count) { return must_tail(count, 1); }

NOINLINE static int early(int count) {
    if (count == 1) return 7;
    char buffer[16];
    fill(buffer, count);
    if (buffer[0] == 'y') return 8;
    return sum(buffer[1], 3);
}

NOINLINE static int huge(int count) {
    char buffer[100000];
    fill(buffer, 10);
    fill(buffer + 99990, count);
    return buffer[0] + buffer[99995];
}

NOINLINE static int aligned(int count) {
    _Alignas(64) char buffer[64];
    fill(buffer, count);
    return buffer[0];
}

NOINLINE static int recursive(int count) {
    char buffer[24];
    if (depth == 5) {
        fill(buffer, count);
        return buffer[0];
    }
    depth++;
    int result = recursive(count);
    depth--;
    fill(buffer, 24);
    return result + buffer[2];
}

NOINLINE static int jumps(int count) {
    jmp_buf here;
    volatile int times = 0;
    char buffer[16];
    if (setjmp(here) < 3) {
        times++;
        longjmp(here, times);
    }
    fill(buffer, count);
    return times + buffer[0];
}

NOINLINE static double floats(int count, double a, double b) {
    float buffer[10];
    for (int i = 0; i < 10; i++) buffer[i] = (float)(a + i * b);
    double result = buffer[9];
    fill(buffer, count);
    return result * a;
}

static int floats_of(int count) { return (int)floats(count, 1.5, 2.25); }

static const struct {
    const char *name;
    int (*function)(int);
    int fits, over;
} CASES[] = {
    // A word too many, which is the guard (two, where an alignment may leave one between). What is written over beside a variable array, or a jump buffer, is not known.
    { "bytes", bytes, 16, 24 },        { "words", words, 24, 32 },
    { "in_struct", in_struct, 32, 40 }, { "neighbours", neighbours, 16, 24 },
    { "variable", variable, 20, 20 },  { "allocated", allocated, 32, 32 },
    { "tail", tail, 16, 24 },          { "must_tail", tail_of, 16, 24 },
    { "early", early, 16, 24 },        { "huge", huge, 10, 18 },
    { "aligned", aligned, 64, 128 },   { "recursive", recursive, 24, 32 },
    { "jumps", jumps, 16, 16 },        { "floats", floats_of, 40, 56 },
};

int main(void) {
    for (unsigned i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        for (int over = 0; over < 2; over++) {
            smashed = depth = 0;
            printf("%s: ", CASES[i].name);
            fflush(stdout);
            if (setjmp(back) == 0) printf("%d ", CASES[i].function(over ? CASES[i].over : CASES[i].fits));
            printf("%s\n", smashed ? "smashed" : "sound");
        }
    }
    printf("%d\n", early(1));
    return 0;
}
