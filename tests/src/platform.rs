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
    /// AArch64 under Linux, with code that does not use all registers.
    Aarch64With(Registers),
}

/// The registers that code for AArch64 uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registers {
    /// General registers only; floats are passed in these.
    General,
    /// Also floating-point registers, but no vectors in them.
    Scalar,
}

impl Registers {
    /// Returns the option of compilers.
    fn option(self) -> &'static str {
        match self {
            Registers::General => "-mattr=-fp-armv8",
            Registers::Scalar => "-mattr=-neon",
        }
    }
}

/// AArch64 with fewer registers.
pub const NARROWED: [Platform; 2] =
    [Platform::Aarch64With(Registers::General), Platform::Aarch64With(Registers::Scalar)];

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Platform::Linux(target) => f.write_str(target.arch()),
            Platform::Bare(machine) => machine.fmt(f),
            Platform::Aarch64With(Registers::General) => f.write_str("aarch64-nofp"),
            Platform::Aarch64With(Registers::Scalar) => f.write_str("aarch64-nosimd"),
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
        Platform::all().chain(extended).chain(NARROWED).find(|platform| platform.to_string() == name)
    }

    /// Returns the given platform, or all.
    pub fn wanted(only: Option<Platform>) -> impl Iterator<Item = Platform> {
        Platform::all().filter(move |_| only.is_none()).chain(only)
    }

    /// Returns true for AArch64.
    #[must_use]
    pub fn is_aarch64(self) -> bool {
        self.linux() == Some(Target::Aarch64)
    }

    /// Returns the target whose programs run under Linux.
    fn linux(self) -> Option<Target> {
        match self {
            Platform::Linux(target) => Some(target),
            Platform::Aarch64With(_) => Some(Target::Aarch64),
            Platform::Bare(_) => None,
        }
    }

    /// Returns true if floats are passed in general registers under Linux, whose library has other
    /// rules.
    #[must_use]
    pub fn has_soft_floats(self) -> bool {
        self == Platform::Aarch64With(Registers::General)
    }

    /// Returns the triple for compilers.
    #[must_use]
    pub fn triple(self) -> String {
        match self {
            Platform::Linux(target) => target.triple(),
            Platform::Aarch64With(_) => Target::Aarch64.triple(),
            Platform::Bare(machine) => machine.triple(),
        }
    }

    /// Returns the width of a general register and of a pointer in bits.
    #[must_use]
    pub fn word_bits(self) -> u32 {
        match self {
            Platform::Linux(_) | Platform::Aarch64With(_) => 64,
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
            Platform::Linux(_) | Platform::Aarch64With(Registers::Scalar) => 64,
            Platform::Aarch64With(Registers::General) => 0,
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
            Platform::Aarch64With(_) => {
                Platform::Linux(Target::Aarch64).clang(ir_level, mode, source, bitcode)
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
            Platform::Aarch64With(registers) => {
                let target = Target::Aarch64;
                let mut command = compiler.command(Combo { target, ir_level: 0, level, mode }, input, object);
                command.arg(registers.option());
                command
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
            Platform::Aarch64With(_) => build::gcc_object(Target::Aarch64, mode, source, object),
            Platform::Bare(machine) => {
                let mut command = machine.gcc();
                command.args(build::GCC_OPTIONS).arg(source).arg("-o").arg(object);
                command
            }
        }
    }

    /// Returns the command that compiles a C file to an object that calls functions by the
    /// platform's rules also where its library does not.
    #[must_use]
    pub fn object_of_own_abi(self, source: &Path, object: &Path) -> Command {
        if !self.has_soft_floats() {
            return self.gcc_object(Mode::Static, source, object);
        }
        let mut clang = Command::new("clang-22");
        clang.args(["--target=aarch64-none-elf", "-march=armv8-a+nofp", "-mabi=aapcs-soft"]);
        clang.args(build::GCC_OPTIONS).arg(source).arg("-o").arg(object);
        clang
    }

    /// Returns the compiler's runtime library.
    ///
    /// # Errors
    /// The compiler cannot build it.
    pub fn runtime(self, compiler: &Compiler) -> Result<PathBuf> {
        match self {
            Platform::Linux(target) => build::runtime(target).map(Path::to_path_buf),
            Platform::Aarch64With(_) => build::runtime(Target::Aarch64).map(Path::to_path_buf),
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
            Platform::Aarch64With(_) => Command::new(format!("{}-gcc", Target::Aarch64.gnu())),
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
            Platform::Aarch64With(_) => build::link(Target::Aarch64, mode, objects, program),
            Platform::Bare(machine) => machine.link(objects, program),
        }
    }

    /// Returns the command that runs a program.
    #[must_use]
    pub fn qemu(self, program: &Path) -> Command {
        match self {
            Platform::Linux(target) => build::qemu(target, program, &[]),
            Platform::Aarch64With(_) => build::qemu(Target::Aarch64, program, &[]),
            Platform::Bare(machine) => machine.qemu(program),
        }
    }
}
