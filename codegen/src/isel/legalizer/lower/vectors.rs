//! Vector operations by elements: dynamic access, shuffles, reductions, vector selects.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{FrameObjectKind, MemFlags, MemOperand, PointerInfo};
use crate::ir::opcodes::*;
use crate::isel::legalizer::build::{Regs, constant_value, defined_by};
use crate::isel::legalizer::info::Action;
use crate::isel::legalizer::query::LegalityQuery;
use crate::isel::legalizer::{Cx, Outcome};
use crate::machine::desc::instructions::Opcode;

/// Lowers a select with a vector condition to masks over the bits of both operands.
pub(crate) fn select(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, condition) = (b.reg(inst, 0), b.reg(inst, 1));
    let (yes, no) = (b.reg(inst, 2), b.reg(inst, 3));
    let (ty, condition_ty) = (b.ty(dst), b.ty(condition));
    if !ty.is_vector() || ty.elements() != condition_ty.elements() {
        return Outcome::Declined;
    }
    let int = ty.with_scalar_bits(ty.scalar_bits());
    let mask = if condition_ty.scalar_bits() == 1 {
        b.op(G_SEXT, int, &[condition])
    } else {
        let wide = b.resize(G_ANYEXT, int, condition);
        b.sext_inreg(wide, 1)
    };
    let constants = (repeated_constant(b, yes), repeated_constant(b, no));
    let (yes, no) = (b.cast(int, yes), b.cast(int, no));
    let others = b.not(mask);
    let value = match constants {
        (Some(0), _) => b.bin(G_AND, no, others),
        (_, Some(0)) => b.bin(G_AND, yes, mask),
        (Some(-1), _) => b.bin(G_OR, no, mask),
        (_, Some(-1)) => b.bin(G_OR, yes, others),
        _ => {
            let (yes, no) = (b.bin(G_AND, yes, mask), b.bin(G_AND, no, others));
            b.bin(G_OR, yes, no)
        }
    };
    let value = b.cast(ty, value);
    b.define(dst, value);
    Outcome::Replaced
}

/// Returns the integer that all elements of `vector` have.
fn repeated_constant(b: &Builder<'_>, vector: VReg) -> Option<i64> {
    let def = defined_by(b.mf, vector, G_BUILD_VECTOR)?;
    let mut elements = b.mf.operands(def)[1..].iter().map(|o| constant_value(b.mf, o.vreg()?));
    let first = elements.next()??;
    elements.all(|element| element == Some(first)).then_some(first)
}

/// Truncates each element.
pub(crate) fn build_truncated(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let element = b.ty(dst).element();
    let parts: Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let parts: Regs = parts.iter().map(|&p| b.resize(G_TRUNC, element, p)).collect();
    b.define_merge(dst, &parts);
    Outcome::Replaced
}

/// Lowers to a vector of all elements of all operands.
pub(crate) fn concat(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let parts: Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let elements: Regs = parts.iter().flat_map(|&p| b.elements(p)).collect();
    b.define_merge(dst, &elements);
    Outcome::Replaced
}

/// Lowers a splat to a vector of equal elements.
pub(crate) fn splat(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    if ty.is_scalable() {
        return Outcome::Declined;
    }
    let element = b.resize(G_TRUNC, ty.element(), src);
    let vector = b.splat(ty, element);
    b.define(dst, vector);
    Outcome::Replaced
}

/// Returns the constant index into a vector of `count` elements; `None` if it is not constant,
/// `Some(None)` if it is out of bounds.
fn known_place(b: &Builder<'_>, index: VReg, count: u32) -> Option<Option<usize>> {
    let bits = b.ty(index).bits();
    let value = constant_value(b.mf, index)? as u64;
    let value = if bits < 64 { value & ((1 << bits) - 1) } else { value };
    Some((value < count as u64).then_some(value as usize))
}

/// Lowers to the element at a constant index; otherwise accesses memory.
pub(crate) fn extract_element(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, index) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (to, ty) = (b.ty(dst), b.ty(src));
    match known_place(b, index, ty.elements()) {
        Some(Some(place)) => {
            let elements = b.elements(src);
            let value = b.resize(G_ANYEXT, to, elements[place]);
            b.define(dst, value);
        }
        Some(None) => b.define_by(dst, G_IMPLICIT_DEF, &[]),
        None if !ty.is_vector() => b.define(dst, src),
        None => {
            let stack = Stack::store(b, src);
            let (place, mem) = stack.element(b, index, MemFlags::LOAD);
            let value = b.load(mem.ty, place, mem);
            let value = if to.is_pointer() { b.cast(to, value) } else { b.resize(G_TRUNC, to, value) };
            b.define(dst, value);
        }
    }
    Outcome::Replaced
}

/// Lowers to a vector with one element replaced at a constant index; otherwise accesses memory.
pub(crate) fn insert_element(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, element, index) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    let ty = b.ty(dst);
    match known_place(b, index, ty.elements()) {
        Some(Some(place)) => {
            let mut elements = b.elements(src);
            elements[place] =
                if ty.has_pointer_elements() { element } else { b.resize(G_ANYEXT, ty.element(), element) };
            b.define_merge(dst, &elements);
        }
        Some(None) => b.define_by(dst, G_IMPLICIT_DEF, &[]),
        None if !ty.is_vector() => b.define(dst, element),
        None => {
            let stack = Stack::store(b, src);
            let (place, mem) = stack.element(b, index, MemFlags::STORE);
            let int = Llt::scalar(b.ty(element).scalar_bits());
            let value = if mem.ty.is_pointer() { element } else { b.cast(int, element) };
            let value = if mem.ty.is_pointer() { value } else { b.resize(G_ANYEXT, mem.ty, value) };
            b.store(value, place, mem);
            let value = stack.load(b, ty);
            b.define(dst, value);
        }
    }
    Outcome::Replaced
}

/// A vector in memory, its elements extended to whole bytes.
struct Stack {
    slot: crate::ir::entity::FrameIndex,
    address: VReg,
    memory: Llt,
}

impl Stack {
    fn store(b: &mut Builder<'_>, vector: VReg) -> Stack {
        let ty = b.ty(vector);
        let bits = ty.scalar_bits().next_power_of_two().max(8);
        let memory = if ty.has_pointer_elements() { ty } else { ty.with_scalar_bits(bits) };
        let align = memory.bytes().next_power_of_two().min(16);
        let slot = b.mf.frame.create(FrameObjectKind::Local, memory.bytes() as u64, align);
        let address = b.frame_index(b.pointer(), slot);
        let stack = Stack { slot, address, memory };
        let wide = if ty.has_pointer_elements() { vector } else { b.resize(G_ANYEXT, memory, vector) };
        let mem = stack.mem(MemFlags::STORE);
        b.store(wide, address, mem);
        stack
    }

    fn mem(&self, flags: MemFlags) -> MemOperand {
        let align = self.memory.bytes().next_power_of_two().min(16);
        MemOperand::new(flags, self.memory, align).with_pointer(PointerInfo::Stack(self.slot, 0))
    }

    fn load(&self, b: &mut Builder<'_>, ty: Llt) -> VReg {
        let value = b.load(self.memory, self.address, self.mem(MemFlags::LOAD));
        if ty.has_pointer_elements() { value } else { b.resize(G_TRUNC, ty, value) }
    }

    /// Returns the address of element `index`, clamped to the vector, and the access to it.
    fn element(&self, b: &mut Builder<'_>, index: VReg, flags: MemFlags) -> (VReg, MemOperand) {
        let element = self.memory.element();
        let count = self.memory.elements();
        let word = b.word();
        let index = b.resize(G_ZEXT, word, index);
        let inside = if count.is_power_of_two() {
            b.bin_int(G_AND, index, count as i128 - 1)
        } else {
            b.bin_int(G_UMIN, index, count as i128 - 1)
        };
        let offset = b.bin_int(G_MUL, inside, element.bytes() as i128);
        let place = b.op(G_PTR_ADD, b.pointer(), &[self.address, offset]);
        let mem = MemOperand::new(flags, element, element.bytes().min(16));
        (place, mem)
    }
}

/// Lowers a shuffle element by element; elements with a negative mask are undefined.
pub(crate) fn shuffle(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, first, second) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let Some(mask) = b.mf.shuffle_mask_value(b.mf.operand(inst, 3)).map(|m| m.to_vec()) else {
        return Outcome::Declined;
    };
    let count = b.ty(first).elements() as i32;
    let element = b.ty(dst).element();
    let uses = |from: i32, to: i32| mask.iter().any(|&m| m >= from && m < to);
    let firsts = if uses(0, count) { b.elements(first) } else { Regs::new() };
    let seconds = if uses(count, 2 * count) { b.elements(second) } else { Regs::new() };
    let mut undef = None;
    let parts: Regs = mask
        .iter()
        .map(|&m| match m {
            m if m < 0 || m >= 2 * count => *undef.get_or_insert_with(|| b.undef(element)),
            m if m < count => firsts[m as usize],
            m => seconds[(m - count) as usize],
        })
        .collect();
    b.define_merge(dst, &parts);
    Outcome::Replaced
}

/// Returns the operation of a reduction, and true if it has a start value and is ordered.
pub fn reduction(opcode: Opcode) -> Option<(Opcode, bool)> {
    Some(match opcode {
        G_VECREDUCE_SEQ_FADD => (G_FADD, true),
        G_VECREDUCE_SEQ_FMUL => (G_FMUL, true),
        G_VECREDUCE_FADD => (G_FADD, false),
        G_VECREDUCE_FMUL => (G_FMUL, false),
        G_VECREDUCE_FMAX => (G_FMAXNUM, false),
        G_VECREDUCE_FMIN => (G_FMINNUM, false),
        G_VECREDUCE_FMAXIMUM => (G_FMAXIMUM, false),
        G_VECREDUCE_FMINIMUM => (G_FMINIMUM, false),
        G_VECREDUCE_ADD => (G_ADD, false),
        G_VECREDUCE_MUL => (G_MUL, false),
        G_VECREDUCE_AND => (G_AND, false),
        G_VECREDUCE_OR => (G_OR, false),
        G_VECREDUCE_XOR => (G_XOR, false),
        G_VECREDUCE_SMAX => (G_SMAX, false),
        G_VECREDUCE_SMIN => (G_SMIN, false),
        G_VECREDUCE_UMAX => (G_UMAX, false),
        G_VECREDUCE_UMIN => (G_UMIN, false),
        _ => return None,
    })
}

/// Lowers a reduction: combines halves while the vector is long, then elements in order. Routines
/// are called in order, since fewer values are live across the calls then.
pub(crate) fn reduce(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let Some((opcode, ordered)) = reduction(b.mf.opcode(inst)) else { return Outcome::Declined };
    b.flags = b.mf.inst(inst).flags;
    let mut vector = b.reg(inst, if ordered { 2 } else { 1 });
    let element = LegalityQuery::new(opcode, &[b.ty(vector).element()]);
    let in_order = ordered || cx.info.action(&element, 0).0 == Action::Libcall;
    while !in_order && b.ty(vector).bits() > 128 && b.ty(vector).elements().is_multiple_of(2) {
        let half = b.ty(vector).with_elements(b.ty(vector).elements() / 2);
        let parts = b.unmerge(half, vector);
        vector = b.bin(opcode, parts[0], parts[1]);
    }
    let elements = b.elements(vector);
    let (mut sum, rest) = match ordered {
        true => (b.reg(inst, 1), &elements[..]),
        false => (elements[0], &elements[1..]),
    };
    for &element in rest {
        sum = b.bin(opcode, sum, element);
    }
    let to = b.ty(dst);
    let sum = if to.is_scalar() { b.resize(G_ANYEXT, to, sum) } else { sum };
    b.define(dst, sum);
    Outcome::Replaced
}
