//! The command line: `llc`'s options by their names, and gisel's own for linking and running.
//!
//! `spelling` handles the spelling of LLVM's tools; `llc_options` handles `llc`'s options that are
//! not here.

mod commands;
mod module_args;
mod refused_values;
mod spelling;
#[cfg(test)]
mod tests;
pub mod uses;
mod values;

use crate::cargo;
use crate::cc::Driver;
use crate::debug_only;
use crate::job_slots::JobSlots;
use crate::link_time::Linker;
use crate::llc_options;
use crate::run_wrapper;
use crate::split;
use clap::builder::BoolishValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser};
use clap_complete::Shell;
use gisel_codegen::passes::post_ra::machine_outliner;
use gisel_codegen::pipeline::OptLevel;
use gisel_target_registry::{TARGETS, Target};
use module_args::ModuleArgs;
use regex::Regex;
use spelling::OfLlc;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use uses::Use;
use values::{parse_allocator, parse_debugger, parse_level, parse_outliner, parse_pattern};

pub use commands::Command;
pub use values::{
    CodeModelName, Color, DebugPassName, DiagnosticForm, Fallback, FileType, FramePointerName, InputLanguage,
    PrintChanged, RegAlloc, RelocationModel,
};

/// The text of `--version` after the name.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let row = |target: &Target| format!("\n    {:<7} - {}", target.name, target.folder.architecture());
    let targets = TARGETS.each_ref().map(row).concat();
    let llvm = gisel_frontend_llvm::llvm_version();
    format!("{}\n  LLVM version {llvm}\n\n  Registered Targets:{targets}", env!("CARGO_PKG_VERSION"))
});

/// The first line of `--help`.
static ABOUT: LazyLock<String> = LazyLock::new(|| {
    let mut architectures = TARGETS.each_ref().map(|target| target.folder.architecture()).to_vec();
    architectures.dedup();
    format!("Compiles LLVM IR to {} machine code", architectures.join(" and "))
});

/// The first line of `--help`, with the commands.
static COMMANDS: LazyLock<String> = LazyLock::new(|| {
    let row = |command: Command| format!("\n  gisel {:<10} {}", command.name(), command.about());
    let compilers = Driver::ALL.map(|driver| format!("\n  gisel {:<10} {}", driver.name(), driver.about()));
    let others = [(Linker::NAME, Linker::ABOUT), (cargo::COMMAND, cargo::ABOUT)];
    let tools = [(run_wrapper::COMMAND, run_wrapper::ABOUT), (split::COMMAND, split::ABOUT)];
    let others = others.into_iter().chain(tools);
    let others: String = others.map(|(name, about)| format!("\n  gisel {name:<10} {about}")).collect();
    let rows = Command::ALL.map(row).concat() + &compilers.concat() + &others;
    format!(
        "{}\n\nWithout a command, each input is compiled. Commands, each with a --help of its own:{rows}",
        *ABOUT
    )
});

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "gisel", version = VERSION.as_str(), about = ABOUT.as_str(), long_about = COMMANDS.as_str(),
    args_override_self = true)]
pub struct Options {
    /// Input files: LLVM IR as text or bitcode, or MIR; `-` or none reads standard input. With
    /// `run`, `interpret`, `compare` or `explain`: the program's; with `test`: tests, or folders of
    /// them
    pub inputs: Vec<PathBuf>,

    /// Output file; `-` writes to standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Optimization level
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", value_parser = parse_level)]
    pub level: OptLevel,

    /// Form of the output
    #[arg(long, value_enum, default_value = "asm")]
    pub filetype: FileType,

    /// Target triple, instead of the module's
    #[arg(long, value_name = "TRIPLE")]
    pub mtriple: Option<String>,

    /// Architecture, instead of the triple's first part
    #[arg(long, value_name = "ARCH")]
    pub march: Option<String>,

    /// Language of the input; by default, recognized by its content
    #[arg(short = 'x', value_name = "LANGUAGE", value_enum)]
    pub language: Option<InputLanguage>,

    /// CPU of functions that name none; `help` lists CPUs and features
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,

    /// Features of all functions, added to their own, such as `+zbb,-relax`; `help` lists them
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Vec<String>,

    /// Relocation model, instead of the module's
    #[arg(long, value_enum)]
    pub relocation_model: Option<RelocationModel>,

    /// Code model, instead of the target's default
    #[arg(long, value_enum)]
    pub code_model: Option<CodeModelName>,

    /// Access thread-local variables by a routine of the runtime library, which allocates them; by
    /// default, as on the triple's system
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_parser = BoolishValueParser::new())]
    pub emulated_tls: Option<bool>,

    /// Access thread-local variables of unknown modules by descriptors (always on AArch64); by
    /// default, as on the triple's system
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_parser = BoolishValueParser::new())]
    pub enable_tlsdesc: Option<bool>,

    /// On AArch64, access thread-local variables of this shared library from the start of its block
    #[arg(long)]
    pub aarch64_elf_ldtls_generation: bool,

    /// On AArch64, the number of bits for offsets of thread-local variables in a program: 12, 24,
    /// 32 or 48; 24 by default
    #[arg(long, value_name = "BITS", value_parser = ["0", "12", "24", "32", "48"])]
    pub tls_size: Option<String>,

    /// ABI, instead of the module's: ilp32, ilp32e, ilp32f, ilp32d, lp64, lp64e, lp64f, lp64d;
    /// aapcs and aapcs-soft for AArch64
    #[arg(long, value_name = "ABI")]
    pub target_abi: Option<String>,

    /// Frame pointer of functions that do not specify it
    #[arg(long, value_enum)]
    pub frame_pointer: Option<FramePointerName>,

    /// Realign the stack pointer in functions, as callers may have misaligned it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_parser = BoolishValueParser::new())]
    pub stackrealign: Option<bool>,

    /// Maximum distance in bytes between merged variables; 0: the range of the target's
    /// instructions
    #[arg(long, value_name = "BYTES")]
    pub global_merge_max_offset: Option<u32>,

    /// Functions to outline from: `always` all; by default those of minimal size
    #[arg(long, value_name = "WHOSE", value_parser = parse_outliner, num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "always")]
    pub enable_machine_outliner: Option<machine_outliner::Mode>,

    /// Number of further runs of the outliner
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub machine_outliner_reruns: u32,

    #[command(flatten)]
    pub module: ModuleArgs,

    /// Form of assembly: `no-aliases` prints no aliases; for RISC-V also `numeric`, numbers of
    /// registers, and `emit-x8-as-fp`
    #[arg(short = 'M', value_name = "OPTION")]
    pub inst_printer_options: Vec<String>,

    /// As `-M no-aliases`, on RISC-V alone
    #[arg(long)]
    pub riscv_no_aliases: bool,

    /// As `-M emit-x8-as-fp`, on RISC-V alone
    #[arg(long)]
    pub riscv_emit_x8_as_fp: bool,

    /// Version of DWARF, instead of the module's
    #[arg(long, value_name = "2|3|4|5", value_parser = clap::value_parser!(u16).range(2..=5))]
    pub dwarf_version: Option<u16>,

    /// Debugger for which debug information is tuned
    #[arg(long, value_name = "NAME", value_parser = parse_debugger)]
    pub debugger_tune: Option<String>,

    /// List names in .debug_names for units without a setting; `Default`: with DWARF 5
    #[arg(long, value_name = "KIND", value_parser = ["Default", "Disable", "Dwarf"])]
    pub accel_tables: Option<String>,

    /// Write lengths and offsets of debug information in 64 bits, for 64-bit targets and from DWARF 3
    /// on
    #[arg(long)]
    pub dwarf64: bool,

    /// Omit attributes that the version of DWARF lacks
    #[arg(long)]
    pub strict_dwarf: bool,

    /// Put types with a name that is unique across modules in type units, which the linker merges
    #[arg(long)]
    pub generate_type_units: bool,

    /// List addresses of code by unit, in .debug_aranges
    #[arg(long)]
    pub generate_arange_section: bool,

    /// Split debug information: all but lines, addresses and the code of units is in separate
    /// sections, which debuggers look for in this file
    #[arg(long, value_name = "FILE")]
    pub split_dwarf_file: Option<String>,

    /// Write the split sections to this file, instead of into the object
    #[arg(long, value_name = "FILE")]
    pub split_dwarf_output: Option<PathBuf>,

    /// Do not run LLVM's IR verifier
    #[arg(long)]
    pub disable_verify: bool,

    /// Verify each function after each pass, and check every register allocation
    #[arg(long)]
    pub verify_machineinstrs: bool,

    /// Write each function as MIR after each pass, read it back and continue with the result
    #[arg(long)]
    pub verify_mir: bool,

    /// Accepted for compatibility with `llc`; there is no other selector
    #[arg(long, hide = true)]
    pub global_isel: bool,

    /// Handling of rejected modules: 1 is an error, 0 and 2 are `--fallback=llc`
    #[arg(long, value_name = "N", value_parser = ["0", "1", "2"])]
    pub global_isel_abort: Option<String>,

    /// Compile rejected modules with `llc`; the reasons are warnings
    #[arg(long, value_enum, conflicts_with = "global_isel_abort")]
    pub fallback: Option<Fallback>,

    /// Choose register banks in fast mode, as -O0 does
    #[arg(long, conflicts_with_all = ["regbankselect_greedy", "regbankselect_global"])]
    pub regbankselect_fast: bool,

    /// Choose register banks in greedy mode, as -O1 does
    #[arg(long, conflicts_with = "regbankselect_global")]
    pub regbankselect_greedy: bool,

    /// Choose register banks in global mode, as -O2 does
    #[arg(long)]
    pub regbankselect_global: bool,

    /// Register allocator, instead of the level's
    #[arg(long, value_name = "ALLOCATOR", value_parser = parse_allocator)]
    pub regalloc: Option<RegAlloc>,

    /// Stop after this pass and write MIR
    #[arg(long, value_name = "PASS", conflicts_with = "stop_before")]
    pub stop_after: Option<String>,

    /// Stop before this pass and write MIR
    #[arg(long, value_name = "PASS")]
    pub stop_before: Option<String>,

    /// Begin after this pass
    #[arg(long, value_name = "PASS", conflicts_with = "start_before")]
    pub start_after: Option<String>,

    /// Begin with this pass
    #[arg(long, value_name = "PASS")]
    pub start_before: Option<String>,

    /// Run these passes only, and write MIR; `none` runs none
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub run_pass: Vec<String>,

    /// Print each function before these passes, to standard error
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub print_before: Vec<String>,

    /// Print each function before every pass
    #[arg(long)]
    pub print_before_all: bool,

    /// Print each function after these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub print_after: Vec<String>,

    /// Print each function after every pass
    #[arg(long)]
    pub print_after_all: bool,

    /// Print each function after passes that changed it, or the changed lines; `quiet` omits passes
    /// without changes
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "verbose")]
    pub print_changed: Option<PrintChanged>,

    /// Print these functions only; `*` prints all
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub filter_print_funcs: Vec<String>,

    /// Print the steps of passes: gi-combiner, legalizer, instruction-select, regalloc; with one
    /// thread
    #[arg(long, value_name = "TYPE,…", value_parser = debug_only::parse, conflicts_with = "debug")]
    pub debug_only: Vec<String>,

    /// Print the steps of all of these passes
    #[arg(long)]
    pub debug: bool,

    /// List the passes that are run
    #[arg(long, value_enum)]
    pub debug_pass: Option<DebugPassName>,

    /// Print statistics: counters of each pass
    #[arg(long)]
    pub stats: bool,

    /// Print the statistics as JSON
    #[arg(long)]
    pub stats_json: bool,

    /// Write when each pass was run over which function, in the format of Chrome's traces
    #[arg(long)]
    pub time_trace: bool,

    /// The trace's file, instead of `OUTPUT.time-trace` beside the output
    #[arg(long, value_name = "FILE")]
    pub time_trace_file: Option<PathBuf>,

    /// Omit events shorter than this number of microseconds from the trace
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub time_trace_granularity: u64,

    /// Run this number of optional passes over functions, with one thread, and name them; -1 runs
    /// all
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub opt_bisect_limit: Option<i64>,

    /// Report the time that each pass takes, summed over functions and threads
    #[arg(long)]
    pub time_passes: bool,

    /// Number of threads; 0: one per core. Under make, at most one per free job slot
    #[arg(short = 'j', value_name = "N", default_value_t = 0)]
    pub jobs: usize,

    /// The job slots that threads take.
    #[arg(skip)]
    pub job_slots: Arc<JobSlots>,

    /// Compile twice and report any difference
    #[arg(long)]
    pub compile_twice: bool,

    /// Format of errors and warnings
    #[arg(long, value_enum, default_value = "text")]
    pub diagnostics: DiagnosticForm,

    /// Print errors and warnings in colours
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_value = "auto",
        default_missing_value = "always")]
    pub color: Color,

    /// Maximum number of printed errors; 0 prints all, without merging similar ones
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub error_limit: usize,

    /// Append the reports of -stats and -time-passes to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub info_output_file: Option<PathBuf>,

    /// Print missed optimizations of passes whose names match this pattern: spills
    #[arg(long, value_name = "PATTERN", value_parser = parse_pattern)]
    pub pass_remarks_missed: Option<Regex>,

    /// Print the findings of passes whose names match this pattern: sizes of frames, numbers of
    /// instructions
    #[arg(long, value_name = "PATTERN", value_parser = parse_pattern)]
    pub pass_remarks_analysis: Option<Regex>,

    /// Write all such remarks to this file, in YAML
    #[arg(long, value_name = "FILE")]
    pub pass_remarks_output: Option<PathBuf>,

    /// Write only the remarks of passes whose names match this pattern
    #[arg(long, value_name = "PATTERN", value_parser = parse_pattern)]
    pub pass_remarks_filter: Option<Regex>,

    /// Write the size of each function's frame in bytes to this file, and if it is static
    #[arg(long, value_name = "FILE")]
    pub stack_usage_file: Option<PathBuf>,

    /// Do not print warnings
    #[arg(long)]
    pub no_warn: bool,

    /// Treat warnings as errors
    #[arg(long)]
    pub fatal_warnings: bool,

    /// Compile without the effect of this attribute, module flag, bundle or metadata, and warn
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub allow_ignored: Vec<String>,

    /// Print the rejected attributes, module flags, bundles, metadata and properties
    #[arg(long)]
    pub list_refused: bool,

    /// Print the options of `llc`, and the state of each
    #[arg(long)]
    pub list_llc_options: bool,

    /// Print the commands of each option
    #[arg(long)]
    pub list_uses: bool,

    /// Report all parts of the module that cannot be compiled, and write nothing
    #[arg(long)]
    pub list_unsupported: bool,

    /// Link a program
    #[arg(long)]
    pub link: bool,

    /// Optimize the modules together before code is generated, by LLVM's passes, which `ld.lld` runs
    #[arg(long)]
    pub lto: bool,

    /// Link statically
    #[arg(long = "static")]
    pub link_static: bool,

    /// Link a position-independent executable
    #[arg(long, conflicts_with = "link_static")]
    pub pie: bool,

    /// Link a shared library
    #[arg(long, conflicts_with_all = ["link_static", "pie"])]
    pub shared: bool,

    /// A library to link
    #[arg(short = 'l', value_name = "LIBRARY")]
    pub libraries: Vec<String>,

    /// A folder with libraries to link
    #[arg(short = 'L', value_name = "DIR")]
    pub library_folders: Vec<String>,

    /// Options for the linker, also spelt `-Wl,OPTION,…`
    #[arg(long, value_name = "OPTION,…", allow_hyphen_values = true)]
    pub linker_options: Vec<String>,

    /// Print the linker's whole output if linking fails
    #[arg(short = 'v', long)]
    pub verbose: bool,

    /// Print the linker's command line instead of linking
    #[arg(long = "###")]
    pub print_link_command: bool,

    /// Folder with the target's libraries
    #[arg(long, value_name = "DIR")]
    pub sysroot: Option<PathBuf>,

    /// Print a completion script for this shell
    #[arg(long, value_name = "SHELL")]
    pub print_completions: Option<Shell>,

    /// Print the manual page
    #[arg(long)]
    pub print_man_page: bool,

    /// Print the path of the runtime library of the target that -mtriple names, for linking without
    /// --link
    #[arg(long)]
    pub print_runtime: bool,

    /// Append the names of all rules that were executed to this file
    #[arg(long, value_name = "FILE")]
    pub coverage: Option<PathBuf>,

    /// Print the names of all rules of the target that -mtriple names
    #[arg(long)]
    pub list_rules: bool,

    /// Fail in this pass, to test the handling of broken invariants
    #[arg(long, value_name = "PASS", hide = true)]
    pub fail_in: Option<String>,

    /// Let the combiner take at most this number of steps, with one thread, to find the one that
    /// makes a program wrong
    #[arg(long, value_name = "STEPS")]
    pub fuel: Option<u32>,

    /// Disable this selection or combiner rule (as `--list-rules` names it), to find the cause of a
    /// wrong program
    #[arg(long, value_name = "RULE")]
    pub disable_rule: Vec<String>,

    /// With `compare`: show the code of this function side by side; with `explain`: only this
    /// function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,

    /// With `compare`: also MIR after passes that both have
    #[arg(long)]
    pub stages: bool,

    /// With `compare`: link both, run them under qemu-user, and compare their behaviour and their
    /// numbers of executed instructions
    #[arg(long)]
    pub run: bool,

    /// With `compare`: print JSON
    #[arg(long, conflicts_with = "function")]
    pub json: bool,

    /// With `compare`: exit with 1 if the ratio of instructions, bytes or executed instructions to
    /// `llc`'s is greater than this
    #[arg(long, value_name = "RATIO")]
    pub fail_above: Option<f64>,

    /// The `llc` to compare with, or to fall back on, instead of the newest on the search path
    #[arg(long, value_name = "PATH")]
    pub llc: Option<PathBuf>,

    /// With `interpret`: the program is run as it is after this pass
    #[arg(long, value_name = "PASS", default_value = "irtranslator")]
    pub stage: String,

    /// With `interpret`: stop after this number of instructions
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,

    /// With `run`, `interpret` and `compare`: the program's arguments; else more inputs
    #[arg(last = true)]
    pub program_args: Vec<OsString>,

    /// The command that replaces compiling, if there is one.
    #[arg(skip)]
    pub command: Option<Command>,

    /// The options of `llc` that have no effect here or select passes, in `llc`'s form.
    #[arg(skip)]
    pub of_llc: Vec<String>,

    /// The passes that those options disable.
    #[arg(skip)]
    pub left_out: Vec<&'static str>,

    /// The options on the command line, by long name or letter.
    #[arg(skip)]
    pub given: Vec<String>,
}

impl Options {
    /// Returns the given options for the assembly of single targets, by their long names.
    pub fn inst_printer_options_of_targets(&self) -> impl Iterator<Item = &'static str> {
        let options =
            [("riscv-no-aliases", self.riscv_no_aliases), ("riscv-emit-x8-as-fp", self.riscv_emit_x8_as_fp)];
        options.into_iter().filter(|(_, is_on)| *is_on).map(|(option, _)| option)
    }

    /// Finds the command, the first argument; without one, arguments after `--` are inputs.
    fn take_command(&mut self) {
        self.command = self.inputs.first().and_then(|first| Command::named(first.to_str()?));
        match self.command {
            Some(_) => drop(self.inputs.remove(0)),
            None => self.inputs.extend(self.program_args.drain(..).map(PathBuf::from)),
        }
    }

    /// Returns true if `llc` compiles rejected modules.
    pub fn falls_back(&self) -> bool {
        let by_abort = matches!(self.global_isel_abort.as_deref(), Some("0" | "2"));
        by_abort || self.fallback == Some(Fallback::Llc)
    }

    /// Returns true if a list of CPUs and features is requested, by `-mcpu=help` or `-mattr=help`.
    pub fn requests_target_help(&self) -> bool {
        let mut features = self.mattr.iter().flat_map(|list| list.split(','));
        self.mcpu.as_deref() == Some("help") || features.any(|item| matches!(item.trim(), "help" | "+help"))
    }
}

/// Returns the text of `--version -v`, which also lists the state of the targets' features.
fn verbose_version() -> String {
    let mut text = format!("gisel {}\n", *VERSION);
    for (arch, table) in gisel_targets::feature_tables() {
        let unused: Vec<_> = table.unused().collect();
        text += &format!("\n{arch}, features that are accepted and not used:\n  {}\n", unused.join(", "));
        text += &format!("\n{arch}, features that are refused:\n");
        text.extend(table.refused().map(|(name, why)| format!("  {name}: {why}\n")));
    }
    text
}

/// Returns the text of `--help-hidden`, which also lists the state of `llc`'s options.
fn whole_help() -> String {
    format!("{}\n{}", Options::command().render_long_help(), llc_options::listing())
}

/// Returns the help of a command, with its options.
pub fn help_of(command: Command) -> clap::Command {
    let what = match command {
        Command::Run => Use::Run,
        Command::Interpret => Use::Interpret,
        Command::Compare => Use::CompareRun,
        Command::Explain => Use::Explain,
        Command::Test => Use::Test,
    };
    let usage = format!("gisel {} {}", command.name(), command.arguments());
    let of_command = Options::command().about(command.about()).long_about(None::<&str>).override_usage(usage);
    of_command.mut_args(|arg| {
        let is_other = name(&arg).is_some_and(|name| !uses::is_for(&name, what));
        if is_other || arg.is_positional() { arg.hide(true) } else { arg }
    })
}

/// Returns the long name of an option, or its letter.
fn name(arg: &Arg) -> Option<String> {
    arg.get_long().map(str::to_owned).or_else(|| arg.get_short().map(String::from))
}

/// Returns the options that the command line contains.
fn given_options(command: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    options.filter(is_given).filter_map(name).collect()
}

/// Parses the command line, after the options of the environment. An error is ready to print, with
/// its exit code (zero for `--help` and `--version`).
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Options, (String, u8)> {
    parse_with(args, spelling::of_environment())
}

/// Replaces `@F` in arguments by those in the file `F`.
pub fn expand_files(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    spelling::expand_files(args)
}

/// Parses arguments, the program's name first, without those of the environment.
///
/// # Errors
/// An argument is invalid, or a text was requested instead of a compilation.
pub fn parse_arguments(args: impl Iterator<Item = OsString>) -> Result<Options, String> {
    parse_with(args, None).map_err(|(text, _)| text)
}

fn parse_with(
    args: impl Iterator<Item = OsString>,
    environment: Option<OsString>,
) -> Result<Options, (String, u8)> {
    let args = spelling::gather(args, environment);
    let given = |names: &[&str]| {
        let own = args.iter().take_while(|arg| *arg != "--").filter_map(|arg| arg.to_str());
        own.filter_map(|arg| arg.strip_prefix('-')).any(|arg| names.contains(&arg.trim_start_matches('-')))
    };
    if given(&["version"]) && given(&["v", "verbose"]) {
        return Err((verbose_version(), 0));
    }
    if given(&["help-hidden", "help-list-hidden"]) {
        return Err((whole_help(), 0));
    }
    if given(&["help", "help-list"]) {
        let first = args.get(1).and_then(|first| Command::named(first.to_str()?));
        let mut command = first.map_or_else(Options::command, help_of);
        return Err((command.render_long_help().to_string(), 0));
    }
    let mut command = Options::command();
    let normal = spelling::normalize(&command, args).map_err(|message| (format!("error: {message}\n"), 1))?;
    let shown = |e: clap::Error| {
        let code = u8::from(e.use_stderr());
        (refused_values::message(e), code)
    };
    let matches = command.try_get_matches_from_mut(normal.args).map_err(shown)?;
    let mut options = Options::from_arg_matches(&matches).map_err(shown)?;
    options.given = given_options(&command, &matches);
    // As in LLVM, an empty triple is ignored.
    options.mtriple = options.mtriple.filter(|triple| !triple.is_empty());
    options.of_llc = normal.of_llc.iter().map(OfLlc::argument).collect();
    options.left_out = normal.of_llc.iter().filter_map(OfLlc::left_out).collect();
    options.take_command();
    Ok(options)
}
