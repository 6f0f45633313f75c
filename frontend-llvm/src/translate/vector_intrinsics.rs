//! Intrinsics that move, combine or count vector elements, and vector-predicated ones (`llvm.vp.*`)
//! that need more than one opcode.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FloatPredicate, FrameObjectKind, IntPredicate, MemFlags, MemOperand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode as Generic;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{CallSite, Inst};

/// The maximum width of a carry-less product. Its code grows with the square of the width.
const MAX_CARRYLESS_BITS: u32 = 512;

impl<'m> FunctionTranslator<'_, 'm> {
    fn fixed(&self, reg: VReg) -> Result<Llt> {
        let ty = self.b.mf.ty(reg);
        if ty.is_scalable() { Err(Stop::new("scalable vectors are not supported")) } else { Ok(ty) }
    }

    /// Translates `vector.extract`: the elements from a constant index on.
    pub(crate) fn vector_extract(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let vector = self.operand(call.value(), 0)?;
        let first = self.constant_operand(call.value(), 1)? as i32;
        let ty = self.cx.types.llt(inst.ty())?;
        self.fixed(vector)?;
        let mask: Vec<i32> = (0..ty.elements() as i32).map(|i| first.wrapping_add(i)).collect();
        let dst = self.shuffle(ty, vector, vector, &mask);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `vector.insert`: replaces the elements of a vector by another vector, from a
    /// constant index on.
    pub(crate) fn vector_insert(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let (vector, part) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let first = self.constant_operand(call.value(), 2)? as u32;
        let (ty, part_ty) = (self.fixed(vector)?, self.fixed(part)?);
        let (count, inserted) = (ty.elements(), part_ty.elements());
        // First widens the inserted vector to the result's length, then selects from both.
        let widen: Vec<i32> = (0..count).map(|i| if i < inserted { i as i32 } else { -1 }).collect();
        let wide = self.shuffle(ty, part, part, &widen);
        let pick = |i: u32| match i.checked_sub(first) {
            Some(k) if k < inserted => (count + k) as i32,
            _ => i as i32,
        };
        let mask: Vec<i32> = (0..count).map(pick).collect();
        let dst = self.shuffle(ty, vector, wide, &mask);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `vector.reverse`.
    pub(crate) fn vector_reverse(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let vector = self.operand(call.value(), 0)?;
        let ty = self.fixed(vector)?;
        let mask: Vec<i32> = (0..ty.elements() as i32).rev().collect();
        let dst = self.shuffle(ty, vector, vector, &mask);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `experimental.cttz.elts`: counts the zero elements before the first nonzero one.
    pub(crate) fn trailing_zero_elements(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let vector = self.operand(call.value(), 0)?;
        let ty = self.fixed(vector)?;
        let to = self.cx.types.llt(inst.ty())?;
        let lanes = self.lane_values(vector);
        let zero = (ty.scalar_bits() > 1).then(|| self.b.int(ty.element(), 0));
        let mut count = self.b.int(to, lanes.len() as i128);
        for (n, &lane) in lanes.iter().enumerate().rev() {
            let flag = zero.map_or(lane, |zero| self.b.cmp(IntPredicate::Ne, lane, zero));
            let n = self.b.int(to, n as i128);
            count = self.b.op(G_SELECT, to, &[flag, n, count]);
        }
        self.define(inst, &[count]);
        Ok(())
    }

    /// Translates `vector.interleaveN`: the first elements of all vectors, then the second ones.
    pub(crate) fn vector_interleave(&mut self, inst: Inst<'m>, call: CallSite<'m>, count: u32) -> Result<()> {
        let vectors = self.call_args(call, count)?;
        let ty = self.fixed(vectors[0])?;
        let dst = if count == 2 {
            let n = ty.elements() as i32;
            let mask: Vec<i32> = (0..n).flat_map(|i| [i, n + i]).collect();
            self.shuffle(Llt::vector(2 * ty.elements(), ty.element()), vectors[0], vectors[1], &mask)
        } else {
            let columns: Vec<Regs> = vectors.iter().map(|&v| self.lane_values(v)).collect();
            let rows = 0..ty.elements() as usize;
            let elements: Regs = rows.flat_map(|n| columns.iter().map(move |column| column[n])).collect();
            self.b.from_elements(&elements)
        };
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `vector.deinterleaveN`: `count` vectors, each of every `count`th element.
    pub(crate) fn vector_deinterleave(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        count: u32,
    ) -> Result<()> {
        let vector = self.operand(call.value(), 0)?;
        let ty = self.fixed(vector)?;
        let each = ty.elements() / count;
        let part = if each == 1 { ty.element() } else { Llt::vector(each, ty.element()) };
        let parts: Vec<VReg> = (0..count)
            .map(|first| {
                let mask: Vec<i32> = (0..each).map(|i| (first + i * count) as i32).collect();
                self.shuffle(part, vector, vector, &mask)
            })
            .collect();
        self.define(inst, &parts);
        Ok(())
    }

    /// Translates `vector.splice.left` and `.right`: elements of the concatenated vectors, from
    /// `offset` on, or from `offset` elements before the second vector.
    pub(crate) fn vector_splice(&mut self, inst: Inst<'m>, call: CallSite<'m>, left: bool) -> Result<()> {
        let (a, b) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let ty = self.fixed(a)?;
        let offset = self.operand_value(call.value(), 2)?.as_int().and_then(|int| int.as_u64());
        let count = u64::from(ty.elements());
        let offset = offset.filter(|&offset| offset <= count);
        let offset = offset.ok_or_else(|| Stop::new("splice at an offset that is not in the vector"))?;
        let first = if left { offset } else { count - offset };
        let mask: Vec<i32> = (first..first + count).map(|i| i as i32).collect();
        let dst = self.shuffle(ty, a, b, &mask);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `get.active.lane.mask`: sets each element for which base plus index, without
    /// overflow, is below the end.
    pub(crate) fn active_lane_mask(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let (base, end) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let ty = self.cx.types.llt(inst.ty())?;
        if ty.is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        let number = self.b.mf.ty(base);
        let flags: Regs = (0..ty.elements())
            .map(|n| {
                let n = self.b.int(number, n.into());
                let index = self.b.bin(G_UADDSAT, base, n);
                self.b.cmp(IntPredicate::Ult, index, end)
            })
            .collect();
        let dst = self.b.from_elements(&flags);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `loop.dependence.*.mask`: the elements that one iteration of a vector loop may
    /// access without overlap with the other pointer.
    pub(crate) fn dependence_mask(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        read_after_write: bool,
    ) -> Result<()> {
        let ty = self.cx.types.llt(inst.ty())?;
        if ty.is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        if ty.element() != Llt::scalar(1) {
            return Err(Stop::new("mask whose elements are no bits"));
        }
        let args = self.call_args(call, 2)?;
        let size = self.constant_operand(call.value(), 2)?;
        let word = Llt::scalar(self.b.pointer().bits());
        let [from, to] = [args[0], args[1]].map(|pointer| self.b.op(G_PTRTOINT, word, &[pointer]));
        let mut bytes = self.b.bin(G_SUB, to, from);
        if read_after_write {
            bytes = self.b.un(G_ABS, bytes);
        }
        let distance = self.b.bin_int(G_SDIV, bytes, size.into());
        let none = if read_after_write { IntPredicate::Eq } else { IntPredicate::Sle };
        let none = self.b.cmp_int(none, distance, 0);
        let flags: Regs = (0..ty.elements())
            .map(|n| {
                let before = self.b.cmp_int(IntPredicate::Ugt, distance, n.into());
                self.b.bin(G_OR, none, before)
            })
            .collect();
        let dst = self.b.from_elements(&flags);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `experimental.get.vector.length`: the number of remaining elements, at most a
    /// vector's length.
    pub(crate) fn get_vector_length(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        if self.constant_operand(call.value(), 2)? != 0 {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        let left = self.operand(call.value(), 0)?;
        let most = self.constant_operand(call.value(), 1)?;
        let to = self.cx.types.llt(inst.ty())?;
        let narrow = self.b.mf.ty(left).scalar_bits() < to.scalar_bits();
        let left = if narrow { self.b.op(G_ZEXT, to, &[left]) } else { left };
        let least = self.b.bin_int(G_UMIN, left, most.into());
        let dst = self.b.resize(G_ZEXT, to, least);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `vector.partial.reduce.*`: splits the second vector into subvectors of the first
    /// one's length, and combines all. Narrower elements are extended, integers by zeros.
    pub(crate) fn partial_reduction(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        step: Generic,
    ) -> Result<()> {
        let start = self.operand(call.value(), 0)?;
        let vector = self.operand_value(call.value(), 1)?;
        let ty = self.fixed(start)?;
        let is_bfloat = self.is_bfloat(inst.ty())?;
        let of_bfloats = self.is_bfloat(vector.ty())?;
        let mut vector = self.reg(vector)?;
        let (each, count) = (ty.elements(), self.fixed(vector)?.elements());
        if !count.is_multiple_of(each) {
            return Err(Stop::new("vector whose length is no multiple of the result's"));
        }
        if of_bfloats && !is_bfloat {
            vector = self.widen_bfloat(vector);
        }
        let from = self.b.mf.ty(vector);
        if from.scalar_bits() > ty.scalar_bits() || is_bfloat != of_bfloats && from.scalar_bits() == 16 {
            return Err(Stop::new("reduction to elements that are narrower or of another format"));
        }
        if from.scalar_bits() < ty.scalar_bits() {
            let extend = if step == G_FADD { G_FPEXT } else { G_ZEXT };
            vector = self.b.op(extend, from.with_scalar_bits(ty.scalar_bits()), &[vector]);
        }
        let mut sum = start;
        for first in (0..count).step_by(each as usize) {
            let mask: Vec<i32> = (first..first + each).map(|i| i as i32).collect();
            let piece = self.shuffle(ty, vector, vector, &mask);
            sum = if is_bfloat { self.bfloat_step(step, sum, piece) } else { self.b.bin(step, sum, piece) };
        }
        self.define(inst, &[sum]);
        Ok(())
    }

    /// Translates `vp.reduce.*`: combines the start value and the elements whose mask is set, in
    /// order.
    pub(crate) fn predicated_reduction(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        step: Generic,
    ) -> Result<()> {
        let args = self.call_args(call, 4)?;
        let is_bfloat = self.is_bfloat(inst.ty())?;
        self.fixed(args[1])?;
        let (elements, flags) = (self.lane_values(args[1]), self.lane_values(args[2]));
        let mut sum = args[0];
        for (n, (&element, &flag)) in elements.iter().zip(&flags).enumerate() {
            let flag = self.within(flag, args[3], n);
            let next =
                if is_bfloat { self.bfloat_step(step, sum, element) } else { self.b.bin(step, sum, element) };
            sum = self.b.select(flag, next, sum);
        }
        self.define(inst, &[sum]);
        Ok(())
    }

    /// Translates `vp.merge`: selects the first vector where the mask is set and the index is below
    /// the length, else the second.
    pub(crate) fn predicated_merge(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 4)?;
        self.fixed(args[1])?;
        let flags = self.lane_values(args[0]);
        let flags: Regs = (0..).zip(&flags).map(|(n, &flag)| self.within(flag, args[3], n)).collect();
        let mask = self.b.from_elements(&flags);
        let dst = self.b.select(mask, args[1], args[2]);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `vp.icmp` and `vp.fcmp`; the predicate is the third argument.
    pub(crate) fn predicated_compare(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        floats: bool,
    ) -> Result<()> {
        let name = call.arg(2).and_then(|arg| arg.metadata_string());
        let name = name.ok_or_else(|| Stop::new("comparison without predicate"))?;
        let operand = self.operand_value(call.value(), 0)?.ty();
        let (lhs, rhs) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        self.fixed(lhs)?;
        let ty = self.cx.types.llt(inst.ty())?;
        let unknown = || Stop::new(format!("comparison by `{name}`"));
        let result = if floats {
            let predicate = FloatPredicate::from_name(name).ok_or_else(unknown)?;
            let (lhs, rhs) = (self.widen_if_bfloat(operand, lhs)?, self.widen_if_bfloat(operand, rhs)?);
            self.b.fcmp(ty, predicate, lhs, rhs)
        } else {
            let predicate = IntPredicate::from_name(name).ok_or_else(unknown)?;
            self.b.icmp(ty, predicate, lhs, rhs)
        };
        self.define(inst, &[result]);
        Ok(())
    }

    /// Translates `experimental.vector.compress`: the elements whose mask is set, contiguous,
    /// followed by elements of the third argument. The result is assembled in memory.
    pub(crate) fn vector_compress(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 3)?;
        let ty = self.fixed(args[0])?;
        let bits = ty.scalar_bits().next_power_of_two().max(8);
        let memory = if ty.has_pointer_elements() { ty } else { ty.with_scalar_bits(bits) };
        let element = memory.element();
        let bytes = element.bits() / 8;
        let slot = self.b.mf.frame.create(FrameObjectKind::Local, memory.bytes().into(), bytes.min(16));
        let base = self.b.frame_index(self.b.pointer(), slot);
        let mem = |flags, ty| MemOperand::new(flags, ty, bytes.min(16));
        let others = self.b.resize(G_ANYEXT, memory, args[2]);
        self.b.store(others, base, mem(MemFlags::STORE, memory));
        let (elements, flags) = (self.lane_values(args[0]), self.lane_values(args[1]));
        let mut next = base;
        for (&value, &flag) in elements.iter().zip(&flags) {
            // All elements before it are set, so that the old value is still in memory.
            let old = self.b.load(element, next, mem(MemFlags::LOAD, element));
            let value = self.b.resize(G_ANYEXT, element, value);
            let value = self.b.select(flag, value, old);
            self.b.store(value, next, mem(MemFlags::STORE, element));
            let after = self.b.ptr_add_imm(next, i64::from(bytes));
            next = self.b.select(flag, after, next);
        }
        let whole = self.b.load(memory, base, mem(MemFlags::LOAD, memory));
        let dst = self.b.resize(G_TRUNC, ty, whole);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `stepvector`: zero, one, two and so on.
    pub(crate) fn step_vector(&mut self, inst: Inst<'m>) -> Result<()> {
        let ty = self.cx.types.llt(inst.ty())?;
        if ty.is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        let numbers: Regs = (0..ty.elements()).map(|n| self.b.int(ty.element(), n.into())).collect();
        let dst = self.b.from_elements(&numbers);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `experimental.vector.match`: sets the masked elements that occur in the second
    /// vector.
    pub(crate) fn vector_match(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 3)?;
        let ty = self.fixed(args[0])?;
        self.fixed(args[1])?;
        let mut found = self.b.int(self.b.mf.ty(args[2]), 0);
        for needle in self.lane_values(args[1]) {
            let needle = if ty.is_vector() { self.b.splat(ty, needle) } else { needle };
            let same = self.b.cmp(IntPredicate::Eq, args[0], needle);
            found = self.b.bin(G_OR, found, same);
        }
        let dst = self.b.bin(G_AND, found, args[2]);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `experimental.vector.extract.last.active`: the last element whose mask is set, or
    /// the third argument.
    pub(crate) fn extract_last_active(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 3)?;
        self.fixed(args[0])?;
        let (elements, flags) = (self.lane_values(args[0]), self.lane_values(args[1]));
        let choose = |last, (&element, &flag)| self.b.select(flag, element, last);
        let dst = elements.iter().zip(&flags).fold(args[2], choose);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Translates `clmul`: the carry-less product, the XOR of left operands shifted by each set bit
    /// of the right operand.
    pub(crate) fn carryless_product(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let (a, b) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let ty = self.fixed(a)?;
        let bits = ty.scalar_bits();
        if bits > MAX_CARRYLESS_BITS {
            let message = format!("product without carries of more than {MAX_CARRYLESS_BITS} bits");
            return Err(Stop::new(message));
        }
        let mut product = self.b.int(ty, 0);
        for n in 0..bits {
            // Broadcasts bit `n` to all bits.
            let up = self.b.bin_int(G_SHL, b, (bits - 1 - n).into());
            let mask = self.b.bin_int(G_ASHR, up, (bits - 1).into());
            let moved = self.b.bin_int(G_SHL, a, n.into());
            let part = self.b.bin(G_AND, moved, mask);
            product = self.b.bin(G_XOR, product, part);
        }
        self.define(inst, &[product]);
        Ok(())
    }
}
