//! Damaged and extreme inputs: a few seeds of each kind that `cargo xtask fuzz` checks for hours,
//! and inputs that were once too large.

use gisel_tests::build::{self};
use gisel_tests::damage::{self, Kind};
use gisel_tests::process;
use gisel_tests::target::Target;
use std::time::Duration;

#[test]
fn damaged_assembly_and_bitcode_is_read_or_refused() {
    damage::fuzz(Kind::Reader, 1..33, None).expect("no faults");
}

#[test]
fn damaged_mir_is_compiled_or_refused() {
    damage::fuzz(Kind::Mir, 1..33, None).expect("no faults");
}

#[test]
fn changed_ir_is_compiled_or_refused() {
    damage::fuzz(Kind::Mutants, 1..33, None).expect("no faults");
}

/// Returns IR that loads two operands of a type, and stores the operation's result.
fn operation(opcode: &str, ty: &str) -> String {
    format!(
        "define void @f(ptr %p) {{\n  %a = load {ty}, ptr %p\n  %b = {opcode} {ty} %a, %a\n  store {ty} %b, ptr %p\n  ret void\n}}\n"
    )
}

/// Inputs that need too much memory are rejected; merely large ones are not.
#[test]
fn too_large_inputs_are_rejected() {
    let cases = [
        (operation("and", "i65536"), None),
        (operation("mul", "i4096"), None),
        (operation("mul", "i8192"), Some("is not supported by the target")),
        (operation("add", "i8388607"), Some("value of type i8388607 with too many parts")),
        (operation("add", "<4096 x i8>"), None),
        (operation("add", "<65535 x i128>"), Some("value of type <65535 x i128> with too many parts")),
        (operation("add", "<70000 x i8>"), Some("<70000 x i8>")),
        ("@g = global [400000000000 x i64] zeroinitializer\n".into(), None),
        (
            "@g = constant [400000000000 x i64] zeroinitializer\n".into(),
            Some("in global 'g': content of 3200000000000 bytes is too large"),
        ),
        (
            "@g = global { [400000000000 x i8], i8 } { [400000000000 x i8] zeroinitializer, i8 1 }\n".into(),
            Some("initialiser too large"),
        ),
    ];
    let gisel = build::gisel();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("large.ll");
    for (text, expected) in cases {
        std::fs::write(&input, &text).expect("written");
        for target in Target::ALL {
            let mut command = process::in_limited_memory(&gisel);
            command.arg(format!("-mtriple={}", target.triple())).args([
                "-O0",
                "-filetype=obj",
                "-o",
                "/dev/null",
            ]);
            let ending =
                process::limited(command.arg(&input), &folder.path().join("log"), Duration::from_secs(60))
                    .expect("gisel starts");
            let as_expected = match expected {
                None => ending.code == Some(0),
                Some(expected) => ending.code == Some(1) && ending.errors.contains(expected),
            };
            let first: String = text.lines().take(3).collect();
            assert!(as_expected, "{}: {first}\nended with {}: {}", target.arch(), ending.how, ending.errors);
        }
    }
}
