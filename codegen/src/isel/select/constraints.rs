//! Constrains operands of selected instructions to the table rows of their opcodes. A register
//! without a class gets the row's class. One with a class gets the common subclass; if there is
//! none, a copy is inserted.

use super::Selection;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{Operand, OperandFlags, OperandTag, RegAttr};
use crate::ir::opcodes as op;
use crate::machine::desc::instructions::{InstrDesc, OperandKind};
use crate::machine::desc::registers::{BankId, RegClassId, SubReg};
use smallvec::SmallVec;

impl Selection<'_> {
    /// Restricts the registers of the uses among `operands`, which follow `result`, to the classes
    /// in `desc`. Returns false if a copy is required.
    #[inline(always)]
    pub(super) fn restrict_uses(
        &mut self,
        desc: &'static InstrDesc,
        result: Option<VReg>,
        operands: &[Operand],
    ) -> bool {
        let first = usize::from(result.is_some());
        let mut fit = true;
        for (n, &operand) in (first..).zip(operands) {
            let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
            let Some(OperandKind::Class(class)) = desc.operands.get(n).map(|o| o.kind) else { continue };
            let is_whole = operand.sub_reg() == SubReg::default();
            if !(is_whole && self.narrow(vreg, class)) {
                fit &= self.restrict_use(operand, class);
            }
        }
        fit
    }

    /// Returns the operands, which follow `result`, with copies for those that do not fit `desc`.
    #[cold]
    pub(super) fn with_copies(
        &mut self,
        desc: &'static InstrDesc,
        result: Option<VReg>,
        operands: &[Operand],
    ) -> SmallVec<[Operand; 8]> {
        let listed = desc.operands.get(usize::from(result.is_some())..).unwrap_or_default();
        let mut copied = SmallVec::from_slice(operands);
        for (operand, listed) in copied.iter_mut().zip(listed) {
            if let OperandKind::Class(class) = listed.kind {
                *operand = self.constrain_use(*operand, class);
            }
        }
        copied
    }

    /// Constrains `operand`, a use, to `class`: by restricting the register, or by a copy before
    /// the root.
    pub fn constrain_use(&mut self, operand: Operand, class: RegClassId) -> Operand {
        let Some(vreg) = operand.vreg().filter(|_| operand.is_use() && !self.restrict_use(operand, class))
        else {
            return operand;
        };
        let copy = self.op_in(class, op::COPY, &[Operand::use_of(vreg)]);
        operand.with_reg(copy)
    }

    /// Constrains `operand`, a use, to `class` by restricting the register. Returns true if that
    /// succeeds, or if a copy would not help either.
    fn restrict_use(&mut self, operand: Operand, class: RegClassId) -> bool {
        let Some(vreg) = operand.vreg() else { return true };
        if operand.sub_reg() != SubReg::default() {
            self.constrain_part(vreg, operand.sub_reg(), class);
            return true;
        }
        self.narrow(vreg, class) || !self.may_copy(vreg, class)
    }

    /// Restricts `vreg` to registers whose sub-register `sub` is in `class`.
    fn constrain_part(&mut self, vreg: VReg, sub: SubReg, class: RegClassId) {
        self.settle_class(vreg);
        let RegAttr::Class(old) = self.mf.reg_attr(vreg) else { return };
        match self.registers.class_with_parts_in(old, sub, class) {
            Some(fitting) => self.mf.set_reg_attr(vreg, RegAttr::Class(fitting)),
            None => {
                let name = self.registers.class(class).name;
                self.fail(format!(
                    "internal error: selection requires a sub-register of {vreg} in class {name}"
                ));
            }
        }
    }

    /// Restricts `vreg` to members of `class`, if possible. Returns true if it is.
    #[inline]
    pub(crate) fn narrow(&mut self, vreg: VReg, class: RegClassId) -> bool {
        let fits = match self.mf.reg_attr(vreg) {
            RegAttr::None => true,
            RegAttr::Bank(bank) => {
                let wide = self.registers.class(class);
                wide.bank == bank && u32::from(wide.bits) >= self.mf.ty(vreg).bits()
            }
            RegAttr::Class(old) => return old == class || self.narrow_class(vreg, old, class),
        };
        if fits {
            self.mf.set_reg_attr(vreg, RegAttr::Class(class));
        }
        fits
    }

    fn narrow_class(&mut self, vreg: VReg, old: RegClassId, class: RegClassId) -> bool {
        let common = self.classes.common(self.registers, old, class);
        if let Some(class) = common {
            self.mf.set_reg_attr(vreg, RegAttr::Class(class));
        }
        common.is_some()
    }

    /// Returns true if `vreg` can be copied to a register of `class`: same bank and size. Otherwise
    /// a rule is wrong.
    pub(super) fn may_copy(&mut self, vreg: VReg, class: RegClassId) -> bool {
        let registers = self.registers;
        let to = registers.class(class);
        let fits = match self.mf.reg_attr(vreg) {
            RegAttr::None => true,
            RegAttr::Bank(bank) => bank == to.bank && u32::from(to.bits) >= self.mf.ty(vreg).bits(),
            RegAttr::Class(old) => {
                let from = registers.class(old);
                from.bank == to.bank && from.bits == to.bits
            }
        };
        if !fits {
            self.fail(format!("internal error: selection requires {vreg} in class {}", to.name));
        }
        fits
    }

    /// Assigns the class for bank and type to `vreg`, if it has only a bank.
    #[inline]
    pub(crate) fn settle_class(&mut self, vreg: VReg) {
        if let RegAttr::Bank(bank) = self.mf.reg_attr(vreg) {
            self.set_class_of_bank(vreg, bank);
        }
    }

    /// Assigns classes to all registers with only a bank, and removes all types.
    pub(super) fn settle_all_classes(&mut self) {
        let classes = &mut self.classes;
        if let Some((vreg, ty)) = self.mf.settle_classes(|bank, ty| classes.get(bank, ty)) {
            self.lacks_class(vreg, ty);
        }
    }

    #[inline(always)]
    fn set_class_of_bank(&mut self, vreg: VReg, bank: BankId) {
        let ty = self.mf.ty(vreg);
        match self.classes.get(bank, ty) {
            Some(class) => self.mf.set_reg_attr(vreg, RegAttr::Class(class)),
            None if self.mf.use_count(vreg) == 0 && self.mf.def(vreg).is_none() => {}
            None => self.lacks_class(vreg, ty),
        }
    }

    #[cold]
    fn lacks_class(&mut self, vreg: VReg, ty: Llt) {
        self.fail(format!("no register class for {vreg} of type {ty}"));
    }

    /// Constrains the operands of an original target instruction to its table row.
    pub(super) fn constrain_operands(&mut self, inst: InstId) {
        self.start(inst);
        let desc = self.desc(self.mf.opcode(inst));
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            let Some(vreg) = operand.vreg() else { continue };
            if operand.flags.intersects(OperandFlags::DEBUG | OperandFlags::IMPLICIT) {
                if operand.is_def() {
                    self.settle_class(vreg);
                }
                continue;
            }
            match desc.operands.get(n).map(|o| o.kind) {
                Some(OperandKind::Class(class)) if operand.is_use() => {
                    let fitting = self.constrain_use(operand, class);
                    if fitting != operand {
                        self.mf.set_operand(inst, n, fitting);
                    }
                }
                Some(OperandKind::Class(class)) => self.constrain_def(inst, n, vreg, class),
                _ => self.settle_class(vreg),
            }
        }
        // The last copy.
        self.place_pending();
        debug_assert!(self.mf.operands(inst).iter().all(|o| o.tag() != OperandTag::Intrinsic));
    }

    /// Constrains the definition of `vreg` by operand `n` of `inst` to `class`.
    fn constrain_def(&mut self, inst: InstId, n: usize, vreg: VReg, class: RegClassId) {
        if self.narrow(vreg, class) {
            return;
        }
        let other = self.mf.create_class_vreg(class);
        let operand = self.mf.operand(inst, n);
        self.mf.set_operand(inst, n, operand.with_reg(other));
        let loc = self.mf.location(inst);
        let operands = [Operand::def(vreg), Operand::use_of(other)];
        let copy = self.mf.create_inst(op::COPY, &operands, loc);
        self.mf.insert_after(inst, copy);
        self.settle_class(vreg);
    }
}

#[cfg(test)]
mod tests {
    use crate::isel::select::tests::{error, selected};

    #[test]
    fn operands_are_restricted_to_the_row_or_copied() {
        // A register without other uses gets the row's class.
        let restricted = selected("%3:general(s64) = G_ADD %0, %1\n%4:general(s64) = G_AND %3, %0\nTRACE %4");
        assert_eq!(restricted, ["%3:lowgpr = ADD %0, %1", "%4:lowgpr = LOWOP %3, %0", "TRACE %4"]);
        // A register of another class of this bank is copied.
        let copied = selected("%3:highgpr = ADDI %0, 1\n%4:general(s64) = G_AND %3, %0\nTRACE %4");
        let expected =
            ["%3:highgpr = ADDI %0, 1", "%5:lowgpr = COPY %3", "%4:lowgpr = LOWOP %5, %0", "TRACE %4"];
        assert_eq!(copied, expected);
    }

    #[test]
    fn operands_of_original_instructions_are_constrained() {
        let lines =
            selected("%3:highgpr = ADDI %0, 1\n%4:lowgpr = LOWOP %3, %0\n%5:highgpr = COPY %4\nTRACE %5");
        assert_eq!(lines[1..3], ["%6:lowgpr = COPY %3", "%4:lowgpr = LOWOP %6, %0"]);
        let defined = selected("%3:highgpr = LOWOP %0, %1\nTRACE %3");
        assert_eq!(defined, ["%4:lowgpr = LOWOP %0, %1", "%3:highgpr = COPY %4", "TRACE %3"]);
    }

    #[test]
    fn registers_of_another_bank_or_size_are_errors() {
        let table = [
            ("%3:general(s64) = G_FADD %0, %0\nTRACE %3", "selection requires %0 in class half"),
            ("%3:half = HALFOP %2.low, %0\n%4:wide = WIDEOP %2, %0", "selection requires %0 in class half"),
            ("%3:general(s128) = G_IMPLICIT_DEF\nTRACE %3", "selection requires %3 in class gpr"),
            ("%3:general(s128) = COPY $q1\nRET implicit %3", "no register class for %3 of type s128"),
        ];
        for (body, message) in table {
            assert!(error(body).contains(message), "{}", error(body));
        }
    }
}
