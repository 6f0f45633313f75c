//! Assembly equals the object: assembling the compiler's text yields the same object as the
//! compiler writes.
//!
//! Each module is compiled to an object and to text. LLVM's assembler, GNU as and the compiler's
//! own assemble the text. The files are compared as listings ([`elf`]). `GNU_DIFFERENCES` lists the
//! known deviations of GNU as.

pub mod elf;
pub mod files;
mod frames;
mod relocations;
mod statements;

use crate::build::Compiler;
use crate::corpus::Program;
use crate::target::{Combo, Target};
use crate::{Result, corpus, parallel, process, sources, suite};
use elf::{Line, Object, Topic};
use object::elf::FileFlags;
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An assembler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assembler {
    /// `llvm-mc`.
    Llvm,
    /// `as` of the GNU binutils.
    Gnu,
    /// The assembler of the compiler under test.
    Own,
}

/// Features that texts use without declaring them, as an option of the compiler for AArch64.
pub const MORE_THAN_SAID: &str =
    "-mattr=+crc,+aes,+sha2,+sha3,+sm4,+fullfp16,+fp16fml,+dotprod,+i8mm,+bf16,+complxnum,+rdm,+lse";

impl Assembler {
    /// All of them.
    pub const ALL: [Assembler; 3] = [Assembler::Llvm, Assembler::Gnu, Assembler::Own];

    /// Returns the command that assembles `text`, with or without linker relaxation, and with the
    /// calling convention in a file's flags.
    fn command(
        self,
        target: Target,
        (relaxed, flags): (bool, u32),
        text: &Path,
        object: &Path,
    ) -> Result<Command> {
        let mut command = match (self, target) {
            (Assembler::Llvm, _) => {
                let mut command = Command::new("llvm-mc-22");
                command.arg(format!("-triple={}", target.triple()));
                command
            }
            (Assembler::Gnu, _) => Command::new(format!("{}-as", target.gnu())),
            (Assembler::Own, _) => {
                let mut command = Compiler::under_test()?.alone();
                command.arg(format!("-mtriple={}", target.triple()));
                command
            }
        };
        match (self, target) {
            (Assembler::Llvm | Assembler::Own, Target::Riscv64) => {
                command.args(["-filetype=obj", &format!("-target-abi={}", riscv64_abi(flags))]);
                // The assembler takes these only from its options, whatever the text says.
                let relax = if relaxed { ",+relax" } else { "" };
                command.arg(format!("-mattr=+m,+a,+f,+d,+c{relax}"));
            }
            (Assembler::Llvm, Target::Aarch64) => {
                command.args(["-filetype=obj", "-mattr=+all"]);
            }
            // It accepts all instructions that it knows.
            (Assembler::Own, Target::Aarch64) => {
                command.arg("-filetype=obj");
            }
            (Assembler::Gnu, Target::Riscv64) => {
                command.args(["-march=rv64gc", &format!("-mabi={}", riscv64_abi(flags))]);
                command.arg(if relaxed { "-mrelax" } else { "-mno-relax" });
            }
            (Assembler::Gnu, Target::Aarch64) => {
                command.arg("-march=armv8.5-a+crypto+fp16+sve2");
            }
        }
        command.arg("-o").arg(object).arg(text);
        Ok(command)
    }
}

/// Returns the calling convention in `e_flags`.
fn riscv64_abi(flags: u32) -> &'static str {
    match FileFlags(flags).riscv_float_abi() {
        object::elf::EF_RISCV_FLOAT_ABI_SOFT => "lp64",
        object::elf::EF_RISCV_FLOAT_ABI_SINGLE => "lp64f",
        _ => "lp64d",
    }
}

/// Lines that are not compared with GNU as.
struct GnuDifference {
    /// The reason.
    #[allow(dead_code, reason = "read by people")]
    why: &'static str,
    applies: fn(&Line) -> bool,
}

/// Known deviations of GNU as, independent of the text: the lines, and the reason why they are not
/// compared. GNU as also pads code at a section's end (see [`Object::drop_end_padding`]) and
/// chooses longer instructions than necessary (see [`relocations::is_longer`]).
const GNU_DIFFERENCES: [GnuDifference; 4] = [
    GnuDifference {
        why: "it marks code and data by rules of its own",
        applies: |line| line.topic == Topic::Symbol && line.subject.starts_with('$'),
    },
    GnuDifference {
        why: "it makes these sections whether or not anything is in them",
        applies: |line| {
            let named = [".text ", ".data ", ".bss "].iter().any(|name| line.subject.starts_with(name));
            line.topic == Topic::Section && named && line.text.ends_with("size 0x0")
        },
    },
    GnuDifference {
        why: "it marks other places as ones that the linker may shorten, with addends that mean nothing",
        applies: |line| line.topic == Topic::Relocation && line.text.starts_with("type 51 "),
    },
    GnuDifference {
        why: "it names the extensions that others imply",
        applies: |line| line.subject.starts_with(".riscv.attributes"),
    },
];

/// The message of GNU as before binutils 2.41 for exception tables of relaxable code, which it
/// cannot write.
const NO_ULEB128: &str = "non-constant .uleb128 is not supported";

/// Options in addition to a combination's.
pub const VARIANTS: [&[&str]; 3] = [&[], &["-function-sections", "-data-sections"], &["-mattr=+relax"]];

/// Returns true if a variant applies to a target.
#[must_use]
pub fn is_for(variant: &[&str], target: Target) -> bool {
    target == Target::Riscv64 || !variant.contains(&"-mattr=+relax")
}

/// Returns the work folder of a module.
fn folder(input: &Path, combo: Combo, options: &[&str]) -> Result<PathBuf> {
    let mut hash = DefaultHasher::new();
    (input, options).hash(&mut hash);
    sources::work_folder(&format!("assembly/{combo}/{:016x}", hash.finish()))
}

/// Compares the two outputs for one module.
///
/// # Errors
/// The differences, and the commands that reproduce them.
pub fn check(compiler: &Compiler, input: &Path, combo: Combo, options: &[&str]) -> Result<()> {
    let folder = folder(input, combo, options)?;
    let (text, object) = (folder.join("module.s"), folder.join("module.o"));
    let mut compile = compiler.command(combo, input, &object);
    compile.args(options);
    let mut print = compiler.command_for("asm", combo, input, &text);
    print.args(options);
    process::run(&mut compile)?;
    process::run(&mut print)?;
    for assembler in Assembler::ALL {
        if let Err(message) = compare(assembler, combo.target, &object, &text) {
            let commands = [&compile, &print].map(process::command_line);
            return Err(format!("{message}\n{}", commands.join("\n")));
        }
    }
    fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))
}

/// Compares an object with the object that an assembler writes for a text.
///
/// # Errors
/// The differences, and the assembler's command.
pub fn compare(assembler: Assembler, target: Target, object: &Path, text: &Path) -> Result<()> {
    let ours = read(object)?;
    let assembled = text.with_extension(format!("{assembler:?}.o"));
    let how = (ours.is_relaxed(), ours.flags);
    let mut command = assembler.command(target, how, text, &assembled)?;
    if let Err(message) = process::run(&mut command) {
        let is_unable = assembler == Assembler::Gnu && message.contains(NO_ULEB128);
        return if is_unable { Ok(()) } else { Err(message) };
    }
    let mut theirs = read(&assembled)?;
    if assembler == Assembler::Gnu {
        if relocations::is_longer(&ours, &theirs) {
            return Ok(());
        }
        theirs.drop_end_padding(&ours);
    }
    match difference(&ours.listing()?, &theirs.listing()?, assembler) {
        None => Ok(()),
        Some(difference) => Err(format!("{difference}\n{}", process::command_line(&command))),
    }
}

fn read(object: &Path) -> Result<Object> {
    let data = fs::read(object).map_err(|e| format!("{}: {e}", object.display()))?;
    Object::parse(&data)
}

/// Returns the lines that only one listing has, if any; `-` is the compiler's object, `+` the
/// assembler's.
fn difference(ours: &[Line], theirs: &[Line], assembler: Assembler) -> Option<String> {
    let compared = |line: &&Line| {
        assembler != Assembler::Gnu || !GNU_DIFFERENCES.iter().any(|known| (known.applies)(line))
    };
    let mut counts: BTreeMap<&Line, i64> = BTreeMap::new();
    for line in ours.iter().filter(compared) {
        *counts.entry(line).or_default() -= 1;
    }
    for line in theirs.iter().filter(compared) {
        *counts.entry(line).or_default() += 1;
    }
    let differing: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count != 0)
        .map(|(line, count)| format!("{} {line}", if count < 0 { '-' } else { '+' }))
        .collect();
    match differing.len() {
        0 => None,
        n => Some(format!("{n} lines differ\n{}", differing[..n.min(24)].join("\n"))),
    }
}

/// One comparison of a set: a module, its combination, and its options.
struct Job {
    module: PathBuf,
    combo: Combo,
    options: Vec<String>,
}

/// Compares the outputs for all modules of a set of programs, in some combinations with some
/// options. Takes every `step`th program, starting at number `first`.
///
/// # Errors
/// All differences.
pub fn check_set(
    set: &str,
    combos: &[Combo],
    variants: &[&[&str]],
    (first, step): (usize, usize),
) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let mut builds = suite::builds(corpus::set(set)?.into_iter().skip(first).step_by(step), combos);
    builds.retain(|(program, combo)| !program.is_unsupported(*combo));
    let jobs = parallel::map(&builds, |(program, combo)| jobs(program, *combo, variants));
    let jobs: Vec<Job> = jobs.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let what = format!("{set}, as assembly");
    let results = parallel::map_visibly(&what, &jobs, |Job { module, combo, options }| {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        check(&compiler, module, *combo, &options)
            .map_err(|message| format!("---- {} ({combo})\n{message}", module.display()))
    });
    crate::fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

/// Returns the comparisons for one program in one combination.
fn jobs(program: &Program, combo: Combo, variants: &[&[&str]]) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for module in suite::modules(program, combo)? {
        for variant in variants.iter().filter(|variant| is_for(variant, combo.target)) {
            let own = program.options.iter().cloned();
            let options = own.chain(variant.iter().map(|&option| option.to_owned())).collect();
            jobs.push(Job { module: module.clone(), combo, options });
        }
    }
    Ok(jobs)
}
