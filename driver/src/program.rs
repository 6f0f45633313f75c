//! Reading, compiling and linking of inputs, shared by the commands.

use crate::compile_options::{CompileOptions, Warnings};
use crate::compiled::{Compiled, TargetMachine};
use crate::emulator::Extensions;
use crate::failure::Failure;
use crate::failure::io_failure;
use crate::failure::write;
use crate::link::{self, LinkJob, LinkMode};
use crate::messages::Style;
use crate::options::{self, Command, FileType, Options};
use crate::progress::Progress;
use crate::runtime::{RuntimeArchive, runtime_archive};
use crate::session::compile;
use crate::{coverage, fallback, output};
use gisel_codegen::ir::module::RelocModel;
use gisel_codegen::machine::atomics::AtomicInfo;
use gisel_codegen::pipeline::PipelineOptions;
use gisel_frontend_llvm::standard_streams::{self, StandardStream};
use gisel_runtime_libcalls::Member;
use gisel_target_registry::Target;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

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
    let mut objects = Vec::new();
    let mut machine = TargetMachine::default();
    let (mut extensions, mut soft_routines) = (Extensions::new(), false);
    let mut targets = Vec::new();
    for (n, input) in options.inputs.iter().enumerate() {
        if input.extension().is_some_and(|e| ["o", "a", "so"].iter().any(|kind| e == *kind)) {
            targets.extend(link::target_of_object(&read(input)?).map(|target| (input, target)));
            objects.push(input.clone());
            continue;
        }
        let compiled = compile_file(input, options, &compile_options)?;
        // The linker's messages name the object.
        let stem = input.file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
        let object = folder.path().join(format!("{n}-{stem}.o"));
        write(&object, &compiled.bytes)?;
        objects.push(object);
        targets.extend(Target::of_triple(&compiled.machine.triple).map(|target| (input, target)));
        extensions.extend(&compiled.machine.extensions);
        soft_routines |= compiled.machine.soft_routines;
        machine = compiled.machine;
    }
    machine.soft_routines = soft_routines;
    check_targets(&targets)?;
    if let (true, Some((_, target))) = (machine.triple.is_empty(), targets.first()) {
        let named = options.mtriple.clone();
        machine.triple = named.or(target.linux.as_ref().map(|linux| linux.gnu.into())).unwrap_or_default();
    }
    link_objects(&objects, &machine, (mode, &options.linker_options), options, compile_options, output)?;
    Ok(TargetMachine { extensions, ..machine })
}

/// Checks that all inputs are for the same target.
fn check_targets(targets: &[(&PathBuf, &'static Target)]) -> Result<(), Failure> {
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
    let how = (LinkMode::Static, &*linker_options);
    link_objects(&[object], linkable.machine, how, options, CompileOptions::new(options), output)
}

fn link_objects(
    objects: &[PathBuf],
    machine: &TargetMachine,
    (mode, linker_options): (LinkMode, &[String]),
    options: &Options,
    compile_options: CompileOptions,
    output: &Path,
) -> Result<(), Failure> {
    let abi = compile_options.target_abi.clone().or_else(|| machine.target_abi.clone());
    let runtime = runtime(machine, compile_options)?;
    if machine.soft_routines {
        link::check_soft_routines(objects, runtime.as_ref().map(|r| r.path())).map_err(Failure::new)?;
    }
    let folders = options.library_folders.iter().map(|folder| format!("-L{folder}").into());
    let libraries = options.libraries.iter().map(|library| format!("-l{library}").into());
    let libraries: Vec<OsString> = folders.chain(libraries).collect();
    let job = LinkJob {
        triple: &machine.triple,
        abi: abi.as_deref(),
        inputs: objects,
        libraries: &libraries,
        is_verbose: options.verbose,
        linker_options,
        runtime: runtime.as_ref().map(|r| r.path()),
        mode,
        linker: None,
        sysroot: options.sysroot.as_deref(),
        output,
    };
    if options.print_link_command {
        let command = link::command(&job).map_err(Failure::new)?;
        output::stderr(&format!("{command:?}\n"));
        return Ok(());
    }
    link::link(&job).map_err(Failure::new)
}

/// Creates a folder for files between steps, which is removed when it is dropped.
///
/// # Errors
/// The system reports an error.
pub(crate) fn temporary_folder() -> Result<TempDir, Failure> {
    TempDir::new().map_err(|e| Failure::new(format!("cannot make a temporary folder: {e}")))
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
