//! Calling conventions: random signatures, one side compiled by the compiler under test, the other
//! by the cross gcc.
//!
//! A group of functions becomes two C files. The caller passes known values and checks results; the
//! callee checks its arguments and returns known values. Both keep values in registers across
//! calls, which reveals a register that is not preserved. `long double` is opaque: a third file,
//! always compiled by gcc, sets and checks its bytes.

mod generate;
pub mod ir;
mod text;

use crate::build::{self, Compiler};
use crate::platform::Platform;
use crate::target::Mode;
use crate::{Result, process, sources};
use generate::Group;
use std::path::PathBuf;
use std::{fmt, fs};

/// Functions per group. A group is one program.
const GROUP: usize = 20;

/// The side that the compiler under test compiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It calls functions compiled by gcc.
    Caller,
    /// It is called by code compiled by gcc.
    Callee,
}

/// Checks `functions` random signatures for a machine at one level, with IR of both levels.
///
/// # Errors
/// All failures, with the commands that reproduce them.
pub fn check(platform: Platform, level: u8, side: Side, seed: u64, functions: usize) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let mut failures = Vec::new();
    for group in 0..functions.div_ceil(GROUP) {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(group as u64);
        for (ir_level, mode) in [(0, Mode::Static), (2, Mode::Pie)] {
            let trial = Trial { platform, ir_level, level, mode, side };
            if let Err(message) = trial.check_group(&compiler, seed) {
                failures.push(format!("---- seed {seed} ({trial})\n{message}"));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// The configuration in which groups are compiled.
struct Trial {
    platform: Platform,
    ir_level: u8,
    level: u8,
    mode: Mode,
    side: Side,
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Trial { platform, ir_level, level, mode, side } = self;
        write!(f, "{platform}-ir{ir_level}-O{level}-{mode:?}-{side:?}")
    }
}

impl Trial {
    fn check_group(&self, compiler: &Compiler, seed: u64) -> Result<()> {
        let &Trial { platform, ir_level, level, mode, side } = self;
        let folder = sources::work_folder(&format!("abi/{self}/{seed}"))?;
        let group = Group::new(seed, GROUP, platform.word_bits());
        let write = |name: &str, text: String| -> Result<PathBuf> {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok(path)
        };
        let caller = write("caller.c", text::caller(&group))?;
        let callee = write("callee.c", text::callee(&group))?;
        let support = write("support.c", text::SUPPORT.to_owned())?;
        let (ours, theirs) = match side {
            Side::Caller => (caller, callee),
            Side::Callee => (callee, caller),
        };
        let bitcode = folder.join("ours.bc");
        let objects = ["ours.o", "theirs.o", "support.o"].map(|f| folder.join(f));
        let program = folder.join("program");
        let mut commands = [
            platform.clang(ir_level, mode, &ours, &bitcode),
            platform.compile(compiler, level, mode, &bitcode, &objects[0]),
            platform.gcc_object(mode, &theirs, &objects[1]),
            platform.gcc_object(mode, &support, &objects[2]),
            platform.link_with_library(mode, &objects, &program)?,
        ];
        build::run_all(&mut commands)?;
        let mut qemu = platform.qemu(&program);
        let printed = process::transcript(&mut qemu, &folder.join("out"), build::TIME_LIMIT)?;
        if printed == text::SUCCESS {
            return Ok(());
        }
        let all: Vec<String> = commands.iter().chain([&qemu]).map(process::command_line).collect();
        Err(format!("{printed}{}", all.join("\n")))
    }
}
