//! CORE-V's intrinsics, with registers and with constants: gisel's instructions are llc's.

use gisel_tests::build::Compiler;
use gisel_tests::{process, sources};
use std::fmt::Write as _;
use std::fs;

/// Names after `llvm.riscv.cv.`, and the arguments of their calls: `x` is a parameter.
const CALLS: &[(&[&str], &[&[&str]])] = &[
    (&["alu.clip", "alu.clipu"], BOUNDS),
    (&["alu.addN", "alu.adduN", "alu.addRN", "alu.adduRN"], AMOUNTS),
    (&["alu.subN", "alu.subuN", "alu.subRN", "alu.subuRN"], AMOUNTS),
    (&["bitmanip.extract", "bitmanip.extractu", "bitmanip.bclr", "bitmanip.bset"], FIELDS),
    (&["bitmanip.insert"], INSERTED_FIELDS),
    (&["bitmanip.clb"], &[&["x"]]),
    (&["bitmanip.bitrev"], &[&["x", "0", "3"], &["x", "31", "0"], &["x", "5", "1"]]),
    (&["mac.mac", "mac.msu"], &[&["x", "x", "x"], &["x", "0", "x"], &["0", "3", "x"], &["x", "x", "0"]]),
    (&["mac.muluN", "mac.mulhhuN", "mac.mulsN", "mac.mulhhsN"], PRODUCTS),
    (&["mac.muluRN", "mac.mulhhuRN", "mac.mulsRN", "mac.mulhhsRN"], PRODUCTS),
    (&["mac.macuN", "mac.machhuN", "mac.macsN", "mac.machhsN"], SUMS),
    (&["mac.macuRN", "mac.machhuRN", "mac.macsRN", "mac.machhsRN"], SUMS),
];

/// Only ones from bit 0 are in the instruction.
const BOUNDS: &[&[&str]] = &[
    &["x", "x"],
    &["x", "0"],
    &["x", "1"],
    &["x", "2"],
    &["x", "255"],
    &["x", "256"],
    &["x", "1073741823"],
    &["x", "-1"],
    &["x", "-2147483648"],
    &["5", "x"],
];

/// Only amounts of 5 bits are in the instruction.
const AMOUNTS: &[&[&str]] = &[
    &["x", "x", "x"],
    &["x", "x", "0"],
    &["x", "x", "31"],
    &["x", "x", "32"],
    &["x", "0", "3"],
    &["x", "0", "x"],
];

/// Only fields of 10 bits are in the instruction.
const FIELDS: &[&[&str]] =
    &[&["x", "x"], &["x", "0"], &["x", "31"], &["x", "341"], &["x", "1023"], &["x", "1024"], &["x", "-1"]];

const INSERTED_FIELDS: &[&[&str]] =
    &[&["x", "x", "x"], &["x", "0", "x"], &["x", "1023", "x"], &["x", "1024", "x"], &["x", "33", "0"]];

const PRODUCTS: &[&[&str]] = &[&["x", "x", "0"], &["x", "x", "31"], &["x", "0", "5"]];

const SUMS: &[&[&str]] = &[&["x", "x", "x", "0"], &["x", "x", "x", "31"], &["x", "0", "x", "5"]];

/// The event load, with an offset, at a variable of the frame, and twice.
const LOADS: &str = "declare i32 @llvm.riscv.cv.elw.elw(ptr)
    define i32 @load(ptr %p) {
    %r = call i32 @llvm.riscv.cv.elw.elw(ptr %p)
    ret i32 %r }
    define i32 @near(ptr %p) {
    %q = getelementptr i8, ptr %p, i32 -2048
    %r = call i32 @llvm.riscv.cv.elw.elw(ptr %q)
    ret i32 %r }
    define i32 @local() {
    %q = alloca i32
    store i32 1, ptr %q
    %r = call i32 @llvm.riscv.cv.elw.elw(ptr %q)
    ret i32 %r }
    define i32 @twice(ptr %p) {
    %a = call i32 @llvm.riscv.cv.elw.elw(ptr %p)
    %b = call i32 @llvm.riscv.cv.elw.elw(ptr %p)
    %r = add i32 %a, %b
    ret i32 %r }\n";

/// Returns a module with a function per call.
fn module() -> String {
    let mut text = LOADS.to_owned();
    for (names, calls) in CALLS {
        for name in *names {
            writeln!(text, "declare i32 @llvm.riscv.cv.{name}({})", vec!["i32"; calls[0].len()].join(", "))
                .unwrap();
            for (number, args) in calls.iter().enumerate() {
                let passed = (0..).zip(*args).map(|(n, arg)| match *arg {
                    "x" => format!("i32 %a{n}"),
                    value => format!("i32 {value}"),
                });
                let passed: Vec<String> = passed.collect();
                let parameters: Vec<String> =
                    passed.iter().filter(|arg| arg.contains('%')).cloned().collect();
                writeln!(
                    text,
                    "define i32 @{name}.{number}({}) {{\n  %r = call i32 @llvm.riscv.cv.{name}({})\n  ret i32 %r\n}}",
                    parameters.join(", "),
                    passed.join(", "),
                )
                .unwrap();
            }
        }
    }
    text
}

/// Returns the labels and instructions of IR compiled for CORE-V.
fn code(compiler: &Compiler, name: &str, ir: &str) -> Vec<String> {
    let folder = sources::work_folder("core-v").unwrap();
    let own = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
    let (input, output) = (folder.join(format!("{name}.ll")), folder.join(format!("{name}.{own}.s")));
    fs::write(&input, ir).unwrap();
    let mut command = compiler.alone();
    command.args(["-mtriple=riscv32", "-mattr=+xcvalu,+xcvbitmanip,+xcvelw,+xcvmac", "-O2", "-o"]);
    process::run(command.arg(&output).arg(&input)).unwrap();
    let text = fs::read_to_string(&output).unwrap();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let is_code = |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_lowercase());
    lines.filter(is_code).map(str::to_owned).collect()
}

/// Functions of an instruction that overwrites a constant, while the result's register holds an
/// argument: the argument is copied before it, where llc copies the result after it.
const COPIED_BEFORE: [&str; 3] = ["bitmanip.insert.4:", "mac.mac.3:", "mac.msu.3:"];

#[test]
fn instructions_are_those_of_llc() {
    let module = module();
    let [own, reference] =
        [Compiler::under_test().unwrap(), Compiler::Llc].map(|compiler| code(&compiler, "calls", &module));
    assert!(own.len() > 400, "{own:?}");
    for (own, reference) in own.split(|line| line == "\tret").zip(reference.split(|line| line == "\tret")) {
        let mnemonics = |lines: &[String]| {
            let mut list: Vec<String> = lines
                .iter()
                .map(|line| line.trim_start().split('\t').next().unwrap_or_default().to_owned())
                .collect();
            list.sort();
            list
        };
        if own.first().is_some_and(|label| COPIED_BEFORE.contains(&label.as_str())) {
            assert_eq!(mnemonics(own), mnemonics(reference), "{own:?}");
        } else {
            assert_eq!(own, reference);
        }
    }
    assert_eq!(own.len(), reference.len());
}

/// llc's instruction has no bits for 32, and clips to nothing.
#[test]
fn the_largest_bound_is_in_a_register() {
    for name in ["clip", "clipu"] {
        let ir = format!(
            "declare i32 @llvm.riscv.cv.alu.{name}(i32, i32)
            define i32 @f(i32 %a) {{
            %r = call i32 @llvm.riscv.cv.alu.{name}(i32 %a, i32 2147483647)
            ret i32 %r }}"
        );
        let code = code(&Compiler::under_test().unwrap(), name, &ir);
        let on_registers = if name == "clip" { "cv.clipr\ta0, a0, a1" } else { "cv.clipur\ta0, a0, a1" };
        assert!(code.iter().any(|line| line.trim() == on_registers), "{code:?}");
    }
}
