//! `gisel`: the command.

use gisel::coverage;
use gisel::fallback;
use gisel::interpret::{self, InterpretOptions};
use gisel::job_slots::JobSlots;
use gisel::link::{LinkJob, LinkMode, link};
use gisel::llc_options;
use gisel::messages::{self, Style};
use gisel::options::{self, Command, FileType, Options};
use gisel::output;
use gisel::runtime::{RuntimeArchive, runtime_archive};
use gisel::session::{CompileOptions, Compiled, Failure, Machine, Warnings, compile};
use gisel_codegen::guard;
use gisel_codegen::ir::module::RelocModel;
use gisel_codegen::pipeline::PipelineOptions;
use gisel_codegen::target::atomics::AtomicInfo;
use gisel_frontend_llvm::properties;
use gisel_frontend_llvm::standard_streams::{self, StandardStream};
use gisel_runtime_libcalls::Member;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tempfile::TempDir;

/// Serves LLVM's allocations too: it stands in for `malloc` in the whole program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let job_slots = Arc::new(JobSlots::new(gisel_frontend_llvm::inherited_job_server()));
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
    // A pipe takes the place of a missing input, as it does for `llc`.
    if options.inputs.is_empty() && options.command.is_none() && !std::io::stdin().is_terminal() {
        options.inputs.push("-".into());
    }
    let result = guard::catch(|| match options.command {
        Some(Command::Interpret) => interpret(&options),
        Some(Command::Run) => run(&options),
        None => build(&options).map(|()| 0),
    });
    report(result.unwrap_or_else(|message| Err(Failure::new(message))), &Style::new(&options))
}

/// Says what has failed; gives the process's exit code.
fn report(result: Result<i32, Failure>, style: &Style) -> ExitCode {
    match result {
        // Of the code that a program ends with, the system keeps eight bits.
        Ok(code) => ExitCode::from((code & 0xff) as u8),
        Err(Failure(messages)) => {
            output::stderr(&style.errors(messages));
            ExitCode::FAILURE
        }
    }
}

/// Prints what was asked for to standard output.
fn print(text: &str) -> Result<(), Failure> {
    write(Path::new("-"), text.as_bytes())
}

fn build(options: &Options) -> Result<(), Failure> {
    if options.asks_for_target_help() {
        return print_target_help(options);
    }
    if options.list_refused {
        return print(&properties::list_refused());
    }
    if options.list_llc_options {
        return print(&llc_options::listing());
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
    for input in &options.inputs {
        let compiled = compile_file(input, options, &CompileOptions::new(options))?;
        if !options.list_unsupported {
            write(&output_path(input, options), &compiled.bytes)?;
        }
    }
    Ok(())
}

/// CPUs and features of a target; as `llc` prints them, to standard error.
fn print_target_help(options: &Options) -> Result<(), Failure> {
    let triple = options.mtriple.as_deref().or(options.march.as_deref()).unwrap_or("");
    output::stderr(&gisel_targets::feature_table(triple).map_err(Failure::new)?.help());
    Ok(())
}

fn list_rules(options: &Options) -> Result<(), Failure> {
    let triple = options.mtriple.as_deref().or(options.march.as_deref()).unwrap_or("");
    let target = gisel_targets::create(triple, "", "").map_err(Failure::new)?;
    print(&coverage::all(&*target).to_string())
}

fn compile_file(
    input: &Path,
    options: &Options,
    compile_options: &CompileOptions,
) -> Result<Compiled, Failure> {
    let data = read(input)?;
    let name = if is_dash(input) { "<stdin>".into() } else { input.display().to_string() };
    let compiled = match compile(&data, &name, compile_options) {
        Err(failure) if options.falls_back() && fallback::is_possible(options) => {
            return compile_by_llc(&data, &name, options, failure);
        }
        Err(mut failure) => {
            failure
                .0
                .last_mut()
                .into_iter()
                .zip(messages::advice(&name, &data))
                .for_each(|(m, a)| m.advise(a));
            return Err(failure);
        }
        Ok(compiled) => compiled,
    };
    if options.compile_twice {
        let mut again = compile_options.clone();
        again.warnings = Warnings::Hidden;
        if compile(&data, &name, &again)?.bytes != compiled.bytes {
            return Err(Failure::new(format!("{name}: two compilations gave different output")));
        }
    }
    if let (Some(path), Some(record)) = (&options.coverage, &compile_options.pipeline.coverage) {
        let target = gisel_targets::create(&compiled.machine.triple, "", "").map_err(Failure::new)?;
        coverage::append_executed(&*target, record, path).map_err(|e| io_failure("write", path, &e))?;
    }
    Ok(compiled)
}

/// Has `llc` compile what was refused, and says why it was.
fn compile_by_llc(data: &[u8], name: &str, options: &Options, why: Failure) -> Result<Compiled, Failure> {
    if !options.no_warn {
        let style = Style::new(options);
        output::stderr(&style.reasons(why.0));
        output::stderr(&style.note(&format!("{name} is compiled by llc instead")));
    }
    let bytes = fallback::compile(data, name, options).map_err(Failure::new)?;
    Ok(Compiled { bytes, machine: Machine::default() })
}

/// Compiles and links; returns the triple.
fn link_program(options: &Options, output: &Path) -> Result<String, Failure> {
    let folder = TempDir::new().map_err(|e| Failure::new(format!("cannot make a temporary folder: {e}")))?;
    let mode = match (options.link_static, options.relocation_model) {
        (true, _) => LinkMode::Static,
        (_, Some(options::RelocationModel::Static)) if !options.pie => LinkMode::Dynamic,
        _ => LinkMode::Pie,
    };
    let mut compile_options = CompileOptions::new(options);
    compile_options.filetype = FileType::Obj;
    if mode == LinkMode::Pie {
        compile_options.reloc_model = Some(RelocModel::Pic);
    }
    let mut objects = Vec::new();
    let mut machine = Machine::default();
    for (n, input) in options.inputs.iter().enumerate() {
        if input.extension().is_some_and(|e| e == "o" || e == "a") {
            objects.push(input.clone());
            continue;
        }
        let compiled = compile_file(input, options, &compile_options)?;
        let object = folder.path().join(format!("{n}.o"));
        write(&object, &compiled.bytes)?;
        objects.push(object);
        machine = compiled.machine;
    }
    let abi = compile_options.target_abi.clone().or_else(|| machine.target_abi.clone());
    let runtime = runtime(&machine, compile_options)?;
    let libraries: Vec<OsString> = options.libraries.iter().map(|l| format!("-l{l}").into()).collect();
    let job = LinkJob {
        triple: &machine.triple,
        abi: abi.as_deref(),
        inputs: &objects,
        options: &libraries,
        runtime: runtime.as_ref().map(|r| r.path()),
        mode,
        linker: None,
        sysroot: options.sysroot.as_deref(),
        output,
    };
    link(&job).map_err(Failure::new)?;
    Ok(machine.triple)
}

/// The runtime library for a machine, which the command line may extend.
fn runtime(machine: &Machine, mut options: CompileOptions) -> Result<Option<RuntimeArchive>, Failure> {
    let abi = options.target_abi.take().or_else(|| machine.target_abi.clone());
    options.target_abi = abi.clone();
    let features = [&*machine.features, &*options.features];
    options.features = features.into_iter().filter(|list| !list.is_empty()).collect::<Vec<_>>().join(",");
    // With forced atomics the program calls `__sync_…` because the machine has none. What is no target at all, compiling a member reports.
    let target = gisel_targets::create(&machine.triple, &options.cpu, &options.features);
    let atomics = target.map_or_else(|_| AtomicInfo::NONE, |target| target.facts().atomics);
    let has_atomics = atomics.max_bits != 0 && !atomics.sync_calls;
    options.reloc_model = Some(RelocModel::Pic);
    options.filetype = FileType::Obj;
    // What is printed, and where compilation begins and stops, concerns the program.
    let PipelineOptions { level, verify, .. } = options.pipeline;
    options.pipeline = PipelineOptions { level, verify, ..PipelineOptions::default() };
    options.debug_pass = None;
    options.warnings = Warnings::Hidden;
    options.diagnostics = Arc::default();
    let compile = |member: &Member| {
        let compiled = compile(member.bitcode, member.name, &options);
        compiled.map(|c| c.bytes).map_err(|failure| failure.to_string())
    };
    let subtarget = format!("{} {}", options.cpu, options.features);
    runtime_archive(&machine.triple, abi.as_deref(), has_atomics, &subtarget, compile).map_err(Failure::new)
}

fn print_runtime(options: &Options) -> Result<(), Failure> {
    let triple = options.mtriple.as_deref().or(options.march.as_deref()).unwrap_or("");
    let machine = Machine { triple: triple.to_owned(), ..Machine::default() };
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
    let triple = link_program(options, &program)?;
    gisel::run::run(&program, &triple, &options.program_args, options.sysroot.as_deref())
        .map_err(Failure::new)
}

fn interpret(options: &Options) -> Result<i32, Failure> {
    let [input] = &options.inputs[..] else { return Err(Failure::new("one input is interpreted")) };
    let data = read(input)?;
    let run =
        InterpretOptions { stage: options.stage.clone(), steps: options.steps, args: &options.program_args };
    interpret::interpret(&data, input, &CompileOptions::new(options), &run)
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read(input: &Path) -> Result<Vec<u8>, Failure> {
    let mut data = Vec::new();
    let result = if is_dash(input) && standard_streams::is_closed(StandardStream::Input) {
        Err(std::io::Error::other(output::CLOSED))
    } else if is_dash(input) {
        std::io::stdin().lock().read_to_end(&mut data).map(drop)
    } else {
        fs::read(input).map(|read| data = read)
    };
    result.map_err(|e| io_failure("read", input, &e))?;
    Ok(data)
}

/// Where the output goes: beside the input unless told otherwise, as `llc` does; also MIR, under the name of what was asked for.
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

/// Writes a file, or to standard output. That nobody reads that any more ends the process without a word.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    output::write(path, bytes).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Failure(Vec::new()),
        _ => io_failure("write", path, &e),
    })
}

fn io_failure(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {verb} {}: {error}", path.display()))
}
