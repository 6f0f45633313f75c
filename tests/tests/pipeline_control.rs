//! Options that select passes and output, named as in `llc`: start and stop of compilation, `.mir`
//! as input, dumps and lists.

use gisel_tests::build::{self};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const IR: &str = "target triple = \"riscv64-unknown-linux-gnu\"
define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  %z = add i32 %y, 2
  ret i32 %z
}
define i32 @g(i32 %x) noinline optnone {
  ret i32 %x
}
";

/// MIR that refers to no global, without a module.
const BARE: &str = "---
name: h
isSSA: true
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $x10

    %0:_(s64) = COPY $x10
    $x10 = COPY %0(s64)
    PseudoRET implicit $x10
...
";

fn gisel(folder: &Path, args: &str) -> Output {
    let path = build::gisel();
    let mut command = Command::new(path);
    command.current_dir(folder).args(args.split_whitespace()).output().expect("the compiler starts")
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("a.ll", IR), ("bare.mir", BARE), ("bare", BARE), ("ir.mir", IR)] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Options; words that must be in the output (`>`), in the messages (`!`), and words that must not
/// be there (`~`).
type Case = (&'static str, &'static [&'static str]);

fn check(cases: &[Case]) {
    let folder = folder();
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(folder.path(), case)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failure(folder: &Path, (args, expected): &Case) -> Option<String> {
    let output = gisel(folder, &format!("{args} -o -"));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let holds = |word: &&&str| match word.split_at(1) {
        (">", word) => stdout.contains(word),
        ("!", word) => stderr.contains(word),
        (_, word) => !stdout.contains(word) && !stderr.contains(word),
    };
    let wrong: Vec<_> = expected.iter().filter(|word| !holds(word)).collect();
    (!wrong.is_empty()).then(|| format!("{args}: {wrong:?} in\n{stdout}{stderr}"))
}

#[test]
fn compilation_starts_and_stops_where_it_is_told() {
    check(&[
        ("a.ll -O0 -stop-after=irtranslator", &[">G_ADD", "~legalized:"]),
        ("a.ll -O0 --stop-before=legalizer", &[">G_ADD", "~legalized:"]),
        ("a.ll -O0 -stop-after legalizer", &[">legalized:", "~regBankSelected:"]),
        ("a.ll -O0 -stop-before=regallocfast", &[">selected:", "~noVRegs:"]),
        ("a.ll -O0 -stop-after=regallocfast", &[">noVRegs:", ">PseudoRET"]),
        // The unoptimized function reaches the same point by other passes.
        ("a.ll -O2 -stop-before=greedy", &[">selected:", "~noVRegs:"]),
        ("a.ll -O2 -stop-after=virtregrewriter", &[">noVRegs:", "~gpr ="]),
        ("a.ll -O2 -stop-before=finalize-isel", &[">selected:", ">%", "~noVRegs:"]),
        ("a.ll -stop-after=prologepilog", &[">noVRegs:", "~.globl"]),
        ("a.ll -stop-before=irtranslator", &["!nothing to stop at before irtranslator"]),
        ("a.ll -stop-after=legalizer -stop-before=legalizer", &["!cannot be used with"]),
        (
            "a.ll -start-before=legalizer -stop-after=irtranslator",
            &["!start at legalizer and stop at irtranslator"],
        ),
        ("a.ll -start-after=legalizer", &["!pass regbankselect needs", "!Legalized"]),
        ("a.ll -stop-after=isel", &["!unknown pass 'isel'; the passes are irtranslator, ", "!finalize-isel"]),
        ("a.ll -print-before=isel", &["!unknown pass 'isel'"]),
        ("bare.mir -mtriple=riscv64 -run-pass=legalizer,isel", &["!unknown pass 'isel'"]),
    ]);
}

#[test]
fn mir_is_an_input() {
    check(&[
        ("bare.mir -mtriple=riscv64", &[">.globl\th", ">ret"]),
        ("bare -mtriple=riscv64", &[">.globl\th"]),
        ("bare -mtriple=riscv64 -x mir", &[">.globl\th"]),
        ("bare -mtriple=riscv64 -x ir", &["!expected top-level entity"]),
        ("ir.mir", &["!ir.mir:1:1: error: expected a YAML document of MIR"]),
        ("ir.mir -x=ir", &[">.globl\tf"]),
        ("a.ll -x=mir", &["!a.ll:1:1: error: expected a YAML document of MIR"]),
        ("bare.mir -mtriple=riscv64 -run-pass=none", &[">name: ", "~legalized:"]),
        ("bare.mir -mtriple=riscv64 -run-pass=legalizer", &[">legalized:", "~regBankSelected:"]),
        (
            "bare.mir -mtriple=riscv64 -run-pass=legalizer -run-pass=regbankselect,instruction-select",
            &[">selected:", ">gpr = COPY"],
        ),
        ("bare.mir -mtriple=riscv64 -run-pass=regbankselect", &["!'h': pass regbankselect needs Legalized"]),
    ]);
}

/// Stopping after a pass and starting there again yields the output of an uninterrupted
/// compilation.
#[test]
fn compilation_goes_on_where_it_stopped() {
    let folder = folder();
    let output = |args: &str| {
        let output = gisel(folder.path(), args);
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    for level in ["-O0", "-O1", "-O2"] {
        let whole = output(&format!("{level} a.ll -o -"));
        for stage in
            ["irtranslator", "legalizer", "regbankselect", "instruction-select", "finalize-isel", "greedy"]
        {
            output(&format!("{level} a.ll -stop-after={stage} -o stage.mir"));
            let rest = output(&format!("{level} stage.mir -start-after={stage} -o -"));
            assert_eq!(String::from_utf8_lossy(&rest), String::from_utf8_lossy(&whole), "{level} {stage}");
            assert_eq!(
                output(&format!("{level} stage.mir -o -")),
                whole,
                "{level} {stage}, without saying so"
            );
        }
    }
}

#[test]
fn functions_that_are_read_have_the_attributes_of_the_module() {
    let folder = folder();
    let attributes = "\"target-features\"=\"+64bit,+m,+a,+f,+d,+zbb\" \"frame-pointer\"=\"all\"";
    let ir = format!(
        "target triple = \"riscv64-unknown-linux-gnu\"\ndeclare i64 @llvm.ctpop.i64(i64)\n\
         define i64 @f(i64 %x) {attributes} {{\n  %y = call i64 @llvm.ctpop.i64(i64 %x)\n  ret i64 %y\n}}\n"
    );
    fs::write(folder.path().join("b.ll"), ir).expect("written");
    gisel(folder.path(), "b.ll -O1 -stop-after=irtranslator -o b.mir");
    let whole = gisel(folder.path(), "b.ll -O1 -o -").stdout;
    let whole = String::from_utf8_lossy(&whole);
    assert!(whole.contains("cpop") && whole.contains("s0"), "{whole}");
    let read = gisel(folder.path(), "b.mir -O1 -o -").stdout;
    assert_eq!(String::from_utf8_lossy(&read), whole);
}

#[test]
fn instructions_name_their_debug_locations() {
    let folder = folder();
    let ir = "target triple = \"riscv64-unknown-linux-gnu\"\n\
        define i64 @f(i64 %x) !dbg !3 {\n  %y = mul i64 %x, %x, !dbg !6\n  ret i64 %y\n}\n\
        !llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n\
        !1 = !DIFile(filename: \"a.c\", directory: \"\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !3 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)\n\
        !4 = !DISubroutineType(types: !5)\n!5 = !{}\n!6 = !DILocation(line: 7, column: 3, scope: !3)\n";
    fs::write(folder.path().join("d.ll"), ir).expect("written");
    let output = gisel(folder.path(), "d.ll -O2 -stop-after=instruction-select -o -");
    let text = String::from_utf8_lossy(&output.stdout);
    let node = text.lines().find_map(|line| line.split_once(" = !DILocation(line: 7, column: 3,"));
    let node = node.unwrap_or_else(|| panic!("{text}")).0.trim();
    let line = text.lines().find(|line| line.contains("= MUL "));
    assert!(line.is_some_and(|line| line.ends_with(&format!(", debug-location {node}"))), "{line:?}\n{text}");
}

#[test]
fn functions_are_printed_where_it_is_asked() {
    const BEFORE: &str = "!# *** IR Dump Before Legalizer (legalizer) ***:\n# Machine code for function f: IsSSA, TracksLiveness\n---\nname:";
    const AFTER: &str = "!# *** IR Dump After Legalizer (legalizer) ***:\n# Machine code for function f: IsSSA, TracksLiveness, Legalized\n---\nname:";
    check(&[
        (
            "a.ll -O0 -print-before=legalizer",
            &[BEFORE, "~IR Dump After", "!# End machine code for function f.", ">.globl"],
        ),
        ("a.ll -O0 -print-after=legalizer", &[AFTER, "~IR Dump Before", "!function g:"]),
        ("a.ll -O0 -print-after=regbankselect,legalizer", &[AFTER, "!After RegBankSelect (regbankselect)"]),
        ("a.ll -O0 -print-after=legalizer -print-after=regbankselect", &[AFTER, "!After RegBankSelect"]),
        ("a.ll -O0 -print-after=irtranslator", &["!After IRTranslator (irtranslator)", "!G_ADD"]),
        ("a.ll -print-after=greedy", &["!(greedy)", "!(linearscan)"]),
        ("a.ll -print-after=finalize-isel", &["!After InstructionSelect (instruction-select)"]),
        (
            "a.ll -O0 -print-before-all",
            &[BEFORE, "!Before InstructionSelect", "!Before Branch relaxation", "~IR Dump After"],
        ),
        (
            "a.ll -O0 -print-after-all",
            &[AFTER, "!After IRTranslator", "!After Branch relaxation", "~machine-cse"],
        ),
        ("a.ll -O0 -print-after-all -filter-print-funcs=f", &[AFTER, "~code for function g"]),
        ("a.ll -O0 -print-after-all -filter-print-funcs=x,g", &["!function g", "~code for function f"]),
        ("a.ll -O0 -print-after-all -filter-print-funcs=*", &["!function f", "!function g"]),
        ("a.ll -O0 -filter-print-funcs=f", &["~IR Dump"]),
        (
            "a.ll -O1 -print-changed",
            &[
                "!*** IR Dump After Legalizer (legalizer) on f ***\n# Machine code",
                "!*** IR Dump After Machine code sinking (machine-sink) on f omitted because no change ***\n",
            ],
        ),
        ("a.ll -O1 -print-changed=quiet", &["!(legalizer) on f ***", "~omitted"]),
        (
            "a.ll -O0 -print-changed=diff-quiet",
            &[
                "!\n-# Machine code for function f: IsSSA, TracksLiveness\n+# Machine code for function f: IsSSA, TracksLiveness, Legalized\n",
                "!\n     PseudoRET implicit $x10\n",
                "~omitted",
            ],
        ),
        ("a.ll -O0 -print-changed=cdiff", &["!\x1b[32m+", "!\x1b[31m-", "!omitted"]),
        (
            "a.ll -print-changed=x",
            &["![possible values: verbose, quiet, diff, diff-quiet, cdiff, cdiff-quiet]"],
        ),
        // MIR that was read is not the output of a pass.
        ("bare.mir -mtriple=riscv64 -O0 -print-after-all", &["!After Legalizer", "!After IRTranslator"]),
        (
            "bare.mir -mtriple=riscv64 -O0 -print-after-all -run-pass=legalizer",
            &["!After Legalizer", "~IRTranslator"],
        ),
        ("bare.mir -mtriple=riscv64 -O0 -print-changed -run-pass=none", &["~IR Dump"]),
    ]);
}

#[test]
fn passes_are_listed_and_counted() {
    check(&[
        (
            "a.ll -O0 -debug-pass=Structure",
            &[
                "!Pass Arguments:  -irtranslator -legalizer ",
                "!      Legalizer\n      RegBankSelect\n",
                "!Assembly Printer",
                "~machine-cse",
            ],
        ),
        (
            "a.ll -O1 -debug-pass=Structure",
            &["! -machine-cse ", "! -greedy ", "~linearscan", "~early-machinelicm"],
        ),
        (
            "a.ll -O2 -debug-pass=Arguments -stop-after=legalizer",
            &["! -legalizer", "! -mir-printer", "~regbankselect", "~Legalizer"],
        ),
        ("a.ll -debug-pass=Disabled", &["~Pass Arguments"]),
        (
            "bare.mir -mtriple=riscv64 -start-after=legalizer -debug-pass=Structure",
            &["~IRTranslator", "! -regbankselect "],
        ),
        ("a.ll -debug-pass=Everything", &["![possible values: Disabled, Arguments, Structure]"]),
        (
            "a.ll -O0 -stats",
            &[
                "!... Statistics Collected ...",
                "!2 asm-printer  ",
                "! - Number of functions printed",
                "! irtranslator ",
                "! - Number of virtual registers made",
            ],
        ),
        ("a.ll -time-passes", &["!timing report", "!)  legalizer"]),
        (
            "a.ll -debug-only=legalizer",
            &["!Legalize Machine IR for: f\n", "!Legalizing: %", "!.. match: G_", "~Selecting: "],
        ),
        (
            "a.ll -debug-only=instruction-select,regalloc",
            &["!Select instructions for: f\n", "!Selecting: ", "! Function: f\nassigning %", "~Legalizing: "],
        ),
        ("a.ll -debug", &["!Legalizing: ", "!Selecting: ", "!Try combining ", "!assigning %"]),
        ("a.ll -debug-only=isel", &["!nothing of 'isel' is traced; there are gi-combiner, legalizer,"]),
        ("a.ll -debug -debug-only=legalizer", &["!cannot be used with"]),
    ]);
}

/// The program behaves the same whichever passes are disabled; each line of the report names a pass
/// that ran or did not.
#[test]
fn optional_passes_are_left_out_one_by_one() {
    let expected =
        fs::read_to_string(sources::package_folder().join("programs/sha256.expected")).expect("readable");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    for target in [Target::Aarch64, Target::Riscv64] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let source = sources::package_folder().join("programs/sha256.c");
        process::run(&mut build::clang(combo, &source, &[], &path("a.bc"))).expect("clang runs");
        let compile = |limit: usize| {
            let output = gisel(
                folder.path(),
                &format!("-opt-bisect-limit={limit} -verify-machineinstrs -filetype=obj a.bc"),
            );
            assert!(output.status.success(), "{limit}: {}", String::from_utf8_lossy(&output.stderr));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let of_main = |not: &str| said.matches(&format!("BISECT: {not}running pass (")).count();
            (of_main(""), of_main("NOT "))
        };
        let (all, none) = compile(usize::MAX >> 1);
        assert!(all > 20 && none == 0, "{target:?}: {all}");
        for limit in [0, 1, all / 5, all / 3, all / 2, all - 7, all - 1] {
            assert_eq!(compile(limit), (limit, all - limit), "{target:?}");
            let mut link = build::link_by("gcc", target, Mode::Static, &[path("a.o")], &path("a"))
                .expect("gisel is there");
            process::run(&mut link).expect("it links");
            let printed = process::run(&mut build::qemu(target, &path("a"), &[])).expect("it runs");
            assert_eq!(printed, expected, "{target:?}: limit {limit} of {all}");
        }
    }
}

/// JSON reports are valid JSON, with each pass and each function.
#[test]
fn reports_are_made_as_json() {
    let folder = folder();
    let said = gisel(folder.path(), "-W -stats-json -info-output-file=numbers a.ll -o a.s");
    assert!(said.status.success() && said.stderr.is_empty(), "{said:?}");
    let numbers: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("numbers")).expect("written")).expect("JSON");
    assert_eq!(numbers["asm-printer.Number of functions printed"], 2, "{numbers}");
    let said = gisel(folder.path(), "-W -time-trace -time-trace-granularity=0 a.ll -o b.s");
    assert!(said.status.success() && said.stderr.is_empty(), "{said:?}");
    let trace = fs::read(folder.path().join("b.s.time-trace")).expect("written");
    let trace: serde_json::Value = serde_json::from_slice(&trace).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let names: Vec<&str> = events.iter().filter_map(|event| event["name"].as_str()).collect();
    for name in ["irtranslator", "legalizer", "instruction-select", "asm-printer", "object-writer"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let functions: Vec<&str> = events.iter().filter_map(|event| event["args"]["detail"].as_str()).collect();
    assert_eq!(functions, ["f", "g"]);
    gisel(folder.path(), "-time-trace -time-trace-file=trace -time-trace-granularity=60000000 a.ll -o b.s");
    let trace = fs::read_to_string(folder.path().join("trace")).expect("written");
    assert!(!trace.contains("legalizer"), "{trace}");
}
