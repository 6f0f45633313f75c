//! Register masks, which list the registers that a call preserves. The target's masks are numbered;
//! a function has its own masks without a name.

use super::{MachineFunction, Operand, OperandTag};
use crate::machine::desc::reg_mask::RegMask;

/// A mask without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CustomRegMask {
    /// The mask.
    pub mask: RegMask,
    /// The preserved registers as MIR lists them, which may include some that only LLVM has:
    /// `$x8,$w8,$w8_hi`.
    pub registers: String,
}

/// The first number of functions' own masks.
const FIRST_CUSTOM: u32 = 1 << 31;

impl MachineFunction {
    /// Returns an operand with a mask that has no name.
    pub(crate) fn create_reg_mask(&mut self, mask: CustomRegMask) -> Operand {
        self.custom_reg_masks.push(mask);
        Operand::reg_mask(FIRST_CUSTOM + self.custom_reg_masks.len() as u32 - 1)
    }

    /// Returns the mask of an operand if it has no name.
    pub(crate) fn custom_reg_mask(&self, operand: Operand) -> Option<&CustomRegMask> {
        let number = operand.payload().checked_sub(FIRST_CUSTOM)?;
        self.custom_reg_masks.get(number as usize).filter(|_| operand.tag() == OperandTag::RegMask)
    }
}
