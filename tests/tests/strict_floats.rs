//! Floating point under `FENV_ACCESS`: results in each rounding mode, and the raised exceptions,
//! compared with a program compiled by `llc`.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::sources::package_folder;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;

fn check(target: Target) {
    let folder = package_folder().join("strict");
    let expected = fs::read_to_string(folder.join("floats.expected")).expect("committed");
    let gisel = Compiler::under_test().expect("gisel has been built");
    for (ir_level, level) in [(0, 0), (0, 2), (2, 0), (2, 1), (2, 2)] {
        let combo = Combo { target, ir_level, level, mode: Mode::Static };
        let made = tempfile::tempdir().expect("a temporary folder");
        let [bitcode, object, program] =
            ["floats.bc", "floats.o", "floats"].map(|name| made.path().join(name));
        let flags = ["-fno-math-errno".to_owned()];
        build::run_all(&mut [
            build::clang(combo, &folder.join("floats.c"), &flags, &bitcode),
            gisel.command(combo, &bitcode, &object),
            build::link(target, combo.mode, &[object], &program).expect("a command"),
        ])
        .unwrap();
        let printed = process::run(&mut build::qemu(target, &program, &[])).unwrap();
        assert_eq!(process::first_difference(&expected, &printed), None, "{combo:?}");
    }
}

#[test]
fn modes_and_exceptions_are_right_on_riscv64() {
    check(Target::Riscv64);
}

#[test]
fn modes_and_exceptions_are_right_on_aarch64() {
    check(Target::Aarch64);
}
