//! `peephole-opt`: copies between virtual registers of classes that have a member in common go.
//!
//! The uses of a copy's result become uses of its source, whose class is narrowed to what fits both. What is left are copies
//! of physical registers, of parts, and between banks.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: two walks.

use crate::desc::registers::SubReg;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes::COPY;
use crate::target::Target;

/// Removes copies from `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    let mut source: Vec<Option<VReg>> = Vec::new();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if mf.opcode(inst) != COPY {
                continue;
            }
            let Some((dst, src)) = plain_copy(mf, inst) else { continue };
            let src = resolve(&source, src);
            if narrow(mf, target, dst, src) {
                source.resize(mf.num_vregs(), None);
                source[dst.index()] = Some(src);
                mf.remove_inst(inst);
            }
        }
    }
    if !source.is_empty() {
        mf.rewrite_uses(|vreg| resolve(&source, vreg));
    }
}

/// What `vreg` is a copy of in the end.
fn resolve(source: &[Option<VReg>], mut vreg: VReg) -> VReg {
    while let Some(&Some(from)) = source.get(vreg.index()) {
        vreg = from;
    }
    vreg
}

/// Destination and source of a copy of a whole virtual register.
fn plain_copy(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg)> {
    let (dst, src) = (mf.operand(inst, 0), mf.operand(inst, 1));
    let whole = |o: crate::ir::mir::Operand| o.sub_reg() == SubReg::default();
    if mf.operands(inst).len() != 2 || !whole(dst) || !whole(src) || src.flags.contains(OperandFlags::UNDEF) {
        return None;
    }
    Some((dst.vreg()?, src.vreg()?))
}

/// Makes the class of `src` one that does for `dst` too, if there is one.
fn narrow(mf: &mut MachineFunction, target: &dyn Target, dst: VReg, src: VReg) -> bool {
    let (RegAttr::Class(d), RegAttr::Class(s)) = (mf.reg_attr(dst), mf.reg_attr(src)) else { return false };
    let registers = target.registers();
    let same_size = registers.class(d).bits == registers.class(s).bits;
    let Some(common) = registers.common_sub_class(d, s).filter(|_| same_size) else { return false };
    mf.set_reg_attr(src, RegAttr::Class(common));
    true
}
