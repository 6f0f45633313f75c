//! Random vector shuffles: permutations of registers, accesses to memory whose elements are
//! separated into members of structures or interleaved from them, arithmetic on lanes that are
//! extended and narrowed, masks, and tuples that several blocks store. The compiler under test and
//! `llc` compile the same functions, and both programs must print the same. `llc` cannot compile
//! all intrinsics that separate or interleave elements, so its module has shuffles instead.
//!
//! No result depends on an undefined lane: it is replaced by zero before a vector is stored, or in
//! memory after an interleaved vector is stored. The operands of a function lie at the end of
//! accessible memory, then at its start, which stops a program that reads too much.

mod accesses;
mod masks;
mod narrowing;
mod permutations;
mod tuples;
mod writer;

use crate::agreement::{self, Run};
use crate::build::{self, Compiler};
use crate::random::Random;
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use writer::Writer;

/// The number of functions in a module.
pub const FUNCTIONS: usize = 100;

/// The caller of the functions: it prints a line for each, with a sum of the results.
const HARNESS: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
struct entry { const char *name; void (*function)(const void *, void *); uint64_t in, out; };
extern const struct entry entries[];
extern const int count;
enum { PAGE = 4096, SIZE = 4 * PAGE };
static uint8_t *memory(void) {
    uint8_t *base = mmap(0, SIZE + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(base + PAGE, SIZE, PROT_READ | PROT_WRITE);
    return base + PAGE;
}
int main(void) {
    uint8_t *in = memory(), *out = memory();
    uint64_t state = 88172645463325252u;
    for (int n = 0; n < count; n++) {
        uint64_t sum = 14695981039346656037u;
        for (int round = 0; round < 4; round++) {
            for (int k = 0; k < SIZE; k++) {
                state ^= state << 13, state ^= state >> 7, state ^= state << 17;
                in[k] = state, out[k] = 165;
            }
            int start = round % 2 ? 0 : SIZE;
            entries[n].function(start ? in + SIZE - entries[n].in : in, start ? out + SIZE - entries[n].out : out);
            for (int k = 0; k < SIZE; k++) sum = (sum ^ out[k]) * 1099511628211u;
        }
        printf("%s %016llx\n", entries[n].name, (unsigned long long)sum);
        fflush(stdout);
    }
    return 0;
}
"#;

/// Returns the module of a seed, with or without intrinsics.
fn module(target: Target, seed: u64, intrinsics: bool) -> String {
    let mut random = Random::new(seed);
    let (mut text, mut rows) = (format!("target triple = \"{}\"\n", target.triple()), Vec::new());
    let mut declares = BTreeSet::new();
    for n in 0..FUNCTIONS {
        let mut writer = Writer::new(&mut random, intrinsics);
        match n % 8 {
            0 => accesses::separate(&mut writer),
            1 => accesses::interleave(&mut writer),
            2 | 3 => narrowing::narrow(&mut writer),
            4 | 5 => masks::mask(&mut writer),
            6 => tuples::tuple(&mut writer, target),
            _ => permutations::permute(&mut writer),
        }
        let name = format!("f{n}");
        let _ = writeln!(text, "@n{n} = private constant [{} x i8] c\"{name}\\00\"", name.len() + 1);
        let _ = writeln!(text, "define void @{name}(ptr %in, ptr %out) {{\n{}  ret void\n}}", writer.text);
        let (read, written) = writer.sizes();
        rows.push(format!(
            "{{ ptr, ptr, i64, i64 }} {{ ptr @n{n}, ptr @{name}, i64 {read}, i64 {written} }}"
        ));
        declares.append(&mut writer.declares);
    }
    declares.iter().for_each(|line| text += line);
    let _ = writeln!(
        text,
        "@entries = constant [{FUNCTIONS} x {{ ptr, ptr, i64, i64 }}] [{}]\n@count = constant i32 {FUNCTIONS}",
        rows.join(", ")
    );
    text
}

/// Checks the module of a seed by the compiler under test, at -O0, -O1 and -O2, against `llc`'s
/// program.
///
/// # Errors
/// The first difference, or the rejected module.
pub fn check(target: Target, seed: u64) -> Result<()> {
    let folder = sources::work_folder(&format!("shuffles/{}/{seed}", target.arch()))?;
    let [input, plain, source, harness] =
        ["module.ll", "plain.ll", "harness.c", "harness.o"].map(|name| folder.join(name));
    fs::write(&input, module(target, seed, true)).map_err(|e| e.to_string())?;
    fs::write(&plain, module(target, seed, false)).map_err(|e| e.to_string())?;
    fs::write(&source, HARNESS).map_err(|e| e.to_string())?;
    process::run(&mut build::gcc_object(target, Mode::Static, &source, &harness))?;
    let gisel = Compiler::under_test()?;
    let run = |compiler, level, input| {
        let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
        Run { compiler, combo, input }
    };
    let runs = [run(&Compiler::Llc, 2, &plain)].into_iter().chain([0, 1, 2].map(|n| run(&gisel, n, &input)));
    agreement::check(runs, &[harness], &folder, seed)
}
