//! `extractvalue` and `insertvalue`: they emit no code and only select or replace registers.

use std::ops::Range;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{Inst, Type, TypeKind};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the range of leaves that `indices` select in `ty`.
    fn leaves_at(&mut self, mut ty: Type<'m>, indices: &[u32]) -> Result<Range<usize>> {
        let mut start = 0;
        for &index in indices {
            let element = ty.element(index.into()).ok_or_else(|| Stop::ty(ty))?;
            start += match ty.kind() {
                TypeKind::Struct { .. } => {
                    let mut before = 0;
                    for field in (0..index).filter_map(|field| ty.element(field.into())) {
                        before += self.cx.types.range(field)?.len();
                    }
                    before
                }
                _ => index as usize * self.cx.types.range(element)?.len(),
            };
            ty = element;
        }
        Ok(start..start + self.cx.types.range(ty)?.len())
    }

    pub(crate) fn extract_value(&mut self, inst: Inst<'m>) -> Result<()> {
        let aggregate = self.operand_value(inst.value(), 0)?;
        let range = self.leaves_at(aggregate.ty(), inst.indices())?;
        let regs = self.regs(aggregate)?;
        let part = regs.get(range).ok_or_else(|| Stop::ty(aggregate.ty()))?;
        self.define(inst, part);
        Ok(())
    }

    pub(crate) fn insert_value(&mut self, inst: Inst<'m>) -> Result<()> {
        let (aggregate, value) = (self.operand_value(inst.value(), 0)?, self.operand_value(inst.value(), 1)?);
        let range = self.leaves_at(aggregate.ty(), inst.indices())?;
        let mut regs = self.regs(aggregate)?;
        let values = self.regs(value)?;
        let part = regs.get_mut(range).ok_or_else(|| Stop::ty(aggregate.ty()))?;
        for (to, &from) in part.iter_mut().zip(&values) {
            *to = from;
        }
        self.define(inst, &regs);
        Ok(())
    }
}
