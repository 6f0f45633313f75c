//! Fewer elements: splits an operation into operations on shorter vectors or single elements.
//!
//! Every elementwise opcode is split by its table row; phis, loads and stores have their own
//! functions.

use super::build::Regs;
use super::narrow::split_phi;
use super::query::typed_operands;
use super::{Cx, Outcome};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{Operand, OperandFlags};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use smallvec::SmallVec;

/// Splits the vectors of `inst`; the one at type `index` becomes vectors of `ty`.
pub(crate) fn fewer_elements(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    inst: InstId,
    index: usize,
    ty: Llt,
) -> Outcome {
    let each = ty.elements();
    match b.mf.opcode(inst) {
        G_PHI => phi(b, inst, each),
        G_LOAD => load(b, inst, each),
        G_STORE => store(b, inst, each),
        opcode if is_elementwise(opcode) => elementwise(cx, b, inst, index, each),
        _ => Outcome::Declined,
    }
}

/// Returns true if elements of operands and results correspond one to one.
pub(crate) fn is_elementwise(opcode: Opcode) -> bool {
    DESCS[opcode.table_index()].has(InstrFlags::ELEMENTWISE)
}

/// Returns the types of the vectors into which a vector is split, of at most `each` elements.
fn part_types(vector: Llt, each: u32) -> SmallVec<[Llt; 4]> {
    let (full, rest) = (vector.elements() / each, vector.elements() % each);
    let last = (rest != 0).then(|| Llt::vector(rest, vector.element()));
    (0..full).map(|_| Llt::vector(each, vector.element())).chain(last).collect()
}

/// Splits `value` into vectors of `each` elements; the last has the rest.
pub fn split(b: &mut Builder<'_>, value: VReg, each: u32) -> Regs {
    let ty = b.ty(value);
    if ty.elements().is_multiple_of(each) {
        return b.parts(Llt::vector(each, ty.element()), value);
    }
    let elements = b.elements(value);
    elements.chunks(each as usize).map(|group| b.from_elements(group)).collect()
}

/// Defines `dst` as the merge of the vectors from [`split`].
pub(crate) fn join(b: &mut Builder<'_>, dst: VReg, parts: &[VReg]) {
    let same = parts.iter().all(|&p| b.ty(p) == b.ty(parts[0]));
    if same {
        return b.define_merge(dst, parts);
    }
    let mut elements = Regs::new();
    for &part in parts {
        elements.extend(b.elements(part));
    }
    b.define_merge(dst, &elements);
}

fn elementwise(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId, index: usize, each: u32) -> Outcome {
    let typed: SmallVec<[(usize, usize, Llt); 6]> = typed_operands(b.mf, cx.target, inst).collect();
    let Some(vector) = typed.iter().find(|t| t.1 == index).map(|t| t.2).filter(|t| t.is_vector()) else {
        return Outcome::Declined;
    };
    let count = vector.elements();
    let is_split = |n: usize| typed.iter().any(|t| t.0 == n && t.2.elements() == count);
    let operands: SmallVec<[Operand; 6]> = b.mf.operands(inst).into();
    let num_parts = part_types(vector, each).len();
    // For each operand: its split vectors; none if it is not split.
    let split_uses: SmallVec<[Regs; 6]> = operands
        .iter()
        .enumerate()
        .map(|(n, o)| match o.vreg() {
            Some(v) if !o.is_def() && is_split(n) => split(b, v, each),
            _ => Regs::new(),
        })
        .collect();
    let mut results: SmallVec<[(VReg, Regs); 2]> =
        operands.iter().filter(|o| o.is_def()).filter_map(|o| o.vreg()).map(|v| (v, Regs::new())).collect();
    let (opcode, flags) = (b.mf.opcode(inst), b.mf.inst(inst).flags);
    for number in 0..num_parts {
        let mut list: SmallVec<[Operand; 6]> = SmallVec::new();
        for (result, parts) in &mut results {
            let ty = part_types(b.ty(*result), each)[number];
            let part = b.mf.create_vreg(ty);
            parts.push(part);
            list.push(Operand::def(part));
        }
        for (n, operand) in operands.iter().enumerate().skip(results.len()) {
            let part = split_uses[n].get(number);
            list.push(part.map_or(operand.with_flags(OperandFlags::empty()), |&p| Operand::use_of(p)));
        }
        let made = b.inst(opcode, &list);
        b.mf.inst_mut(made).flags = flags;
    }
    for (result, parts) in &results {
        join(b, *result, parts);
    }
    Outcome::Replaced
}

fn phi(b: &mut Builder<'_>, inst: InstId, each: u32) -> Outcome {
    let dst = b.reg(inst, 0);
    let types = part_types(b.ty(dst), each);
    split_phi(b, inst, &types, |b, value| split(b, value, each), join);
    Outcome::Replaced
}

fn load(b: &mut Builder<'_>, inst: InstId, each: u32) -> Outcome {
    let (dst, addr) = (b.reg(inst, 0), b.reg(inst, 1));
    let Some(mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    let whole = b.ty(dst);
    if mem.ty.bits() != whole.bits() || !whole.scalar_bits().is_multiple_of(8) || mem.is_atomic() {
        return Outcome::Declined;
    }
    let mut offset = 0;
    let mut parts = Regs::new();
    for ty in part_types(whole, each) {
        let place = b.ptr_add_imm(addr, offset);
        parts.push(b.load(ty, place, mem.part(offset, ty)));
        offset += ty.bytes() as i64;
    }
    join(b, dst, &parts);
    Outcome::Replaced
}

fn store(b: &mut Builder<'_>, inst: InstId, each: u32) -> Outcome {
    let (value, addr) = (b.reg(inst, 0), b.reg(inst, 1));
    let Some(mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    let whole = b.ty(value);
    if mem.ty.bits() != whole.bits() || !whole.scalar_bits().is_multiple_of(8) || mem.is_atomic() {
        return Outcome::Declined;
    }
    let mut offset = 0;
    for part in split(b, value, each) {
        let ty = b.ty(part);
        let place = b.ptr_add_imm(addr, offset);
        b.store(part, place, mem.part(offset, ty));
        offset += ty.bytes() as i64;
    }
    Outcome::Replaced
}
