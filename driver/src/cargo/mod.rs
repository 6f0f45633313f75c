//! `cargo gisel`: builds a cargo project for a target, with code generation by this compiler.
//!
//! cargo is run with a configuration for the target. rustc writes bitcode (`-Clinker-plugin-lto`).
//! The linker is the compiler command, which compiles the bitcode at link time. Programs run in
//! qemu, unless the project names a runner. If the source of the standard library is there
//! (`rustup component add rust-src`), that is built, too. While tests run, scripts that start qemu
//! are in the place of the project's programs.
//!
//! With `-v`, the whole command is printed. The project's own configuration and `RUSTFLAGS` stay
//! valid. Build scripts and procedural macros are compiled for this machine as before.
//!
//! Cost: two starts of rustc, for its version and for the conditions of a configured runner, and one
//! of cargo for each requested key of its configuration.

mod configuration;
mod linker;
#[cfg(test)]
mod tests;

use crate::emulator::{Emulator, Extensions};
use crate::failure::{Failure, io_failure, write};
use crate::output;
use crate::run::exit_code;
use crate::run_wrapper;
use crate::shell::quoted;
use crate::temporary_folder::temporary_folder;
use configuration::{Configuration, Rustc};
use gisel_target_registry::{Folder, TARGETS, Target};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the program that cargo starts for `cargo gisel`.
const PROGRAM: &str = "cargo-gisel";

/// The name of the command: `gisel cargo`.
pub(crate) const COMMAND: &str = "cargo";

/// The description of the command.
pub(crate) const ABOUT: &str = "build, run and test a project with cargo (as `cargo gisel`)";

/// The text of `--help`.
const HELP: &str = "Usage: cargo gisel [--no-build-std] COMMAND --target TRIPLE [OPTIONS]

Runs a command of cargo, such as build, run or test, with code of gisel. All options are cargo's but:

  --no-build-std  Keep the toolchain's standard library, even if its source is installed
";

/// The option that keeps the standard library of the toolchain.
const NO_BUILD_STD: &str = "--no-build-std";

/// The option of rustc that writes bitcode instead of machine code.
const BITCODE: &str = "-Clinker-plugin-lto";

/// The environment variable that allows unstable options of cargo: `-Zbuild-std`, `config get`.
const BOOTSTRAP: &str = "RUSTC_BOOTSTRAP";

/// Flags of a compiler.
struct Flags {
    /// The key in a target's configuration, and in that of all targets.
    key: &'static str,
    /// The environment variables, the first one first, and their separators.
    variables: [(&'static str, &'static str); 2],
}

/// The flags of rustc, and of rustdoc, which compiles tests in documentation.
const FLAGS: [Flags; 2] = [
    Flags { key: "rustflags", variables: [("CARGO_ENCODED_RUSTFLAGS", "\x1f"), ("RUSTFLAGS", " ")] },
    Flags { key: "rustdocflags", variables: [("CARGO_ENCODED_RUSTDOCFLAGS", "\x1f"), ("RUSTDOCFLAGS", " ")] },
];

/// The commands of cargo that execute programs of the target. Aliases and commands of others may, too.
const RUNNING: [&str; 5] = ["run", "r", "test", "t", "bench"];

/// The options of cargo before a command that have a value.
const VALUED: [&str; 5] = ["--color", "--config", "--explain", "-C", "-Z"];

/// A call of `cargo gisel`: the arguments for cargo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    arguments: Vec<OsString>,
    builds_std: bool,
}

impl Call {
    /// Recognizes `gisel cargo …` and `cargo-gisel gisel …`, as cargo calls it.
    pub fn recognize(arguments: impl Iterator<Item = OsString>) -> Option<Call> {
        let mut arguments = arguments.peekable();
        let program = arguments.next()?;
        if Path::new(&program).file_stem().is_some_and(|name| name == PROGRAM) {
            arguments.next_if(|first| first == "gisel");
            // Tests are started by this program, whatever its name is.
            if arguments.peek().is_some_and(|first| first == run_wrapper::COMMAND) {
                return None;
            }
        } else {
            arguments.next_if(|first| first == COMMAND)?;
        }
        let mut call = Call { arguments: Vec::new(), builds_std: true };
        while let Some(argument) = arguments.next() {
            if argument == NO_BUILD_STD {
                call.builds_std = false;
                continue;
            }
            let is_end = argument == "--";
            call.arguments.push(argument);
            if is_end {
                call.arguments.extend(arguments.by_ref());
            }
        }
        Some(call)
    }

    /// Returns the arguments that are cargo's own, not the program's.
    fn own(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().take_while(|argument| *argument != "--").filter_map(|own| own.to_str())
    }

    /// Returns the target that is named on the command line.
    fn target(&self) -> Option<String> {
        self.values_of("--target").first().map(|&target| target.to_owned())
    }

    /// Returns the values of `--config`.
    fn configuration(&self) -> Vec<&str> {
        self.values_of("--config")
    }

    /// Returns the values of an option of cargo: those joined to it by `=`, then the others.
    fn values_of(&self, option: &str) -> Vec<&str> {
        let own: Vec<&str> = self.own().collect();
        let joined = own.iter().filter_map(|argument| argument.strip_prefix(option)?.strip_prefix('='));
        let apart = own.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1]);
        joined.chain(apart).collect()
    }

    /// Returns the name of cargo's command.
    fn command(&self) -> Option<&str> {
        let mut own = self.own();
        while let Some(argument) = own.next() {
            if VALUED.contains(&argument) {
                own.next();
            } else if !argument.starts_with('-') {
                return Some(argument);
            }
        }
        None
    }

    /// Returns true if cargo executes programs of the target for certain.
    fn runs(&self) -> bool {
        self.command().is_some_and(|command| RUNNING.contains(&command))
    }

    fn is_verbose(&self) -> bool {
        self.own().any(|argument| argument == "--verbose" || argument.starts_with("-v"))
    }
}

/// Executes a call; returns cargo's exit code.
///
/// # Errors
/// No target is named, or it is not supported; rustc's LLVM is newer than this one; a program is
/// missing.
pub(crate) fn run(call: &Call) -> Result<i32, Failure> {
    if call.own().next().is_none_or(|first| first == "--help" || first == "-h") {
        return write(Path::new("-"), HELP.as_bytes()).map(|()| 0);
    }
    let cargo = PathBuf::from(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let configuration = Configuration { cargo: &cargo, given: call.configuration() };
    let triple = call
        .target()
        .or_else(|| configuration.string("build.target"))
        .ok_or_else(|| Failure::new("no target: name one with --target, as rustc spells it"))?;
    let target = target_of(&triple).ok_or_else(|| {
        let names = gisel_target_registry::listed();
        Failure::new(format!("no code is generated for '{triple}', but for {names}"))
    })?;
    let rustc = configuration::rustc(&cargo)?;
    let folder = temporary_folder()?;
    let wrapped = folder.path().join("wrapped");
    let mut command = Command::new(&cargo);
    for setting in settings(call, (&configuration, &rustc), &triple, target, &wrapped)? {
        command.arg("--config").arg(setting);
    }
    command.envs(FLAGS.iter().filter_map(flags_of_environment));
    if call.builds_std && rustc.has_source {
        command.env(BOOTSTRAP, "1").arg("-Zbuild-std");
    }
    command.args(&call.arguments);
    if call.is_verbose() {
        output::stderr(&format!("{}\n", shown(&command)));
    }
    let status = command.status().map_err(|e| io_failure("run", &cargo, &e))?;
    run_wrapper::restore(&wrapped)?;
    Ok(exit_code(status))
}

/// Returns the settings of cargo's configuration for a target. The list is for programs that are
/// wrapped.
fn settings(
    call: &Call,
    (configuration, rustc): (&Configuration<'_>, &Rustc),
    triple: &str,
    target: &Target,
    wrapped: &Path,
) -> Result<Vec<String>, Failure> {
    let toml = |text: &str| serde_json::Value::from(text).to_string();
    let clang_triple = clang_triple(triple, target);
    let linker = linker::program(&clang_triple)?;
    let mut settings = vec![format!("target.{triple}.linker={}", toml(&linker.to_string_lossy()))];
    for of in FLAGS.iter().filter(|of| flags_of_environment(of).is_none()) {
        // cargo ignores the flags of all targets if there are flags of this one.
        let mut flags = configuration.list(&format!("build.{}", of.key));
        flags.push(BITCODE.into());
        let flags: Vec<String> = flags.iter().map(|flag| toml(flag)).collect();
        settings.push(format!("target.{triple}.{}=[{}]", of.key, flags.join(", ")));
    }
    let emulator = Emulator::new(&clang_triple, &Extensions::new());
    if (emulator.is_ok() || call.runs()) && !configuration.has_runner(triple, &rustc.cfgs(triple)?) {
        // Without an emulator, the build would be in vain.
        emulator.map_err(Failure::new)?;
        let own = env::current_exe().map_err(|e| io_failure("find", Path::new("this program"), &e))?;
        let (own, list) = (own.to_string_lossy(), wrapped.to_string_lossy());
        let words = [&*own, run_wrapper::COMMAND, run_wrapper::TEST, &*list].map(toml);
        settings.push(format!("target.{triple}.runner=[{}]", words.join(", ")));
    }
    Ok(settings)
}

/// Returns the target of a triple of rustc, which may name extensions in the architecture.
fn target_of(triple: &str) -> Option<&'static Target> {
    let arch = triple.split('-').next()?;
    let is_extended = |target: &&Target| {
        target.folder == Folder::Riscv && arch.strip_prefix(target.name).is_some_and(|rest| !rest.is_empty())
    };
    Target::of_triple(triple).or_else(|| TARGETS.iter().find(is_extended))
}

/// Returns clang's triple for one of rustc's.
fn clang_triple(triple: &str, target: &Target) -> String {
    let rest = triple.split_once('-').map_or("unknown-linux-gnu", |(_, rest)| rest);
    format!("{}-{rest}", target.name)
}

/// Returns the environment variable with flags for a compiler, if one is set, and its value with the
/// flag for bitcode.
fn flags_of_environment(of: &Flags) -> Option<(&'static str, OsString)> {
    of.variables.into_iter().find_map(|(name, separator)| {
        let mut flags = env::var_os(name)?;
        if !flags.is_empty() {
            flags.push(separator);
        }
        flags.push(BITCODE);
        Some((name, flags))
    })
}

/// Returns a command as a shell reads it, with the environment variables that it sets.
fn shown(command: &Command) -> String {
    let quoted = |word: &OsStr| quoted(&word.to_string_lossy());
    let variables = command.get_envs().filter_map(|(name, value)| {
        value.map(|value| format!("{}={}", name.to_string_lossy(), quoted(value)))
    });
    let words = std::iter::once(command.get_program()).chain(command.get_args()).map(quoted);
    variables.chain(words).collect::<Vec<String>>().join(" ")
}
