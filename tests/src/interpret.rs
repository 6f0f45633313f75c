//! Running programs in the interpreter, at each stage up to selection: they print what they print natively.

use crate::build::{self, Compiler};
use crate::corpus::{self, Program};
use crate::target::{Combo, Mode, Target};
use crate::{Result, fuzz, parallel, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The stages.
pub const STAGES: [&str; 3] = ["irtranslator", "legalizer", "regbankselect"];

/// Programs that the interpreter does not run, and why.
const EXCEPT: &[(&str, &str)] = &[
    ("exclusive", "has intrinsics of the target"),
    ("inline_asm", "is assembly"),
    ("instrumented", "asks for return addresses"),
    ("neon", "has intrinsics of the target"),
    ("stack_protector", "writes past the ends of objects on purpose"),
    ("threads", "has threads"),
    ("traps", "traps on purpose"),
    ("wild_jumps", "is assembly"),
];

/// The programs that are run.
///
/// # Errors
/// The set cannot be read.
pub fn programs() -> Result<Vec<Program>> {
    let all = corpus::set("programs")?;
    Ok(all.into_iter().filter(|p| EXCEPT.iter().all(|(name, _)| *name != p.name)).collect())
}

/// Bitcode of a program, of which signed overflow is no part: what is undefined is poison here. Nor are the library's complex
/// multiplication and division, which return two values. It lies in a folder of its user, for two may run at once.
fn bitcode(program: &Program, combo: Combo, user: &str) -> Result<PathBuf> {
    let [module] = &program.modules[..] else { return Err(format!("{} has several modules", program.name)) };
    let folder = sources::work_folder(&format!("interpret/{user}/{combo}"))?;
    let bitcode = folder.join(&program.name).with_extension("bc");
    let flags: Vec<String> =
        module.flags.iter().cloned().chain(["-fwrapv", "-fcx-limited-range"].map(String::from)).collect();
    process::run(&mut build::clang(combo, &module.source, &flags, &bitcode))?;
    Ok(bitcode)
}

/// What it takes to run a program.
struct Prepared {
    gisel: PathBuf,
    bitcode: PathBuf,
    /// What it prints.
    expected: String,
}

impl Prepared {
    fn new(program: &Program, target: Target, level: u8, user: &str) -> Result<Prepared> {
        let bitcode = bitcode(program, Combo { target, ir_level: level, level, mode: Mode::Static }, user)?;
        let expected = fs::read_to_string(&program.expected)
            .map_err(|e| format!("{}: {e}", program.expected.display()))?;
        let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("there is no gisel".into()) };
        Ok(Prepared { gisel, bitcode, expected })
    }
}

/// Runs a program at the stages.
///
/// # Errors
/// A step fails, or another output than natively.
pub fn check(program: &Program, target: Target, level: u8, stages: &[&str]) -> Result<()> {
    let Prepared { gisel, bitcode, expected } = Prepared::new(program, target, level, "modules")?;
    for stage in stages {
        let mut command = Command::new(&gisel);
        command.arg("interpret").arg(format!("-O{level}")).arg(format!("--stage={stage}")).arg(&bitcode);
        command.arg("--").args(&program.args);
        prints(&mut command, &expected, &bitcode.with_extension(format!("{stage}.out")))?;
    }
    Ok(())
}

/// Runs what gisel, and what `llc`, writes of a program after the stages.
///
/// # Errors
/// A step fails, or another output than natively.
pub fn check_dumps(program: &Program, target: Target, level: u8, stages: &[&str]) -> Result<()> {
    let Prepared { gisel, bitcode, expected } = Prepared::new(program, target, level, "dumps")?;
    for stage in stages {
        for writer in [gisel.as_os_str(), "llc-22".as_ref()] {
            let mir = bitcode.with_extension(format!("{stage}.mir"));
            let mut command = Command::new(writer);
            command.arg(format!("-O{level}")).arg(format!("-stop-after={stage}")).arg("-o").arg(&mir);
            if writer == "llc-22" {
                command.args(["-global-isel", "-global-isel-abort=1"]);
            }
            process::run(command.arg(&bitcode))?;
            let mut command = Command::new(&gisel);
            command.arg("interpret").arg(&mir).arg("--").args(&program.args);
            prints(&mut command, &expected, &mir.with_extension("out"))?;
        }
    }
    Ok(())
}

fn prints(command: &mut Command, expected: &str, output: &Path) -> Result<()> {
    let actual = process::transcript(command, output, build::TIME_LIMIT)?;
    match process::first_difference(expected, &actual) {
        Some(difference) => Err(format!("{difference}\n{}", process::command_line(command))),
        None => Ok(()),
    }
}

/// All programs, targets, levels and stages.
///
/// # Errors
/// All differences.
pub fn everything() -> Result<()> {
    let programs = programs()?;
    let jobs: Vec<(&Program, Target, u8)> = programs
        .iter()
        .flat_map(|program| Target::ALL.map(|target| [0, 2].map(|level| (program, target, level))))
        .flatten()
        .collect();
    let results = parallel::map(&jobs, |&(program, target, level)| {
        let result = check(program, target, level, &STAGES);
        println!(
            "{}, {}, -O{level}: {}",
            program.name,
            target.arch(),
            if result.is_ok() { "same" } else { "DIFFERENT" }
        );
        result.map_err(|e| format!("---- {} ({}, -O{level})\n{e}", program.name, target.arch()))
    });
    fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}
