//! `gisel cc` and `gisel c++`: clang's command line, with code of this compiler.

use gisel_tests::build;
use object::{Object, ObjectSection};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The targets, and the folder of their libraries.
const TARGETS: [(&str, &str, &str); 2] = [
    ("aarch64-linux-gnu", "qemu-aarch64", "/usr/aarch64-linux-gnu"),
    ("riscv64-linux-gnu", "qemu-riscv64", "/usr/riscv64-linux-gnu"),
];

const MAIN: &str = r#"#include <math.h>
#include <stdio.h>
int add(int, int);
int main(int count, char **arguments) {
  printf("%d %g %s\n", add(count, 2), floor(count + 0.5), arguments[1]);
  return 3;
}
"#;

const ADD: &str = "int add(int a, int b) { return a + b; }\n";

const CATCHES: &str = r#"#include <iostream>
#include <vector>
int main() {
  std::vector<int> values{1, 2, 3};
  try { values.at(7); } catch (const std::exception &) { std::cout << "caught\n"; }
}
"#;

/// Prints the rounding mode as C numbers it.
const MODES: &str = r#"#include <float.h>
#include <stdio.h>
static void set(int mode) {
#ifdef __riscv
  const int numbers[] = {1, 0, 3, 2};
  __asm__ volatile("fsrm %0" : : "r"(numbers[mode]));
#else
  __builtin_set_flt_rounds(mode);
#endif
}
int main(void) {
  for (int mode = 0; mode < 4; mode++) {
    int before = FLT_ROUNDS;
    set(mode);
    int now = FLT_ROUNDS;
    set(1);
    printf("%d %d\n", before, now);
  }
}
"#;

const ASSEMBLY: &str = "#define NAME add\n.globl NAME\nNAME:\n  ret\n";

/// Arguments that are rejected: code of functions is never split.
const REJECTED: [&str; 3] = ["-fsplit-machine-functions", "-O2", "-c"];

/// A module that is rejected: the instruction is in none of the tables.
const UNKNOWN_INSTRUCTION: &str = "void f(void) { __asm__(\"ptrue p0.b\"); }\n";

/// Creates a folder with sources.
fn sources() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [("main.c", MAIN), ("add.c", ADD), ("catch.cpp", CATCHES), ("add.S", ASSEMBLY)];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a source");
    }
    folder
}

/// Runs a compiler command in a folder.
fn call(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(build::gisel());
    command.current_dir(folder).args(arguments);
    command.env_remove("GISEL_FALLBACK").env_remove("GISEL_FALLBACK_LOG");
    command.output().expect("gisel starts")
}

/// Runs a compiler command that must succeed. Returns its standard output.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = call(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a compiler command that must fail with this code. Returns its standard error.
fn fail(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = call(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the names of an object's sections.
fn section_names(path: &Path) -> Vec<String> {
    let bytes = fs::read(path).expect("an object");
    let file = object::File::parse(&*bytes).expect("ELF");
    file.sections().filter_map(|section| section.name().ok().map(str::to_owned)).collect()
}

#[test]
fn programs_are_compiled_and_linked_in_one_step() {
    let folder = sources();
    let at = folder.path();
    for (triple, qemu, libraries) in TARGETS {
        let target = format!("--target={triple}");
        for flags in [&["-O2"][..], &["-O0", "-g"], &["-Os", "-static"], &["-O3", "-fno-pie", "-no-pie"]] {
            let arguments = [&["cc", &target][..], flags, &["main.c", "add.c", "-o", "main", "-lm"]].concat();
            succeed(at, &arguments);
            let run = Command::new(qemu).args(["-L", libraries, "./main", "x y"]).current_dir(at).output();
            let run = run.expect("qemu starts");
            assert_eq!(run.status.code(), Some(3), "{triple} {flags:?}");
            assert_eq!(String::from_utf8_lossy(&run.stdout), "4 2 x y\n", "{triple} {flags:?}");
        }
        succeed(at, &["c++", &target, "-O2", "catch.cpp", "-o", "catch"]);
        let run = Command::new(qemu).args(["-L", libraries, "./catch"]).current_dir(at).output();
        assert_eq!(String::from_utf8_lossy(&run.expect("qemu starts").stdout), "caught\n", "{triple}");
    }
}

/// The C library's routines for rounding modes are in its mathematical library.
#[test]
fn rounding_modes_need_no_library() {
    let folder = sources();
    let at = folder.path();
    fs::write(at.join("modes.c"), MODES).expect("a source");
    for (triple, qemu, libraries) in TARGETS {
        for level in ["-O0", "-O2"] {
            succeed(at, &["cc", &format!("--target={triple}"), level, "modes.c", "-o", "modes"]);
            let run = Command::new(qemu).args(["-L", libraries, "./modes"]).current_dir(at).output();
            let printed = String::from_utf8_lossy(&run.expect("qemu starts").stdout).into_owned();
            assert_eq!(printed, "1 0\n1 1\n1 2\n1 3\n", "{triple} {level}");
        }
    }
}

#[test]
fn the_object_is_the_one_of_bitcode() {
    let folder = sources();
    let at = folder.path();
    for (triple, ..) in TARGETS {
        let target = format!("--target={triple}");
        succeed(at, &["cc", &target, "-O2", "-c", "-ffunction-sections", "-fPIC", "main.c", "-o", "one.o"]);
        let clang = Command::new("clang-22")
            .args([&target, "-O2", "-c", "-emit-llvm", "-fPIC", "main.c", "-o", "main.bc"])
            .current_dir(at)
            .status();
        assert!(clang.expect("clang starts").success());
        let options = ["-filetype=obj", "-function-sections", "-addrsig", "-relocation-model=pic"];
        succeed(at, &[&options[..], &["main.bc", "-o", "two.o"]].concat());
        let read = |name: &str| fs::read(at.join(name)).expect("an object");
        assert!(read("one.o") == read("two.o"), "{triple}");
        assert!(section_names(&at.join("one.o")).iter().any(|name| name == ".text.main"));
    }
}

#[test]
fn dependencies_preprocessing_and_assembly_are_clangs() {
    let folder = sources();
    let at = folder.path();
    let target = "--target=aarch64-linux-gnu";
    succeed(at, &["cc", target, "-MMD", "-c", "add.c", "-o", "x.o"]);
    assert_eq!(fs::read_to_string(at.join("x.d")).expect("dependencies"), "x.o: add.c\n");
    assert!(succeed(at, &["cc", target, "-E", "add.c"]).ends_with(ADD));
    assert!(succeed(at, &["cc", target, "-S", "-O1", "-o", "-", "add.c"]).contains("add\tw0, w1, w0"));
    succeed(at, &["cc", target, "-c", "add.S", "-o", "s.o"]);
    assert!(section_names(&at.join("s.o")).iter().any(|name| name == ".text"));
    assert!(succeed(at, &["cc", "--version"]).contains("clang version"));
    assert!(succeed(at, &["cc", target, "-dumpmachine"]).contains("aarch64"));
    fs::write(at.join("arguments"), format!("{target} -c add.c -o r.o")).expect("a response file");
    succeed(at, &["cc", "@arguments"]);
    assert!(at.join("r.o").exists());
}

#[test]
fn failures_have_clangs_codes_and_leave_nothing() {
    let folder = sources();
    let at = folder.path();
    let target = "--target=riscv64-linux-gnu";
    fs::write(at.join("wrong.c"), "int x = y;\n").expect("a source");
    assert!(fail(at, &["cc", target, "-c", "wrong.c"], 1).contains("undeclared identifier 'y'"));
    assert!(!at.join("wrong.o").exists());
    assert!(fail(at, &["cc", target, "-c", "missing.c"], 1).contains("no such file"));
    assert!(fail(at, &["cc", target, "-c", "-fno-such-thing", "add.c"], 1).contains("-fno-such-thing"));
    assert!(fail(at, &["cc", "--target=x86_64-linux-gnu", "-c", "add.c"], 1).contains("no code for"));
    assert!(fail(at, &["cc", target, "main.c"], 1).contains("linker command failed"));
    let message = "unable to open output file 'no/x.o': 'No such file or directory'";
    assert!(fail(at, &["cc", target, "-c", "add.c", "-o", "no/x.o"], 1).contains(message));
}

#[test]
fn a_failed_job_stops_only_jobs_that_read_its_output() {
    let folder = sources();
    let at = folder.path();
    let target = "--target=aarch64-linux-gnu";
    fs::write(at.join("wrong.c"), "int x = y;\n").expect("a source");
    let arguments = [&["cc", target, "unknown.c"][..], &["wrong.c", "add.c"]].concat();
    fs::write(at.join("unknown.c"), UNKNOWN_INSTRUCTION).expect("a source");
    let printed = fail(at, &[&arguments[..], &["-c"]].concat(), 1);
    assert!(printed.contains("ptrue") && printed.contains("undeclared identifier 'y'"), "{printed}");
    assert!(at.join("add.o").exists() && !at.join("wrong.o").exists() && !at.join("unknown.o").exists());
    assert!(!fail(at, &[&arguments[..], &["-o", "program"]].concat(), 1).contains("linker command"));
    assert!(!at.join("program").exists());
}

#[test]
fn output_of_clang_goes_where_it_does_with_clang() {
    let folder = sources();
    let at = folder.path();
    let target = "--target=riscv64-linux-gnu";
    assert_eq!(succeed(at, &["cc", target, "-MD", "-MF", "-", "-c", "add.c"]), "add.o: add.c\n");
    assert!(at.join("add.o").exists());
    succeed(at, &["cc", target, "-MJ", "commands", "-c", "add.c", "-o", "x.o"]);
    let commands = fs::read_to_string(at.join("commands")).expect("commands");
    assert!(commands.contains("\"file\": \"add.c\", \"output\": \"x.o\""), "{commands}");
    assert!(at.join("x.o").exists());
    // Libtool reads folders of libraries from the link.
    let output = call(at, &["cc", target, "main.c", "add.c", "-v", "-L/x", "-o", "main"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains(" -L/x "));
    let warns = call(at, &["cc", target, "-falign-loops=16", "-c", "add.c"]);
    assert!(warns.status.success() && String::from_utf8_lossy(&warns.stderr).contains("-falign-loops"));
}

#[test]
fn assembly_is_assembled_here_or_by_clang() {
    let folder = sources();
    let at = folder.path();
    fs::write(at.join("warns.s"), ".warning \"old\"\n.globl f\nf: ret\n").expect("a source");
    fs::write(at.join("wrong.s"), "nonsense x\n").expect("a source");
    let by_clang = |output: &Output| {
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        printed.lines().find(|line| line.contains("is assembled by clang")).map(str::to_owned)
    };
    for (triple, ..) in TARGETS {
        let target = format!("--target={triple}");
        let assemble = |arguments: &[&str]| call(at, &[&["cc", &target, "-v", "-c"], arguments].concat());
        let own = assemble(&["add.S", "-MMD", "-o", "own.o"]);
        assert!(own.status.success() && by_clang(&own).is_none(), "{:?}", by_clang(&own));
        assert!(fs::read_to_string(at.join("own.d")).expect("dependencies").contains("own.o: add.S"));
        let clang =
            Command::new("clang-22").args([&target, "-c", "add.S", "-o", "c.o"]).current_dir(at).status();
        assert!(clang.expect("clang starts").success());
        let code = |name: &str| {
            let bytes = fs::read(at.join(name)).expect("an object");
            let file = object::File::parse(&*bytes).expect("ELF");
            let text = file.section_by_name(".text").expect("code").data().expect("bytes").to_vec();
            (text, file.flags())
        };
        assert_eq!(code("own.o"), code("c.o"), "{triple}");
        let attributes = |name: &str| section_names(&at.join(name)).contains(&".riscv.attributes".to_owned());
        assert_eq!(attributes("own.o"), attributes("c.o"), "{triple}");
        // Debug information, and messages, are clang's.
        let debug = assemble(&["add.S", "-g"]);
        assert!(by_clang(&debug).is_some_and(|line| line.contains("-debug-info-kind")));
        let warns = assemble(&["warns.s"]);
        assert!(warns.status.success() && by_clang(&warns).is_some());
        assert!(String::from_utf8_lossy(&warns.stderr).contains("warns.s:1:1: warning: old"));
        let wrong = fail(at, &["cc", &target, "-c", "wrong.s"], 1);
        assert!(wrong.contains("wrong.s:1:1: error: unrecognized instruction mnemonic"), "{wrong}");
    }
}

#[test]
fn rejected_options_are_named_or_fall_back() {
    let folder = sources();
    let at = folder.path();
    let target = "--target=aarch64-linux-gnu";
    let arguments = [&["cc", target, "add.c"][..], &REJECTED].concat();
    assert!(fail(at, &arguments, 1).contains("-split-machine-functions"));
    assert!(!at.join("add.o").exists());
    let output = call(at, &[&arguments[..], &["--fallback"]].concat());
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("add.c is compiled by clang instead"));
    assert!(at.join("add.o").exists());
    // Warnings are printed once, whether the option or the module is rejected.
    let warns = ["-c", "-DNAME=1", "-DNAME=2", "--fallback"];
    let module = ["cc", target, "unknown.c"];
    fs::write(at.join("unknown.c"), UNKNOWN_INSTRUCTION).expect("a source");
    for rejected in [&arguments[..], &module] {
        let printed = call(at, &[rejected, &warns].concat()).stderr;
        let printed = String::from_utf8_lossy(&printed);
        assert_eq!(printed.matches("macro redefined").count(), 1, "{printed}");
        assert!(printed.contains("is compiled by clang instead"), "{printed}");
    }

    let log = at.join("log");
    for _ in 0..2 {
        let mut command = Command::new(build::gisel());
        command
            .current_dir(at)
            .args(&arguments)
            .env("GISEL_FALLBACK", "clang")
            .env("GISEL_FALLBACK_LOG", &log);
        let output = command.output().expect("gisel starts");
        assert!(output.status.success() && output.stderr.is_empty());
    }
    let mut command = Command::new(build::gisel());
    let report = command.args(["cc", "--fallback-report"]).env("GISEL_FALLBACK_LOG", &log).output();
    let text = String::from_utf8_lossy(&report.expect("gisel starts").stdout).into_owned();
    assert!(text.starts_with("modules that clang compiled: 2\n      2 "), "{text}");
}

#[test]
fn wrapped_programs_start_in_an_emulator() {
    for (target, ..) in TARGETS {
        let folder = sources();
        let at = folder.path();
        succeed(at, &["cc", &format!("--target={target}"), "-O1", "main.c", "add.c", "-lm", "-o", "program"]);
        let probe = at.join("CMakeFiles/3.25.1/a.out");
        fs::create_dir_all(probe.parent().expect("a folder")).expect("a folder");
        fs::copy(at.join("program"), &probe).expect("copied");
        let printed = |output: Output| String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(printed(call(at, &["run-wrapper", "."])), "programs that start in qemu now: 1\n");
        assert_eq!(printed(call(at, &["run-wrapper", "."])), "programs that start in qemu now: 0\n");
        let output = Command::new(at.join("program")).arg("a b").output().expect("it starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "4 2 a b\n");
        assert_eq!(output.status.code(), Some(3));
        assert!(fs::read(&probe).expect("the probe").starts_with(b"\x7fELF"));
    }
    assert!(fail(Path::new("."), &["run-wrapper"], 1).contains("no folder"));
}

#[test]
fn programs_and_their_scripts_start_by_any_name() {
    let folder = sources();
    let at = folder.path();
    succeed(at, &["cc", "--target=aarch64-linux-gnu", "main.c", "add.c", "-lm", "-o", "program"]);
    let start = |program: &str| call(at, &["run-wrapper", "--exec", program, "-O2"]);
    let is_right = |output: &Output| {
        output.status.code() == Some(3) && String::from_utf8_lossy(&output.stdout) == "4 2 -O2\n"
    };
    let names = ["./program", "program"];
    assert!(names.iter().all(|name| is_right(&start(name))));
    succeed(at, &["run-wrapper", "."]);
    assert!(names.iter().all(|name| is_right(&start(name))));
    fs::create_dir(at.join("bin")).expect("a folder");
    std::os::unix::fs::symlink("../program", at.join("bin/link")).expect("a link");
    assert!(is_right(&Command::new(at.join("bin/link")).arg("-O2").output().expect("it starts")));
    assert!(fail(at, &["run-wrapper", "--exec"], 1).contains("no program"));
    assert!(fail(at, &["run-wrapper", "--exec", "./missing"], 1).contains("cannot run ./missing"));
}
