//! Running a linked program: directly on its own architecture, else under qemu-user.

use crate::emulator::{Emulator, Extensions};
use crate::output;
use gisel_target_registry::Target;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Runs a program that uses `extensions`, with inherited standard streams. Returns the exit code as
/// a shell does.
///
/// # Errors
/// There is no qemu for the target, or the program cannot be started.
pub fn run(
    program: &Path,
    (triple, extensions): (&str, &Extensions),
    args: &[OsString],
    sysroot: Option<&Path>,
) -> Result<i32, String> {
    let mut command = Command::new(program);
    let mut lacks = None;
    if architecture(triple)? != std::env::consts::ARCH {
        let emulator = Emulator::new(triple, extensions)?;
        lacks = emulator.lacks();
        command = emulator.command(triple, sysroot);
        command.arg(program);
    }
    let status = command.args(args).status().map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    if let Some(signal) = status.signal() {
        output::stderr(&format!("gisel: the program was {}\n", ending(signal, lacks.as_deref())));
    }
    Ok(exit_code(status))
}

/// The number of SIGILL.
const ILLEGAL_INSTRUCTION: i32 = 4;

/// Signals of faulty programs: number, name, and the cause.
const SIGNALS: [(i32, &str, &str); 7] = [
    (
        ILLEGAL_INSTRUCTION,
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

/// Returns the signal that ended a program, with the missing extensions if it was an illegal
/// instruction.
pub fn ending(signal: i32, lacks: Option<&str>) -> String {
    let lacks = lacks.filter(|_| signal == ILLEGAL_INSTRUCTION);
    let lacks = lacks.map(|lacks| format!("; {lacks}")).unwrap_or_default();
    match SIGNALS.iter().find(|(number, ..)| *number == signal) {
        Some((_, name, why)) => format!("killed by {name}: {why}{lacks}"),
        None => format!("killed by signal {signal}"),
    }
}

fn architecture(triple: &str) -> Result<&'static str, String> {
    let target = Target::of_triple(triple).ok_or_else(|| format!("cannot run a program for '{triple}'"))?;
    Ok(target.name)
}

/// Returns the exit code of a process; for a program that a signal ended, 128 plus the signal's number.
pub(crate) fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_of_a_programs_end_is_named() {
        assert!(ending(11, None).contains("killed by SIGSEGV: it accessed"), "{}", ending(11, None));
        assert_eq!(ending(34, None), "killed by signal 34");
        let lacks = Some("this qemu does not know zfa");
        assert!(ending(4, lacks).ends_with("; this qemu does not know zfa"));
        assert!(!ending(11, lacks).contains("zfa"));
    }
}
