//! Inputs, outputs and options of the command: valid ones, broken ones, and those that users of
//! `llc` expect.

use gisel_tests::build::{self};
use gisel_tests::random::Random;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The IR in all tables that do not test IR.
const GOOD: &str =
    "target triple = \"riscv64-unknown-linux-gnu\"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n";

fn gisel() -> Command {
    Command::new(build::gisel())
}

/// A folder with the files that its commands name.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        folder.write("good.ll", GOOD.as_bytes());
        folder.write("as", GOOD.as_bytes());
        folder.write("empty.ll", b"");
        folder.write("text.bc", GOOD.as_bytes());
        let bitcode = assemble(GOOD.as_bytes());
        folder.write("good.bc", &bitcode);
        folder.write("bitcode.ll", &bitcode);
        folder.write("half.bc", &bitcode[..bitcode.len() / 2]);
        folder.write("start.bc", &bitcode[..4]);
        folder.write("noise", &[0xff, 0, 0x7f, 0x45, 0x4c, 0x46, 0xfe]);
        fs::create_dir(folder.path("folder")).expect("made");
        folder
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, data: &[u8]) {
        fs::write(self.path(name), data).expect("written");
    }

    fn run(&self, args: &str, stdin: &[u8]) -> Output {
        let mut command = gisel();
        command.current_dir(self.0.path()).args(args.split_whitespace());
        run(&mut command, stdin)
    }
}

fn run(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that fails early does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    child.wait_with_output().expect("it ends")
}

fn assemble(text: &[u8]) -> Vec<u8> {
    let output = run(Command::new("llvm-as-22").args(["-o", "-"]), text);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A command, and its result: the output file on success, otherwise words of the message. `-` is
/// standard output.
type Case = (&'static str, Result<&'static str, &'static str>);

fn check(folder: &Folder, cases: &[Case]) {
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check_one(folder, case).map(|why| format!("{}: {why}", case.0)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_one(folder: &Folder, (args, expected): &Case) -> Option<String> {
    let before = names(folder.0.path());
    let output = folder.run(args, GOOD.as_bytes());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let new: Vec<String> = names(folder.0.path()).into_iter().filter(|n| !before.contains(n)).collect();
    for name in &new {
        fs::remove_file(folder.path(name)).expect("removed");
    }
    match (expected, output.status.code()) {
        (Ok("-"), Some(0)) if !output.stdout.is_empty() && new.is_empty() => None,
        (Ok(""), Some(0)) if output.stdout.is_empty() && new.is_empty() => None,
        (Ok(name), Some(0)) if new == [*name] => None,
        (Err(words), Some(1)) if message.contains(words) && new.is_empty() => None,
        (_, code) => Some(format!("exit code {code:?}, files {new:?}, {message}")),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable");
    entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn inputs_and_outputs() {
    let folder = Folder::new();
    folder.write("locked", b"");
    check(
        &folder,
        &[
            // The format depends on the content, not on the name.
            ("good.ll", Ok("good.s")),
            ("good.bc -filetype=obj", Ok("good.o")),
            ("text.bc -o a.s", Ok("a.s")),
            ("bitcode.ll -o a.s", Ok("a.s")),
            // The output's name is the input's without an LLVM extension, therefore no input is
            // overwritten.
            ("as", Ok("as.s")),
            ("good.ll -stop-after=legalizer", Ok("good.s")),
            ("good.ll -stop-before=legalizer -filetype=obj", Ok("good.o")),
            ("good.ll -filetype=null", Ok("")),
            ("good.ll -filetype=obj -o=x", Ok("x")),
            // Standard input and output.
            ("-", Ok("-")),
            ("", Ok("-")),
            ("- -filetype=obj -o a.o", Ok("a.o")),
            ("good.ll -o -", Ok("-")),
            ("good.bc -filetype=obj -o -", Ok("-")),
            // An empty input is no error.
            ("-mtriple=riscv64 empty.ll", Ok("empty.s")),
            ("-mtriple=aarch64 empty.ll -filetype=obj", Ok("empty.o")),
            ("empty.ll", Err("error: the module names no target: give one with -mtriple")),
            // Unreadable inputs and unwritable outputs.
            ("missing.ll -o a.s", Err("error: cannot read missing.ll: No such file")),
            ("folder -o a.s", Err("error: cannot read folder: Is a directory")),
            ("good.ll -o folder", Err("error: cannot write folder: Is a directory")),
            (
                "good.ll -o missing/a.s",
                Err("error: cannot write missing/a.s: No such file or directory (os error 2)\n"),
            ),
            ("good.ll -o /dev/full", Err("error: cannot write /dev/full: No space left")),
            ("half.bc -o a.s", Err("half.bc: error: ")),
            ("start.bc -o a.s", Err("start.bc: error: ")),
            ("noise -o a.s", Err("noise:1:1: error: expected top-level entity")),
            // Several inputs.
            ("good.ll text.bc -o a.s", Err("error: several inputs go to one output only with --link")),
            ("good.ll --link missing.o -o a", Err("missing.o")),
            ("run", Err("error: no input files")),
        ],
    );
}

#[test]
fn several_inputs_have_an_output_each() {
    let folder = Folder::new();
    assert!(folder.run("-filetype=obj good.ll text.bc", b"").status.success());
    let object = |name| fs::read(folder.path(name)).expect("written");
    assert!(object("good.o").starts_with(b"\x7fELF") && object("text.o").starts_with(b"\x7fELF"));
}

#[test]
fn a_file_without_permissions_is_an_error() {
    let folder = Folder::new();
    fs::set_permissions(folder.path("good.bc"), fs::Permissions::from_mode(0o000)).expect("set");
    // The superuser can read it regardless.
    if fs::read(folder.path("good.bc")).is_err() {
        check(&folder, &[("good.bc -o a.s", Err("error: cannot read good.bc: Permission denied"))]);
    }
}

#[test]
fn options_of_llc() {
    check(
        &Folder::new(),
        &[
            ("good.ll -O0", Ok("good.s")),
            ("good.ll -O=2", Ok("good.s")),
            ("good.ll -O 3", Ok("good.s")),
            ("good.ll -O4", Err("the levels are 0, 1, 2 and 3")),
            ("good.ll --filetype=obj", Ok("good.o")),
            ("good.ll -filetype obj", Ok("good.o")),
            ("good.ll -filetype=exe", Err("invalid value 'exe' for '--filetype")),
            ("good.ll -march=aarch64", Ok("good.s")),
            ("good.ll -march=x86-64", Err("target `x86` is not supported: riscv32, riscv64 and aarch64 are")),
            ("good.ll -mtriple=aarch64-linux-gnu", Ok("good.s")),
            ("good.ll -mtriple=x86_64-linux-gnu", Err("target `x86_64` is not supported")),
            ("good.ll -mtriple=arm64-apple-macosx", Err("macosx has no ELF objects")),
            ("good.ll -mtriple=aarch64-windows-msvc", Err("windows has no ELF objects")),
            ("good.ll -mcpu=sifive-u74 -mattr=+zbb", Ok("good.s")),
            ("good.ll -mattr=zbb,-c", Ok("good.s")),
            ("good.ll -mattr=-d -target-abi=lp64d", Err("ABI `lp64d` needs the target feature `+d`")),
            ("good.ll -target-abi=lp64d", Ok("good.s")),
            ("good.ll -target-abi=lp64e", Err("ABI `lp64e` is not there with the target feature `+d`")),
            ("good.ll -code-model=small", Ok("good.s")),
            ("good.ll -code-model=medium", Ok("good.s")),
            ("good.ll -code-model=large", Ok("good.s")),
            ("good.ll -code-model=kernel", Err("for x86-64")),
            ("good.ll -relocation-model=pic", Ok("good.s")),
            ("good.ll -relocation-model=ropi", Err("32-bit Arm")),
            ("good.ll -function-sections -data-sections", Ok("good.s")),
            ("good.ll -function-sections=1 -data-sections=false", Ok("good.s")),
            ("good.ll -frame-pointer=all", Ok("good.s")),
            (
                "good.ll -frame-pointer=some",
                Err("[possible values: all, non-leaf, non-leaf-no-reserve, reserved, none]"),
            ),
            ("good.ll -global-isel -global-isel-abort=1 -verify-machineinstrs", Ok("good.s")),
            ("good.ll -asm-verbose=0 -disable-verify", Ok("good.s")),
            ("good.ll -time-passes", Ok("good.s")),
            ("good.ll -x=ir", Ok("good.s")),
            ("good.ll -x=mir -o a.s", Err("good.ll:1:1: error: ")),
            ("--version", Ok("-")),
            ("-help", Ok("-")),
            ("good.ll -fast-isel", Err("GlobalISel is the only instruction selector")),
            ("good.ll -global-isel=0", Err("GlobalISel is the only instruction selector")),
            ("good.ll -regalloc=greedy -O0", Ok("good.s")),
            ("good.ll -regalloc linearscan", Ok("good.s")),
            ("good.ll -regalloc=basic", Err("the best is `greedy`")),
            ("good.ll -stop-after=isel", Err("unknown pass 'isel'; the passes are irtranslator, ")),
            ("good.ll -nonsense", Err("unknown option '-nonsense'")),
        ],
    );
}

#[test]
fn options_do_what_they_say() {
    let folder = Folder::new();
    let text = |args: &str| String::from_utf8_lossy(&folder.run(args, GOOD.as_bytes()).stdout).into_owned();
    for (option, present) in [
        ("-frame-pointer=all", "s0"),
        ("-frame-pointer=all -march=aarch64", "x29"),
        ("-function-sections", ".text.f"),
        ("-function-sections=true", ".text.f"),
        ("-mattr=zbb", "zbb"),
    ] {
        assert!(text(&format!("- {option}")).contains(present), "{option}");
    }
    for (option, absent) in [("-frame-pointer=none", "s0"), ("-function-sections=0", ".text.f")] {
        assert!(!text(&format!("- {option}")).contains(absent), "{option}");
    }
    let times = folder.run("good.ll -time-passes -filetype=null", b"");
    let times = String::from_utf8_lossy(&times.stderr).into_owned();
    assert!(times.contains("timing report") && times.contains(")  legalizer"), "{times}");
}

/// A value that is live across a call.
const LIVE: &str = "
target triple = \"riscv64-linux-gnu\"
declare i64 @g()
define i64 @f(i64 %a) nounwind {
  %b = call i64 @g()
  %c = add i64 %a, %b
  ret i64 %c
}
";

#[test]
fn the_register_of_the_frame_pointer_may_be_left_alone() {
    let folder = Folder::new();
    let text = |kind: &str| {
        let output =
            folder.run(&format!("- -O2 -mattr=+m,+a,+f,+d,+c -frame-pointer={kind}"), LIVE.as_bytes());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let (free, reserved) = (text("none"), text("reserved"));
    assert!(free.contains("s0") && !free.contains("s1"), "{free}");
    assert!(reserved.contains("s1") && !reserved.contains("s0"), "{reserved}");
    for kind in ["non-leaf", "non-leaf-no-reserve"] {
        assert!(text(kind).contains("\taddi\ts0, sp, "), "{kind}");
    }
}

/// Modules that must be rejected, and the contents of the message.
const BROKEN: &[(&str, &[&str])] = &[
    (
        "define i32 @f(i32 %x) {\n  %b = add i64 %x, 1\n  ret i32 %b\n}",
        &[
            "in.ll:3:16: error: '%x' defined with type 'i32' but expected 'i64'",
            "\n3 |   %b = add i64 %x, 1\n",
            "\n  |                ^^\n",
        ],
    ),
    ("define void @f() {\n  frobnicate\n}", &["in.ll:3:3: error: expected instruction opcode"]),
    ("define void @f() {\n  ret void\n", &["in.ll:4:1: error: found end of file"]),
    ("@x = global i32 @y", &["in.ll:2:17: error: "]),
    ("}", &["in.ll:2:1: error: expected top-level entity"]),
    ("target datalayout = \"nonsense\"", &["in.ll:2:21: error: "]),
    (
        "define i32 @f() {\na:\n  br label %b\nb:\n  %p = phi i32 [ 1, %a ], [ 2, %c ]\n  ret i32 %p\nc:\n  ret i32 0\n}",
        &[
            "PHINode should have one entry for each predecessor",
            "in.ll: error: input module cannot be verified",
        ],
    ),
    (
        "define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 %a, 1\n  ret i32 %a\n}",
        &["Instruction does not dominate all uses!", "in.ll: error: input module cannot be verified"],
    ),
    (
        "target datalayout = \"E-p:32:32\"\ndefine void @f() {\n  ret void\n}",
        &["error: the module's data layout \"E-p:32:32\" does not suit the target"],
    ),
    (
        "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"target-abi\", !\"ilp32\"}",
        &["error: ABI `ilp32` is not supported for rv64"],
    ),
];

#[test]
fn broken_modules_are_reported_with_their_place() {
    let folder = Folder::new();
    for (text, words) in BROKEN {
        folder.write("in.ll", format!("target triple = \"riscv64-linux-gnu\"\n{text}").as_bytes());
        let output = folder.run("in.ll -o out.s", b"");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}: {message}");
        words.iter().for_each(|w| assert!(message.contains(w), "{text}: {message}"));
        assert!(!folder.path("out.s").exists(), "{text}");
    }
}

#[test]
fn a_layout_of_another_target_gives_way_to_the_command_line() {
    let folder = Folder::new();
    folder.write("in.ll", b"target triple = \"mips-linux\"\ntarget datalayout = \"E-p:32:32\"\ndefine ptr @f(ptr %p) {\n  %q = getelementptr { i8, ptr }, ptr %p, i64 1\n  ret ptr %q\n}\n");
    let output = folder.run("in.ll -mtriple=riscv64-linux-gnu -o -", b"");
    assert!(String::from_utf8_lossy(&output.stdout).contains("16"), "{output:?}");
}

#[test]
fn a_text_without_a_layout_has_the_targets_alignments() {
    let folder = Folder::new();
    folder.write("in.ll", b"define void @f(ptr %p) {\n  store volatile i64 7, ptr %p\n  ret void\n}\n");
    let output = folder.run("in.ll -mtriple=riscv64-linux-gnu -o -", b"");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\tsd\t"), "{output:?}");
}

/// Bitcode and text of a newer LLVM are rejected with the reader's message, and in text with the
/// location.
#[test]
fn input_of_a_newer_llvm_is_an_error() {
    let folder = Folder::new();
    let bitcode = assemble(b"define i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
    // The epoch's bits in the identification block.
    for bit in 228..232 {
        let mut newer = bitcode.clone();
        newer[bit / 8] ^= 1 << (bit % 8);
        folder.write("in.bc", &newer);
        let output = folder.run("in.bc -mtriple=riscv64-linux-gnu -o out.s", b"");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{bit}: {message}");
        assert!(message.contains("in.bc: error: Incompatible epoch"), "{bit}: {message}");
    }
    folder.write("in.ll", b"define void @f() newer_attribute {\n  ret void\n}\n");
    let output = folder.run("in.ll -mtriple=riscv64-linux-gnu -o out.s", b"");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && message.contains("in.ll:1:18: error:"), "{message}");
    assert!(!folder.path("out.s").exists());
}

/// Compiles damaged input: success, or an error and no output, in bounded time.
fn survives(folder: &Folder, data: &[u8], what: &str) {
    folder.write("damaged", data);
    let _ = fs::remove_file(folder.path("out"));
    let start = Instant::now();
    let output = folder.run("damaged -filetype=obj -mtriple=riscv64 -o out", b"");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let written = folder.path("out").exists();
    let sound = match output.status.code() {
        Some(0) => written,
        Some(1) => !written && message.contains("error: "),
        _ => false,
    };
    let internal = message.contains("internal error") || message.contains("panicked");
    assert!(sound && !internal, "{what}: {}, {message}", output.status);
    assert!(start.elapsed() < Duration::from_secs(60), "{what} takes {:?}", start.elapsed());
}

/// A crash of LLVM's reader is an error as well, and so is a call to it that does not return.
#[test]
fn damaged_input_is_an_error() {
    let folder = Folder::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("ir/selection.ll");
    let text = fs::read(program).expect("readable");
    let bitcode = assemble(&text);
    let random = &mut Random::new(1);
    for n in 0..60 {
        let cut = random.below(bitcode.len());
        survives(&folder, &bitcode[..cut], &format!("bitcode cut at {cut}"));
        for (name, original) in [("bitcode", &bitcode), ("text", &text)] {
            let mut data = original.clone();
            for _ in 0..=random.below(3) {
                let place = random.below(data.len());
                data[place] = random.bits() as u8;
            }
            survives(&folder, &data, &format!("{name}, change {n}"));
        }
    }
}
