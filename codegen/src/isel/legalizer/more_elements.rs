//! More elements: performs an operation on a longer vector, whose additional elements are
//! undefined. Also bitcasts loads, stores and moves to another type of the same size.

use super::build::{Regs, point_after};
use super::fewer_elements::is_elementwise;
use super::query::typed_operands;
use super::widen::before_terminators;
use super::{Cx, Outcome};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::opcodes::*;
use smallvec::SmallVec;

/// Lengthens the vectors of `inst`; the one at type `index` becomes `ty`.
pub(crate) fn more_elements(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    inst: InstId,
    index: usize,
    ty: Llt,
) -> Outcome {
    let opcode = b.mf.opcode(inst);
    if !is_elementwise(opcode) && opcode != G_PHI {
        return Outcome::Declined;
    }
    let typed: SmallVec<[(usize, usize, Llt); 6]> = typed_operands(b.mf, cx.target, inst).collect();
    let Some(count) = typed.iter().find(|t| t.1 == index).map(|t| t.2.elements()) else {
        return Outcome::Declined;
    };
    for (n, _, from) in typed {
        if !from.is_vector() || from.elements() != count {
            continue;
        }
        let long = from.with_elements(ty.elements());
        let point = b.point();
        if b.mf.operand(inst, n).is_def() {
            let (old, new) = b.replace_def(inst, n, long);
            b.set_point(point_after(b.mf, inst));
            shorten(b, old, new);
        } else {
            if let Some(block) = b.mf.operands(inst).get(n + 1).and_then(|o| o.as_block()) {
                b.set_point(before_terminators(b.mf, block));
            }
            let value = b.reg(inst, n);
            let value = lengthen(b, value, long);
            b.replace_use(inst, n, value);
        }
        b.set_point(point);
    }
    Outcome::Updated
}

/// Appends undefined elements to `value`.
pub(crate) fn lengthen(b: &mut Builder<'_>, value: VReg, long: Llt) -> VReg {
    let ty = b.ty(value);
    if long.elements().is_multiple_of(ty.elements()) {
        let mut parts = Regs::from_elem(b.undef(ty), (long.elements() / ty.elements()) as usize);
        parts[0] = value;
        return b.merge(long, &parts);
    }
    let mut elements = b.elements(value);
    let undef = b.undef(long.element());
    elements.resize(long.elements() as usize, undef);
    b.op(G_BUILD_VECTOR, long, &elements)
}

/// Defines `dst` as the first elements of `long`.
fn shorten(b: &mut Builder<'_>, dst: VReg, long: VReg) {
    let ty = b.ty(dst);
    if b.ty(long).elements().is_multiple_of(ty.elements()) {
        let low = b.unmerge(ty, long)[0];
        return b.define(dst, low);
    }
    let elements = b.elements(long);
    let count = b.ty(dst).elements() as usize;
    let kept: Regs = elements[..count].into();
    b.define_merge(dst, &kept);
}

/// Changes the type of a loaded or stored value to `ty`.
pub(crate) fn bitcast(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let Some(mut mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    let (value, addr) = (b.reg(inst, 0), b.reg(inst, 1));
    if mem.ty.bits() != ty.bits() {
        return Outcome::Declined;
    }
    mem.ty = ty;
    match b.mf.opcode(inst) {
        G_LOAD => {
            let loaded = b.load(ty, addr, mem);
            let to = b.ty(value);
            let cast = b.cast(to, loaded);
            b.define(value, cast);
        }
        G_STORE => {
            let cast = b.cast(ty, value);
            b.store(cast, addr, mem);
        }
        _ => return Outcome::Declined,
    }
    Outcome::Replaced
}
