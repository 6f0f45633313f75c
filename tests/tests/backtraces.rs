//! The unwinder finds the call stack in every function of a program, at every call.
//!
//! Functions report their start and end to `backtraces/shadow.c`, which compares the unwinder's
//! result with the reports. In one variant, every other function does not report; the frames of
//! those are only created where needed.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{parallel, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs with frames of all kinds and ways to leave them, and the minimum number of backtraces
/// compared.
const PROGRAMS: [(&str, u32); 6] = [
    ("programs/frames.c", 60),
    ("programs/calls.c", 40),
    ("programs/varargs.c", 10),
    ("programs/jumps.c", 20),
    ("cpp/exceptions.cpp", 60),
    ("cpp/language.cpp", 60),
];

/// A compile configuration.
struct Variant {
    ir_level: u8,
    level: u8,
    /// The parity of the functions that report, if only every other function does.
    only: Option<usize>,
    /// Flags for clang: for every target, and for AArch64.
    flags: &'static [&'static str],
    flags_aarch64: &'static [&'static str],
}

const VARIANTS: [Variant; 4] = [
    Variant { ir_level: 0, level: 0, only: None, flags: &[], flags_aarch64: &[] },
    Variant { ir_level: 2, level: 2, only: Some(0), flags: &[], flags_aarch64: &[] },
    Variant {
        ir_level: 2,
        level: 2,
        only: Some(1),
        flags: &["-fasynchronous-unwind-tables"],
        flags_aarch64: &["-mbranch-protection=pac-ret+leaf+b-key"],
    },
    Variant {
        ir_level: 0,
        level: 2,
        only: None,
        flags: &["-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer"],
        flags_aarch64: &["-mbranch-protection=standard"],
    },
];

/// Functions that leave frames without a report.
const LEAVES: [&str; 7] = [
    "_Unwind_RaiseException",
    "_Unwind_Resume_or_Rethrow",
    "_Unwind_ForcedUnwind",
    "_Unwind_Resume",
    "longjmp",
    "_longjmp",
    "siglongjmp",
];

/// The exit code for a wrong backtrace.
const WRONG: i32 = 99;

/// Returns IR in which only the functions of odd or even numbers report.
fn every_other(text: &str, rest: usize) -> String {
    let mut out = String::new();
    let mut definitions = 0;
    for line in text.lines() {
        let silent = |number: &str| format!("9{number:0>5}");
        if let Some((number, list)) = line.strip_prefix("attributes #").and_then(|l| l.split_once(' ')) {
            let words = list.split(' ').filter(|word| !word.starts_with("\"instrument-function-"));
            let words = words.collect::<Vec<_>>().join(" ");
            out += &format!("{line}\nattributes #{} {words}\n", silent(number));
            continue;
        }
        let group = line.rsplit_once(" #").filter(|_| line.starts_with("define "));
        if let Some((before, after)) = group {
            definitions += 1;
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            if definitions % 2 == rest {
                out += &format!("{before} #{}{}\n", silent(&after[..digits]), &after[digits..]);
                continue;
            }
        }
        out += line;
        out.push('\n');
    }
    out
}

/// Compiles to IR whose functions report.
fn input(target: Target, program: &str, variant: &Variant, folder: &Path) -> PathBuf {
    let source = sources::package_folder().join(program);
    let path = folder.join("input.ll");
    let combo = combo(target, variant);
    let mut flags = vec!["-funwind-tables", "-finstrument-functions-after-inlining", "-S"];
    flags.extend(variant.flags);
    flags.extend(if target == Target::Aarch64 { variant.flags_aarch64 } else { &[] });
    let flags: Vec<String> = flags.into_iter().map(str::to_owned).collect();
    process::run(&mut build::clang(combo, &source, &flags, &path)).expect("clang compiles it");
    if let Some(rest) = variant.only {
        let text = std::fs::read_to_string(&path).expect("readable");
        std::fs::write(&path, every_other(&text, rest)).expect("written");
    }
    path
}

fn combo(target: Target, variant: &Variant) -> Combo {
    Combo { target, ir_level: variant.ir_level, level: variant.level, mode: Mode::Static }
}

/// Compiles the receiver of the reports.
fn shadow(target: Target, folder: &Path) -> PathBuf {
    let object = folder.join(format!("shadow-{}.o", target.arch()));
    let source = sources::package_folder().join("backtraces/shadow.c");
    let mut command = build::gcc_object(target, Mode::Static, &source, &object);
    process::run(command.arg("-funwind-tables")).expect("gcc compiles it");
    object
}

/// Links and runs; returns the exit code, and the number of right backtraces.
fn run(target: Target, object: &Path, shadow: &Path, folder: &Path) -> (Option<i32>, u32, String) {
    let program = folder.join("program");
    let objects = [object.to_owned(), shadow.to_owned()];
    let mut link = build::link_by("g++", target, Mode::Static, &objects, &program).expect("gisel is there");
    process::run(link.args(LEAVES.map(|name| format!("-Wl,--wrap={name}")))).expect("it links");
    let mut qemu = build::qemu(target, &program, &[]);
    let ending = process::limited(&mut qemu, &folder.join("errors"), build::TIME_LIMIT).expect("it ends");
    let last = ending.errors.lines().rev().find_map(|line| line.strip_prefix("backtraces: "));
    let right = last.and_then(|number| number.parse().ok()).unwrap_or_default();
    (ending.code, right, ending.errors)
}

#[test]
fn every_function_is_found_from_every_call() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gisel = Compiler::under_test().expect("gisel has been built");
    let mut jobs = Vec::new();
    for target in Target::ALL {
        let shadow = shadow(target, folder.path());
        for variant in &VARIANTS {
            jobs.extend(PROGRAMS.map(|(program, least)| (target, shadow.clone(), variant, program, least)));
        }
    }
    let numbered: Vec<_> = jobs.iter().enumerate().collect();
    let wrong: Vec<String> =
        parallel::map(&numbered, |(number, (target, shadow, variant, program, least))| {
            let folder = folder.path().join(number.to_string());
            std::fs::create_dir(&folder).expect("made");
            let input = input(*target, program, variant, &folder);
            let object = folder.join("object.o");
            let mut command = gisel.command(combo(*target, variant), &input, &object);
            process::run(&mut command).expect("it compiles");
            let (code, right, errors) = run(*target, &object, shadow, &folder);
            let holds = code.is_some_and(|code| code != WRONG) && right >= *least;
            let what =
                format!("{program}, {}: {code:?}, {right} backtraces\n{errors}", combo(*target, variant));
            (!holds).then_some(what)
        })
        .into_iter()
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Errors in a table are detected.
#[test]
fn wrong_tables_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gisel = Compiler::under_test().expect("gisel has been built");
    for target in Target::ALL {
        let shadow = shadow(target, folder.path());
        let variant = &VARIANTS[0];
        let input = input(target, "programs/calls.c", variant, folder.path());
        let (text, object) = (folder.path().join("text.s"), folder.path().join("object.o"));
        process::run(&mut gisel.command_for("asm", combo(target, variant), &input, &text))
            .expect("it compiles");
        let all = std::fs::read_to_string(&text).expect("readable");
        // Moves the return address.
        let wrong = all.replace(", -8\n", ", -24\n");
        assert_ne!(all, wrong);
        std::fs::write(&text, wrong).expect("written");
        let mut assembler = Command::new(format!("{}-gcc", target.gnu()));
        process::run(assembler.arg("-c").arg(&text).arg("-o").arg(&object)).expect("it assembles");
        let (code, _, errors) = run(target, &object, &shadow, folder.path());
        assert_ne!(code, Some(0), "{target:?}: {errors}");
    }
}
