//! Running a linked program: directly on its own architecture, else under qemu-user.

use crate::link::{default_sysroot, find_program};
use gisel_target_registry::Target;
use std::ffi::OsString;
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
    Ok(exit_code(status))
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
    use std::os::unix::process::ExitStatusExt;
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}
