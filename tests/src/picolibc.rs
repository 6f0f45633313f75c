//! Programs for the RISC-V machines without a Linux C library in Debian: linked with picolibc, run
//! by qemu in user mode, with output by semihosting calls.

use crate::build::{Compiler, run_all};
use crate::{Result, process, sources};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// A machine with an ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// The instruction set, as gcc and clang name it.
    pub march: &'static str,
    /// The ABI.
    pub mabi: &'static str,
    /// Extensions unknown to gcc, which only code under test uses.
    pub extensions: &'static [Extension],
}

/// An extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension {
    /// Its name as a feature.
    pub name: &'static str,
    /// qemu's property that enables it.
    pub property: &'static str,
}

/// The machines for which programs are run.
pub const MACHINES: [Machine; 6] = [
    Machine { march: "rv32imafdc", mabi: "ilp32d", extensions: &[] },
    Machine { march: "rv32imac", mabi: "ilp32", extensions: &[] },
    Machine { march: "rv32i", mabi: "ilp32", extensions: &[] },
    Machine { march: "rv32imafc", mabi: "ilp32f", extensions: &[] },
    Machine { march: "rv64imac", mabi: "lp64", extensions: &[] },
    Machine { march: "rv32emac", mabi: "ilp32e", extensions: &[] },
];

const ZFH: Extension = Extension { name: "zfh", property: "Zfh=true" };
const ZFHMIN: Extension = Extension { name: "zfhmin", property: "Zfhmin=true" };
const ZBKB: Extension = Extension { name: "zbkb", property: "zbkb=true" };
const ZBB: Extension = Extension { name: "zbb", property: "zbb=true" };
const ZFINX: Extension = Extension { name: "zfinx", property: "f=false,d=false,zfinx=true" };
const ZDINX: Extension = Extension { name: "zdinx", property: "f=false,d=false,zfinx=true,zdinx=true" };
/// On rv32 qemu 7.2's `fsgnjn.h` and `fsgnjx.h` write no result.
const ZHINX: Extension = Extension { name: "zhinx", property: "zhinxmin=true,zhinx=true" };
const ZHINXMIN: Extension = Extension { name: "zhinxmin", property: "zhinxmin=true" };
const ZBS: Extension = Extension { name: "zbs", property: "zbs=true" };

/// The machines with extensions for which operations are checked.
pub const EXTENDED: [Machine; 12] = [
    Machine { march: "rv64imafdc", mabi: "lp64d", extensions: &[ZFH] },
    Machine { march: "rv32imafdc", mabi: "ilp32d", extensions: &[ZFH, ZBKB] },
    Machine { march: "rv64imafdc", mabi: "lp64d", extensions: &[ZFHMIN, ZBKB] },
    Machine { march: "rv32imafc", mabi: "ilp32f", extensions: &[ZFHMIN] },
    Machine { march: "rv64imac", mabi: "lp64", extensions: &[ZBB, ZBS] },
    Machine { march: "rv32imac", mabi: "ilp32", extensions: &[ZBB, ZBS] },
    Machine { march: "rv64imac", mabi: "lp64", extensions: &[ZBKB] },
    Machine { march: "rv32imac", mabi: "ilp32", extensions: &[ZBKB] },
    Machine { march: "rv64imac", mabi: "lp64", extensions: &[ZDINX, ZHINX] },
    Machine { march: "rv32imac", mabi: "ilp32", extensions: &[ZDINX, ZHINXMIN] },
    Machine { march: "rv64imac", mabi: "lp64", extensions: &[ZFINX, ZHINXMIN] },
    Machine { march: "rv32imac", mabi: "ilp32", extensions: &[ZFINX] },
];

/// picolibc's headers.
const INCLUDE: &str = "/usr/lib/picolibc/riscv64-unknown-elf/include";

/// The addresses of code and data, with room for programs larger than a microcontroller's.
const LAYOUT: [&str; 4] =
    ["__flash=0x10000000", "__flash_size=0x4000000", "__ram=0x20000000", "__ram_size=0x4000000"];

/// The time limit of a program.
const LIMIT: Duration = Duration::from_secs(120);

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.march)?;
        self.extensions.iter().try_for_each(|extension| write!(f, "_{}", extension.name))?;
        write!(f, "-{}", self.mabi)
    }
}

impl Machine {
    /// Returns the architecture's name in triples and in qemu.
    #[must_use]
    pub fn arch(self) -> &'static str {
        if self.word_bits() == 64 { "riscv64" } else { "riscv32" }
    }

    /// Returns true if it has registers for doubles.
    #[must_use]
    pub fn has_doubles(self) -> bool {
        self.mabi.ends_with('d')
    }

    /// Returns the width of a general register in bits.
    #[must_use]
    pub fn word_bits(self) -> u32 {
        if self.march.starts_with("rv64") { 64 } else { 32 }
    }

    /// Returns the width of a floating-point register in bits; 0 without any.
    #[must_use]
    pub fn float_bits(self) -> u32 {
        match () {
            () if self.letters().contains('d') => 64,
            () if self.letters().contains('f') => 32,
            () => 0,
        }
    }

    /// Returns the letters of the extensions.
    fn letters(self) -> &'static str {
        self.march["rv32".len()..].trim_start_matches('i')
    }

    /// Returns the triple for compilers.
    #[must_use]
    pub fn triple(self) -> String {
        format!("{}-unknown-elf", self.arch())
    }

    /// Returns triple, features and ABI for `gisel` and `llc`.
    #[must_use]
    pub fn options(self) -> [String; 3] {
        let letters = self.letters().chars().map(|letter| format!("+{letter}"));
        let names = self.extensions.iter().map(|extension| format!("+{}", extension.name));
        let features: Vec<String> = letters.chain(names).collect();
        [
            format!("-mtriple={}", self.triple()),
            format!("-mattr={}", features.join(",")),
            format!("-target-abi={}", self.mabi),
        ]
    }

    /// Returns the command that compiles a C file to bitcode.
    #[must_use]
    pub fn clang(self, level: u8, source: &Path, bitcode: &Path) -> Command {
        let mut command = Command::new("clang-22");
        command.arg(format!("--target={}", self.triple())).args(["-isystem", INCLUDE]);
        command.arg(format!("-march={}", self.march)).arg(format!("-mabi={}", self.mabi));
        command.arg(format!("-O{level}")).args(["-std=gnu17", "-w", "-emit-llvm", "-c"]);
        command.arg(source).arg("-o").arg(bitcode);
        command
    }

    /// Returns the cross gcc without picolibc.
    #[must_use]
    pub fn gcc_alone(self) -> Command {
        let mut command = Command::new("riscv64-unknown-elf-gcc");
        command.arg(format!("-march={}", self.march)).arg(format!("-mabi={}", self.mabi));
        command
    }

    /// Returns the cross gcc with picolibc.
    #[must_use]
    pub fn gcc(self) -> Command {
        let mut command = self.gcc_alone();
        command.arg("--specs=picolibc.specs");
        command
    }

    /// Builds the start files that every program of the machine is linked with, once.
    fn start_files(self) -> Result<&'static [PathBuf]> {
        const ALL: usize = MACHINES.len() + EXTENDED.len();
        static MADE: [OnceLock<Result<Vec<PathBuf>>>; ALL] = [const { OnceLock::new() }; ALL];
        let index = MACHINES.iter().chain(&EXTENDED).position(|machine| *machine == self);
        let index = index.ok_or_else(|| format!("{self} is not in the list of machines"))?;
        let made = MADE[index].get_or_init(|| {
            let own = sources::package_folder().join("picolibc");
            let folder = sources::work_folder(&format!("picolibc/{self}"))?;
            let mut objects = Vec::new();
            for source in ["start.S", "system.c"] {
                let object = folder.join(source).with_extension("o");
                process::run(self.gcc().args(["-O2", "-c"]).arg(own.join(source)).arg("-o").arg(&object))?;
                objects.push(object);
            }
            Ok(objects)
        });
        made.as_deref().map_err(Clone::clone)
    }

    /// Returns the command that links objects with picolibc.
    ///
    /// # Errors
    /// The tools for the machine are not installed.
    pub fn link(self, objects: &[PathBuf], program: &Path) -> Result<Command> {
        let mut command = self.gcc();
        command.args(["--oslib=semihost", "-nostartfiles", "-DPICOLIBC_DOUBLE_PRINTF_SCANF"]);
        command.args(self.start_files()?).args(objects).args(["-lm", "-o"]).arg(program);
        command.args(LAYOUT.map(|symbol| format!("-Wl,--defsym={symbol}")));
        Ok(command)
    }

    /// Returns the command that runs a picolibc program; qemu prints its output to standard error.
    #[must_use]
    pub fn qemu(self, program: &Path) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" \"$@\" 2>&1"]).arg(format!("qemu-{}", self.arch()));
        if !self.extensions.is_empty() {
            let properties = self.extensions.iter().map(|extension| format!(",{}", extension.property));
            command.arg("-cpu").arg(format!("rv{}{}", self.word_bits(), properties.collect::<String>()));
        }
        command.arg(program);
        command
    }
}

/// Programs of one machine at one level of IR and of code.
pub struct Trial {
    /// The machine.
    pub machine: Machine,
    /// The optimization level of the IR.
    pub ir_level: u8,
    /// The optimization level of the code.
    pub level: u8,
    gisel: PathBuf,
    folder: PathBuf,
}

impl Trial {
    /// Builds the files that all programs are linked with.
    ///
    /// # Errors
    /// The compiler has not been built, or the tools for the machine are not installed.
    pub fn new(machine: Machine, ir_level: u8, level: u8) -> Result<Trial> {
        let Compiler::Gisel(gisel) = Compiler::under_test()? else {
            return Err("programs of picolibc are compiled by gisel".into());
        };
        let folder = sources::work_folder(&format!("picolibc/{machine}-{ir_level}{level}"))?;
        Ok(Trial { machine, ir_level, level, gisel, folder })
    }

    /// Compiles `source` with gisel and with llc without optimization, and compares the programs'
    /// outputs.
    ///
    /// # Errors
    /// A command fails, or the outputs differ.
    pub fn check(&self, source: &Path) -> Result<()> {
        self.check_with(source, &[])
    }

    /// Does the same with more options for clang.
    ///
    /// # Errors
    /// A command fails, or the outputs differ.
    pub fn check_with(&self, source: &Path, options: &[&str]) -> Result<()> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let file = |extension: &str| self.folder.join(format!("{name}.{extension}"));
        let (bitcode, object, twin) = (file("bc"), file("o"), file("llc.o"));
        let mut gisel = Command::new(&self.gisel);
        gisel.arg(format!("-O{}", self.level)).args(["-verify-machineinstrs", "-filetype=obj"]);
        gisel.arg(&bitcode).arg("-o").arg(&object);
        let mut llc = Command::new("llc-22");
        llc.args(["-O0", "-filetype=obj"]).arg(&bitcode).arg("-o").arg(&twin);
        let mut clang = self.machine.clang(self.ir_level, source, &bitcode);
        clang.args(options);
        let link = |object: &Path, program: &Path| self.machine.link(&[object.to_path_buf()], program);
        run_all(&mut [clang, gisel, llc, link(&object, &file("program"))?, link(&twin, &file("twin"))?])?;
        let run = |program: &str, text: &str| {
            process::transcript(&mut self.machine.qemu(&file(program)), &file(text), LIMIT)
        };
        let actual = run("program", "out")?;
        let expected = run("twin", "llc.out")?;
        match process::first_difference(&expected, &actual) {
            Some(difference) => Err(format!(
                "{name} for {}, IR -O{}, code -O{}: {difference}",
                self.machine, self.ir_level, self.level
            )),
            None => Ok(()),
        }
    }
}
