//! Broken invariants, closed pipes and full disks: the compilation ends with a message, and leaves
//! no partial output.

use gisel_tests::build::{self};
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn gisel() -> Command {
    let mut command = Command::new(binary());
    command.env_remove("RUST_BACKTRACE");
    command
}

fn binary() -> PathBuf {
    build::gisel()
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a function in which `VALUES` values and a tuple are live through `BLOCKS` blocks.
fn tuple_through_blocks() -> std::result::Result<String, std::fmt::Error> {
    const VALUES: usize = 240;
    const BLOCKS: usize = 4000;
    let mut text = "---\nname: f\ntracksRegLiveness: true\nselected: true\nisSSA: true\nbody: |\n  bb.0:\n    successors: %bb.1\n    \
         liveins: $x0, $q0, $q1\n    %0:gpr64sp = COPY $x0\n    %1:fpr128 = COPY $q0\n    %2:fpr128 = COPY $q1\n    \
         %3:qq = REG_SEQUENCE %1, %subreg.qsub0, %2, %subreg.qsub1\n"
        .to_string();
    for n in 0..VALUES {
        writeln!(text, "    %{}:gpr64sp = ADDXri %0, {n}, 0", n + 4)?;
    }
    for n in 1..BLOCKS {
        let condition = n + VALUES + 3;
        writeln!(text, "  bb.{n}:\n    successors: %bb.{BLOCKS}, %bb.{}", n + 1)?;
        writeln!(text, "    %{condition}:gpr64 = COPY %0\n    CBZX %{condition}, %bb.{BLOCKS}")?;
    }
    writeln!(text, "  bb.{BLOCKS}:\n    ST2Twov2d %3, %0")?;
    for n in 0..VALUES {
        let stored = n + VALUES + BLOCKS + 3;
        writeln!(text, "    %{stored}:gpr64 = COPY %{}\n    STRXui %{stored}, %0, {n}", n + 4)?;
    }
    text.push_str("    RET_ReallyLR\n...\n");
    Ok(text)
}

/// Many values live through many blocks are spilled; a tuple is not, since spilling it takes
/// several instructions.
#[test]
fn tuples_that_live_through_many_blocks_stay_in_registers() {
    let text = tuple_through_blocks().expect("text");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("tuple.mir");
    std::fs::write(&file, text).expect("written");
    let output = gisel()
        .args(["-mtriple=aarch64", "-O0", "-run-pass=linearscan", "-verify-machineinstrs", "-o", "-"])
        .arg(&file)
        .output()
        .expect("gisel starts");
    assert!(output.status.success(), "{}", message(&output));
}

const TWO: &str = "target triple = \"riscv64-unknown-linux-gnu\"\ndefine i32 @first(i32 %x) {\n  ret i32 %x\n}\n\
                   define i32 @second(i32 %x) {\n  ret i32 %x\n}\n";

/// Creates a folder with `two.ll`, two functions, and `many.ll`, enough functions for several
/// threads.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("two.ll"), TWO).expect("written");
    let functions = (0..40).map(|n| format!("define i32 @f{n}(i32 %x) {{\n  ret i32 %x\n}}\n"));
    let many = format!("target triple = \"riscv64-unknown-linux-gnu\"\n{}", functions.collect::<String>());
    fs::write(folder.path().join("many.ll"), many).expect("written");
    let assembled =
        Command::new("llvm-as-22").args(["many.ll", "-o", "many.bc"]).current_dir(folder.path()).status();
    assert!(assembled.expect("llvm-as starts").success());
    folder
}

fn in_folder(folder: &Path, args: &str) -> Output {
    gisel().current_dir(folder).args(args.split_whitespace()).output().expect("gisel starts")
}

/// A failing step, the arguments, and the number of functions named.
const BROKEN_STEPS: &[(&str, &str, usize)] = &[
    ("parse", "two.ll", 0),
    ("globals", "two.ll", 0),
    ("irtranslator", "two.ll", 2),
    ("irtranslator", "many.ll -j2", 40),
    ("irtranslator", "many.bc -j2", 40),
    ("machineverifier", "two.ll -verify-machineinstrs", 2),
    ("legalizer", "two.ll -O0", 2),
    ("legalizer", "many.ll -j2", 40),
    ("legalizer", "many.bc -j2", 40),
    ("greedy", "two.ll -O2", 2),
    ("asm-printer", "two.ll", 2),
    ("mir-printer", "two.ll -stop-after=legalizer", 2),
    ("object-writer", "two.ll", 0),
    ("object-writer", "two.ll -filetype=asm", 0),
];

#[test]
fn a_broken_invariant_names_function_step_and_place() {
    let folder = folder();
    for &(step, args, functions) in BROKEN_STEPS {
        let output = in_folder(folder.path(), &format!("-fail-in={step} -error-limit=0 {args} -o out"));
        let text = message(&output);
        let internal = format!("internal error in {step}: asked to fail (codegen/src/support/guard.rs:");
        let named =
            text.lines().filter(|line| line.contains("error: in function '") && line.contains(&internal));
        assert_eq!(named.count(), functions, "{step} {args}: {text}");
        let ends_well = output.status.code() == Some(1)
            && text.contains(&internal)
            && text
                .ends_with("note: this is a bug of gisel; please report it with the input and the options\n");
        assert!(ends_well && !text.contains("panicked at"), "{step} {args}: {} {text}", output.status);
        assert!(!folder.path().join("out").exists(), "{step} {args}: something has been written");
    }
}

/// Runs `command` with one of its outputs closed by the reader; returns the exit code and the other
/// output.
fn with_closed(command: &mut Command, errors: bool) -> (Option<i32>, String) {
    let (reader, closed) = std::io::pipe().expect("a pipe");
    // Close before anything is written.
    drop(reader);
    if errors {
        command.stdout(Stdio::piped()).stderr(closed)
    } else {
        command.stderr(Stdio::piped()).stdout(closed)
    };
    let output = command.spawn().and_then(Child::wait_with_output).expect("gisel starts and ends");
    let read = if errors { output.stdout } else { output.stderr };
    (output.status.code(), String::from_utf8_lossy(&read).into_owned())
}

#[test]
fn closed_pipes_end_without_a_word() {
    let folder = folder();
    let to_output = [
        "--help",
        "--version",
        "--list-rules -mtriple=riscv64",
        "-filetype=asm -o - many.ll",
        "-o /dev/stdout many.ll",
    ];
    for args in to_output {
        let (code, text) =
            with_closed(gisel().current_dir(folder.path()).args(args.split_whitespace()), false);
        let is_quiet = !text.contains("error") && !text.contains("panicked");
        assert!(code == Some(1) && is_quiet, "{args}: {code:?} {text}");
    }
    for args in [
        "-print-after-all two.ll -o -",
        "-time-passes two.ll -o -",
        "-stats two.ll -o -",
        "-debug-pass=Structure two.ll -o -",
        "-mcpu=help -mtriple=riscv64",
    ] {
        let (code, _) = with_closed(gisel().current_dir(folder.path()).args(args.split_whitespace()), true);
        assert_eq!(code, Some(0), "{args}");
    }
    for args in ["--no-such-option", "missing.ll"] {
        let (code, _) = with_closed(gisel().current_dir(folder.path()).args(args.split_whitespace()), true);
        assert!(matches!(code, Some(1 | 2)), "{args}: {code:?}");
    }
}

/// Rust's runtime replaces a missing standard stream by one that accepts everything.
#[test]
fn closed_streams_are_errors() {
    let folder = folder();
    for (args, stream) in [
        ("--help >&-", "write -"),
        ("-filetype=asm -o - two.ll >&-", "write -"),
        ("-filetype=obj -o /dev/stdout two.ll >&-", "write /dev/stdout"),
        ("-filetype=obj -o two.o <&-", "read -"),
        ("-filetype=obj -o two.o - <&-", "read -"),
    ] {
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &format!("\"$0\" {args}")]).arg(gisel().get_program());
        let output = shell.output().expect("the shell starts");
        assert_eq!(output.status.code(), Some(1), "{args}");
        let expected = format!("error: cannot {stream}: it is closed");
        assert_eq!(message(&output).lines().last(), Some(&*expected), "{args}");
        assert!(!folder.path().join("two.o").exists(), "{args}");
    }
    let quiet = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "\"$0\" -filetype=obj -o two.o two.ll >&- <&- 2>&-"])
        .arg(gisel().get_program())
        .status();
    assert_eq!(quiet.expect("the shell starts").code(), Some(0));
}

#[test]
fn a_full_disk_is_an_error() {
    let folder = folder();
    for args in ["--help", "-filetype=asm -o - two.ll", "--list-rules -mtriple=riscv64"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
        let output = gisel()
            .current_dir(folder.path())
            .args(args.split_whitespace())
            .stdout(full)
            .output()
            .expect("starts");
        assert_eq!(output.status.code(), Some(1), "{args}");
        assert!(message(&output).contains("No space left on device"), "{args}: {}", message(&output));
    }
    let output = in_folder(folder.path(), "two.ll -o /dev/full");
    assert_eq!(output.status.code(), Some(1));
    assert!(message(&output).contains("cannot write /dev/full"), "{}", message(&output));
}

/// Returns the names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable").map(|e| e.expect("readable").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let ok = |args: &str| {
        let output = in_folder(folder.path(), args);
        assert!(output.status.success(), "{args}: {}", message(&output));
    };
    let before = names(folder.path());
    ok("two.ll -filetype=obj -o new.o");
    let object = fs::read(at("new.o")).expect("written");
    assert!(object.starts_with(b"\x7fELF"));
    // The process's mask applies, as to any new file.
    fs::write(at("any"), "").expect("written");
    let mode = |name: &str| fs::metadata(at(name)).expect("there").permissions().mode();
    assert_eq!(mode("new.o"), mode("any"));
    // A reader of the open file continues with the old contents.
    let mut reader = fs::File::open(at("new.o")).expect("open");
    ok("two.ll -filetype=asm -o new.o");
    let mut kept = Vec::new();
    reader.read_to_end(&mut kept).expect("readable");
    assert!(kept == object, "a reader saw the file change");
    // A link remains a link.
    symlink("new.o", at("link.o")).expect("linked");
    ok("two.ll -filetype=obj -o link.o");
    assert!(at("link.o").is_symlink() && fs::read(at("new.o")).expect("readable") == object);
    symlink("later.o", at("dangling.o")).expect("linked");
    ok("two.ll -filetype=obj -o dangling.o");
    assert!(at("dangling.o").is_symlink() && fs::read(at("later.o")).expect("readable") == object);
    // Special files remain unchanged.
    ok("two.ll -o /dev/null");
    let stdout = fs::File::create(at("redirected")).expect("made");
    let mut command = gisel();
    command.current_dir(folder.path()).args(["two.ll", "-filetype=obj", "-o", "/dev/stdout"]).stdout(stdout);
    assert!(command.status().expect("starts").success());
    assert!(fs::read(at("redirected")).expect("readable") == object);
    // An error preserves the old contents.
    assert!(!in_folder(folder.path(), "-fail-in=legalizer two.ll -o new.o").status.success());
    assert!(fs::read(at("new.o")).expect("readable") == object);
    let mut after = names(folder.path());
    after.retain(|name| !before.contains(name));
    assert_eq!(after, ["any", "dangling.o", "later.o", "link.o", "new.o", "redirected"]);
}

#[test]
fn a_pipe_with_a_name_is_written_to() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let mut child = gisel()
        .current_dir(folder.path())
        .args(["two.ll", "-filetype=obj", "-o", "pipe"])
        .spawn()
        .expect("starts");
    let object = fs::read(&pipe).expect("readable");
    assert!(child.wait().expect("ends").success() && object.starts_with(b"\x7fELF"));
    assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo());
}

/// IR that requires features without support here, and words of the message; `llc`, where it
/// accepts the IR, implements them.
const REFUSED: &[(&str, &str)] = &[
    (
        "$f = comdat exactmatch\n@f = global i32 1, comdat",
        "comdat 'f' of a kind that ELF does not have: ExactMatch",
    ),
    (
        "$f = comdat largest\n@f = global i32 1, comdat",
        "comdat 'f' of a kind that ELF does not have: Largest",
    ),
    (
        "$f = comdat samesize\ndefine void @f() comdat {\n  ret void\n}",
        "comdat 'f' of a kind that ELF does not have: SameSize",
    ),
    (
        "@f = appending global [1 x i32] [i32 1]",
        "in global 'f': unknown special variable with appending linkage",
    ),
    (
        "@llvm.f = appending global [1 x i32] [i32 1]",
        "in global 'llvm.f': unknown special variable with appending linkage",
    ),
    ("@f = global i32 1, align 4294967296", "in global 'f': alignment of 4294967296 bytes"),
    ("define void @f() align 4294967296 {\n  ret void\n}", "in global 'f': alignment of 4294967296 bytes"),
    (
        "define void @f() {\n  %v = alloca i8, align 4294967296\n  ret void\n}",
        "alignment of 4294967296 bytes",
    ),
    (
        "define void @f(i64 %n) {\n  %v = alloca i8, i64 %n, align 4294967296\n  ret void\n}",
        "alignment of 4294967296 bytes",
    ),
    (
        "define void @f() {\n  %v = alloca [4000000000000000000 x i64]\n  ret void\n}",
        "alloca of more bytes than there are addresses",
    ),
    (
        "@a = global i32 1\n@f = global <8 x i1> <i1 ptrtoint (ptr @a to i1), i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>",
        "that is no whole bytes",
    ),
    (
        "@a = global i32 1\n@f = constant i64 add (i64 ptrtoint (ptr ptrauth (ptr @a, i32 1) to i64), i64 1)",
        "a signed pointer in a calculation",
    ),
];

#[test]
fn references_that_no_object_has_are_rejected() {
    let folder = folder();
    for target in ["riscv64", "aarch64"] {
        for (text, expected) in REFUSED {
            fs::write(folder.path().join("refused.ll"), text).expect("written");
            let output = in_folder(
                folder.path(),
                &format!("-mtriple={target}-linux-gnu -filetype=obj refused.ll -o refused.o"),
            );
            let refused = output.status.code() == Some(1) && message(&output).contains(expected);
            assert!(
                refused,
                "{target}: {text}: expected \"{expected}\", got {} {}",
                output.status,
                message(&output)
            );
        }
    }
}

/// A list of constructors ends at the first null, and none follows those without a priority.
#[test]
fn lists_of_constructors_end_at_a_null() {
    let folder = folder();
    let entry = |priority: u32, function: &str| {
        format!("{{ i32, ptr, ptr }} {{ i32 {priority}, ptr {function}, ptr null }}")
    };
    let entries = [entry(70000, "@a"), entry(7, "@b"), entry(65535, "null"), entry(8, "@c")].join(", ");
    let text = format!(
        "target triple = \"riscv64-unknown-linux-gnu\"\ndeclare void @a()\ndeclare void @b()\ndeclare void @c()\n\
         @llvm.global_ctors = appending global [4 x {{ i32, ptr, ptr }}] [{entries}]\n"
    );
    fs::write(folder.path().join("list.ll"), text).expect("written");
    let output = in_folder(folder.path(), "list.ll -filetype=asm -o -");
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = |line: &&str| line.contains("init_array") || line.starts_with(".quad");
    let named: Vec<&str> = written.lines().map(str::trim).filter(names).collect();
    let first = [".section\t.init_array.7,\"aw\",@init_array", ".quad\tb"];
    let sections = [first, [".section\t.init_array,\"aw\",@init_array", ".quad\ta"]].concat();
    assert_eq!(named, sections, "{written}");
}

const FILLS: &str = "declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)\n\
    declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)\n";

/// Operations that must be inline are expanded inline, whatever their length.
#[test]
fn blocks_that_must_be_inline_become_no_calls() {
    let folder = folder();
    let set =
        |length: &str| format!("call void @llvm.memset.inline.p0.i64(ptr %p, i8 %v, i64 {length}, i1 false)");
    let copy = |length: &str| {
        format!("call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 {length}, i1 false)")
    };
    let cases = [set("1021"), set("70000"), set("%n"), copy("1021"), copy("70000"), copy("%n")];
    for target in ["riscv64", "aarch64"] {
        for level in ["-O0", "-O2"] {
            for call in &cases {
                let text = format!(
                    "{FILLS}define void @f(ptr %p, ptr %q, i8 %v, i64 %n) {{\n  {call}\n  ret void\n}}\n"
                );
                fs::write(folder.path().join("fill.ll"), text).expect("written");
                let output =
                    in_folder(folder.path(), &format!("-mtriple={target}-linux-gnu {level} fill.ll -o -"));
                let code = String::from_utf8_lossy(&output.stdout).into_owned();
                let error = message(&output);
                assert!(
                    output.status.success() && !code.contains("mem"),
                    "{target} {level}: {call}: {error}{code}"
                );
            }
        }
    }
}
