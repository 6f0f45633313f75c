//! Checks the base pointer against calling conventions. If its register passes arguments or a call
//! does not preserve it, frame objects become unreachable. Cost: linear for functions with a base
//! pointer, else none.

use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::machine::print::inst_to_string;
use crate::support::error::{CompileError, Result};

/// Checks a function before register assignment, when the base pointer is reserved.
///
/// Errors: the base pointer's register holds an argument at entry or at a call, or is clobbered by
/// a call.
pub(super) fn check(mf: &MachineFunction, target: &dyn FrameTarget) -> Result<()> {
    let lowering = target.frame_lowering();
    if mf.attrs.naked || !lowering.has_base_pointer(mf) {
        return Ok(());
    }
    let base = lowering.base_pointer();
    let overlaps = |reg: PhysReg| target.registers().overlap(reg, base);
    if mf.live_ins.iter().any(|&(reg, _)| overlaps(reg)) {
        return refuse(mf, target, "an argument is in", None);
    }
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let desc = target.desc(mf.opcode(inst));
        if !desc.has(InstrFlags::CALL) && !desc.has(InstrFlags::RETURN) {
            continue;
        }
        let operands = mf.operands(inst);
        if operands.iter().any(|o| o.is_implicit() && o.phys().is_some_and(overlaps)) {
            return refuse(mf, target, "an argument is in", Some(inst));
        }
        let returns_here = !desc.has(InstrFlags::RETURN);
        if returns_here && mf.clobbers(target, inst, base) {
            return refuse(mf, target, "a call does not preserve", Some(inst));
        }
    }
    Ok(())
}

fn refuse(mf: &MachineFunction, target: &dyn FrameTarget, what: &str, inst: Option<InstId>) -> Result<()> {
    let name = target.registers().reg(target.frame_lowering().base_pointer()).asm_name;
    let place = inst.map(|inst| inst_to_string(mf, target, inst)).unwrap_or_default();
    let message = format!(
        "{what} register {name}, which is the base pointer of a frame with objects of variable size and of large alignment or size"
    );
    Err(CompileError::new(&mf.name, place, message))
}
