//! Constraints of inline assembly × types: operands that llc accepts are accepted and printed as by
//! llc, and those that llc rejects are rejected.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i16",
    "i24",
    "i32",
    "i33",
    "i64",
    "i128",
    "i256",
    "half",
    "bfloat",
    "float",
    "double",
    "fp128",
    "ptr",
    "<2 x i8>",
    "<2 x i16>",
    "<8 x i8>",
    "<4 x i32>",
    "<2 x i64>",
    "<1 x i64>",
    "<4 x half>",
    "<2 x float>",
    "<2 x double>",
];

const RISCV: &[&str] = &[
    "r", "f", "R", "^cr", "^cf", "^cR", "^vr", "^vd", "^vm", "A", "m", "o", "p", "I", "J", "K", "n", "S",
    "rm", "ri", "{a0}", "{x10}", "{fp}", "{fa0}", "{f10}", "{bogus}", "Q", "w", "imr",
];

const AARCH64: &[&str] = &[
    "r", "w", "y", "m", "o", "Q", "I", "J", "K", "L", "M", "N", "n", "S", "Y", "Z", "z", "ri", "rm", "imr",
    "{x0}", "{w3}", "{fp}", "{lr}", "{sp}", "{v0}", "{q7}", "{d0}", "{s0}", "{h0}", "{b0}", "{bogus}",
    "@3Uci", "@3Ucj", "@3Upa", "@3Upl", "@3Uph", "f", "^cr",
];

/// 32-bit RISC-V: operands wider than a register take several, or a pair.
const RISCV32: &[&str] =
    &["r", "f", "R", "^cr", "^cf", "^cR", "A", "m", "I", "n", "rm", "{a0}", "{fa0}", "Q"];

/// Constraints with operand modifiers.
const RISCV_MODIFIERS: &[&str] = &[
    "r|z", "r|i", "r|N", "r|c", "r|n", "r|w", "r|h", "f|z", "f|i", "f|N", "R|N", "R|z", "^cr|N", "^cf|i",
    "rJ|z", "m|z", "m|i", "m|c", "{a0}|N", "{fa0}|N",
];
const AARCH64_MODIFIERS: &[&str] = &[
    "r|w", "r|x", "r|a", "r|b", "r|d", "r|c", "r|n", "r|H", "r|y", "w|b", "w|h", "w|s", "w|d", "w|q", "w|z",
    "w|w", "w|x", "w|c", "x|q", "x|s", "m|a", "m|w", "Q|a", "rZ|w", "z|x", "{x0}|w", "{w3}|x", "{q7}|d",
];

/// A machine that is checked.
#[derive(Debug)]
struct Machine {
    target: Target,
    /// The options of both compilers.
    options: &'static [&'static str],
    constraints: &'static [&'static str],
    comment: &'static str,
    /// True if the operands are outputs as well.
    both_ways: bool,
}

const RV64: &[&str] = &["-mtriple=riscv64-unknown-linux-gnu", "-mattr=+m,+a,+f,+d,+c"];
const RV32: &[&str] = &["-mtriple=riscv32-unknown-elf", "-mattr=+m,+a,+f,+d,+c"];
const A64: &[&str] = &["-mtriple=aarch64-unknown-linux-gnu"];
/// Doubles are in pairs of general registers.
const RV32_ZDINX: &[&str] = &["-mtriple=riscv32-unknown-elf", "-mattr=+m,+a,+c,+zdinx,+zhinxmin"];
const RISCV_INX: &[&str] = &["r", "f", "R", "^cr", "^cf", "^cR"];
const RV64_ZFHMIN: &[&str] = &["-mtriple=riscv64-unknown-linux-gnu", "-mattr=+m,+a,+f,+d,+c,+zfhmin"];
const RISCV_HALF: &[&str] = &["r", "f", "^cf", "{fa0}"];
const MACHINES: [Machine; 7] = [
    Machine {
        target: Target::Riscv64,
        options: RV32_ZDINX,
        constraints: RISCV_INX,
        comment: "#",
        both_ways: true,
    },
    Machine {
        target: Target::Riscv64,
        options: RV64_ZFHMIN,
        constraints: RISCV_HALF,
        comment: "#",
        both_ways: true,
    },
    Machine { target: Target::Riscv64, options: RV64, constraints: RISCV, comment: "#", both_ways: true },
    Machine {
        target: Target::Riscv64,
        options: RV64,
        constraints: RISCV_MODIFIERS,
        comment: "#",
        both_ways: false,
    },
    Machine { target: Target::Riscv64, options: RV32, constraints: RISCV32, comment: "#", both_ways: true },
    Machine { target: Target::Aarch64, options: A64, constraints: AARCH64, comment: "//", both_ways: true },
    Machine {
        target: Target::Aarch64,
        options: A64,
        constraints: AARCH64_MODIFIERS,
        comment: "//",
        both_ways: false,
    },
];

impl Machine {
    /// Returns the command that compiles a module to assembly.
    fn command(&self, compiler: &Compiler, level: &str, input: &Path, output: &Path) -> Command {
        let mut command = compiler.alone();
        command.args([level, "-filetype=asm"]).args(self.options).arg("-o").arg(output).arg(input);
        command
    }
}

/// Accepted differences: the target, prefix of the constraint, types (none: all), the reason.
const DIFFERENT: &[(Target, &str, &[&str], &str)] = &[
    (Target::Aarch64, "{lr}", &["i128", "fp128"], "llc continues in xzr"),
    (Target::Aarch64, "{fp}", &["i256"], "llc continues in xzr and the stack pointer"),
    (Target::Aarch64, "{sp}", &["<4 x i32>", "<2 x i64>"], "llc writes elements to the stack pointer"),
    (
        Target::Aarch64,
        "{v0}",
        &["i1", "i8", "i16", "i24", "i32", "half", "bfloat", "float"],
        "llc takes `v` for views of 64 and 128 bits",
    ),
    (Target::Aarch64, "@3Uc", &["i24", "i33"], "llc refuses odd widths"),
    (Target::Aarch64, "@3Up", &[], "registers of predicates are refused"),
];

/// Returns true for types of which a smaller register takes the low bits as an input; as an output
/// they are rejected, as by llc.
fn is_cut_off(target: Target, constraint: &str, ty: &str) -> bool {
    let is_wide = ["<4 x i32>", "<2 x i64>", "<2 x double>"].contains(&ty);
    let is_double = ["<8 x i8>", "<4 x half>", "<2 x float>"].contains(&ty);
    let is_small = constraint.starts_with("{s") || constraint.starts_with("{h");
    let quads = ["{q", "{v", "w"].iter().any(|start| constraint.starts_with(start));
    target == Target::Aarch64
        && (is_wide && !quads || is_double && is_small || ty == "<2 x i16>" && constraint.starts_with("{h"))
}

/// Returns a module with one function per case; the operand is read, written, or both.
fn module(comment: &str, form: &str, cases: &[(usize, &str, &str)]) -> String {
    let mut text = String::new();
    let mut notes = String::new();
    for (n, constraint, ty) in cases {
        let (constraint, modifier) = constraint.split_once('|').unwrap_or((constraint, ""));
        let shown = if modifier.is_empty() { "$0".to_owned() } else { format!("${{0:{modifier}}}") };
        let load = format!("%x = load {ty}, ptr %p");
        let body = match form {
            "in" => format!(
                "{load}\n call void asm sideeffect \"nop {comment} [{shown}]\", \"{constraint}\"({ty} %x), !srcloc !{n}"
            ),
            "out" => format!(
                "%y = call {ty} asm sideeffect \"nop {comment} [{shown}]\", \"={constraint}\"(), !srcloc !{n}\n store {ty} %y, ptr %p"
            ),
            _ => format!(
                "{load}\n %y = call {ty} asm sideeffect \"nop {comment} [{shown}]\", \"=&{constraint},0\"({ty} %x), !srcloc !{n}\n store {ty} %y, ptr %p"
            ),
        };
        let _ = write!(text, "define void @f{n}(ptr %p) nounwind {{\n {body}\n ret void\n}}\n");
        let _ = writeln!(notes, "!{n} = !{{i64 {n}}}");
    }
    text + &notes
}

/// Extracts the text between brackets, by function: allocated registers become `#`, frame operands
/// are at `sp`.
fn operands(assembly: &str, cases: &[(usize, &str, &str)], into: &mut BTreeMap<usize, String>) {
    let mut function = None;
    for line in assembly.lines() {
        if let Some(label) = line.split_once(':').map(|(label, _)| label.trim_matches('"'))
            && let Some(number) = label.strip_prefix('f').and_then(|number| number.parse::<usize>().ok())
        {
            function = Some(number);
        }
        if let (Some(n), Some((_, rest))) = (function, line.split_once("nop"))
            && let Some(operand) = rest.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']'))
        {
            let given =
                cases.iter().any(|(number, constraint, _)| *number == n && constraint.starts_with('{'));
            into.insert(n, if given { operand.0.to_owned() } else { kind(operand.0) });
        }
    }
}

/// Returns the kind of an operand: `a5`, `t2` and `s11` are one kind of register; memory is
/// another.
fn kind(operand: &str) -> String {
    if operand.contains(['(', '[']) {
        return "memory".into();
    }
    let letters = operand.trim_end_matches(|c: char| c.is_ascii_digit());
    match letters {
        "fa" | "ft" | "fs" => "f".into(),
        "a" | "t" | "s" => "r".into(),
        _ => letters.into(),
    }
}

/// Returns llc's text for each case, or its rejection; cases on which it crashes are left out.
fn by_llc(
    machine: &Machine,
    form: &str,
    cases: &[(usize, &str, &str)],
    folder: &Path,
) -> BTreeMap<usize, String> {
    let mut answers = BTreeMap::new();
    let (input, output) = (folder.join("llc.ll"), folder.join("llc.s"));
    for chunk in cases.chunks(TYPES.len() * 2) {
        let mut left = chunk.to_vec();
        loop {
            std::fs::write(&input, module(machine.comment, form, &left)).unwrap();
            let mut command = machine.command(&Compiler::Llc, "-O2", &input, &output);
            let ended = command.env("LLVM_DISABLE_SYMBOLIZATION", "1").output().unwrap();
            let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
            let number = |text: &str| {
                text.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse::<usize>().ok())
            };
            if let Some((_, rest)) = errors.split_once("on function '@f") {
                let crashed = number(rest).unwrap();
                left.retain(|(n, ..)| *n != crashed);
                continue;
            }
            let refused: Vec<usize> = errors.split(" at line ").skip(1).filter_map(number).collect();
            if ended.status.success() {
                operands(&std::fs::read_to_string(&output).unwrap(), &left, &mut answers);
                break;
            }
            assert!(!refused.is_empty(), "{errors}");
            answers.extend(refused.iter().map(|&n| (n, "refused".to_owned())));
            left.retain(|(n, ..)| !refused.contains(n));
        }
    }
    answers
}

/// Returns the same for the compiler under test, which lists everything that it cannot compile.
fn by_gisel(
    machine: &Machine,
    level: &str,
    form: &str,
    cases: &[(usize, &str, &str)],
    folder: &Path,
) -> BTreeMap<usize, String> {
    let (input, output) = (folder.join("own.ll"), folder.join("own.s"));
    let mut answers = BTreeMap::new();
    let mut left = cases.to_vec();
    std::fs::write(&input, module(machine.comment, form, &left)).unwrap();
    let mut command = machine.command(&Compiler::under_test().unwrap(), level, &input, &output);
    let listed = command.arg("--list-unsupported").output().unwrap();
    for line in String::from_utf8_lossy(&listed.stderr).lines() {
        let Some((_, rest)) = line.split_once("error: in function 'f") else { continue };
        let (number, message) = rest.split_once("': ").unwrap();
        assert!(message.starts_with("inline assembly: "), "{line}");
        answers.insert(number.parse().unwrap(), "refused".to_owned());
    }
    left.retain(|(n, ..)| !answers.contains_key(n));
    std::fs::write(&input, module(machine.comment, form, &left)).unwrap();
    process::run(&mut machine.command(&Compiler::under_test().unwrap(), level, &input, &output)).unwrap();
    operands(&std::fs::read_to_string(&output).unwrap(), &left, &mut answers);
    answers
}

#[test]
fn constraints_take_the_types_that_llc_takes() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for machine in &MACHINES {
        let target = machine.target;
        let cases: Vec<(usize, &str, &str)> = (machine.constraints.iter())
            .flat_map(|constraint| TYPES.iter().map(move |ty| (*constraint, *ty)))
            .enumerate()
            .map(|(n, (constraint, ty))| (n, constraint, ty))
            .collect();
        let theirs = by_llc(machine, "in", &cases, folder.path());
        let own = by_gisel(machine, "-O2", "in", &cases, folder.path());
        assert!(theirs.len() * 10 > cases.len() * 7, "{target:?}: llc says little: {}", theirs.len());
        for (n, constraint, ty) in &cases {
            let Some(expected) = theirs.get(n).filter(|expected| own.get(n) != Some(expected)) else {
                continue;
            };
            let known = DIFFERENT.iter().any(|(of, start, types, _)| {
                *of == target && constraint.starts_with(start) && (types.is_empty() || types.contains(ty))
            });
            if !known {
                wrong.push(format!("{target:?} {constraint} {ty}: llc {expected}, gisel {:?}", own.get(n)));
            }
        }
        // A register input may be an output, and both at once.
        let in_registers =
            |n: &usize| own.get(n).is_some_and(|written| written != "memory" && written != "refused");
        let left: Vec<_> = cases
            .iter()
            .copied()
            .filter(|(n, constraint, ty)| {
                in_registers(n) && *constraint != "{sp}" && !is_cut_off(target, constraint, ty)
            })
            .collect();
        let forms = ["out", "tied"].into_iter().filter(|_| machine.both_ways);
        let forms = forms.flat_map(|form| ["-O0", "-O2"].map(|level| (level, form))).chain([("-O0", "in")]);
        for (level, form) in forms {
            let written = by_gisel(machine, level, form, &left, folder.path());
            for (n, constraint, ty) in &left {
                if written.get(n) != own.get(n) {
                    wrong.push(format!(
                        "{target:?} {level} {form} {constraint} {ty}: {:?}, not {:?}",
                        written.get(n),
                        own.get(n)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} differ", wrong.join("\n"), wrong.len());
}

/// Execution of operands in several registers, pairs and flags: the exit code sums up the
/// successes.
const RISCV_PROGRAM: &str = r#"
define i128 @pair(i128 %a, i128 %b) noinline {
  %r = call i128 asm "add $0, $1, $2\0A.4byte 0x33 | ((${0:N}+1) << 7) | ((${1:N}+1) << 15) | ((${2:N}+1) << 20)", "=&R,R,R"(i128 %a, i128 %b)
  ret i128 %r
}
define i128 @tied(i128 %a) noinline {
  %r = call i128 asm "addi $0, $0, 1\0A.4byte 0x13 | ((${0:N}+1) << 7) | ((${0:N}+1) << 15) | (2 << 20)", "=R,0"(i128 %a)
  ret i128 %r
}
define i128 @named(i128 %a) noinline {
  %r = call i128 asm "addi a4, a2, 1\0Aaddi a5, a3, 2", "={a4},{a2}"(i128 %a)
  ret i128 %r
}
define i128 @through(i128 %a) noinline {
  %r = call i128 asm "", "=r,0"(i128 %a)
  ret i128 %r
}
define i32 @main() {
  %a = call i128 @pair(i128 55340232221128654851, i128 92233720368547758085)
  %a.ok = icmp eq i128 %a, 147573952589676412936
  %b = call i128 @tied(i128 55340232221128654851)
  %b.ok = icmp eq i128 %b, 92233720368547758084
  %c = call i128 @named(i128 55340232221128654851)
  %c.ok = icmp eq i128 %c, 92233720368547758084
  %d = call i128 @through(i128 55340232221128654851)
  %d.ok = icmp eq i128 %d, 55340232221128654851
"#;

const AARCH64_PROGRAM: &str = r#"
define i128 @named(i128 %a) noinline {
  %r = call i128 asm "add x4, x2, 1\0Aadd x5, x3, 2", "={x4},{x2}"(i128 %a)
  ret i128 %r
}
define <2 x i8> @small(<2 x i8> %a) noinline {
  %r = call <2 x i8> asm "add ${0:d}, ${1:d}, ${1:d}", "=w,w"(<2 x i8> %a)
  ret <2 x i8> %r
}
define <2 x i16> @general(<2 x i16> %a) noinline {
  %r = call <2 x i16> asm "ror ${0:w}, ${1:w}, 16", "=r,r"(<2 x i16> %a)
  ret <2 x i16> %r
}
define i64 @flags(i64 %a, i64 %b) noinline {
  %r = call { i64, i32, i8 } asm "cmp $3, $4", "={@cceq},={@cclo},={@ccge},r,r"(i64 %a, i64 %b)
  %e = extractvalue { i64, i32, i8 } %r, 0
  %l = extractvalue { i64, i32, i8 } %r, 1
  %g = extractvalue { i64, i32, i8 } %r, 2
  %l.w = zext i32 %l to i64
  %g.w = zext i8 %g to i64
  %l.s = shl i64 %l.w, 4
  %g.s = shl i64 %g.w, 8
  %x = or i64 %e, %l.s
  %y = or i64 %x, %g.s
  ret i64 %y
}
define i32 @main() {
  %x = call i128 @named(i128 55340232221128654851)
  %a.ok = icmp eq i128 %x, 92233720368547758084
  %s = call <2 x i8> @small(<2 x i8> <i8 3, i8 5>)
  %s.i = bitcast <2 x i8> %s to i16
  %b.ok = icmp eq i16 %s.i, 2566
  %h = call <2 x i16> @general(<2 x i16> <i16 3, i16 5>)
  %h.i = bitcast <2 x i16> %h to i32
  %c.ok = icmp eq i32 %h.i, 196613
  %f = call i64 @flags(i64 1, i64 -1)
  %g = call i64 @flags(i64 7, i64 7)
  %f.g = shl i64 %f, 16
  %both = or i64 %f.g, %g
  %d.ok = icmp eq i64 %both, 17826049
"#;

const SUM: &str = r#"
  %a.i = zext i1 %a.ok to i32
  %b.i = select i1 %b.ok, i32 2, i32 0
  %c.i = select i1 %c.ok, i32 4, i32 0
  %d.i = select i1 %d.ok, i32 8, i32 0
  %1 = or i32 %a.i, %b.i
  %2 = or i32 %1, %c.i
  %3 = or i32 %2, %d.i
  %4 = xor i32 %3, 15
  ret i32 %4
}
"#;

#[test]
fn operands_in_several_registers_run() {
    let folder = tempfile::tempdir().unwrap();
    let (input, object, program) =
        (folder.path().join("in.ll"), folder.path().join("in.o"), folder.path().join("program"));
    for (target, source) in [(Target::Riscv64, RISCV_PROGRAM), (Target::Aarch64, AARCH64_PROGRAM)] {
        std::fs::write(&input, format!("{source}{SUM}")).unwrap();
        // On AArch64 llc cannot select the code around small vectors.
        let judge = (target == Target::Riscv64).then_some((Compiler::Llc, 2));
        let own = (0..=2).map(|level| (Compiler::under_test().unwrap(), level));
        for (compiler, level) in own.chain(judge) {
            let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
            process::run(&mut compiler.command(combo, &input, &object)).unwrap();
            let mut link = Command::new(format!("{}-gcc", target.gnu()));
            process::run(link.args(["-static", "-o"]).arg(&program).arg(&object)).unwrap();
            let mut run = Command::new(format!("qemu-{}", target.arch()));
            let ended = run.arg(&program).output().unwrap();
            assert_eq!(ended.status.code(), Some(0), "{combo} by {compiler:?}");
        }
    }
}
