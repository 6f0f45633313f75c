//! `peephole-opt`: coalesces copies between virtual registers of compatible classes, and
//! sub-register copies.
//!
//! The uses of a copy's result are rewritten to its source, or to the copied sub-register. The
//! source's class is narrowed to fit both. The remaining copies are those of physical registers,
//! those between banks, and sub-register copies that phis and the like read.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: two walks.

use super::widened_values;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::SubReg;
use crate::passes::target::PassTarget;

/// By register: the source of the copy that defines it, and the sub-register.
pub(super) type Sources = Vec<Option<(VReg, SubReg)>>;

pub(super) const WHOLE: SubReg = SubReg(0);

/// Removes copies from `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut sources = Sources::new();
    let mut of_parts = Vec::new();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if mf.opcode(inst) != COPY {
                continue;
            }
            let Some((dst, src, part)) = virtual_copy(mf, inst) else { continue };
            let src = resolve(&sources, src);
            if !narrow(mf, target, dst, src, part) {
                continue;
            }
            sources.resize(mf.num_vregs(), None);
            sources[dst.index()] = Some((src, part));
            if part == WHOLE {
                mf.remove_inst(inst);
            } else {
                of_parts.push(inst);
            }
        }
    }
    widened_values::run(mf, target, &mut sources);
    if sources.is_empty() {
        return;
    }
    rewrite_uses(mf, target, &sources);
    for inst in of_parts {
        if mf.use_count(mf.expect_vreg(inst, 0)) == 0 {
            note_low_part(mf, target, inst);
            mf.remove_inst(inst);
        }
    }
}

/// Records for debug values that the result of a copy of low bits is in the source register.
fn note_low_part(mf: &mut MachineFunction, target: &dyn PassTarget, copy: InstId) {
    if let Some((dst, src, part)) = virtual_copy(mf, copy) {
        note_part(mf, target, dst, src, part);
    }
}

/// Records for debug values that `dst` is a sub-register of `src`, if it has the low bits.
pub(super) fn note_part(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    dst: VReg,
    src: VReg,
    part: SubReg,
) {
    let is_tracked = mf.debug_values().is_some_and(|values| values.is_tracked(dst));
    if let RegAttr::Class(class) = mf.reg_attr(src)
        && is_tracked
        && target.registers().has_low_parts(class, part)
    {
        mf.note_same_value(dst, src);
    }
}

/// Returns the register of which `vreg` is a full copy, through chains of copies.
pub(super) fn resolve(sources: &Sources, mut vreg: VReg) -> VReg {
    while let Some(&Some((from, WHOLE))) = sources.get(vreg.index()) {
        vreg = from;
    }
    vreg
}

/// Rewrites all uses to the sources of copies.
fn rewrite_uses(mf: &mut MachineFunction, target: &dyn PassTarget, sources: &Sources) {
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            for n in 0..mf.operands(inst).len() {
                let operand = mf.operand(inst, n);
                let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
                let whole = resolve(sources, vreg);
                let new = match sources.get(whole.index()) {
                    Some(&Some((from, part))) if may_read_part(mf, target, inst, n) => {
                        operand.with_reg(resolve(sources, from)).with_sub_reg(part)
                    }
                    _ => operand.with_reg(whole),
                };
                if new != operand {
                    mf.set_operand(inst, n, new);
                }
            }
        }
    }
}

/// Returns true if an operand may have a sub-register index: of a copy to a physical register, or
/// of a plain instruction where it is not tied.
pub(super) fn may_read_part(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, n: usize) -> bool {
    let (opcode, operand) = (mf.opcode(inst), mf.operand(inst, n));
    if opcode == COPY {
        return operand.sub_reg() == WHOLE && mf.operand(inst, 0).phys().is_some();
    }
    let listed = target.desc(opcode).operands.get(n);
    opcode.is_target()
        && operand.sub_reg() == WHOLE
        && !operand.flags.intersects(OperandFlags::UNDEF | OperandFlags::IMPLICIT | OperandFlags::TIED)
        && listed.is_some_and(|desc| desc.tied_to.is_none())
}

/// Returns destination, source and sub-register of a copy to a whole virtual register.
fn virtual_copy(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg, SubReg)> {
    let (dst, src): (Operand, Operand) = (mf.operand(inst, 0), mf.operand(inst, 1));
    if mf.operands(inst).len() != 2 || dst.sub_reg() != WHOLE || src.flags.contains(OperandFlags::UNDEF) {
        return None;
    }
    Some((dst.vreg()?, src.vreg()?, src.sub_reg()))
}

/// Narrows the class of `src` to one that fits `dst` too, as a whole or by its sub-registers, if
/// there is one.
pub(super) fn narrow(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    dst: VReg,
    src: VReg,
    part: SubReg,
) -> bool {
    let (RegAttr::Class(d), RegAttr::Class(s)) = (mf.reg_attr(dst), mf.reg_attr(src)) else { return false };
    let registers = target.registers();
    let common = if part == WHOLE {
        let same_size = registers.class(d).bits == registers.class(s).bits;
        registers.common_sub_class(d, s).filter(|_| same_size)
    } else {
        registers.class_with_parts_in(s, part, d)
    };
    let Some(common) = common else { return false };
    mf.set_reg_attr(src, RegAttr::Class(common));
    true
}
