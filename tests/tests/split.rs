//! `gisel split`: the modules link to the same program, also those of several modules whose local
//! symbols have the same names.

use gisel_tests::build;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The targets: the triple, qemu, and the folder of the libraries.
const TARGETS: [(&str, &str, &str); 2] = [
    ("aarch64-linux-gnu", "qemu-aarch64", "/usr/aarch64-linux-gnu"),
    ("riscv64-linux-gnu", "qemu-riscv64", "/usr/riscv64-linux-gnu"),
];

/// Local functions, variables, strings and thread-local variables, constructors, aliases, weak and
/// inline functions, addresses of blocks, and a name in assembly.
const SOURCE: &str = r#"#include <stdio.h>
#define QUOTE(x) #x
#define TEXT(x) QUOTE(x)
static int counter = START;
static __thread int per_thread = START;
static const char *const names[] = {"one", "two", "three"};
static int (*handlers[3])(int);
static __attribute__((noinline)) int twice(int x) { counter += x; return 2 * x; }
static __attribute__((noinline)) int next(int x) { per_thread += x; return x + counter; }
static __attribute__((noinline)) int step(int x) {
  static const void *const labels[] = {&&a, &&b, &&c};
  goto *labels[x % 3];
a: return next(x) + 1;
b: return twice(x) + 2;
c: return next(twice(x));
}
__attribute__((constructor)) static void start(void) {
  handlers[0] = twice; handlers[1] = next; handlers[2] = step;
}
static __attribute__((used, noinline)) int in_assembly(int x) { return x - 1; }
__attribute__((weak, noinline)) int shared(int x) { return x * 3; }
inline __attribute__((noinline)) int inlined(int x) { return x ^ 5; }
extern int inlined(int x);
int NAME(int x);
extern int OTHER(int x) __attribute__((alias(TEXT(TARGET))));
int TARGET(int x) { return shared(x) + inlined(x); }
int NAME(int x) {
#ifdef IN_ASSEMBLY
  __asm__(".pushsection .keep, \"a\"\n.8byte in_assembly\n.popsection");
#endif
  int sum = in_assembly(x);
  for (int i = 0; i < 9; i++) {
    sum = handlers[i % 3](sum % 100) + OTHER(i);
    printf("%s %d %d %d\n", names[i % 3], sum, counter, per_thread);
  }
  return sum;
}
"#;

const MAIN: &str = "int first(int), second(int);\nint main(void) { return (first(1) + second(2)) & 63; }\n";

/// The definitions of the macros for each module of `SOURCE`.
const MODULES: [(&str, &[&str]); 2] = [
    ("first", &["-DNAME=first", "-DOTHER=a1", "-DTARGET=t1", "-DSTART=3", "-DIN_ASSEMBLY", "-Dinlined=i1"]),
    ("second", &["-DNAME=second", "-DOTHER=a2", "-DTARGET=t2", "-DSTART=70", "-Dinlined=i2"]),
];

fn succeed(folder: &Path, command: &mut Command) -> Output {
    let output = command.current_dir(folder).output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles, links and runs modules. Returns what the program printed, and its exit code.
fn run(folder: &Path, target: (&str, &str, &str), modules: &[String]) -> (String, Option<i32>) {
    let (triple, qemu, libraries) = target;
    let mut link = Command::new(build::gisel());
    let triple = format!("--target={triple}");
    succeed(folder, link.args(["cc", &triple, "-O2", "-o", "program"]).args(modules));
    let program = Command::new(qemu).args(["-L", libraries, "./program"]).current_dir(folder).output();
    let output = program.expect("qemu starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn split_modules_link_to_the_same_program() {
    for target in TARGETS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = folder.path();
        fs::write(at.join("source.c"), SOURCE).expect("a source");
        fs::write(at.join("main.c"), MAIN).expect("a source");
        for (name, macros) in MODULES {
            let mut clang = Command::new("clang-22");
            clang.args([&format!("--target={}", target.0), "-O1", "-g", "-fPIC", "-emit-llvm", "-c"]);
            succeed(at, clang.args(macros).args(["source.c", "-o", &format!("{name}.bc")]));
        }
        let whole = run(at, target, &["main.c", "first.bc", "second.bc"].map(String::from));
        assert_eq!(whole.0.lines().count(), 18, "{whole:?}");
        for count in [1, 2, 4, 8] {
            let mut modules = vec!["main.c".to_owned()];
            for (name, _) in MODULES {
                let mut split = Command::new(build::gisel());
                succeed(at, split.args(["split", &count.to_string(), &format!("{name}.bc")]));
                modules.extend((0..count).map(|n| format!("{name}.{n}.bc")));
            }
            assert_eq!(run(at, target, &modules), whole, "{} {count}", target.0);
        }
    }
}

#[test]
fn modules_that_cannot_be_split_are_rejected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("asm.ll"), "module asm \".globl f\"\n").expect("a module");
    for (arguments, message) in [
        (&["split", "2", "asm.ll"][..], "module-level assembly"),
        (&["split", "0", "asm.ll"], "1 to 4096"),
        (&["split", "2", "missing.bc"], "cannot read missing.bc"),
        (&["split", "2"], "Usage: gisel split"),
    ] {
        let output = Command::new(build::gisel()).args(arguments).current_dir(folder.path()).output();
        let output = output.expect("gisel starts");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && printed.contains(message), "{arguments:?}: {printed}");
    }
}
