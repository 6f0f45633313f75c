//! Random loops: directions, strides, several counters, indices that are affine in a counter,
//! variables that get each other's previous values, rows of arrays, bounds that are extended words,
//! conditional accesses, early exits and values that are read after the loop. The compiler under
//! test and `llc` compile the same bitcode, and both programs must print the same.
//!
//! No loop has undefined behaviour: indices stay within the arrays, and numbers wrap as unsigned.

mod writer;

use crate::random::Random;
use crate::target::Target;
use crate::{Result, c_programs};
use writer::Writer;

/// The number of functions in a program.
pub const FUNCTIONS: usize = 60;

/// The flags of clang for each variant of a seed: with and without vectors and unrolled loops.
const FLAGS: [&[&str]; 3] = [&["-fno-vectorize", "-fno-slp-vectorize"], &[], &["-fno-unroll-loops"]];

/// The arrays, and the caller of the functions: it prints a line for each, with a sum of the
/// results.
const START: &str = "#include <stdint.h>
#include <stdio.h>
enum { HALF = 2048 };
static uint8_t array8[2 * HALF], other8[2 * HALF];
static uint16_t array16[2 * HALF], other16[2 * HALF];
static uint32_t array32[2 * HALF], other32[2 * HALF];
static uint64_t array64[2 * HALF], other64[2 * HALF];
static struct { uint32_t a, b, c; } records[2 * HALF];
static struct far { uint32_t head[700]; uint64_t tail[300]; } far[2];
static uint8_t planes[4][2100];
static uint32_t wide[4][2100];
struct nine { uint32_t words[9]; };
static struct nine nines[2 * HALF / 9 + 1];
static uint8_t large[(2 << 20) + 4096];
static uint8_t *volatile where;
static long double quads[32];
extern uint64_t nine(const struct nine *);
__attribute__((noinline)) uint64_t nine(const struct nine *x) { return x->words[2] * 5 + x->words[8]; }
extern uint64_t call(uint64_t);
__attribute__((noinline)) uint64_t call(uint64_t x) { return x * 3 + array32[x % HALF]; }
";

const END: &str = "static const int counts[] = { 0, 1, 2, 3, 7, 16, 33, 60 };
int main(void) {
    uint64_t state = 88172645463325252u;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
        uint64_t sum = 14695981039346656037u;
        for (int k = 0; k < 2 * HALF; k++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            array8[k] = state, other8[k] = state >> 8, array16[k] = state, other16[k] = state >> 16;
            array32[k] = state >> 3, other32[k] = state >> 9, array64[k] = state, other64[k] = ~state;
            quads[k % 32] = (int)(state >> 40) / 8;
            records[k].a = state, records[k].b = state >> 5, records[k].c = state >> 11;
            far[k & 1].head[k % 700] = state, far[k & 1].tail[k % 300] = state, nines[k / 9].words[k % 9] = state;
            planes[k & 3][k % 2100] = state >> 4, wide[k & 3][k % 2100] = state >> 6;
        }
        for (int n = 0; n < 8; n++) {
            sum = (sum ^ functions[f](counts[n], n)) * 1099511628211u;
            for (int k = 0; k < 2 * HALF; k++)
                sum = (sum ^ array8[k] ^ array16[k] ^ array32[k] ^ array64[k] ^ records[k].b) * 1099511628211u;
            for (int k = 0; k < 4 * 2100; k++)
                sum = (sum ^ planes[k & 3][k >> 2] ^ wide[k & 3][k >> 2]) * 1099511628211u;
            for (int k = 0; k < 32; k++)
                sum = (sum ^ (uint64_t)(long)(quads[k] * 16)) * 1099511628211u;
            for (int k = 0; k < 300; k++)
                sum = (sum ^ far[0].tail[k] ^ far[1].tail[k]) * 1099511628211u;
        }
        printf(\"f%u %016llx\\n\", f, (unsigned long long)sum);
    }
    return 0;
}
";

/// Returns the program of a seed.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let bodies = (0..FUNCTIONS).map(|_| Writer::new(&mut random).function());
    [START, &c_programs::functions("int n, int m", bodies), END].concat()
}

/// Checks the program of a seed by the compiler under test, at -O1 and -O2, against `llc`'s program,
/// with bitcode of clang at -O1 or -O2.
///
/// # Errors
/// The first difference, or the rejected module.
pub fn check(target: Target, seed: u64) -> Result<()> {
    let ir_level = if seed.is_multiple_of(4) { 1 } else { 2 };
    c_programs::check(("loops", seed), target, &program(seed), ir_level, FLAGS[(seed % 3) as usize])
}
