//! `gisel compare`: its findings in modules with known differences, and in programs that are run.

use gisel_tests::build::{self};
use gisel_tests::process;
use gisel_tests::target::Target;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn gisel() -> Command {
    Command::new(build::gisel())
}

/// Returns its output, and its exit code.
fn compare(arguments: &[&str], input: &Path) -> (String, Option<i32>) {
    let output = gisel().arg("compare").args(arguments).arg(input).output().expect("gisel runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.stdout.is_empty(), "{arguments:?}: {errors}");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn json(arguments: &[&str], input: &Path) -> Value {
    let (text, _) = compare(&[arguments, &["--json"]].concat(), input);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Compiles a C program to bitcode.
fn bitcode(target: Target, level: u8, flags: &[&str]) -> PathBuf {
    build::program_bitcode("compare", "sha256", (target, level), flags).expect("clang runs")
}

const TARGETS: [Target; 2] = [Target::Aarch64, Target::Riscv64];

/// Sizes are those of the object's symbols; both objects have the same sections, attributes and
/// unwinding.
#[test]
fn figures_are_those_of_the_objects() {
    for target in TARGETS {
        for level in ["-O0", "-O2"] {
            let input = bitcode(target, 2, &["-g"]);
            let found = json(&[level], &input);
            // Called routines and remaining lines may differ; everything else comes from the
            // module.
            let differences = found["differences"].as_array().expect("differences");
            let is_the_module_s = |kind: &str| ["section", "attribute", "unwinding"].contains(&kind);
            let wrong = differences.iter().find(|d| d["kind"].as_str().is_some_and(is_the_module_s));
            assert_eq!(wrong, None, "{target:?}");
            let object = input.with_extension("o");
            process::run(gisel().args([level, "-filetype=obj", "-o"]).arg(&object).arg(&input))
                .expect("it compiles");
            let sizes = process::run(Command::new("llvm-nm-22").args(["-S", "--defined-only"]).arg(&object))
                .expect("it lists");
            let functions = found["functions"].as_array().expect("functions");
            assert!(!functions.is_empty());
            for function in functions {
                let name = function["name"].as_str().expect("a name");
                let line =
                    sizes.lines().find(|line| line.ends_with(&format!(" {name}"))).expect("the symbol");
                let size = line.split_whitespace().nth(1).expect("its size");
                assert_eq!(function["gisel"]["bytes"].as_u64(), u64::from_str_radix(size, 16).ok(), "{name}");
                assert!(function["gisel"]["instructions"].as_u64() > Some(0), "{name}");
            }
        }
    }
}

/// Both programs print the same; a limit that no compiler reaches makes the command fail.
#[test]
fn programs_are_run() {
    for target in TARGETS {
        let input = bitcode(target, 2, &["-g"]);
        let found = json(&["--run"], &input);
        let run = &found["run"];
        assert_eq!(run["same"], Value::Bool(true), "{target:?}");
        for side in ["gisel", "llc"] {
            let main = run[side]["by_function"]["main"].as_u64();
            assert!(main > Some(0) && run[side]["executed"].as_u64() > main, "{side}: {run}");
        }
        assert_eq!(compare(&["--fail-above", "0.01"], &input).1, Some(1));
        assert_eq!(compare(&["--fail-above", "100"], &input).1, Some(0));
    }
}

/// The emulator enables the extensions of a module's functions. Programs killed by a signal are
/// never equal.
#[test]
fn extensions_are_emulated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let module = |target: &str, body: &str, features: &str| {
        let text = format!(
            "target triple = \"{target}-unknown-linux-gnu\"\n\
             declare i32 @llvm.cttz.i32(i32, i1)\ndeclare void @llvm.trap()\ndeclare half @llvm.sqrt.f16(half)\n\
             @x = global i32 8\n@h = global half 9.0\n\
             define i32 @main() #0 {{\n  %x = load volatile i32, ptr @x\n  %h = load volatile half, ptr @h\n{body}\n}}\n\
             attributes #0 = {{ \"target-features\"=\"{features}\" }}\n\
             !llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"target-abi\", !\"{}\"}}\n",
            if target == "aarch64" { "aapcs" } else { "lp64d" }
        );
        fs::write(&input, text).expect("written");
    };
    let root = "  %r = call half @llvm.sqrt.f16(half %h)\n  %i = fptosi half %r to i32\n  ret i32 %i";
    let vector = "  %i = call i32 asm sideeffect \"vsetivli $0, 3, e8, m1, ta, ma\", \"=r\"()\n  ret i32 %i";
    // `cntb x0`
    let sve = "  call void asm sideeffect \".inst 0x0420e3e0\", \"~{x0}\"()\n  ret i32 3";
    for (target, features, body) in [
        ("riscv64", "+m,+a,+f,+d,+c,+zfh", root),
        ("riscv64", "+m,+a,+f,+d,+c,+v", vector),
        ("aarch64", "+fullfp16", root),
        ("aarch64", "+sve", sve),
    ] {
        module(target, body, features);
        let run = gisel().arg("run").arg(&input).output().expect("gisel runs");
        assert_eq!(run.status.code(), Some(3), "{features}: {}", String::from_utf8_lossy(&run.stderr));
        let (text, code) = compare(&["--run"], &input);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("the programs do the same"), "{text}");
    }
    let trap = "  call void @llvm.trap()\n  unreachable";
    for (target, features) in [("riscv64", "+m,+a,+f,+d,+c"), ("aarch64", "+neon")] {
        module(target, trap, features);
        let (text, code) = compare(&["--run"], &input);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("killed by SIG") && text.contains("both programs were KILLED"), "{text}");
        assert_eq!(json(&["--run"], &input)["run"]["same"], Value::Bool(false));
    }
}

/// An `llc` that compiles another program.
#[test]
fn differences_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let text = "target triple = \"aarch64-unknown-linux-gnu\"\n\
                define i32 @main() { ret i32 0 }\ndefine i32 @\"odd name\"(i32 %x) { %y = udiv i32 %x, 10 ret i32 %y }\n";
    fs::write(&input, text).expect("written");
    let llc = folder.path().join("llc");
    let script = "#!/bin/sh\nsed 's/ret i32 0/ret i32 7/; s/@\"odd name\"/@other/' | llc-22 \"$@\"\n";
    fs::write(&llc, script).expect("written");
    process::run(Command::new("chmod").arg("+x").arg(&llc)).expect("made a program");
    let (text, code) = compare(&["--run", &format!("--llc={}", llc.display())], &input);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("+ symbol odd name: ") && text.contains("- symbol other: "), "{text}");
    assert!(text.contains("exit status: 7") && text.contains("the programs DIFFER"), "{text}");
}

/// Tables of distances refer to the same symbols as llc's.
#[test]
fn distances_name_symbols() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let distance = |of: &str| {
        format!(
            "i32 trunc (i64 sub (i64 ptrtoint (ptr {of} to i64), i64 ptrtoint (ptr @table to i64)) to i32)"
        )
    };
    let words = ["@far", "@near", "getelementptr (i8, ptr @near, i64 1)"].map(distance).join(", ");
    for (target, features) in [("aarch64", ""), ("riscv64", "+m,+a,+f,+d,+c")] {
        let text = format!(
            "target triple = \"{target}-unknown-linux-gnu\"\n@table = dso_local constant [3 x i32] [{words}]\n\
             @near = internal constant i32 5\n@far = external dso_local global i32\n"
        );
        fs::write(&input, text).expect("written");
        let found = json(&[&format!("-mattr={features}")], &input);
        assert_eq!(found["differences"], Value::Array(Vec::new()), "{target}");
    }
    let linked = "@table = constant [2 x i32] [\n\
         i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 ptrtoint (ptr @table to i64)) to i32),\n\
         i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @g to i64), i64 ptrtoint (ptr @table to i64)) to i32)]\n\
         declare void @f()\ndefine dso_local void @g() { ret void }\n";
    for target in ["aarch64", "riscv64"] {
        fs::write(&input, format!("target triple = \"{target}-unknown-linux-gnu\"\n{linked}"))
            .expect("written");
        let object = |compiler: &mut Command| {
            let options = ["-filetype=obj", "-relocation-model=pic", "-mattr=+c", "-o"];
            let options = if target == "riscv64" { &options[..] } else { &["-filetype=obj", "-o"] };
            let object = folder.path().join("a.o");
            process::run(compiler.args(options).arg(&object).arg(&input)).expect("it compiles");
            let relocations =
                process::run(Command::new("llvm-readobj-22").arg("-r").arg(&object)).expect("it lists");
            relocations.lines().filter(|line| line.contains("PLT32")).map(str::to_owned).collect::<Vec<_>>()
        };
        let [ours, theirs] = [object(&mut gisel()), object(&mut Command::new("llc-22"))];
        assert_eq!(ours.len(), 2, "{target}");
        assert_eq!(ours, theirs, "{target}");
    }
}

/// Unused items of the module are in neither object.
#[test]
fn personalities_without_exceptions_leave_no_symbol() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let text = "target triple = \"aarch64-unknown-linux-gnu\"\ndeclare i32 @routine(...)\n\
                define i32 @f() nounwind personality ptr @routine { ret i32 0 }\n";
    fs::write(&input, text).expect("written");
    assert_eq!(json(&[], &input)["differences"], Value::Array(Vec::new()));
}

/// Without explicit extensions, both compile for the same ones.
#[test]
fn both_compile_for_the_same_machine() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let text = "target triple = \"riscv64-unknown-linux-gnu\"\n\
                define double @f(double %x, i64 %n) {\n  %m = mul i64 %n, %n\n  %y = sitofp i64 %m to double\n  \
                %z = fadd double %x, %y\n  ret double %z\n}\n";
    fs::write(&input, text).expect("written");
    let found = json(&["--stages"], &input);
    assert_eq!((&found["differences"], &found["same_code"]), (&Value::Array(Vec::new()), &Value::from(1)));
    let refused = folder.path().join("b.ll");
    fs::write(&refused, text.replace(" {", " partition \"p\" {")).expect("written");
    let output = gisel().args(["--fallback=llc", "-o", "-"]).arg(&refused).output().expect("gisel runs");
    let assembly = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(assembly.contains("fadd.d\tfa0, "), "{assembly}");
}

/// A function is shown side by side, with the IR and the stages.
#[test]
fn functions_stand_side_by_side() {
    let input = bitcode(Target::Riscv64, 0, &["-fno-discard-value-names"]);
    let (text, _) = compare(&["--function", "main", "--stages", "-O0"], &input);
    for expected in
        ["define dso_local ", "after irtranslator", "G_", "after instruction-select", "PseudoCALL", "ret"]
    {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
    let output = gisel().args(["compare", "--function", "nowhere"]).arg(&input).output().expect("gisel runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no function @nowhere"));
}
