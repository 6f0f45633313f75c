//! Registers that a function's features or its frame reserve: code that requires one of them anyway
//! is rejected.
//!
//! The allocator does not assign them. Calling conventions and frame code name registers
//! explicitly. Inline assembly may name those that features reserve, which is their purpose. Cost:
//! linear if registers are reserved, else none.

use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::{InstFlags, MachineFunction, Operand};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::machine::print::inst_to_string;
use crate::support::error::{CompileError, Result};

/// The reserved registers of a function's subtarget.
struct Reserved<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn FrameTarget,
    registers: Vec<PhysReg>,
}

impl Reserved<'_> {
    /// Returns a reserved register that overlaps `reg`.
    fn find(&self, reg: PhysReg) -> Option<PhysReg> {
        self.registers.iter().copied().find(|&r| self.target.registers().overlap(r, reg))
    }

    fn find_operand(&self, inst: InstId, is_one: impl Fn(&Operand) -> bool) -> Option<PhysReg> {
        let operands = self.mf.operands(inst).iter().filter(|o| is_one(o));
        operands.filter_map(|o| o.phys()).find_map(|reg| self.find(reg))
    }

    fn refuse(&self, reg: PhysReg, what: &str, inst: Option<InstId>) -> Result<()> {
        self.error(reg, what, inst, "is reserved")
    }

    fn error(&self, reg: PhysReg, what: &str, inst: Option<InstId>, why: &str) -> Result<()> {
        let name = self.target.registers().reg(reg).asm_name;
        let place = inst.map(|inst| inst_to_string(self.mf, self.target, inst)).unwrap_or_default();
        Err(CompileError::new(&self.mf.name, place, format!("{what} register {name}, which {why}")))
    }
}

fn reserved<'a>(mf: &'a MachineFunction, target: &'a dyn FrameTarget) -> Option<Reserved<'a>> {
    let registers = target.frame_lowering().user_reserved();
    (!registers.is_empty()).then_some(Reserved { mf, target, registers })
}

/// Checks a function after translation: its arguments and results, and those of its calls.
///
/// Errors: one of them is in a reserved register, or calls require one.
pub(crate) fn check_calls(mf: &MachineFunction, target: &dyn FrameTarget) -> Result<()> {
    let Some(reserved) = reserved(mf, target) else { return Ok(()) };
    for &(reg, _) in &mf.live_ins {
        if let Some(reg) = reserved.find(reg) {
            return reserved.refuse(reg, "an argument is in", None);
        }
    }
    let needed = target.frame_lowering().needed_by_calls();
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let desc = target.desc(mf.opcode(inst));
        let (is_call, is_return) = (desc.has(InstrFlags::CALL), desc.has(InstrFlags::RETURN));
        if is_call && let Some(reg) = needed.iter().find_map(|&reg| reserved.find(reg)) {
            return reserved.refuse(reg, "calls need", Some(inst));
        }
        let named = (is_call || is_return).then(|| reserved.find_operand(inst, |o| o.is_implicit()));
        if let Some(reg) = named.flatten() {
            return reserved.refuse(reg, "an argument or result is in", Some(inst));
        }
    }
    Ok(())
}

/// Checks a function with a laid-out frame.
///
/// Errors: frame setup or a long branch writes a reserved register, or another instruction changes
/// a register that addresses the frame.
pub(crate) fn check_frame(mf: &MachineFunction, target: &dyn FrameTarget) -> Result<()> {
    check_frame_pointers(mf, target)?;
    let Some(reserved) = reserved(mf, target) else { return Ok(()) };
    let long_branch = target.instr_info().long_branch().filter(|_| mf.frame.long_branches);
    if let Some(reg) = long_branch.and_then(|branch| reserved.find(branch.register)) {
        return reserved.refuse(reg, "long branches need", None);
    }
    let shadow = target.frame_lowering().shadow_stack_pointer();
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let of_frame = mf.inst(inst).flags.intersects(InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY);
        if of_frame && let Some(reg) = reserved.find_operand(inst, |o| o.is_def() && o.phys() != shadow) {
            return reserved.refuse(reg, "the frame needs", Some(inst));
        }
    }
    Ok(())
}

/// Checks that the frame pointer and the base pointer are preserved if the stack pointer does not
/// address the frame.
fn check_frame_pointers(mf: &MachineFunction, target: &dyn FrameTarget) -> Result<()> {
    let lowering = target.frame_lowering();
    let mut pointers = Vec::new();
    if mf.frame.has_variable_sized || lowering.needs_realignment(mf) {
        pointers.push(lowering.frame_pointer());
    }
    if lowering.has_base_pointer(mf) {
        pointers.push(lowering.base_pointer());
    }
    if pointers.is_empty() {
        return Ok(());
    }
    let kept = lowering.reserved(mf);
    pointers.retain(|pointer| kept.contains(pointer));
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let of_frame = mf.inst(inst).flags.intersects(InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY);
        if of_frame || target.desc(mf.opcode(inst)).has(InstrFlags::RETURN) {
            continue;
        }
        if let Some(&pointer) = pointers.iter().find(|&&pointer| mf.clobbers(target, inst, pointer)) {
            let reserved = Reserved { mf, target, registers: pointers };
            return reserved.error(
                pointer,
                "a call or assembly changes",
                Some(inst),
                "the frame is addressed by",
            );
        }
    }
    Ok(())
}
