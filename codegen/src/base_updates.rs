//! Part of `load-store-opt`: an access adds to its base register what an instruction near it does.
//!
//! `ldr x1, [x0]` and `add x0, x0, #8` become `ldr x1, [x0], #8`; where the access is after the addition, or at the offset that is
//! added, `ldr x1, [x0, #8]!`. Nothing between the two reads or writes the register.
//!
//! Requires: physical registers and a frame that is laid out. Establishes: nothing new. Cost: linear; each addition looks at
//! `FARTHEST` instructions before it and after it.

use crate::builder::Builder;
use crate::entity::InstId;
use crate::mir::{InstFlags, MachineFunction, OperandTag};
use crate::target::Target;
use crate::target::registers::PhysReg;

/// How far from the addition an access may be.
const FARTHEST: usize = 32;

/// Merges the additions of `mf` into accesses.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    let stack_pointer = target.frame_lowering().stack_pointer();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            let update = target.instr_info().base_update(mf, inst).filter(|u| u.base != stack_pointer);
            let merged = update.is_some_and(|u| merge(mf, target, inst, u.base, u.offset));
            next = mf.next_inst(inst);
            if merged {
                mf.remove_inst(inst);
            }
        }
    }
}

/// Has the access before or after `update` add `amount` to `base`.
fn merge(mf: &mut MachineFunction, target: &dyn Target, update: InstId, base: PhysReg, amount: i64) -> bool {
    let before = nearest(mf, target, update, base, |mf, i| mf.prev_inst(i));
    if let Some((access, offset)) = before
        && (offset == 0 || offset == amount)
    {
        return replace(mf, target, access, amount, offset != 0);
    }
    let behind = nearest(mf, target, update, base, |mf, i| mf.next_inst(i));
    behind.is_some_and(|(access, offset)| offset == 0 && replace(mf, target, access, amount, true))
}

/// The first instruction on the way that touches `base`, with its offset, if it is an access that can be at another address.
fn nearest(
    mf: &MachineFunction,
    target: &dyn Target,
    from: InstId,
    base: PhysReg,
    step: impl Fn(&MachineFunction, InstId) -> Option<InstId>,
) -> Option<(InstId, i64)> {
    let way = std::iter::successors(step(mf, from), |&i| step(mf, i));
    let access = way.take(FARTHEST).find(|&i| touches(mf, target, i, base) != 0)?;
    let frame = InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY;
    let usual = !mf.inst(access).flags.intersects(frame) && touches(mf, target, access, base) == 1;
    let found = target.instr_info().base_access(mf, access).filter(|a| usual && a.base == base)?;
    Some((access, found.offset))
}

/// How often `inst` names what overlaps `reg`; a call counts as one.
pub fn touches(mf: &MachineFunction, target: &dyn Target, inst: InstId, reg: PhysReg) -> usize {
    let overlap = |other: PhysReg| target.registers().overlap(reg, other);
    let desc = target.desc(mf.opcode(inst));
    let implicit = desc.implicit_uses.iter().chain(desc.implicit_defs).filter(|&&r| overlap(r)).count();
    let named = |o: &&crate::mir::Operand| o.tag() == OperandTag::RegMask || o.phys().is_some_and(overlap);
    implicit + mf.operands(inst).iter().filter(named).count()
}

fn replace(mf: &mut MachineFunction, target: &dyn Target, access: InstId, amount: i64, before: bool) -> bool {
    let mut b = Builder::before(mf, access);
    let Some(new) = target.instr_info().build_access_with_update(&mut b, access, amount, before) else {
        return false;
    };
    mf.copy_mem_operands(access, new);
    mf.remove_inst(access);
    true
}
