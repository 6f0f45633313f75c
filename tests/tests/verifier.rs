//! The machine verifier and the MIR reader: each file of `mir/broken` must be refused with the message that its first
//! line names, and what is written for a sound function is read back as it was.
//! What was read is verified in any case; what the target's rules call legal is asked with `-verify-machineinstrs` only.

use gisel_tests::build::Compiler;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn gisel(args: &[&str], input: &Path) -> Output {
    let Ok(Compiler::Gisel(path)) = Compiler::under_test() else { panic!("gisel has not been built") };
    let mut command = Command::new(path);
    command.args(["-mtriple=riscv64", "-o", "-"]);
    command.args(args).arg(input).output().expect("gisel starts")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mir").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|e| e.expect("readable").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

const NO_PASS: &str = "-run-pass=none";
const VERIFY: &str = "-verify-machineinstrs";

#[test]
fn broken_functions_are_refused() {
    refuses_broken_functions(&[NO_PASS, VERIFY], |_| true);
}

/// Before a function that goes on behind the legalizer is rewritten, for example.
#[test]
fn broken_functions_are_refused_before_a_pass_sees_them() {
    let is_illegal_for_us_only = |file: &Path| file.ends_with("illegal.mir");
    refuses_broken_functions(&["-start-after=legalizer"], |file| !is_illegal_for_us_only(file));
}

fn refuses_broken_functions(args: &[&str], counts: impl Fn(&Path) -> bool) {
    let mut failures = Vec::new();
    for file in files("broken").into_iter().filter(|file| counts(file)) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let expected =
            text.lines().next().and_then(|l| l.strip_prefix("# error: ")).expect("names its error");
        let output = gisel(args, &file);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() != Some(1) || !message.contains(expected) {
            failures.push(format!(
                "{}: expected \"{expected}\", got {} {message}",
                file.display(),
                output.status
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A function whose first block ends with these instructions, and has so many bytes in four behind them.
fn long_function(own: &str, branch: &str, size: usize) -> String {
    let body = "    $x10 = ADDI $x10, 1\n".repeat(size / 4);
    format!(
        "---\nname: f\ntracksRegLiveness: true\nnoVRegs: true\n{own}body: |\n  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: \
         $x10\n    {branch}\n  bb.1:\n    liveins: $x10\n{body}  bb.2:\n    PseudoRET\n...\n"
    )
}

/// Behind allocation no branch goes further than a jump reaches, if no register is kept for long jumps or they have been made.
#[test]
fn branches_out_of_range_are_refused() {
    let branch = "BEQ $x10, $x0, %bb.2";
    let far =
        format!("%bb.2 is 1048580 bytes away, out of the range of 1048576 (operand 2): {branch} in bb.0");
    let (kept, relaxed) =
        ("# gisel: { longBranches: true }\n", "# gisel: { longBranches: true, branchesRelaxed: true }\n");
    let (near, long) = (1 << 20, (1 << 20) + 4);
    let jump = "dead $x31 = PseudoJump %bb.2";
    let cases = [
        ("near", "", branch, near, None),
        ("far", "", branch, long, Some(&*far)),
        ("far, before relaxation", kept, branch, long, None),
        ("far, behind it", relaxed, branch, long, Some(&*far)),
        ("a long jump", relaxed, jump, long, None),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("far.mir");
    for (name, own, branch, size, expected) in cases {
        std::fs::write(&file, long_function(own, branch, size - 4)).expect("written");
        let output = gisel(&[NO_PASS, VERIFY], &file);
        let message = String::from_utf8_lossy(&output.stderr);
        match expected {
            None => assert!(output.status.success(), "{name}: {message}"),
            Some(expected) => assert!(
                output.status.code() == Some(1) && message.contains(expected),
                "{name}: expected \"{expected}\", got {} {message}",
                output.status
            ),
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    for file in files("sound") {
        let once = gisel(&[NO_PASS, VERIFY], &file);
        assert!(once.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&once.stderr));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let copy = folder.path().join("copy.mir");
        std::fs::write(&copy, &once.stdout).expect("written");
        let twice = gisel(&[NO_PASS, VERIFY], &copy);
        assert_eq!(String::from_utf8_lossy(&once.stdout), String::from_utf8_lossy(&twice.stdout));
        let body = |text: &str| text.split_once("body:").map(|(_, b)| b.replace([' ', '\n'], ""));
        let original = std::fs::read_to_string(&file).expect("readable");
        assert_eq!(body(&original), body(&String::from_utf8_lossy(&once.stdout)), "{}", file.display());
    }
}

#[test]
fn a_header_is_written_as_it_was_read() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("mir/sound/frame.mir");
    let output = gisel(&[NO_PASS, VERIFY], &file);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let original = std::fs::read_to_string(&file).expect("readable");
    let (_comment, original) = original.split_once('\n').expect("has lines");
    assert_eq!(original, String::from_utf8_lossy(&output.stdout));
}
