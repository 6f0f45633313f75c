//! Reading, compiling and linking of inputs, shared by the commands.

use crate::assembly::is_assembly;
use crate::compile_options::{CompileOptions, Warnings};
use crate::compiled::{Compiled, TargetMachine};
use crate::emulator::Extensions;
use crate::failure::Failure;
use crate::failure::io_failure;
use crate::failure::write;
use crate::input::Input;
use crate::link::{self, LinkJob, LinkMode, Linker};
use crate::link_time::{self, CodeOptions, LinkLine, compile_each, first_module, optimizing_linker};
use crate::messages::Style;
use crate::options::{self, Command, FileType, Options};
use crate::progress::Progress;
use crate::runtime::{RuntimeArchive, runtime_archive};
use crate::session::{compile, mir_text};
use crate::temporary_folder::temporary_folder;
use crate::{coverage, fallback, output};
use gisel_codegen::ir::module::RelocModel;
use gisel_codegen::machine::atomics::AtomicInfo;
use gisel_codegen::pipeline::PipelineOptions;
use gisel_frontend_llvm::reader;
use gisel_frontend_llvm::standard_streams::{self, StandardStream};
use gisel_runtime_libcalls::Member;
use gisel_target_registry::Target;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads and compiles an input, with all actions that the command line requests.
///
/// # Errors
/// The input cannot be read or compiled.
pub fn compile_file(
    input: &Path,
    options: &Options,
    compile_options: &CompileOptions,
) -> Result<Compiled, Failure> {
    let data = read(input)?;
    let name = input_name(input);
    let compiled = match compile(&data, &name, compile_options) {
        Err(failure) if options.falls_back() && fallback::is_possible(options) => {
            return compile_by_llc(&data, &name, options, failure);
        }
        Err(failure) => return Err(failure),
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

/// Compiles a rejected module by `llc`, and reports the reasons.
fn compile_by_llc(data: &[u8], name: &str, options: &Options, why: Failure) -> Result<Compiled, Failure> {
    if !options.no_warn {
        let style = Style::new(options);
        output::stderr(&style.reasons(why.0));
        output::stderr(&style.note(&format!("{name} is compiled by llc instead")));
    }
    let bytes = fallback::compile(data, name, options);
    let bytes = bytes.map_err(|message| Failure::new(message).located(name, data))?;
    Ok(Compiled { bytes, split: Vec::new(), machine: TargetMachine::default() })
}

/// Compiles all inputs and links them. Returns the machine of the program.
///
/// # Errors
/// One of the inputs is rejected, or the linker fails.
pub fn link_program(options: &Options, output: &Path) -> Result<TargetMachine, Failure> {
    let folder = temporary_folder()?;
    let mode = match (options.link_static, options.relocation_model) {
        _ if options.shared => LinkMode::Shared,
        (true, _) => LinkMode::Static,
        (_, Some(options::RelocationModel::Static)) if !options.pie => LinkMode::Dynamic,
        _ => LinkMode::Pie,
    };
    let mut compile_options = CompileOptions::new(options);
    compile_options.filetype = FileType::Obj;
    if matches!(mode, LinkMode::Pie | LinkMode::Shared) {
        compile_options.reloc_model = Some(RelocModel::Pic);
    }
    let mut words: Vec<OsString> = Vec::new();
    let mut program = Machines::default();
    for (n, input) in options.inputs.iter().enumerate() {
        if input.extension().is_some_and(|e| ["o", "a", "so"].iter().any(|kind| e == *kind)) {
            program.object(input)?;
            words.push(input.into());
            continue;
        }
        // The linker's messages name the object.
        let stem = input.file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
        let object = folder.path().join(format!("{n}-{stem}.o"));
        if let Some(bitcode) = module_for_linking(input, options, &compile_options)? {
            write(&object, &bitcode)?;
        } else {
            let compiled = compile_file(input, options, &compile_options)?;
            write(&object, &compiled.bytes)?;
            program.module(input, compiled.machine);
        }
        words.push(object.into());
    }
    words.extend(options.library_folders.iter().map(|folder| format!("-L{folder}").into()));
    words.extend(options.libraries.iter().map(|library| format!("-l{library}").into()));
    let code = CodeOptions { options, reloc_model: link_model(mode, options), report: &|_, _| Ok(()) };
    let line = if options.lto {
        optimize(&words, &code, &mut program, mode, &compile_options)?
    } else {
        compile_each(&words, &code)?
    };
    for machine in line.machines.iter().cloned() {
        program.module(Path::new("a module"), machine);
    }
    let machine = program.finish(options)?;
    let inputs: Vec<PathBuf> = line.words.iter().map(PathBuf::from).collect();
    let linker = line.linker.is_some().then_some(Linker::Lld);
    let how = (mode, &*options.linker_options, linker);
    link_objects(&inputs, &machine, how, options, compile_options, output)?;
    Ok(machine)
}

/// The machines of a program's inputs.
#[derive(Default)]
struct Machines {
    /// The last module's.
    last: TargetMachine,
    extensions: Extensions,
    soft_routines: bool,
    targets: Vec<(PathBuf, &'static Target)>,
}

impl Machines {
    /// Adds an object, whose target is checked.
    fn object(&mut self, input: &Path) -> Result<(), Failure> {
        let target = link::target_of_object(&read(input)?);
        self.targets.extend(target.map(|target| (input.to_owned(), target)));
        Ok(())
    }

    /// Adds a module that has been compiled.
    fn module(&mut self, input: &Path, machine: TargetMachine) {
        self.targets.extend(Target::of_triple(&machine.triple).map(|target| (input.to_owned(), target)));
        self.extensions.extend(&machine.extensions);
        self.soft_routines |= machine.soft_routines;
        self.last = machine;
    }

    /// Returns the machine of the program.
    fn finish(self, options: &Options) -> Result<TargetMachine, Failure> {
        check_targets(&self.targets)?;
        let mut machine = self.last;
        if let (true, Some((_, target))) = (machine.triple.is_empty(), self.targets.first()) {
            let named = options.mtriple.clone();
            machine.triple =
                named.or(target.linux.as_ref().map(|linux| linux.gnu.into())).unwrap_or_default();
        }
        Ok(TargetMachine { extensions: self.extensions, soft_routines: self.soft_routines, ..machine })
    }
}

/// Returns the relocation model that a program's kind requires.
fn link_model(mode: LinkMode, options: &Options) -> Option<RelocModel> {
    match mode {
        LinkMode::Pie | LinkMode::Shared => Some(RelocModel::Pic),
        LinkMode::Static | LinkMode::Dynamic => options.lto.then_some(RelocModel::Static),
    }
}

/// Returns the bitcode of an input that is a module of LLVM IR, if modules are optimized together.
fn module_for_linking(
    input: &Path,
    options: &Options,
    compile_options: &CompileOptions,
) -> Result<Option<Vec<u8>>, Failure> {
    if !options.lto {
        return Ok(None);
    }
    let (data, name) = (read(input)?, input_name(input));
    if reader::is_bitcode(&data) {
        return Ok(Some(data));
    }
    let is_other = is_assembly(&name)? || mir_text(&data, &name, compile_options)?.is_some();
    if is_other {
        return Ok(None);
    }
    let input = Input { data: &data, name: &name, options: compile_options };
    let bitcode = input.read(compile_options.verify_ir, false).map(|(file, _)| file.to_bitcode());
    bitcode.map(Some).map_err(|failure| failure.located(&name, &data))
}

/// Optimizes and compiles the modules among `words` together.
fn optimize(
    words: &[OsString],
    code: &CodeOptions,
    program: &mut Machines,
    mode: LinkMode,
    compile_options: &CompileOptions,
) -> Result<LinkLine, Failure> {
    optimizing_linker()?;
    let first = first_module(words)?;
    if let Some((name, data)) = &first {
        let input = Input { data, name, options: compile_options };
        program.last = input.machine().map_err(|failure| failure.located(name, data))?;
    }
    let machine = program.last.clone();
    let runtime = match &first {
        Some(_) => runtime(&machine, compile_options.clone())?,
        None => None,
    };
    let options = code.options;
    link_time::optimize(words, code, &|staged| {
        let inputs: Vec<PathBuf> = staged.iter().map(PathBuf::from).collect();
        let job = link_job(&inputs, &machine, runtime.as_ref(), options, compile_options, mode);
        let job = LinkJob { linker: Some(Linker::Lld), ..job };
        link::command(&job).map_err(Failure::new)
    })
}

/// Checks that all inputs are for the same target.
fn check_targets(targets: &[(PathBuf, &'static Target)]) -> Result<(), Failure> {
    let Some((first, target)) = targets.first() else { return Ok(()) };
    match targets.iter().find(|(_, other)| other != target) {
        None => Ok(()),
        Some((input, other)) => Err(Failure::new(format!(
            "{} is for {}, but {} for {}: a program is for one target",
            input.display(),
            other.name,
            first.display(),
            target.name
        ))),
    }
}

/// An object of one of two compilers.
pub struct Linkable<'a> {
    /// The bytes of the object.
    pub object: &'a [u8],
    /// The machine of the object.
    pub machine: &'a TargetMachine,
}

/// Links a static program of one object, without debug information, because GNU ld may crash on
/// `llc`'s.
///
/// # Errors
/// The linker fails.
pub fn link_static(linkable: &Linkable<'_>, options: &Options, output: &Path) -> Result<(), Failure> {
    let folder = temporary_folder()?;
    let object = folder.path().join("0.o");
    write(&object, linkable.object)?;
    let linker_options: Vec<String> =
        options.linker_options.iter().cloned().chain(["--strip-debug".to_owned()]).collect();
    let how = (LinkMode::Static, &*linker_options, None);
    link_objects(&[object], linkable.machine, how, options, CompileOptions::new(options), output)
}

fn link_objects(
    objects: &[PathBuf],
    machine: &TargetMachine,
    (mode, linker_options, linker): (LinkMode, &[String], Option<Linker>),
    options: &Options,
    compile_options: CompileOptions,
    output: &Path,
) -> Result<(), Failure> {
    let runtime = runtime(machine, compile_options.clone())?;
    if machine.soft_routines {
        link::check_soft_routines(objects, runtime.as_ref().map(|r| r.path())).map_err(Failure::new)?;
    }
    let job = link_job(objects, machine, runtime.as_ref(), options, &compile_options, mode);
    let job = LinkJob { linker_options, linker, output, ..job };
    if options.print_link_command {
        let command = link::command(&job).map_err(Failure::new)?;
        output::stderr(&format!("{command:?}\n"));
        return Ok(());
    }
    link::link(&job).map_err(Failure::new)
}

/// Returns the link of `inputs`, which may be options for libraries.
fn link_job<'a>(
    inputs: &'a [PathBuf],
    machine: &'a TargetMachine,
    runtime: Option<&'a RuntimeArchive>,
    options: &'a Options,
    compile_options: &'a CompileOptions,
    mode: LinkMode,
) -> LinkJob<'a> {
    LinkJob {
        triple: &machine.triple,
        abi: compile_options.target_abi.as_deref().or(machine.target_abi.as_deref()),
        inputs,
        libraries: &[],
        is_verbose: options.verbose,
        linker_options: &options.linker_options,
        runtime: runtime.map(RuntimeArchive::path),
        mode,
        linker: None,
        sysroot: options.sysroot.as_deref(),
        output: Path::new("a.out"),
    }
}

/// Returns the runtime library for a machine, whose features the command line may extend.
///
/// # Errors
/// One of its members is rejected.
pub fn runtime(
    machine: &TargetMachine,
    mut options: CompileOptions,
) -> Result<Option<RuntimeArchive>, Failure> {
    let abi = options.target_abi.take().or_else(|| machine.target_abi.clone());
    options.target_abi = abi.clone();
    let features = [&*machine.features, &*options.features];
    options.features = features.into_iter().filter(|list| !list.is_empty()).collect::<Vec<_>>().join(",");
    // With forced atomics, the program calls `__sync_…` because the machine has no atomics. An
    // invalid target is reported when a member is compiled.
    let target = gisel_targets::create(&machine.triple, &options.cpu, &options.features);
    let atomics = target.map_or_else(|_| AtomicInfo::NONE, |target| target.facts().atomics);
    let has_atomics = atomics.max_bits != 0 && !atomics.sync_calls;
    options.reloc_model = Some(RelocModel::Pic);
    options.filetype = FileType::Obj;
    // Options for printing and for starting and stopping passes only apply to the program.
    let PipelineOptions { level, verify, .. } = options.pipeline;
    options.pipeline = PipelineOptions { level, verify, ..PipelineOptions::default() };
    options.debug_pass = None;
    options.remarks = None;
    options.progress = Progress::hidden();
    options.debug_only = None;
    options.warnings = Warnings::Hidden;
    options.diagnostics = Arc::default();
    let compile = |member: &Member| {
        let compiled = compile(member.bitcode, member.name, &options);
        compiled.map(|c| c.bytes).map_err(|failure| failure.to_string())
    };
    let subtarget = format!("{} {}", options.cpu, options.features);
    runtime_archive(&machine.triple, abi.as_deref(), has_atomics, &subtarget, compile).map_err(Failure::new)
}

/// Returns the name of an input in messages.
#[must_use]
pub fn input_name(input: &Path) -> String {
    if is_dash(input) { "<stdin>".into() } else { input.display().to_string() }
}

/// Returns true if a path denotes a standard stream.
#[must_use]
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input.
///
/// # Errors
/// The system reports an error.
pub fn read(input: &Path) -> Result<Vec<u8>, Failure> {
    let mut data = Vec::new();
    let result = if is_dash(input) && standard_streams::is_closed(StandardStream::Input) {
        Err(std::io::Error::other(output::CLOSED))
    } else if is_dash(input) {
        std::io::stdin().lock().read_to_end(&mut data).map(drop)
    } else {
        fs::read(input).map(|read| data = read)
    };
    result.map_err(|e| {
        let advice = (e.kind() == ErrorKind::NotFound).then(|| Command::meant(input)).flatten();
        io_failure("read", input, &e).advised(advice)
    })?;
    Ok(data)
}
