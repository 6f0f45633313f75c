//! `cargo xtask fuzz reader`, `fuzz mir`, `fuzz mutants`: damaged inputs. The compiler compiles
//! every input or reports an error with exit code 1, within limits of time and memory.
//!
//! A seed is one damaged file of the test programs. Crashes inside LLVM's reader are counted
//! separately: the compiler attributes them to LLVM's reader, and ends with exit code 1.

use crate::build::{self, Compiler};
use crate::corpus::{self, Program};
use crate::process::{self, Ending};
use crate::random::Random;
use crate::target::{Combo, Mode, Target};
use crate::{Result, fuzz, mutation, parallel, sources};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The kind of damaged input, and its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `.ll` and `.bc`, read and translated.
    Reader,
    /// `.mir`, read, verified and written; if the verifier accepts it, it is compiled.
    Mir,
    /// `.ll` that LLVM's verifier often accepts, compiled.
    Mutants,
}

/// The time limit of a compilation. The compiler limits LLVM's reader to 20 seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// The number of seeds between two time checks.
const BATCH: u64 = 128;

/// Stages at which `.mir` is written.
const STAGES: [&str; 7] = [
    "irtranslator",
    "legalizer",
    "regbankselect",
    "instruction-select",
    "greedy",
    "prologepilog",
    "branch-relaxation",
];

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Reader => "reader",
            Kind::Mir => "mir",
            Kind::Mutants => "mutants",
        }
    }
}

/// The verdict on a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    /// It was compiled, or read.
    Accepted,
    /// The reader or a verifier rejects the input.
    Refused,
    /// The compiler reports that it cannot compile it.
    Unsupported,
    /// LLVM's reader crashed or did not terminate, and the compiler reported it.
    ReaderStopped,
    /// Anything else.
    Fault(String),
}

/// Checks the seeds of a range, or as many as time permits.
///
/// # Errors
/// All faults, each with the command that reproduces it.
pub fn fuzz(kind: Kind, seeds: Range<u64>, minutes: Option<u64>) -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("there is no gisel".into()) };
    let campaign = Campaign {
        kind,
        gisel,
        folder: sources::work_folder(&format!("fuzz/{}", kind.name()))?,
        inputs: inputs(kind)?,
    };
    let start = Instant::now();
    let end = if minutes.is_some() { u64::MAX } else { seeds.end };
    let in_time = || minutes.is_none_or(|minutes| start.elapsed() < Duration::from_secs(60 * minutes));
    let mut counts = [0_usize; 5];
    let mut faults = Vec::new();
    let mut next = seeds.start;
    while next < end && in_time() {
        let batch: Vec<u64> = (next..next.saturating_add(BATCH).min(end)).collect();
        next += batch.len() as u64;
        for (seed, verdict) in batch.iter().zip(parallel::map(&batch, |&seed| campaign.attempt(seed))) {
            match verdict? {
                Verdict::Accepted => counts[0] += 1,
                Verdict::Refused => counts[1] += 1,
                Verdict::Unsupported => counts[2] += 1,
                Verdict::ReaderStopped => counts[3] += 1,
                Verdict::Fault(text) => {
                    counts[4] += 1;
                    println!("{} {seed}: {text}", kind.name());
                    faults.push(format!("---- {} {seed}\n{text}", kind.name()));
                }
            }
        }
    }
    let [accepted, refused, unsupported, stopped, wrong] = counts;
    println!(
        "{}: seeds {}..{next}: {accepted} accepted, {refused} refused, {unsupported} not supported, {stopped} stopped LLVM's reader, \
         {wrong} faults",
        kind.name(),
        seeds.start
    );
    fuzz::report(&faults)
}

/// One run of the fuzzer.
struct Campaign {
    kind: Kind,
    gisel: PathBuf,
    folder: PathBuf,
    inputs: Vec<PathBuf>,
}

impl Campaign {
    /// Damages an input and compiles it. Keeps the file if there is a fault.
    fn attempt(&self, seed: u64) -> Result<Verdict> {
        let mut random = Random::new(seed);
        let input = random.pick(&self.inputs.iter().collect::<Vec<_>>());
        let target = random.pick(&Target::ALL);
        let level = random.pick(&["-O0", "-O2"]);
        let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
        let (extension, data, options) = match self.kind {
            Kind::Reader => {
                let extension = input.extension().unwrap_or_default().to_string_lossy().into_owned();
                let mut data = read(input)?;
                if extension == "ll" {
                    data = mutation::text(&mut random, &String::from_utf8_lossy(&data)).into_bytes();
                } else {
                    mutation::bytes(&mut random, &mut data);
                }
                (extension, data, vec!["-stop-after=irtranslator".to_owned()])
            }
            Kind::Mir => {
                let stage = random.pick(&STAGES);
                let Some(text) = self.mir(input, target, stage, seed)? else { return Ok(Verdict::Refused) };
                let onward =
                    if random.one_in(2) { format!("-start-after={stage}") } else { "-run-pass=none".into() };
                ("mir".into(), mutation::text(&mut random, &text).into_bytes(), vec![onward])
            }
            Kind::Mutants => {
                let text = String::from_utf8_lossy(&read(input)?).into_owned();
                let filetype = random.pick(&["-filetype=obj", "-filetype=asm"]).to_owned();
                ("ll".into(), mutation::module(&mut random, &text).into_bytes(), vec![filetype])
            }
        };
        let path = self.folder.join(format!("{seed}.{extension}"));
        fs::write(&path, data).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut command = self.command(target, level);
        command.args(options).args(["-o", "/dev/null"]).arg(&path);
        let ending = process::limited(&mut command, &path.with_extension("log"), LIMIT)?;
        let verdict = judge(&ending);
        let verdict = match verdict {
            Verdict::Fault(text) => Verdict::Fault(format!("{}\n{text}", process::command_line(&command))),
            sound => {
                fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                sound
            }
        };
        Ok(verdict)
    }

    /// Returns the compiler's output for `input` after a stage, or none if it does not compile for
    /// the target.
    fn mir(&self, input: &Path, target: Target, stage: &str, seed: u64) -> Result<Option<String>> {
        let path = self.folder.join(format!("{seed}-whole.mir"));
        let mut command = self.command(target, "-O2");
        command.arg(format!("-stop-after={stage}")).arg("-o").arg(&path).arg(input);
        let ending = process::limited(&mut command, &path.with_extension("log"), LIMIT)?;
        if ending.code != Some(0) {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Some(String::from_utf8_lossy(&text).into_owned()))
    }

    /// Returns the compiler's command, with limited memory.
    fn command(&self, target: Target, level: &str) -> Command {
        let mut command = process::in_limited_memory(&self.gisel);
        command.args(["-j1", "-verify-machineinstrs", level]).arg(format!("-mtriple={}", target.triple()));
        command
    }
}

/// Judges the end of the compiler: it compiles with exit code 0, or reports a reason with exit code
/// 1. A verifier error after a pass is a fault; a verifier error in the input is a valid answer.
fn judge(ending: &Ending) -> Verdict {
    let text = &ending.errors;
    let of_input = text.contains("verifier after reading") || text.contains("verifier after irtranslator");
    let of_pass = text.contains("verifier after") && !of_input;
    let shown =
        || text.lines().take(12).map(|l| l.chars().take(300).collect::<String>() + "\n").collect::<String>();
    match ending.code {
        None => Verdict::Fault(format!("ended by {}\n{}", ending.how, shown())),
        Some(0) => Verdict::Accepted,
        Some(1) if text.contains("LLVM's reader stopped") => Verdict::ReaderStopped,
        Some(1) if text.contains("internal error") || text.contains("panicked") || of_pass => {
            Verdict::Fault(shown())
        }
        Some(1) if text.contains("error: in function") && !text.contains("verifier after") => {
            Verdict::Unsupported
        }
        Some(1) if text.contains("error: ") => Verdict::Refused,
        Some(_) => Verdict::Fault(format!("ended with {}\n{}", ending.how, shown())),
    }
}

/// Returns the files to damage.
fn inputs(kind: Kind) -> Result<Vec<PathBuf>> {
    let package = sources::package_folder();
    let mut inputs = corpus::files(&package.join("ir"), "ll")?;
    let programs = corpus::set("programs")?;
    let folder = sources::work_folder(&format!("fuzz/{}/inputs", kind.name()))?;
    let jobs: Vec<(&Program, u8)> = programs.iter().flat_map(|p| [0, 2].map(|level| (p, level))).collect();
    let made = parallel::map(&jobs, |&(program, level)| make(program, level, kind, &folder));
    inputs.extend(made.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten());
    if kind == Kind::Reader {
        // The same files as bitcode.
        let text: Vec<PathBuf> =
            inputs.iter().filter(|i| i.extension().is_some_and(|e| e == "ll")).cloned().collect();
        let assembled = parallel::map(&text, |path| {
            let bitcode = folder.join(corpus::stem(path)).with_extension("bc");
            process::run(Command::new("llvm-as-22").arg("-o").arg(&bitcode).arg(path)).map(|_| bitcode)
        });
        inputs.extend(assembled.into_iter().collect::<Result<Vec<_>>>()?);
    }
    Ok(inputs)
}

/// Compiles a program's modules with clang for RISC-V: to text for mutants, otherwise to bitcode.
fn make(program: &Program, level: u8, kind: Kind, folder: &Path) -> Result<Vec<PathBuf>> {
    let combo = Combo { target: Target::Riscv64, ir_level: level, level, mode: Mode::Static };
    if !program.is_for(combo) {
        return Ok(Vec::new());
    }
    let module = |module: &corpus::Module| {
        let extension = if kind == Kind::Mutants { "ll" } else { "bc" };
        let path = folder.join(format!("{}-{level}.{extension}", corpus::stem(&module.source)));
        let mut clang = build::clang(combo, &module.source, &module.flags, &path);
        if kind == Kind::Mutants {
            clang.arg("-S");
        }
        process::run(&mut clang).map(|_| path)
    };
    program.modules.iter().map(module).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_told_apart() {
        let ending = |code, errors: &str| Ending { code, how: "signal 11".into(), errors: errors.into() };
        let fault = |verdict| matches!(verdict, Verdict::Fault(_));
        assert_eq!(judge(&ending(Some(0), "")), Verdict::Accepted);
        assert_eq!(judge(&ending(Some(1), "in.ll:1:1: error: expected type")), Verdict::Refused);
        assert_eq!(
            judge(&ending(Some(1), "error: in.bc: LLVM's reader stopped: crash")),
            Verdict::ReaderStopped
        );
        assert_eq!(
            judge(&ending(Some(1), "error: in function 'f': verifier after irtranslator: x")),
            Verdict::Refused
        );
        assert_eq!(
            judge(&ending(Some(1), "error: in function 'f': verifier after reading: x")),
            Verdict::Refused
        );
        assert_eq!(
            judge(&ending(Some(1), "in.ll:3:1: error: in function 'f': no such thing: %1")),
            Verdict::Unsupported
        );
        assert!(fault(judge(&ending(Some(1), "error: in function 'f': verifier after greedy: x"))));
        assert!(fault(judge(&ending(Some(1), "error: in function 'f': internal error: x"))));
        assert!(fault(judge(&ending(Some(1), ""))));
        assert!(fault(judge(&ending(Some(101), "thread 'main' panicked at"))));
        assert!(fault(judge(&ending(None, ""))));
    }
}
