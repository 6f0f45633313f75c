//! Tuples of the same registers, and halves of registers.
//!
//! Each store of a tuple has a `REG_SEQUENCE` of its own. Those of the same registers become one,
//! after the last definition of these registers. The registers are then allocated to the tuple's
//! parts, without copies. Constants count as the same register if they are equal.
//!
//! Users of a copied lower half read it in its register instead.
//!
//! Cost: a comparison of each pair of at most `MAX_TUPLES` tuples; `MAX_HALF_DISTANCE` instructions
//! after a copied half.

use super::{Operands, VectorForms, WHOLE};
use crate::aarch64::registers::{classes, subs};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::{InstrFlags, OperandKind};
use gisel_codegen::machine::desc::registers::RegClassId;
use smallvec::SmallVec;
use std::iter;

/// The classes of tuples.
const TUPLES: [RegClassId; 6] =
    [classes::DD, classes::DDD, classes::DDDD, classes::QQ, classes::QQQ, classes::QQQQ];

/// The maximum distance of the users of a copied half, in instructions.
const MAX_HALF_DISTANCE: usize = 128;

/// The maximum number of tuples of a function that are compared.
const MAX_TUPLES: usize = 64;

impl VectorForms<'_> {
    /// Notes `inst`, if it joins vector registers.
    pub(super) fn note_tuple(&mut self, inst: InstId) {
        if self.mf.opcode(inst) != gop::REG_SEQUENCE || self.tuples.len() == MAX_TUPLES {
            return;
        }
        let result = self.mf.vreg_operand(inst, 0);
        let is_tuple = result.is_some_and(|v| match self.mf.reg_attr(v) {
            RegAttr::Class(class) => TUPLES.contains(&class),
            _ => false,
        });
        if is_tuple {
            self.tuples.push(inst);
        }
    }

    /// Replaces tuples of the same registers by one.
    pub(super) fn share_tuples(&mut self) {
        let (mut tuples, mut replaced) = (std::mem::take(&mut self.tuples), Vec::new());
        while let Some(first) = tuples.pop() {
            let (same, others): (Vec<_>, Vec<_>) =
                tuples.into_iter().partition(|&other| self.joins_same(first, other));
            tuples = others;
            if !same.is_empty() && self.hoist(first) {
                replaced.extend(same.into_iter().map(|other| (other, first)));
            }
        }
        self.replace_tuples(&replaced);
    }

    /// Returns true if both join the same registers to a tuple of the same class.
    fn joins_same(&self, a: InstId, b: InstId) -> bool {
        let class = |inst| self.mf.vreg_operand(inst, 0).map(|v| self.mf.reg_attr(v));
        let (x, y) = (self.mf.operands(a), self.mf.operands(b));
        let is_same = |(x, y): (&Operand, &Operand)| match (x.vreg(), y.vreg()) {
            (None, None) => self.mf.imm_value(*x) == self.mf.imm_value(*y),
            _ => x == y || self.are_equal(self.leaf(*x), self.leaf(*y)),
        };
        class(a) == class(b) && x.len() == y.len() && x[1..].iter().zip(&y[1..]).all(is_same)
    }

    /// Returns the register that `operand` names, or its lower half, if that is widened; then true.
    fn leaf(&self, operand: Operand) -> (Operand, bool) {
        let def = operand.vreg().and_then(|v| self.mf.def(v));
        let Some(def) = def.filter(|&def| self.mf.opcode(def) == gop::SUBREG_TO_REG) else {
            return (operand, false);
        };
        let [half, part] = [2, 3].map(|n| self.mf.operand(def, n));
        let is_half = self.mf.imm_value(part) == Some(subs::DSUB.0.into());
        let is_plain = half.vreg().is_some() && half.sub_reg() == WHOLE && operand.sub_reg() == WHOLE;
        if is_half && is_plain { (half, true) } else { (operand, false) }
    }

    fn are_equal(&self, (x, is_half): (Operand, bool), (y, is_other_half): (Operand, bool)) -> bool {
        is_half == is_other_half && (x == y || self.are_equal_constants(x, y))
    }

    /// Returns the definition of `operand`, if it only reads immediates.
    fn constant(&self, operand: Operand) -> Option<InstId> {
        let def = self.mf.def(operand.vreg().filter(|_| operand.sub_reg() == WHOLE)?)?;
        let desc = self.target.desc(self.mf.opcode(def));
        let is_constant = desc.flags.contains(InstrFlags::REMATERIALIZABLE.union(InstrFlags::CHEAP));
        let is_immediate = self.mf.operands(def)[1..].iter().all(|&o| self.mf.imm_value(o).is_some());
        (is_constant && is_immediate && self.mf.opcode(def).is_target()).then_some(def)
    }

    fn are_equal_constants(&self, x: Operand, y: Operand) -> bool {
        let (Some(a), Some(b)) = (self.constant(x), self.constant(y)) else { return false };
        let (x, y) = (self.mf.operands(a), self.mf.operands(b));
        let mut others = x[1..].iter().zip(&y[1..]);
        self.mf.opcode(a) == self.mf.opcode(b)
            && x.len() == y.len()
            && others.all(|(&x, &y)| self.mf.imm_value(x) == self.mf.imm_value(y))
    }

    /// Moves a tuple after the last of the definitions of its registers, which are in one block.
    /// Returns false if they are not.
    fn hoist(&mut self, tuple: InstId) -> bool {
        let registers: Operands =
            self.mf.operands(tuple)[1..].iter().copied().filter(|o| o.vreg().is_some()).collect();
        let leaves: SmallVec<[(Operand, bool); 4]> = registers.iter().map(|&o| self.leaf(o)).collect();
        let fixed = leaves.iter().filter(|&&(leaf, _)| self.constant(leaf).is_none());
        let definitions: Option<SmallVec<[InstId; 4]>> =
            fixed.map(|(leaf, _)| self.mf.def(leaf.vreg()?)).collect();
        let Some(next) = definitions.and_then(|definitions| self.after_all(&definitions)) else {
            return false;
        };
        for (n, (leaf, is_half)) in leaves.into_iter().enumerate() {
            let leaf = self.copied_constant(leaf, next);
            let part = match is_half {
                true => {
                    let (zero, part) = (Operand::small_imm(0), Operand::small_imm(i32::from(subs::DSUB.0)));
                    self.build_in(classes::FPR128, gop::SUBREG_TO_REG, &[zero, leaf, part], next)
                }
                false => leaf,
            };
            self.mf.set_operand(tuple, 1 + 2 * n, part);
        }
        if tuple != next {
            self.mf.unlink_inst(tuple);
            self.mf.insert_before(next, tuple);
        }
        self.remove_unused(registers.iter().filter_map(|o| self.mf.def(o.vreg()?)).collect());
        true
    }

    /// Returns `leaf`, or a copy of its definition before `next` if that is a constant.
    fn copied_constant(&mut self, leaf: Operand, next: InstId) -> Operand {
        let (Some(def), Some(vreg)) = (self.constant(leaf), leaf.vreg()) else { return leaf };
        let RegAttr::Class(class) = self.mf.reg_attr(vreg) else { return leaf };
        let inputs: Operands = self.mf.operands(def)[1..].iter().copied().collect();
        Operand::use_of(self.emit(class, self.mf.opcode(def), &inputs, next))
    }

    /// Returns the instruction after the last of `definitions`, if all are in one block.
    fn after_all(&self, definitions: &[InstId]) -> Option<InstId> {
        let &any = definitions.first()?;
        let block = self.mf.block_of(any);
        let is_movable = |&def: &InstId| self.mf.block_of(def) == block && self.mf.opcode(def) != gop::PHI;
        if !definitions.iter().all(is_movable) {
            return None;
        }
        let mut from_end = iter::successors(self.mf.last_inst(block?), |&inst| self.mf.prev_inst(inst));
        let last = from_end.find(|inst| definitions.contains(inst))?;
        self.mf.next_inst(last)
    }

    /// Makes the users of copied lower halves read them in their registers.
    pub(super) fn fold_halves(&mut self) {
        for copy in std::mem::take(&mut self.halves) {
            let &[result, half] = self.mf.operands(copy) else { continue };
            let Some(vreg) = result.vreg() else { continue };
            let mut next = self.mf.next_inst(copy);
            for _ in 0..MAX_HALF_DISTANCE {
                let Some(inst) = next.filter(|_| self.mf.use_count(vreg) > 0) else { break };
                next = self.mf.next_inst(inst);
                self.read_half(inst, vreg, half);
            }
            self.remove_unused([copy].into_iter().collect());
        }
    }

    /// Makes `inst` read `half` instead of `copied`.
    fn read_half(&mut self, inst: InstId, copied: VReg, half: Operand) {
        let desc = self.target.desc(self.mf.opcode(inst));
        for (n, listed) in desc.operands.iter().enumerate() {
            let Some(&operand) = self.mf.operands(inst).get(n) else { break };
            let is_read = operand.vreg() == Some(copied) && operand.is_use() && operand.sub_reg() == WHOLE;
            if is_read && listed.tied_to.is_none() && listed.kind == OperandKind::Class(classes::FPR64) {
                self.mf.set_operand(inst, n, half);
            }
        }
    }

    /// Makes the users of each first tuple read the second one, and removes the first.
    fn replace_tuples(&mut self, replaced: &[(InstId, InstId)]) {
        if replaced.is_empty() {
            return;
        }
        let mut same = Vec::with_capacity(replaced.len());
        for &(old, new) in replaced {
            let [old_result, new_result] = [old, new].map(|inst| self.mf.expect_vreg(inst, 0));
            self.mf.note_same_value(old_result, new_result);
            same.push((old_result, new_result));
        }
        self.mf.rewrite_uses(|v| same.iter().find(|pair| pair.0 == v).map_or(v, |pair| pair.1));
        replaced.iter().for_each(|&(old, _)| self.mf.remove_inst(old));
    }
}
