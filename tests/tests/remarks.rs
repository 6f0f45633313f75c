//! Remarks of functions (`-pass-remarks…`): printed as by `llc`, and true.

use gisel_tests::target::Target;
use gisel_tests::{build, process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGETS: [Target; 2] = [Target::Aarch64, Target::Riscv64];

/// A function's remarks by name: the lines of each one's document.
type Remarks = BTreeMap<(String, String), Vec<String>>;

fn folder() -> PathBuf {
    sources::work_folder("remarks").expect("a folder")
}

fn bitcode(target: Target) -> PathBuf {
    build::program_bitcode("remarks", "containers", (target, 2), &["-g"]).expect("clang runs")
}

fn read(path: &Path) -> Remarks {
    let text = fs::read_to_string(path).expect("remarks");
    let mut found = Remarks::new();
    for document in text.split("--- ").skip(1) {
        let lines: Vec<String> = document.lines().map(str::to_owned).collect();
        let field = |name: &str| {
            let line = lines.iter().find_map(|line| line.strip_prefix(name)).expect("a field");
            line.trim().trim_matches('\'').to_owned()
        };
        found.insert((field("Function:"), field("Name:")), lines);
    }
    found
}

/// Returns the remarks of `compiler`, all written to a file.
fn remarks(compiler: &Path, input: &Path, options: &[&str]) -> Remarks {
    let output = tempfile::NamedTempFile::new().expect("a file").into_temp_path();
    let mut command = Command::new(compiler);
    command.args(["-O2", "-filetype=obj", "-o", "/dev/null"]).args(options).arg(input);
    process::run(command.arg(format!("-pass-remarks-output={}", output.display()))).expect("it compiles");
    read(&output)
}

/// The same functions have the same remarks, at the same locations, with the same words; the
/// numbers may differ.
#[test]
fn remarks_are_written_as_llc_writes_them() {
    for target in TARGETS {
        let input = bitcode(target);
        let filter = "-pass-remarks-filter=prologepilog|asm-printer";
        let (ours, llc) =
            (remarks(&build::gisel(), &input, &[filter]), remarks(Path::new("llc-22"), &input, &[filter]));
        for name in ["StackSize", "InstructionCount"] {
            let of = |all: &Remarks| -> Vec<(String, Vec<String>)> {
                let named = all.iter().filter(|((_, of), _)| of == name);
                let without_numbers = |lines: &Vec<String>| -> Vec<String> {
                    lines.iter().filter(|line| !line.trim_start().starts_with("- Num")).cloned().collect()
                };
                named.map(|((function, _), lines)| (function.clone(), without_numbers(lines))).collect()
            };
            assert!(!of(&ours).is_empty());
            assert_eq!(of(&ours), of(&llc), "{target:?}");
        }
    }
}

/// The sizes of frames are written for each function, as clang writes them.
#[test]
fn sizes_of_frames_are_written_as_clang_writes_them() {
    let source = "void use(char *);
void fixed(void) { char a[100]; use(a); }
void counted(int n) { char a[n]; use(a); }
int leaf(int x) { return x + 1; }
";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.c"), source).expect("written");
    for target in TARGETS {
        let usage = |compiler: &Path, first: &[&str]| {
            let mut command = Command::new(compiler);
            let args = ["-O2", "-fstack-usage", "-c", "a.c", "-o", "a.o"];
            command.current_dir(folder.path()).args(first).args(args);
            process::run(command.arg(format!("--target={}", target.triple()))).expect("it compiles");
            let text = fs::read_to_string(folder.path().join("a.su")).expect("the sizes");
            let fields = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
            text.lines().map(fields).collect::<Vec<_>>()
        };
        let (ours, clang) = (usage(&build::gisel(), &["cc"]), usage(Path::new("clang-22"), &[]));
        let bytes = |lines: &[Vec<String>]| -> Vec<u64> {
            lines.iter().map(|line| line[1].parse().expect("a number")).collect()
        };
        let names = |lines: &[Vec<String>]| -> Vec<[String; 2]> {
            lines.iter().map(|line| [line[0].clone(), line[2].clone()]).collect()
        };
        assert_eq!(names(&ours), names(&clang), "{target:?}");
        let [fixed, _, leaf] = bytes(&ours)[..] else { panic!("{ours:?}") };
        assert!((100..=bytes(&clang)[0]).contains(&fixed) && leaf == 0, "{ours:?} {clang:?}");
    }
}

/// Functions that both compilers compile to the same code, except the last, where copies depend on
/// the allocator.
const SAME_CODE: &str = r#"target triple = "riscv64-unknown-linux-gnu"
declare void @use(ptr)
define i64 @plain(i64 %a) {
entry:
  %x = add i64 %a, 1
  %y = mul i64 %x, %a
  ret i64 %y
}
define void @frame() {
start:
  %p = alloca [3 x i64], align 8
  call void @use(ptr %p)
  ret void
}
define void @loop(ptr %p) {
entry:
  br label %body
body:
  %t = load volatile i64, ptr %p
  %d = icmp eq i64 %t, 100
  br i1 %d, label %out, label %body
out:
  store volatile i64 0, ptr %p
  ret void
}
define void @asm() {
  call void asm sideeffect "nop", ""()
  ret void
}
define i64 @copies(i64 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %j, %body ]
  %s = phi ptr [ %p, %entry ], [ %q, %body ]
  call void @use(ptr %s)
  %q = load ptr, ptr %s
  %j = add i64 %i, 1
  %d = icmp eq i64 %j, %n
  br i1 %d, label %out, label %body
out:
  ret i64 %j
}
"#;

/// Functions with the same code have the same remarks, including instruction mixes by block and
/// frame layouts. Remarks on loops and copies agree except for numbers.
#[test]
fn all_that_llc_says_of_the_same_code_is_said() {
    let input = folder().join("same_code.ll");
    fs::write(&input, SAME_CODE).expect("a file");
    let written = |compiler: &Path| {
        let output = folder().join("same_code.yaml");
        let mut command = Command::new(compiler);
        command.args(["-O2", "-mattr=+m,+a,+f,+d,+c", "-relocation-model=pic", "-filetype=obj"]);
        command.args(["-pass-remarks-analysis=stack-frame-layout", "-o", "/dev/null"]);
        command.arg(format!("-pass-remarks-output={}", output.display())).arg(&input);
        let done = command.output().expect("it runs");
        let yaml = fs::read_to_string(&output).expect("remarks");
        let mut of_functions: Vec<String> = yaml.split("--- ").skip(1).map(str::to_owned).collect();
        let name = |document: &str| {
            let line = document.lines().find_map(|line| line.strip_prefix("Function:"));
            line.expect("a function").trim().to_owned()
        };
        // llc emits one pass's remarks for all functions before the next pass's.
        of_functions.sort_by_key(|document| (name(document), document.contains("StackSize")));
        (of_functions, String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let ((ours, printed), (llc, printed_by_llc)) = (written(&build::gisel()), written(Path::new("llc-22")));
    let is_copies = |document: &&String| document.contains("Function:        copies\n");
    let without = |documents: &[String]| -> Vec<String> {
        documents.iter().filter(|document| !is_copies(document)).cloned().collect()
    };
    assert_eq!(without(&ours), without(&llc));
    assert!(without(&ours).iter().any(|document| document.contains("INST_PseudoCALL: '1'")), "{ours:?}");
    let spills = |documents: &[String]| -> Vec<String> {
        let of_copies = documents.iter().filter(is_copies).filter(|document| document.starts_with("!Missed"));
        of_copies.map(|document| document.replace(|c: char| c.is_ascii_digit(), "0")).collect()
    };
    assert_eq!(spills(&ours), spills(&llc));
    assert_eq!(spills(&ours).len(), 2, "of the loop, and of the function");
    let layout = |printed: &str, of: &str| {
        let from = printed.split_once(&format!("\nFunction: {of}\n")).expect("a layout").1;
        from.lines().take_while(|line| line.starts_with("Offset")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(layout(&printed, "frame"), layout(&printed_by_llc, "frame"));
    assert_eq!(layout(&printed, "frame").len(), 2, "{printed}");
}

/// The instructions that passes add and remove sum up to the final count.
#[test]
fn sizes_are_followed_from_pass_to_pass() {
    let input = bitcode(Target::Riscv64);
    let found = tempfile::NamedTempFile::new().expect("a file").into_temp_path();
    let mut command = Command::new(build::gisel());
    command.args(["-O2", "-filetype=obj", "-o", "/dev/null", "-pass-remarks-analysis=size-info"]);
    command.arg(format!("-pass-remarks-output={}", found.display())).arg(&input);
    process::run(&mut command).expect("it compiles");
    let text = fs::read_to_string(&found).expect("remarks");
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    let mut count = 0;
    for document in text.split("--- ").filter(|document| document.contains("FunctionMISizeChange")) {
        let lines: Vec<String> = document.lines().map(str::to_owned).collect();
        let name = lines.iter().find(|line| line.starts_with("Function:")).expect("a function").clone();
        let before = sizes.insert(name, number(&lines, "MIInstrsAfter")).unwrap_or(0);
        assert_eq!(before, number(&lines, "MIInstrsBefore"), "{document}");
        count += 1;
    }
    assert!(count > 5 * sizes.len() && !sizes.is_empty(), "{count}");
}

fn number(lines: &[String], key: &str) -> u64 {
    let line = lines.iter().find(|line| line.contains(key)).expect("a number");
    line.split('\'').nth(1).and_then(|number| number.parse().ok()).expect("digits")
}

/// Frame sizes equal the object's, instruction counts the disassembly's, and threads change
/// nothing.
#[test]
fn numbers_are_those_of_the_object() {
    for target in TARGETS {
        let input = bitcode(target);
        let found = remarks(&build::gisel(), &input, &["-j1"]);
        assert_eq!(found, remarks(&build::gisel(), &input, &["-j4"]));
        let mut command = Command::new(build::gisel());
        command.args(["compare", "--json", "-O2"]).arg(&input);
        let text = process::run(&mut command).expect("it is compared");
        let compared: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let functions = compared["functions"].as_array().expect("functions");
        for function in functions {
            let name = function["name"].as_str().expect("a name").to_owned();
            let stack = number(&found[&(name.clone(), "StackSize".to_owned())], "NumStackBytes");
            assert_eq!(function["gisel"]["stack"].as_u64(), Some(stack), "{name}");
            let count = number(&found[&(name.clone(), "InstructionCount".to_owned())], "NumInstructions");
            let real = function["gisel"]["instructions"].as_u64().expect("a number");
            // A call or an address may be two instructions.
            assert!(count <= real && real <= 2 * count, "{name}: {count} of {real}");
        }
    }
}

#[test]
fn requested_remarks_are_printed() {
    let input = folder().join("spills.ll");
    let loads = (0..40).map(|n| format!("  %a{n} = load volatile i64, ptr %p\n")).collect::<String>();
    let stores = (0..40).map(|n| format!("  store volatile i64 %a{n}, ptr %p\n")).collect::<String>();
    let text = format!(
        "target triple = \"riscv64-unknown-linux-gnu\"\ndefine void @f(ptr %p) {{\n{loads}{stores}  ret void\n}}\n"
    );
    fs::write(&input, text).expect("a file");
    let said = |options: &[&str]| {
        let mut command = Command::new(build::gisel());
        let output =
            command.args(["-W", "-o", "/dev/null"]).args(options).arg(&input).output().expect("gisel runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let missed = said(&["-pass-remarks-missed=^regalloc$"]);
    assert!(missed.starts_with("remark: <unknown>:0:0: "), "{missed}");
    for part in [" spills ", " total spills cost ", " reloads ", "generated in function\n"] {
        assert!(missed.contains(part), "{missed}");
    }
    let analysis = said(&["-pass-remarks-analysis=prologepilog"]);
    assert!(
        analysis.ends_with(" stack bytes in function 'f'\n") && analysis.lines().count() == 1,
        "{analysis}"
    );
    assert_eq!(said(&["-pass-remarks-analysis=regalloc", "-pass-remarks-missed=prologepilog"]), "");
    let mut command = Command::new(build::gisel());
    let wrong = command.args(["-pass-remarks-missed=("]).arg(&input).output().expect("gisel runs");
    let message = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success() && message.contains("invalid value '('"), "{message}");
}
