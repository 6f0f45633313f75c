//! Platforms of code without a C library: the targets under Linux, and RISC-V's other machines,
//! whose programs make system calls themselves.

use crate::build::{self, Compiler};
use crate::picolibc::{EXTENDED, MACHINES, Machine};
use crate::target::{Combo, Mode, Target};
use crate::{Result, process};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A machine with its ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// A machine with a cross compiler and a C library in Debian.
    Linux(Target),
    /// RISC-V with fewer registers or narrower ones.
    Bare(Machine),
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Platform::Linux(target) => f.write_str(target.arch()),
            Platform::Bare(machine) => machine.fmt(f),
        }
    }
}

impl Platform {
    /// Returns all platforms.
    pub fn all() -> impl Iterator<Item = Platform> {
        let linux = Target::ALL.into_iter().map(Platform::Linux);
        linux.chain(MACHINES.into_iter().map(Platform::Bare))
    }

    /// Returns the platform of a name, also one with extensions.
    #[must_use]
    pub fn named(name: &str) -> Option<Platform> {
        let extended = EXTENDED.into_iter().map(Platform::Bare);
        Platform::all().chain(extended).find(|platform| platform.to_string() == name)
    }

    /// Returns the given platform, or all.
    pub fn wanted(only: Option<Platform>) -> impl Iterator<Item = Platform> {
        Platform::all().filter(move |_| only.is_none()).chain(only)
    }

    /// Returns true for AArch64.
    #[must_use]
    pub fn is_aarch64(self) -> bool {
        self == Platform::Linux(Target::Aarch64)
    }

    /// Returns the triple for compilers.
    #[must_use]
    pub fn triple(self) -> String {
        match self {
            Platform::Linux(target) => target.triple(),
            Platform::Bare(machine) => machine.triple(),
        }
    }

    /// Returns the width of a general register and of a pointer in bits.
    #[must_use]
    pub fn word_bits(self) -> u32 {
        match self {
            Platform::Linux(_) => 64,
            Platform::Bare(machine) => machine.word_bits(),
        }
    }

    /// Returns the number of general registers.
    #[must_use]
    pub fn words(self) -> u32 {
        match self {
            Platform::Bare(machine) if machine.march.starts_with("rv32e") => 16,
            _ => 32,
        }
    }

    /// Returns the width of a floating-point register as a scalar: 0, 32 or 64.
    #[must_use]
    pub fn float_bits(self) -> u32 {
        match self {
            Platform::Linux(_) => 64,
            Platform::Bare(machine) => machine.float_bits(),
        }
    }

    /// Returns the command that compiles a C file to bitcode.
    #[must_use]
    pub fn clang(self, ir_level: u8, mode: Mode, source: &Path, bitcode: &Path) -> Command {
        match self {
            Platform::Linux(target) => {
                build::clang(Combo { target, ir_level, level: 0, mode }, source, &[], bitcode)
            }
            Platform::Bare(machine) => machine.clang(ir_level, source, bitcode),
        }
    }

    /// Returns the command that compiles one IR module to an object. Bare machines have fixed
    /// addresses in any mode.
    #[must_use]
    pub fn compile(self, compiler: &Compiler, level: u8, mode: Mode, input: &Path, object: &Path) -> Command {
        match self {
            Platform::Linux(target) => {
                compiler.command(Combo { target, ir_level: 0, level, mode }, input, object)
            }
            Platform::Bare(machine) => {
                let mut command = compiler.alone();
                command.arg(format!("-O{level}")).args(["-filetype=obj", "-relocation-model=static"]);
                command.args(machine.options()).arg("-o").arg(object).arg(input);
                command
            }
        }
    }

    /// Returns the command that compiles a C file to an object with the cross gcc.
    #[must_use]
    pub fn gcc_object(self, mode: Mode, source: &Path, object: &Path) -> Command {
        match self {
            Platform::Linux(target) => build::gcc_object(target, mode, source, object),
            Platform::Bare(machine) => {
                let mut command = machine.gcc();
                command.args(build::GCC_OPTIONS).arg(source).arg("-o").arg(object);
                command
            }
        }
    }

    /// Returns the compiler's runtime library.
    ///
    /// # Errors
    /// The compiler cannot build it.
    pub fn runtime(self, compiler: &Compiler) -> Result<PathBuf> {
        match self {
            Platform::Linux(target) => build::runtime(target).map(Path::to_path_buf),
            Platform::Bare(machine) => {
                let mut command = compiler.alone();
                let path = process::run(command.arg("--print-runtime").args(machine.options()))?;
                Ok(path.trim_end().into())
            }
        }
    }

    /// Returns the command that links objects and archives to a program without a C library.
    #[must_use]
    pub fn link(self, inputs: &[&Path], program: &Path) -> Command {
        let mut command = match self {
            Platform::Linux(target) => Command::new(format!("{}-gcc", target.gnu())),
            Platform::Bare(machine) => machine.gcc_alone(),
        };
        command.args(["-static", "-nostdlib", "-o"]).arg(program).args(inputs).arg("-lgcc");
        command
    }

    /// Returns the command that links objects with a C library.
    ///
    /// # Errors
    /// The tools for the machine are not installed, or the compiler cannot build its library.
    pub fn link_with_library(self, mode: Mode, objects: &[PathBuf], program: &Path) -> Result<Command> {
        match self {
            Platform::Linux(target) => build::link(target, mode, objects, program),
            Platform::Bare(machine) => machine.link(objects, program),
        }
    }

    /// Returns the command that runs a program.
    #[must_use]
    pub fn qemu(self, program: &Path) -> Command {
        match self {
            Platform::Linux(target) => build::qemu(target, program, &[]),
            Platform::Bare(machine) => machine.qemu(program),
        }
    }
}
