//! Whole assembly files: for a module with the same code, the whole file equals llc's, and scripts
//! that parse llc's assembly work.

use gisel_tests::sources;
use gisel_tests::{build, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Triples, each with the extensions of its machine.
const MACHINES: [(&str, &str); 2] = [("aarch64-linux-gnu", ""), ("riscv64-linux-gnu", "+m,+a,+f,+d,+c")];

fn assembly(compiler: &Path, (triple, features): (&str, &str), input: &Path, level: &str) -> String {
    let model = if triple.starts_with("riscv64") { "medium" } else { "small" };
    let mut command = Command::new(compiler);
    command.args([level, "-relocation-model=pic", "-code-model", model, "-o", "-"]);
    command.arg(format!("-mtriple={triple}")).arg(format!("-mattr={features}")).arg(input);
    process::run(&mut command).expect("it compiles")
}

fn file(name: &str) -> PathBuf {
    sources::package_folder().join("assembly").join(name)
}

/// Returns the lines except the attribute that lists extensions, where llc also names implied ones.
/// For a thread-local variable, llc only marks the section.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with("\t.attribute\t5, "));
    lines.map(|line| line.replace("@tls_object    ", "@object        ")).collect()
}

/// A file, the levels, the machines, and a required substring.
type Module = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)], &'static str);

/// Modules whose code equals llc's.
#[rustfmt::skip]
const MODULES: [Module; 6] = [
    // Numbers, text, pointers and padding, by the variables' types.
    ("contents.ll", &["-O2"], &MACHINES, " fp128 1\n"),
    // Tables of throwing calls, with types, filters and cleanups; remembered CFI states.
    ("whole/exceptions.ll", &["-O2"], &MACHINES, " >> Catch TypeInfos <<\n"),
    // Aliases, constructors, hidden and weak symbols, sections, assembly.
    ("whole/module.ll", &["-O0", "-O2"], &MACHINES, " Start of file scope inline assembly\n"),
    // Blocks with their address taken.
    ("whole/addresses.ll", &["-O0", "-O2"], &MACHINES, " Block address taken\n"),
    // Constants that functions load.
    ("whole/constants.ll", &["-O0"], &MACHINES, " double 3.1415926535897931\n"),
    ("whole/vectors.ll", &["-O0", "-O2"], &[MACHINES[0]], " float 3.5\n"),
];

/// Directives, labels and comments equal llc's, in the same order.
#[test]
fn modules_are_written_as_llc_writes_them() {
    for (name, levels, machines, said) in MODULES {
        for (&machine, &level) in
            machines.iter().flat_map(|machine| levels.iter().map(move |level| (machine, level)))
        {
            let [ours, llc] = [build::gisel(), "llc-22".into()]
                .map(|compiler| assembly(&compiler, machine, &file(name), level));
            let differs = lines(&ours).into_iter().zip(lines(&llc)).find(|(ours, llc)| ours != llc);
            assert_eq!(differs, None, "{name} {level} {machine:?}");
            assert_eq!(lines(&ours).len(), lines(&llc).len(), "{name} {level} {machine:?}");
            assert!(ours.contains(said), "{ours}");
        }
    }
}

/// Functions of all kinds, which LLVM's `update_llc_test_checks.py` must find.
const FUNCTIONS: &str = r#"
$comdat = comdat any
define i32 @plain() { ret i32 0 }
define void @"quoted name"() { ret void }
define void @"dollar$name"() { ret void }
define void @dots.in.name() { ret void }
define linkonce_odr void @comdat() comdat { ret void }
define dso_local void @dso() nounwind { ret void }
define void @unreachable() { unreachable }
define void @prefix() prefix i32 5 { ret void }
define i32 @landing() personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @plain() to label %ok unwind label %caught
ok:
  ret i32 %r
caught:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
define void @endless(ptr %p) {
  br label %again
again:
  store volatile i32 0, ptr %p
  br label %again
}
define void @section() section "foo" { ret void }
define void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}
define double @constant() { ret double 1.2345 }
define void @patchable() "patchable-function-entry"="2" { ret void }
declare i32 @__gxx_personality_v0(...)
"#;

/// Returns the functions that match the script's expressions: a label with the function's name as a
/// comment, and an end. On RISC-V, no colon precedes the first comment with a block's name, except
/// in `.L…$local` and `.Lfunc_begin…`.
fn found<'a>(text: &'a str, comment: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let Some((name, of_line)) = line.split_once(':').filter(|(name, _)| !name.starts_with(['\t', ' ']))
        else {
            continue;
        };
        let bare = name.trim_matches('"');
        let names_it = of_line.trim().strip_prefix(comment).map(str::trim_start);
        let is_named =
            names_it.and_then(|text| text.strip_prefix('@')).is_some_and(|it| it.trim_matches('"') == bare);
        let body = &lines[n + 1..];
        let has_start = comment != "#"
            || body
                .iter()
                .find(|line| {
                    line.contains(':') && !line.contains("$local:") && !line.starts_with(".Lfunc_begin")
                })
                .is_some_and(|line| line.starts_with("# "));
        let has_end = body.iter().any(|line| line.starts_with(".Lfunc_end"));
        if is_named && has_start && has_end {
            found.push(bare);
        }
    }
    found
}

#[test]
fn scripts_find_every_function() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("functions.ll");
    fs::write(&input, FUNCTIONS).expect("written");
    let count = FUNCTIONS.lines().filter(|line| line.starts_with("define")).count();
    for machine in MACHINES {
        let comment = if machine.0.starts_with("riscv64") { "#" } else { "//" };
        for level in ["-O0", "-O2"] {
            for compiler in [build::gisel(), "llc-22".into()] {
                let text = assembly(&compiler, machine, &input, level);
                assert_eq!(found(&text, comment).len(), count, "{machine:?} {level}: {text}");
            }
        }
    }
}

/// Checks generated from llc's text hold for gisel's.
#[test]
fn checks_of_llc_s_text_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let functions = ["dots.in.name", "unreachable", "prefix", "section", "assembly", "patchable"];
    fs::write(path("functions.ll"), FUNCTIONS).expect("written");
    for machine in MACHINES {
        let [ours, llc] = [build::gisel(), "llc-22".into()]
            .map(|compiler| assembly(&compiler, machine, &path("functions.ll"), "-O2"));
        let mut checks = String::new();
        for name in functions {
            let (_, rest) = llc.split_once(&format!("\n{name}:")).expect("a function");
            let (body, _) = rest.split_once("-- End function").expect("its end");
            checks += &format!("CHECK-LABEL: {name}:\n");
            let is_line = |line: &&str| !line.trim().is_empty() && !line.contains(".L");
            for line in body.lines().skip(1).filter(is_line) {
                checks += &format!("CHECK: {}\n", line.trim());
            }
        }
        fs::write(path("checks"), &checks).expect("written");
        fs::write(path("text"), &ours).expect("written");
        let mut command = Command::new("FileCheck-22");
        process::run(command.arg(path("checks")).arg("--input-file").arg(path("text")))
            .expect("the checks hold");
    }
}
