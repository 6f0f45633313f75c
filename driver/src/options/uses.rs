//! The commands of each option: the table by which a command rejects options that it would not
//! honour.
//!
//! An option that only affects the code also applies to commands on which it has no visible effect.

use super::{Command, Options};
use crate::llc_options;
use std::fmt::Write;

/// The use of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Compile each of them.
    Compile,
    /// Link them.
    Link,
    /// Link them and run the program.
    Run,
    /// Interpret the program in its state after a pass.
    Interpret,
    /// Compile it also by `llc`.
    Compare,
    /// Compile it also by `llc`, and run both programs.
    CompareRun,
    /// Show the compilation of its functions.
    Explain,
    /// Execute the commands in them.
    Test,
    /// Compile them for a program.
    Library,
}

use Use::{Compare, CompareRun, Compile, Explain, Interpret, Library, Link, Run, Test};

impl Use {
    /// Returns the name in messages.
    fn name(self) -> &'static str {
        match self {
            Compile => "compiling",
            Link => "`--link`",
            Run => "`gisel run`",
            Interpret => "`gisel interpret`",
            Compare => "`gisel compare`",
            CompareRun => "`gisel compare --run`",
            Explain => "`gisel explain`",
            Test => "`gisel test`",
            Library => "the library",
        }
    }

    /// Returns the use that the command line requests.
    pub fn of(options: &Options) -> Use {
        match options.command {
            None if options.link => Link,
            None => Compile,
            Some(Command::Run) => Run,
            Some(Command::Interpret) => Interpret,
            Some(Command::Compare) if options.run => CompareRun,
            Some(Command::Compare) => Compare,
            Some(Command::Explain) => Explain,
            Some(Command::Test) => Test,
        }
    }
}

/// The uses that generate code or read modules.
const CODE: &[Use] = &[Compile, Link, Run, Interpret, Compare, CompareRun, Explain, Library];
/// All uses.
const ALL: &[Use] = &[Compile, Link, Run, Interpret, Compare, CompareRun, Explain, Test, Library];
/// The uses that generate objects.
const OBJECTS: &[Use] = &[Compile, Link, Run, Compare, CompareRun, Library];
/// The uses that compile each input once and print all requested reports.
const REPORTS: &[Use] = &[Compile, Link, Run, Library];
/// The uses that link.
const LINKS: &[Use] = &[Link, Run];
/// The uses that link, for any kind of program.
const ANY_LINKS: &[Use] = &[Link, Run, CompareRun];
const COMPARES: &[Use] = &[Compare, CompareRun];

/// Options by long name or letter, with their uses.
const TABLE: &[(&[Use], &[&str])] = &[
    (
        CODE,
        &[
            "O",
            "mtriple",
            "march",
            "x",
            "mcpu",
            "mattr",
            "relocation-model",
            "code-model",
            "enable-tlsdesc",
            "aarch64-elf-ldtls-generation",
            "tls-size",
            "target-abi",
            "frame-pointer",
            "stackrealign",
            "disable-verify",
            "verify-machineinstrs",
            "verify-mir",
            "global-isel",
            "regbankselect-fast",
            "regbankselect-greedy",
            "regbankselect-global",
            "regalloc",
            "error-limit",
            "no-warn",
            "allow-ignored",
            "fail-in",
            "fuel",
            "disable-rule",
            "global-merge-max-offset",
        ],
    ),
    (ALL, &["j", "diagnostics", "color"]),
    (
        OBJECTS,
        &[
            "I",
            "enable-machine-outliner",
            "machine-outliner-reruns",
            "function-sections",
            "data-sections",
            "unique-section-names",
            "addrsig",
            "stack-size-section",
            "disable-partial-libcall-inlining",
            "disable-tail-calls",
            "trap-unreachable",
            "safestack-use-pointer-address",
            "nozero-initialized-in-bss",
            "separate-named-sections",
            "use-ctors",
            "emit-jump-table-sizes-section",
            "xray-function-index",
            "aarch64-mark-bti-property",
            "mc-relax-all",
            "fp-contract",
            "align-all-functions",
            "dwarf-version",
            "dwarf64",
            "debugger-tune",
            "accel-tables",
            "generate-type-units",
            "generate-arange-section",
            "strict-dwarf",
            "split-dwarf-file",
            "force-dwarf-frame-section",
        ],
    ),
    (
        REPORTS,
        &[
            "debug",
            "debug-only",
            "debug-pass",
            "stats",
            "stats-json",
            "time-passes",
            "info-output-file",
            "pass-remarks-missed",
            "pass-remarks-analysis",
            "pass-remarks-output",
            "pass-remarks-filter",
            "stack-usage-file",
        ],
    ),
    (
        &[Compile, Link, Run, Interpret, Library],
        &[
            "print-before",
            "print-before-all",
            "print-after",
            "print-after-all",
            "print-changed",
            "filter-print-funcs",
        ],
    ),
    (&[Compile, Link, Run, Interpret, Explain, Library], &["opt-bisect-limit"]),
    (&[Compile, Link, Run, Interpret, Compare, CompareRun, Explain], &["fatal-warnings"]),
    // The interpreter has thread-local variables, but no routine that finds them.
    (&[Compile, Link, Run, Compare, CompareRun, Explain, Library], &["emulated-tls"]),
    (&[Compile, Link, Run], &["compile-twice", "coverage"]),
    (&[Compile, Link, Compare, CompareRun, Explain], &["o"]),
    // Both outputs are compared.
    (&[Compile, Compare, CompareRun, Library], &["filetype"]),
    (
        &[Compile, Library],
        &[
            "M",
            "riscv-no-aliases",
            "riscv-emit-x8-as-fp",
            "asm-verbose",
            "show-mc-encoding",
            "no-integrated-as",
            // GNU's linkers do not know the format.
            "crel",
            // They do not find functions of shared libraries for its table.
            "call-graph-section",
            "stop-after",
            "stop-before",
            "start-after",
            "start-before",
            "run-pass",
        ],
    ),
    (
        &[Compile],
        &[
            "split-dwarf-output",
            "fallback",
            "global-isel-abort",
            "time-trace",
            "time-trace-file",
            "time-trace-granularity",
            "list-refused",
            "list-llc-options",
            "list-uses",
            "list-unsupported",
            "list-rules",
            "print-completions",
            "print-man-page",
            "print-runtime",
        ],
    ),
    (LINKS, &["link", "static", "pie", "lto"]),
    (&[Link], &["shared", "###"]),
    (ANY_LINKS, &["l", "L", "linker-options", "sysroot", "verbose"]),
    (&[Compare, CompareRun, Explain], &["function"]),
    (COMPARES, &["stages", "run", "json", "fail-above"]),
    (&[Compile, Compare, CompareRun], &["llc"]),
    (&[Interpret], &["stage", "steps"]),
    (&[Run, Interpret, CompareRun], &[ARGUMENTS]),
];

/// The arguments of the program.
const ARGUMENTS: &str = "--";

/// Returns the uses of an option.
fn uses(option: &str) -> &'static [Use] {
    TABLE.iter().find(|(_, options)| options.contains(&option)).map_or(&[], |(uses, _)| *uses)
}

/// Returns true if an option, by its long name or letter, applies to a use.
pub(super) fn is_for(option: &str, what: Use) -> bool {
    uses(option).contains(&what)
}

/// Returns an option as in messages: `llc`'s with one dash.
fn shown(option: &str) -> String {
    match option {
        "linker-options" => "-Wl".into(),
        "static" | "pie" | "shared" | "###" => format!("-{option}"),
        _ if option.len() == 1 || llc_options::find(option).is_some() => format!("-{option}"),
        _ => format!("--{option}"),
    }
}

/// Returns the names of uses, without those that another one implies.
fn names(uses: &[Use]) -> Vec<&'static str> {
    let compares = uses.contains(&Compare);
    let named = uses.iter().filter(|&&u| u != Library && !(u == CompareRun && compares));
    named.map(|u| u.name()).collect()
}

/// Returns the error for an option that does not apply to a use, with its uses.
fn refusal(option: &str, what: Use) -> String {
    let shown =
        if option == ARGUMENTS { "what follows --".into() } else { format!("option {}", shown(option)) };
    if what == Library {
        return format!("{shown} is for the command, not for the library");
    }
    let names = names(uses(option));
    let (last, others) = names.split_last().unwrap_or((&"nothing", &[]));
    let names =
        if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
    format!("{shown} is for {names}, not for {}", what.name())
}

impl Options {
    /// Returns the error for the first option that does not apply to `what`.
    pub fn misplaced(&self, what: Use) -> Option<String> {
        let wrong = self.given.iter().find(|option| !is_for(option, what));
        let has_arguments = !self.program_args.is_empty() && !is_for(ARGUMENTS, what);
        wrong.map(String::as_str).or(has_arguments.then_some(ARGUMENTS)).map(|option| refusal(option, what))
    }
}

/// Returns the text of `--list-uses`: a line for each option, with its uses.
pub fn listing() -> String {
    let mut text = String::new();
    for (uses, options) in TABLE {
        let names = names(uses).join(", ").replace('`', "");
        for option in *options {
            let option = if *option == ARGUMENTS { "-- ARGUMENTS".into() } else { shown(option) };
            let _ = writeln!(text, "{option:<35}  {names}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_is_in_one_row() {
        let rows: Vec<&str> = TABLE.iter().flat_map(|(_, options)| options.iter().copied()).collect();
        let known: BTreeSet<&str> = rows.iter().copied().collect();
        assert_eq!(rows.len(), known.len(), "an option stands in two rows");
        let command = Options::command();
        let options = command.get_arguments().filter(|arg| !arg.is_positional());
        let mut names: BTreeSet<String> = options.filter_map(super::super::name).collect();
        names.insert(ARGUMENTS.into());
        let rows: BTreeSet<String> = rows.into_iter().map(str::to_owned).collect();
        assert_eq!(rows, names);
    }
}
