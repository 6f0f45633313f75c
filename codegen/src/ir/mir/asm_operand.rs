//! The operands of `INLINEASM`: the assembly string, flags of the whole, then groups of operands.
//! Each group starts with a word that describes it. The words are LLVM's (`InlineAsm::Flag`).

use super::{MachineFunction, Operand};
use crate::ir::entity::InstId;
use crate::ir::opcodes::INLINEASM;

/// LLVM's number of the constraint `m`, which the words of memory operands contain.
const ANY_MEMORY: u32 = 4;

/// The kind of an operand group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmKind {
    /// Registers that are read.
    Use,
    /// Registers that are written.
    Def,
    /// Registers that are written before all inputs are read.
    EarlyDef,
    /// Registers that are overwritten.
    Clobber,
    /// An immediate or a symbol.
    Immediate,
    /// The address of memory.
    Memory,
}

const KINDS: [AsmKind; 6] =
    [AsmKind::Use, AsmKind::Def, AsmKind::EarlyDef, AsmKind::Clobber, AsmKind::Immediate, AsmKind::Memory];

/// Bits of the second operand: properties of the assembly as a whole.
pub mod extra {
    /// It has side effects.
    pub const SIDE_EFFECTS: i32 = 1;
    /// It requires an aligned stack.
    pub const ALIGN_STACK: i32 = 2;
    /// It may read memory.
    pub const MAY_LOAD: i32 = 8;
    /// It may write memory.
    pub const MAY_STORE: i32 = 16;
    /// It may throw.
    pub const MAY_UNWIND: i32 = 32;
}

/// The word that describes an operand group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmFlag {
    /// The kind of the group.
    pub kind: AsmKind,
    /// The number of operands in the group.
    pub count: u32,
    /// For a use, the number of the group to which it is tied.
    pub tied_to: Option<u32>,
}

impl AsmFlag {
    /// Returns the flag of a group with one operand that is not tied.
    pub fn single(kind: AsmKind) -> AsmFlag {
        AsmFlag { kind, count: 1, tied_to: None }
    }

    /// Returns the encoded word.
    pub fn encode(self) -> i32 {
        let kind = KINDS.iter().position(|&k| k == self.kind).expect("all kinds are in the table") as u32 + 1;
        let more = match self.tied_to {
            Some(group) => 1 << 31 | group << 16,
            None if self.kind == AsmKind::Memory => ANY_MEMORY << 16,
            None => 0,
        };
        (kind | self.count << 3 | more) as i32
    }

    /// Decodes a word; `None` if it is not a flag.
    pub(crate) fn decode(word: i64) -> Option<AsmFlag> {
        let word = u32::try_from(word & 0xffff_ffff).ok()?;
        let kind = *KINDS.get((word & 7).checked_sub(1)? as usize)?;
        let tied_to = (word >> 31 != 0).then_some(word >> 16 & 0x7fff);
        Some(AsmFlag { kind, count: word >> 3 & 0x1fff, tied_to })
    }
}

/// Returns the groups of `inst`, each with the index of its first operand.
pub(crate) fn asm_groups(mf: &MachineFunction, inst: InstId) -> Vec<(AsmFlag, usize)> {
    let operands = mf.operands(inst);
    let mut groups = Vec::new();
    let mut at = 2;
    while let Some(flag) = operands.get(at).and_then(|&o| flag_of(mf, o)) {
        groups.push((flag, at + 1));
        at += 1 + flag.count as usize;
    }
    groups
}

/// Returns true if `inst` is inline assembly that may throw.
pub(crate) fn asm_unwinds(mf: &MachineFunction, inst: InstId) -> bool {
    let flags = mf.operands(inst).get(1).and_then(|&flags| mf.imm_value(flags));
    mf.opcode(inst) == INLINEASM && flags.is_some_and(|flags| flags & i64::from(extra::MAY_UNWIND) != 0)
}

fn flag_of(mf: &MachineFunction, operand: Operand) -> Option<AsmFlag> {
    AsmFlag::decode(mf.imm_value(operand)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for kind in KINDS {
            for tied_to in [None, Some(0), Some(5)] {
                let flag = AsmFlag { kind, count: 1, tied_to };
                assert_eq!(AsmFlag::decode(i64::from(flag.encode())), Some(flag));
            }
        }
        // The values that LLVM prints for `regdef` of one register, and for `reguse tiedto:$0`.
        assert_eq!(AsmFlag::single(AsmKind::Def).encode(), 10);
        assert_eq!(AsmFlag::single(AsmKind::Memory).encode(), 262158);
        let tied = AsmFlag { kind: AsmKind::Use, count: 1, tied_to: Some(0) };
        assert_eq!(tied.encode() as u32, 2147483657);
    }
}
