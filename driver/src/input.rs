//! Reading, translating and compiling a module of LLVM IR, by one thread or several.
//!
//! Bitcode is read lazily. Each thread has its own context over the same bytes. It takes the next
//! function, reads its body, translates and compiles it. A global's symbol is its number in the
//! module, which is the same in all contexts. Results are combined in the order of the functions,
//! so that the output does not depend on the number of threads. Text is read and translated by one
//! thread, and compiled by all.

use crate::compile_options::CompileOptions;
use crate::compiled::{Compiled, TargetMachine};
use crate::failure::Failure;
use crate::job::empty_function;
use crate::job::outline;
use crate::job::{Job, Product, WorkerState};
use crate::messages;
use crate::module_options::apply_options;
use crate::module_options::check_layout;
use crate::module_options::override_attributes;
use crate::options::FileType;
use crate::subtargets::Subtargets;
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::machine::triple::architecture;
use gisel_codegen::pipeline::remarks;
use gisel_codegen::pipeline::{OptLevel, TRANSLATOR, TRANSLATOR_TITLE};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::guard;
use gisel_codegen::support::statistics::Counts;
use gisel_codegen::target::Target;
use gisel_frontend_llvm::ir::Function;
use gisel_frontend_llvm::memory;
use gisel_frontend_llvm::properties;
use gisel_frontend_llvm::reader::{self, ModuleFile, ReadOptions};
use gisel_frontend_llvm::translate::{NumberedBy, Translator};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// The minimum size in bytes of modules whose bodies are freed after translation, which costs two
/// percent of the time.
const LARGE: usize = 1 << 20;

/// The minimum size in bytes of modules that all threads read at the same time. Smaller modules are
/// read before a thread has started.
const READ_BY_ALL: usize = 1 << 15;

/// The approximate size of bitcode for each function, in bytes.
const OF_A_FUNCTION: usize = 1 << 10;

/// The module flag of modules with debug information, which bitcode contains as a string.
const DEBUG_INFO_FLAG: &[u8] = b"Debug Info Version";

/// The LLVM pass that assigns hot and cold functions to sections.
const PLACES_BY_HEAT: &str = "codegenprepare";

/// The input and its options.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// Assembly or bitcode.
    pub data: &'a [u8],
    /// The name in messages.
    pub name: &'a str,
    /// The session's options.
    pub options: &'a CompileOptions,
}

impl<'a> Input<'a> {
    /// Reads the module in a new context, and determines its triple.
    pub fn read(&self, verify: bool, lazy: bool) -> Result<(ModuleFile<'a>, String), Failure> {
        self.read_by(ReadOptions { verify, lazy, numbers: false })
    }

    /// Reads the module with these options, and determines its triple.
    pub fn read_by(&self, options: ReadOptions) -> Result<(ModuleFile<'a>, String), Failure> {
        let layouts = |triple: &str, layout: &str| self.layout(triple, layout);
        let read = || reader::read(self.data, self.name, options, &layouts);
        let unread = |e: String| Failure::new(e).advised(messages::advice(self.name, self.data));
        let mut file = self.options.time("parse", read).map_err(|e| unread(e.to_string()))?;
        let triple = self.options.triple_of(file.module().triple());
        if self.options.names_target() {
            file.set_triple(&triple);
        }
        if let Some(layout) = gisel_targets::data_layout(&triple) {
            check_layout(file.module().data_layout_string(), layout).map_err(Failure::new)?;
        }
        Ok((file, triple))
    }

    /// Reads the module for this thread and, at the same time, for the other threads that are
    /// expected. A module with debug information is read once: its functions are translated in one
    /// context.
    pub fn read_for_threads(
        &self,
        lazy: bool,
    ) -> Result<((ModuleFile<'a>, String), Vec<ModuleFile<'a>>), Failure> {
        let is_worth_it = lazy
            && self.data.len() >= READ_BY_ALL
            && memchr::memmem::find(self.data, DEBUG_INFO_FLAG).is_none();
        let threads = if is_worth_it { self.options.threads(self.data.len() / OF_A_FUNCTION) } else { 1 };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| self.read_again())).collect();
            let file = self.read(self.options.verify_ir, lazy)?;
            let read = |thread: ScopedJoinHandle<'_, Option<ModuleFile<'a>>>| thread.join().ok().flatten();
            Ok((file, others.into_iter().filter_map(read).collect()))
        })
    }

    /// Reads the module for another thread. Errors are reported by the first read of the same
    /// bytes.
    fn read_again(&self) -> Option<ModuleFile<'a>> {
        let read = guard::catch(|| self.read(false, true)).ok()?;
        read.ok().map(|(file, _)| file)
    }

    /// Checks the module against the table of properties, and warns of dropped ones. Requires a
    /// translator that knows the triple.
    pub fn check<'m>(
        &self,
        file: &'m ModuleFile<'_>,
        translator: &mut Translator<'m>,
    ) -> Result<(), Failure> {
        let options = self.options;
        translator.allow_ignored(options.allow_ignored.clone());
        let messages = file.warnings().lines().map(|line| line.strip_prefix("warning: ").unwrap_or(line));
        messages.for_each(|message| options.diagnostics.warn(message));
        let numbered = match file.metadata_numbers() {
            Some(numbers) => NumberedBy::Reading(numbers),
            None if options.pipeline.writes_mir() => NumberedBy::Printing,
            None => NumberedBy::Nothing,
        };
        translator.number_pc_sections(numbered);
        // Remarks have places if the units emit nothing, too.
        let is_read = match options.pipeline.remarks {
            true => file.module().has_compile_units(),
            false => file.module().has_debug_info(),
        };
        if is_read && !options.numbers_instructions {
            self.read_debug_info(translator, numbered);
        }
        let arch = architecture(&translator.module().triple);
        let findings = properties::check_module(file.module(), arch, &options.allow_ignored);
        findings.warnings.into_iter().for_each(|message| options.diagnostics.warn(message));
        if findings.errors.is_empty() { Ok(()) } else { Err(findings.errors.into()) }
    }

    /// Reads debug information; an unsupported kind is dropped with a warning.
    fn read_debug_info<'m>(&self, translator: &mut Translator<'m>, numbered: NumberedBy<'m>) {
        if let Err(message) = translator.read_debug_info(self.options.debug.clone(), numbered) {
            self.options.diagnostics.warn(format!("debug information is dropped: {message}"));
        }
    }

    /// Reads all bodies in this context, which is required if numbers identify debug information
    /// nodes.
    fn read_bodies(&self, functions: &[Function<'_>]) -> Result<(), Failure> {
        for function in functions {
            let read = self.options.time("parse", || function.materialize(self.options.verify_ir));
            read.map_err(|e| Failure::from(vec![CompileError::new(function.name(), "", e.trim_end())]))?;
        }
        Ok(())
    }

    /// Describes the contents of variables, for assembly output.
    pub(crate) fn describe_contents(&self, translator: &mut Translator<'_>) {
        if self.options.filetype == FileType::Asm && !self.options.pipeline.writes_mir() {
            translator.describe_contents();
        }
    }

    /// Assigns hot and cold functions to sections, if the code is optimized.
    fn place_functions(&self, translator: &mut Translator<'_>) {
        let pipeline = &self.options.pipeline;
        if pipeline.level != OptLevel::O0 && !pipeline.left_out.contains(&PLACES_BY_HEAT) {
            translator.place_by_heat();
        }
    }

    /// Returns the layout that replaces the layout of a module with this triple.
    fn layout(&self, triple: &str, layout: &str) -> Option<&'static str> {
        let other = self.options.names_target() || layout.is_empty();
        other.then(|| gisel_targets::data_layout(&self.options.triple_of(triple))).flatten()
    }

    /// Compiles the module whose globals `translator` has laid out; other threads use the modules
    /// in `others`.
    pub fn compile<'m>(
        &self,
        file: &'m ModuleFile<'_>,
        others: Vec<ModuleFile<'_>>,
        mut translator: Translator<'m>,
        triple: &str,
        lazy: bool,
    ) -> Result<Compiled, Failure> {
        let options = self.options;
        apply_options(translator.module_mut(), triple, options)?;
        self.describe_contents(&mut translator);
        self.place_functions(&mut translator);
        self.check(file, &mut translator)?;
        let mut subtargets = Subtargets::new(triple, translator.module(), options)?;
        options.list_passes(&*subtargets.list[0], true);
        let said = translator.declare_module_asm(&*subtargets.list[0]);
        said.iter().for_each(|message| self.options.diagnostics.warn(message));
        let functions = translator.functions();
        let chosen: Vec<_> = functions.iter().map(|&f| subtargets.of(f)).collect();
        let own = subtargets.of_module(chosen.iter().filter_map(|s| s.as_ref().ok().copied()))?;
        options.progress.expect(functions.len());
        let threads = options.threads(functions.len());
        let one_context = translator.module().debug_info.is_some();
        if lazy && one_context && threads > 1 {
            self.read_bodies(&functions)?;
        }
        let turns = Turns {
            input: *self,
            own: &*own,
            targets: &subtargets.list,
            subtargets: &chosen,
            next: AtomicUsize::new(0),
        };
        let mut results = if threads > 1 && (!lazy || one_context) {
            let (functions, errors) = turns.translate_all(&mut translator);
            let job = turns.job(&translator);
            if !errors.is_empty() {
                return Err(job.fail(functions, errors));
            }
            let results = job.functions(functions).into_iter().map(|result| result.map_err(|e| vec![e]));
            results.enumerate().collect()
        } else {
            turns.on_threads(threads, others, &mut translator)
        };
        turns.compile_again(&functions, &mut translator, &mut results);
        translator.add_memory_checks(&*own);
        let (mut products, mut errors) = (Vec::new(), Vec::new());
        for (_, result) in results {
            match result {
                Ok(product) => products.push(product),
                Err(mut e) => errors.append(&mut e),
            }
        }
        if !errors.is_empty() {
            return Err(errors.into());
        }
        if products.len() != functions.len() {
            return Err(Failure::new("internal error: a thread has stopped"));
        }
        outline(&mut products, translator.module_mut(), &subtargets.list, options)?;
        // Memory of compiling the functions is freed before the object is written.
        let files = memory::sparing(|| turns.job(&translator).finish(products))?;
        Ok(subtargets.compiled(files, translator.module()))
    }
}

/// A module whose functions have been translated.
pub(crate) struct Translated {
    /// The module.
    pub module: Module,
    /// The machine that it is compiled for.
    pub machine: TargetMachine,
    /// The module's subtarget.
    pub own: Arc<dyn Target>,
    /// The subtargets of its functions.
    pub targets: Vec<Arc<dyn Target>>,
    /// The functions.
    pub functions: Vec<MachineFunction>,
    /// The module as text, if its instructions are numbered.
    pub text: Option<String>,
}

impl Input<'_> {
    /// Returns the machine that the module is compiled for, as far as it can be read.
    pub fn machine(&self) -> Result<TargetMachine, Failure> {
        let (file, triple) = self.read(false, false)?;
        let mut translator = self.options.translator(&file, &triple)?;
        apply_options(translator.module_mut(), &triple, self.options)?;
        let mut subtargets = Subtargets::new(&triple, translator.module(), self.options)?;
        let known: Vec<_> = translator.functions().iter().flat_map(|&f| subtargets.of(f)).collect();
        subtargets.of_module(known.into_iter())?;
        Ok(subtargets.machine(translator.module()))
    }

    /// Translates the whole module on this thread.
    pub fn translate(&self) -> Result<Translated, Failure> {
        let (file, triple) = self.read(self.options.verify_ir, false)?;
        let mut translator = self.options.translator(&file, &triple)?;
        let text = self.options.numbers_instructions.then(|| file.to_text());
        if text.is_some() {
            translator.number_instructions();
        }
        apply_options(translator.module_mut(), &triple, self.options)?;
        self.describe_contents(&mut translator);
        self.place_functions(&mut translator);
        self.check(&file, &mut translator)?;
        let mut subtargets = Subtargets::new(&triple, translator.module(), self.options)?;
        let said = translator.declare_module_asm(&*subtargets.list[0]);
        said.iter().for_each(|message| self.options.diagnostics.warn(message));
        let chosen: Vec<_> = translator.functions().iter().map(|&f| subtargets.of(f)).collect();
        let own = subtargets.of_module(chosen.iter().filter_map(|s| s.as_ref().ok().copied()))?;
        let turns = Turns {
            input: *self,
            own: &*own,
            targets: &subtargets.list,
            subtargets: &chosen,
            next: AtomicUsize::new(0),
        };
        let (functions, errors) = turns.translate_all(&mut translator);
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let machine = subtargets.machine(translator.module());
        let targets = subtargets.list;
        Ok(Translated { module: translator.finish(), machine, own, targets, functions, text })
    }
}

/// The results of functions, by number.
type Results = Vec<(usize, Result<Product, Vec<CompileError>>)>;

/// The functions of a module, which threads take in turn.
struct Turns<'a> {
    input: Input<'a>,
    own: &'a dyn Target,
    targets: &'a [Arc<dyn Target>],
    /// The subtargets by function.
    subtargets: &'a [Result<SubtargetId, String>],
    next: AtomicUsize,
}

impl Turns<'_> {
    /// Compiles all functions on this thread, which has `translator`, and on others, which may use
    /// the modules in `read`. Returns the results in the order of functions.
    fn on_threads(
        &self,
        threads: usize,
        mut read: Vec<ModuleFile<'_>>,
        translator: &mut Translator<'_>,
    ) -> Results {
        if threads <= 1 {
            return self.take(translator);
        }
        let skeleton = Module { globals: Vec::new(), ..translator.module().clone() };
        let mut results = std::thread::scope(|scope| {
            let spawn = |_| {
                let file = read.pop();
                scope.spawn(|| {
                    file.or_else(|| self.input.read_again()).map(|file| self.take_of(file, &skeleton))
                })
            };
            let others: Vec<_> = (1..threads).map(spawn).collect();
            let mut results = self.take(translator);
            // If a thread cannot read the module, the other threads compile its functions.
            let join = |thread: ScopedJoinHandle<'_, Option<Results>>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic)).unwrap_or_default()
            };
            results.extend(others.into_iter().flat_map(join));
            results
        });
        results.sort_unstable_by_key(|(n, _)| *n);
        results
    }

    /// Does the work of a thread that has its own context.
    fn take_of(&self, file: ModuleFile<'_>, skeleton: &Module) -> Results {
        let mut translator = Translator::of_same_module(file.module(), skeleton.clone());
        translator.allow_ignored(self.input.options.allow_ignored.clone());
        translator.record(self.input.options.pipeline.coverage.clone());
        self.take(&mut translator)
    }

    fn take(&self, translator: &mut Translator<'_>) -> Results {
        let functions = translator.functions();
        let mut state = WorkerState::default();
        let mut results = Vec::new();
        loop {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&function) = functions.get(n) else { return results };
            results.push((n, self.guarded(n, function, translator, &mut state)));
        }
    }

    /// Compiles one function; a panic becomes an error.
    fn guarded<'m>(
        &self,
        n: usize,
        function: Function<'m>,
        translator: &mut Translator<'m>,
        state: &mut WorkerState,
    ) -> Result<Product, Vec<CompileError>> {
        let compile = || self.compile(n, function, translator, state);
        CompileError::guard(function.name(), compile).unwrap_or_else(|e| Err(vec![e]))
    }

    /// Compiles again the functions whose inline assembly names symbols that the module lacked, and
    /// now has. Their bodies have not been freed, or are read by this thread.
    ///
    /// Cost: these functions are compiled once more for each iteration; each iteration adds
    /// symbols.
    fn compile_again<'m>(
        &self,
        functions: &[Function<'m>],
        translator: &mut Translator<'m>,
        results: &mut Results,
    ) {
        let mut state = WorkerState::default();
        let mut failed: Vec<usize> = (0..results.len()).collect();
        loop {
            failed.retain(|&at| {
                matches!(&results[at].1, Err(errors) if errors.iter().any(|error| !error.assembly.is_empty()))
            });
            let mut more = false;
            for &at in &failed {
                let (n, Err(errors)) = &results[at] else { continue };
                let Ok(subtarget) = &self.subtargets[*n] else { continue };
                let target = &*self.targets[subtarget.index()];
                for error in errors {
                    more |= translator.declare_inline_asm(target, &error.assembly);
                }
            }
            if !more {
                return;
            }
            for &at in &failed {
                let n = results[at].0;
                results[at].1 = self.guarded(n, functions[n], translator, &mut state);
            }
        }
    }

    /// Returns the common state of all functions.
    fn job<'j>(&'j self, translator: &'j Translator<'_>) -> Job<'j> {
        Job { module: translator.module(), own: self.own, targets: self.targets, options: self.input.options }
    }

    /// Stops taking functions. LLVM's reader cannot continue after a body could not be read.
    fn stop(&self) {
        self.next.store(self.subtargets.len(), Ordering::Relaxed);
    }

    fn compile<'m>(
        &self,
        n: usize,
        function: Function<'m>,
        translator: &mut Translator<'m>,
        state: &mut WorkerState,
    ) -> Result<Product, Vec<CompileError>> {
        let options = self.input.options;
        let materialize = || function.materialize(options.verify_ir);
        let error = |e: String| vec![CompileError::new(function.name(), "", e.trim_end())];
        let read = options.time("parse", materialize);
        if read.is_err() {
            self.stop();
        }
        read.map_err(error)?;
        let subtarget = self.subtargets[n].clone().map_err(error)?;
        let (target, mf) = (&*self.targets[subtarget.index()], &mut state.function);
        self.translate(translator, function, target, subtarget, mf)?;
        // MIR output begins with the whole module. After the last function, the memory
        // is not needed.
        let last = n + 1 == self.subtargets.len();
        let product = self.job(translator).function(n, mf, &mut state.worker).map_err(|e| vec![e])?;
        if self.input.data.len() >= LARGE && !last && !options.pipeline.writes_mir() {
            function.drop_body();
        }
        Ok(product)
    }

    fn translate<'m>(
        &self,
        translator: &mut Translator<'m>,
        function: Function<'m>,
        target: &dyn Target,
        subtarget: SubtargetId,
        mf: &mut MachineFunction,
    ) -> Result<(), Vec<CompileError>> {
        let options = self.input.options;
        let translated = options.time(TRANSLATOR, || translator.translate(function, target, subtarget, mf));
        options.diagnostics.take_from(mf.symbol, &mut mf.warnings);
        translated?;
        if let Some(statistics) = &options.pipeline.statistics {
            statistics.add(TRANSLATOR, Counts::default(), Counts::of(mf));
        }
        if options.pipeline.remarks {
            let module = translator.module();
            remarks::size_changed(mf, module, TRANSLATOR_TITLE, Counts::default(), Counts::of(mf));
        }
        override_attributes(mf, function, options);
        Ok(())
    }

    /// Translates all functions on this thread, and collects all errors.
    fn translate_all(&self, translator: &mut Translator<'_>) -> (Vec<MachineFunction>, Vec<CompileError>) {
        let (mut functions, mut errors) = (Vec::new(), Vec::new());
        for (function, subtarget) in translator.functions().into_iter().zip(self.subtargets) {
            let mut mf = empty_function();
            let translated = match subtarget {
                Ok(subtarget) => {
                    let target = &*self.targets[subtarget.index()];
                    let translate = || self.translate(translator, function, target, *subtarget, &mut mf);
                    let translated = CompileError::guard(function.name(), translate);
                    translated.unwrap_or_else(|e| Err(vec![e]))
                }
                Err(e) => Err(vec![CompileError::new(function.name(), "", e)]),
            };
            match translated {
                Ok(()) => functions.push(mf),
                Err(mut e) => errors.append(&mut e),
            }
        }
        (functions, errors)
    }
}
