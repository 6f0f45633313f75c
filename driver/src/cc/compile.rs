//! Translation units: clang's front end writes bitcode, which is compiled here.

use super::code_options;
use super::names::architectures;
use super::outputs;
use crate::compile_options::CompileOptions;
use crate::failure::{Failure, io_failure, write};
use crate::job_slots::JobSlots;
use crate::messages::Style;
use crate::options::{self, Options};
use crate::output;
use crate::run::exit_code;
use crate::session;
use crate::temporary_folder::temporary_folder;
use gisel_target_registry::Target;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The arguments of the front end that select code as output, and the form of the code.
const ACTIONS: [(&str, &str); 2] = [("-emit-obj", "obj"), ("-S", "asm")];

/// The argument of the front end that selects bitcode.
const EMIT_BITCODE: &str = "-emit-llvm-bc";

/// Options of the front end that print to standard output.
const DUMPS: [&str; 2] = ["-fdump-record-layouts", "-fdump-vtable-layouts"];

/// The result of a unit.
pub(super) enum Outcome {
    /// The exit code of the front end.
    Done(i32),
    /// The unit is rejected, before or after the front end.
    Rejected(Failure, Front),
}

/// The progress of the front end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// It has not started.
    Waits,
    /// It has parsed the source and printed its warnings.
    HasRun,
}

/// A job of clang's front end that writes code.
pub(super) struct Unit<'a> {
    program: &'a OsStr,
    arguments: &'a [OsString],
    /// The form of the code, as `-filetype` names it.
    filetype: &'static str,
}

impl<'a> Unit<'a> {
    /// Returns the unit of a job; `None` for other jobs.
    pub fn of(job: &'a [OsString]) -> Option<Unit<'a>> {
        let (program, arguments) = job.split_first()?;
        if arguments.first()? != "-cc1" {
            return None;
        }
        let is_given = |action: &str| arguments.iter().any(|argument| argument == action);
        let (_, filetype) = ACTIONS.into_iter().find(|(action, _)| is_given(action))?;
        Some(Unit { program, arguments, filetype })
    }

    /// Compiles the unit with these options of the command line.
    ///
    /// # Errors
    /// The front end cannot be started, or an output cannot be written.
    pub fn compile(&self, own: &[String], slots: &Arc<JobSlots>) -> Result<Outcome, Failure> {
        let options = match self.accepted(own, slots) {
            Ok(options) => options,
            Err(why) => return Ok(Outcome::Rejected(why, Front::Waits)),
        };
        let (code, bitcode) = self.bitcode()?;
        if code != 0 {
            return Ok(Outcome::Done(code));
        }
        let compile_options = CompileOptions::new(&options);
        let compiled = match session::compile(&bitcode, &self.source(), &compile_options) {
            Ok(compiled) => compiled,
            Err(why) => return Ok(Outcome::Rejected(why, Front::HasRun)),
        };
        if let Some(path) = &options.split_dwarf_output {
            write(path, &compiled.split)?;
        }
        if let Some(path) = outputs::output(self.arguments) {
            write_output(Path::new(path), &compiled.bytes)?;
        }
        Ok(Outcome::Done(0))
    }

    /// Returns the options of this compiler for the unit.
    ///
    /// # Errors
    /// Its target or one of its options is rejected.
    fn accepted(&self, own: &[String], slots: &Arc<JobSlots>) -> Result<Options, Failure> {
        let source = self.source();
        self.check_target(&source)?;
        for warning in code_options::warnings(self.arguments) {
            output::stderr(&Style::default().reasons(Failure::new(warning).0));
        }
        self.options(own, slots)
    }

    /// Returns the name of the source.
    pub fn source(&self) -> String {
        self.arguments.last().map(|source| source.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Checks that there is code generation for the front end's target.
    fn check_target(&self, source: &str) -> Result<(), Failure> {
        let at = self.arguments.iter().position(|argument| argument == "-triple");
        let triple = at.and_then(|at| self.arguments.get(at + 1)?.to_str()).unwrap_or_default();
        match Target::of_triple(triple) {
            Some(_) => Ok(()),
            None => Err(Failure::new(format!(
                "{source}: no code for '{triple}': --target= selects one of {}",
                architectures()
            ))),
        }
    }

    /// Returns the options of this compiler.
    fn options(&self, own: &[String], slots: &Arc<JobSlots>) -> Result<Options, Failure> {
        let mut arguments = vec![format!("-filetype={}", self.filetype)];
        arguments.extend(code_options::of(self.arguments));
        arguments.extend(own.iter().cloned());
        parsed(arguments, slots)
    }

    /// Runs the front end. Returns its exit code and the bitcode.
    fn bitcode(&self) -> Result<(i32, Vec<u8>), Failure> {
        let failed = |e| io_failure("run", Path::new(self.program), &e);
        if self.prints() {
            return self.bitcode_of_file();
        }
        let mut front_end = self.front_end(OsStr::new("-"));
        let mut child = front_end.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut bitcode = Vec::new();
        if let Some(mut stdout) = child.stdout.take() {
            stdout.read_to_end(&mut bitcode).map_err(failed)?;
        }
        let status = child.wait().map_err(failed)?;
        Ok((exit_code(status), bitcode))
    }

    /// Runs the front end with a temporary file, as it prints to standard output.
    fn bitcode_of_file(&self) -> Result<(i32, Vec<u8>), Failure> {
        let folder = temporary_folder()?;
        let file = folder.path().join("module.bc");
        let status = self.front_end(file.as_os_str()).status();
        let code = exit_code(status.map_err(|e| io_failure("run", Path::new(self.program), &e))?);
        if code != 0 {
            return Ok((code, Vec::new()));
        }
        fs::read(&file).map(|bitcode| (0, bitcode)).map_err(|e| io_failure("read", &file, &e))
    }

    /// Returns the front end with bitcode as output.
    fn front_end(&self, output: &OsStr) -> Command {
        let mut is_output = false;
        let arguments = self.arguments.iter().map(|argument| {
            let is_path = std::mem::replace(&mut is_output, argument == "-o");
            match argument.to_str() {
                _ if is_path => output,
                Some(text) if ACTIONS.iter().any(|(action, _)| *action == text) => OsStr::new(EMIT_BITCODE),
                _ => argument,
            }
        });
        let mut command = Command::new(self.program);
        command.args(arguments);
        command
    }

    /// Returns true if the front end also prints to standard output.
    fn prints(&self) -> bool {
        let is_dependencies = |pair: &[OsString]| pair[0] == "-dependency-file" && pair[1] == "-";
        let is_dump = |argument: &OsString| {
            let argument = argument.to_string_lossy();
            DUMPS.iter().any(|dump| argument.starts_with(dump))
        };
        self.arguments.windows(2).any(is_dependencies) || self.arguments.iter().any(is_dump)
    }
}

/// Writes an output. An error has clang's message.
fn write_output(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    output::write(path, bytes).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Failure(Vec::new()),
        _ => {
            let reason = e.to_string();
            let reason = reason.split(" (os error").next().unwrap_or_default();
            Failure::new(format!("unable to open output file '{}': '{reason}'", path.display()))
        }
    })
}

/// Parses options of this compiler.
///
/// # Errors
/// One is rejected.
pub(super) fn parsed(arguments: Vec<String>, slots: &Arc<JobSlots>) -> Result<Options, Failure> {
    let words = std::iter::once("gisel".to_owned()).chain(arguments).map(OsString::from);
    let parsed = options::parse_arguments(words);
    let mut options = parsed.map_err(|text| Failure::new(text.trim_start_matches("error: ").trim_end()))?;
    options.job_slots = Arc::clone(slots);
    Ok(options)
}
