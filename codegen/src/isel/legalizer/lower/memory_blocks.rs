//! Block copies and fills: small constant sizes become loads and stores; the rest is lowered to
//! routines.
//!
//! Operands: destination, source or value, size, tail call flag. The memory operands have the
//! alignments.

use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, InstId, SymbolId, VReg};
use crate::ir::llt::{Llt, S8, S64};
use crate::ir::mir::{FrameObjectKind, MachineFunction, MemFlags, MemOperand, Ordering};
use crate::ir::opcodes::*;
use crate::isel::legalizer::build::{Regs, constant_value};
use crate::isel::legalizer::query::{LegalityQuery, MemDesc};
use crate::isel::legalizer::{Cx, Outcome};

/// The maximum size in bytes of a block of zeros that is filled from general registers. A zero
/// costs nothing there.
const MAX_SCALAR_ZEROS: u64 = 48;

/// The number of loads before the stores: adjacent accesses may be paired.
const LOADS_TOGETHER: usize = 4;

/// The number of loads before the stores when optimizing for size.
const FEW_LOADS_TOGETHER: usize = 2;

/// Inlines the operation if the size is small and constant; `G_MEMCPY_INLINE` always.
pub(crate) fn inline(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let opcode = b.mf.opcode(inst);
    let size_operand = if opcode == G_BZERO { 1 } else { 2 };
    let size = b.reg(inst, size_operand);
    let Some(size) = constant_value(b.mf, size).and_then(|s| u64::try_from(s).ok()) else {
        return Outcome::Declined;
    };
    // MIR may lack memory operands: then nothing is known of the accesses.
    let mems: Vec<MemOperand> = b.mf.mem_operands(inst).copied().collect();
    let mut to = mems.first().copied().unwrap_or_else(|| MemOperand::new(MemFlags::STORE, S8, 1));
    let from = mems.get(1).copied().unwrap_or_else(|| MemOperand::new(MemFlags::LOAD, S8, 1));
    let is_set = matches!(opcode, G_MEMSET | G_BZERO);
    let variable = variable_at(b.mf, b.reg(inst, 0));
    let max_align = cx.target.convention().stack_alignment();
    let to_align = if variable.is_some() { to.align.max(max_align) } else { to.align };
    let align = if is_set { to_align } else { to_align.min(from.align) };
    let limits = cx.info.block_limits;
    let most = match (opcode, b.mf.attrs.opt_size || b.mf.attrs.min_size) {
        (G_MEMCPY_INLINE, _) => usize::MAX,
        (_, true) if is_set => limits.small_fill,
        (_, true) => limits.small_copy,
        (_, false) if is_set => limits.fill,
        // LLVM aligns the local variable, and stores pointers to it.
        _ if align == 4 && b.mf.pointer.bits() == 64 && variable.is_some() => limits.copy.max(16),
        _ => limits.copy,
    };
    if size > 1 << 16 {
        return Outcome::Declined;
    }
    let fills_zeros = is_set && filled_byte(b.mf, inst) == Some(0);
    let are_vectors = !b.mf.attrs.no_implicit_float && (!fills_zeros || size > MAX_SCALAR_ZEROS);
    let is_volatile = [to, from].iter().any(|mem| mem.flags.contains(MemFlags::VOLATILE));
    let fills_vectors = is_set && !fills_zeros;
    let rules = Rules { cx, align, are_vectors, may_overlap: !is_volatile, fills_vectors };
    let Some(mem_ops) = rules.mem_ops(size, most) else { return Outcome::Declined };
    if let Some(variable) = variable {
        let widest = mem_ops.iter().map(|&(_, ty)| ty.bytes()).max().unwrap_or(1);
        to.align = to.align.max(widest.min(max_align));
        b.mf.frame.raise_align(variable, to.align);
    }
    let dst = b.reg(inst, 0);
    if is_set {
        fill(b, inst, dst, to, &mem_ops);
        return Outcome::Replaced;
    }
    let src = b.reg(inst, 1);
    if let Some(block) = VariableBlock::of(b.mf, src).filter(|_| !is_volatile)
        && let Some(values) = block.values(&rules, size, (most, mem_ops.len()))
    {
        store_values(b, (dst, to), &values);
    } else {
        copy(b, (dst, to), (src, from), &mem_ops, opcode == G_MEMMOVE);
    }
    Outcome::Replaced
}

/// Returns the local variable at `address`, whose alignment may be raised.
fn variable_at(mf: &MachineFunction, address: VReg) -> Option<FrameIndex> {
    let def = mf.def(address).filter(|&def| mf.opcode(def) == G_FRAME_INDEX)?;
    let variable = mf.operand(def, 1).as_frame_index()?;
    (mf.frame.object(variable).kind == FrameObjectKind::Local).then_some(variable)
}

/// The accesses that a block operation may have.
struct Rules<'a> {
    cx: &'a Cx<'a>,
    /// The alignment of the blocks in bytes.
    align: u32,
    /// True if values may be in vector registers.
    are_vectors: bool,
    /// True if bytes may be accessed twice.
    may_overlap: bool,
    /// True if a vector register has the value of all stores, and only it has.
    fills_vectors: bool,
}

/// A vector of 16 bytes.
const VECTOR: Llt = Llt::vector(2, S64);

impl Rules<'_> {
    /// Returns the offset and type of each access for `size` bytes.
    fn mem_ops(&self, size: u64, most: usize) -> Option<Vec<(i64, Llt)>> {
        let mut list = Vec::new();
        let mut offset = 0;
        let scalar = u64::from(self.cx.info.max_scalar_bits / 8);
        let mut bytes = if self.are_vectors { u64::from(VECTOR.bytes()) } else { scalar };
        while offset < size {
            let left = size - offset;
            let saves = left.count_ones() > 1 || (self.fills_vectors && self.access(bytes) == VECTOR);
            let is_last = bytes > left && saves && offset >= bytes - left;
            if is_last && self.may_overlap && self.allow(bytes, 1) {
                list.push(((size - bytes) as i64, self.access(bytes)));
                break;
            }
            while bytes > left || !self.allow(bytes, self.align) {
                bytes = if bytes > scalar { scalar } else { bytes / 2 };
            }
            list.push((offset as i64, self.access(bytes)));
            offset += bytes;
            if list.len() > most {
                return None;
            }
        }
        (list.len() <= most).then_some(list)
    }

    /// Returns the type of an access of `bytes` bytes.
    fn access(&self, bytes: u64) -> Llt {
        if bytes > u64::from(self.cx.info.max_scalar_bits / 8) {
            VECTOR
        } else {
            Llt::scalar(bytes as u32 * 8)
        }
    }

    /// Returns true if one access of `bytes` bytes at an address with the alignment `align`, in bytes,
    /// is possible.
    fn allow(&self, bytes: u64, align: u32) -> bool {
        let ty = self.access(bytes);
        let value = if ty == VECTOR { VECTOR } else { Llt::scalar(ty.bits().max(32)) };
        bytes == 1 || self.is_legal(value, ty, align)
    }

    fn is_legal(&self, value: Llt, ty: Llt, align: u32) -> bool {
        let mem = MemDesc { ty, align_bits: align.saturating_mul(8), ordering: Ordering::NotAtomic };
        let pointer = self.cx.target.pointer();
        self.cx.info.is_legal(&LegalityQuery::new(G_LOAD, &[value, pointer]).with_mem(mem))
    }
}

/// A block in a variable.
#[derive(Clone, Copy)]
struct VariableBlock {
    symbol: SymbolId,
    offset: i64,
}

/// The number of instructions that build the address of a variable.
const ADDRESS_COST: usize = 2;

impl VariableBlock {
    /// Returns the block at the address in `src`, if it is in a variable.
    fn of(mf: &MachineFunction, src: VReg) -> Option<VariableBlock> {
        let mut inst = mf.def(src)?;
        let mut offset = 0_i64;
        while mf.opcode(inst) == G_PTR_ADD {
            offset = offset.checked_add(constant_value(mf, mf.vreg_operand(inst, 2)?)?)?;
            inst = mf.def(mf.vreg_operand(inst, 1)?)?;
        }
        if mf.opcode(inst) != G_GLOBAL_VALUE {
            return None;
        }
        let address = mf.symbol_ref(mf.operands(inst)[1])?;
        Some(VariableBlock { symbol: address.symbol, offset: offset.checked_add(address.offset)? })
    }

    /// Returns the offset, type and value of each store of a copy of `size` bytes. Returns `None`
    /// if the content is unknown, or if `loads` accesses, at most `most` without loads, are cheaper
    /// than the constants.
    fn values(
        self,
        rules: &Rules<'_>,
        size: u64,
        (most, loads): (usize, usize),
    ) -> Option<Vec<(i64, Llt, u64)>> {
        let rules = Rules { are_vectors: false, ..*rules };
        let cx = rules.cx;
        let value = |(at, ty): (i64, Llt)| {
            let offset = self.offset.checked_add(at)?;
            Some((at, ty, cx.module.literals.read(self.symbol, offset, ty.bytes())?))
        };
        let values = rules.mem_ops(size, most)?.into_iter().map(value).collect::<Option<Vec<_>>>()?;
        let cost = |&(_, ty, value): &(i64, Llt, u64)| cx.target.constant_cost(value, ty.bits());
        let cost = values.iter().map(cost).fold(values.len(), usize::saturating_add);
        (cost <= ADDRESS_COST + 2 * loads).then_some(values)
    }
}

/// Stores `value` at an offset in the block at `dst`.
fn store(b: &mut Builder<'_>, (dst, to): (VReg, MemOperand), value: VReg, (offset, ty): (i64, Llt)) {
    let place = b.ptr_add_imm(dst, offset);
    b.store(value, place, to.part(offset, ty));
}

fn store_values(b: &mut Builder<'_>, (dst, to): (VReg, MemOperand), values: &[(i64, Llt, u64)]) {
    for &(offset, ty, value) in values {
        let value = b.constant(ty, value as i64);
        store(b, (dst, to), value, (offset, ty));
    }
}

fn copy(
    b: &mut Builder<'_>,
    (dst, to): (VReg, MemOperand),
    (src, from): (VReg, MemOperand),
    mem_ops: &[(i64, Llt)],
    overlapping: bool,
) {
    let load = |b: &mut Builder<'_>, offset: i64, ty: Llt| {
        let place = b.ptr_add_imm(src, offset);
        b.load(ty, place, from.part(offset, ty))
    };
    let together = match overlapping {
        true => mem_ops.len(),
        false if b.mf.attrs.min_size => FEW_LOADS_TOGETHER,
        false => LOADS_TOGETHER,
    };
    for mem_ops in mem_ops.chunks(together.max(1)) {
        let values: Regs = mem_ops.iter().map(|&(offset, ty)| load(b, offset, ty)).collect();
        for (&value, &mem_op) in values.iter().zip(mem_ops) {
            store(b, (dst, to), value, mem_op);
        }
    }
}

fn fill(b: &mut Builder<'_>, inst: InstId, dst: VReg, to: MemOperand, mem_ops: &[(i64, Llt)]) {
    let byte = if b.mf.opcode(inst) == G_BZERO { b.int(S8, 0) } else { b.reg(inst, 1) };
    let has_vectors = mem_ops.iter().any(|&(_, ty)| ty == VECTOR);
    let vector = has_vectors.then(|| repeat_in_vector(b, byte));
    let widest = mem_ops.iter().map(|&(_, ty)| ty).find(|&ty| ty != VECTOR);
    let pattern = widest.map(|ty| repeat_byte(b, byte, ty));
    for &(offset, ty) in mem_ops {
        let value = match (vector, pattern) {
            (Some(vector), _) if ty == VECTOR => vector,
            (_, Some(pattern)) => b.resize(G_TRUNC, ty, pattern),
            _ => unreachable!("a store of {ty} has no value"),
        };
        store(b, (dst, to), value, (offset, ty));
    }
}

/// Returns the byte with which `inst` fills its block, if it is constant.
fn filled_byte(mf: &MachineFunction, inst: InstId) -> Option<u8> {
    match mf.opcode(inst) {
        G_BZERO => Some(0),
        _ => constant_value(mf, mf.vreg_operand(inst, 1)?).map(|value| value as u8),
    }
}

/// Builds a splat of `byte` in a vector.
fn repeat_in_vector(b: &mut Builder<'_>, byte: VReg) -> VReg {
    if constant_value(b.mf, byte).is_some() {
        let half = repeat_byte(b, byte, S64);
        return b.splat(VECTOR, half);
    }
    let byte = b.resize(G_TRUNC, S8, byte);
    let bytes = b.splat(Llt::vector(16, S8), byte);
    b.op(G_BITCAST, VECTOR, &[bytes])
}

/// Builds a splat of `byte` in every byte of `ty`.
fn repeat_byte(b: &mut Builder<'_>, byte: VReg, ty: Llt) -> VReg {
    if let Some(value) = constant_value(b.mf, byte) {
        return b.constant(ty, i64::from_ne_bytes([value as u8; 8]));
    }
    let byte = b.resize(G_TRUNC, S8, byte);
    let wide = b.resize(G_ZEXT, ty, byte);
    if ty == S8 {
        return wide;
    }
    let ones = b.constant(ty, i64::from_ne_bytes([1; 8]));
    b.bin(G_MUL, wide, ones)
}
