//! The steps from a source to a program's output: clang, the compiler under test or `llc`, the linker, qemu.

use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// Has the compiler verify the code after each pass.
pub const VERIFY: &str = "-verify-machineinstrs";

/// A run under qemu that takes longer is taken for an endless loop.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// What turns IR into an object file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compiler {
    /// The compiler under test, with its verifier on.
    Gisel(PathBuf),
    /// LLVM's, by SelectionDAG.
    Llc,
}

/// The path of the `gisel` that tests of the command run.
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
    /// The built `gisel`, or what the environment variable `GISEL` names.
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

    /// The `gisel` that measurements take: that of the profile `dist`, or what the environment variable `GISEL` names.
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

    /// The command without what is to be compiled, and for which target.
    #[must_use]
    pub fn alone(&self) -> Command {
        let mut command = self.unverified();
        if matches!(self, Compiler::Gisel(_)) {
            command.arg(VERIFY);
        }
        command
    }

    /// The same without the verifier.
    fn unverified(&self) -> Command {
        match self {
            Compiler::Gisel(path) => Command::new(path),
            Compiler::Llc => {
                let mut command = Command::new("llc-22");
                // At -O0 it would take GlobalISel for AArch64.
                command.arg("-global-isel=0");
                command
            }
        }
    }

    /// The command that compiles one module to an object.
    #[must_use]
    pub fn command(&self, combo: Combo, input: &Path, object: &Path) -> Command {
        self.command_for("obj", combo, input, object)
    }

    /// The command that compiles one module to a file of a type (`asm`, `obj`).
    #[must_use]
    pub fn command_for(&self, filetype: &str, combo: Combo, input: &Path, object: &Path) -> Command {
        // The verifier sees the same code when the object is made.
        let mut command = if filetype == "asm" { self.unverified() } else { self.alone() };
        command.arg(format!("-O{}", combo.level)).arg(format!("-mtriple={}", combo.target.triple()));
        command.arg(format!("-filetype={filetype}")).arg(combo.mode.relocation_model());
        // IR that is written by hand does not say.
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

/// Set when the compiler is to write down the rules that it executes, beside each object file.
pub const COVERAGE: &str = "GISEL_TESTS_COVERAGE";

/// The command that makes bitcode of a C or C++ file.
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

/// Bitcode of the C program `program` of the tests, at a level of clang's, in the folder `work` of this run.
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

/// How the cross gcc compiles C files.
pub const GCC_OPTIONS: [&str; 4] = ["-O1", "-std=gnu17", "-w", "-c"];

/// The command that makes an object of a C file with the cross gcc.
#[must_use]
pub fn gcc_object(target: Target, mode: Mode, source: &Path, object: &Path) -> Command {
    let mut command = Command::new(format!("{}-gcc", target.gnu()));
    command.args(GCC_OPTIONS).arg(mode.clang_option()).arg(source).arg("-o").arg(object);
    command
}

/// The command that links objects with the cross gcc. After its own library comes the compiler's, for what the former lacks.
///
/// # Errors
/// The compiler has not been built, or cannot make its library.
pub fn link(target: Target, mode: Mode, objects: &[PathBuf], program: &Path) -> Result<Command> {
    link_by("gcc", target, mode, objects, program)
}

/// The same with the cross `driver`: `g++` adds C++'s library.
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

/// The compiler's runtime library for a target.
///
/// # Errors
/// The compiler has not been built, or cannot make it.
pub fn runtime(target: Target) -> Result<&'static Path> {
    static PATHS: [OnceLock<Result<PathBuf>>; 2] = [const { OnceLock::new() }; 2];
    let made = PATHS[target as usize].get_or_init(|| {
        let gisel = match Compiler::under_test() {
            Ok(Compiler::Gisel(gisel)) => gisel,
            // Measuring does without the one that is tested.
            _ => Compiler::measured()?,
        };
        let mut command = Command::new(gisel);
        command.arg("--print-runtime").arg(format!("-mtriple={}", target.triple()));
        Ok(process::run(&mut command)?.trim_end().into())
    });
    made.as_deref().map_err(Clone::clone)
}

/// The command that runs a program of a target.
#[must_use]
pub fn qemu(target: Target, program: &Path, args: &[String]) -> Command {
    let mut command = Command::new(format!("qemu-{}", target.arch()));
    command.arg("-L").arg(target.sysroot()).arg(program).args(args);
    command
}

/// Runs the commands one after the other.
///
/// # Errors
/// The first that fails, with those before it, so that one can repeat them.
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
