//! The steps from a source to a program's output: clang, the compiler under test or `llc`, the
//! linker, qemu.

use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The option that verifies the code after each pass.
pub const VERIFY: &str = "-verify-machineinstrs";

/// A run under qemu that takes longer counts as an endless loop.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// A compiler from IR to object files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compiler {
    /// The compiler under test, with its verifier on.
    Gisel(PathBuf),
    /// LLVM's `llc`, with SelectionDAG.
    Llc,
}

/// Returns the path of the `gisel` for tests of the command.
///
/// # Panics
/// It has not been built.
#[must_use]
pub fn gisel() -> PathBuf {
    match Compiler::under_test() {
        Ok(Compiler::Gisel(path)) => path,
        Ok(Compiler::Llc) => panic!("gisel has not been built"),
        Err(message) => panic!("{message}"),
    }
}

impl Compiler {
    /// Returns the built `gisel`, or the one that the environment variable `GISEL` names.
    ///
    /// # Errors
    /// It has not been built.
    pub fn under_test() -> Result<Compiler> {
        if let Some(path) = std::env::var_os("GISEL") {
            return Ok(Compiler::Gisel(path.into()));
        }
        let path = sources::profile_folder()?.join("gisel");
        if path.is_file() {
            return Ok(Compiler::Gisel(path));
        }
        Err(format!("{} is missing: `cargo build --release` makes it", path.display()))
    }

    /// Returns the `gisel` for measurements: from the profile `dist`, or the one that the
    /// environment variable `GISEL` names.
    ///
    /// # Errors
    /// It has not been built.
    pub fn measured() -> Result<PathBuf> {
        if let Some(path) = std::env::var_os("GISEL") {
            return Ok(path.into());
        }
        let path = sources::profile_folder()?.with_file_name("dist").join("gisel");
        if path.is_file() { Ok(path) } else { Err(format!("{} is missing", path.display())) }
    }

    /// Returns the command without input and target.
    #[must_use]
    pub fn alone(&self) -> Command {
        let mut command = self.unverified();
        if matches!(self, Compiler::Gisel(_)) {
            command.arg(VERIFY);
        }
        command
    }

    /// Returns the command without input, target and verifier.
    fn unverified(&self) -> Command {
        match self {
            Compiler::Gisel(path) => Command::new(path),
            Compiler::Llc => {
                let mut command = Command::new("llc-22");
                // At -O0 it would use GlobalISel for AArch64.
                command.arg("-global-isel=0");
                command
            }
        }
    }

    /// Returns the command that compiles one module to an object.
    #[must_use]
    pub fn command(&self, combo: Combo, input: &Path, object: &Path) -> Command {
        self.command_for("obj", combo, input, object)
    }

    /// Returns the command that compiles one module to a file of a type (`asm`, `obj`).
    #[must_use]
    pub fn command_for(&self, filetype: &str, combo: Combo, input: &Path, object: &Path) -> Command {
        // The verifier checks the same code when the object is written.
        let mut command = if filetype == "asm" { self.unverified() } else { self.alone() };
        command.arg(format!("-O{}", combo.level)).arg(format!("-mtriple={}", combo.target.triple()));
        command.arg(format!("-filetype={filetype}")).arg(combo.mode.relocation_model());
        // Hand-written IR does not specify them.
        if combo.target == Target::Riscv64 {
            command.arg("-mattr=+m,+a,+f,+d,+c");
        }
        if matches!(self, Compiler::Gisel(_)) && std::env::var_os(COVERAGE).is_some() {
            command.arg(format!("--coverage={}", object.with_extension("rules").display()));
        }
        command.arg("-o").arg(object).arg(input);
        command
    }
}

/// If set, the compiler writes the rules that it executes beside each object file.
pub const COVERAGE: &str = "GISEL_TESTS_COVERAGE";

/// Returns the command that compiles a C or C++ file to bitcode.
#[must_use]
pub fn clang(combo: Combo, source: &Path, flags: &[String], bitcode: &Path) -> Command {
    let cpp = source.extension().is_some_and(|e| e == "cpp");
    let (driver, standard) = if cpp { ("clang++-22", "-std=gnu++20") } else { ("clang-22", "-std=gnu17") };
    let mut command = Command::new(driver);
    command.arg(format!("--target={}", combo.target.gnu())).arg(format!("-O{}", combo.ir_level));
    command.args([combo.mode.clang_option(), standard, "-w", "-emit-llvm", "-c"]).args(flags);
    command.arg(source).arg("-o").arg(bitcode);
    command
}

/// Compiles the C program `program` of the tests to bitcode, at a level of clang, in the folder
/// `work` of this run.
///
/// # Errors
/// clang's.
pub fn program_bitcode(
    work: &str,
    program: &str,
    (target, ir_level): (Target, u8),
    flags: &[&str],
) -> Result<PathBuf> {
    let source = sources::package_folder().join("programs").join(program).with_extension("c");
    let output =
        sources::work_folder(work)?.join(format!("{program}-{}-{ir_level}-{}.bc", target.gnu(), flags.len()));
    let combo = Combo { target, ir_level, level: 2, mode: Mode::Static };
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    process::run(&mut clang(combo, &source, &flags, &output))?;
    Ok(output)
}

/// The cross gcc's options for C files.
pub const GCC_OPTIONS: [&str; 4] = ["-O1", "-std=gnu17", "-w", "-c"];

/// Returns the command that compiles a C file to an object with the cross gcc.
#[must_use]
pub fn gcc_object(target: Target, mode: Mode, source: &Path, object: &Path) -> Command {
    let mut command = Command::new(format!("{}-gcc", target.gnu()));
    command.args(GCC_OPTIONS).arg(mode.clang_option()).arg(source).arg("-o").arg(object);
    command
}

/// Returns the command that links objects with the cross gcc. The compiler's library comes after
/// gcc's, for the functions that the latter lacks.
///
/// # Errors
/// The compiler has not been built, or cannot make its library.
pub fn link(target: Target, mode: Mode, objects: &[PathBuf], program: &Path) -> Result<Command> {
    link_by("gcc", target, mode, objects, program)
}

/// Returns the command that links objects with the cross `driver`: `g++` adds the C++ library.
///
/// # Errors
/// The compiler has not been built, or cannot make its library.
pub fn link_by(
    driver: &str,
    target: Target,
    mode: Mode,
    objects: &[PathBuf],
    program: &Path,
) -> Result<Command> {
    let mut command = Command::new(format!("{}-{driver}", target.gnu()));
    command.arg(mode.link_option()).arg("-o").arg(program).args(objects);
    command.args(["-lm", "-lc", "-lgcc"]).arg(runtime(target)?);
    Ok(command)
}

/// Returns the compiler's runtime library for a target.
///
/// # Errors
/// The compiler has not been built, or cannot make it.
pub fn runtime(target: Target) -> Result<&'static Path> {
    static PATHS: [OnceLock<Result<PathBuf>>; 2] = [const { OnceLock::new() }; 2];
    let made = PATHS[target as usize].get_or_init(|| {
        let gisel = match Compiler::under_test() {
            Ok(Compiler::Gisel(gisel)) => gisel,
            // Measurements do not need the compiler under test.
            _ => Compiler::measured()?,
        };
        let mut command = Command::new(gisel);
        command.arg("--print-runtime").arg(format!("-mtriple={}", target.triple()));
        Ok(process::run(&mut command)?.trim_end().into())
    });
    made.as_deref().map_err(Clone::clone)
}

/// Returns the command that runs a program of a target.
#[must_use]
pub fn qemu(target: Target, program: &Path, args: &[String]) -> Command {
    let mut command = Command::new(format!("qemu-{}", target.arch()));
    command.arg("-L").arg(target.sysroot()).arg(program).args(args);
    command
}

/// Runs the commands one after another.
///
/// # Errors
/// The first that fails, preceded by the earlier ones, which reproduces the failure.
pub fn run_all(commands: &mut [Command]) -> Result<()> {
    let mut log = String::new();
    for command in commands {
        if let Err(message) = process::run(command) {
            return Err(format!("{log}{message}"));
        }
        log += &format!("{}\n", process::command_line(command));
    }
    Ok(())
}
