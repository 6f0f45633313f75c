//! Which callee-saved registers a function overwrites, and where they are saved.

use crate::ir::mir::{CalleeSaved, FrameObjectKind, MachineFunction, Operand, OperandTag};
use crate::target::Target;
use crate::target::frame_lowering::CalleeSavedReg;
use crate::target::instructions::InstrFlags;
use crate::target::registers::{PhysReg, RegUnit};

/// What one walk over the instructions finds.
pub(super) struct Used {
    /// By unit: whether it is overwritten.
    written: Vec<bool>,
    /// The most bytes that a call's arguments take.
    pub call_frame_size: u64,
}

/// Registers, each once.
struct Named {
    /// By register.
    seen: Vec<bool>,
    list: Vec<PhysReg>,
}

impl Named {
    fn add(&mut self, reg: PhysReg) {
        if !std::mem::replace(&mut self.seen[reg.index()], true) {
            self.list.push(reg);
        }
    }
}

/// Looks at all instructions.
pub(super) fn scan(mf: &MachineFunction, target: &dyn Target) -> Used {
    let registers = target.registers();
    let mut used = Used { written: vec![false; registers.num_units as usize], call_frame_size: 0 };
    let descs = target.descs();
    let (set_up, _) = target.frame_lowering().call_frame_opcodes();
    let mut masks: Vec<Operand> = Vec::new();
    let mut named = Named { seen: vec![false; registers.regs.len()], list: Vec::new() };
    let mut blocks = mf.layout.iter();
    let mut next = None;
    while let Some(inst) = next.or_else(|| blocks.find_map(|&b| mf.first_inst(b))) {
        next = mf.next_inst(inst);
        let opcode = mf.opcode(inst);
        // What is called by a jump preserves as much as this function has to, and its return is this one's.
        let desc = descs.get(opcode);
        let leaves = desc.has(InstrFlags::RETURN);
        if opcode == set_up {
            let size = mf.expect_imm(inst, 0) as u64;
            used.call_frame_size = used.call_frame_size.max(size);
        }
        for operand in mf.operands(inst) {
            match operand.tag() {
                OperandTag::Reg if operand.is_def() => {
                    let reg = operand.phys().expect("no virtual register is left");
                    named.add(registers.part(reg, operand.sub_reg()));
                }
                OperandTag::RegMask if !leaves && !masks.contains(operand) => masks.push(*operand),
                _ => {}
            }
        }
        desc.implicit_defs.iter().for_each(|&reg| named.add(reg));
    }
    for reg in named.list.into_iter().filter(|&reg| reg != PhysReg::NONE) {
        registers.units(reg).iter().for_each(|u| used.written[u.0 as usize] = true);
    }
    for mask in masks {
        let mask = mf.reg_mask(target, mask);
        for unit in 0..registers.num_units {
            used.written[unit as usize] |= !mask.preserves(RegUnit(unit));
        }
    }
    used
}

/// Gives what must be saved its slots, from below the fixed objects downwards.
pub(super) fn assign(mf: &mut MachineFunction, target: &dyn Target, used: &Used) {
    let (registers, lowering) = (target.registers(), target.frame_lowering());
    // What an error is returned in is not restored.
    let error = || target.call_lowering().convention().swift_error_register();
    let error = if mf.attrs.swift_error { error() } else { None };
    let written = |s: &&CalleeSavedReg| {
        error != Some(s.reg) && registers.units(s.reg).iter().any(|u| used.written[u.0 as usize])
    };
    let mut saved: Vec<CalleeSavedReg> = lowering.callee_saved(mf).iter().filter(written).copied().collect();
    lowering.determine_callee_saved(mf, &mut saved);
    // What is written to a reserved register is meant to stay there.
    let reserved = lowering.user_reserved();
    saved.retain(|s| !reserved.contains(&s.reg));
    let extension = lowering.record_extension(mf);
    let mut offset = super::layout::lowest_fixed(mf, lowering.stack_alignment());
    // The rules of unwinding count in words, or parts of them.
    let word = i64::from(target.pointer().bits() / 8);
    for CalleeSavedReg { reg, class } in saved {
        let class = registers.class(class);
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
