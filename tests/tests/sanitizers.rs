//! Programs that clang instruments, with gcc's runtime libraries: their reports equal those of
//! llc's programs.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::sources;
use gisel_tests::target::{Combo, Mode, Target};
use std::path::Path;
use std::process::Command;

/// Returns the command to run a program whose runtime library has shadow memory: RISC-V's requires
/// 38-bit addresses.
fn qemu(target: Target, program: &Path) -> Command {
    let mut command = Command::new(format!("qemu-{}", target.arch()));
    if target == Target::Riscv64 {
        command.args(["-R", "0x4000000000"]);
    }
    command.arg("-L").arg(target.sysroot()).arg(program);
    command
}

/// Returns the report without addresses, process numbers and values that depend on the program's
/// file.
fn report(command: &mut Command) -> String {
    let ended = command
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0:symbolize=0")
        .output()
        .unwrap();
    let text =
        [ended.stdout, ended.stderr].map(|stream| String::from_utf8_lossy(&stream).into_owned()).concat();
    let told = |line: &&str| {
        ["runtime error", "ERROR", " of size ", "is located", "end "].iter().any(|word| line.contains(word))
            || line.starts_with(|c: char| c.is_ascii_digit())
    };
    let without_addresses = |line: &str| {
        let words = line.split(' ').filter(|word| !word.contains("0x") && !word.starts_with("=="));
        words.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = text.lines().filter(told).map(without_addresses).collect();
    format!("{:?}\n{}", ended.status.code(), lines.join("\n"))
}

/// Builds a program from an instrumented source by `compiler`.
fn built(compiler: &Compiler, combo: Combo, sanitizer: &str, bitcode: &Path, program: &Path) {
    let object = program.with_extension("o");
    process::run(&mut compiler.command(combo, bitcode, &object)).unwrap();
    let mut link = Command::new(format!("{}-gcc", combo.target.gnu()));
    link.arg(format!("-fsanitize={sanitizer}")).arg(&object).arg("-o").arg(program);
    process::run(&mut link).unwrap();
}

fn bitcode(combo: Combo, sanitizer: &str, folder: &Path) -> std::path::PathBuf {
    let bitcode = folder.join(format!("{sanitizer}.bc"));
    let source = sources::package_folder().join("sanitizers").join(format!("{sanitizer}.c"));
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", combo.target.gnu())).arg(format!("-O{}", combo.ir_level));
    clang.args(["-g0", "-w", "-fPIC", "-emit-llvm", "-c"]);
    process::run(clang.arg(format!("-fsanitize={sanitizer}")).arg(source).arg("-o").arg(&bitcode)).unwrap();
    bitcode
}

/// Compares the reports of this compiler's and llc's programs; every case except "0" must report
/// an error.
fn compare(target: Target, sanitizer: &str, cases: &[&str], error: &str) {
    let folder = tempfile::tempdir().unwrap();
    let own = Compiler::under_test().unwrap();
    let combo = Combo { target, ir_level: 1, level: 2, mode: Mode::Pie };
    let bitcode = bitcode(combo, sanitizer, folder.path());
    let programs = [&own, &Compiler::Llc].map(|compiler| {
        let program = folder.path().join(if *compiler == Compiler::Llc { "theirs" } else { "own" });
        built(compiler, combo, sanitizer, &bitcode, &program);
        program
    });
    for case in cases {
        let [own, theirs] = programs.each_ref().map(|program| report(qemu(target, program).arg(case)));
        assert_eq!(own, theirs, "{combo} {sanitizer} {case}");
        assert_eq!(own.contains(error), *case != "0", "{combo} {sanitizer} {case}: {own}");
    }
}

#[test]
fn addresses_are_checked() {
    for target in Target::ALL {
        compare(target, "address", &["0", "2"], "AddressSanitizer");
    }
}

/// gcc has the library only for AArch64.
#[test]
fn undefined_operations_are_reported() {
    compare(Target::Aarch64, "undefined", &["1"], "runtime error");
}
