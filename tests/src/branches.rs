//! Random branches, calls and early returns: functions that return before they need a frame, equal
//! ends of blocks, rare calls in loops, comparisons of numbers that are repeated, words that are
//! selected and extended, and arguments that are exchanged. The compiler under test and `llc`
//! compile the same bitcode, and both programs must print the same.
//!
//! No function has undefined behaviour: integers wrap, and loops are short.

mod writer;

use crate::random::Random;
use crate::target::Target;
use crate::{Result, c_programs};

/// The number of functions in a program.
pub const FUNCTIONS: usize = 60;

/// The arrays, and the functions that are called.
const START: &str = "#include <stdint.h>
#include <stdio.h>
#define rare(x) __builtin_expect(!!(x), 0)
enum { SIZE = 64 };
struct pair { uint64_t a, b; };
static uint32_t words[SIZE];
static int32_t ints[SIZE];
static uint64_t longs[SIZE];
static double doubles[SIZE];
static uint64_t calls;
__attribute__((noinline)) uint64_t call(uint64_t x, uint64_t y, uint32_t z, uint64_t w) {
    calls = calls * 3 + x + 5 * y;
    words[x % SIZE] += z;
    return x * 7 - y + (w ^ z);
}
__attribute__((noinline)) struct pair pair(uint64_t x, uint64_t y) {
    calls += x ^ y;
    return (struct pair){ y + calls, x - 1 };
}
__attribute__((noinline)) double number(double x, double y, uint64_t z) { return x - y * (double)(z % 9); }
";

const END: &str = "int main(void) {
    static const double special[] = {
        0.0, -0.0, 1.0, -1.5, __builtin_inf(), -__builtin_inf(), __builtin_nan(\"\"), 3e9
    };
    uint64_t state = 88172645463325252u;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
        uint64_t sum = 14695981039346656037u;
        for (int round = 0; round < 24; round++) {
            for (int k = 0; k < SIZE; k++) {
                state ^= state << 13, state ^= state >> 7, state ^= state << 17;
                words[k] = state, ints[k] = k % 3 ? (int)(state >> 20) : (int)(state % 9) - 4;
                longs[k] = state * 5, doubles[k] = k % 2 ? special[state % 8] : (double)(state % 7) - 3;
            }
            uint64_t n = round % 3 ? state % 6 : state;
            uint64_t result = functions[f](n, (uint32_t)(state >> 9), (int)(state >> 30), special[round % 8]);
            sum = (sum ^ result) * 1099511628211u;
            for (int k = 0; k < SIZE; k++) sum = (sum ^ words[k] ^ longs[k] ^ (uint32_t)ints[k]) * 1099511628211u;
            sum ^= calls;
        }
        printf(\"f%u %016llx\\n\", f, (unsigned long long)sum);
    }
    return 0;
}
";

/// Returns the program of a seed.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let bodies = (0..FUNCTIONS).map(|_| writer::function(&mut random));
    [START, &c_programs::functions("uint64_t n, uint32_t u, int i, double d", bodies), END].concat()
}

/// Checks the program of a seed by the compiler under test, at -O1 and -O2, against `llc`'s program,
/// with bitcode of clang at -O0, -O1 or -O2.
///
/// # Errors
/// The first difference, or the rejected module.
pub fn check(target: Target, seed: u64) -> Result<()> {
    let ir_level = [2, 2, 1, 0][(seed % 4) as usize];
    let flags = ["-ffp-contract=off", "-fwrapv"];
    c_programs::check(("branches", seed), target, &program(seed), ir_level, &flags)
}
