//! `cargo xtask bench heldout FOLDER`: the code of any single-file programs, compared with `llc`'s.
//!
//! Clang makes bitcode of each source below the folder; both compilers read the same bitcode at
//! -O2, in the same run. Both objects are linked alike and run under qemu without arguments and
//! input. Their output and exit codes must be equal. The figures are the instructions executed, the
//! size of `.text`, and the spill stores and reloads.

mod hottest;
mod report;

pub use report::Report;

use super::code::spills;
use crate::build;
use crate::demo::text_size;
use crate::measure::{self, Tools};
use crate::target::{Mode, Target};
use crate::{Result, parallel, process, sources, workloads};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Extensions of the sources that are compiled.
const EXTENSIONS: [&str; 5] = ["bc", "c", "cc", "cpp", "ll"];

/// Two numbers that differ by less than this share of them are equal but for rounding.
const ROUNDING: f64 = 1e-4;

/// The time of gisel's program beyond which it does not end, as a multiple of the limit: `llc`'s ended
/// within the limit.
const PATIENCE: u32 = 4;

/// The two sides of a comparison.
const SIDES: [&str; 2] = ["gisel", "llc"];

/// The programs, and how they are measured.
#[derive(Debug, Clone)]
pub struct Heldout {
    /// The folder of the sources.
    pub folder: PathBuf,
    /// Clang's options.
    pub flags: Vec<String>,
    /// The time limit of each step of a program.
    pub limit: Duration,
    /// The number of programs whose hottest code is shown.
    pub hottest: usize,
}

/// The verdict on a program.
enum Outcome {
    Measured(Measured),
    /// Output or exit code differ from those of `llc`'s program.
    Wrong(String),
    /// A step fails; nothing is compared.
    LeftOut(String),
}

/// The figures of a program's two sides.
struct Measured {
    executed: [u64; 2],
    text: [u64; 2],
    spills: [usize; 2],
    /// The first difference, if the outputs only differ by rounding.
    rounding: Option<String>,
    objects: [PathBuf; 2],
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.executed[0] as f64 / self.executed[1].max(1) as f64
    }
}

/// Why a program has no figures.
enum Failure {
    Wrong(String),
    LeftOut(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure::LeftOut(reason)
    }
}

impl Heldout {
    /// Measures all programs for each target, compiled by `gisel`.
    ///
    /// # Errors
    /// The folder cannot be read or has no programs, or the tools cannot be compiled.
    pub fn measure(&self, gisel: &Path) -> Result<Report> {
        let root = fs::canonicalize(&self.folder).map_err(|e| format!("{}: {e}", self.folder.display()))?;
        let mut names = Vec::new();
        programs(&root, &root, &mut names)?;
        names.sort();
        if names.is_empty() {
            return Err(format!("{} has no programs (.{})", root.display(), EXTENSIONS.join(", .")));
        }
        let folder = sources::work_folder("bench/heldout")?;
        let bench = Bench { plan: self, gisel, tools: Tools::new(&folder)?, root, folder };
        let jobs: Vec<_> =
            Target::ALL.iter().flat_map(|&target| names.iter().map(move |name| (target, name))).collect();
        let outcomes =
            parallel::map_visibly("programs", &jobs, |&(target, name)| match bench.program(target, name) {
                Ok(measured) => Outcome::Measured(measured),
                Err(Failure::Wrong(difference)) => Outcome::Wrong(difference),
                Err(Failure::LeftOut(reason)) => Outcome::LeftOut(reason),
            });
        let mut outcomes = outcomes.into_iter();
        let targets = Target::ALL.map(|target| {
            let outcomes = names.iter().map(|name| name.display().to_string()).zip(outcomes.by_ref());
            (target, outcomes.collect())
        });
        Report::new(&self.flags, targets, self.hottest)
    }
}

/// Adds the programs below a folder, relative to `root`.
fn programs(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        let extension = path.extension().unwrap_or_default();
        if path.is_dir() {
            programs(root, &path, found)?;
        } else if EXTENSIONS.iter().any(|known| extension == *known) {
            found.push(path.strip_prefix(root).unwrap_or(&path).to_path_buf());
        }
    }
    Ok(())
}

struct Bench<'a> {
    plan: &'a Heldout,
    gisel: &'a Path,
    tools: Tools,
    root: PathBuf,
    folder: PathBuf,
}

impl Bench<'_> {
    /// Measures a program, in a new folder.
    fn program(&self, target: Target, name: &Path) -> std::result::Result<Measured, Failure> {
        let folder = self.folder.join(target.arch()).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let bitcode = folder.join("program.bc");
        self.step("clang", &mut self.clang(target, &self.root.join(name), &bitcode))?;
        let objects = SIDES.map(|side| folder.join(side).with_extension("o"));
        let (theirs, expected) = self.side(target, name, &bitcode, &objects[1])?;
        let found = self.side(target, name, &bitcode, &objects[0]);
        let (ours, printed) = found.map_err(|failure| match failure {
            // A program without end is wrong if its twin ends.
            Failure::LeftOut(reason) if reason.starts_with(RUN) => Failure::Wrong(reason),
            failure => failure,
        })?;
        let difference = process::first_difference(&expected, &printed);
        if let Some(difference) = &difference
            && !is_rounding(&expected, &printed)
        {
            let (_, again) = self.run(target, &objects[1], self.plan.limit)?;
            return Err(match process::first_difference(&expected, &again) {
                Some(_) => Failure::LeftOut("run: the output of llc's program changes".to_owned()),
                None => Failure::Wrong(difference.clone()),
            });
        }
        Ok(Measured {
            executed: [ours.0, theirs.0],
            text: [ours.1, theirs.1],
            spills: [ours.2, theirs.2],
            rounding: difference,
            objects,
        })
    }

    /// Returns the command that makes bitcode, also of IR in other form.
    fn clang(&self, target: Target, source: &Path, bitcode: &Path) -> Command {
        let mut command = Command::new(if is_cpp(source) { "clang++-22" } else { "clang-22" });
        command.arg(format!("--target={}", target.gnu()));
        command.args([Mode::Static.clang_option(), "-w", "-emit-llvm", "-c"]).args(&self.plan.flags);
        command.arg(source).arg("-o").arg(bitcode);
        command
    }

    /// Compiles, links and runs one side; returns its figures and its output.
    fn side(
        &self,
        target: Target,
        name: &Path,
        bitcode: &Path,
        object: &Path,
    ) -> std::result::Result<((u64, u64, usize), String), Failure> {
        let side = object.file_stem().unwrap_or_default().to_string_lossy();
        let (gisel, assembly) = ((side == SIDES[0]).then_some(self.gisel), object.with_extension("s"));
        for (kind, output) in [("obj", object), ("asm", &assembly)] {
            let mut compile = workloads::compile(gisel, target, kind, bitcode, output);
            if gisel.is_some() && target == Target::Riscv64 {
                // Other IR than clang's does not specify them.
                compile.arg("-mattr=+m,+a,+f,+d,+c");
            }
            self.step(&side, &mut compile)?;
        }
        // Only C needs no C++ library.
        let driver = if name.extension().is_some_and(|e| e == "c") { "gcc" } else { "g++" };
        let (objects, executable) = ([object.to_path_buf()], object.with_extension(""));
        let mut link = build::link_by(driver, target, Mode::Static, &objects, &executable)?;
        self.step(&format!("link of {side}'s object"), &mut link)?;
        let limit = if gisel.is_some() { PATIENCE * self.plan.limit } else { self.plan.limit };
        let (executed, printed) = self.run(target, object, limit)?;
        let text = fs::read_to_string(&assembly).map_err(|e| format!("{}: {e}", assembly.display()))?;
        Ok(((executed, text_size(object)?, spills(&text)), printed))
    }

    /// Runs a command that must succeed within the limit. The error is one line.
    fn step(&self, name: &str, command: &mut Command) -> Result<()> {
        let folder = self.folder.join("errors");
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let thread = format!("{:?}", std::thread::current().id());
        let ending = process::limited(command, &folder.join(thread), self.plan.limit)?;
        if ending.code == Some(0) {
            return Ok(());
        }
        let mut lines =
            ending.errors.lines().filter(|line| line.contains("error") || line.contains("undefined"));
        let line = lines.next().or(ending.errors.lines().next()).unwrap_or_default();
        Err(format!("{name}: {}: {}", ending.how, line.trim()))
    }

    /// Runs a program; returns the instructions executed, and its output with its exit code.
    fn run(&self, target: Target, object: &Path, limit: Duration) -> Result<(u64, String)> {
        let (executable, number) = (object.with_extension(""), object.with_extension("number"));
        let mut qemu = build::qemu(target, &executable, &[]);
        qemu.current_dir(object.parent().unwrap_or(object));
        self.tools.counting(&mut qemu, &number, Some(&object.with_extension("blocks")));
        let transcript = process::transcript(&mut qemu, &object.with_extension("out"), limit);
        let printed = transcript.map_err(|_| format!("{RUN}no end within {} s", limit.as_secs()))?;
        match measure::number(&number) {
            Ok(executed) => Ok((executed, printed)),
            Err(_) => Err(format!("{RUN}{}", printed.lines().last().unwrap_or("no count"))),
        }
    }
}

/// The start of the reason if a run fails.
const RUN: &str = "run: ";

fn is_cpp(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension == "cpp" || extension == "cc")
}

/// Returns true if all words of two outputs are equal, or numbers that are nearly equal.
fn is_rounding(expected: &str, printed: &str) -> bool {
    let (mut left, mut right) = (expected.split_whitespace(), printed.split_whitespace());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(left), Some(right)) if left == right => {}
            (Some(left), Some(right)) => match (left.parse::<f64>(), right.parse::<f64>()) {
                // Integers are exact.
                (Ok(a), Ok(b)) if left.contains('.') && (a - b).abs() <= ROUNDING * a.abs().max(b.abs()) => {}
                _ => return false,
            },
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_rounding;

    #[test]
    fn only_fractions_are_rounded() {
        assert!(is_rounding("sum 1.00001\n7\n", "sum 1.00002\n7\n"));
        for (expected, printed) in [("10000001", "10000002"), ("1.5", "1.6"), ("1.5 2", "1.5"), ("a", "b")] {
            assert!(!is_rounding(expected, printed), "{expected} {printed}");
        }
    }
}
