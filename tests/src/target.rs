//! The targets, and the combinations of options in which every program is checked.

use gisel_target_registry::{self as registry, Linux};
use std::fmt;

/// A target with its cross tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// rv64gc, lp64d.
    Riscv64,
    /// AArch64, AAPCS64.
    Aarch64,
}

impl Target {
    /// Both targets.
    pub const ALL: [Target; 2] = [Target::Riscv64, Target::Aarch64];

    /// Returns the first component of the triple, which is also in qemu's name.
    #[must_use]
    pub fn arch(self) -> &'static str {
        match self {
            Target::Riscv64 => "riscv64",
            Target::Aarch64 => "aarch64",
        }
    }

    /// Returns its registry entry.
    fn linux(self) -> &'static Linux {
        let registered = registry::Target::of_triple(self.arch());
        registered.and_then(|target| target.linux.as_ref()).expect("a target with programs for Linux")
    }

    /// Returns the prefix of Debian's cross tools.
    #[must_use]
    pub fn gnu(self) -> &'static str {
        self.linux().gnu
    }

    /// Returns the triple for compilers.
    #[must_use]
    pub fn triple(self) -> String {
        format!("{}-unknown-linux-gnu", self.arch())
    }

    /// Returns the path of the target's C library.
    #[must_use]
    pub fn sysroot(self) -> String {
        format!("/usr/{}", self.gnu())
    }
}

/// The relocation model and the kind of linking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Fixed addresses, no shared libraries.
    Static,
    /// Position independent, shared C library.
    Pie,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Mode; 2] = [Mode::Static, Mode::Pie];

    /// Returns the option of `gisel` and `llc`.
    #[must_use]
    pub fn relocation_model(self) -> &'static str {
        match self {
            Mode::Static => "-relocation-model=static",
            Mode::Pie => "-relocation-model=pic",
        }
    }

    /// Returns the option of clang.
    #[must_use]
    pub fn clang_option(self) -> &'static str {
        match self {
            Mode::Static => "-fno-pic",
            Mode::Pie => "-fPIE",
        }
    }

    /// Returns the option of the linker driver.
    #[must_use]
    pub fn link_option(self) -> &'static str {
        match self {
            Mode::Static => "-static",
            Mode::Pie => "-pie",
        }
    }
}

/// A combination of options to build a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combo {
    /// The machine.
    pub target: Target,
    /// The optimization level of the IR.
    pub ir_level: u8,
    /// The optimization level of the code.
    pub level: u8,
    /// Static or position independent.
    pub mode: Mode,
}

impl Combo {
    /// Returns all combinations for a target that the tests check.
    pub fn all(target: Target) -> impl Iterator<Item = Combo> {
        let levels = [(0, 0), (0, 2), (2, 0), (2, 2)];
        levels.into_iter().flat_map(move |(ir_level, level)| {
            Mode::ALL.into_iter().map(move |mode| Combo { target, ir_level, level, mode })
        })
    }
}

impl fmt::Display for Combo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mode = match self.mode {
            Mode::Static => "static",
            Mode::Pie => "pie",
        };
        write!(f, "{}-ir{}-O{}-{mode}", self.target.arch(), self.ir_level, self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_targets_with_programs_are_tested() {
        let registered = registry::TARGETS.iter().filter(|target| target.linux.is_some());
        // Debian has no C library for Linux on riscv32: its programs use picolibc.
        let names: Vec<_> = registered.map(|target| target.name).filter(|name| *name != "riscv32").collect();
        assert_eq!(names, Target::ALL.map(Target::arch));
    }
}
