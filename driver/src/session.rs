//! One compilation: a module read, its functions translated, compiled on all cores and laid down in order.

use crate::assembly;
use crate::input::Input;
use crate::job_slots::JobSlots;
use crate::messages::{Message, Style};
use crate::mir_input;
use crate::options::{
    CodeModelName, DebugPassName, FileType, FramePointerName, InputLanguage, Options, PrintChanged, RegAlloc,
    RelocationModel,
};
use crate::output;
use crate::reports;
use gisel_codegen::debug_info::DebugRequests;
use gisel_codegen::diagnostics::Diagnostics;
use gisel_codegen::error::CompileError;
use gisel_codegen::guard;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::llvm_forms;
use gisel_codegen::ir::mir::{self, FramePointer, MachineFunction};
use gisel_codegen::ir::mir_parser;
use gisel_codegen::ir::module::{CodeModel, Module, RelocModel, TlsOptions};
use gisel_codegen::isel::regbankselect::Mode;
use gisel_codegen::mc::emit::{FunctionChunk, FunctionEmitter, OutputKind, write_module};
use gisel_codegen::pipeline::{
    self, ChangeForm, Changed, DebugPass, Fuel, OptBisect, PipelineOptions, Printing,
};
use gisel_codegen::target::Target;
use gisel_codegen::target::system::System;
use gisel_codegen::timing::PassTimes;
use gisel_frontend_llvm::ir::Function;
use gisel_frontend_llvm::reader::{self, ModuleFile};
use gisel_frontend_llvm::translate::Translator;
use std::fmt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Why there is no output.
#[derive(Debug)]
pub struct Failure(pub Vec<Message>);

impl Failure {
    /// A single message.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(vec![Message::new(message)])
    }

    /// With the places of messages in the input `name`, if that is text of LLVM IR.
    fn located(mut self, name: &str, data: &[u8]) -> Failure {
        if let Ok(text) = std::str::from_utf8(data) {
            self.0.iter_mut().for_each(|message| message.locate(name, text));
        }
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&messages.join("; "))
    }
}

impl From<Vec<CompileError>> for Failure {
    fn from(errors: Vec<CompileError>) -> Failure {
        Failure(errors.into_iter().map(Message::from).collect())
    }
}

/// What becomes of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warnings {
    /// Standard error has them.
    Printed,
    /// Nobody sees them (`-no-warn`).
    Hidden,
    /// They are errors (`-fatal-warnings`).
    Fatal,
    /// Who has asked for the compilation takes them.
    Returned,
}

/// What a compilation does besides what the module says.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Passes.
    pub pipeline: PipelineOptions,
    /// What to make.
    pub filetype: FileType,
    /// Triple instead of the module's.
    pub triple: Option<String>,
    /// Instead of the triple's first part.
    pub arch: Option<String>,
    /// Instead of what the content shows.
    pub language: Option<InputLanguage>,
    /// The ABI that is asked for.
    pub target_abi: Option<String>,
    /// Of functions that say nothing about it.
    pub frame_pointer: Option<FramePointer>,
    /// CPU of functions that name none.
    pub cpu: String,
    /// Features of functions that name none.
    pub features: String,
    /// Instead of the module's.
    pub reloc_model: Option<RelocModel>,
    /// Instead of the target's default.
    pub code_model: CodeModel,
    /// How thread-local variables are found, where there is a choice.
    pub tls: TlsOptions,
    /// Whether they are found by descriptors, instead of as the system has it.
    pub tls_descriptors: Option<bool>,
    /// Whether a routine of the runtime library finds all thread-local variables, instead of as the system has it.
    pub emulated_tls: Option<bool>,
    /// A section for each function.
    pub function_sections: bool,
    /// Sections of one function or datum have the names of those that others share.
    pub shares_section_names: bool,
    /// Write the table of addresses that mean something.
    pub address_significance: bool,
    /// Write the table of the sizes of frames.
    pub stack_sizes: bool,
    /// A section for each datum.
    pub data_sections: bool,
    /// Assembly has comments.
    pub asm_comments: bool,
    /// What is asked of debug information.
    pub debug: DebugRequests,
    /// `.debug_frame` is made in any case.
    pub force_debug_frame: bool,
    /// Assembly is passed on unread.
    pub raw_asm: bool,
    /// Folders of files that assembly includes.
    pub include_folders: Vec<PathBuf>,
    /// Run LLVM's verifier.
    pub verify_ir: bool,
    /// Threads; 0: all cores.
    pub jobs: usize,
    /// The job slots that threads take.
    pub job_slots: Arc<JobSlots>,
    /// Whether the passes are listed.
    pub debug_pass: Option<DebugPass>,
    /// Names of attributes and the like that are ignored with a warning instead of refused.
    pub allow_ignored: Arc<[String]>,
    /// What becomes of warnings.
    pub warnings: Warnings,
    /// How messages are shown.
    pub style: Style,
    /// What passes make is reported as JSON.
    pub statistics_as_json: bool,
    /// Times are reported.
    pub reports_times: bool,
    /// What is to have reports of times and numbers, instead of standard error.
    pub info_output_file: Option<PathBuf>,
    /// The warnings of the module that is compiled.
    pub diagnostics: Arc<Diagnostics>,
}

/// The mode of RegBankSelect that the command line names.
fn bank_mode(options: &Options) -> Option<Mode> {
    let named = [
        (options.regbankselect_fast, Mode::Fast),
        (options.regbankselect_greedy, Mode::Greedy),
        (options.regbankselect_global, Mode::Global),
    ];
    named.into_iter().find(|(given, _)| *given).map(|(_, mode)| mode)
}

/// What the command line has printed.
fn printing(options: &Options) -> Printing {
    Printing {
        before: options.print_before.clone(),
        before_all: options.print_before_all,
        after: options.print_after.clone(),
        after_all: options.print_after_all,
        changed: options.print_changed.map(changed),
        functions: options.filter_print_funcs.clone(),
    }
}

fn changed(asked: PrintChanged) -> Changed {
    let (verbose, form) = match asked {
        PrintChanged::Verbose => (true, ChangeForm::Whole),
        PrintChanged::Quiet => (false, ChangeForm::Whole),
        PrintChanged::Diff => (true, ChangeForm::Diff),
        PrintChanged::DiffQuiet => (false, ChangeForm::Diff),
        PrintChanged::Cdiff => (true, ChangeForm::ColoredDiff),
        PrintChanged::CdiffQuiet => (false, ChangeForm::ColoredDiff),
    };
    Changed { verbose, form }
}

/// Where times are counted, if the command line asks for any.
fn times(options: &Options) -> Option<Arc<PassTimes>> {
    if options.time_trace {
        let granularity = Duration::from_micros(options.time_trace_granularity);
        return Some(Arc::new(PassTimes::with_trace(granularity)));
    }
    options.time_passes.then(Arc::default)
}

impl CompileOptions {
    /// What the command line says.
    pub fn new(options: &Options) -> CompileOptions {
        CompileOptions {
            pipeline: PipelineOptions {
                level: options.level,
                verify: options.verify_machineinstrs,
                verify_mir: options.verify_mir,
                stop_after: options.stop_after.clone(),
                stop_before: options.stop_before.clone(),
                start_after: options.start_after.clone(),
                start_before: options.start_before.clone(),
                run_pass: options.run_pass.clone(),
                print: printing(options),
                bank_mode: bank_mode(options),
                allocator: options.regalloc.and_then(RegAlloc::named),
                times: times(options),
                statistics: (options.stats || options.stats_json).then(Arc::default),
                disabled_rules: options.disable_rule.clone(),
                fuel: options.fuel.map(|steps| Arc::new(Fuel::new(steps))),
                bisect: options.opt_bisect_limit.map(|limit| Arc::new(OptBisect::new(limit))),
                coverage: options.coverage.is_some().then(Arc::default),
            },
            filetype: options.filetype,
            triple: options.mtriple.clone(),
            arch: options.march.clone(),
            language: options.language,
            target_abi: options.target_abi.clone(),
            frame_pointer: options.frame_pointer.map(|f| match f {
                FramePointerName::All => FramePointer::All,
                FramePointerName::NonLeaf => FramePointer::NonLeaf,
                FramePointerName::None => FramePointer::None,
            }),
            cpu: options.mcpu.clone().unwrap_or_default(),
            features: signed_features(&options.mattr.join(",")),
            reloc_model: options.relocation_model.map(|m| match m {
                RelocationModel::Static => RelocModel::Static,
                RelocationModel::Pic => RelocModel::Pic,
            }),
            code_model: match options.code_model {
                None => CodeModel::Default,
                Some(CodeModelName::Tiny) => CodeModel::Tiny,
                Some(CodeModelName::Small) => CodeModel::Small,
                Some(CodeModelName::Medium) => CodeModel::Medium,
                Some(CodeModelName::Large) => CodeModel::Large,
            },
            tls: TlsOptions {
                descriptors: false,
                local_dynamic: options.aarch64_elf_ldtls_generation,
                size: options.tls_size.as_deref().and_then(|size| size.parse().ok()),
            },
            tls_descriptors: options.enable_tlsdesc,
            emulated_tls: options.emulated_tls,
            function_sections: options.function_sections,
            shares_section_names: !options.unique_section_names,
            address_significance: options.addrsig,
            stack_sizes: options.stack_size_section,
            data_sections: options.data_sections,
            asm_comments: options.asm_verbose,
            debug: DebugRequests {
                version: options.dwarf_version,
                aranges: options.generate_arange_section,
                names: match options.accel_tables.as_deref() {
                    None | Some("Default") => None,
                    Some(kind) => Some(kind == "Dwarf"),
                },
            },
            force_debug_frame: options.force_dwarf_frame_section,
            raw_asm: options.no_integrated_as,
            include_folders: options.include_folders.clone(),
            verify_ir: !options.disable_verify,
            jobs: if options.fuel.is_some() || options.opt_bisect_limit.is_some() { 1 } else { options.jobs },
            job_slots: Arc::clone(&options.job_slots),
            allow_ignored: options.allow_ignored.as_slice().into(),
            warnings: match (options.no_warn, options.fatal_warnings) {
                (true, _) => Warnings::Hidden,
                (false, true) => Warnings::Fatal,
                (false, false) => Warnings::Printed,
            },
            style: Style::new(options),
            statistics_as_json: options.stats_json,
            reports_times: options.time_passes,
            info_output_file: options.info_output_file.clone(),
            diagnostics: Arc::default(),
            debug_pass: match options.debug_pass {
                None | Some(DebugPassName::Disabled) => None,
                Some(DebugPassName::Arguments) => Some(DebugPass::Arguments),
                Some(DebugPassName::Structure) => Some(DebugPass::Structure),
            },
        }
    }

    /// What translates a module that is for `triple`; every global that cannot be laid out is an error.
    pub(crate) fn translator<'m>(
        &self,
        file: &'m ModuleFile<'_>,
        triple: &str,
    ) -> Result<Translator<'m>, Vec<CompileError>> {
        let emulated_tls = self.emulated_tls.unwrap_or_else(|| System::of_triple(triple).emulates_tls);
        let mut routines = gisel_targets::routines(triple);
        routines.extend(file.trap_functions());
        let mut translator = Translator::new(file.module(), emulated_tls, &routines)?;
        translator.record(self.pipeline.coverage.clone());
        Ok(translator)
    }

    /// Lists the passes, if that is wanted.
    pub(crate) fn list_passes(&self, target: &dyn Target, from_ir: bool) {
        if let Some(what) = self.debug_pass {
            output::stderr(&self.pipeline.describe(target.pass_config(), what, from_ir));
        }
    }

    /// Whether the command line names the target, of which a module for another one takes on triple and layout.
    pub(crate) fn names_target(&self) -> bool {
        self.triple.is_some() || self.arch.is_some()
    }

    /// The triple of a module that itself names `own`.
    pub(crate) fn triple_of(&self, own: &str) -> String {
        let triple = self.triple.as_deref().unwrap_or(own);
        match (self.arch.as_deref(), triple.split_once('-')) {
            (Some(arch), Some((_, rest))) => format!("{arch}-{rest}"),
            (Some(arch), None) => arch.to_owned(),
            (None, _) => triple.to_owned(),
        }
    }

    /// How many threads compile a module of so many functions.
    pub(crate) fn threads(&self, functions: usize) -> usize {
        if self.pipeline.print.is_on() {
            return 1;
        }
        let wanted = match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        };
        // Threads cost more than a handful of functions does.
        self.job_slots.threads(wanted.min(functions.div_ceil(8)))
    }

    /// Prints the warnings of a compilation, or makes them its errors.
    pub(crate) fn report_warnings<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        if self.warnings == Warnings::Returned {
            return result;
        }
        let reports = self.diagnostics.take_reports();
        match self.warnings {
            Warnings::Printed => reports.iter().for_each(|r| output::stderr(&self.style.warning(r))),
            Warnings::Fatal if !reports.is_empty() => {
                let mut messages: Vec<Message> =
                    reports.iter().map(|r| Message::new(r.to_string())).collect();
                messages.extend(result.err().into_iter().flat_map(|failure| failure.0));
                return Err(Failure(messages));
            }
            Warnings::Hidden | Warnings::Fatal | Warnings::Returned => {}
        }
        result
    }

    /// Writes what was counted or measured.
    fn inform(&self, report: &str) -> Result<(), Failure> {
        let Some(path) = &self.info_output_file else {
            output::stderr(report);
            return Ok(());
        };
        output::append(path, report.as_bytes())
            .map_err(|e| Failure::new(format!("cannot write {}: {e}", path.display())))
    }

    /// Runs `work` as the step `name`, and counts its time if times are to be reported.
    pub(crate) fn time<T>(&self, name: &'static str, work: impl FnOnce() -> T) -> T {
        PassTimes::time(self.pipeline.times.as_deref(), name, work)
    }
}

/// A feature without a sign is one to add, as for `llc`.
fn signed_features(list: &str) -> String {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    let signed = items.map(|item| match item.starts_with(['+', '-']) {
        true => item.to_string(),
        false => format!("+{item}"),
    });
    signed.collect::<Vec<_>>().join(",")
}

/// What a compilation makes.
pub struct Compiled {
    /// The object, assembly or MIR.
    pub bytes: Vec<u8>,
    /// What it is for.
    pub machine: Machine,
}

/// What a module was compiled for.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The target triple.
    pub triple: String,
    /// The name of the ABI, by the module or the command line, if they give one.
    pub target_abi: Option<String>,
    /// The extensions that the module's flags name, as a list of features.
    pub features: String,
    /// Whether the code is position independent.
    pub is_pic: bool,
}

impl Machine {
    /// What `module` says of itself.
    pub(crate) fn of(module: &Module) -> Machine {
        Machine {
            triple: module.triple.clone(),
            target_abi: module.target_abi.clone(),
            features: gisel_targets::isa_features(&module.triple, &module.isa),
            is_pic: module.reloc_model == RelocModel::Pic,
        }
    }
}

/// Compiles one module.
///
/// Errors: what the reader rejects, or everything in the module that cannot be compiled.
pub fn compile(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    options.pipeline.fuel.iter().for_each(|fuel| fuel.refill());
    options.pipeline.bisect.iter().for_each(|bisect| bisect.restart());
    let compiled = guard::catch(|| compile_any(data, name, options));
    options.job_slots.release();
    let compiled = compiled.unwrap_or_else(|message| Err(Failure::new(format!("{name}: {message}"))));
    let compiled = compiled.map_err(|failure| failure.located(name, data));
    let compiled = options.report_warnings(compiled);
    let statistics = options.pipeline.statistics.iter().map(|statistics| match options.statistics_as_json {
        true => reports::statistics(statistics),
        false => statistics.to_string(),
    });
    let times = options.pipeline.times.iter().filter(|_| options.reports_times).map(ToString::to_string);
    let written = statistics.chain(times).try_for_each(|report| options.inform(&report));
    compiled.and_then(|compiled| written.map(|()| compiled))
}

fn compile_any(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    if options.language.is_none() && assembly::is_assembly(name)? {
        options.diagnostics.clear();
        return assembly::compile(data, name, options);
    }
    match mir_text(data, name, options)? {
        Some(text) => mir_input::compile(text, name, options),
        None => compile_ir(data, name, options),
    }
}

/// The input as text if it is MIR. What the name or the option says is read so; otherwise the content decides.
pub(crate) fn mir_text<'a>(
    data: &'a [u8],
    name: &str,
    options: &CompileOptions,
) -> Result<Option<&'a str>, Failure> {
    let named_mir = Path::new(name).extension().is_some_and(|extension| extension == "mir");
    let asked = options.language.or(named_mir.then_some(InputLanguage::Mir));
    let text = std::str::from_utf8(data).ok().filter(|text| mir_parser::is_mir(text));
    match (asked, text) {
        (Some(InputLanguage::Mir) | None, Some(text)) => Ok(Some(text)),
        (Some(InputLanguage::Mir), None) => {
            Err(Failure::new(format!("{name}:1:1: error: expected a YAML document of MIR")))
        }
        (Some(InputLanguage::Ir), _) | (None, None) => Ok(None),
    }
}

fn compile_ir(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    let input = Input { data, name, options };
    options.diagnostics.clear();
    // MIR has the whole module in front.
    let lazy = reader::is_bitcode(data) && !options.pipeline.writes_mir();
    let ((file, triple), others) = input.read_for_threads(lazy)?;
    let mut compiled = match options.time("globals", || options.translator(&file, &triple)) {
        Ok(mut translator) => {
            if options.pipeline.writes_mir() {
                translator.keep_debug_locations();
            }
            input.compile(&file, others, translator, &triple, lazy)?
        }
        // Initialisers with addresses of blocks need the bodies.
        Err(_) if lazy => {
            options.diagnostics.clear();
            let (file, triple) = input.read(options.verify_ir, false)?;
            input.compile(&file, Vec::new(), options.translator(&file, &triple)?, &triple, false)?
        }
        Err(errors) => return Err(errors.into()),
    };
    if options.pipeline.writes_mir() {
        compiled.bytes = [mir::ir_document(&file.to_text()).into_bytes(), compiled.bytes].concat();
    }
    Ok(compiled)
}

pub(crate) fn empty_function() -> MachineFunction {
    MachineFunction::new(SymbolId::new(0), "", SubtargetId::new(0))
}

/// What a thread keeps from function to function.
pub(crate) struct WorkerState {
    /// The memory of all its functions, one after the other.
    pub(crate) function: MachineFunction,
    pub(crate) worker: pipeline::Worker,
}

impl Default for WorkerState {
    fn default() -> WorkerState {
        WorkerState { function: empty_function(), worker: pipeline::Worker::default() }
    }
}

/// Checks that a module's layout has the byte order and the size of pointers of the target's, so that its code can be this target's.
pub(crate) fn check_layout(layout: &str, target: &str) -> Result<(), String> {
    let big_endian = |layout: &str| layout.split('-').any(|part| part == "E");
    let pointer = |layout: &str| {
        let parts = layout.split('-').filter_map(|part| part.strip_prefix("p:").or(part.strip_prefix("p0:")));
        parts
            .map(|size| size.split(':').next().unwrap_or(size).to_string())
            .next_back()
            .unwrap_or("64".into())
    };
    if big_endian(layout) == big_endian(target) && pointer(layout) == pointer(target) {
        return Ok(());
    }
    Err(format!(
        "the module's data layout \"{layout}\" does not suit the target, whose layout is \"{target}\""
    ))
}

pub(crate) fn apply_options(
    module: &mut Module,
    triple: &str,
    options: &CompileOptions,
) -> Result<(), Failure> {
    module.triple = triple.to_owned();
    if options.target_abi.is_some() {
        module.target_abi.clone_from(&options.target_abi);
    }
    if let Some(model) = options.reloc_model {
        module.reloc_model = model;
    }
    if options.code_model != CodeModel::Default {
        module.code_model = options.code_model;
    }
    gisel_targets::check_code_model(&module.triple, module.code_model).map_err(Failure::new)?;
    if !gisel_targets::has_small_data(&module.triple) {
        module.small_data_limit = 0;
    }
    let descriptors = || System::of_triple(triple).has_tls_descriptors;
    module.tls = options.tls;
    module.tls.descriptors = options.tls_descriptors.unwrap_or_else(descriptors);
    module.function_sections = options.function_sections;
    module.shares_section_names = options.shares_section_names;
    module.address_significance = options.address_significance;
    module.stack_sizes = options.stack_sizes;
    module.data_sections = options.data_sections;
    module.asm_comments = options.asm_comments;
    module.raw_asm = options.raw_asm;
    module.force_debug_frame = options.force_debug_frame;
    module.include_folders.clone_from(&options.include_folders);
    Ok(())
}

/// What a function's attributes leave to the command line.
pub(crate) fn override_attributes(
    mf: &mut MachineFunction,
    function: Function<'_>,
    options: &CompileOptions,
) {
    if function.string_attribute("frame-pointer").is_none() {
        mf.attrs.frame_pointer = options.frame_pointer.unwrap_or(mf.attrs.frame_pointer);
        mf.attrs.frame_pointer_reserved |= mf.attrs.frame_pointer != FramePointer::None;
    }
}

/// What a worker makes of a function: its code, or its MIR.
pub(crate) enum Product {
    Code(Box<FunctionChunk>),
    Mir(String),
}

/// The part of a compilation that all workers share.
pub(crate) struct Job<'a> {
    pub(crate) module: &'a Module,
    /// The module's own subtarget.
    pub(crate) own: &'a dyn Target,
    pub(crate) targets: &'a [Arc<dyn Target>],
    pub(crate) options: &'a CompileOptions,
}

impl Job<'_> {
    /// Compiles all functions and puts everything together, unless there are errors.
    pub(crate) fn run(
        &self,
        functions: Vec<MachineFunction>,
        mut errors: Vec<CompileError>,
    ) -> Result<Vec<u8>, Failure> {
        let mut products = Vec::new();
        for result in self.functions(functions) {
            match result {
                Ok(product) => products.push(product),
                Err(e) => errors.push(e),
            }
        }
        self.finish(products, errors)
    }

    /// Compiles all functions; results stand in the order of the functions.
    pub(crate) fn functions(&self, functions: Vec<MachineFunction>) -> Vec<Result<Product, CompileError>> {
        let threads = self.options.threads(functions.len());
        if threads <= 1 {
            let mut worker = pipeline::Worker::default();
            let compile = |(n, mut mf)| self.function(n, &mut mf, &mut worker);
            return functions.into_iter().enumerate().map(compile).collect();
        }
        let queue: Vec<Mutex<Option<MachineFunction>>> =
            functions.into_iter().map(|f| Mutex::new(Some(f))).collect();
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut done = Vec::new();
            let mut worker = pipeline::Worker::default();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = queue.get(n) else { return done };
                let mut taken = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
                let function = taken.as_mut().expect("each number is taken once");
                done.push((n, self.function(n, function, &mut worker)));
            }
        };
        let mut results: Vec<(usize, Result<Product, CompileError>)> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            handles.into_iter().flat_map(|h| h.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        results.sort_by_key(|&(n, _)| n);
        results.into_iter().map(|(_, r)| r).collect()
    }

    /// Compiles one function; a bug of ours becomes an error that names the function.
    pub(crate) fn function(
        &self,
        number: usize,
        mf: &mut MachineFunction,
        worker: &mut pipeline::Worker,
    ) -> Result<Product, CompileError> {
        let name = mf.name.clone();
        let compiled = CompileError::guard(&name, || self.passes(number, mf, worker));
        self.options.diagnostics.take_from(mf);
        compiled.and_then(|compiled| compiled)
    }

    fn passes(
        &self,
        number: usize,
        mf: &mut MachineFunction,
        worker: &mut pipeline::Worker,
    ) -> Result<Product, CompileError> {
        let target = &*self.targets[mf.subtarget.index()];
        let mut dump = output::stderr;
        let options = &self.options.pipeline;
        let name = if options.times.is_some() { mf.name.clone() } else { String::new() };
        let run = || pipeline::run(mf, target, self.module, options, worker, &mut dump);
        PassTimes::function(options.times.as_deref(), &name, run)?;
        if self.options.pipeline.writes_mir() {
            let print = || {
                llvm_forms::write(mf, target);
                mir::function_to_string(mf, target, Some(self.module))
            };
            return Ok(Product::Mir(guard::step("mir-printer", print)));
        }
        if let Some(statistics) = &self.options.pipeline.statistics {
            statistics.add_written(mf);
        }
        let kind = output_kind(self.options.filetype);
        let emitter = FunctionEmitter::new(self.module, target, kind);
        self.options
            .time("asm-printer", || emitter.emit(mf, number as u32, &mut worker.emission))
            .map(|chunk| Product::Code(Box::new(chunk)))
    }

    /// Puts everything together, unless there are errors.
    pub(crate) fn finish(
        &self,
        products: Vec<Product>,
        errors: Vec<CompileError>,
    ) -> Result<Vec<u8>, Failure> {
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let mut chunks = Vec::with_capacity(products.len());
        let mut text = String::new();
        for product in products {
            match product {
                Product::Code(chunk) => chunks.push(*chunk),
                Product::Mir(mir) => text.push_str(&mir),
            }
        }
        if self.options.pipeline.writes_mir() {
            return Ok(text.into_bytes());
        }
        if self.options.filetype == FileType::Null {
            return Ok(Vec::new());
        }
        let kind = output_kind(self.options.filetype);
        let targets: Vec<&dyn Target> = self.targets.iter().map(|t| &**t).collect();
        let write = || write_module(self.module, self.own, &targets, chunks, kind);
        self.options.time("object-writer", write).map_err(|e| Failure::new(e.to_string()))
    }
}

fn output_kind(filetype: FileType) -> OutputKind {
    match filetype {
        FileType::Asm => OutputKind::Assembly,
        FileType::Obj | FileType::Null => OutputKind::Object,
    }
}
