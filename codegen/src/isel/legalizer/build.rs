//! Builder shorthands for legalization actions, for scalars and vectors alike.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{InstId, VReg};
use crate::ir::int::Int;
use crate::ir::llt::{Llt, S1};
use crate::ir::mir::{IntPredicate, MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// A list of registers that is usually short.
pub type Regs = SmallVec<[VReg; 8]>;

/// Returns the insertion point after `inst`; after all phis if it is one.
pub(crate) fn point_after(mf: &MachineFunction, inst: InstId) -> InsertPoint {
    let mut last = inst;
    while let Some(next) = mf.next_inst(last) {
        if mf.opcode(inst) != G_PHI || mf.opcode(next) != G_PHI {
            return InsertPoint::Before(next);
        }
        last = next;
    }
    InsertPoint::End(mf.expect_block_of(inst))
}

/// Returns the source of `vreg` through plain copies.
#[inline]
pub(crate) fn source(mf: &MachineFunction, mut vreg: VReg) -> VReg {
    while let Some(from) = mf.def(vreg).filter(|&d| mf.opcode(d) == COPY).and_then(|d| mf.vreg_operand(d, 1))
    {
        if mf.ty(from) != mf.ty(vreg) {
            break;
        }
        vreg = from;
    }
    vreg
}

/// Returns the instruction that defines the source of `vreg`.
pub fn source_def(mf: &MachineFunction, vreg: VReg) -> Option<InstId> {
    mf.def(source(mf, vreg))
}

/// Returns the instruction that defines the source of `vreg`, if it has this opcode.
pub fn defined_by(mf: &MachineFunction, vreg: VReg, opcode: Opcode) -> Option<InstId> {
    source_def(mf, vreg).filter(|&d| mf.opcode(d) == opcode)
}

/// Returns the value that `G_UNMERGE_VALUES` splits, and the index of the result that is the source
/// of `vreg`; `None` if another instruction defines it.
pub fn unmerged(mf: &MachineFunction, vreg: VReg) -> Option<(VReg, usize)> {
    let (result, def) = (source(mf, vreg), defined_by(mf, vreg, G_UNMERGE_VALUES)?);
    let (whole, results) = mf.operands(def).split_last()?;
    let index = results.iter().position(|operand| operand.vreg() == Some(result))?;
    Some((whole.vreg()?, index))
}

/// Returns the value of a constant of at most 64 bits, sign-extended. Looks through truncations.
pub fn constant_value(mf: &MachineFunction, vreg: VReg) -> Option<i64> {
    let bits = mf.ty(vreg).scalar_bits();
    if !(1..=64).contains(&bits) {
        return None;
    }
    let operand = constant_operand(mf, vreg)?;
    let low = match mf.imm_value(operand) {
        Some(value) => value as u64,
        None => *mf.wide_value(operand)?.words.first()?,
    };
    Some((low << (64 - bits)) as i64 >> (64 - bits))
}

/// Returns the immediate operand of an integer constant. Looks through truncations.
pub(crate) fn constant_operand(mf: &MachineFunction, vreg: VReg) -> Option<Operand> {
    let mut def = source_def(mf, vreg)?;
    while mf.opcode(def) == G_TRUNC {
        def = source_def(mf, mf.vreg_operand(def, 1)?)?;
    }
    (mf.opcode(def) == G_CONSTANT).then(|| mf.operand(def, 1))
}

/// Returns the constant in all elements of a vector, or of the longer vector from which it is
/// unmerged; for a scalar, its value.
pub(crate) fn constant_splat(mf: &MachineFunction, vreg: VReg) -> Option<i64> {
    if let Some(def) = defined_by(mf, vreg, G_UNMERGE_VALUES).filter(|_| mf.ty(vreg).is_vector()) {
        return constant_splat(mf, mf.operands(def).last()?.vreg()?);
    }
    let Some(def) = defined_by(mf, vreg, G_BUILD_VECTOR) else { return constant_value(mf, vreg) };
    let mut values = mf.operands(def)[1..].iter().map(|o| constant_value(mf, o.vreg()?));
    let first = values.next()??;
    values.all(|v| v == Some(first)).then_some(first)
}

/// Returns the words of an integer constant, least significant first, as many as its type has.
/// Looks through truncations.
pub(crate) fn constant_words(mf: &MachineFunction, vreg: VReg) -> Option<SmallVec<[u64; 4]>> {
    let bits = mf.ty(vreg).scalar_bits();
    let operand = constant_operand(mf, vreg)?;
    let number = match mf.wide_value(operand).filter(|_| operand.tag() == OperandTag::WideImm) {
        Some(wide) => Int::of_bits(&wide.words, 0, bits),
        None => Int::signed(bits, mf.imm_value(operand)?),
    };
    Some(SmallVec::from_slice(number.words()))
}

impl Builder<'_> {
    /// Returns the type of `vreg`.
    pub fn ty(&self, vreg: VReg) -> Llt {
        self.mf.ty(vreg)
    }

    /// Returns the register at operand `n` of `inst`, which must be one.
    #[track_caller]
    pub fn reg(&self, inst: InstId, n: usize) -> VReg {
        self.mf.expect_vreg(inst, n)
    }

    /// Returns the immediate at operand `n` of `inst`, which must be one.
    #[track_caller]
    pub fn imm_of(&self, inst: InstId, n: usize) -> i64 {
        self.mf.expect_imm(inst, n)
    }

    /// Builds the integer `value` in type `ty`: in every element of a vector.
    pub fn int(&mut self, ty: Llt, value: i128) -> VReg {
        let element = ty.element();
        let scalar = if element.is_pointer() { Llt::scalar(element.scalar_bits()) } else { element };
        let one = if scalar.bits() <= 64 {
            self.constant(element, value as i64)
        } else {
            let fill = if value < 0 { u64::MAX } else { 0 };
            let mut words = vec![fill; scalar.bits().div_ceil(64) as usize];
            (words[0], words[1]) = (value as u64, (value >> 64) as u64);
            self.words(element, &words)
        };
        self.splat(ty, one)
    }

    /// Builds the integer of these words (truncated to the type) in a scalar type.
    pub fn words(&mut self, ty: Llt, words: &[u64]) -> VReg {
        self.wide_constant(ty, Int::of_bits(words, 0, ty.bits()).words())
    }

    /// Builds a splat of `value`; `value` itself if `ty` is no vector.
    pub fn splat(&mut self, ty: Llt, value: VReg) -> VReg {
        if !ty.is_vector() {
            return value;
        }
        let parts: Regs = SmallVec::from_elem(value, ty.elements() as usize);
        self.op(G_BUILD_VECTOR, ty, &parts)
    }

    /// Builds a mask of the bits below `count`, in type `ty`.
    pub fn low_mask(&mut self, ty: Llt, count: u32) -> VReg {
        let words: Vec<u64> = (0..ty.scalar_bits().div_ceil(64))
            .map(|n| match count.saturating_sub(n * 64) {
                0 => 0,
                c if c >= 64 => u64::MAX,
                c => (1 << c) - 1,
            })
            .collect();
        let one = self.words_or_int(ty.element(), &words);
        self.splat(ty, one)
    }

    fn words_or_int(&mut self, ty: Llt, words: &[u64]) -> VReg {
        if ty.bits() <= 64 { self.constant(ty, words[0] as i64) } else { self.words(ty, words) }
    }

    /// Builds a mask of the sign bit, in type `ty`.
    pub(crate) fn sign_mask(&mut self, ty: Llt) -> VReg {
        let top = ty.scalar_bits() - 1;
        let mut words = vec![0u64; ty.scalar_bits().div_ceil(64) as usize];
        words[(top / 64) as usize] = 1 << (top % 64);
        let one = self.words_or_int(ty.element(), &words);
        self.splat(ty, one)
    }

    /// Builds a mask of all bits but the sign, in type `ty`.
    pub(crate) fn max_signed(&mut self, ty: Llt) -> VReg {
        self.low_mask(ty, ty.scalar_bits() - 1)
    }

    /// Builds `opcode a, b` in the type of `a`.
    pub fn bin(&mut self, opcode: Opcode, a: VReg, b: VReg) -> VReg {
        let ty = self.ty(a);
        self.op(opcode, ty, &[a, b])
    }

    /// Builds `opcode a` in the type of `a`.
    pub fn un(&mut self, opcode: Opcode, a: VReg) -> VReg {
        let ty = self.ty(a);
        self.op(opcode, ty, &[a])
    }

    /// Builds `opcode a, value` in the type of `a`.
    pub fn bin_int(&mut self, opcode: Opcode, a: VReg, value: i128) -> VReg {
        let ty = self.ty(a);
        let value = self.int(ty, value);
        self.op(opcode, ty, &[a, value])
    }

    /// Builds the complement of `a`.
    pub fn not(&mut self, a: VReg) -> VReg {
        self.bin_int(G_XOR, a, -1)
    }

    /// Builds `0 - a`.
    pub fn neg(&mut self, a: VReg) -> VReg {
        let ty = self.ty(a);
        let zero = self.int(ty, 0);
        self.bin(G_SUB, zero, a)
    }

    /// Returns the type of a comparison of values of type `ty`.
    pub fn bool_ty(&self, ty: Llt) -> Llt {
        ty.with_element(S1)
    }

    /// Builds a comparison; the result is `s1`, or a vector of it.
    pub fn cmp(&mut self, predicate: IntPredicate, a: VReg, b: VReg) -> VReg {
        let ty = self.bool_ty(self.ty(a));
        self.icmp(ty, predicate, a, b)
    }

    /// Builds a comparison with a constant.
    pub fn cmp_int(&mut self, predicate: IntPredicate, a: VReg, value: i128) -> VReg {
        let ty = self.ty(a);
        let value = self.int(ty, value);
        self.cmp(predicate, a, value)
    }

    /// Builds `condition ? a : b`.
    pub fn select(&mut self, condition: VReg, a: VReg, b: VReg) -> VReg {
        let ty = self.ty(a);
        self.op(G_SELECT, ty, &[condition, a, b])
    }

    /// Builds `value` as `ty`: extended by `opcode`, truncated, or unchanged.
    pub fn resize(&mut self, opcode: Opcode, ty: Llt, value: VReg) -> VReg {
        let from = self.ty(value);
        match ty.scalar_bits().cmp(&from.scalar_bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.op(opcode, ty, &[value]),
            std::cmp::Ordering::Less => self.op(G_TRUNC, ty, &[value]),
        }
    }

    /// Builds the same bits as `ty` of the same size: a bit cast, a pointer conversion or nothing.
    pub fn cast(&mut self, ty: Llt, value: VReg) -> VReg {
        let from = self.ty(value);
        let opcode = match (from.has_pointer_elements(), ty.has_pointer_elements()) {
            _ if from == ty => return value,
            (true, false) if from.elements() == ty.elements() => G_PTRTOINT,
            (false, true) if from.elements() == ty.elements() => G_INTTOPTR,
            (true, false) => {
                let ints = self.op(G_PTRTOINT, from.with_scalar_bits(from.scalar_bits()), &[value]);
                return self.cast(ty, ints);
            }
            (false, true) => {
                let ints = self.cast(ty.with_scalar_bits(ty.scalar_bits()), value);
                return self.cast(ty, ints);
            }
            _ => G_BITCAST,
        };
        self.op(opcode, ty, &[value])
    }

    /// Defines `dst` as a copy of `value`.
    pub fn define(&mut self, dst: VReg, value: VReg) {
        self.copy(dst, value);
    }

    /// Defines `dst` by `opcode uses…`.
    pub fn define_by(&mut self, dst: VReg, opcode: Opcode, uses: &[VReg]) {
        self.regs(opcode, &[dst], uses);
    }

    /// Defines `dst` as the merge of `parts`.
    pub fn define_merge(&mut self, dst: VReg, parts: &[VReg]) {
        if let [one] = parts {
            return self.define(dst, *one);
        }
        let ty = self.ty(dst);
        let opcode = match (ty.is_vector(), self.ty(parts[0]).is_vector()) {
            (false, _) => G_MERGE_VALUES,
            (true, true) => G_CONCAT_VECTORS,
            (true, false) => G_BUILD_VECTOR,
        };
        self.regs(opcode, &[dst], parts);
    }

    /// Splits `value` into values of type `ty`, which must divide it.
    pub fn parts(&mut self, ty: Llt, value: VReg) -> Regs {
        if self.ty(value) == ty {
            return SmallVec::from_slice(&[value]);
        }
        self.unmerge(ty, value)
    }

    /// Splits a vector into its elements; returns the value itself if it is none.
    pub fn elements(&mut self, value: VReg) -> Regs {
        let element = self.ty(value).element();
        self.parts(element, value)
    }

    /// Builds the vector (or scalar, of one) of `elements`.
    pub fn from_elements(&mut self, elements: &[VReg]) -> VReg {
        match elements {
            [one] => *one,
            _ => {
                let ty = Llt::vector(elements.len() as u32, self.ty(elements[0]));
                self.op(G_BUILD_VECTOR, ty, elements)
            }
        }
    }

    /// Builds `opcode` with two results of these types.
    pub fn op2(&mut self, opcode: Opcode, types: (Llt, Llt), uses: &[VReg]) -> (VReg, VReg) {
        let (a, b) = (self.mf.create_vreg(types.0), self.mf.create_vreg(types.1));
        self.regs(opcode, &[a, b], uses);
        (a, b)
    }

    /// Builds `G_SEXT_INREG`.
    pub fn sext_inreg(&mut self, value: VReg, bits: u32) -> VReg {
        let ty = self.ty(value);
        self.op_imm(G_SEXT_INREG, ty, value, bits as i64)
    }

    /// Builds `value` with its bits from `bits` on cleared.
    pub fn zext_inreg(&mut self, value: VReg, bits: u32) -> VReg {
        let ty = self.ty(value);
        let mask = self.low_mask(ty, bits);
        self.bin(G_AND, value, mask)
    }

    /// Replaces operand `n` of `inst` by a register.
    pub(crate) fn replace_use(&mut self, inst: InstId, n: usize, value: VReg) {
        let operand = self.mf.operand(inst, n);
        self.mf.set_operand(inst, n, Operand::use_of(value).with_flags(operand.flags));
    }

    /// Replaces result `n` of `inst` by a new register of type `ty`. Returns the old and the new
    /// register.
    pub(crate) fn replace_def(&mut self, inst: InstId, n: usize, ty: Llt) -> (VReg, VReg) {
        let old = self.reg(inst, n);
        let new = self.mf.create_vreg(ty);
        self.mf.set_operand(inst, n, Operand::def(new));
        (old, new)
    }
}
