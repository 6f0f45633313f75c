//! `gisel run-wrapper DIR`: lets a project start its programs for a target as if they were for this
//! machine.
//!
//! CMake and Meson start tests in an emulator by themselves. Other projects execute what they have
//! built, and most machines do not start qemu for foreign programs. So each program below a folder
//! gets another name, and a script in its place starts it in qemu.
//!
//! `gisel run-wrapper --exec PROGRAM` is an emulator for build systems: it starts programs of a
//! target in qemu, and others, such as these scripts, by themselves.
//!
//! cargo starts tests in a runner, but its tests start the project's programs by their paths.
//! `gisel run-wrapper --test LIST PROGRAM` is a runner that wraps these programs first. They are
//! listed, so that `cargo gisel` puts them back.
//!
//! Requires: ELF programs, executable; libraries and objects stay as they are. Establishes: a second
//! call changes only what has been built since. Cost: reads the start of each executable file.

use crate::emulator::{Emulator, Extensions};
use crate::failure::{Failure, io_failure, write};
use crate::output;
use crate::shell::quoted;
use gisel_target_registry::{TARGETS, Target};
use object::{Architecture, Object, ObjectKind};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the command.
pub(crate) const COMMAND: &str = "run-wrapper";

/// The description of the command.
pub(crate) const ABOUT: &str = "let a project's own tests start its programs, in qemu";

/// The first bytes of ELF files.
const MAGIC: &[u8] = b"\x7fELF";

/// The option that starts a program.
const EXEC: &str = "--exec";

/// The option that starts a test of cargo.
pub(crate) const TEST: &str = "--test";

/// The folder of cargo's tests, inside that of the programs.
const TESTS: &str = "deps";

/// The folders of build systems' own files: programs in them are probes of the compiler.
const OF_PROBES: [&str; 2] = ["CMakeFiles", "meson-private"];

/// The help text, after the description.
const USAGE: &str = "\
Usage: gisel run-wrapper DIR...                  each program below the folders
       gisel run-wrapper --exec PROGRAM ARG...   starts a program: an emulator for build systems
       gisel run-wrapper --test LIST PROGRAM ARG...
                                                 the same for cargo: wraps what a test may start
";

/// Executes the command with these arguments; returns the exit code.
///
/// # Errors
/// No folder or program is named, a file cannot be read or written, or an emulator is missing.
pub(crate) fn run(arguments: &[OsString]) -> Result<i32, Failure> {
    match arguments {
        [option, program, arguments @ ..] if option == EXEC => start(Path::new(program), arguments),
        [option] if option == EXEC => {
            Err(Failure::new(format!("gisel {COMMAND} {EXEC}: no program is named")))
        }
        [option, list, program, arguments @ ..] if option == TEST => {
            wrap_for_test(Path::new(list), Path::new(program))?;
            start(Path::new(program), arguments)
        }
        _ if arguments.iter().any(|argument| argument == "--help") => {
            write(Path::new("-"), format!("{ABOUT}\n\n{USAGE}").as_bytes()).map(|()| 0)
        }
        _ => wrap_all(arguments),
    }
}

/// Replaces this process by a program: in qemu, if it is a target's. A name without a folder is that
/// of a file in the current folder, as for qemu, if there is one; else that of an installed program.
fn start(program: &Path, arguments: &[OsString]) -> Result<i32, Failure> {
    let in_folder = Path::new(".").join(program);
    let is_name = program.components().count() == 1 && program.is_file();
    let program = if is_name { in_folder.as_path() } else { program };
    let mut command = Command::new(program);
    if is_elf(program) {
        let bytes = fs::read(program).map_err(|e| io_failure("read", program, &e))?;
        if let Some(target) = target_of(&bytes) {
            let triple = triple(target);
            command = Emulator::new(triple, &Extensions::new()).map_err(Failure::new)?.command(triple, None);
            command.arg(program);
        }
    }
    let error = command.args(arguments).exec();
    Err(io_failure("run", program, &error))
}

/// Wraps the programs below folders.
fn wrap_all(folders: &[OsString]) -> Result<i32, Failure> {
    if folders.is_empty() {
        return Err(Failure::new(format!("gisel {COMMAND} DIR...: no folder is named")));
    }
    let mut count = 0;
    for folder in folders {
        for path in executables(Path::new(folder), true)? {
            count += usize::from(wrap(&path)?);
        }
    }
    output::stderr(&format!("programs that start in qemu now: {count}\n"));
    Ok(0)
}

/// Wraps the programs that a test of cargo may start: those in the folder above the tests. Adds their
/// paths to a list, each with a zero byte at its end.
fn wrap_for_test(list: &Path, test: &Path) -> Result<(), Failure> {
    let tests = test.parent().filter(|folder| folder.ends_with(TESTS));
    let Some(folder) = tests.and_then(Path::parent) else { return Ok(()) };
    let failed = |e: &std::io::Error| io_failure("write", list, e);
    let mut file = fs::File::options().create(true).append(true).open(list).map_err(|e| failed(&e))?;
    // Several tests may start at the same time.
    file.lock().map_err(|e| failed(&e))?;
    for path in executables(folder, false)? {
        if wrap(&path)? {
            file.write_all(path.as_os_str().as_bytes()).map_err(|e| failed(&e))?;
            file.write_all(&[0]).map_err(|e| failed(&e))?;
        }
    }
    Ok(())
}

/// Puts the programs of a list back in the place of their scripts. A missing list is an empty one.
///
/// # Errors
/// The list cannot be read, or a program cannot be renamed.
pub(crate) fn restore(list: &Path) -> Result<(), Failure> {
    if !list.exists() {
        return Ok(());
    }
    let paths = fs::read(list).map_err(|e| io_failure("read", list, &e))?;
    for path in paths.split(|byte| *byte == 0) {
        let path = Path::new(OsStr::from_bytes(path));
        if !is_elf(path) && is_wrapped(&moved(path)) {
            fs::rename(moved(path), path).map_err(|e| io_failure("rename", path, &e))?;
        }
    }
    Ok(())
}

/// Returns the executable ELF files in a folder, or also below it, in the order of their names. Links
/// are left out.
fn executables(folder: &Path, is_deep: bool) -> Result<Vec<PathBuf>, Failure> {
    let failed = |path: &Path, e: &std::io::Error| io_failure("read", path, e);
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| failed(&folder, &e))? {
            let path = entry.map_err(|e| failed(&folder, &e))?.path();
            let data = fs::symlink_metadata(&path).map_err(|e| failed(&path, &e))?;
            if data.is_dir() {
                let is_searched =
                    is_deep && !path.file_name().is_some_and(|name| OF_PROBES.iter().any(|of| name == *of));
                pending.extend(is_searched.then_some(path));
            } else if data.is_file()
                && data.permissions().mode() & 0o111 != 0
                && is_elf(&path)
                && !is_wrapped(&path)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns true if a file starts as an ELF file does.
fn is_elf(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; MAGIC.len()];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok_and(|()| start == MAGIC)
}

/// Returns the path of the program whose script has this path.
fn moved(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.elf"))
}

/// Returns true if a file is a program whose script is beside it.
fn is_wrapped(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let script = name.strip_prefix('.').and_then(|name| name.strip_suffix(".elf"));
    script.is_some_and(|script| path.with_file_name(script).is_file())
}

/// Returns the target of a program; `None` for other files.
fn target_of(bytes: &[u8]) -> Option<&'static Target> {
    let file = object::File::parse(bytes).ok()?;
    let name = match file.architecture() {
        Architecture::Aarch64 => "aarch64",
        Architecture::Riscv32 => "riscv32",
        Architecture::Riscv64 => "riscv64",
        _ => return None,
    };
    // Shared libraries have no entry.
    let starts = file.kind() == ObjectKind::Executable || file.entry() != 0;
    TARGETS.iter().find(|target| target.name == name).filter(|_| starts)
}

/// Returns the triple of a target's Linux programs.
fn triple(target: &Target) -> &'static str {
    target.linux.as_ref().map_or(target.name, |linux| linux.gnu)
}

/// Moves a program, and writes the script that starts it. Returns false for other files.
fn wrap(path: &Path) -> Result<bool, Failure> {
    let bytes = fs::read(path).map_err(|e| io_failure("read", path, &e))?;
    let Some(target) = target_of(&bytes) else { return Ok(false) };
    let triple = triple(target);
    let emulator = Emulator::new(triple, &Extensions::new()).map_err(Failure::new)?;
    let words: Vec<String> = emulator.words(triple).iter().map(|word| quoted(word)).collect();
    let [emulator, arguments @ ..] = &words[..] else { return Ok(false) };
    let program = moved(path);
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let script = format!(
        "#!/bin/sh\nexec {emulator} {} -0 \"$0\" \"$(dirname \"$(readlink -f \"$0\")\")\"/{} \"$@\"\n",
        arguments.join(" "),
        quoted(&name)
    );
    fs::rename(path, &program).map_err(|e| io_failure("rename", path, &e))?;
    fs::write(path, script).map_err(|e| io_failure("write", path, &e))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .map_err(|e| io_failure("write", path, &e))
        .map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_programs_have_no_target() {
        assert!(target_of(b"#!/bin/sh\n").is_none() && target_of(b"\x7fELF").is_none());
    }
}
