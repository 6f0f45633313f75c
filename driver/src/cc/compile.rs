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
use gisel_target_registry::Target;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The arguments of the front end that select code as output, and the form of the code.
const ACTIONS: [(&str, &str); 2] = [("-emit-obj", "obj"), ("-S", "asm")];

/// The argument of the front end that selects bitcode.
const EMIT_BITCODE: &str = "-emit-llvm-bc";

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
            write(Path::new(path), &compiled.bytes)?;
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
        if let Some(option) = code_options::rejected(self.arguments) {
            return Err(Failure::new(format!("{source}: option {option} is not supported")));
        }
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
        let mut arguments = vec!["gisel".to_owned(), format!("-filetype={}", self.filetype)];
        arguments.extend(code_options::of(self.arguments));
        arguments.extend(own.iter().cloned());
        let parsed = options::parse_arguments(arguments.into_iter().map(OsString::from));
        let mut options =
            parsed.map_err(|text| Failure::new(text.trim_start_matches("error: ").trim_end()))?;
        options.job_slots = Arc::clone(slots);
        Ok(options)
    }

    /// Runs the front end. Returns its exit code and the bitcode.
    fn bitcode(&self) -> Result<(i32, Vec<u8>), Failure> {
        let failed = |e| io_failure("run", Path::new(self.program), &e);
        let mut is_output = false;
        let arguments = self.arguments.iter().map(|argument| {
            let is_path = std::mem::replace(&mut is_output, argument == "-o");
            match argument.to_str() {
                _ if is_path => OsStr::new("-"),
                Some(text) if ACTIONS.iter().any(|(action, _)| *action == text) => OsStr::new(EMIT_BITCODE),
                _ => argument,
            }
        });
        let mut child =
            Command::new(self.program).args(arguments).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut bitcode = Vec::new();
        if let Some(mut stdout) = child.stdout.take() {
            stdout.read_to_end(&mut bitcode).map_err(failed)?;
        }
        let status = child.wait().map_err(failed)?;
        Ok((exit_code(status), bitcode))
    }
}
