//! Redundant copies, whose destination already holds the source's value.
//!
//! Arguments are copied to callee-saved registers at entry, and copied back for the first call.
//! Within a block, a copy is available until either register is overwritten.
//!
//! Requires: physical registers, no phis. Establishes: nothing new. Cost: linear; at most
//! `MAX_COPIES` copies are available at a time.

use super::copies::{keep_alive, plain_copy};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

const MAX_COPIES: usize = 16;

/// Erases redundant copies of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let reserved = target.frame_lowering().reserved(mf);
    let fixed = reserved.iter().filter(|&&reg| !target.instr_info().is_constant_register(reg));
    let fixed = target.registers().unit_set_of(fixed);
    for n in 0..mf.layout.len() {
        propagate(mf, target, mf.layout[n], fixed);
    }
}

/// An available copy.
struct Available {
    inst: InstId,
    to: PhysReg,
    from: PhysReg,
    units: UnitSet,
}

fn propagate(mf: &mut MachineFunction, target: &dyn PassTarget, block: BlockId, fixed: UnitSet) {
    let registers = target.registers();
    let mut known: SmallVec<[Available; MAX_COPIES]> = SmallVec::new();
    let mut left = mf.insts(block).filter(|&inst| mf.opcode(inst) == COPY).count();
    let mut next = mf.first_inst(block).filter(|_| left > 1);
    while let Some(inst) = next.filter(|_| left > 0) {
        next = mf.next_inst(inst);
        left -= usize::from(mf.opcode(inst) == COPY);
        let copy = plain_copy(mf, inst).map(|(to, from)| {
            let units = registers.unit_set(to) | registers.unit_set(from);
            Available { inst, to, from, units }
        });
        if let Some(copy) = &copy
            && let Some(before) = known.iter().find(|known| is_redundant(target, copy, known))
        {
            let (first, units) = (before.inst, copy.units);
            keep_alive(mf, target, (first, Some(inst)), units);
            mf.remove_inst(inst);
            continue;
        }
        if !known.is_empty() {
            let written = mf.register_effects(target, inst).writes;
            known.retain(|copy| copy.units & written == 0);
        }
        let apart = |copy: &Available| registers.unit_set(copy.to) & registers.unit_set(copy.from) == 0;
        known.extend(copy.filter(|copy| copy.units & fixed == 0 && apart(copy)));
        if known.len() == MAX_COPIES {
            known.remove(0);
        }
    }
}

/// Returns true if `copy` repeats the available copy `known`. A write to a sub-register changes the
/// rest of the register, so the same sub-register must have been written.
fn is_redundant(target: &dyn PassTarget, copy: &Available, known: &Available) -> bool {
    let registers = target.registers();
    let is_part = |reg: PhysReg| {
        (0..registers.regs.len() as u16).map(PhysReg).any(|whole| {
            !registers.is_tuple(whole) && registers.reg(whole).sub_regs.iter().any(|&(_, part)| part == reg)
        })
    };
    (copy.to, copy.from) == (known.to, known.from)
        || (copy.to, copy.from) == (known.from, known.to) && !is_part(copy.to)
}
