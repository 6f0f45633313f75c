//! AsmBackend: fixups, relaxation and padding.

use super::inst::{FixupKind, McInst, Specifier};
use crate::machine::desc::instructions::Opcode;
use std::ops::Range;

/// The properties of a fixup kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixupInfo {
    /// The number of bytes that it may change, from its offset on.
    pub size: u8,
    /// True if the value is relative to the instruction.
    pub pc_relative: bool,
    /// True if the linker may shorten its sequence (never without linker relaxation).
    pub relaxable: bool,
    /// True if [`AsmBackend::apply_fixup`] resolves it when the distance is known; others always
    /// become relocations.
    pub resolvable: bool,
    /// The half of a distance, which is resolved only together with the other half.
    pub half: Option<Half>,
}

/// The half of a distance that an instruction holds, if a pair of instructions holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The upper bits of the distance from this instruction.
    High,
    /// The lower bits. The symbol is the label of the instruction with the upper bits, to which the
    /// distance is relative.
    Low,
}

/// A relaxed form of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Longer {
    /// The same branch, with a longer range.
    Form(McInst),
    /// The inverted branch over a jump to the target.
    InvertedOver {
        /// The inverted branch; its last operand will be the end of the jump.
        branch: McInst,
        /// The jump.
        jump: McInst,
    },
}

/// Resolves fixups, relaxes branches and pads code.
pub trait AsmBackend {
    /// Returns true if [`AsmBackend::relax`] has a relaxed form of `inst`.
    fn is_relaxable(&self, inst: &McInst) -> bool {
        self.relax(inst).is_some()
    }

    /// Returns the properties of a fixup kind.
    fn fixup_info(&self, kind: FixupKind) -> FixupInfo;

    /// Returns LLVM's name of a fixup kind and the range of its bits, from the lowest bit of the
    /// first byte on. `None` for kinds that LLVM names by their relocation.
    fn fixup_bits(&self, _kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
        None
    }

    /// Returns the relocation type of a fixup.
    fn relocation(&self, kind: FixupKind, specifier: Specifier) -> Option<u32>;

    /// Returns the relocation by which a linker replaces an instruction of `opcode` if a symbol is
    /// defined (`deactivation-symbol`); `None` if there is none.
    fn deactivation_relocation(&self, _opcode: Opcode) -> Option<u32> {
        None
    }

    /// Returns true if `distance` is in range of a resolvable fixup (or if an absolute value fits).
    fn reaches(&self, kind: FixupKind, distance: i64) -> bool;

    /// Writes a resolved distance to the instruction at the start of `bytes`. Returns false if it
    /// does not fit.
    fn apply_fixup(&self, kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool;

    /// Writes a number that only the whole object determines to the instruction at the start of
    /// `bytes`. Returns false if it does not fit, or no instruction takes such numbers.
    fn apply_number(&self, _kind: FixupKind, _specifier: Specifier, _number: i64, _bytes: &mut [u8]) -> bool {
        false
    }

    /// Returns the next relaxed form of a branch with a symbolic target; `None` for everything
    /// else. A `Form` may be relaxed again.
    fn relax(&self, inst: &McInst) -> Option<Longer>;

    /// Appends NOPs of `size` bytes in total.
    fn nops(&self, size: u64, out: &mut Vec<u8>);

    /// Returns the NOP.
    fn nop(&self) -> McInst;

    /// Returns the minimum alignment of code, in bytes. It is also the alignment of functions that
    /// have no larger one.
    fn code_align(&self) -> u32;

    /// Returns true if the linker may shorten sequences of this subtarget's code.
    fn linker_relaxation(&self) -> bool {
        false
    }
}
