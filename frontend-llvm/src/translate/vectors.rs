//! Vector elements and shuffles. A vector of one element is represented by its element.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::opcodes::*;

use super::error::Result;
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{Inst, Value};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns a vector whose elements are all `element`.
    pub(crate) fn splat(&mut self, ty: Llt, element: VReg) -> VReg {
        if ty.is_scalable() {
            return self.b.op(G_SPLAT_VECTOR, ty, &[element]);
        }
        let elements = vec![element; ty.elements() as usize];
        self.b.op(G_BUILD_VECTOR, ty, &elements)
    }

    /// Returns an element index with the width of an address.
    fn element_index(&mut self, index: Value<'m>) -> Result<VReg> {
        let word = self.b.word();
        if let Some(constant) = index.as_int().and_then(|int| int.as_u64()) {
            return Ok(self.b.constant(word, constant as i64));
        }
        let index = self.reg(index)?;
        Ok(self.resize(index, word.bits(), false))
    }

    pub(crate) fn extract_element(&mut self, inst: Inst<'m>) -> Result<()> {
        let vector = self.operand(inst.value(), 0)?;
        let index = self.operand_value(inst.value(), 1)?;
        if !self.b.mf.ty(vector).is_vector() {
            // Any index other than zero gives poison.
            self.define(inst, &[vector]);
            return Ok(());
        }
        let index = self.element_index(index)?;
        let dst = self.single_result(inst)?;
        self.b.regs(G_EXTRACT_VECTOR_ELT, &[dst], &[vector, index]);
        Ok(())
    }

    pub(crate) fn insert_element(&mut self, inst: Inst<'m>) -> Result<()> {
        let (vector, element) = (self.operand(inst.value(), 0)?, self.operand(inst.value(), 1)?);
        let index = self.operand_value(inst.value(), 2)?;
        if !self.b.mf.ty(vector).is_vector() {
            self.define(inst, &[element]);
            return Ok(());
        }
        let index = self.element_index(index)?;
        let dst = self.single_result(inst)?;
        self.b.regs(G_INSERT_VECTOR_ELT, &[dst], &[vector, element, index]);
        Ok(())
    }

    pub(crate) fn shuffle_vector(&mut self, inst: Inst<'m>) -> Result<()> {
        let (left, right) = (self.operand(inst.value(), 0)?, self.operand(inst.value(), 1)?);
        let ty = self.cx.types.llt(inst.ty())?;
        let mask = inst.shuffle_mask();
        if ty.is_scalable() {
            let (zero, element) = (self.b.constant(Llt::scalar(64), 0), ty.element());
            let first = self.b.op(G_EXTRACT_VECTOR_ELT, element, &[left, zero]);
            let splat = self.b.op(G_SPLAT_VECTOR, ty, &[first]);
            self.define(inst, &[splat]);
            return Ok(());
        }
        let dst = self.shuffle(ty, left, right, mask);
        self.define(inst, &[dst]);
        Ok(())
    }

    /// Returns the elements of two vectors that a mask selects; element by element if a vector has
    /// one element.
    pub(crate) fn shuffle(&mut self, ty: Llt, left: VReg, right: VReg, mask: &[i32]) -> VReg {
        let source = self.b.mf.ty(left);
        if ty.is_vector() && source.is_vector() {
            let dst = self.b.mf.create_vreg(ty);
            self.b.shuffle_vector(dst, [left, right], mask);
            return dst;
        }
        let elements: Regs = mask.iter().map(|&i| self.element(left, right, i)).collect();
        match elements[..] {
            [element] => element,
            _ => self.b.op(G_BUILD_VECTOR, ty, &elements),
        }
    }

    /// Returns element `index` of two concatenated vectors of the same type; undefined for a
    /// negative index.
    fn element(&mut self, left: VReg, right: VReg, index: i32) -> VReg {
        let ty = self.b.mf.ty(left);
        let Ok(index) = u32::try_from(index) else {
            return self.b.undef(ty.element());
        };
        let (vector, index) = match index.checked_sub(ty.elements()) {
            None => (left, index),
            Some(index) => (right, index),
        };
        if !ty.is_vector() {
            return vector;
        }
        let index = self.b.constant(self.b.word(), index.into());
        self.b.op(G_EXTRACT_VECTOR_ELT, ty.element(), &[vector, index])
    }
}
