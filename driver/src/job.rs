//! The work of all threads: compiles functions, and combines them to the module's output.

use crate::compile_options::CompileOptions;
use crate::failure::Failure;
use crate::options::FileType;
use crate::output;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::mc::emit::{FunctionChunk, FunctionEmitter, OutputKind, write_module};
use gisel_codegen::mc::object::{self, ModuleFiles};
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::llvm_forms;
use gisel_codegen::passes::post_ra::machine_outliner;
use gisel_codegen::pipeline::remarks;
use gisel_codegen::pipeline::{self};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::guard;
use gisel_codegen::support::timing::PassTimes;
use gisel_codegen::target::{EmitTarget, PassTarget, Target};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Returns a function without blocks.
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

/// The pass that requires all functions together.
const OUTLINER: &str = "machine-outliner";

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
        self.options.diagnostics.take_from(mf.symbol, &mut mf.warnings);
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
            if mf.has_several_pc_lists() {
                let message = "MIR cannot be written of an instruction with several lists of !pcsections";
                return Err(CompileError::new(&mf.name, "", message));
            }
            if mf.has_callee_types() {
                let message = "MIR cannot be written of calls with !callee_type";
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
