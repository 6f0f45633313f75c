//! The command line: `llc`'s options by their names, and ours for linking and running.
//!
//! LLVM's tools take long options behind one dash; those in `SINGLE_DASH` are accepted so.

use clap::{Parser, ValueEnum};
use gisel_codegen::pipeline::OptLevel;
use std::ffi::OsString;
use std::path::PathBuf;

/// Long options that may stand behind a single dash.
const SINGLE_DASH: &[&str] = &[
    "code-model",
    "data-sections",
    "disable-verify",
    "filetype",
    "filter-print-funcs",
    "function-sections",
    "global-isel",
    "mattr",
    "mcpu",
    "mtriple",
    "march",
    "print-after",
    "print-after-all",
    "relocation-model",
    "run-pass",
    "start-after",
    "stop-after",
    "verify-machineinstrs",
    "time-passes",
    "version",
    "help",
];

/// What is written.
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
    /// Within 2 GiB of zero (RISC-V: medlow), or of the code (AArch64).
    Small,
    /// Within 2 GiB of the code (RISC-V: medany).
    Medium,
}

/// Compiles LLVM IR to RISC-V and AArch64 machine code.
#[derive(Parser, Debug)]
#[command(name = "gisel", version, about, long_about = None)]
pub struct Options {
    /// Input files, LLVM IR as text or bitcode; `-` reads standard input. After `run`: the program's
    pub inputs: Vec<PathBuf>,

    /// Output file; `-` writes to standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Optimization level
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", value_parser = parse_level)]
    pub level: OptLevel,

    /// What to write
    #[arg(long, value_enum, default_value = "asm")]
    pub filetype: FileType,

    /// Target triple, instead of the module's
    #[arg(long, value_name = "TRIPLE")]
    pub mtriple: Option<String>,

    /// Architecture: the triple's first part
    #[arg(long, value_name = "ARCH")]
    pub march: Option<String>,

    /// CPU of functions that name none
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,

    /// Features of functions that name none, such as `+zbb,-relax`
    #[arg(long, value_name = "FEATURES", allow_hyphen_values = true)]
    pub mattr: Option<String>,

    /// Relocation model, instead of the module's
    #[arg(long, value_enum)]
    pub relocation_model: Option<RelocationModel>,

    /// Code model, instead of the target's default
    #[arg(long, value_enum)]
    pub code_model: Option<CodeModelName>,

    /// Each function in a section of its own
    #[arg(long)]
    pub function_sections: bool,

    /// Each datum in a section of its own
    #[arg(long)]
    pub data_sections: bool,

    /// Do not run LLVM's IR verifier
    #[arg(long)]
    pub disable_verify: bool,

    /// Verify each function after each pass, and check every register allocation
    #[arg(long)]
    pub verify_machineinstrs: bool,

    /// Accepted for `llc`'s sake: there is no other selector
    #[arg(long, hide = true)]
    pub global_isel: bool,

    /// Stop behind this pass and write MIR
    #[arg(long, value_name = "PASS")]
    pub stop_after: Option<String>,

    /// Begin behind this pass
    #[arg(long, value_name = "PASS")]
    pub start_after: Option<String>,

    /// Run these passes only, and write MIR; `none` runs none
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub run_pass: Vec<String>,

    /// Print each function behind this pass
    #[arg(long, value_name = "PASS")]
    pub print_after: Vec<String>,

    /// Print each function behind every pass
    #[arg(long)]
    pub print_after_all: bool,

    /// Print these functions only
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub filter_print_funcs: Vec<String>,

    /// Report the time that each pass takes, summed over functions and threads
    #[arg(long)]
    pub time_passes: bool,

    /// Number of threads; 0 takes as many as there are cores
    #[arg(short = 'j', value_name = "N", default_value_t = 0)]
    pub jobs: usize,

    /// Compile twice and report any difference
    #[arg(long)]
    pub compile_twice: bool,

    /// Report everything in the module that cannot be compiled, and write nothing
    #[arg(long)]
    pub list_unsupported: bool,

    /// Link a program
    #[arg(long)]
    pub link: bool,

    /// Link statically
    #[arg(long = "static")]
    pub link_static: bool,

    /// Link a position-independent executable
    #[arg(long, conflicts_with = "link_static")]
    pub pie: bool,

    /// A library to link
    #[arg(short = 'l', value_name = "LIBRARY")]
    pub libraries: Vec<String>,

    /// Where the target's libraries are
    #[arg(long, value_name = "DIR")]
    pub sysroot: Option<PathBuf>,

    /// Print the path of the runtime library of the target that -mtriple names, for linking without --link
    #[arg(long)]
    pub print_runtime: bool,

    /// Append the names of all rules that were executed to this file
    #[arg(long, value_name = "FILE")]
    pub coverage: Option<PathBuf>,

    /// Print the names of all rules of the target that -mtriple names
    #[arg(long)]
    pub list_rules: bool,

    /// Let the combiner take so many steps and no more, with one thread, to find the one that makes a program wrong
    #[arg(long, value_name = "STEPS")]
    pub fuel: Option<u32>,

    /// Do without this selection or combiner rule (as `--list-rules` names it), to find the cause of a wrong program
    #[arg(long, value_name = "RULE")]
    pub disable_rule: Vec<String>,

    /// With `run`: the program's arguments
    #[arg(last = true)]
    pub program_args: Vec<OsString>,
}

fn parse_level(text: &str) -> Result<OptLevel, String> {
    match text.strip_prefix('=').unwrap_or(text) {
        "0" => Ok(OptLevel::O0),
        "1" => Ok(OptLevel::O1),
        "2" | "s" | "z" => Ok(OptLevel::O2),
        "3" => Ok(OptLevel::O3),
        _ => Err("the levels are 0, 1, 2 and 3".into()),
    }
}

/// The arguments as clap expects them.
pub fn normalize(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut verbatim = false;
    args.map(|arg| {
        verbatim |= arg == "--";
        match arg.to_str() {
            Some(text) if !verbatim && is_single_dash(text) => OsString::from(format!("-{text}")),
            _ => arg,
        }
    })
    .collect()
}

fn is_single_dash(text: &str) -> bool {
    let Some(name) = text.strip_prefix('-').filter(|n| !n.starts_with('-')) else { return false };
    let name = name.split('=').next().unwrap_or(name);
    SINGLE_DASH.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Options {
        let args = ["gisel"].iter().chain(args).map(OsString::from);
        Options::parse_from(normalize(args))
    }

    #[test]
    fn options_are_spelt_as_by_llc() {
        let o = parse(&["-O0", "-mtriple=riscv64", "-filetype=obj", "-mattr=-c,+zbb", "-o", "a.o", "a.ll"]);
        assert_eq!((o.level, o.filetype), (OptLevel::O0, FileType::Obj));
        assert_eq!((o.mtriple.as_deref(), o.mattr.as_deref()), (Some("riscv64"), Some("-c,+zbb")));
        assert_eq!(o.inputs, [PathBuf::from("a.ll")]);
    }

    #[test]
    fn arguments_of_the_program_are_left_alone() {
        let o = parse(&["run", "p.ll", "--", "-mtriple=x"]);
        assert_eq!(o.program_args, ["-mtriple=x"]);
        assert_eq!(o.inputs.len(), 2);
    }
}
