//! The options of a compilation besides the module: the resolved command line.

use crate::debug_only::DebugOnly;
use crate::failure::Failure;
use crate::job_slots::JobSlots;
use crate::messages::{Message, Style};
use crate::options::{
    CodeModelName, DebugPassName, DiagnosticForm, FileType, FramePointerName, InputLanguage, Options,
    PrintChanged, RegAlloc, RelocationModel,
};
use crate::output;
use crate::progress::Progress;
use crate::remarks::Remarks;
use gisel_codegen::ir::debug_info::DebugRequests;
use gisel_codegen::ir::mir::FramePointer;
use gisel_codegen::ir::module::{CodeModel, RelocModel, TlsOptions};
use gisel_codegen::ir::module_options::ModuleOptions;
use gisel_codegen::isel::regbankselect::Mode;
use gisel_codegen::machine::system::System;
use gisel_codegen::passes::post_ra::machine_outliner;
use gisel_codegen::pipeline::{
    ChangeForm, Changed, DebugPass, Fuel, OptBisect, OptLevel, PipelineOptions, Printing,
};
use gisel_codegen::support::diagnostics::Diagnostics;
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::timing::PassTimes;
use gisel_codegen::target::Target;
use gisel_frontend_llvm::reader::ModuleFile;
use gisel_frontend_llvm::translate::Translator;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The treatment of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warnings {
    /// They are printed to standard error.
    Printed,
    /// They are not shown (`-no-warn`).
    Hidden,
    /// They are errors (`-fatal-warnings`).
    Fatal,
    /// They are returned to the caller of the compilation.
    Returned,
}

/// The options of a compilation besides the module.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// The options of the passes.
    pub pipeline: PipelineOptions,
    /// The kind of output.
    pub filetype: FileType,
    /// The triple that replaces the module's.
    pub triple: Option<String>,
    /// The architecture that replaces the triple's.
    pub arch: Option<String>,
    /// The input language that replaces detection by content.
    pub language: Option<InputLanguage>,
    /// The requested ABI.
    pub target_abi: Option<String>,
    /// The frame pointer policy of functions that specify none, and true if the register is
    /// reserved.
    pub frame_pointer: Option<(FramePointer, bool)>,
    /// True if all functions align the stack pointer.
    pub stack_realign: bool,
    /// The CPU of functions that name none.
    pub cpu: String,
    /// The features of functions that name none.
    pub features: String,
    /// The relocation model that replaces the module's.
    pub reloc_model: Option<RelocModel>,
    /// The code model that replaces the target's default.
    pub code_model: CodeModel,
    /// The access models of thread-local variables, where there is a choice.
    pub tls: TlsOptions,
    /// True for access to them by descriptors; the default depends on the system.
    pub tls_descriptors: Option<bool>,
    /// True for access to all thread-local variables by a runtime routine; the default depends on
    /// the system.
    pub emulated_tls: Option<bool>,
    /// The functions whose code is outlined.
    pub outliner: machine_outliner::Mode,
    /// The number of additional outlining runs.
    pub outliner_reruns: u32,
    /// The maximum distance in bytes of merged variables that code accesses from a common base.
    pub global_merge_max_offset: u32,
    /// The options for the output of the module.
    pub module: ModuleOptions,
    /// The target's options for printing assembly.
    pub inst_printer_options: Vec<String>,
    /// The given options of the command line for the assembly of single targets.
    pub inst_printer_options_of_targets: Vec<&'static str>,
    /// True if objects of assembly have the target's attributes where the text has none.
    pub attributes_of_assembly: bool,
    /// True if instructions have the numbers of IR instructions as their locations, instead of
    /// debug information, and comments print them.
    pub numbers_instructions: bool,
    /// The requested debug information.
    pub debug: DebugRequests,
    /// Run LLVM's verifier.
    pub verify_ir: bool,
    /// The number of threads; 0 for all cores.
    pub jobs: usize,
    /// The job slots of the threads.
    pub job_slots: Arc<JobSlots>,
    /// The form in which passes are listed, if they are.
    pub debug_pass: Option<DebugPass>,
    /// The names of attributes and other properties that are ignored with a warning instead of
    /// rejected.
    pub allow_ignored: Arc<[String]>,
    /// The treatment of warnings.
    pub warnings: Warnings,
    /// The format of messages.
    pub style: Style,
    /// Report statistics of passes as JSON.
    pub statistics_as_json: bool,
    /// Report times.
    pub reports_times: bool,
    /// The output file of times and statistics, instead of standard error.
    pub info_output_file: Option<PathBuf>,
    /// The passes whose steps are printed, if there are any.
    pub(crate) debug_only: Option<Arc<DebugOnly>>,
    /// The optimization remarks, if they are emitted.
    pub(crate) remarks: Option<Arc<Remarks>>,
    /// The progress on a terminal.
    pub progress: Progress,
    /// The warnings of the module that is being compiled.
    pub diagnostics: Arc<Diagnostics>,
}

/// Returns the mode of RegBankSelect that the command line names.
fn bank_mode(options: &Options) -> Option<Mode> {
    let named = [
        (options.regbankselect_fast, Mode::Fast),
        (options.regbankselect_greedy, Mode::Greedy),
        (options.regbankselect_global, Mode::Global),
    ];
    named.into_iter().find(|(given, _)| *given).map(|(_, mode)| mode)
}

/// Returns the options for printing MIR.
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

/// Returns the progress display, which is hidden if passes print output.
fn progress(options: &Options) -> Progress {
    let prints = printing(options).is_on() || DebugOnly::wanted(&options.debug_only, options.debug).is_some();
    let is_text = options.diagnostics == DiagnosticForm::Text;
    if prints || !is_text { Progress::hidden() } else { Progress::on_terminal() }
}

/// Returns the timers, if the command line requests times.
fn times(options: &Options) -> Option<Arc<PassTimes>> {
    if options.time_trace {
        let granularity = Duration::from_micros(options.time_trace_granularity);
        return Some(Arc::new(PassTimes::with_trace(granularity)));
    }
    options.time_passes.then(Arc::default)
}

/// Returns the options of modules at the level of optimization.
fn module_options(options: &Options) -> ModuleOptions {
    let mut module = options.module.options.clone();
    module.inlines_square_roots &= options.level != OptLevel::O0;
    module
}

/// Returns the outliner's mode; unoptimized code is not outlined.
fn outliner(options: &Options) -> machine_outliner::Mode {
    match options.level {
        OptLevel::O0 => machine_outliner::Mode::Never,
        _ => options.enable_machine_outliner.unwrap_or_default(),
    }
}

/// Returns the options of the passes.
fn pipeline(options: &Options) -> PipelineOptions {
    PipelineOptions {
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
        left_out: options.left_out.clone(),
        disabled_rules: options.disable_rule.clone(),
        fuel: options.fuel.map(|steps| Arc::new(Fuel::new(steps))),
        bisect: options.opt_bisect_limit.map(|limit| Arc::new(OptBisect::new(limit))),
        coverage: options.coverage.is_some().then(Arc::default),
        remarks: false,
        record: None,
    }
}

impl CompileOptions {
    /// Resolves the command line.
    pub fn new(options: &Options) -> CompileOptions {
        let debug_only = DebugOnly::wanted(&options.debug_only, options.debug).map(Arc::new);
        let record = debug_only.as_ref().map(|debug_only| Arc::clone(&debug_only.record));
        let remarks = Remarks::wanted(options).map(Arc::new);
        CompileOptions {
            pipeline: PipelineOptions { record, remarks: remarks.is_some(), ..pipeline(options) },
            debug_only,
            filetype: options.filetype,
            triple: options.mtriple.clone(),
            arch: options.march.clone(),
            language: options.language,
            target_abi: options.target_abi.clone(),
            frame_pointer: options.frame_pointer.map(|f| match f {
                FramePointerName::All => (FramePointer::All, true),
                FramePointerName::NonLeaf => (FramePointer::NonLeaf, true),
                FramePointerName::NonLeafNoReserve => (FramePointer::NonLeaf, false),
                FramePointerName::Reserved => (FramePointer::None, true),
                FramePointerName::None => (FramePointer::None, false),
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
            stack_realign: options.stackrealign == Some(true),
            outliner: outliner(options),
            outliner_reruns: options.machine_outliner_reruns,
            global_merge_max_offset: options
                .global_merge_max_offset
                .filter(|&most| most != 0)
                .unwrap_or(u32::MAX),
            module: module_options(options),
            inst_printer_options: options.inst_printer_options.clone(),
            inst_printer_options_of_targets: options.inst_printer_options_of_targets().collect(),
            attributes_of_assembly: false,
            numbers_instructions: false,
            debug: DebugRequests {
                version: options.dwarf_version,
                is_dwarf64: options.dwarf64,
                is_strict: options.strict_dwarf,
                aranges: options.generate_arange_section,
                type_units: options.generate_type_units,
                names: match options.accel_tables.as_deref() {
                    None | Some("Default") => None,
                    Some(kind) => Some(kind == "Dwarf"),
                },
                split_file: options.split_dwarf_file.as_deref().map(Arc::from),
                is_split_dwarf: options.split_dwarf_output.is_some(),
            },
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
            remarks,
            progress: progress(options),
            diagnostics: Arc::default(),
            debug_pass: match options.debug_pass {
                None | Some(DebugPassName::Disabled) => None,
                Some(DebugPassName::Arguments) => Some(DebugPass::Arguments),
                Some(DebugPassName::Structure) => Some(DebugPass::Structure),
            },
        }
    }

    /// Creates the translator of a module for `triple`; each global that cannot be laid out is an
    /// error.
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

    /// Lists the passes, if requested.
    pub(crate) fn list_passes(&self, target: &dyn Target, from_ir: bool) {
        if let Some(what) = self.debug_pass {
            output::stderr(&self.pipeline.describe(target.pass_config(), what, from_ir));
        }
    }

    /// Returns true if the command line names the target, whose triple and layout replace those of
    /// the module.
    pub(crate) fn names_target(&self) -> bool {
        self.triple.is_some() || self.arch.is_some()
    }

    /// Returns the triple for a module that names `own`.
    pub(crate) fn triple_of(&self, own: &str) -> String {
        let triple = self.triple.as_deref().unwrap_or(own);
        match (self.arch.as_deref(), triple.split_once('-')) {
            (Some(arch), Some((_, rest))) => format!("{arch}-{rest}"),
            (Some(arch), None) => arch.to_owned(),
            (None, _) => triple.to_owned(),
        }
    }

    /// Returns the number of threads for a module of this number of functions.
    pub(crate) fn threads(&self, functions: usize) -> usize {
        if self.pipeline.print.is_on() || self.pipeline.record.is_some() {
            return 1;
        }
        let wanted = match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        };
        // A thread costs more than compiling a few functions.
        self.job_slots.threads(wanted.min(functions.div_ceil(8)))
    }

    /// Prints the warnings of the compilation of `name`, or converts them to errors.
    pub(crate) fn report_warnings<T>(&self, name: &str, result: Result<T, Failure>) -> Result<T, Failure> {
        if self.warnings == Warnings::Returned {
            return result;
        }
        let reports = self.diagnostics.take_reports();
        match self.warnings {
            Warnings::Printed => reports.iter().for_each(|r| output::stderr(&self.style.warning(r, name))),
            Warnings::Fatal if !reports.is_empty() => {
                let mut messages: Vec<Message> = reports.iter().map(Message::from).collect();
                messages.iter_mut().for_each(|message| message.name_file(name));
                messages.extend(result.err().into_iter().flat_map(|failure| failure.0));
                return Err(Failure(messages));
            }
            Warnings::Hidden | Warnings::Fatal | Warnings::Returned => {}
        }
        result
    }

    /// Writes a report of statistics or times.
    pub(crate) fn inform(&self, report: &str) -> Result<(), Failure> {
        let Some(path) = &self.info_output_file else {
            output::stderr(report);
            return Ok(());
        };
        output::append(path, report.as_bytes())
            .map_err(|e| Failure::new(format!("cannot write {}: {e}", path.display())))
    }

    /// Runs `work` as the step `name`, and measures its time if times are reported.
    pub(crate) fn time<T>(&self, name: &'static str, work: impl FnOnce() -> T) -> T {
        PassTimes::time(self.pipeline.times.as_deref(), name, work)
    }
}

/// Adds a plus to features without a sign, as `llc` does.
fn signed_features(list: &str) -> String {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    let signed = items.map(|item| match item.starts_with(['+', '-']) {
        true => item.to_string(),
        false => format!("+{item}"),
    });
    signed.collect::<Vec<_>>().join(",")
}
