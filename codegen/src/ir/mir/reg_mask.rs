//! Register masks, which say what a call preserves: the target's, by number, and those that a function has of its own because they have no name.

use super::{MachineFunction, Operand, OperandTag};
use crate::ir::entity::InstId;
use crate::target::Target;
use crate::target::instr_info::RegMask;
use crate::target::registers::PhysReg;

/// A mask without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomRegMask {
    /// What it means.
    pub mask: RegMask,
    /// The registers that it preserves as MIR lists them, which may include some that only LLVM has: `$x8,$w8,$w8_hi`.
    pub registers: String,
}

/// Numbers of functions' own masks begin here.
const FIRST_CUSTOM: u32 = 1 << 31;

impl MachineFunction {
    /// An operand with a mask that has no name.
    pub fn create_reg_mask(&mut self, mask: CustomRegMask) -> Operand {
        self.custom_reg_masks.push(mask);
        Operand::reg_mask(FIRST_CUSTOM + self.custom_reg_masks.len() as u32 - 1)
    }

    /// The mask of an operand if it has no name.
    pub fn custom_reg_mask(&self, operand: Operand) -> Option<&CustomRegMask> {
        let number = operand.payload().checked_sub(FIRST_CUSTOM)?;
        self.custom_reg_masks.get(number as usize).filter(|_| operand.tag() == OperandTag::RegMask)
    }

    /// What an operand of kind [`OperandTag::RegMask`] means.
    pub fn reg_mask(&self, target: &dyn Target, operand: Operand) -> RegMask {
        let custom = self.custom_reg_mask(operand);
        custom.map_or_else(|| target.instr_info().reg_mask(operand.payload()), |custom| custom.mask)
    }

    /// Whether an operand of `inst` writes a part of `reg`, or is the mask of a call that does not preserve all of it.
    pub fn clobbers(&self, target: &dyn Target, inst: InstId, reg: PhysReg) -> bool {
        let registers = target.registers();
        self.operands(inst).iter().any(|&operand| {
            if operand.tag() == OperandTag::RegMask {
                let mask = self.reg_mask(target, operand);
                return registers.units(reg).iter().any(|&unit| !mask.preserves(unit));
            }
            operand.is_def() && operand.phys().is_some_and(|written| registers.overlap(written, reg))
        })
    }
}
