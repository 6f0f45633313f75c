//! Types of generic instructions.

use super::Verifier;
use super::operands::kind_at;
use crate::entity::InstId;
use crate::llt::Llt;
use crate::opcodes::*;
use crate::target::instructions::{InstrFlags, OperandKind};

impl Verifier<'_> {
    /// Operands with the same type index have the same type, and the types suit the opcode.
    pub(super) fn types(&mut self, inst: InstId) {
        let desc = self.target.desc(self.mf.opcode(inst));
        if !desc.has(InstrFlags::GENERIC) {
            return;
        }
        let operands = self.mf.operands(inst);
        let mut types = [Llt::INVALID; 10];
        for n in 0..operands.len() {
            let Some(OperandKind::Type(index)) = kind_at(desc, n, operands.len()) else { continue };
            let vreg = self.mf.operand(inst, n).vreg().filter(|v| v.index() < self.mf.num_vregs());
            let (Some(vreg), Some(known)) = (vreg, types.get_mut(index as usize)) else { continue };
            let ty = self.mf.ty(vreg);
            if !ty.is_valid() {
                self.report(inst, Some(n), "a generic instruction needs typed operands");
            } else if !known.is_valid() {
                *known = ty;
            } else if *known != ty {
                let known = *known;
                self.report(inst, Some(n), format!("type {ty} where type index {index} is {known}"));
            }
        }
        if types[0].is_valid()
            && let Some(message) = self.rule(inst, types[0], types[1])
        {
            self.report(inst, None, message);
        }
    }

    /// What one opcode asks of its types, as text if it does not hold.
    fn rule(&self, inst: InstId, t0: Llt, t1: Llt) -> Option<&'static str> {
        let opcode = self.mf.opcode(inst);
        let same_shape = t0.elements() == t1.elements();
        let wrong = match opcode {
            G_SEXT | G_ZEXT | G_ANYEXT | G_FPEXT => !same_shape || t0.scalar_bits() <= t1.scalar_bits(),
            G_TRUNC | G_FPTRUNC => !same_shape || t0.scalar_bits() >= t1.scalar_bits(),
            G_BITCAST => t0.bits() != t1.bits(),
            G_PTRTOINT => t0.has_pointer_elements() || !t1.has_pointer_elements(),
            G_INTTOPTR => !t0.has_pointer_elements() || t1.has_pointer_elements(),
            G_PTR_ADD => !t0.has_pointer_elements() || t1.has_pointer_elements(),
            G_LOAD | G_SEXTLOAD | G_ZEXTLOAD | G_STORE => {
                !t1.is_pointer() || self.mf.mem_operand(inst).is_none()
            }
            G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => {
                t0.bits() != t1.bits() * (self.mf.operands(inst).len() as u32 - 1)
            }
            G_UNMERGE_VALUES => t1.bits() != t0.bits() * (self.mf.operands(inst).len() as u32 - 1),
            G_ADD | G_SUB | G_MUL | G_SHL | G_LSHR | G_ASHR => t0.has_pointer_elements(),
            G_ICMP | G_FCMP => !same_shape,
            _ => false,
        };
        wrong.then_some("the types do not suit the opcode")
    }
}
