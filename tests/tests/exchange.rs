//! One MIR dialect: `llc` reads and verifies gisel's output after each stage of every program, and
//! gisel reads `llc`'s. gisel also reads back its own output unchanged. Programs take two of the
//! four stages in turn; `cargo xtask fuzz exchange` runs the exchanged programs.

use gisel_tests::build::{self};
use gisel_tests::corpus::{self, Program};
use gisel_tests::exchange::STAGES;
use gisel_tests::picolibc::{MACHINES, Machine};
use gisel_tests::platform::Platform;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The writer of MIR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Writer {
    Gisel,
    Llc,
}

/// An accepted difference: the writer of MIR that the other rejects, words of the message, and the
/// reason.
struct Known(Writer, Target, &'static str, &'static str);

const KNOWN: &[Known] = &[
    Known(
        Writer::Gisel,
        Target::Riscv64,
        "'G_MASKED_ATOMICRMW_ADD'",
        "atomics of parts of words are expanded by the legalizer, where LLVM expands them in IR",
    ),
    Known(
        Writer::Gisel,
        Target::Riscv64,
        "unknown machine instruction name 'G_FCVT_L_RV64'",
        "rounding to integral values is done in place by the legalizer, where LLVM calls routines or expands it in SelectionDAG",
    ),
];

fn gisel() -> PathBuf {
    build::gisel()
}

fn llc(target: Target) -> Command {
    let mut command = Command::new("llc-22");
    if target == Target::Riscv64 {
        command.arg("-mattr=+m,+a,+f,+d,+c");
    }
    command
}

/// Writes a module's MIR after a stage.
fn write(writer: Writer, combo: Combo, stage: &str, bitcode: &Path, mir: &Path) {
    let mut command = match writer {
        Writer::Gisel => Command::new(gisel()),
        Writer::Llc => llc(combo.target),
    };
    if writer == Writer::Llc {
        // SelectionDAG compiles functions that its rules do not cover.
        command.args(["-global-isel", "-global-isel-abort=2"]);
    }
    command
        .arg(format!("-O{}", combo.level))
        .arg(format!("-stop-after={stage}"))
        .arg(bitcode)
        .arg("-o")
        .arg(mir);
    process::run(&mut command).unwrap_or_else(|message| panic!("{message}"));
}

/// Reads MIR by the other compiler; returns its error, with the location.
fn read(writer: Writer, target: Target, mir: &Path) -> Option<String> {
    let mut command = match writer {
        Writer::Gisel => llc(target),
        Writer::Llc => Command::new(gisel()),
    };
    command.args(["-run-pass=none", "-o", "/dev/null"]).arg(mir);
    let output = command.output().expect("the reader starts");
    if output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let complaint = |line: &&str| line.contains(" error: ") || line.contains("*** Bad machine code");
    let at = lines.iter().position(|line| complaint(&line.trim())).unwrap_or(0);
    let shown = lines.iter().skip(at).take(5).map(|l| l.trim()).collect::<Vec<_>>().join(" / ");
    Some(format!("{}\n  {shown}", process::command_line(&command)))
}

/// Verifies and rewrites gisel's output by gisel; returns the difference.
fn read_back(mir: &Path) -> Option<String> {
    let copy = mir.with_extension("copy.mir");
    let mut command = Command::new(gisel());
    command.args(["-run-pass=none", "-verify-machineinstrs", "-o"]).arg(&copy).arg(mir);
    if let Err(message) = process::run(&mut command) {
        return Some(message);
    }
    // The module in the file is LLVM's printer's responsibility.
    let functions = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("written");
        text.split_once("\n...\n").map(|(_, functions)| functions.to_owned()).unwrap_or_default()
    };
    let difference = process::first_difference(&functions(mir), &functions(&copy))?;
    Some(format!("{}\n  {difference}", process::command_line(&command)))
}

fn combo(target: Target, level: u8) -> Combo {
    Combo { target, ir_level: level, level, mode: Mode::Static }
}

/// Exchanges one program's module at stages; returns the errors.
fn exchange(
    writer: Writer,
    combo: Combo,
    stages: impl Iterator<Item = &'static str>,
    program: &Program,
    debug: bool,
) -> Vec<String> {
    let target = combo.target;
    let folder = sources::work_folder(&format!("exchange/{}/{writer:?}", target.arch())).expect("made");
    let module = &program.modules[0];
    let bitcode = folder.join(format!("{}.bc", program.name));
    let mut clang = build::clang(combo, &module.source, &module.flags, &bitcode);
    process::run(clang.args(debug.then_some("-g"))).expect("clang works");
    let mut complaints = Vec::new();
    for stage in stages {
        let mir = folder.join(format!("{}-{stage}.mir", program.name));
        write(writer, combo, stage, &bitcode, &mir);
        complaints.extend(read(writer, target, &mir));
        if writer == Writer::Gisel {
            complaints.extend(read_back(&mir));
        }
    }
    complaints
}

/// Exchanges all programs, two stages from IR of one level with debug information, and the others
/// from the other level without it. Any unknown difference is an error, and so is a known one that
/// no longer occurs.
fn check(writer: Writer, target: Target) {
    let programs = corpus::set("programs").expect("readable");
    let pairs = programs.iter().enumerate().flat_map(|pair| [0, 2].map(|level| (pair, combo(target, level))));
    let tried = pairs.filter(|((_, p), combo)| p.is_for(*combo) && !p.is_unsupported(*combo));
    let complaints: Vec<String> = tried
        .flat_map(|((n, p), combo)| {
            let debug = (n % 2 == 0) == (combo.level == 0);
            let first = usize::from(debug != (n / 2 % 2 == 0));
            exchange(writer, combo, STAGES.into_iter().skip(first).step_by(2), p, debug)
        })
        .collect();
    let known: Vec<&Known> = KNOWN.iter().filter(|k| k.0 == writer && k.1 == target).collect();
    let unknown: Vec<&String> =
        complaints.iter().filter(|c| !known.iter().any(|k| c.contains(k.2))).collect();
    assert!(unknown.is_empty(), "{} of {}: {unknown:#?}", unknown.len(), complaints.len());
    for Known(_, _, words, reason) in known {
        assert!(complaints.iter().any(|c| c.contains(words)), "no longer a difference: {words} ({reason})");
    }
}

/// Continues a program's module from a stage by gisel, and returns the program's output.
fn continued(combo: Combo, stage: &str, mir: &Path) -> String {
    let (object, program) = (mir.with_extension("o"), mir.with_extension("program"));
    let mut command = Command::new(gisel());
    command.arg(format!("-O{}", combo.level)).args(["-verify-machineinstrs", "-filetype=obj"]);
    process::run(command.arg(format!("-start-after={stage}")).arg("-o").arg(&object).arg(mir))
        .expect("it continues");
    let mut link =
        build::link_by("g++", combo.target, combo.mode, &[object], &program).expect("gisel is there");
    process::run(&mut link).expect("it links");
    let mut qemu = build::qemu(combo.target, &program, &[]);
    process::transcript(&mut qemu, &program.with_extension("out"), build::TIME_LIMIT).expect("it runs")
}

/// Exchanges throwing calls at all stages: `llc` reads gisel's output, and gisel continues with
/// both outputs. (`llc` does not: it omits landing pads from MIR, and does not recover them from
/// the IR.)
fn exchange_invokes(target: Target) {
    let programs = corpus::set("cpp").expect("readable");
    let program = programs.iter().find(|program| program.name == "exceptions").expect("it is there");
    let expected = std::fs::read_to_string(&program.expected).expect("readable");
    let folder = sources::work_folder(&format!("exchange/{}/invokes", target.arch())).expect("made");
    for level in [0, 2] {
        let combo = combo(target, level);
        let module = &program.modules[0];
        let bitcode = folder.join("module.bc");
        process::run(&mut build::clang(combo, &module.source, &module.flags, &bitcode)).expect("clang works");
        for stage in STAGES {
            for writer in [Writer::Gisel, Writer::Llc] {
                let mir = folder.join(format!("{writer:?}-{stage}.mir"));
                write(writer, combo, stage, &bitcode, &mir);
                let mut complaint = read(writer, target, &mir);
                if writer == Writer::Gisel {
                    complaint = complaint.or_else(|| read_back(&mir));
                }
                assert_eq!(complaint, None, "{combo} {stage} {writer:?}");
                assert_eq!(continued(combo, stage, &mir), expected, "{combo} {stage} {writer:?}");
            }
        }
    }
}

#[test]
fn invokes_are_exchanged_riscv64() {
    exchange_invokes(Target::Riscv64);
}

#[test]
fn invokes_are_exchanged_aarch64() {
    exchange_invokes(Target::Aarch64);
}

#[test]
fn llc_reads_gisel_riscv64() {
    check(Writer::Gisel, Target::Riscv64);
}

#[test]
fn llc_reads_gisel_aarch64() {
    check(Writer::Gisel, Target::Aarch64);
}

#[test]
fn gisel_reads_llc_riscv64() {
    check(Writer::Llc, Target::Riscv64);
}

#[test]
fn gisel_reads_llc_aarch64() {
    check(Writer::Llc, Target::Aarch64);
}

/// Programs that show the differences of riscv32: pairs of words, doubles as pairs, variadic
/// arguments.
const ON_RISCV32: [&str; 8] =
    ["bits", "calls", "casts", "containers", "float_binary", "int_divide", "structs", "varargs"];

/// Reasons why `llc` does not read a riscv32 dump, or writes none that can be continued.
const KNOWN_ON_RISCV32: &[(Writer, &str, &str)] = &[];

/// Exchanges in both directions, at all stages: each compiler reads the other's output.
fn exchange_riscv32(machine: Machine) {
    let platform = Platform::Bare(machine);
    let folder = sources::work_folder(&format!("exchange/{platform}")).expect("made");
    let programs = corpus::set("programs").expect("readable");
    let mut complaints = Vec::new();
    for (n, name) in ON_RISCV32.into_iter().enumerate() {
        let program = programs.iter().find(|program| program.name == name).expect("it is there");
        let level = if n % 2 == 0 { 0 } else { 2 };
        let bitcode = folder.join(format!("{name}.bc"));
        let module = &program.modules[0];
        let mut clang = platform.clang(level, Mode::Static, &module.source, &bitcode);
        process::run(clang.args(&module.flags)).expect("clang works");
        for (stage, writer) in
            STAGES.iter().flat_map(|stage| [Writer::Gisel, Writer::Llc].map(|w| (stage, w)))
        {
            let mir = folder.join(format!("{name}-{stage}-{writer:?}.mir"));
            let by = |writer| match writer {
                Writer::Gisel => Command::new(gisel()),
                Writer::Llc => {
                    let mut command = Command::new("llc-22");
                    command.args(machine.options());
                    command
                }
            };
            let mut command = by(writer);
            if writer == Writer::Llc {
                command.args(["-global-isel", "-global-isel-abort=2"]);
            }
            command.arg(format!("-O{level}")).arg(format!("-stop-after={stage}"));
            let written = process::run(command.arg(&bitcode).arg("-o").arg(&mir));
            if let Err(message) = written {
                assert_eq!(writer, Writer::Llc, "{message}");
                continue;
            }
            let mut command = by(if writer == Writer::Gisel { Writer::Llc } else { Writer::Gisel });
            command.args(["-run-pass=none", "-o", "/dev/null"]).arg(&mir);
            complaints.extend(process::run(&mut command).err().map(|message| (writer, message)));
            if writer == Writer::Gisel {
                complaints.extend(read_back(&mir).map(|message| (writer, message)));
            }
        }
    }
    let is_known = |(writer, message): &&(Writer, String)| {
        KNOWN_ON_RISCV32.iter().any(|(by, words, _)| by == writer && message.contains(words))
    };
    let unknown: Vec<_> = complaints.iter().filter(|complaint| !is_known(complaint)).collect();
    assert!(unknown.is_empty(), "{} of {}: {unknown:#?}", unknown.len(), complaints.len());
}

#[test]
fn riscv32_is_exchanged() {
    MACHINES[..2].iter().for_each(|&machine| exchange_riscv32(machine));
}
