//! Values that are rematerialized instead of being spilled.
//!
//! The zero register is a reserved register that may be read; the stack pointer is not: it may move.

use crate::desc::instructions::InstrFlags;
use crate::desc::registers::SubReg;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::target::Target;

/// The definition of `vreg`, if it is its only one and can be repeated anywhere: cheap, without effects, and
/// without any register read or written besides.
pub fn definition(mf: &MachineFunction, target: &dyn Target, vreg: VReg) -> Option<InstId> {
    let inst = mf.def(vreg)?;
    let desc = target.desc(mf.opcode(inst));
    let plain = desc.has(InstrFlags::REMATERIALIZABLE)
        && !desc.has(InstrFlags::SIDE_EFFECTS)
        && desc.implicit_defs.is_empty()
        && desc.implicit_uses.is_empty();
    let alone = |operands: &[Operand]| {
        operands[0].is_def()
            && operands[0].sub_reg() == SubReg::default()
            && operands[1..].iter().all(|o| o.reg().is_none() || is_constant(target, o))
    };
    (plain && alone(mf.operands(inst)) && target.instr_info().is_rematerializable(mf, inst)).then_some(inst)
}

/// Whether an operand reads a register that always holds the same value.
fn is_constant(target: &dyn Target, operand: &Operand) -> bool {
    operand.is_use() && operand.phys().is_some_and(|reg| target.instr_info().is_constant_register(reg))
}
