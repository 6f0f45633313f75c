//! Programs in the interpreter, at each stage up to selection: their output equals the native one.

use crate::build::{self, Compiler};
use crate::corpus::{self, Program};
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, fuzz, parallel, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The stages.
pub const STAGES: [&str; 3] = ["irtranslator", "legalizer", "regbankselect"];

/// Programs that the interpreter does not run, and the reasons.
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

/// Returns the programs to run.
///
/// # Errors
/// The set cannot be read.
pub fn programs() -> Result<Vec<Program>> {
    let all = corpus::set("programs")?;
    Ok(all.into_iter().filter(|p| EXCEPT.iter().all(|(name, _)| *name != p.name)).collect())
}

/// Compiles a program to bitcode without signed overflow, because undefined behaviour is poison
/// here. It also avoids the library's complex multiplication and division, which return two values.
/// The bitcode is in a folder per user, because two may run at once.
fn bitcode(program: &Program, platform: Platform, level: u8, user: &str) -> Result<PathBuf> {
    let [module] = &program.modules[..] else { return Err(format!("{} has several modules", program.name)) };
    let folder = sources::work_folder(&format!("interpret/{user}/{platform}-{level}"))?;
    let bitcode = folder.join(&program.name).with_extension("bc");
    let mut clang = platform.clang(level, Mode::Static, &module.source, &bitcode);
    process::run(clang.args(&module.flags).args(["-fwrapv", "-fcx-limited-range"]))?;
    Ok(bitcode)
}

/// The files and facts to run a program.
struct Prepared {
    gisel: PathBuf,
    bitcode: PathBuf,
    /// The expected output.
    expected: String,
}

impl Prepared {
    fn new(program: &Program, platform: Platform, level: u8, user: &str) -> Result<Prepared> {
        let bitcode = bitcode(program, platform, level, user)?;
        let expected = fs::read_to_string(&program.expected)
            .map_err(|e| format!("{}: {e}", program.expected.display()))?;
        let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("there is no gisel".into()) };
        Ok(Prepared { gisel, bitcode, expected })
    }
}

/// Runs a program at the stages and compares its output.
///
/// # Errors
/// A step fails, or the output differs from the native one.
pub fn check(program: &Program, platform: Platform, level: u8, stages: &[&str]) -> Result<()> {
    let Prepared { gisel, bitcode, expected } = Prepared::new(program, platform, level, "modules")?;
    for stage in stages {
        let mut command = Command::new(&gisel);
        command.arg("interpret").arg(format!("-O{level}")).arg(format!("--stage={stage}")).arg(&bitcode);
        command.arg("--").args(&program.args);
        prints(&mut command, &expected, &bitcode.with_extension(format!("{stage}.out")))?;
    }
    Ok(())
}

/// Runs the output of gisel, and of `llc`, for a program after the stages.
///
/// # Errors
/// A step fails, or the output differs from the native one.
pub fn check_dumps(program: &Program, target: Target, level: u8, stages: &[&str]) -> Result<()> {
    let platform = Platform::Linux(target);
    let Prepared { gisel, bitcode, expected } = Prepared::new(program, platform, level, "dumps")?;
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

/// Runs all programs, levels and stages, for both targets under Linux or for one machine.
///
/// # Errors
/// All differences.
pub fn everything(only: Option<Platform>) -> Result<()> {
    let platforms = only.map_or(Target::ALL.map(Platform::Linux).to_vec(), |only| vec![only]);
    let programs = programs()?;
    let jobs: Vec<(&Program, Platform, u8)> = programs
        .iter()
        .flat_map(|program| platforms.iter().map(move |&platform| (program, platform)))
        .flat_map(|(program, platform)| [0, 2].map(|level| (program, platform, level)))
        .collect();
    let results = parallel::map(&jobs, |&(program, platform, level)| {
        let result = check(program, platform, level, &STAGES);
        println!(
            "{}, {platform}, -O{level}: {}",
            program.name,
            if result.is_ok() { "same" } else { "DIFFERENT" }
        );
        result.map_err(|e| format!("---- {} ({platform}, -O{level})\n{e}", program.name))
    });
    fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}
