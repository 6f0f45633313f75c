//! Scalable vectors: translated and printed as by `llc`, and rejected by the first pass.

use gisel_tests::build::{self};
use std::fs;
use std::process::{Command, Output};

/// Bodies of functions with two pointers that no calling convention and no intrinsic prevents.
const BODIES: [(&str, &str); 6] = [
    ("copies", "%v = load <vscale x 4 x i32>, ptr %p\nstore <vscale x 4 x i32> %v, ptr %q"),
    (
        "computes",
        "%v = load <vscale x 2 x i64>, ptr %p\n%w = add <vscale x 2 x i64> %v, %v\nstore <vscale x 2 x i64> %w, ptr %q",
    ),
    (
        "widens",
        "%v = load <vscale x 2 x i16>, ptr %p\n%w = zext <vscale x 2 x i16> %v to <vscale x 2 x i64>\n\
         store <vscale x 2 x i64> %w, ptr %q",
    ),
    ("of_one_element", "%v = load <vscale x 1 x i64>, ptr %p\nstore <vscale x 1 x i64> %v, ptr %q"),
    ("of_pointers", "%v = load <vscale x 2 x ptr>, ptr %p\nstore <vscale x 2 x ptr> %v, ptr %q"),
    ("zero", "store <vscale x 16 x i8> zeroinitializer, ptr %q"),
];

fn gisel(target: &str, arguments: &[&str], file: &str) -> Output {
    let path = build::gisel();
    let mut command = Command::new(path);
    command.arg(format!("-mtriple={target}-unknown-linux-gnu")).args(["-mattr=", "-verify-machineinstrs"]);
    command.args(arguments).args([file, "-o", "-"]).output().expect("gisel runs")
}

/// They are not supported as arguments, results and inline assembly operands.
#[test]
fn are_refused_by_the_translator() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bodies = [
        "%v = load <vscale x 4 x i32>, ptr %p\ncall void @takes(<vscale x 4 x i32> %v)",
        "%v = call <vscale x 4 x i32> @gives()\nstore <vscale x 4 x i32> %v, ptr %q",
        "%v = load <vscale x 4 x i32>, ptr %p\ncall void asm \"\", \"r\"(<vscale x 4 x i32> %v)",
        "%v = load <vscale x 4 x i32>, ptr %p\ncall void asm \"\", \"^cR\"(<vscale x 4 x i32> %v)",
    ];
    for (n, body) in bodies.into_iter().enumerate() {
        let file = folder.path().join(format!("{n}.ll"));
        let text = format!(
            "declare void @takes(<vscale x 4 x i32>)\ndeclare <vscale x 4 x i32> @gives()\n\
             define void @f(ptr %p, ptr %q) {{\n{body}\nret void\n}}\n"
        );
        fs::write(&file, text).expect("written");
        for target in ["riscv64", "aarch64"] {
            let output = gisel(target, &["-stop-after=irtranslator"], &file.to_string_lossy());
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(
                ["scalable vectors", "unsupported type <vscale"].iter().any(|words| message.contains(words)),
                "{body}: {message}"
            );
        }
    }
}

/// Without the check, mere copies would copy only the vector's minimum size.
#[test]
fn are_refused_by_the_first_pass() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, body) in BODIES {
        let file = folder.path().join(format!("{name}.ll"));
        fs::write(&file, format!("define void @{name}(ptr %p, ptr %q) {{\n{body}\nret void\n}}\n"))
            .expect("written");
        let file = file.to_string_lossy();
        for target in ["riscv64", "aarch64"] {
            for level in ["-O0", "-O2"] {
                let output = gisel(target, &[level, "-filetype=asm"], &file);
                let message = String::from_utf8_lossy(&output.stderr);
                let expected = format!("in function '{name}': scalable vectors are not supported");
                assert!(
                    !output.status.success() && message.contains(&expected),
                    "{target} {level}: {message}"
                );
            }
            let shown = gisel(target, &["-stop-after=irtranslator"], &file);
            let mir = String::from_utf8_lossy(&shown.stdout).into_owned();
            assert!(mir.contains("<vscale x "), "{target}: {mir}{}", String::from_utf8_lossy(&shown.stderr));
            let dump = folder.path().join(format!("{name}.mir"));
            fs::write(&dump, &mir).expect("written");
            let again = gisel(target, &["-run-pass=none"], &dump.to_string_lossy());
            assert_eq!(String::from_utf8_lossy(&again.stdout), mir, "{target}: {name}");
            let legalized = gisel(target, &["-run-pass=legalizer"], &dump.to_string_lossy());
            assert!(!legalized.status.success(), "{target}: {name} is legalized");
        }
    }
}
