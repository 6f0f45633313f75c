//! The machine verifier and the MIR reader. Each file of `mir/broken` must be rejected with the
//! message in its first line (for the target in its second line, if not RISC-V). A valid function
//! is read back as it was written. Functions that were read are always verified; legality by the
//! target's rules is only checked with `-verify-machineinstrs`.

use gisel_tests::build::{self};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn gisel(args: &[&str], input: &Path) -> Output {
    let path = build::gisel();
    let mut command = Command::new(path);
    let text = std::fs::read_to_string(input).expect("readable");
    let target = text.lines().find_map(|line| line.strip_prefix("# target: ")).unwrap_or("riscv64");
    command.arg(format!("-mtriple={target}")).args(["-o", "-"]);
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

/// For example, before a function that continues after the legalizer is rewritten.
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

/// Instructions whose operands do not fit their types, and the opcode's requirements. The types of
/// %0 to %13 are in `TYPES`.
#[rustfmt::skip]
const ILL_TYPED: &[(&str, &str)] = &[
    ("%20:_(s64) = G_SEXT %4(s64)", "a wider result"),
    ("%20:_(<4 x s64>) = G_ZEXT %6(<2 x s32>)", "a wider result"),
    ("%20:_(s64) = G_TRUNC %3(s32)", "a narrower result"),
    ("%20:_(s64) = G_TRUNC_SSAT_U %6(<2 x s32>)", "a narrower result"),
    ("%20:_(s64) = G_BITCAST %3(s32)", "types of one size"),
    ("%20:_(s64) = G_PTRTOINT %4(s64)", "an integer of a pointer"),
    ("%20:_(p0) = G_INTTOPTR %5(p0)", "a pointer of an integer"),
    ("%20:_(p0) = G_ADDRSPACE_CAST %4(s64)", "pointers"),
    ("%20:_(s64) = G_PTR_ADD %4, %4(s64)", "a pointer and an integer"),
    ("%20:_(p0) = G_PTRMASK %5, %5(p0)", "a pointer and an integer"),
    ("%20:_(p0) = G_ADD %5, %5", "numbers"),
    ("%20:_(s64) = G_SHL %4, %6(<2 x s32>)", "numbers, as many in each operand"),
    ("%20:_(<2 x s64>) = G_FPTOSI %4(s64)", "numbers, as many in each operand"),
    ("%20:_(<2 x s64>) = G_FCOPYSIGN %8, %4(s64)", "numbers, as many in each operand"),
    ("%20:_(s1) = G_ICMP intpred(eq), %8(<2 x s64>), %8", "an integer predicate and as many results as values"),
    ("%20:_(s1) = G_ICMP floatpred(oeq), %4(s64), %4", "an integer predicate and as many results as values"),
    ("%20:_(s1) = G_FCMP intpred(eq), %4(s64), %4", "a floating-point predicate and as many results as values"),
    ("%20:_(s64) = G_SELECT %13(<2 x s1>), %4, %4", "one condition, or one for each element"),
    ("%20:_(s8) = G_BSWAP %1", "pairs of bytes"),
    ("%20:_(s32) = G_SEXT_INREG %3, 32", "a width below that of the elements"),
    ("%20:_(s32) = G_ASSERT_ZEXT %3, 0", "a width below that of the elements"),
    ("%20:_(<2 x s64>) = G_CONSTANT i64 1", "a single integer or pointer"),
    ("%20:_(p0) = G_FCONSTANT double 1.0", "a single number"),
    ("%20:_(s128) = G_MERGE_VALUES %3(s32), %3(s32)", "parts that add up to the result"),
    ("%20:_(s64) = G_MERGE_VALUES %3(s32), %4(s64)", "type s64 where type index 1 is s32 (operand 2)"),
    ("%20:_(s32) = G_EXTRACT %4(s64), 33", "bits of the operand"),
    ("%20:_(s64) = G_INSERT %4, %3(s32), 40", "bits of the operand"),
    ("%20:_(s32), %21:_(s32) = G_UNMERGE_VALUES %3(s32)", "results that add up to the operand, with its elements"),
    ("%20:_(s32), %21:_(s32), %22:_(s32), %23:_(s32) = G_UNMERGE_VALUES %8(<2 x s64>)", "results that add up to the operand, with its elements"),
    ("%20:_(<2 x s64>) = G_BUILD_VECTOR %4(s64), %4(s64), %4(s64)", "a value for each element"),
    ("%20:_(<2 x s64>) = G_BUILD_VECTOR %3(s32), %3(s32)", "a value for each element"),
    ("%20:_(<2 x s64>) = G_BUILD_VECTOR_TRUNC %4(s64), %4(s64)", "a wider value for each element"),
    ("%20:_(<4 x s32>) = G_CONCAT_VECTORS %8(<2 x s64>)", "vectors that add up to the result"),
    ("%20:_(<2 x s64>) = G_INSERT_VECTOR_ELT %8, %3(s32), %4(s64)", "an element of the vector and an integer"),
    ("%20:_(s32) = G_EXTRACT_VECTOR_ELT %8(<2 x s64>), %4(s64)", "an element of the vector and an integer"),
    ("%20:_(<2 x s64>) = G_SHUFFLE_VECTOR %8(<2 x s64>), %8, shufflemask(0, 4)", "a mask with an element of the operands for each of the result"),
    ("%20:_(<2 x s64>) = G_SHUFFLE_VECTOR %8(<2 x s64>), %8, shufflemask(0)", "a mask with an element of the operands for each of the result"),
    ("%20:_(<2 x s64>) = G_SPLAT_VECTOR %3(s32)", "an element"),
    ("%20:_(<2 x s64>) = G_INSERT_SUBVECTOR %8, %6(<2 x s32>), 0", "a part of the vector"),
    ("%20:_(<4 x s32>) = G_EXTRACT_SUBVECTOR %6(<2 x s32>), 0", "a part of the vector"),
    ("%20:_(<2 x s32>) = G_VECREDUCE_ADD %7(<4 x s32>)", "a single result"),
    ("%20:_(s32) = G_LOAD %5(p0)", "a pointer, and an access that is not wider than the value"),
    ("%20:_(s32) = G_LOAD %5(p0) :: (load (s64))", "a pointer, and an access that is not wider than the value"),
    ("G_STORE %4(s64), %4(s64) :: (store (s64))", "a pointer, and an access that is not wider than the value"),
    ("%20:_(s32) = G_SEXTLOAD %5(p0) :: (load (s32))", "a pointer, and an access that is narrower than the result"),
    ("%20:_(s32) = G_ATOMICRMW_ADD %4(s64), %3 :: (load store seq_cst (s32))", "a pointer and an access"),
    ("%20:_(s32), %21:_(s1) = G_ATOMIC_CMPXCHG_WITH_SUCCESS %4(s64), %3, %3 :: (load store seq_cst seq_cst (s32))", "a pointer and an access"),
    ("%20:_(s64) = G_STACKSAVE", "a pointer"),
    ("G_MEMCPY %5(p0), %4(s64), %4(s64), 0 :: (store (s8)), (load (s8))", "two pointers"),
    ("%20:_(s64) = G_VAARG %4(s64), 8", "a pointer"),
    ("%20:_(s32) = COPY %4(s64)", "a copy of s64 to s32 (operand 1)"),
];

const TYPES: &[&str] = &[
    "s1",
    "s8",
    "s16",
    "s32",
    "s64",
    "p0",
    "<2 x s32>",
    "<4 x s32>",
    "<2 x s64>",
    "<2 x p0>",
    "s128",
    "<3 x s32>",
    "<8 x s8>",
    "<2 x s1>",
];

#[test]
fn types_that_do_not_suit_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("types.mir");
    let prelude: String =
        TYPES.iter().enumerate().map(|(n, ty)| format!("    %{n}:_({ty}) = G_IMPLICIT_DEF\n")).collect();
    for (inst, asks) in ILL_TYPED {
        let text = format!("---\nname: f\nbody: |\n  bb.0:\n{prelude}    {inst}\n    PseudoRET\n...\n");
        std::fs::write(&file, text).expect("written");
        let output = gisel(&[NO_PASS], &file);
        let message = String::from_utf8_lossy(&output.stderr);
        let refused = output.status.code() == Some(1) && message.contains(&format!("{asks}: "));
        assert!(refused, "{inst}: expected \"{asks}\", got {} {message}", output.status);
    }
}

/// Returns a function whose first block ends with these instructions, followed by `size` bytes of
/// four-byte instructions.
fn long_function(own: &str, branch: &str, size: usize) -> String {
    let body = "    $x10 = ADDI $x10, 1\n".repeat(size / 4);
    format!(
        "---\nname: f\ntracksRegLiveness: true\nnoVRegs: true\n{own}body: |\n  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: \
         $x10\n    {branch}\n  bb.1:\n    liveins: $x10\n{body}  bb.2:\n    PseudoRET\n...\n"
    )
}

/// After allocation no branch exceeds a jump's range, unless a register is reserved for long jumps;
/// nor does any after relaxation.
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
        ("far, after it", relaxed, branch, long, Some(&*far)),
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
fn written_functions_are_read_back() {
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
