//! Memory access checks by compiler-generated routines (HWASan): a call before the access, and in
//! each object one routine for each used register and kind of access.
//!
//! A routine's name encodes its behaviour, and the linker keeps one of each name. Source: the
//! lowering of `llvm.hwasan.check.memaccess…` in LLVM's back-ends.

use crate::machine::desc::registers::PhysReg;

/// The prefix of all routine names.
const PREFIX: &str = "__hwasan_check_";

/// A check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryCheck {
    /// The access, as the run-time library encodes it.
    pub access: u32,
    /// True if the last granule of an object may be partially used.
    pub short_granules: bool,
    /// The address of the shadow memory, if it is fixed.
    pub shadow: Option<u64>,
}

impl MemoryCheck {
    /// Returns the size of the access in bytes.
    pub fn size(&self) -> u64 {
        1 << (self.access & 15)
    }

    /// Returns the match-all tag, of pointers that may access all memory.
    pub fn tag_of_all(&self) -> Option<u32> {
        (self.access >> 24 & 1 != 0).then_some(self.access >> 16 & 255)
    }

    /// Returns true for a kernel's check, whose loader has no global offset table.
    pub fn is_kernel(&self) -> bool {
        self.access >> 25 & 1 != 0
    }

    /// Returns the access information for the run-time library.
    pub fn access_info(&self) -> u32 {
        self.access & 0xffff
    }

    /// Parses a routine's name: the number of the address register, and the check.
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

    /// Returns the name of the routine for the register `register` (`x0`). Names of routines for
    /// short granules end in `version`.
    pub fn name(&self, register: &str, version: &str) -> String {
        let shadow = self.shadow.map(|at| format!("_fixed_{at}")).unwrap_or_default();
        let version = if self.short_granules { version } else { "" };
        format!("{PREFIX}{register}_{}{shadow}{version}", self.access)
    }

    /// Returns the text of the routine `name`: `body` in a separate section and group.
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
    /// The register with the shadow memory's address, if that is not fixed.
    pub shadow: Option<PhysReg>,
    /// The registers that it clobbers.
    pub clobbers: &'static [PhysReg],
}

/// The target's checks.
pub trait MemoryChecks {
    /// Returns the call for a check, if there is a routine for it.
    fn call(&self, check: &MemoryCheck) -> Option<CheckCall>;

    /// Returns the assembly of the routine called `name`, if it is a check's.
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
            (check.size(), check.tag_of_all(), check.is_kernel(), check.access_info()),
            (2, Some(255), true, 1)
        );
    }
}
