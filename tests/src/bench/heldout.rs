//! `cargo xtask bench heldout FOLDER`: the code of any single-file programs, compared with `llc`'s.
//!
//! Clang makes bitcode of each source below the folder; both compilers read the same bitcode at
//! -O2, in the same run. Both objects are linked alike and run under qemu without arguments and
//! input. Their output and exit codes must be equal. The figures are the instructions executed, the
//! size of `.text`, and the spill stores and reloads.

use super::comparison::{Comparison, Failure, Measured, Outcome, Subject, new_folder};
use super::report::Report;
use crate::measure::Tools;
use crate::target::{Mode, Target};
use crate::{Result, parallel, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Extensions of the sources that are compiled.
const EXTENSIONS: [&str; 5] = ["bc", "c", "cc", "cpp", "ll"];

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
        let comparison = Comparison {
            gisel,
            tools: Tools::new(&folder)?,
            limit: self.limit,
            counts_cycles: false,
            folder,
        };
        let bench = Bench { plan: self, root, comparison };
        let jobs: Vec<_> =
            Target::ALL.iter().flat_map(|&target| names.iter().map(move |name| (target, name))).collect();
        let outcomes = parallel::map_visibly("programs", &jobs, |&(target, name)| {
            Outcome::from(bench.program(target, name))
        });
        let mut outcomes = outcomes.into_iter();
        let targets = Target::ALL.map(|target| {
            let outcomes = names.iter().map(|name| name.display().to_string()).zip(outcomes.by_ref());
            (target, outcomes.collect())
        });
        Report::new(&format!("clang {}", self.flags.join(" ")), targets, self.hottest)
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
    root: PathBuf,
    comparison: Comparison<'a>,
}

impl Bench<'_> {
    /// Measures a program, in a new folder.
    fn program(&self, target: Target, name: &Path) -> std::result::Result<Measured, Failure> {
        let folder = self.comparison.folder.join(target.arch()).join(name);
        new_folder(&folder)?;
        let bitcode = folder.join("program.bc");
        self.comparison.step("clang", &mut self.clang(target, &self.root.join(name), &bitcode))?;
        let is_c = name.extension().is_some_and(|e| e == "c");
        self.comparison.measure(&Subject { target, bitcode: &bitcode, is_c, folder: &folder })
    }

    /// Returns the command that makes bitcode, also of IR in other form.
    fn clang(&self, target: Target, source: &Path, bitcode: &Path) -> Command {
        let mut command = Command::new(if is_cpp(source) { "clang++-22" } else { "clang-22" });
        command.arg(format!("--target={}", target.gnu()));
        command.args([Mode::Static.clang_option(), "-w", "-emit-llvm", "-c"]).args(&self.plan.flags);
        command.arg(source).arg("-o").arg(bitcode);
        command
    }
}

fn is_cpp(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension == "cpp" || extension == "cc")
}
