//! Bitcode among the inputs of `gisel cc`, `gisel --link`, `gisel run` and `gisel ld`: each module
//! by itself, and after link-time optimization. Programs print the same as those of `ld.lld --lto`.

use gisel_tests::build;
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A target: the triple, qemu, the folder of its libraries, and an option that `ld.lld` requires to
/// generate code for the modules' ABI.
struct Target {
    triple: &'static str,
    qemu: &'static str,
    libraries: &'static str,
    of_lld: &'static str,
}

const TARGETS: [Target; 2] = [
    Target {
        triple: "aarch64-linux-gnu",
        qemu: "qemu-aarch64",
        libraries: "/usr/aarch64-linux-gnu",
        of_lld: "-plugin-opt=-mattr=+neon",
    },
    Target {
        triple: "riscv64-linux-gnu",
        qemu: "qemu-riscv64",
        libraries: "/usr/riscv64-linux-gnu",
        of_lld: "-plugin-opt=-mattr=+m,+a,+f,+d,+c",
    },
];

/// The forms of modules: the option of clang.
const FORMS: [&str; 2] = ["-flto=full", "-flto=thin"];

/// The sources of a program: symbols that are weak, hidden, wrapped, undefined, in sections with
/// bounds, in comdat groups, called by machine code, and called by the code generator alone.
const SOURCES: [(&str, &str); 7] = [
    (
        "main.c",
        r#"#include <stdio.h>
#include <string.h>
int weak_one(void), wrapped(int), from_machine(int), order[9], count;
extern int __start_set[], __stop_set[];
extern int maybe(void) __attribute__((weak));
__attribute__((visibility("hidden"))) int hidden_one(void);
const char *first_text(void), *second_text(void);
typedef unsigned __int128 wide;
__attribute__((noinline)) wide divide(wide a, wide b) { return a / b; }
struct big { char bytes[3000]; };
__attribute__((noinline)) void copy(struct big *to, const struct big *from) { *to = *from; }
int helper(int x) { return x + 100; }
__attribute__((constructor)) static void first(void) { order[count++] = 1; }
int main(int argc, char **argv) {
  static struct big a, b;
  memset(&a, argc, sizeof a);
  copy(&b, &a);
  printf("%d %d %d %d\n", weak_one(), wrapped(argc), from_machine(argc), hidden_one());
  printf("%d %d %d\n", (int)(__stop_set - __start_set), first_text() == second_text(), maybe ? maybe() : -1);
  printf("%d %d %d\n", count, b.bytes[2999], (int)divide((wide)argc << 90, 1ull << 62));
  return 0;
}
"#,
    ),
    (
        "first.c",
        r#"extern int order[], count;
__attribute__((weak)) int weak_one(void) { return 1; }
int wrapped(int x) { return x * 10; }
int inner(int x) { return wrapped(x) + 1; }
__attribute__((used, section("set"))) static int one = 2;
__attribute__((visibility("hidden"))) int hidden_one(void) { return 7; }
__attribute__((constructor)) static void second(void) { order[count++] = 2; }
"#,
    ),
    (
        "second.c",
        r#"int __real_wrapped(int);
int weak_one(void) { return 2; }
int __wrap_wrapped(int x) { return __real_wrapped(x) + 1000; }
__attribute__((used, section("set"))) static int two[2] = {2, 3};
"#,
    ),
    (
        "machine.c",
        "int helper(int), inner(int);\nint from_machine(int x) { return helper(x) * 2 + inner(x); }\n",
    ),
    (
        "text1.cpp",
        "inline const char *text() { static char text[] = \"x\"; return text; }\n\
        extern \"C\" const char *first_text() { return text(); }\n",
    ),
    (
        "text2.cpp",
        "inline const char *text() { static char text[] = \"x\"; return text; }\n\
        extern \"C\" const char *second_text() { return text(); }\n",
    ),
    ("unneeded.c", "int is_nowhere(void);\nint unneeded(void) { return is_nowhere(); }\n"),
];

/// The source that is compiled to machine code.
const MACHINE: &str = "machine.c";

/// The output of the program.
const OUTPUT: &str = "2 1010 213 7\n3 1 -1\n2 1 268435456\n";

/// Compiles the sources by clang in a new folder, and makes an archive and a thin archive of those
/// that do not begin the program.
fn modules(target: &Target, form: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    for (name, text) in SOURCES {
        fs::write(at.join(name), text).expect("a source");
        let form = if name == MACHINE { "-fPIC" } else { form };
        clang(at, target, &["-O2", "-fPIC", form, "-c", name]);
    }
    let members = ["first.o", "machine.o", "unneeded.o", "second.o"];
    for (options, name) in [("rc", "liball.a"), ("rcT", "libthin.a")] {
        run(at, Command::new("llvm-ar-22").arg(options).arg(name).args(members));
    }
    folder
}

/// Runs a command that must succeed. Returns its standard output.
fn run(folder: &Path, command: &mut Command) -> String {
    let output = command.current_dir(folder).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn clang(folder: &Path, target: &Target, arguments: &[&str]) {
    run(folder, Command::new("clang-22").arg(format!("--target={}", target.triple)).args(arguments));
}

/// Returns a command of the compiler under test.
fn gisel(arguments: &[&str]) -> Command {
    let mut command = Command::new(build::gisel());
    command.env_remove("GISEL_FALLBACK").env_remove("GISEL_FALLBACK_LOG").args(arguments);
    command
}

/// Runs `gisel cc` for a target.
fn cc(folder: &Path, target: &Target, arguments: &[&str]) {
    run(folder, gisel(&["cc", &format!("--target={}", target.triple)]).args(arguments));
}

/// Runs a command that must fail. Returns its standard error.
fn fail(folder: &Path, command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.current_dir(folder).output().expect("gisel starts");
    assert!(!status.success(), "{command:?}");
    String::from_utf8_lossy(&stderr).into_owned()
}

/// Runs a program under qemu. Returns its output.
fn execute(folder: &Path, target: &Target, program: &str) -> String {
    run(folder, Command::new("timeout").args(["60", target.qemu, "-L", target.libraries, program]))
}

/// Returns the names of the symbols that a file defines; with `dynamic`, of those for other files.
fn defined(path: &Path, dynamic: bool) -> BTreeSet<String> {
    let bytes = fs::read(path).expect("a program");
    let file = object::File::parse(&*bytes).expect("ELF");
    let symbols = if dynamic { file.dynamic_symbols() } else { file.symbols() };
    symbols.filter(|symbol| symbol.is_definition()).filter_map(|s| Some(s.name().ok()?.to_owned())).collect()
}

const OBJECTS: [&str; 6] = ["main.o", "text1.o", "text2.o", "first.o", "machine.o", "second.o"];
const WRAP: &str = "-Wl,--wrap=wrapped";

#[test]
fn programs_print_the_same_in_each_way() {
    let archive = ["main.o", "text1.o", "text2.o", "-Wl,-u,weak_one,-u,__wrap_wrapped"];
    for target in &TARGETS {
        for form in FORMS {
            let folder = modules(target, form);
            let at = folder.path();
            let lld = ["-fuse-ld=lld", form, "-Xlinker", target.of_lld, WRAP, "-o", "reference"];
            clang(at, target, &[&OBJECTS[..], &lld].concat());
            assert_eq!(execute(at, target, "./reference"), OUTPUT, "{} {form}", target.triple);
            // The archive's members are searched for definitions in reverse, for the weak one.
            let inputs: [&[&str]; 3] = [
                &OBJECTS,
                &[&archive[..], &["-L.", "-lall"]].concat(),
                &[&archive[..], &["libthin.a"]].concat(),
            ];
            for (n, inputs) in inputs.into_iter().enumerate() {
                for how in [&[][..], &["-static"], &["-flto"], &["-flto", "-static"], &["-flto", "-no-pie"]] {
                    if n > 0 && how.len() > 1 {
                        continue;
                    }
                    cc(at, target, &[inputs, how, &["-O2", WRAP, "-o", "program"]].concat());
                    let printed = execute(at, target, "./program");
                    assert_eq!(printed, OUTPUT, "{} {form} {inputs:?} {how:?}", target.triple);
                    let symbols = defined(&at.join("program"), false);
                    assert!(!symbols.contains("unneeded"), "the member is not needed");
                    assert!(symbols.contains("inner"), "machine code calls it");
                }
            }
        }
    }
}

#[test]
fn other_commands_take_bitcode() {
    for target in &TARGETS {
        let folder = modules(target, FORMS[0]);
        let at = folder.path();
        clang(at, target, &["-O2", "-emit-llvm", "-S", "main.c", "-o", "main.ll"]);
        let rest = ["text1.o", "text2.o", "first.o", "machine.o", "second.o", "-Wl,--wrap=wrapped"];
        for how in [&["--lto"][..], &[], &["--lto", "--static"]] {
            for main in ["main.o", "main.ll"] {
                let arguments = [&["run", main][..], how, &rest].concat();
                assert_eq!(run(at, &mut gisel(&arguments)), OUTPUT, "{} {arguments:?}", target.triple);
            }
        }
        let arguments = ["--link", "main.o", "text1.o", "text2.o", "-L.", "-lall", "-Wl,--wrap=wrapped"];
        run(at, gisel(&arguments).args(["-Wl,-u,weak_one,-u,__wrap_wrapped", "-o", "program"]));
        assert_eq!(execute(at, target, "./program"), OUTPUT);
    }
}

#[test]
fn bitcode_is_written_and_linked_as_by_clang() {
    for target in &TARGETS {
        let folder = modules(target, FORMS[0]);
        let at = folder.path();
        cc(at, target, &["-O2", "-flto", "-fPIC", "-c", "first.c", "-o", "bitcode.o"]);
        assert!(fs::read(at.join("bitcode.o")).expect("a module").starts_with(b"BC"));
        // A fat object is code without link-time optimization, and bitcode with it.
        clang(at, target, &["-O2", "-flto", "-ffat-lto-objects", "-fPIC", "-c", "first.c", "-o", "fat.o"]);
        let others = ["main.o", "text1.o", "text2.o", "machine.o", "second.o", WRAP, "-o", "program"];
        for how in [&["fat.o"][..], &["fat.o", "-flto"], &["bitcode.o"], &["bitcode.o", "-flto"]] {
            cc(at, target, &[how, &others].concat());
            assert_eq!(execute(at, target, "./program"), OUTPUT, "{} {how:?}", target.triple);
        }
    }
}

#[test]
fn shared_libraries_export_the_same() {
    for target in &TARGETS {
        for form in FORMS {
            let folder = modules(target, form);
            let at = folder.path();
            fs::write(at.join("script"), "{ global: inner; weak_one; local: *; };").expect("a script");
            let inputs = ["first.o", "second.o", "-shared", "-Wl,--version-script=script", form];
            let lld = ["-fuse-ld=lld", "-Xlinker", target.of_lld, "-o", "reference.so"];
            clang(at, target, &[&inputs[..], &lld].concat());
            cc(at, target, &[&inputs[..], &["-o", "own.so"]].concat());
            let exported = defined(&at.join("own.so"), true);
            assert_eq!(exported, defined(&at.join("reference.so"), true), "{} {form}", target.triple);
            assert!(exported.contains("inner") && !exported.contains("wrapped"));
        }
    }
}

#[test]
fn a_linker_by_name_takes_bitcode() {
    for target in &TARGETS {
        let folder = modules(target, FORMS[1]);
        let at = folder.path();
        let linker = at.join("gisel-ld");
        symlink(build::gisel(), &linker).expect("a link");
        let path = format!("--ld-path={}", linker.display());
        for how in [&[][..], &["-flto=thin"]] {
            clang(at, target, &[&OBJECTS[..], how, &[&*path, WRAP, "-o", "program"]].concat());
            assert_eq!(execute(at, target, "./program"), OUTPUT, "{} {how:?}", target.triple);
        }
        assert_eq!(fs::read_dir(at).expect("a folder").count(), 2 * SOURCES.len() + 2 + 2, "no file is left");
    }
}

#[test]
fn relocatable_output_is_one_object() {
    for target in &TARGETS {
        let folder = modules(target, FORMS[0]);
        let at = folder.path();
        for how in [&["-flto"][..], &[]] {
            cc(at, target, &[how, &["-r", "first.o", "machine.o", "-o", "both.o"]].concat());
            let symbols = defined(&at.join("both.o"), false);
            assert!(symbols.contains("inner") && symbols.contains("from_machine"), "{}", target.triple);
        }
    }
}

#[test]
fn other_options_of_linkers_are_honoured() {
    let target = &TARGETS[0];
    let folder = modules(target, FORMS[0]);
    let at = folder.path();
    // Objects after --start-lib are members; optimized code is no member.
    let lazy = ["-Wl,--start-lib", "first.o", "machine.o", "unneeded.o", "second.o", "-Wl,--end-lib"];
    let needed = ["main.o", "text1.o", "text2.o", "-Wl,-u,weak_one,-u,__wrap_wrapped", WRAP, "-o", "program"];
    cc(at, target, &[&lazy[..], &needed, &["-flto", "-fuse-ld=lld"]].concat());
    assert_eq!(execute(at, target, "./program"), OUTPUT);

    let whole =
        ["-Wl,--whole-archive", "some.a", "-Wl,--no-whole-archive", "some.a", "-Wl,--exclude-libs,ALL"];
    run(at, Command::new("llvm-ar-22").args(["rc", "some.a", "first.o", "machine.o", "second.o"]));
    for how in ["-O2", "-flto"] {
        let triple = format!("--target={}", target.triple);
        let arguments = [&["cc", &triple, how, "-v"][..], &whole, &needed].concat();
        let output = gisel(&arguments).current_dir(at).output().expect("gisel starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(said.contains("warning: --exclude-libs has no effect"), how == "-flto", "{said}");
        assert!(said.lines().last().is_some_and(|line| line.contains("--whole-archive")), "{said}");
        assert_eq!(execute(at, target, "./program"), OUTPUT);
    }
}

#[test]
fn failures_name_the_input() {
    let target = &TARGETS[0];
    let folder = modules(target, FORMS[0]);
    let at = folder.path();
    let triple = format!("--target={}", target.triple);
    let cc = |arguments: &[&str]| gisel(&[&["cc", &triple][..], arguments].concat());
    let said = fail(at, &mut cc(&["main.o", "-flto", "-Wl,--lto-emit-asm"]));
    assert!(said.contains("option --lto-emit-asm is not supported at link time"), "{said}");

    let said = fail(at, &mut cc(&["first.o", "first.o", "-flto", "-shared"]));
    assert!(said.contains("duplicate symbol") && said.contains("first.o"), "{said}");
    assert!(!said.contains("/0/"), "{said}");

    let said = fail(at, &mut cc(&["main.o", "-flto"]));
    assert!(said.contains("undefined symbol: weak_one"), "{said}");

    fs::write(at.join("broken.o"), b"BC\xC0\xDE....").expect("a file");
    for how in ["-flto", "-O2"] {
        let said = fail(at, &mut cc(&["main.o", "broken.o", how]));
        assert!(said.contains("broken.o"), "{said}");
    }
    let said = fail(at, &mut cc(&["main.o", "-Xgisel", "-split-machine-functions"]));
    assert!(said.contains("-split-machine-functions"), "{said}");

    // Only clang is on the search path, so there is no linker that optimizes.
    let tools = at.join("tools");
    fs::create_dir(&tools).expect("a folder");
    let found = run(at, Command::new("sh").args(["-c", "command -v clang-22"]));
    symlink(found.trim(), tools.join("clang-22")).expect("a link");
    let said = fail(at, cc(&["main.o", "-flto"]).env("PATH", &tools));
    assert!(said.contains("of the package lld-22"), "{said}");
}

#[test]
fn rejected_modules_fall_back() {
    let target = &TARGETS[1];
    let folder = modules(target, FORMS[0]);
    let at = folder.path();
    let text = "target triple = \"riscv64-unknown-linux-gnu\"\n\
        define i32 @f() partition \"p\" { ret i32 1 }\n";
    fs::write(at.join("f.ll"), text).expect("a module");
    run(at, Command::new("llvm-as-22").args(["f.ll", "-o", "f.o"]));
    let triple = format!("--target={}", target.triple);
    let arguments = ["cc", &triple, "-shared", "f.o", "-o", "f.so"];
    assert!(fail(at, &mut gisel(&arguments)).contains("property partition=p is not supported"));
    let output = gisel(&arguments).arg("--fallback").current_dir(at).output().expect("gisel starts");
    assert!(String::from_utf8_lossy(&output.stderr).contains("f.o is compiled by llc instead"));
}
