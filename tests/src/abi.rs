//! Calling conventions: random signatures, one side compiled by the compiler under test and the other by the cross gcc.
//!
//! A group of functions becomes two C files. The caller passes known values and checks what is returned, the callee checks what it gets and
//! returns known values; both keep values in registers across calls, so that a register that is not preserved shows up. `long double` is
//! opaque: its bytes are set and checked by a third file, which always is gcc's.

mod generate;
pub mod ir;
mod text;

use crate::build::{self, Compiler};
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use generate::Group;
use std::fs;
use std::path::{Path, PathBuf};

/// Functions in one group, which is one program.
const GROUP: usize = 20;

/// Which side the compiler under test compiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It calls functions of gcc's.
    Caller,
    /// It is called by gcc's code.
    Callee,
}

/// Tries `functions` random signatures for a target at one level, from IR of both levels.
///
/// # Errors
/// All failures, with the commands that show them.
pub fn check(target: Target, level: u8, side: Side, seed: u64, functions: usize) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let mut failures = Vec::new();
    for group in 0..functions.div_ceil(GROUP) {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(group as u64);
        for (ir_level, mode) in [(0, Mode::Static), (2, Mode::Pie)] {
            let combo = Combo { target, ir_level, level, mode };
            if let Err(message) = check_group(&compiler, combo, side, seed) {
                failures.push(format!("---- seed {seed} ({combo}, {side:?})\n{message}"));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn check_group(compiler: &Compiler, combo: Combo, side: Side, seed: u64) -> Result<()> {
    let folder = sources::work_folder(&format!("abi/{combo}-{side:?}/{seed}"))?;
    let group = Group::new(seed, GROUP);
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
    let [our_object, their_object, support_object] =
        ["ours.o", "theirs.o", "support.o"].map(|f| folder.join(f));
    let program = folder.join("program");
    let gcc = |source: &Path, object: &Path| build::gcc_object(combo.target, combo.mode, source, object);
    let mut commands = [
        build::clang(combo, &ours, &[], &bitcode),
        compiler.command(combo, &bitcode, &our_object),
        gcc(&theirs, &their_object),
        gcc(&support, &support_object),
        build::link(
            combo.target,
            combo.mode,
            &[our_object.clone(), their_object.clone(), support_object.clone()],
            &program,
        )?,
    ];
    build::run_all(&mut commands)?;
    let mut qemu = build::qemu(combo.target, &program, &[]);
    let printed = process::transcript(&mut qemu, &folder.join("out"), build::TIME_LIMIT)?;
    if printed == text::SUCCESS {
        return Ok(());
    }
    let all: Vec<String> = commands.iter().chain([&qemu]).map(process::command_line).collect();
    Err(format!("{printed}{}", all.join("\n")))
}
