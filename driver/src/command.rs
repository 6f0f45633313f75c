//! The command `gisel`: executes the command line and reports errors.

use crate::cargo;
use crate::cc::{self, Call};
use crate::compare::compare;
use crate::compile_options::CompileOptions;
use crate::compiled::TargetMachine;
use crate::coverage;
use crate::explain::explain;
use crate::failure::Failure;
use crate::failure::write;
use crate::file_tests;
use crate::interpret::{self, InterpretOptions};
use crate::job_slots::JobSlots;
use crate::link_time::{self, Linker};
use crate::llc_options;
use crate::manual;
use crate::messages::Style;
use crate::options::uses::{self, Use};
use crate::options::{self, Command, FileType, Options};
use crate::output;
use crate::program::{compile_file, input_name, is_dash, link_program, read, runtime};
use crate::reports;
use crate::run_wrapper;
use crate::split;
use gisel_codegen::support::guard;
use gisel_codegen::support::timing::PassTimes;
use gisel_frontend_llvm::properties;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tempfile::TempDir;

/// Executes the process's command line; returns its exit code.
pub fn main() -> ExitCode {
    let job_slots = Arc::new(JobSlots::new(gisel_frontend_llvm::inherited_job_server()));
    if let Some(command) = other_command(&job_slots) {
        guard::install_hook(output::stderr);
        let result = guard::catch(command);
        return report(result.unwrap_or_else(|message| Err(Failure::new(message))), &Style::default());
    }
    let mut options = match options::parse(std::env::args_os()) {
        Ok(options) => options,
        Err((text, 0)) => return report(print(&text).map(|()| 0), &Style::default()),
        Err((text, code)) => {
            output::stderr(&text);
            return ExitCode::from(code);
        }
    };
    options.job_slots = job_slots;
    guard::install_hook(output::stderr);
    options.fail_in.as_deref().into_iter().for_each(guard::fail_in);
    // As for `llc`, a pipe replaces a missing input.
    if options.inputs.is_empty() && options.command.is_none() && !std::io::stdin().is_terminal() {
        options.inputs.push("-".into());
    }
    if let Some(message) = options.misplaced(Use::of(&options)) {
        return report(Err(Failure::new(message)), &Style::new(&options));
    }
    let result = guard::catch(|| match options.command {
        _ if options.requests_target_help() => print_target_help(&options).map(|()| 0),
        Some(Command::Interpret) => interpret(&options),
        Some(Command::Run) => run(&options),
        Some(Command::Compare) => compare(&options),
        Some(Command::Explain) => explain(&options),
        Some(Command::Test) => file_tests::test(&options),
        None => build(&options).map(|()| 0),
    });
    report(result.unwrap_or_else(|message| Err(Failure::new(message))), &Style::new(&options))
}

/// A command that executes and returns its exit code.
type OtherCommand = Box<dyn FnOnce() -> Result<i32, Failure>>;

/// Returns the command whose arguments are not this compiler's options, if the command line is of
/// one.
fn other_command(slots: &Arc<JobSlots>) -> Option<OtherCommand> {
    let (arguments, slots) = (std::env::args_os, Arc::clone(slots));
    if let Some(call) = Call::recognize(arguments()) {
        return Some(Box::new(move || cc::run(call, slots)));
    }
    if let Some(call) = cargo::Call::recognize(arguments()) {
        return Some(Box::new(move || cargo::run(&call)));
    }
    if let Some(linker) = Linker::recognize(arguments()) {
        return Some(Box::new(move || link_time::run(linker, &slots)));
    }
    let (run, words) = tool(arguments())?;
    Some(Box::new(move || run(&words)))
}

/// A command that parses its arguments itself.
type Tool = fn(&[OsString]) -> Result<i32, Failure>;

/// Returns the tool that the first argument names, and its arguments.
fn tool(mut arguments: impl Iterator<Item = OsString>) -> Option<(Tool, Vec<OsString>)> {
    let run = match arguments.nth(1)?.to_str()? {
        split::COMMAND => split::run,
        run_wrapper::COMMAND => run_wrapper::run,
        _ => return None,
    };
    Some((run, arguments.collect()))
}

/// Reports a failure; returns the process's exit code.
fn report(result: Result<i32, Failure>, style: &Style) -> ExitCode {
    match result {
        // The system keeps the low eight bits of an exit code.
        Ok(code) => ExitCode::from((code & 0xff) as u8),
        Err(Failure(messages)) => {
            output::stderr(&style.errors(messages));
            ExitCode::FAILURE
        }
    }
}

/// Prints requested text to standard output.
fn print(text: &str) -> Result<(), Failure> {
    write(Path::new("-"), text.as_bytes())
}

fn build(options: &Options) -> Result<(), Failure> {
    if options.list_refused {
        return print(&properties::list_refused());
    }
    if options.list_llc_options {
        return print(&llc_options::listing());
    }
    if options.list_uses {
        return print(&uses::listing());
    }
    if let Some(shell) = options.print_completions {
        return print(&manual::completions(shell));
    }
    if options.print_man_page {
        return print(&manual::page().map_err(|e| Failure::new(format!("no manual page: {e}")))?);
    }
    if options.list_rules {
        return list_rules(options);
    }
    if options.print_runtime {
        return print_runtime(options);
    }
    if options.inputs.is_empty() {
        return Err(Failure::new("no input files"));
    }
    if options.link {
        let output = options.output.clone().unwrap_or_else(|| "a.out".into());
        return link_program(options, &output).map(drop);
    }
    if options.output.is_some() && options.inputs.len() > 1 {
        return Err(Failure::new("several inputs go to one output only with --link"));
    }
    if options.split_dwarf_output.is_some() && options.split_dwarf_file.is_none() {
        return Err(Failure::new("-split-dwarf-output needs -split-dwarf-file, by which debuggers find it"));
    }
    if options.split_dwarf_output.is_some() && (options.filetype != FileType::Obj || options.inputs.len() > 1)
    {
        return Err(Failure::new("-split-dwarf-output is for one object"));
    }
    if options.pass_remarks_output.is_some() && options.inputs.len() > 1 {
        return Err(Failure::new("-pass-remarks-output is for one input"));
    }
    if options.stack_usage_file.is_some() && options.inputs.len() > 1 {
        return Err(Failure::new("-stack-usage-file is for one input"));
    }
    for input in &options.inputs {
        let compile_options = CompileOptions::new(options);
        let compiled = compile_file(input, options, &compile_options)?;
        let output = output_path(input, options);
        if !options.list_unsupported {
            write(&output, &compiled.bytes)?;
            if let Some(path) = &options.split_dwarf_output {
                write(path, &compiled.split)?;
            }
        }
        let times = compile_options.pipeline.times.as_deref();
        if let Some(steps) = times.and_then(PassTimes::take_steps) {
            let beside = PathBuf::from(format!("{}.time-trace", output.display()));
            let path = options.time_trace_file.as_ref().unwrap_or(&beside);
            write(path, reports::time_trace(&steps).as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the triple that the command line names, or its architecture; empty if it names none.
fn named_triple(options: &Options) -> &str {
    options.mtriple.as_deref().or(options.march.as_deref()).unwrap_or("")
}

/// Prints the CPUs and features of a target to standard error, as `llc` does.
fn print_target_help(options: &Options) -> Result<(), Failure> {
    output::stderr(&gisel_targets::feature_table(named_triple(options)).map_err(Failure::new)?.help());
    Ok(())
}

fn list_rules(options: &Options) -> Result<(), Failure> {
    if named_triple(options).is_empty() {
        return Err(Failure::new("--list-rules lists the rules of one target: name it with -mtriple"));
    }
    let target = gisel_targets::create(named_triple(options), "", "").map_err(Failure::new)?;
    print(&coverage::all(&*target).to_string())
}

fn print_runtime(options: &Options) -> Result<(), Failure> {
    let triple = named_triple(options);
    if triple.is_empty() {
        return Err(Failure::new("the runtime library of which target is meant, -mtriple says"));
    }
    let machine = TargetMachine { triple: triple.to_owned(), ..TargetMachine::default() };
    let archive = runtime(&machine, CompileOptions::new(options))?;
    let archive =
        archive.ok_or_else(|| Failure::new(format!("there is no runtime library for '{triple}'")))?;
    if !archive.is_kept() {
        return Err(Failure::new("there is no cache folder to keep the runtime library in"));
    }
    print(&format!("{}\n", archive.path().display()))
}

fn run(options: &Options) -> Result<i32, Failure> {
    if options.inputs.is_empty() {
        return Err(Failure::new("no input files"));
    }
    let folder = TempDir::new().map_err(|e| Failure::new(format!("cannot make a temporary folder: {e}")))?;
    let program = folder.path().join("program");
    let machine = link_program(options, &program)?;
    let machine = (&*machine.triple, &machine.extensions);
    crate::run::run(&program, machine, &options.program_args, options.sysroot.as_deref())
        .map_err(Failure::new)
}

fn interpret(options: &Options) -> Result<i32, Failure> {
    let [input] = &options.inputs[..] else { return Err(Failure::new("one input is interpreted")) };
    let data = read(input)?;
    let run =
        InterpretOptions { stage: options.stage.clone(), steps: options.steps, args: &options.program_args };
    let result = interpret::interpret(&data, input, &CompileOptions::new(options), &run);
    result.map_err(|failure| failure.located(&input_name(input), &data))
}

/// Returns the output path. As for `llc`, the default is in the input's folder. MIR has the name of
/// the requested file type.
fn output_path(input: &Path, options: &Options) -> PathBuf {
    if let Some(output) = &options.output {
        return output.clone();
    }
    if is_dash(input) {
        return "-".into();
    }
    let extension = match options.filetype {
        FileType::Obj => "o",
        FileType::Asm => "s",
        FileType::Null => return "-".into(),
    };
    let root = match input.extension().and_then(|e| e.to_str()) {
        Some("ll" | "bc" | "mir") => input.with_extension(""),
        _ => input.to_path_buf(),
    };
    let mut output = root.into_os_string();
    output.push(".");
    output.push(extension);
    output.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_recognized_by_its_first_argument() {
        let found = |words: &[&str]| tool(words.iter().map(|word| (*word).into()));
        let words = |line: &[&str]| found(line).map(|(_, words)| words);
        assert_eq!(words(&["gisel", "run-wrapper", "a", "b"]), Some(vec!["a".into(), "b".into()]));
        assert_eq!(words(&["gisel", "split", "2"]), Some(vec!["2".into()]));
        assert_eq!((words(&["gisel", "run", "a"]), words(&["gisel"])), (None, None));
    }
}
