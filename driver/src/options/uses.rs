//! Which option is for which command: the table that says what a command refuses because it would not honour it.
//!
//! An option that changes nothing that can be seen of what a command does, since it is about the code alone, is for it, too.

use super::{Command, Options};
use crate::llc_options;
use std::fmt::Write;

/// What is done with inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Each is compiled.
    Compile,
    /// They are linked.
    Link,
    /// They are linked, and the program is run.
    Run,
    /// The program is executed as it is after a pass.
    Interpret,
    /// It is compiled by `llc`, too.
    Compare,
    /// So, and both programs are run.
    CompareRun,
    /// The way of its functions is shown.
    Explain,
    /// The commands in them are executed.
    Test,
    /// A program has it compiled.
    Library,
}

use Use::{Compare, CompareRun, Compile, Explain, Interpret, Library, Link, Run, Test};

impl Use {
    /// As messages name it.
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

    /// What the command line asks for.
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

/// What makes code, and what reads modules.
const CODE: &[Use] = &[Compile, Link, Run, Interpret, Compare, CompareRun, Explain, Library];
/// What says something.
const ALL: &[Use] = &[Compile, Link, Run, Interpret, Compare, CompareRun, Explain, Test, Library];
/// What makes objects.
const OBJECTS: &[Use] = &[Compile, Link, Run, Compare, CompareRun, Library];
/// What compiles each input once, and says all that is asked for about it.
const REPORTS: &[Use] = &[Compile, Link, Run, Library];
/// What links.
const LINKS: &[Use] = &[Link, Run];
/// What links whatever kind of program it is.
const ANY_LINKS: &[Use] = &[Link, Run, CompareRun];
const COMPARES: &[Use] = &[Compare, CompareRun];

/// Options, by long name or letter, with what they are for.
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
            "dwarf-version",
            "debugger-tune",
            "accel-tables",
            "generate-type-units",
            "generate-arange-section",
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
    // The interpreter has variables of threads, but no routine that finds them.
    (&[Compile, Link, Run, Compare, CompareRun, Explain, Library], &["emulated-tls"]),
    (&[Compile, Link, Run], &["compile-twice", "coverage"]),
    (&[Compile, Link, Compare, CompareRun, Explain], &["o"]),
    // Both are compared.
    (&[Compile, Compare, CompareRun, Library], &["filetype"]),
    (
        &[Compile, Library],
        &[
            "M",
            "asm-verbose",
            "show-mc-encoding",
            "no-integrated-as",
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
    (LINKS, &["link", "static", "pie"]),
    (&[Link], &["shared", "###"]),
    (ANY_LINKS, &["l", "L", "linker-options", "sysroot", "verbose"]),
    (&[Compare, CompareRun, Explain], &["function"]),
    (COMPARES, &["stages", "run", "json", "fail-above"]),
    (&[Compile, Compare, CompareRun], &["llc"]),
    (&[Interpret], &["stage", "steps"]),
    (&[Run, Interpret, CompareRun], &[ARGUMENTS]),
];

/// Stands for the arguments of the program.
const ARGUMENTS: &str = "--";

/// What an option is for.
fn uses(option: &str) -> &'static [Use] {
    TABLE.iter().find(|(_, options)| options.contains(&option)).map_or(&[], |(uses, _)| *uses)
}

/// Whether an option, of this long name or letter, is for a use.
pub(super) fn is_for(option: &str, what: Use) -> bool {
    uses(option).contains(&what)
}

/// An option as messages name it: `llc`'s with one dash.
fn shown(option: &str) -> String {
    match option {
        "linker-options" => "-Wl".into(),
        "static" | "pie" | "shared" | "###" => format!("-{option}"),
        _ if option.len() == 1 || llc_options::find(option).is_some() => format!("-{option}"),
        _ => format!("--{option}"),
    }
}

/// The names of uses, without those that another one implies.
fn names(uses: &[Use]) -> Vec<&'static str> {
    let compares = uses.contains(&Compare);
    let named = uses.iter().filter(|&&u| u != Library && !(u == CompareRun && compares));
    named.map(|u| u.name()).collect()
}

/// Says that an option is not for a use, and what it is for.
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
    /// What is wrong with the first of the given options that is not for `what`.
    pub fn misplaced(&self, what: Use) -> Option<String> {
        let wrong = self.given.iter().find(|option| !is_for(option, what));
        let has_arguments = !self.program_args.is_empty() && !is_for(ARGUMENTS, what);
        wrong.map(String::as_str).or(has_arguments.then_some(ARGUMENTS)).map(|option| refusal(option, what))
    }
}

/// What `--list-uses` prints: a line for each option, with what it is for.
pub fn listing() -> String {
    let mut text = String::new();
    for (uses, options) in TABLE {
        let names = names(uses).join(", ").replace('`', "");
        for option in *options {
            let option = if *option == ARGUMENTS { "-- ARGUMENTS".into() } else { shown(option) };
            let _ = writeln!(text, "{option:<32}{names}");
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
    fn every_option_stands_in_one_row() {
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
