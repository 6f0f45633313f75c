//! Callee-saved registers: collects those that a function writes, and assigns their slots. One walk
//! over the instructions also collects all other facts for frame layout.

use crate::frame::target::FrameTarget;
use crate::ir::mir::{CalleeSaved, FrameObjectKind, FrameUse, MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::{LIFETIME_END, LIFETIME_START};
use crate::machine::calling_convention::CalleeSavedReg;
use crate::machine::desc::instructions::InstrFlags;
use crate::support::error::{CompileError, Result};
use smallvec::SmallVec;

/// Visits all instructions.
pub(crate) fn scan(mf: &MachineFunction, target: &dyn FrameTarget) -> FrameUse {
    let (registers, descs) = (target.registers(), target.descs());
    let (set_up, destroy) = target.frame_lowering().call_frame_opcodes();
    let mut used = FrameUse::default();
    let mut masks: SmallVec<[Operand; 2]> = SmallVec::new();
    for &block in &mf.layout {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let (data, operands) = mf.inst_and_operands(inst);
            let desc = descs.get(data.opcode);
            let mut is_of_frame = [set_up, destroy, LIFETIME_START, LIFETIME_END].contains(&data.opcode);
            if data.opcode == set_up {
                used.call_frame_size = used.call_frame_size.max(mf.expect_imm(inst, 0) as u64);
            }
            for operand in operands {
                match operand.tag() {
                    OperandTag::Reg if operand.is_def() => {
                        if let Some(reg) = operand.phys() {
                            used.overwritten |= registers.unit_set(registers.part(reg, operand.sub_reg()));
                        }
                    }
                    OperandTag::FrameIndex => is_of_frame = true,
                    // The callee of a tail call preserves the callee-saved registers, and returns
                    // to this function's caller.
                    OperandTag::RegMask if !masks.contains(operand) && !desc.has(InstrFlags::RETURN) => {
                        masks.push(*operand);
                    }
                    _ => {}
                }
            }
            desc.implicit_defs.iter().for_each(|&reg| used.overwritten |= registers.unit_set(reg));
            if is_of_frame {
                used.insts.push(inst);
            }
        }
    }
    for mask in masks {
        used.overwritten |= mf.reg_mask(target, mask).lost(registers);
    }
    used
}

/// Refuses a function that overwrites registers of its convention that the subtarget lacks.
pub(super) fn check(mf: &MachineFunction, target: &dyn FrameTarget, used: &FrameUse) -> Result<()> {
    let missing = target.frame_lowering().missing_callee_saved(mf);
    let registers = target.registers();
    let Some(lost) = missing.iter().find(|s| used.overwritten & registers.unit_set(s.reg) != 0) else {
        return Ok(());
    };
    let message = format!(
        "its calling convention preserves {}, which a call may overwrite, but the subtarget has no such register",
        registers.reg(lost.reg).name
    );
    Err(CompileError::new(&mf.name, "", message))
}

/// Assigns slots to saved registers, from below the fixed objects downwards.
pub(super) fn assign(mf: &mut MachineFunction, target: &dyn FrameTarget, used: &FrameUse) {
    let (registers, lowering) = (target.registers(), target.frame_lowering());
    // The register of a returned error is not restored.
    let error = || target.convention().swift_error_register();
    let error = if mf.attrs.swift_error { error() } else { None };
    let written =
        |s: &&CalleeSavedReg| error != Some(s.reg) && used.overwritten & registers.unit_set(s.reg) != 0;
    let mut saved: Vec<CalleeSavedReg> = lowering.callee_saved(mf).iter().filter(written).copied().collect();
    lowering.determine_callee_saved(mf, &mut saved);
    // A value in a reserved register is not restored.
    let reserved = lowering.user_reserved();
    saved.retain(|s| !reserved.contains(&s.reg));
    if mf.attrs.eh_return {
        saved.extend_from_slice(lowering.eh_data_registers());
    }
    let extension = lowering.record_extension(mf);
    let mut offset = super::layout::lowest_fixed(mf, lowering.stack_alignment());
    // Unwind rules count in words, or fractions of them.
    let word = i64::from(target.pointer().bits() / 8);
    for CalleeSavedReg { reg, class } in saved {
        let class = registers.class(class);
        debug_assert!(
            class.spill_align.is_power_of_two(),
            "{}: an alignment of {}",
            class.name,
            class.spill_align
        );
        debug_assert!(
            mf.frame.callee_saved.iter().all(|saved| saved.reg != reg),
            "{}: {reg:?} is saved twice",
            mf.name
        );
        offset = (offset - class.spill_size as i64) & -word.max(class.spill_align.into());
        let slot = mf.frame.create(FrameObjectKind::Spill, class.spill_size as u64, class.spill_align as u32);
        mf.frame.objects[slot.index()].offset = offset;
        mf.frame.callee_saved.push(CalleeSaved { reg, slot });
        if reg == lowering.frame_pointer() && extension != 0 {
            offset -= extension as i64;
            mf.frame.create_fixed(extension, offset, true);
        }
    }
}
