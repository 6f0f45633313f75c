//! Splits leaves into fragments, extends and stores them, and merges them again.

use super::calls::source_of_copies;
use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, VReg};
use crate::ir::llt::{Llt, S64};
use crate::ir::mir::{IncomingObject, MemFlags, MemOperand, Operand, PointerInfo};
use crate::ir::opcodes::*;
use crate::machine::arg_locations::{ArgFlags, ArgLocation, Extension, Leaf, LeafFragment};
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// The argument area that a stack location refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Area {
    /// This function's arguments.
    Incoming,
    /// The area of a tail call: an offset in bytes above this function's area.
    TailCall(i64),
    /// The area of the call being built, relative to this stack pointer.
    Outgoing(PhysReg),
}

pub(super) fn leaf_parts(leaf: &Leaf) -> &[LeafFragment] {
    match leaf {
        Leaf::Direct(parts) => parts,
        Leaf::Indirect(part) | Leaf::IndirectParts { address: part, .. } => std::slice::from_ref(part),
        Leaf::ByVal { .. } => &[],
    }
}

/// Registers and the values to be copied to them.
pub(super) type PassedRegisters = SmallVec<[(PhysReg, VReg); 8]>;

pub(super) fn copy_object(
    b: &mut Builder<'_>,
    to: VReg,
    from: VReg,
    size: u64,
    align: u32,
    pointer: PointerInfo,
) {
    let count = b.constant(b.word(), size as i64);
    let operands =
        [Operand::use_of(to), Operand::use_of(from), Operand::use_of(count), Operand::small_imm(0)];
    let inst = b.inst(G_MEMCPY, &operands);
    let bytes = Llt::scalar((size.min(1 << 20) as u32 * 8).max(8));
    b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::STORE, bytes, align).with_pointer(pointer));
    b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::LOAD, bytes, align));
}

/// Stores the parts of a value that are passed on the stack, and adds the others to `registers`. A
/// value by reference is stored in the object at the address `object`, or in a new one.
pub(super) fn pass_leaf(
    b: &mut Builder<'_>,
    value: VReg,
    leaf: &Leaf,
    area: Area,
    object: Option<IncomingObject>,
    registers: &mut PassedRegisters,
) {
    match leaf {
        Leaf::Direct(parts) if parts.len() == 1 => {
            let part = &parts[0];
            let fragment = as_type(b, value, part.value_ty);
            let word = widen(b, fragment, part);
            pass_part(b, part, word, area, registers);
        }
        Leaf::Direct(parts) => {
            for (part, value) in parts.iter().zip(split(b, value, parts)) {
                pass_part(b, part, value, area, registers);
            }
        }
        Leaf::Indirect(part) => {
            let ty = b.mf.ty(value);
            let mem = MemOperand::new(MemFlags::STORE, ty, BY_REFERENCE_ALIGN);
            let (address, mem) = match object.map(|object| object.address) {
                Some(address) => (address, mem),
                None => {
                    let slot = object_for_callee(b, ty.bytes().into());
                    let pointer = PointerInfo::Stack(slot, 0);
                    (b.frame_index(b.pointer(), slot), mem.with_pointer(pointer))
                }
            };
            b.store(value, address, mem);
            pass_part(b, part, address, area, registers);
        }
        Leaf::IndirectParts { address, parts } => {
            let at = match object {
                Some(object) => {
                    if source_of_copies(b, value) != object.value {
                        store_parts_at(b, value, parts, object.address);
                    }
                    object.address
                }
                None => {
                    let slot = store_parts(b, value, parts);
                    b.frame_index(b.pointer(), slot)
                }
            };
            pass_part(b, address, at, area, registers);
        }
        &Leaf::ByVal { offset, size, align } => {
            let (address, pointer) = slot_address(b, offset, size, area);
            copy_object(b, address, value, size, align, pointer);
        }
    }
}

/// The alignment in bytes that callees may assume for values passed by reference: the largest
/// alignment of a type.
const BY_REFERENCE_ALIGN: u32 = 16;

/// Returns a stack object for a value of `size` bytes that is passed by reference.
fn object_for_callee(b: &mut Builder<'_>, size: u64) -> FrameIndex {
    b.mf.create_stack_object(size.next_multiple_of(BY_REFERENCE_ALIGN.into()), BY_REFERENCE_ALIGN)
}

/// Stores fragments at their offsets in a new stack object.
fn store_parts(b: &mut Builder<'_>, value: VReg, parts: &[LeafFragment]) -> FrameIndex {
    let ends = parts.iter().map(|part| offset_of(part) as u64 + u64::from(part.loc_ty.bytes()));
    let slot = object_for_callee(b, ends.max().unwrap_or(0));
    for (part, value) in parts.iter().zip(split(b, value, parts)) {
        let (base, offset) = (b.frame_index(b.pointer(), slot), offset_of(part));
        let address = b.ptr_add_imm(base, offset);
        let pointer = PointerInfo::Stack(slot, offset);
        let mem = MemOperand::new(MemFlags::STORE, part.loc_ty, slot_align(offset)).with_pointer(pointer);
        b.store(value, address, mem);
    }
    slot
}

/// Stores parts at their offsets in the object at `base`.
fn store_parts_at(b: &mut Builder<'_>, value: VReg, parts: &[LeafFragment], base: VReg) {
    for (part, value) in parts.iter().zip(split(b, value, parts)) {
        let address = b.ptr_add_imm(base, offset_of(part));
        // Callers align it for their registers.
        b.store(value, address, MemOperand::new(MemFlags::STORE, part.loc_ty, part.loc_ty.bytes()));
    }
}

/// Returns the offset of a part in memory.
fn offset_of(part: &LeafFragment) -> i64 {
    match part.location {
        ArgLocation::Stack(offset) => offset,
        ArgLocation::Reg(_) => unreachable!("a part of an object in memory is in a register"),
    }
}

#[inline]
fn pass_part(
    b: &mut Builder<'_>,
    part: &LeafFragment,
    value: VReg,
    area: Area,
    registers: &mut PassedRegisters,
) {
    match part.location {
        ArgLocation::Reg(reg) => registers.push((reg, value)),
        ArgLocation::Stack(offset) => {
            let (address, pointer) = slot_address(b, offset, part.loc_ty.bytes() as u64, area);
            let mem = MemOperand::new(MemFlags::STORE, part.loc_ty, slot_align(offset)).with_pointer(pointer);
            b.store(value, address, mem);
        }
    }
}

fn slot_align(offset: i64) -> u32 {
    if offset == 0 { 16 } else { 1 << offset.trailing_zeros().min(4) }
}

fn slot_address(b: &mut Builder<'_>, offset: i64, size: u64, area: Area) -> (VReg, PointerInfo) {
    match area {
        Area::Incoming | Area::TailCall(_) => {
            let offset = if let Area::TailCall(adjustment) = area { adjustment + offset } else { offset };
            let slot = b.mf.frame.create_fixed(size, offset, false);
            (b.frame_index(b.pointer(), slot), PointerInfo::Stack(slot, 0))
        }
        Area::Outgoing(sp) => {
            let base = b.mf.create_vreg(b.pointer());
            b.copy(base, sp);
            (b.ptr_add_imm(base, offset), PointerInfo::OutgoingArgument(offset))
        }
    }
}

/// Combines a leaf from its locations. Returns the address of its object if it is passed by
/// reference.
pub(super) fn receive_leaf(
    b: &mut Builder<'_>,
    value: VReg,
    leaf: &Leaf,
    flags: ArgFlags,
    area: Area,
) -> Option<VReg> {
    match leaf {
        Leaf::Direct(parts) => {
            let mut copies: SmallVec<[VReg; 2]> = SmallVec::new();
            let whole = one_part(b, value, parts, flags);
            for part in parts {
                copies.push(receive_part(b, part, area, whole));
            }
            join(b, value, parts, &copies, flags);
            None
        }
        Leaf::Indirect(part) => {
            let address = receive_part(b, part, area, None);
            let ty = b.mf.ty(value);
            let inst = b.regs(G_LOAD, &[value], &[address]);
            b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::LOAD, ty, BY_REFERENCE_ALIGN));
            Some(address)
        }
        Leaf::IndirectParts { address, parts } => {
            let base = receive_part(b, address, area, None);
            let mut copies: SmallVec<[VReg; 2]> = SmallVec::new();
            for part in parts {
                let address = b.ptr_add_imm(base, offset_of(part));
                // Callers align it to the width of their registers.
                let mem = MemOperand::new(MemFlags::LOAD, part.loc_ty, part.loc_ty.bytes());
                copies.push(b.load(part.loc_ty, address, mem));
            }
            join(b, value, parts, &copies, flags);
            Some(base)
        }
        &Leaf::ByVal { offset, size, .. } => {
            let slot = b.mf.frame.create_fixed(size, offset, false);
            b.inst(G_FRAME_INDEX, &[Operand::def(value), Operand::frame_index(slot)]);
            None
        }
    }
}

/// Returns `value` if a single fragment covers all of it unchanged, and no assertion follows.
pub(super) fn one_part(
    b: &Builder<'_>,
    value: VReg,
    parts: &[LeafFragment],
    flags: ArgFlags,
) -> Option<VReg> {
    let [part] = parts else { return None };
    let is_whole = part.loc_ty == b.mf.ty(value) && part.value_ty.bits() == part.loc_ty.bits();
    (is_whole && zero_above(part, flags).is_none()).then_some(value)
}

/// Loads or copies the value at the location of `part`, into the register `into` if there is one.
pub(super) fn receive_part(b: &mut Builder<'_>, part: &LeafFragment, area: Area, into: Option<VReg>) -> VReg {
    let value = into.unwrap_or_else(|| b.mf.create_vreg(part.loc_ty));
    match part.location {
        ArgLocation::Reg(reg) => {
            b.copy(value, reg);
        }
        ArgLocation::Stack(offset) => {
            debug_assert!(area == Area::Incoming);
            let slot = b.mf.frame.create_fixed(part.loc_ty.bytes() as u64, offset, true);
            let address = b.frame_index(b.pointer(), slot);
            let mem = MemOperand::new(MemFlags::LOAD, part.loc_ty, slot_align(offset))
                .with_pointer(PointerInfo::Stack(slot, 0));
            let load = b.regs(G_LOAD, &[value], &[address]);
            b.mf.add_mem_operand(load, mem);
        }
    }
    value
}

/// Groups the fragments by value of their type: one fragment each, or several that hold it
/// together.
fn by_value(mut parts: &[LeafFragment]) -> impl Iterator<Item = &[LeafFragment]> {
    std::iter::from_fn(move || {
        let first = parts.first()?;
        let count = first.value_ty.bits().div_ceil(first.loc_ty.bits()) as usize;
        let (value, rest) = parts.split_at(count.min(parts.len()));
        parts = rest;
        Some(value)
    })
}

/// Splits `value` into fragments, each extended to its location.
fn split(b: &mut Builder<'_>, value: VReg, parts: &[LeafFragment]) -> SmallVec<[VReg; 2]> {
    let Some(first) = parts.first() else { return SmallVec::new() };
    let fragments = split_value(b, value, first, by_value(parts).count());
    let mut words = SmallVec::new();
    for (fragment, parts) in fragments.into_iter().zip(by_value(parts)) {
        if let [part] = parts {
            words.push(widen(b, fragment, part));
            continue;
        }
        let ty = parts[0].loc_ty;
        let whole = extend(b, fragment, Llt::scalar(ty.bits() * parts.len() as u32), parts[0].extension);
        words.extend(b.unmerge(ty, whole));
    }
    words
}

/// Splits `value` into `count` values of the fragments' type.
fn split_value(b: &mut Builder<'_>, value: VReg, first: &LeafFragment, count: usize) -> SmallVec<[VReg; 8]> {
    let part_ty = first.value_ty;
    if count == 1 {
        return SmallVec::from_slice(&[as_type(b, value, part_ty)]);
    }
    let total = part_ty.bits() * count as u32;
    let ty = b.mf.ty(value);
    let whole = if ty.bits() < total && ty.is_scalar() {
        extend(b, value, Llt::scalar(total), first.extension)
    } else if ty.bits() < total {
        pad_vector(b, value, ty.with_elements(total / ty.scalar_bits()))
    } else {
        value
    };
    b.unmerge(part_ty, whole)
}

/// Casts `value` to type `ty` of the same size: pointers and integers, vectors and scalars.
fn as_type(b: &mut Builder<'_>, value: VReg, ty: Llt) -> VReg {
    let from = b.mf.ty(value);
    if from == ty || from.bits() != ty.bits() {
        return value;
    }
    let opcode = match (from.is_pointer(), ty.is_pointer()) {
        (true, false) => G_PTRTOINT,
        (false, true) => G_INTTOPTR,
        _ => G_BITCAST,
    };
    b.op(opcode, ty, &[value])
}

fn widen(b: &mut Builder<'_>, value: VReg, part: &LeafFragment) -> VReg {
    let (from, to) = (b.mf.ty(value), part.loc_ty);
    if from.bits() == to.bits() {
        return value;
    }
    if from.is_vector() && from.elements() != to.elements() {
        return pad_vector(b, value, to);
    }
    extend(b, value, to, part.extension)
}

/// Extends `value` to type `to`.
fn extend(b: &mut Builder<'_>, value: VReg, to: Llt, extension: Extension) -> VReg {
    let from = b.mf.ty(value);
    if from.bits() >= to.bits() {
        return value;
    }
    match extension {
        Extension::Any => b.op(G_ANYEXT, to, &[value]),
        Extension::Sign => b.op(G_SEXT, to, &[value]),
        Extension::Zero => b.op(G_ZEXT, to, &[value]),
        Extension::BFloatToFloat => {
            let (wide, bits) = (b.op(G_ANYEXT, to, &[value]), b.constant(to, 16));
            b.op(G_SHL, to, &[wide, bits])
        }
        Extension::NanBox => {
            let wide = b.op(G_ANYEXT, to, &[value]);
            let ones = b.constant(to, -1 << from.bits());
            b.op(G_OR, to, &[wide, ones])
        }
    }
}

/// Pads `value` to the vector type `to`: elements are extended, and undefined ones appended.
fn pad_vector(b: &mut Builder<'_>, value: VReg, to: Llt) -> VReg {
    let from = b.mf.ty(value).element();
    let mut fragments = b.unmerge(from, value);
    if from.bits() < to.scalar_bits() {
        fragments.iter_mut().for_each(|fragment| *fragment = b.op(G_ANYEXT, to.element(), &[*fragment]));
    }
    let undef = b.undef(to.element());
    fragments.resize(to.elements() as usize, undef);
    b.merge(to, &fragments)
}

/// Defines `value` by the copies from its locations, unless it is the copy itself.
pub(super) fn join(
    b: &mut Builder<'_>,
    value: VReg,
    parts: &[LeafFragment],
    copies: &[VReg],
    flags: ArgFlags,
) {
    if *copies == [value] {
        return;
    }
    let mut fragments: SmallVec<[VReg; 2]> = SmallVec::new();
    let mut left = copies;
    for parts in by_value(parts) {
        let (part, words) = (&parts[0], &left[..parts.len()]);
        left = &left[parts.len()..];
        let fragment = match words {
            [word] => narrow(b, *word, part, flags),
            words if words.len() == copies.len() && part.value_ty == b.mf.ty(value) => {
                return join_fragments(b, value, words);
            }
            words => {
                let whole = b.merge(Llt::scalar(part.loc_ty.bits() * words.len() as u32), words);
                if b.mf.ty(whole) == part.value_ty { whole } else { b.op(G_TRUNC, part.value_ty, &[whole]) }
            }
        };
        fragments.push(fragment);
    }
    let ty = b.mf.ty(value);
    let [fragment] = fragments[..] else {
        return join_fragments(b, value, &fragments);
    };
    let from = b.mf.ty(fragment);
    let opcode = match () {
        () if from == ty => COPY,
        () if from.is_pointer() && !ty.is_pointer() => G_PTRTOINT,
        () if ty.is_pointer() && !from.is_pointer() => G_INTTOPTR,
        () => G_BITCAST,
    };
    b.regs(opcode, &[value], &[fragment]);
}

fn join_fragments(b: &mut Builder<'_>, value: VReg, fragments: &[VReg]) {
    let (ty, fragment_ty) = (b.mf.ty(value), fragments.first().map_or(S64, |&p| b.mf.ty(p)));
    let total = fragment_ty.bits() * fragments.len() as u32;
    if total == ty.bits() {
        let opcode = match (ty.is_vector(), fragment_ty.is_vector()) {
            (false, _) => G_MERGE_VALUES,
            (true, true) => G_CONCAT_VECTORS,
            (true, false) => G_BUILD_VECTOR,
        };
        b.regs(opcode, &[value], fragments);
    } else if ty.is_vector() {
        let whole_ty = ty.with_elements(total / ty.scalar_bits());
        let whole = b.merge(whole_ty, fragments);
        let elements = b.unmerge(ty.element(), whole);
        b.regs(G_BUILD_VECTOR, &[value], &elements[..ty.elements() as usize]);
    } else {
        let whole = b.merge(Llt::scalar(total), fragments);
        b.regs(G_TRUNC, &[value], &[whole]);
    }
}

fn narrow(b: &mut Builder<'_>, copy: VReg, part: &LeafFragment, flags: ArgFlags) -> VReg {
    let (from, to) = (part.loc_ty, part.value_ty);
    if from.is_vector() && from.elements() != to.elements() {
        let mut elements = b.unmerge(from.element(), copy);
        elements.truncate(to.elements() as usize);
        if from.scalar_bits() > to.scalar_bits() {
            elements.iter_mut().for_each(|element| *element = b.op(G_TRUNC, to.element(), &[*element]));
        }
        return b.merge(to, &elements);
    }
    let known = match part.extension {
        _ if let Some(bits) = zero_above(part, flags) => b.op_imm(G_ASSERT_ZEXT, from, copy, bits.into()),
        _ if from.bits() == to.bits() => return copy,
        Extension::Sign if flags.sext => b.op_imm(G_ASSERT_SEXT, from, copy, to.bits() as i64),
        Extension::Zero if flags.zext => b.op_imm(G_ASSERT_ZEXT, from, copy, to.bits() as i64),
        Extension::BFloatToFloat => {
            let bits = b.constant(from, 16);
            b.op(G_LSHR, from, &[copy, bits])
        }
        _ => copy,
    };
    if from.bits() == to.bits() { known } else { b.op(G_TRUNC, to, &[known]) }
}

/// Returns the number of low bits outside of which the location of an integer is zero, by the range
/// of its values.
fn zero_above(part: &LeafFragment, flags: ArgFlags) -> Option<u8> {
    let bits = flags.active_bits?.max(1);
    let (from, to) = (part.loc_ty, part.value_ty);
    let is_extended = match part.extension {
        Extension::Sign => flags.sext,
        Extension::Zero => flags.zext,
        _ => false,
    };
    let applies = to.is_scalar() && from.is_scalar() && (is_extended || from.bits() == to.bits());
    (applies && u32::from(bits) < to.bits()).then_some(bits)
}
