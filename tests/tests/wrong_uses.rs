//! Wrong uses of the command: each ends with a message and an exit code, writes no file, and does
//! not panic.

use gisel_tests::build::{self};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GOOD: &str =
    "target triple = \"riscv64-unknown-linux-gnu\"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n";

/// Arguments, and words of the message. The exit code is 1.
const WRONG: &[(&str, &str)] = &[
    // Missing or unreadable inputs.
    ("missing.ll", "error: cannot read missing.ll: No such file"),
    ("missing/a.ll", "error: cannot read missing/a.ll: No such file"),
    ("good.ll/a.ll", "error: cannot read good.ll/a.ll: Not a directory"),
    ("folder", "error: cannot read folder: Is a directory"),
    ("@missing", "error: cannot read @missing: No such file"),
    ("-- -O0", "error: cannot read -O0: No such file"),
    ("loop", "error: cannot read loop: "),
    // Inputs of the wrong kind.
    ("main.c", "note: `clang -O2 -emit-llvm -c main.c` makes a module of C\n"),
    ("main.cpp", "note: `clang++ -O2 -emit-llvm -c main.cpp` makes a module of C++\n"),
    ("main.rs", "note: `rustc --emit=llvm-bc main.rs` makes a module of Rust\n"),
    ("object", "note: this is an object; --link takes objects beside modules\n"),
    ("archive.a", "note: this is an archive; --link takes archives beside modules\n"),
    ("noise", "noise:1:1: error: expected top-level entity"),
    ("good.ll -x=mir", "good.ll:1:1: error: expected a YAML document of MIR"),
    ("text.mir", "text.mir:1:1: error: expected a YAML document of MIR"),
    ("a.s", "assembly does not say for what target it is; -mtriple does"),
    ("a.S", "assembly that is to be preprocessed is not supported"),
    // Truncated or broken inputs.
    ("half.bc", "half.bc: error: "),
    ("start.bc", "start.bc: error: "),
    ("half.ll", "half.ll:3:1: error: found end of file"),
    ("empty.ll", "error: the module names no target: give one with -mtriple"),
    ("wrong.ll", "wrong.ll:2:3: error: expected instruction opcode"),
    // Unknown commands, and arguments without `--`.
    (
        "frobnicate good.ll",
        "note: commands are run, interpret, explain, compare, test; what a program is to get follows --",
    ),
    ("run good.ll one", "error: cannot read one: No such file"),
    ("tset good.ll", "did you mean the command `gisel test`?"),
    ("test", "error: which files are tests?"),
    ("test missing", "error: cannot read missing: No such file"),
    ("test -", "error: a test is a file"),
    ("test -O2 good.ll", "error: option -O is for compiling, "),
    (
        "--link good.ll other.ll -o x",
        "error: other.ll is for aarch64, but good.ll for riscv64: a program is for one target",
    ),
    // Outputs that cannot be written.
    ("good.ll -o folder", "error: cannot write folder: Is a directory"),
    ("good.ll -o missing/a.s", "error: cannot write missing/a.s: No such file"),
    ("good.ll -o good.bc/a.s", "error: cannot write good.bc/a.s: Not a directory"),
    ("good.ll -o /dev/full", "error: cannot write /dev/full: No space left on device"),
    ("good.ll -filetype=obj -o /dev/full", "error: cannot write /dev/full: No space left on device"),
    (
        "good.ll -stats -info-output-file=missing/a -filetype=null",
        "error: cannot write missing/a: No such file",
    ),
    ("good.ll good.bc -o a.s", "error: several inputs go to one output only with --link"),
    // Targets.
    (
        "good.ll -mtriple=x86_64-linux-gnu",
        "target `x86_64` is not supported: riscv32, riscv64 and aarch64 are",
    ),
    ("good.ll -mtriple=nonsense", "target `nonsense` is not supported"),
    ("good.ll -mtriple=riscv46-linux-gnu", "riscv32, riscv64 and aarch64 are; did you mean 'riscv64'?"),
    ("good.ll -mtriple=aarhc64", "did you mean 'aarch64'?"),
    ("good.ll -mtriple=arm64-apple-macosx", "macosx has no ELF objects"),
    ("layout.ll", "the module's data layout \"E-p:32:32\" does not suit the target"),
    ("good.ll -march=mips", "target `mips` is not supported"),
    ("good.ll -mattr=-d -target-abi=lp64d", "ABI `lp64d` needs the target feature `+d`"),
    ("good.ll -target-abi=lp64q", "error: "),
    // Values and options.
    ("good.ll -O4", "the levels are 0, 1, 2 and 3"),
    ("good.ll -filetype=exe", "invalid value 'exe' for '--filetype"),
    ("good.ll -relocation-model=ropi", "32-bit Arm"),
    ("good.ll -function-sections=maybe", "takes true or false, not 'maybe'"),
    ("good.ll -j=many", "invalid value 'many' for '-j <N>'"),
    ("good.ll -error-limit=-1", "error: "),
    ("good.ll -o", "a value is required for '-o <FILE>'"),
    ("good.ll -mtripel=riscv64", "unknown option '-mtripel=riscv64'; did you mean '-mtriple'?"),
    ("good.ll -diagnostics=xml", "[possible values: text, json]"),
    ("good.ll -thread-model", "option -thread-model needs a value"),
    ("good.ll -unroll-count=many", "option -unroll-count does not take 'many'"),
    // Contradictory options.
    ("good.ll -stop-after=legalizer -stop-before=legalizer", "cannot be used with"),
    ("good.ll -regbankselect-fast -regbankselect-greedy", "cannot be used with"),
    ("good.ll -fallback=llc -global-isel-abort=1", "cannot be used with"),
    ("good.ll -start-before=regbankselect -stop-after=irtranslator", "cannot start at regbankselect"),
    ("good.ll -stop-after=isel", "unknown pass 'isel'; the passes are irtranslator, "),
    ("good.ll --static --pie --link", "cannot be used with"),
    ("good.ll --json", "error: option --json is for `gisel compare`"),
    ("run good.ll --fail-above=2", "error: option --fail-above is for `gisel compare`"),
    ("good.ll -L.", "error: option -L is for `--link`"),
    ("good.ll -Wl,--gc-sections -filetype=obj", "error: option -Wl is for `--link`"),
    ("good.ll -static", "error: option -static is for `--link` and `gisel run`, not for compiling"),
    ("explain good.ll -- one", "error: what follows -- is for `gisel run`, `gisel interpret` and"),
    ("good.ll -split-dwarf-output=a -filetype=obj", "-split-dwarf-output needs -split-dwarf-file"),
    ("good.ll good.bc -pass-remarks-output=a", "-pass-remarks-output is for one input"),
    ("good.ll -shared --link --pie", "cannot be used with"),
    ("good.ll -print-completions=csh", "invalid value 'csh'"),
    ("run", "error: no input files"),
    ("compare", "error: one input is compared"),
    ("compare good.ll good.ll", "error: one input is compared"),
    ("compare missing.ll", "error: cannot read missing.ll: No such file"),
    ("compare good.ll --llc=missing", "error: cannot run missing: No such file"),
    ("compare good.ll --function=nowhere", "there is no function @nowhere in both objects"),
    ("compare good.ll -stop-after=legalizer", "option -stop-after is for compiling, not for `gisel compare`"),
    ("interpret good.ll good.ll", "error: one input is interpreted"),
    ("interpret good.ll --stage=greedy", "'greedy' is no stage that is interpreted; these are irtranslator"),
    ("interpret good.ll --steps=many", "invalid value 'many' for '--steps <N>'"),
    ("interpret main.c", "note: `clang -O2 -emit-llvm -c main.c` makes a module of C\n"),
    ("compare main.c", "note: `clang -O2 -emit-llvm -c main.c` makes a module of C\n"),
    ("compare good.ll --llc=/bin/true", "error: true: not an object"),
    ("compare good.ll --fail-above=x", "invalid value 'x' for '--fail-above <RATIO>'"),
    ("compare good.ll --run --json --function=id", "cannot be used with"),
    ("compare good.ll -o missing/a", "error: cannot write missing/a: No such file"),
    ("explain", "error: one input is explained"),
    ("explain main.rs", "note: `rustc --emit=llvm-bc main.rs` makes a module of Rust\n"),
    ("explain good.ll --function=nowhere", "good.ll defines no function 'nowhere'"),
    ("explain good.ll -filetype=obj", "option -filetype is for compiling and `gisel compare`"),
    ("run good.ll one", "error: cannot read one: No such file"),
    ("run main.cpp", "note: `clang++ -O2 -emit-llvm -c main.cpp` makes a module of C++\n"),
    ("run object", "note: this is an object"),
    ("comapre good.ll", "note: did you mean the command `gisel compare`?\n"),
    ("rnu good.ll", "note: did you mean the command `gisel run`?\n"),
    ("help", "note: --help shows the options and the commands\n"),
    ("module.gz", "note: this is compressed; `gunzip` makes a module of it\n"),
    // Options of other tools.
    ("good.ll --target=riscv64", "unknown option '--target=riscv64': -mtriple names the target"),
    ("good.ll -target riscv64", "unknown option '-target': -mtriple names the target"),
    ("good.ll -mabi=lp64", "unknown option '-mabi=lp64': -target-abi names the ABI"),
    ("good.ll -S", "unknown option '-S': -filetype=asm makes assembly"),
    ("good.ll -c", "unknown option '-c': -filetype=obj makes an object"),
    ("good.ll -g", "unknown option '-g': the module has debug information if it was compiled with -g"),
    ("good.ll -fPIC", "unknown option '-fPIC': -relocation-model=pic"),
    ("good.ll -emit-llvm", "unknown option '-emit-llvm': the input is LLVM IR already"),
    ("good.ll -q", "error: unknown option '-q'"),
    ("good.ll -Wall", "error: unknown option '-Wall'"),
    ("good.ll -march=rv64gc", "target `rv64gc` is not supported"),
    // Values.
    ("good.ll -x c", "[possible values: ir, mir]"),
    ("good.ll -dwarf-version=6", "invalid value '6' for '--dwarf-version <2|3|4|5>'"),
    ("good.ll -tls-size=13", "[possible values: 0, 12, 24, 32, 48]"),
    ("good.ll -code-model=huge", "[possible values: "),
    ("good.ll -regalloc=fast", "the fastest is `linearscan`"),
    ("good.ll -debug-only=legalizr", "nothing of 'legalizr' is traced; there are gi-combiner, legalizer"),
    ("good.ll -disable-rule=nonsense", "has no selection or combiner rule 'nonsense'"),
    ("good.ll -run-pass=legalizr", "unknown pass 'legalizr'; the passes are"),
    ("good.ll -print-after=legalizr", "unknown pass 'legalizr'; the passes are"),
    ("good.ll -pass-remarks-missed=(", "invalid value '('"),
    ("good.ll -fuel=x", "invalid value 'x' for '--fuel <STEPS>'"),
    ("good.ll -opt-bisect-limit=x", "invalid value 'x' for '--opt-bisect-limit"),
    ("good.ll -M bogus", "error: "),
    // Options that need a target, or a complete program.
    ("--list-rules", "error: --list-rules lists the rules of one target: name it with -mtriple"),
    ("--print-runtime", "error: the runtime library of which target is meant, -mtriple says"),
    ("--print-runtime -mtriple=x86_64", "there is no runtime library for 'x86_64'"),
    ("good.ll --link --static -lnowhere -o p", "cannot find -lnowhere"),
    ("run good.ll", "undefined: main (1 reference, first in function _start)"),
    ("interpret good.ll", "error: the program has no main"),
    ("compare good.ll --run", "undefined: main (1 reference, first in function _start)"),
];

fn gisel() -> Command {
    Command::new(build::gisel())
}

fn fill(folder: &Path) {
    let write = |name: &str, data: &[u8]| fs::write(folder.join(name), data).expect("written");
    write("good.ll", GOOD.as_bytes());
    let path = |name: &str| folder.join(name);
    let assembled = Command::new("llvm-as-22").arg(path("good.ll")).arg("-o").arg(path("good.bc")).status();
    assert!(assembled.expect("llvm-as-22 runs").success());
    let bitcode = fs::read(path("good.bc")).expect("written");
    write("half.bc", &bitcode[..bitcode.len() / 2]);
    write("start.bc", &bitcode[..4]);
    write("half.ll", &GOOD.as_bytes()[..GOOD.len() - "  ret i32 %x\n}\n".len()]);
    write("empty.ll", b"");
    write("layout.ll", b"target triple = \"riscv64-linux-gnu\"\ntarget datalayout = \"E-p:32:32\"\n");
    write("other.ll", GOOD.replace("riscv64", "aarch64").as_bytes());
    write("wrong.ll", b"define void @f() {\n  frobnicate\n}\n");
    write("noise", &[0xff, 0, 0x7f, 0x45, 0x4c, 0x46, 0xfe]);
    write("module.gz", b"\x1f\x8b\x08\x00noise");
    write("object", b"\x7fELF\x02\x01\x01");
    write("archive.a", b"!<arch>\n");
    for name in ["main.c", "main.cpp", "main.rs", "text.mir", "a.s", "a.S"] {
        write(name, b"int main(void) { return 0; }\n");
    }
    fs::create_dir(path("folder")).expect("made");
    std::os::unix::fs::symlink("loop", path("loop")).expect("linked");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable");
    let names = entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn run(folder: &Path, args: &str) -> Output {
    let mut command = gisel();
    command.current_dir(folder).args(args.split_whitespace()).stdin(Stdio::null());
    command.output().expect("gisel runs")
}

#[test]
fn each_ends_with_a_message_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fill(folder.path());
    let before = names(folder.path());
    let mut failures = Vec::new();
    for (args, words) in WRONG {
        let output = run(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr);
        let after = names(folder.path());
        let is_clean = !said.contains("panicked") && !said.contains("internal error");
        if output.status.code() != Some(1) || !said.contains(words) || after != before || !is_clean {
            failures.push(format!("{args}: {} {after:?}\n{said}", output.status));
        }
        after.iter().filter(|name| !before.contains(name)).for_each(|name| {
            let _ = fs::remove_file(folder.path().join(name));
        });
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(WRONG.len() >= 50);
}

/// The reader closes the pipe when it has read enough: no message, no panic.
#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fill(folder.path());
    for args in [&["good.ll", "-o", "-"][..], &["--help-hidden"], &["good.ll", "-o", "-", "-filetype=obj"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = gisel();
        command.current_dir(folder.path()).args(args).stdin(Stdio::null()).stdout(writer);
        let output = command.stderr(Stdio::piped()).spawn().and_then(|child| child.wait_with_output());
        let said = String::from_utf8_lossy(&output.expect("it ends").stderr).into_owned();
        let lines = said.lines().filter(|line| !line.contains("warning: "));
        assert_eq!(lines.count(), 0, "{args:?}: {said}");
    }
}

/// One line of JSON for each message, with the location in the text.
#[test]
fn messages_are_json_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fill(folder.path());
    let output = run(folder.path(), "wrong.ll --diagnostics=json");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().next().unwrap_or_default();
    for part in
        ["\"level\":\"error\"", "\"file_name\":\"wrong.ll\"", "\"line_start\":2", "\"column_start\":3"]
    {
        assert!(line.starts_with('{') && line.contains(part), "{part}: {said}");
    }
    assert!(line.contains("\"text\":\"  frobnicate\"") && line.contains("\"column_end\":13"), "{said}");
}
