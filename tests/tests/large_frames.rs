//! Frames of more than 2 GiB: memory at both ends preserves the stored values, and the unwinder
//! unwinds them. Frames beyond the reach of addresses are rejected.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;

/// The catch handler for an exception from such a frame; its stack is memory that is never written
/// as a whole.
const PROGRAM: &str = r#"
#include <cstdio>
#include <sys/mman.h>
#include <ucontext.h>
static ucontext_t back, there;
[[gnu::noinline]] static void touch(char *large, char *small, long i) {
    large[0] = 1; large[SIZE - 1] = 2; small[0] = 3; small[999999] = 4;
    if (large[0] + large[SIZE - 1] + small[0] + small[999999] != 10) puts("wrong");
    if (i == 7) throw i;
}
[[gnu::noinline]] static long frame(long i) {
    char large[SIZE]; volatile long kept[3] = {i, i * 2, i * 3}; char small[1000000];
    touch(large, small, i);
    long distance = large < small ? small - large - SIZE : large - small - 1000000;
    return kept[i % 3] + large[0] + small[0] + (distance >= 0);
}
static void entry() {
    printf("%ld\n", frame(5));
    try { frame(7); puts("not thrown"); } catch (long i) { printf("caught %ld\n", i); }
}
int main() {
    size_t size = SIZE + 10000000;
    void *stack = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) return 1;
    getcontext(&there);
    there.uc_stack.ss_sp = stack; there.uc_stack.ss_size = size; there.uc_link = &back;
    makecontext(&there, entry, 0);
    return swapcontext(&back, &there);
}
"#;

#[test]
fn frames_above_2_gib_are_as_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in.cpp"), PROGRAM).unwrap();
    let gisel = Compiler::under_test().unwrap();
    for (size, target) in [(3_000_000_000_u64, Target::Riscv64), (4_900_000_000, Target::Aarch64)] {
        for level in [0, 2] {
            let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
            let flags = [format!("-DSIZE={size}l")];
            process::run(&mut build::clang(combo, &path("in.cpp"), &flags, &path("in.bc"))).unwrap();
            process::run(&mut gisel.command(combo, &path("in.bc"), &path("in.o"))).unwrap();
            let (objects, program) = ([path("in.o")], path("program"));
            process::run(&mut build::link_by("g++", target, Mode::Static, &objects, &program).unwrap())
                .unwrap();
            let printed = process::run(&mut build::qemu(target, &program, &[])).unwrap();
            assert_eq!(printed, "20\ncaught 7\n", "{combo}");
        }
    }
}

#[test]
fn frames_as_large_as_half_of_all_addresses_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    let gisel = Compiler::under_test().unwrap();
    let limits = [("riscv32", 31), ("riscv64", 63), ("aarch64", 63)];
    for (arch, bits) in limits {
        // With the saved registers below it, the larger one exceeds the limit.
        for (size, fits) in [((1_u64 << bits) - 4096, true), ((1 << bits) - 1, false)] {
            let text = format!(
                "define void @f() {{\n %a = alloca [{size} x i8]\n call void @g(ptr %a)\n ret void\n}}\ndeclare void @g(ptr)\n"
            );
            fs::write(&input, text).unwrap();
            for level in ["-O0", "-O2"] {
                let mut command = gisel.alone();
                command.args([level, "-filetype=obj", &format!("-mtriple={arch}-linux-gnu"), "-o"]);
                let result = process::run(command.arg(folder.path().join("f.o")).arg(&input));
                assert_eq!(result.is_ok(), fits, "{arch} {level} {size}");
                let named =
                    result.map_or_else(|error| error.to_string().contains("stack frame of"), |_| true);
                assert!(named, "{arch} {level} {size}");
            }
        }
    }
}

/// While a loop probes the stack and moves the stack pointer, the CFA is relative to the register
/// that holds the loop's end.
#[test]
fn frames_are_found_while_they_are_probed() {
    const FUNCTION: &str = r#"declare void @use(ptr)
define void @f() uwtable "probe-stack"="inline-asm" {
  %large = alloca [100000 x i8]
  call void @use(ptr %large)
  ret void
}
"#;
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    fs::write(&input, FUNCTION).unwrap();
    for (target, in_order) in [
        (
            Target::Riscv64,
            [".cfi_def_cfa t0, 100016", "\tsub\tsp, sp, t1", ".cfi_def_cfa_register sp", "\tcall\tuse"],
        ),
        (
            Target::Aarch64,
            [".cfi_def_cfa w16, 100016", "\tstr\txzr, [sp]", ".cfi_def_cfa_register wsp", "\tbl\tuse"],
        ),
    ] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let output = folder.path().join("out.s");
        process::run(&mut Compiler::under_test().unwrap().command_for("asm", combo, &input, &output))
            .unwrap();
        let text = fs::read_to_string(&output).unwrap();
        let places = in_order.map(|line| text.find(line).unwrap_or_else(|| panic!("{line}: {text}")));
        assert!(places.is_sorted(), "{text}");
    }
}
