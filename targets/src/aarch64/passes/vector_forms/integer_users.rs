//! Instructions that use integers of vector registers: stores, selects by a comparison, and lanes.
//!
//! A stored integer is computed in a vector register if that saves moves. A select by a comparison
//! of two such integers is a select by a mask, and so is one with a constant of equal bits. A lane
//! that is made of an integer from a vector register is made of that register. Cost: the
//! definitions of an instruction's operands.

use super::integers::{Replaced, compared_float_with_zero, compared_floats};
use super::{VectorForms, WHOLE};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, regs, subs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::SubReg;

impl VectorForms<'_> {
    /// Replaces the store `inst` of a computed integer by one of its computation in a vector register.
    pub(super) fn store_computed(&mut self, inst: InstId, store: Opcode) {
        let Some((&value, address)) = self.inputs(inst).split_first() else { return };
        let address = address.to_vec();
        if self.gain(value, inst, 0).is_none_or(|gain| gain <= 0) {
            return;
        }
        let def = value.vreg().and_then(|v| self.mf.def(v));
        let mut replaced = Replaced::default();
        self.built.clear();
        let Some(computed) = self.computed(value, (inst, 0), &mut replaced) else { return };
        self.replace(inst, store, [computed].into_iter().chain(address).collect());
        self.remove_unused(def.into_iter().collect());
        self.finish_computation(replaced);
    }

    /// Replaces the select `inst` between vector registers, after a comparison, by a select of bits.
    pub(super) fn select_by_mask(&mut self, inst: InstId) {
        let &[yes, no, condition] = self.inputs(inst) else { return };
        let Some(condition) = self.mf.imm_value(condition) else { return };
        let Some(compare) = self.mf.prev_inst(inst).filter(|_| !self.reads_flags_after(inst)) else { return };
        let Some(node) = self.compared_before(compare, condition) else { return };
        let bits = [yes, no].map(|value| self.bits_of_constant(value));
        let saved: Option<i32> = match node.leaf {
            Some(_) => Some(0),
            None => node.inputs.iter().map(|&input| self.gain(input, inst, 1)).sum(),
        };
        let is_constant = bits.iter().any(Option::is_some);
        if saved.is_none_or(|saved| saved < i32::from(!is_constant)) {
            return;
        }
        let before: Vec<InstId> = [yes, no].iter().filter_map(|o| self.mf.def(o.vreg()?)).collect();
        let mut replaced = Replaced::default();
        self.built.clear();
        let Some(inputs) = self.computed_inputs(&node, (inst, 0), &mut replaced) else { return };
        replaced.compares.push(compare);
        let mask = self.build(node.opcode, &inputs, inst);
        let ([yes, no], bits) = match node.inverted {
            false => ([yes, no], bits),
            true => ([no, yes], [bits[1], bits[0]]),
        };
        let (opcode, operands) = match bits {
            [Some(true), _] => (op::ORRv8i8, vec![no, mask]),
            [Some(false), _] => (op::BICv8i8, vec![no, mask]),
            [_, Some(false)] => (op::ANDv8i8, vec![yes, mask]),
            [_, Some(true)] => (op::ORNv8i8, vec![yes, mask]),
            _ => (op::BSLv8i8, vec![mask, yes, no]),
        };
        self.replace(inst, opcode, operands.into_iter().collect());
        self.remove_unused(before.into_iter().collect());
        self.finish_computation(replaced);
    }

    /// Returns the value of all bits of `value`, if they are equal and made in a general register.
    fn bits_of_constant(&self, value: Operand) -> Option<bool> {
        let moved = self.mf.def(value.vreg().filter(|_| value.sub_reg() == WHOLE)?)?;
        if self.mf.opcode(moved) != op::FMOVXDr {
            return None;
        }
        let &[number] = self.inputs(moved) else { return None };
        if number.phys() == Some(regs::XZR) {
            return Some(false);
        }
        let def = self.mf.def(number.vreg()?).filter(|&def| self.mf.opcode(def) == op::MOVi64imm)?;
        match self.mf.imm_value(*self.inputs(def).first()?)? {
            0 => Some(false),
            -1 => Some(true),
            _ => None,
        }
    }

    /// Builds `inst`, which repeats or inserts a lane of a general register, of the vector register
    /// that the integer was moved from.
    pub(super) fn lane_of_moved(&mut self, inst: InstId) {
        let (opcode, before) = match self.mf.opcode(inst) {
            op::DUPv8i8gpr => (op::DUPv8i8lane, 0),
            op::DUPv16i8gpr => (op::DUPv16i8lane, 0),
            op::DUPv4i16gpr => (op::DUPv4i16lane, 0),
            op::DUPv8i16gpr => (op::DUPv8i16lane, 0),
            op::DUPv2i32gpr => (op::DUPv2i32lane, 0),
            op::DUPv4i32gpr => (op::DUPv4i32lane, 0),
            op::DUPv2i64gpr => (op::DUPv2i64lane, 0),
            op::INSvi8gpr => (op::INSvi8lane, 2),
            _ => return,
        };
        let Some(&general) = self.inputs(inst).get(before) else { return };
        let Some((def, source, part)) = self.moved_from(general) else { return };
        let mut operands: super::Operands = self.inputs(inst)[..before].iter().copied().collect();
        let zero = Operand::small_imm(0);
        let part = Operand::small_imm(part.0.into());
        let whole = self.build_in(classes::FPR128, gop::SUBREG_TO_REG, &[zero, source, part], inst);
        operands.extend([whole, zero]);
        self.replace(inst, opcode, operands);
        self.remove_unused([def].into_iter().collect());
    }

    /// Replaces a move to a single-precision register of the lower half of what was moved from a
    /// double-precision register.
    pub(super) fn lower_of_moved(&mut self, inst: InstId) {
        let &[general] = self.inputs(inst) else { return };
        if let Some((def, source, subs::DSUB)) = self.moved_from(general) {
            let lower = source.with_sub_reg(subs::SSUB);
            self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), lower]);
            self.remove_unused([def].into_iter().collect());
        }
    }

    /// Replaces the move `inst` of a mask to a single-precision register by the mask of a comparison
    /// of such registers. Returns true if it did.
    pub(super) fn mask_of_floats(&mut self, inst: InstId) -> bool {
        let &[moved] = self.inputs(inst) else { return false };
        let Some(mask) = self.inner(moved, Some(op::CSINVWr), inst) else { return false };
        let &[first, second, condition] = self.inputs(mask) else { return false };
        let is_zero = |operand: Operand| operand.phys() == Some(regs::WZR);
        let (Some(condition), Some(compare)) = (self.mf.imm_value(condition), self.mf.prev_inst(mask)) else {
            return false;
        };
        if !is_zero(first) || !is_zero(second) || self.mf.attrs.strict_fp || self.reads_flags_after(mask) {
            return false;
        }
        let node = match (self.mf.opcode(compare), self.inputs(compare)) {
            (op::FCMPSrr, &[a, b]) => compared_floats(condition ^ 1, a, b),
            (op::FCMPSri, &[a, ..]) => compared_float_with_zero(condition ^ 1, a),
            _ => None,
        };
        let Some(node) = node.filter(|node| !node.inverted) else { return false };
        let Some(opcode) = of_single(node.opcode) else { return false };
        let value = self.build_in(classes::FPR32, opcode, &node.inputs, inst);
        self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), value]);
        self.remove_unused([mask].into_iter().collect());
        self.mf.remove_inst(compare);
        true
    }

    /// Returns the move that defines `general`, the register that it moves, and the sub-register of
    /// a whole register that has the size of that one.
    fn moved_from(&mut self, general: Operand) -> Option<(InstId, Operand, SubReg)> {
        let def = self.mf.def(general.vreg()?)?;
        let is_word = general.sub_reg() == subs::SUB_32;
        if !is_word && general.sub_reg() != WHOLE {
            return None;
        }
        let source = *self.mf.operands(def).get(1)?;
        let is_plain = source.vreg().is_some() && source.sub_reg() == WHOLE;
        match self.mf.opcode(def) {
            op::FMOVDXr if is_plain => Some((def, source, subs::DSUB)),
            op::FMOVSWr if is_plain && !is_word => Some((def, source, subs::SSUB)),
            gop::COPY if super::integers::is_double(source) => {
                Some((def, self.build(gop::COPY, &[source], def), subs::DSUB))
            }
            _ => None,
        }
    }

    /// Replaces the extracted lane that `inst` moves to a vector register of 64 bits, with zeros
    /// above, by one extracted there.
    pub(super) fn extract_in_place(&mut self, inst: InstId) -> bool {
        let &[_, moved] = self.mf.operands(inst) else { return false };
        let Some(widened) = self.inner(moved, Some(gop::SUBREG_TO_REG), inst) else { return false };
        let &[_, _, lane, part] = self.mf.operands(widened) else { return false };
        if self.mf.imm_value(part) != Some(subs::SUB_32.0.into()) {
            return false;
        }
        let forms = [
            (op::UMOVvi8, op::DUPi8, classes::FPR8, subs::BSUB),
            (op::UMOVvi16, op::DUPi16, classes::FPR16, subs::HSUB),
            (op::UMOVvi32, op::DUPi32, classes::FPR32, subs::SSUB),
        ];
        let form = forms.iter().find_map(|form| Some((self.inner(lane, Some(form.0), inst)?, form)));
        let Some((extracted, &(_, opcode, class, part))) = form else { return false };
        let operands = self.inputs(extracted).to_vec();
        let element = self.build_in(class, opcode, &operands, extracted);
        let (zero, part) = (Operand::small_imm(0), Operand::small_imm(part.0.into()));
        let value = self.build(gop::SUBREG_TO_REG, &[zero, element, part], inst);
        self.mf.replace_with_inst(inst, gop::COPY, &[self.mf.operand(inst, 0), value]);
        self.remove_unused([widened].into_iter().collect());
        true
    }
}

/// Returns the comparison of single-precision numbers for one of double-precision numbers.
fn of_single(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::FCMEQ64 => op::FCMEQ32,
        op::FCMGE64 => op::FCMGE32,
        op::FCMGT64 => op::FCMGT32,
        op::FCMEQv1i64rz => op::FCMEQv1i32rz,
        op::FCMGEv1i64rz => op::FCMGEv1i32rz,
        op::FCMGTv1i64rz => op::FCMGTv1i32rz,
        op::FCMLTv1i64rz => op::FCMLTv1i32rz,
        op::FCMLEv1i64rz => op::FCMLEv1i32rz,
        _ => return None,
    })
}
