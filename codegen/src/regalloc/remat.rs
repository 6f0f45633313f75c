//! Values that are rematerialized instead of being spilled or copied.
//!
//! A reserved register may be read if it is constant, as the zero register is; the stack pointer is
//! not.

use crate::frame::target::FrameTarget;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::SubReg;

/// Returns the definition of `vreg`, if it is the only one and can be repeated anywhere: cheap,
/// without side effects and other registers.
pub(crate) fn definition(mf: &MachineFunction, target: &dyn FrameTarget, vreg: VReg) -> Option<InstId> {
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
    let plain = plain && !mf.defines_one_unknown(inst);
    (plain && alone(mf.operands(inst)) && target.instr_info().is_rematerializable(mf, inst)).then_some(inst)
}

/// Returns true if an operand reads a register that always holds the same value.
fn is_constant(target: &dyn FrameTarget, operand: &Operand) -> bool {
    operand.is_use() && operand.phys().is_some_and(|reg| target.instr_info().is_constant_register(reg))
}
