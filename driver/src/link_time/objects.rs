//! Compilation of many modules to objects, in parallel.
//!
//! With more modules than threads, each thread compiles whole modules. Otherwise all threads compile
//! the functions of one module after the other.

use crate::compile_options::CompileOptions;
use crate::compiled::{Compiled, TargetMachine};
use crate::failure::{Failure, io_failure};
use crate::fallback;
use crate::job_slots::JobSlots;
use crate::options::{FileType, Options};
use crate::progress::Progress;
use crate::session;
use gisel_codegen::ir::module::RelocModel;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A module to compile.
pub(super) struct Module {
    /// The name in messages.
    pub name: String,
    pub source: Source,
}

/// The bitcode of a module.
pub(super) enum Source {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Source {
    fn read(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Source::File(path) => std::fs::read(path).map_err(|e| io_failure("read", path, &e)),
            Source::Bytes(bytes) => Ok(bytes.clone()),
        }
    }
}

/// The options for modules of one link.
pub(crate) struct CodeOptions<'a> {
    pub options: &'a Options,
    /// The relocation model, if the kind of output determines it.
    pub reloc_model: Option<RelocModel>,
    /// Reports a module that is rejected here, and then compiled by `llc`.
    pub report: &'a (dyn Fn(&str, Failure) -> Result<(), Failure> + Sync),
}

impl CodeOptions<'_> {
    /// Returns the options of a compilation with this number of threads; zero for all. Each function
    /// is in its own section, as for a linker's own code generation.
    fn compile_options(&self, jobs: usize) -> CompileOptions {
        let mut options = CompileOptions::new(self.options);
        options.filetype = FileType::Obj;
        options.reloc_model = self.reloc_model.or(options.reloc_model);
        options.module.function_sections = true;
        options.module.data_sections = true;
        if jobs != 0 {
            options.jobs = jobs;
            options.job_slots = Arc::new(JobSlots::default());
            options.progress = Progress::hidden();
        }
        options
    }

    /// Compiles a module, by `llc` if it is rejected and a fallback is requested.
    fn compile(&self, module: &Module, jobs: usize) -> Result<Compiled, Failure> {
        let data = module.source.read()?;
        let options = self.compile_options(jobs);
        let why = match session::compile(&data, &module.name, &options) {
            Err(why) if self.options.falls_back() => why,
            compiled => return compiled,
        };
        (self.report)(&module.name, why)?;
        let bytes = fallback::compile(&data, &module.name, self.options);
        let bytes = bytes.map_err(|message| Failure::new(message).located(&module.name, &data))?;
        Ok(Compiled { bytes, split: Vec::new(), machine: TargetMachine::default() })
    }

    /// Returns true if reports of single modules would be mixed by several threads.
    fn is_serial(&self) -> bool {
        let pipeline = CompileOptions::new(self.options).pipeline;
        let counts = pipeline.statistics.is_some() || pipeline.times.is_some() || pipeline.record.is_some();
        counts || pipeline.print.is_on() || pipeline.fuel.is_some() || pipeline.bisect.is_some()
    }

    /// Compiles all modules; the results are in their order.
    ///
    /// # Errors
    /// The first module that is rejected.
    pub(super) fn compile_all(&self, modules: &[Module]) -> Result<Vec<Compiled>, Failure> {
        let threads = if self.is_serial() { 1 } else { self.threads(modules.len()) };
        if threads <= 1 || modules.len() < 2 * threads {
            self.options.job_slots.release();
            return modules.iter().map(|module| self.compile(module, 0)).collect();
        }
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Result<Compiled, Failure>>>> =
            modules.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(module) = modules.get(n) else { return };
                let compiled = self.compile(module, 1);
                *results[n].lock().unwrap_or_else(PoisonError::into_inner) = Some(compiled);
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            work();
            others.into_iter().for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        });
        self.options.job_slots.release();
        let missing = || Err(Failure::new("internal error: a thread has stopped"));
        let take = |slot: Mutex<Option<_>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().map(|slot| take(slot).unwrap_or_else(missing)).collect()
    }

    /// Returns the number of threads for a number of modules; their slots are taken.
    fn threads(&self, modules: usize) -> usize {
        let all = match self.options.jobs {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            jobs => jobs,
        };
        self.options.job_slots.threads(all.min(modules.max(1)))
    }
}
