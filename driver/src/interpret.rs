//! Execution of a program in the interpreter, in its state after a pass.

use crate::compile_options::CompileOptions;
use crate::failure::Failure;
use crate::input::{Input, Translated};
use crate::mir_input;
use crate::output;
use crate::program::input_name;
use crate::session::mir_text;
use gisel_codegen::interpreter::{Limits, Machine, Program};
use gisel_codegen::ir::mir::Properties;
use gisel_codegen::pipeline::{self, PassConfig, TRANSLATOR, Worker};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::target::InterpreterTarget;
use std::ffi::OsString;
use std::io::{BufWriter, stdout};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The options of an execution.
#[derive(Clone, Debug)]
pub struct InterpretOptions<'a> {
    /// The last pass to run.
    pub stage: String,
    /// The maximum number of instructions to execute, if there is a limit.
    pub steps: Option<u64>,
    /// The program's arguments.
    pub args: &'a [OsString],
}

/// Compiles a module or a MIR file up to the stage, and executes it with the process's standard
/// output. Returns the program's exit code.
///
/// # Errors
/// The input cannot be read or compiled, the stage is not interpreted, or the program has undefined
/// behaviour.
pub fn interpret(
    data: &[u8],
    input: &Path,
    options: &CompileOptions,
    run: &InterpretOptions<'_>,
) -> Result<i32, Failure> {
    let name = input_name(input);
    let Translated { module, targets, mut functions, .. } = match mir_text(data, &name, options)? {
        Some(text) => options.report_warnings(&name, mir_input::read(text, &name, options))?.0,
        None => options.report_warnings(&name, Input { data, name: &name, options }.translate())?,
    };
    check_stage(&run.stage, targets[0].pass_config())?;
    let mut pipeline = options.pipeline.clone();
    pipeline.stop_after = Some(run.stage.clone());
    let mut worker = Worker::default();
    let mut errors = Vec::new();
    for function in &mut functions {
        let target = &*targets[function.subtarget.index()];
        let name = function.name.clone();
        let run = || pipeline::run(function, target, &module, &pipeline, &mut worker, &mut output::stderr);
        let done = CompileError::guard(&name, run).and_then(|done| done);
        options.diagnostics.take_from(function.symbol, &mut function.warnings);
        let selected = function.properties.intersects(Properties::SELECTED | Properties::FAILED_ISEL);
        let kind = "selection has had it; what is interpreted are generic instructions";
        errors.extend(done.err().or_else(|| selected.then(|| CompileError::new(&function.name, "", kind))));
    }
    options.report_warnings(&name, if errors.is_empty() { Ok(()) } else { Err(errors.into()) })?;
    let targets: Vec<_> = targets.iter().map(|t| -> &dyn InterpreterTarget { &**t }).collect();
    let program = Program { module: &module, functions: &functions, targets: &targets };
    let limits = Limits { steps: run.steps.unwrap_or(u64::MAX), ..Limits::default() };
    let output = Box::new(BufWriter::new(stdout().lock()));
    let mut machine = Machine::new(program, limits, output).map_err(Failure::new)?;
    let name = std::iter::once(input.as_os_str().as_bytes().to_vec());
    let args: Vec<Vec<u8>> = name.chain(run.args.iter().map(|a| a.as_bytes().to_vec())).collect();
    machine.run_program(&args).map_err(|trap| Failure::new(trap.to_string()))
}

/// Checks the stage: only functions of generic instructions are interpreted.
fn check_stage(stage: &str, config: &PassConfig) -> Result<(), Failure> {
    let generic = config.passes().iter().take_while(|pass| !pass.establishes.contains(Properties::SELECTED));
    let stages: Vec<&str> = std::iter::once(TRANSLATOR).chain(generic.map(|pass| pass.name)).collect();
    if stages.contains(&stage) {
        return Ok(());
    }
    Err(Failure::new(format!("'{stage}' is no stage that is interpreted; these are {}", stages.join(", "))))
}
