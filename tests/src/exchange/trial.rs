//! One program whose functions one compiler compiles up to a stage, and the other from there on.
//!
//! The exchanged functions and all data form one object. The whole program, compiled normally, is
//! linked after it with weak symbols, and contributes only what the first object lacks. This allows
//! exchanging any subset of the functions.

use super::dump::Dump;
use super::{Direction, Maker};
use crate::build::{self, Compiler};
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, process};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The time limit of a compiler, in seconds.
const COMPILE_LIMIT: &str = "600";

/// The files and facts shared by all exchanges of a program for a platform at a level.
pub struct Subject {
    /// The platform.
    pub platform: Platform,
    /// The level of the IR and of the code.
    pub level: u8,
    /// The module, with all symbols visible.
    pub module: PathBuf,
    /// Its text.
    pub text: String,
    /// The object of the whole program, compiled normally, with weak symbols.
    pub ordinary: PathBuf,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The expected output.
    pub expected: String,
}

/// An exchange.
pub struct Trial<'a> {
    /// The program.
    pub subject: &'a Subject,
    /// The stage.
    pub stage: &'static str,
    /// The writer and the reader.
    pub direction: Direction,
    /// The folder for files.
    pub folder: PathBuf,
}

/// An error, and the functions to blame, if known.
#[derive(Debug)]
pub struct Complaint {
    /// The shortened message.
    pub text: String,
    /// Functions that it names.
    pub functions: Vec<String>,
}

/// The prefix of complaints about a program's output.
const PRINTS: &str = "the program prints: ";

impl Complaint {
    /// Returns true if it names the function, or is about the program's output.
    #[must_use]
    pub fn is_about(&self, function: &str) -> bool {
        self.text.starts_with(PRINTS) || self.functions.iter().any(|name| name == function)
    }
}

impl From<String> for Complaint {
    fn from(text: String) -> Complaint {
        Complaint { text, functions: Vec::new() }
    }
}

impl Maker {
    /// Returns the compiler with the options common to all its uses.
    fn command(self, subject: &Subject) -> Result<Command> {
        let mut command = Command::new("timeout");
        command.arg(COMPILE_LIMIT);
        match (self, Compiler::under_test()?) {
            (Maker::Gisel, Compiler::Gisel(path)) => command.arg(path),
            _ => command.args(["llc-22", "-global-isel"]),
        };
        match subject.platform {
            Platform::Bare(machine) => drop(command.args(machine.options())),
            Platform::Linux(Target::Riscv64) if self == Maker::Llc => {
                command.arg("-mattr=+m,+a,+f,+d,+c");
            }
            Platform::Linux(_) | Platform::Aarch64With(_) => {}
        }
        command.arg(format!("-O{}", subject.level)).arg(Mode::Static.relocation_model());
        Ok(command)
    }
}

impl Trial<'_> {
    /// Compiles the module up to the stage by the writer.
    ///
    /// # Errors
    /// It fails.
    pub fn write(&self) -> Result<Dump> {
        let path = self.folder.join("all.mir");
        let mut command = self.direction.writer.command(self.subject)?;
        if self.direction.writer == Maker::Llc {
            // Functions that GlobalISel cannot select are marked in the dump.
            command.arg("-global-isel-abort=2");
        }
        command.arg(format!("-stop-after={}", self.stage)).arg(&self.subject.module).arg("-o").arg(&path);
        process::run(&mut command)?;
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Dump::parse(&text))
    }

    /// Runs LLVM's verifier on these functions.
    ///
    /// # Errors
    /// The verifier's errors.
    pub fn verify(&self, dump: &Dump, keep: &BTreeSet<&str>) -> std::result::Result<(), Complaint> {
        let mir = self.folder.join("verified.mir");
        let mut command = Maker::Llc.command(self.subject)?;
        command.args(["-run-pass=none", "-verify-machineinstrs", "-o", "/dev/null"]);
        self.read(&mut command, dump, keep, &mir)
    }

    /// Compiles the program with these functions exchanged, and runs it.
    ///
    /// # Errors
    /// The reader fails, or the program prints something else.
    pub fn try_part(&self, dump: &Dump, keep: &BTreeSet<&str>) -> std::result::Result<(), Complaint> {
        let (mir, object) = (self.folder.join("part.mir"), self.folder.join("part.o"));
        let subject = self.subject;
        let mut command = self.direction.reader.command(subject)?;
        command.arg(format!("-start-after={}", self.stage)).arg("-filetype=obj").arg("-o").arg(&object);
        self.read(&mut command, dump, keep, &mir)?;
        let program = self.folder.join("program");
        let objects = [object, subject.ordinary.clone()];
        process::run(&mut subject.platform.link_with_library(Mode::Static, &objects, &program)?)?;
        let mut run = subject.platform.qemu(&program);
        let printed =
            process::transcript(run.args(&subject.args), &program.with_extension("out"), build::TIME_LIMIT)
                .unwrap_or_else(|message| message);
        match process::first_difference(&subject.expected, &printed) {
            None => Ok(()),
            Some(difference) => Err(Complaint::from(format!("{PRINTS}{difference}"))),
        }
    }

    fn read(
        &self,
        command: &mut Command,
        dump: &Dump,
        keep: &BTreeSet<&str>,
        mir: &Path,
    ) -> std::result::Result<(), Complaint> {
        let part = dump.part(keep);
        fs::write(mir, &part).map_err(|e| format!("{}: {e}", mir.display()))?;
        let output = command.arg(mir).output().map_err(|e| e.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr);
        let mut functions = named(&message, &part, mir);
        if let (true, [only]) = (functions.is_empty(), &keep.iter().collect::<Vec<_>>()[..]) {
            functions.push((**only).to_owned());
        }
        Err(Complaint { text: brief(&message), functions })
    }
}

/// Returns the significant part of a compiler's message.
fn brief(message: &str) -> String {
    const TELLING: [&str; 5] =
        ["error: ", "ERROR: ", "*** Bad machine code", "- instruction:", "Running pass"];
    let lines = message.lines().filter(|line| TELLING.iter().any(|words| line.contains(words)));
    let text = lines.take(4).map(str::trim).collect::<Vec<_>>().join(" / ");
    if text.is_empty() { message.lines().take(3).collect::<Vec<_>>().join(" / ") } else { text }
}

/// Returns the functions that a compiler's message names.
fn named(message: &str, part: &str, mir: &Path) -> Vec<String> {
    const MARKS: [(&str, char); 5] = [
        ("in function '", '\''),
        ("on function '@", '\''),
        ("(in function: ", ')'),
        ("- function:    ", '\n'),
        ("# Machine code for function ", ':'),
    ];
    let mut names: Vec<String> = Vec::new();
    for (mark, end) in MARKS {
        let rests = message.split(mark).skip(1);
        names.extend(rests.filter_map(|rest| rest.split(end).next()).map(|name| name.trim().to_owned()));
    }
    // Locations in the file.
    let place = format!("{}:", mir.display());
    let lines = message.split(&place).skip(1).filter_map(|rest| rest.split(':').next()?.parse().ok());
    names.extend(lines.filter_map(|line| Dump::function_at(part, line)));
    names.sort();
    names.dedup();
    names
}
