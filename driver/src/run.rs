//! Running a linked program: directly on its own architecture, else under qemu-user.

use crate::link::{default_sysroot, find_program};
use crate::output;
use gisel_target_registry::Target;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Runs a program with standard streams inherited, and gives the exit code a shell would.
///
/// # Errors
/// No qemu for the target, or the program cannot be started.
pub fn run(program: &Path, triple: &str, args: &[OsString], sysroot: Option<&Path>) -> Result<i32, String> {
    let mut command = if architecture(triple)? == std::env::consts::ARCH {
        Command::new(program)
    } else {
        emulated(program, triple, sysroot)?
    };
    let status = command.args(args).status().map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    if let Some(signal) = status.signal() {
        output::stderr(&format!("gisel: {}\n", ending(signal)));
    }
    Ok(exit_code(status))
}

/// Signals that end programs that are wrong: number, name, and what such a program has done.
const SIGNALS: [(i32, &str, &str); 7] = [
    (
        4,
        "SIGILL",
        "it executed what is no instruction of this machine: a trap, or one of an extension that the machine does not have",
    ),
    (5, "SIGTRAP", "it executed a breakpoint or a trap"),
    (6, "SIGABRT", "it called `abort`"),
    (7, "SIGBUS", "it accessed memory that is not there, or at an address that is not aligned"),
    (8, "SIGFPE", "it divided by zero, or raised the signal itself"),
    (9, "SIGKILL", "somebody ended it, or there was no memory left"),
    (11, "SIGSEGV", "it accessed memory that it does not have, or its stack is full"),
];

/// What ended a program.
fn ending(signal: i32) -> String {
    match SIGNALS.iter().find(|(number, ..)| *number == signal) {
        Some((_, name, why)) => format!("the program was killed by {name}: {why}"),
        None => format!("the program was killed by signal {signal}"),
    }
}

fn architecture(triple: &str) -> Result<&'static str, String> {
    let target = Target::of_triple(triple).ok_or_else(|| format!("cannot run a program for '{triple}'"))?;
    Ok(target.name)
}

/// The emulator for programs of a triple.
///
/// # Errors
/// There is none.
pub fn emulator(triple: &str) -> Result<PathBuf, String> {
    let arch = architecture(triple)?;
    let names = [format!("qemu-{arch}"), format!("qemu-{arch}-static")];
    let found = names.iter().find_map(|name| find_program(name));
    found.ok_or_else(|| format!("cannot run a program for '{triple}': install qemu-user (qemu-{arch})"))
}

fn emulated(program: &Path, triple: &str, sysroot: Option<&Path>) -> Result<Command, String> {
    let mut command = Command::new(emulator(triple)?);
    if let Some(root) = sysroot.map(Path::to_path_buf).or_else(|| default_sysroot(triple)) {
        command.arg("-L").arg(root);
    }
    command.arg(program);
    Ok(command)
}

/// A program that a signal ended counts as 128 and the signal's number.
fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_a_program_is_named() {
        assert!(ending(11).contains("killed by SIGSEGV: it accessed"), "{}", ending(11));
        assert_eq!(ending(34), "the program was killed by signal 34");
    }
}
