//! `gisel cc` and `gisel c++`: clang's command line, with code generation by this compiler.
//!
//! clang's driver plans the jobs (`plan`). A job of its front end that writes code is run with
//! bitcode as output, which is read through a pipe and compiled here (`compile`). Assembly is
//! assembled here (`assemble`). Other jobs run as planned. A command line without code generation,
//! such as `-E`, `--version` or `-print-…`, is passed to clang as it is.
//!
//! Cost: one start of clang for the plan, in addition to those of clang itself.

mod assemble;
mod code_options;
mod compile;
mod fallback;
mod names;
mod outputs;
mod plan;

use crate::failure::{Failure, io_failure, write};
use crate::job_slots::JobSlots;
use crate::link::find_first;
use crate::link_time::{self, LinkLine, Preparation};
use crate::messages::Style;
use crate::output;
use crate::run::exit_code;
use assemble::Assembly;
use compile::{Front, Outcome, Unit};
use fallback::Fallback;
use outputs::Outputs;
use plan::Plan;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

pub(crate) use names::{Call, Driver};

/// The names of clang, the newest version first whose bitcode can be read.
const NAMES: [&str; 8] =
    ["clang-22", "clang", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16"];

/// The environment variable that names another clang.
const CLANG: &str = "GISEL_CLANG";

/// The option whose argument is an option of this compiler.
const OWN_OPTION: &str = "-Xgisel";

/// The option that prints the modules that clang compiled.
const FALLBACK_REPORT: &str = "--fallback-report";

/// The option that prints the jobs instead of executing them.
const PRINT_JOBS: &str = "-###";

/// The option of clang that names a file of commands for tools, and the one that executes no jobs.
const COMMANDS: &str = "-MJ";
const DRIVER_ONLY: &str = "-fdriver-only";

/// A compiler command that is executed.
struct Session {
    clang: PathBuf,
    /// The arguments for clang.
    arguments: Vec<OsString>,
    /// The options of this compiler, which override clang's.
    own: Vec<String>,
    fallback: Option<Fallback>,
    slots: Arc<JobSlots>,
}

/// Executes a compiler command; returns its exit code.
///
/// # Errors
/// There is no clang, a process cannot be started, or a module is rejected.
pub(crate) fn run(call: Call, slots: Arc<JobSlots>) -> Result<i32, Failure> {
    if call.arguments.iter().any(|argument| argument == FALLBACK_REPORT) {
        return write(Path::new("-"), fallback::summary()?.as_bytes()).map(|()| 0);
    }
    let session = Session::new(call, slots)?;
    if session.arguments.iter().any(|argument| argument == PRINT_JOBS) {
        return session.pass_on();
    }
    let plan =
        Plan::of(&session.clang, &session.arguments).map_err(|e| io_failure("run", &session.clang, &e))?;
    if plan.code == 0 && !plan.jobs.iter().any(|job| is_own(job)) {
        return session.pass_on();
    }
    if plan.code != 0 {
        // It fails in the same way without `-###`, with all its messages.
        return session.pass_on();
    }
    output::stderr(&plan.diagnostics);
    session.write_commands()?;
    session.execute(&plan)
}

/// Returns true if a job does not run as planned.
fn is_own(job: &[OsString]) -> bool {
    Unit::of(job).is_some() || Assembly::of(job).is_some() || is_link(job)
}

/// Returns true if the program of a job is a linker.
fn is_link(job: &[OsString]) -> bool {
    job.first().is_some_and(|program| plan::is_linker(program))
}

impl Session {
    fn new(call: Call, slots: Arc<JobSlots>) -> Result<Session, Failure> {
        let named = env::var_os(CLANG).filter(|name| !name.is_empty()).map(PathBuf::from);
        let clang = find_first(named.as_deref(), &NAMES).map_err(Failure::new)?;
        let mut arguments = vec![call.driver.mode().into()];
        arguments.extend(call.triple.map(|triple| format!("--target={triple}").into()));
        let (mut own, mut falls_back) = (Vec::new(), false);
        let mut given = call.arguments.into_iter();
        while let Some(argument) = given.next() {
            if Fallback::is_option(&argument) {
                falls_back = true;
                continue;
            }
            if argument != OWN_OPTION {
                arguments.push(argument);
                continue;
            }
            let option = given.next().ok_or_else(|| Failure::new(format!("no option after {OWN_OPTION}")))?;
            own.push(option.to_string_lossy().into_owned());
        }
        let fallback = Fallback::requested(falls_back)?;
        Ok(Session { clang, arguments, own, fallback, slots })
    }

    /// Replaces this process by clang.
    fn pass_on(&self) -> Result<i32, Failure> {
        let error = Command::new(&self.clang).args(&self.arguments).exec();
        Err(io_failure("run", &self.clang, &error))
    }

    /// Returns true if the jobs are shown.
    fn is_verbose(&self) -> bool {
        self.arguments.iter().any(|argument| argument == "-v")
    }

    /// Runs clang for the files of `-MJ`: commands for tools, which it does not write with `-###`.
    fn write_commands(&self) -> Result<(), Failure> {
        let has_commands = |argument: &OsString| argument.to_string_lossy().starts_with(COMMANDS);
        if !self.arguments.iter().any(has_commands) {
            return Ok(());
        }
        let mut clang = Command::new(&self.clang);
        let status = clang.arg(DRIVER_ONLY).args(&self.arguments).stderr(Stdio::null()).status();
        status.map(drop).map_err(|e| io_failure("run", &self.clang, &e))
    }

    /// Executes the jobs in order. As in clang, one that fails stops only jobs that read its output.
    /// Returns the first exit code that is not zero.
    fn execute(&self, plan: &Plan) -> Result<i32, Failure> {
        if self.is_verbose() {
            output::stderr(&plan.shown());
        }
        let outputs = Outputs::of(&plan.jobs)?;
        let (mut code, mut missing) = (0, Vec::new());
        for job in &plan.jobs {
            let job = outputs.applied(job);
            if job.iter().any(|argument| missing.contains(argument)) {
                continue;
            }
            let result = self.job(&job).unwrap_or_else(|Failure(messages)| {
                output::stderr(&Style::default().errors(messages));
                1
            });
            if result != 0 {
                code = if code == 0 { result } else { code };
                missing.extend(outputs::output(&job).map(OsStr::to_os_string));
            }
        }
        Ok(code)
    }

    /// Executes a job. Returns the exit code.
    fn job(&self, job: &[OsString]) -> Result<i32, Failure> {
        match (Unit::of(job), Assembly::of(job)) {
            (Some(unit), _) => self.unit(&unit, job),
            (None, Some(assembly)) => self.assembly(&assembly, job),
            (None, None) => self.process(job),
        }
    }

    /// Compiles a unit; if it is rejected and a fallback is requested, by clang.
    fn unit(&self, unit: &Unit, job: &[OsString]) -> Result<i32, Failure> {
        match (unit.compile(&self.own, &self.slots)?, &self.fallback) {
            (Outcome::Done(code), _) => Ok(code),
            (Outcome::Rejected(why, _), None) => Err(why),
            (Outcome::Rejected(why, front), Some(fallback)) => {
                fallback.report(&unit.source(), why, "clang")?;
                let has_warned = (front == Front::HasRun).then(|| "-w".into());
                self.process(&job.iter().cloned().chain(has_warned).collect::<Vec<OsString>>())
            }
        }
    }

    /// Assembles a file; if it is rejected, by clang's assembler.
    fn assembly(&self, assembly: &Assembly, job: &[OsString]) -> Result<i32, Failure> {
        let Err(why) = assembly.assemble(&self.slots)? else { return Ok(0) };
        if self.is_verbose() {
            output::stderr(&format!("gisel: note: {} is assembled by clang: {why}\n", assembly.source()));
        }
        self.process(job)
    }

    /// Compiles the bitcode among a linker's inputs.
    fn prepare(&self, arguments: &[OsString]) -> Result<LinkLine, Failure> {
        let report = |name: &str, why| match &self.fallback {
            Some(fallback) => fallback.report(name, why, "llc"),
            None => Err(why),
        };
        link_time::prepare(
            arguments,
            &Preparation {
                own: &self.own,
                level: code_options::link_level(&self.arguments),
                slots: &self.slots,
                falls_back: self.fallback.is_some(),
                report: &report,
            },
        )
    }

    /// Runs a job as planned; a link, with objects of the bitcode among its inputs.
    fn process(&self, job: &[OsString]) -> Result<i32, Failure> {
        let Some((program, arguments)) = job.split_first() else { return Ok(0) };
        let line = if is_link(job) { Some(self.prepare(arguments)?) } else { None };
        let words = line.as_ref().map_or(arguments, |line| &line.words);
        let linker = line.as_ref().and_then(|line| line.linker.as_deref());
        let program = linker.map_or(program.as_os_str(), Path::as_os_str);
        let mut command = Command::new(program);
        command.args(words);
        if self.is_verbose() && words != arguments {
            let program = std::iter::once(program.to_os_string());
            output::stderr(&plan::shown_job(&program.chain(words.iter().cloned()).collect::<Vec<_>>()));
        }
        let status = command.status().map_err(|e| io_failure("run", Path::new(program), &e))?;
        let code = exit_code(status);
        if code != 0 && is_link(job) {
            output::stderr(&format!(
                "gisel: error: linker command failed with exit code {code} (use -v to see invocation)\n"
            ));
        }
        Ok(code)
    }
}
