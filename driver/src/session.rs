//! One compilation: reads a module, translates its functions, compiles them on all cores and emits
//! them in order.

use crate::assembly;
use crate::compile_options::CompileOptions;
use crate::emulator::Extensions;
use crate::input::Input;
use crate::input_text::InputText;
use crate::messages::Message;
use crate::mir_input;
use crate::options::{FileType, InputLanguage};
use crate::output;
use crate::reports;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::{CodeModel, Module};
use gisel_codegen::machine::system::System;
use gisel_codegen::mc::emit::{FunctionChunk, FunctionEmitter, OutputKind, write_module};
use gisel_codegen::mc::object::{self, ModuleFiles};
use gisel_codegen::mc::section_anchors::section_anchors;
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::llvm_forms;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::post_ra::machine_outliner;
use gisel_codegen::pipeline::remarks;
use gisel_codegen::pipeline::{self, OptLevel};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::guard;
use gisel_codegen::support::timing::PassTimes;
use gisel_codegen::target::{EmitTarget, PassTarget, Target};
use gisel_frontend_llvm::ir::Function;
use gisel_frontend_llvm::reader;
use std::fmt;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The errors of a compilation without output.
#[derive(Debug)]
pub struct Failure(pub Vec<Message>);

impl Failure {
    /// Creates a failure with a single message.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(vec![Message::new(message)])
    }

    /// Adds advice about an input that is not a module.
    pub(crate) fn advised(mut self, advice: Option<String>) -> Failure {
        self.0.last_mut().into_iter().zip(advice).for_each(|(message, advice)| message.advise(advice));
        self
    }

    /// Adds the locations of messages in the input `name`.
    pub(crate) fn located(mut self, name: &str, data: &[u8]) -> Failure {
        let is_binary = |&byte: &u8| byte == 0;
        let text = std::str::from_utf8(data).ok().filter(|_| !data.iter().any(is_binary)).unwrap_or_default();
        let mut text = InputText::new(text);
        for message in &mut self.0 {
            message.locate(name, &mut text);
            message.name_file(name);
        }
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.0.iter().map(Message::with_place).collect();
        f.write_str(&messages.join("; "))
    }
}

impl From<Vec<CompileError>> for Failure {
    fn from(errors: Vec<CompileError>) -> Failure {
        Failure(errors.into_iter().map(Message::from).collect())
    }
}

/// The result of a compilation.
pub struct Compiled {
    /// The object, assembly or MIR.
    pub bytes: Vec<u8>,
    /// The object of split debug information, if it is a separate file.
    pub split: Vec<u8>,
    /// The machine that it is compiled for.
    pub machine: Machine,
}

/// The target machine of a compiled module.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The target triple.
    pub triple: String,
    /// The name of the ABI, if the module or the command line names one.
    pub target_abi: Option<String>,
    /// The features that the module's flags name, or the default ones if nothing names any.
    pub features: String,
    /// The extensions of all functions' subtargets.
    pub extensions: Extensions,
    /// True if code calls routines with floats in general registers, against the rule of the
    /// target's libraries.
    pub soft_routines: bool,
    /// True if the code is position-independent.
    pub is_pic: bool,
    /// The default code model, if nothing names one and `llc` has another default.
    pub code_model: Option<&'static str>,
}

/// Compiles one module.
///
/// Errors: the reader rejects the input, or the module cannot be compiled.
pub fn compile(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    options.pipeline.fuel.iter().for_each(|fuel| fuel.refill());
    options.pipeline.bisect.iter().for_each(|bisect| bisect.restart());
    options.remarks.iter().for_each(|remarks| remarks.clear());
    let shown = options.progress.begin(name);
    let compiled = guard::catch(|| compile_any(data, name, options));
    drop(shown);
    options.job_slots.release();
    let compiled = compiled.unwrap_or_else(|message| Err(Failure::new(format!("{name}: {message}"))));
    let compiled = compiled.map_err(|failure| failure.located(name, data));
    let compiled = options.report_warnings(name, compiled);
    let statistics = options.pipeline.statistics.iter().map(|statistics| match options.statistics_as_json {
        true => reports::statistics(statistics),
        false => statistics.to_string(),
    });
    let times = options.pipeline.times.iter().filter(|_| options.reports_times).map(ToString::to_string);
    let written = statistics.chain(times).try_for_each(|report| options.inform(&report));
    let compiled = compiled.and_then(|compiled| written.map(|()| compiled))?;
    if let Some(remarks) = &options.remarks {
        output::stderr(&remarks.finish()?);
    }
    Ok(compiled)
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

/// Returns the input as text if it is MIR. The name or the option determines the language,
/// otherwise the content.
pub(crate) fn mir_text<'a>(
    data: &'a [u8],
    name: &str,
    options: &CompileOptions,
) -> Result<Option<&'a str>, Failure> {
    let named_mir = Path::new(name).extension().is_some_and(|extension| extension == "mir");
    let asked = options.language.or(named_mir.then_some(InputLanguage::Mir));
    let text = std::str::from_utf8(data).ok().filter(|text| parser::is_mir(text));
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
    // MIR output begins with the whole module.
    let lazy = reader::is_bitcode(data) && !options.pipeline.writes_mir();
    let ((file, triple), others) = input.read_for_threads(lazy)?;
    let mut compiled = match options.time("globals", || options.translator(&file, &triple)) {
        Ok(translator) => input.compile(&file, others, translator, &triple, lazy)?,
        // Initializers with block addresses require the bodies.
        Err(_) if lazy => {
            options.diagnostics.clear();
            let (file, triple) = input.read(options.verify_ir, false)?;
            input.compile(&file, Vec::new(), options.translator(&file, &triple)?, &triple, false)?
        }
        Err(errors) => return Err(errors.into()),
    };
    if options.pipeline.writes_mir() {
        compiled.bytes = [mir_text::ir_document(&file.to_text()).into_bytes(), compiled.bytes].concat();
    }
    Ok(compiled)
}

pub(crate) fn empty_function() -> MachineFunction {
    MachineFunction::new(SymbolId::new(0), "", SubtargetId::new(0))
}

/// The state that a thread reuses for all functions.
pub(crate) struct WorkerState {
    /// The buffers of its current function.
    pub(crate) function: MachineFunction,
    pub(crate) worker: pipeline::Worker,
}

impl Default for WorkerState {
    fn default() -> WorkerState {
        let mut function = empty_function();
        function.reserve();
        WorkerState { function, worker: pipeline::Worker::default() }
    }
}

/// Checks that a module's layout has the byte order and pointer size of the target.
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

/// The pass that requires all functions together.
const OUTLINER: &str = "machine-outliner";

/// The pass that uses the distances between variables.
const GLOBAL_MERGE: &str = "global-merge";

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
    module.place_probe_descriptors();
    module.address_significance = options.address_significance;
    module.stack_sizes = options.stack_sizes;
    module.emission = options.emission;
    module.data_sections = options.data_sections;
    let options_of_m = &options.inst_printer_options;
    module.inst_printer = gisel_targets::inst_printer_options(triple, options_of_m).map_err(Failure::new)?;
    module.asm_comments = options.asm_comments;
    module.optimized = options.pipeline.level > OptLevel::O0;
    module.names_blocks =
        options.asm_comments && options.filetype == FileType::Asm || options.remarks.is_some();
    module.show_encoding = options.show_encoding;
    module.show_origins = options.numbers_instructions;
    module.raw_asm = options.raw_asm;
    module.force_debug_frame = options.force_debug_frame;
    module.include_folders.clone_from(&options.include_folders);
    let pipeline = &options.pipeline;
    let merges = pipeline.level != OptLevel::O0 && !pipeline.left_out.contains(&GLOBAL_MERGE);
    let anchors = || Arc::new(section_anchors(module, options.global_merge_max_offset));
    module.section_anchors = merges.then(anchors);
    Ok(())
}

/// Applies the command line where a function's attributes specify nothing.
pub(crate) fn override_attributes(
    mf: &mut MachineFunction,
    function: Function<'_>,
    options: &CompileOptions,
) {
    mf.attrs.stack_realign |= options.stack_realign;
    if function.string_attribute("frame-pointer").is_none()
        && let Some((kind, is_reserved)) = options.frame_pointer
    {
        mf.attrs.frame_pointer = kind;
        mf.attrs.frame_pointer_reserved |= is_reserved;
    }
}

/// The result of compiling a function: its code, its MIR, or the function itself if it is held for
/// outlining.
pub(crate) enum Product {
    Code(Box<FunctionChunk>),
    Mir(String),
    Held(Box<MachineFunction>),
}

/// Outlines common code of the held functions; the new functions come after all of them.
pub(crate) fn outline(
    products: &mut Vec<Product>,
    module: &mut Module,
    targets: &[Arc<dyn Target>],
    options: &CompileOptions,
) -> Result<(), Failure> {
    let held = products.iter_mut().filter_map(|product| match product {
        Product::Held(function) => Some(&mut **function),
        Product::Code(_) | Product::Mir(_) => None,
    });
    let mut held: Vec<&mut MachineFunction> = held.collect();
    if held.is_empty() {
        return Ok(());
    }
    let targets: Vec<_> = targets.iter().map(|target| -> &dyn PassTarget { &**target }).collect();
    let reruns = options.outliner_reruns;
    let run = || guard::catch(|| machine_outliner::run(&mut held, module, &targets, reruns));
    let made =
        options.time(OUTLINER, run).map_err(|message| Failure::new(format!("{OUTLINER}: {message}")))?;
    products.extend(made.into_iter().map(|function| Product::Held(Box::new(function))));
    Ok(())
}

/// The state of a compilation that all workers share.
pub(crate) struct Job<'a> {
    pub(crate) module: &'a Module,
    /// The module's own subtarget.
    pub(crate) own: &'a dyn Target,
    pub(crate) targets: &'a [Arc<dyn Target>],
    pub(crate) options: &'a CompileOptions,
}

impl Job<'_> {
    /// Compiles all functions, unless there are errors.
    pub(crate) fn run(&self, functions: Vec<MachineFunction>) -> Result<Vec<Product>, Failure> {
        let mut products = Vec::new();
        let mut errors = Vec::new();
        self.options.progress.expect(functions.len());
        for result in self.functions(functions) {
            match result {
                Ok(product) => products.push(product),
                Err(e) => errors.push(e),
            }
        }
        if errors.is_empty() { Ok(products) } else { Err(errors.into()) }
    }

    /// Compiles these functions for their errors, and adds `errors` of others.
    pub(crate) fn fail(&self, functions: Vec<MachineFunction>, mut errors: Vec<CompileError>) -> Failure {
        errors.extend(self.functions(functions).into_iter().filter_map(Result::err));
        errors.into()
    }

    /// Compiles all functions; the results are in the order of the functions.
    pub(crate) fn functions(&self, functions: Vec<MachineFunction>) -> Vec<Result<Product, CompileError>> {
        let functions: Vec<_> = functions.into_iter().enumerate().collect();
        self.on_threads(functions, |(n, mut mf), worker| self.function(n, &mut mf, worker))
    }

    /// Executes `work` for all `items`, on threads with a worker each; the results are in the order
    /// of the items.
    fn on_threads<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T, &mut pipeline::Worker) -> R + Sync,
    ) -> Vec<R> {
        let threads = self.options.threads(items.len());
        if threads <= 1 {
            let mut worker = pipeline::Worker::default();
            return items.into_iter().map(|item| work(item, &mut worker)).collect();
        }
        let queue: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut done = Vec::new();
            let mut worker = pipeline::Worker::default();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = queue.get(n) else { return done };
                let taken = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
                let item = taken.expect("each number is taken once");
                done.push((n, work(item, &mut worker)));
            }
        };
        let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            handles.into_iter().flat_map(|h| h.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        results.sort_by_key(|&(n, _)| n);
        results.into_iter().map(|(_, r)| r).collect()
    }

    /// Compiles one function; a panic becomes an error that names the function.
    pub(crate) fn function(
        &self,
        number: usize,
        mf: &mut MachineFunction,
        worker: &mut pipeline::Worker,
    ) -> Result<Product, CompileError> {
        let name = mf.name.clone();
        let compiled = CompileError::guard(&name, || self.passes(number, mf, worker));
        self.options.diagnostics.take_from(mf);
        self.options.progress.advance();
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
        let done = PassTimes::function(options.times.as_deref(), &name, run);
        if let Some(debug_only) = &self.options.debug_only {
            output::stderr(&debug_only.take(&mf.name, mf.subtarget.raw(), target));
        }
        done?;
        let emits = !self.options.pipeline.writes_mir();
        if let Some(remarks) = &self.options.remarks {
            if emits {
                remarks::emitted(mf, target, self.module);
            }
            remarks.add(number, std::mem::take(&mut mf.remarks));
        }
        if !emits {
            if mf.inst_metadata.as_ref().is_some_and(|table| !table.pc_sections.is_empty()) {
                let message = "MIR cannot be written of instructions with !pcsections";
                return Err(CompileError::new(&mf.name, "", message));
            }
            let print = || {
                llvm_forms::write(mf, target);
                mir_text::function_to_string(mf, target, Some(self.module))
            };
            return Ok(Product::Mir(guard::step("mir-printer", print)));
        }
        if machine_outliner::considers(mf, self.module, target, self.options.outliner) {
            return Ok(Product::Held(Box::new(mf.clone())));
        }
        self.emit(number, mf, worker)
    }

    /// Emits a function after all passes.
    fn emit(
        &self,
        number: usize,
        mf: &MachineFunction,
        worker: &mut pipeline::Worker,
    ) -> Result<Product, CompileError> {
        if let Some(statistics) = &self.options.pipeline.statistics {
            statistics.add_written(mf);
        }
        let kind = output_kind(self.options.filetype);
        let target = &*self.targets[mf.subtarget.index()];
        let emitter = FunctionEmitter::new(self.module, target, kind);
        self.options
            .time("asm-printer", || emitter.emit(mf, number as u32, &mut worker.emission))
            .map(|chunk| Product::Code(Box::new(chunk)))
    }

    /// Emits the held functions.
    fn emit_held(&self, products: Vec<Product>) -> Vec<Result<Product, CompileError>> {
        if !products.iter().any(|product| matches!(product, Product::Held(_))) {
            return products.into_iter().map(Ok).collect();
        }
        let products: Vec<_> = products.into_iter().enumerate().collect();
        self.on_threads(products, |(n, product), worker| match product {
            Product::Held(mf) => {
                CompileError::guard(&mf.name, || self.emit(n, &mf, worker)).and_then(|emitted| emitted)
            }
            Product::Code(_) | Product::Mir(_) => Ok(product),
        })
    }

    /// Combines the functions to the module's output.
    pub(crate) fn finish(&self, products: Vec<Product>) -> Result<ModuleFiles, Failure> {
        let mut chunks = Vec::with_capacity(products.len());
        let (mut text, mut errors) = (String::new(), Vec::new());
        for product in self.emit_held(products) {
            match product {
                Ok(Product::Code(chunk)) => chunks.push(*chunk),
                Ok(Product::Mir(mir)) => text.push_str(&mir),
                Ok(Product::Held(_)) => {}
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors.into());
        }
        if self.options.pipeline.writes_mir() {
            return Ok(ModuleFiles { main: text.into_bytes(), split: Vec::new() });
        }
        if self.options.filetype == FileType::Null {
            return Ok(ModuleFiles::default());
        }
        let kind = output_kind(self.options.filetype);
        let targets: Vec<_> = self.targets.iter().map(|t| -> &dyn EmitTarget { &**t }).collect();
        let write = || write_module(self.module, self.own, &targets, chunks, kind);
        let failure = |e: CompileError| Failure::new(e.to_string());
        let mut files = self.options.time("object-writer", write).map_err(failure)?;
        if self.options.debug.is_split_dwarf && files.split.is_empty() && kind == OutputKind::Object {
            files.split = object::empty(self.module, self.own.mc()).map_err(failure)?;
        }
        Ok(files)
    }
}

fn output_kind(filetype: FileType) -> OutputKind {
    match filetype {
        FileType::Asm => OutputKind::Assembly,
        FileType::Obj | FileType::Null => OutputKind::Object,
    }
}
