//! Checks of memory accesses by routines that the compiler makes itself (HWASan): a call before the access, and, once an object, a routine
//! for each register and kind of access that occurs.
//!
//! A routine's name says all that it does, and the linker keeps one of each name. Source: what LLVM's back-ends make of
//! `llvm.hwasan.check.memaccess…`.

use crate::target::desc::registers::PhysReg;

/// What all names of routines begin with.
const PREFIX: &str = "__hwasan_check_";

/// A check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryCheck {
    /// What access it is, as the run-time library encodes it.
    pub access: u32,
    /// Whether the last granule of an object may be used in part.
    pub short_granules: bool,
    /// The address of the tags, if it is known.
    pub shadow: Option<u64>,
}

impl MemoryCheck {
    /// Size of the access in bytes.
    pub fn size(&self) -> u64 {
        1 << (self.access & 15)
    }

    /// The tag of pointers that may point to anything.
    pub fn tag_of_all(&self) -> Option<u32> {
        (self.access >> 24 & 1 != 0).then_some(self.access >> 16 & 255)
    }

    /// Whether it is the check of a kernel, whose loader has no table of addresses.
    pub fn is_kernel(&self) -> bool {
        self.access >> 25 & 1 != 0
    }

    /// What the run-time library is told of the access.
    pub fn told(&self) -> u32 {
        self.access & 0xffff
    }

    /// The number of the register with the address, and the check, that a routine's name says.
    pub fn of_name(name: &str, version: &str) -> Option<(u8, MemoryCheck)> {
        let rest = name.strip_prefix(PREFIX)?.strip_prefix('x')?;
        let (rest, short_granules) = rest.strip_suffix(version).map_or((rest, false), |rest| (rest, true));
        let (rest, shadow) = match rest.split_once("_fixed_") {
            Some((rest, at)) => (rest, Some(at.parse().ok()?)),
            None => (rest, None),
        };
        let (register, access) = rest.split_once('_')?;
        let check = MemoryCheck { access: access.parse().ok()?, short_granules, shadow };
        Some((register.parse().ok()?, check))
    }

    /// The name of the routine for a register that is written `register` (`x0`). Names of routines for short granules end in `version`.
    pub fn name(&self, register: &str, version: &str) -> String {
        let shadow = self.shadow.map(|at| format!("_fixed_{at}")).unwrap_or_default();
        let version = if self.short_granules { version } else { "" };
        format!("{PREFIX}{register}_{}{shadow}{version}", self.access)
    }

    /// The text of the routine `name`: `body` in a section and group of its own.
    pub fn definition(name: &str, body: &str) -> String {
        let section = format!("\t.section\t.text.hot,\"axG\",@progbits,{name},comdat\n");
        format!("{section}\t.type\t{name},@function\n\t.weak\t{name}\n\t.hidden\t{name}\n{name}:\n{body}")
    }
}

/// The call of a check's routine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckCall {
    /// Inline assembly with the address in its first operand.
    pub text: String,
    /// The register with the address of the tags, if they are not at a known one.
    pub shadow: Option<PhysReg>,
    /// What it destroys.
    pub clobbers: &'static [PhysReg],
}

/// What a target has for checks.
pub trait MemoryChecks {
    /// The call for a check, if there is a routine for it.
    fn call(&self, check: &MemoryCheck) -> Option<CheckCall>;

    /// The assembly of the routine called `name`, if it is one of a check.
    fn routine(&self, name: &str) -> Option<String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_checked() {
        let version = "_short_v2";
        for (name, register, access, short_granules, shadow) in [
            ("__hwasan_check_x0_2_short_v2", 0, 2, true, None),
            ("__hwasan_check_x28_67043329", 28, 67043329, false, None),
            ("__hwasan_check_x1_17_fixed_4398046511104_short_v2", 1, 17, true, Some(1 << 42)),
            ("__hwasan_check_x1_17_fixed_4398046511104", 1, 17, false, Some(1 << 42)),
        ] {
            let check = MemoryCheck { access, short_granules, shadow };
            assert_eq!(MemoryCheck::of_name(name, version), Some((register, check)));
            assert_eq!(check.name(&format!("x{register}"), version), name);
        }
        for name in ["__hwasan_check", "__hwasan_check_x_2", "__hwasan_check_x1_x", "__hwasan_init"] {
            assert_eq!(MemoryCheck::of_name(name, version), None);
        }
        let check = MemoryCheck { access: 67043329, short_granules: false, shadow: None };
        assert_eq!(
            (check.size(), check.tag_of_all(), check.is_kernel(), check.told()),
            (2, Some(255), true, 1)
        );
    }
}
