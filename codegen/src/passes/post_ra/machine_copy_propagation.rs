//! `machine-cp`: erases redundant copies, whose destination already holds the source's value.
//!
//! Arguments are copied to callee-saved registers at entry, and copied back for the first call.
//! Within a block, a copy is available until either register is overwritten.
//!
//! Requires: physical registers, no phis. Establishes: nothing new. Cost: linear; at most
//! `MAX_COPIES` copies are available at a time.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

const MAX_COPIES: usize = 16;

/// Erases redundant copies of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let reserved = target.frame_lowering().reserved(mf);
    let fixed = reserved.iter().filter(|&&reg| !target.instr_info().is_constant_register(reg));
    let fixed = fixed.fold(0, |set, &reg| set | target.registers().unit_set(reg));
    for n in 0..mf.layout.len() {
        propagate(mf, target, mf.layout[n], fixed);
    }
}

/// An available copy.
struct Copy {
    inst: InstId,
    to: PhysReg,
    from: PhysReg,
    units: UnitSet,
}

fn propagate(mf: &mut MachineFunction, target: &dyn PassTarget, block: BlockId, fixed: UnitSet) {
    let registers = target.registers();
    let mut known: SmallVec<[Copy; MAX_COPIES]> = SmallVec::new();
    let mut left = mf.insts(block).filter(|&inst| mf.opcode(inst) == COPY).count();
    let mut next = mf.first_inst(block).filter(|_| left > 1);
    while let Some(inst) = next.filter(|_| left > 0) {
        next = mf.next_inst(inst);
        left -= usize::from(mf.opcode(inst) == COPY);
        let copy = plain_copy(mf, inst).map(|(to, from)| {
            let units = registers.unit_set(to) | registers.unit_set(from);
            Copy { inst, to, from, units }
        });
        if let Some(copy) = &copy
            && let Some(before) = known.iter().find(|known| is_redundant(target, copy, known))
        {
            let (first, units) = (before.inst, copy.units);
            keep_alive(mf, target, (first, inst), units);
            mf.remove_inst(inst);
            continue;
        }
        if !known.is_empty() {
            let written = written(mf, target, inst);
            known.retain(|copy| copy.units & written == 0);
        }
        let apart = |copy: &Copy| registers.unit_set(copy.to) & registers.unit_set(copy.from) == 0;
        known.extend(copy.filter(|copy| copy.units & fixed == 0 && apart(copy)));
        if known.len() == MAX_COPIES {
            known.remove(0);
        }
    }
}

/// Returns destination and source of a copy of a full register.
fn plain_copy(mf: &MachineFunction, inst: InstId) -> Option<(PhysReg, PhysReg)> {
    let [to, from] = mf.operands(inst) else { return None };
    let whole = to.sub_reg().0 == 0 && from.sub_reg().0 == 0 && !from.flags.contains(OperandFlags::UNDEF);
    (mf.opcode(inst) == COPY && whole).then(|| to.phys().zip(from.phys()))?
}

/// Returns true if `copy` repeats the available copy `known`. A write to a sub-register changes the
/// rest of the register, so the same sub-register must have been written.
fn is_redundant(target: &dyn PassTarget, copy: &Copy, known: &Copy) -> bool {
    let registers = target.registers();
    let is_part = |reg: PhysReg| {
        (0..registers.regs.len() as u16).map(PhysReg).any(|whole| {
            !registers.is_tuple(whole) && registers.reg(whole).sub_regs.iter().any(|&(_, part)| part == reg)
        })
    };
    (copy.to, copy.from) == (known.to, known.from)
        || (copy.to, copy.from) == (known.from, known.to) && !is_part(copy.to)
}

/// Returns the units that `inst` writes.
fn written(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> UnitSet {
    let registers = target.registers();
    let listed = target.desc(mf.opcode(inst)).implicit_defs.iter();
    let listed = listed.fold(0, |set, &reg| set | registers.unit_set(reg));
    mf.operands(inst).iter().fold(listed, |set, &operand| match operand.phys().filter(|_| operand.is_def()) {
        Some(reg) => set | registers.unit_set(reg),
        None if operand.tag() == OperandTag::RegMask => set | mf.reg_mask(target, operand).lost(registers),
        None => set,
    })
}

/// Extends the liveness of these units from the first instruction to the last.
fn keep_alive(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    (first, last): (InstId, InstId),
    units: UnitSet,
) {
    let mut next = Some(first);
    while let Some(inst) = next.filter(|&inst| inst != last) {
        next = mf.next_inst(inst);
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            let concerned = |reg: PhysReg| target.registers().unit_set(reg) & units != 0;
            if operand.phys().is_some_and(concerned) {
                mf.set_operand_flags(inst, n, operand.flags - OperandFlags::KILL - OperandFlags::DEAD);
            }
        }
    }
}
