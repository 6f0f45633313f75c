//! The values of options.

use clap::ValueEnum;
use gisel_codegen::passes::post_ra::machine_outliner;
use gisel_codegen::pipeline::{Allocator, OptLevel};
use regex::Regex;

/// The kind of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FileType {
    /// Assembly.
    Asm,
    /// An ELF object.
    Obj,
    /// Nothing: for measuring.
    Null,
}

/// `-relocation-model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RelocationModel {
    /// Fixed addresses.
    Static,
    /// Position-independent.
    Pic,
}

/// `-code-model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CodeModelName {
    /// Within 1 MiB of the code (AArch64).
    Tiny,
    /// Within 2 GiB of zero (RISC-V: medlow), or of the code (AArch64).
    Small,
    /// Within 2 GiB of the code (RISC-V: medany).
    Medium,
    /// Anywhere.
    Large,
}

/// `-frame-pointer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FramePointerName {
    /// In every function.
    All,
    /// In functions that make calls; no other function uses its register.
    NonLeaf,
    /// In functions that make calls.
    NonLeafNoReserve,
    /// In frames that require it; no other function uses its register.
    Reserved,
    /// In frames that require it.
    None,
}

/// Parses the debugger for which debug information is tuned, by `llc`'s names.
pub(super) fn parse_debugger(name: &str) -> Result<String, String> {
    match name {
        "gdb" => Ok(name.to_owned()),
        "lldb" => Err("attributes that only LLDB reads are not written; it reads GDB's, too".into()),
        "sce" => {
            Err("debug information is written as GDB reads it, with values at calls and at entries".into())
        }
        _ => Err("there is `gdb`".into()),
    }
}

/// Parses the mode of the outliner, by `llc`'s names.
pub(super) fn parse_outliner(name: &str) -> Result<machine_outliner::Mode, String> {
    match name {
        "always" => Ok(machine_outliner::Mode::Always),
        "never" | "0" | "false" => Ok(machine_outliner::Mode::Never),
        "optimistic-pgo" | "conservative-pgo" => Err("no profiles are read".into()),
        _ => Err("there are `always` and `never`".into()),
    }
}

/// `-regalloc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegAlloc {
    /// The level's.
    Default,
    /// This one, at every level.
    Named(Allocator),
}

impl RegAlloc {
    /// Returns the allocator for all levels, if one is named.
    pub fn named(self) -> Option<Allocator> {
        match self {
            RegAlloc::Default => None,
            RegAlloc::Named(allocator) => Some(allocator),
        }
    }
}

/// Parses the name of an allocator. LLVM's other allocators are rejected, because their purposes do
/// not apply to gisel's.
pub(super) fn parse_allocator(name: &str) -> Result<RegAlloc, String> {
    match name {
        "default" => Ok(RegAlloc::Default),
        "linearscan" => Ok(RegAlloc::Named(Allocator::LinearScan)),
        "greedy" => Ok(RegAlloc::Named(Allocator::Greedy)),
        "fast" => Err("there is no allocator of single blocks; the fastest is `linearscan`".into()),
        "basic" | "pbqp" => Err("there is none of this name; the best is `greedy`".into()),
        _ => Err("there are `linearscan`, `greedy` and `default`".into()),
    }
}

/// `-x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InputLanguage {
    /// LLVM IR, as text or bitcode.
    Ir,
    /// Machine IR.
    Mir,
}

/// `-print-changed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PrintChanged {
    /// Name passes that changed nothing.
    Verbose,
    /// Do not.
    Quiet,
    /// Mark the lines that were removed and those that are new.
    Diff,
    /// So, without naming passes that changed nothing.
    DiffQuiet,
    /// As `diff`, in colours.
    Cdiff,
    /// As `diff-quiet`, in colours.
    CdiffQuiet,
}

/// `--fallback`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Fallback {
    /// There is none.
    None,
    /// `llc`.
    Llc,
}

/// `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Also in files.
    #[value(aliases = ["1", "true"])]
    Always,
    /// Nowhere.
    #[value(aliases = ["0", "false"])]
    Never,
}

/// `--diagnostics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiagnosticForm {
    /// For people.
    Text,
    /// Lines of JSON, in the form of rustc's.
    Json,
}

/// `-debug-pass`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "PascalCase")]
pub enum DebugPassName {
    /// Nothing.
    Disabled,
    /// Names in one line.
    Arguments,
    /// Also titles, one below the other.
    Structure,
}

pub(super) fn parse_level(text: &str) -> Result<OptLevel, String> {
    match text.strip_prefix('=').unwrap_or(text) {
        "0" => Ok(OptLevel::O0),
        "1" => Ok(OptLevel::O1),
        "2" | "s" | "z" => Ok(OptLevel::O2),
        "3" => Ok(OptLevel::O3),
        _ => Err("the levels are 0, 1, 2 and 3".into()),
    }
}

pub(super) fn parse_pattern(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|e| e.to_string().lines().last().unwrap_or("a wrong pattern").to_owned())
}

/// `-fp-contract`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FpContract {
    /// Round products that the module does not require to be fused.
    Off,
    /// Fuse what the module marks.
    On,
    /// Allow more, which is not done.
    Fast,
}
