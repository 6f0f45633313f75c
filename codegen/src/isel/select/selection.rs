//! The state of one selection, which the constructors in rules modify.
//!
//! New instructions are inserted before the root, in the order in which a rule creates them. The
//! last one replaces the root. A rule that knows the last instruction uses `last_*`, which writes
//! it in place. Otherwise it is *pending* until the rule is done.

use super::class_cache::ClassCache;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{Draft, MachineFunction, Operand, RegAttr};
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::isel::record::Root;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::isel::rule_config::RuleConfig;
use crate::machine::desc::instructions::{Descs, InstrDesc, InstrFlags, Opcode, OperandKind};
use crate::machine::desc::registers::{RegClassId, RegisterInfo, SubReg};
use crate::machine::target::MachineTarget;
use crate::support::coverage::RuleKind;
use smallvec::SmallVec;

/// The result of a rule: the registers with the root's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Selected {
    /// No results.
    #[default]
    Nothing,
    /// One register.
    One(VReg),
    /// The registers of [`Selection::several`].
    Several,
    /// The root has been replaced by an instruction with its results.
    Replaced,
}

/// The function being selected, and the current root.
pub struct Selection<'a> {
    /// The function.
    pub mf: &'a mut MachineFunction,
    /// The target.
    pub target: &'a dyn MachineTarget,
    /// The module: symbols, relocation model.
    pub module: &'a Module,
    /// The enabled rules.
    pub rule_config: &'a RuleConfig,
    pub(super) descs: Descs,
    pub(super) registers: &'static RegisterInfo,
    pub(super) classes: ClassCache<'a>,
    root: InstId,
    /// The instruction whose memory operands new instructions get.
    access: InstId,
    /// The first register that the current rule has created.
    first_new: usize,
    /// The last instruction that the rule has created, if it is not inserted yet.
    pending: Option<Pending>,
    /// Results of the rule, if there are several.
    results: SmallVec<[VReg; 4]>,
    error: Option<String>,
    /// The original root, if rules are recorded.
    before: Option<Root>,
}

/// An instruction to be inserted before the root, or to replace it.
#[derive(Clone, Copy)]
struct Pending {
    draft: Draft,
    /// The first operand, if that is a new register for its result.
    result: Option<VReg>,
    /// The instruction whose memory operands it gets.
    access: Option<InstId>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(
        mf: &'a mut MachineFunction,
        target: &'a dyn MachineTarget,
        banks: &'a dyn RegisterBankInfo,
        module: &'a Module,
        rule_config: &'a RuleConfig,
    ) -> Self {
        Selection {
            first_new: mf.num_vregs(),
            mf,
            target,
            module,
            rule_config,
            descs: target.descs(),
            registers: target.registers(),
            classes: ClassCache::new(banks),
            root: InstId::new(0),
            access: InstId::new(0),
            pending: None,
            results: SmallVec::new(),
            error: None,
            before: None,
        }
    }

    /// Returns the description of any opcode.
    #[inline]
    pub fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        self.descs.get(opcode)
    }

    #[inline]
    pub(super) fn start(&mut self, root: InstId) {
        debug_assert!(self.pending.is_none(), "the last instruction of the previous root is not inserted");
        self.root = root;
        self.access = root;
        if self.rule_config.record().is_some() {
            self.before = Some(Root::of(self.mf, self.target, root));
        }
        self.first_new = self.mf.num_vregs();
    }

    /// Returns the instruction that is being selected.
    pub fn root(&self) -> InstId {
        self.root
    }

    /// Records that rule `number` is applied to the root.
    #[inline]
    pub fn rule_hit(&self, number: u32) {
        self.rule_config.selected(number);
        if let (Some(record), Some(root)) = (self.rule_config.record(), &self.before) {
            record.add(RuleKind::Select, number, root.clone());
        }
    }

    /// Makes new instructions of this rule get the memory operands of `inst`, not the root's.
    pub fn set_access(&mut self, inst: InstId) {
        self.access = inst;
    }

    /// Records an error of selection; the function is not compiled then.
    pub fn fail(&mut self, message: impl Into<String>) {
        self.error.get_or_insert(message.into());
    }

    pub(super) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Returns true if selection has failed.
    #[inline]
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Appends an instruction with all its listed operands; uses are constrained. Memory operands
    /// and location are the root's.
    pub fn emit(&mut self, opcode: Opcode, operands: &[Operand]) {
        self.append(None, opcode, operands);
    }

    /// Appends an instruction as [`Selection::emit`] does, and inserts it before the root, for
    /// callers that modify it further.
    pub fn emit_placed(&mut self, opcode: Opcode, operands: &[Operand]) -> InstId {
        self.append(None, opcode, operands);
        self.place_pending().expect("an instruction was just appended")
    }

    /// Returns the results of a rule that has zero or several.
    pub fn several(&mut self, results: impl IntoIterator<Item = VReg>) -> Selected {
        self.results = results.into_iter().collect();
        Selected::Several
    }

    /// Appends an instruction with an optional result before the `operands`.
    fn append(&mut self, result: Option<VReg>, opcode: Opcode, operands: &[Operand]) {
        let desc = self.desc(opcode);
        if self.restrict_uses(desc, result, operands) {
            return self.append_fitting(result, opcode, desc, operands);
        }
        let copied = self.with_copies(desc, result, operands);
        self.append_fitting(result, opcode, desc, &copied);
    }

    #[inline]
    fn append_fitting(
        &mut self,
        result: Option<VReg>,
        opcode: Opcode,
        desc: &InstrDesc,
        operands: &[Operand],
    ) {
        if self.pending.is_some() {
            self.place_pending();
        }
        let draft = self.mf.draft_inst(opcode, desc, result, operands);
        let has_access = desc.flags.intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE);
        self.pending = Some(Pending { draft, result, access: has_access.then_some(self.access) });
    }

    /// Inserts the pending instruction before the root.
    #[inline(never)]
    pub(super) fn place_pending(&mut self) -> Option<InstId> {
        let Pending { draft, access, .. } = self.pending.take()?;
        let inst = self.mf.insert_draft(self.root, draft);
        if let Some(access) = access {
            self.mf.copy_mem_operands(access, inst);
        }
        Some(inst)
    }

    /// Replaces the root by the pending instruction, or removes the root.
    #[inline]
    fn replace_root(&mut self) {
        let Some(Pending { draft, access, .. }) = self.pending.take() else {
            return self.mf.remove_inst(self.root);
        };
        self.mf.replace_with_draft(self.root, draft);
        self.give_root_access(access);
    }

    /// Sets the memory operands of the root to those of `access`, or to none.
    #[inline]
    fn give_root_access(&mut self, access: Option<InstId>) {
        match access {
            Some(access) if access == self.root => {}
            Some(access) => self.mf.copy_mem_operands(access, self.root),
            None => self.mf.clear_mem_operands(self.root),
        }
    }

    /// Appends an instruction with one result of the class in its table row; `uses` are the other
    /// operands.
    pub fn op(&mut self, opcode: Opcode, uses: &[Operand]) -> VReg {
        let class = match self.desc(opcode).operands.first().map(|o| o.kind) {
            Some(OperandKind::Class(class)) => class,
            _ => panic!("{} must have a result of a class", self.desc(opcode).name),
        };
        self.op_in(class, opcode, uses)
    }

    /// Appends an instruction like [`Selection::op`] that only computes an address: it has no
    /// metadata of the access.
    pub fn address_op(&mut self, opcode: Opcode, uses: &[Operand]) -> VReg {
        let result = self.op(opcode, uses);
        if self.mf.inst_metadata.is_some()
            && let Some(inst) = self.place_pending()
        {
            self.mf.inst_mut(inst).debug_loc = self.mf.location(inst);
        }
        result
    }

    /// Appends an instruction like [`Selection::op`], for opcodes that accept any register (`COPY`,
    /// `SUBREG_TO_REG`, …).
    pub fn op_in(&mut self, class: RegClassId, opcode: Opcode, uses: &[Operand]) -> VReg {
        let result = self.mf.create_class_vreg(class);
        self.append(Some(result), opcode, uses);
        result
    }

    /// Appends the last instruction of a rule like [`Selection::op`]: it replaces the root.
    pub fn last_op(&mut self, opcode: Opcode, uses: &[Operand]) -> Selected {
        let desc = self.desc(opcode);
        match desc.operands.first().map(|o| o.kind) {
            Some(OperandKind::Class(class)) => self.last_with(class, opcode, desc, uses),
            _ => panic!("{} must have a result of a class", desc.name),
        }
    }

    /// Appends the last instruction of a rule like [`Selection::op_in`]: it replaces the root.
    pub fn last_op_in(&mut self, class: RegClassId, opcode: Opcode, uses: &[Operand]) -> Selected {
        self.last_with(class, opcode, self.desc(opcode), uses)
    }

    #[inline(always)]
    fn last_with(
        &mut self,
        class: RegClassId,
        opcode: Opcode,
        desc: &'static InstrDesc,
        uses: &[Operand],
    ) -> Selected {
        match self.only_result() {
            Some(vreg) if self.narrow(vreg, class) => self.replace_with_inst(Some(vreg), opcode, desc, uses),
            _ => Selected::One(self.op_in(class, opcode, uses)),
        }
    }

    /// Appends the last instruction of a rule like [`Selection::emit`]: it replaces the root.
    pub fn last_emit(&mut self, opcode: Opcode, operands: &[Operand]) -> Selected {
        if self.mf.operands(self.root).first().is_some_and(is_result) {
            self.emit(opcode, operands);
            return Selected::Nothing;
        }
        self.replace_with_inst(None, opcode, self.desc(opcode), operands)
    }

    /// Returns the result of the root, if it has exactly one and that is a virtual register.
    #[inline]
    fn only_result(&self) -> Option<VReg> {
        let (first, others) = self.mf.operands(self.root).split_first()?;
        let is_only = is_result(first) && !others.first().is_some_and(is_result);
        first.vreg().filter(|_| is_only)
    }

    /// Replaces the root by an instruction with these operands, unless selection has failed.
    fn replace_with_inst(
        &mut self,
        result: Option<VReg>,
        opcode: Opcode,
        desc: &'static InstrDesc,
        operands: &[Operand],
    ) -> Selected {
        if !self.restrict_uses(desc, result, operands) {
            return self.become_inst_with_copies(result, opcode, desc, operands);
        }
        if self.has_failed() {
            return Selected::Replaced;
        }
        if self.pending.is_some() {
            self.place_pending();
        }
        self.mf.rewrite_inst(self.root, opcode, desc, result, operands);
        let has_access = desc.flags.intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE);
        self.give_root_access(has_access.then_some(self.access));
        Selected::Replaced
    }

    #[cold]
    fn become_inst_with_copies(
        &mut self,
        result: Option<VReg>,
        opcode: Opcode,
        desc: &'static InstrDesc,
        operands: &[Operand],
    ) -> Selected {
        let copied = self.with_copies(desc, result, operands);
        self.replace_with_inst(result, opcode, desc, &copied)
    }

    /// Returns the sub-register `sub` of `source`, copied into a register of `class`.
    pub fn extract_sub(&mut self, class: RegClassId, source: VReg, sub: SubReg) -> VReg {
        self.op_in(class, op::COPY, &[Operand::use_of(source).with_sub_reg(sub)])
    }

    /// Replaces the root's results by the values of the rule, and the root itself, unless selection
    /// has failed.
    #[inline]
    pub(super) fn finish(&mut self, selected: Selected) {
        if selected == Selected::Replaced || self.has_failed() {
            return;
        }
        match selected {
            Selected::One(value) if self.becomes_copy(value) => {}
            _ if self.becomes_pending(selected) => self.replace_root(),
            _ => self.finish_by_parts(selected),
        }
    }

    /// Returns true if the pending instruction replaces the root, whose result it then defines.
    #[inline]
    fn becomes_pending(&mut self, selected: Selected) -> bool {
        let operands = self.mf.operands(self.root);
        let value = match selected {
            Selected::Nothing => return !operands.first().is_some_and(is_result),
            Selected::One(value) => value,
            Selected::Several | Selected::Replaced => return false,
        };
        let (Some(Pending { draft, result, .. }), [first, others @ ..]) = (self.pending, operands) else {
            return false;
        };
        let Some(vreg) = first.vreg().filter(|_| is_result(first)) else { return false };
        let (RegAttr::Class(class), true) = (self.mf.reg_attr(value), result == Some(value)) else {
            return false;
        };
        if others.first().is_some_and(is_result) || !self.narrow(vreg, class) {
            return false;
        }
        self.mf.set_draft_result(draft, vreg);
        self.mf.forget_last_vreg(value);
        true
    }

    /// Replaces the root by a copy of `value`, if the rule has not created its definition. Returns
    /// true if it did.
    fn becomes_copy(&mut self, value: VReg) -> bool {
        let Some(result) = self.only_result().filter(|_| value.index() < self.first_new) else {
            return false;
        };
        self.settle_class(result);
        let RegAttr::Class(class) = self.mf.reg_attr(result) else { return false };
        if self.mf.reg_attr(value) != RegAttr::None && !self.may_copy(value, class) {
            return true;
        }
        if self.pending.is_none() && self.mf.operands(self.root)[1..] == [Operand::use_of(value)] {
            self.mf.rename_inst(self.root, op::COPY);
            self.mf.clear_mem_operands(self.root);
        } else {
            self.replace_with_inst(Some(result), op::COPY, self.desc(op::COPY), &[Operand::use_of(value)]);
        }
        true
    }

    /// Finishes a rule whose root the pending instruction does not replace.
    fn finish_by_parts(&mut self, selected: Selected) {
        self.place_pending();
        let values = match selected {
            Selected::Nothing | Selected::Replaced => SmallVec::new(),
            Selected::One(value) => SmallVec::from_slice(&[value]),
            Selected::Several => std::mem::take(&mut self.results),
        };
        // Results come first.
        let results = self.mf.operands(self.root).iter().take_while(|o| is_result(o)).count();
        // Rules may omit unused results.
        let unused = |n: usize| self.mf.vreg_operand(self.root, n).is_some_and(|v| self.mf.use_count(v) == 0);
        if results < values.len() || !(values.len()..results).all(unused) {
            return self.fail("internal error: a selection rule gives another number of results");
        }
        for (n, &value) in values.iter().enumerate() {
            let result = self.mf.operand(self.root, n);
            match result.vreg() {
                Some(vreg) => self.replace(vreg, value),
                None => self.emit(op::COPY, &[result, Operand::use_of(value)]),
            }
        }
        if !self.has_failed() {
            self.replace_root();
        }
    }

    /// Replaces `result` by `value`: renames the definition of `value`, or inserts a copy.
    fn replace(&mut self, result: VReg, value: VReg) {
        if let Some((inst, n)) = self.new_definition(value)
            && let RegAttr::Class(class) = self.mf.reg_attr(value)
            && self.narrow(result, class)
        {
            return self.mf.rename_def(inst, n, result);
        }
        self.settle_class(result);
        let RegAttr::Class(class) = self.mf.reg_attr(result) else { return };
        if self.mf.reg_attr(value) == RegAttr::None || self.may_copy(value, class) {
            self.emit(op::COPY, &[Operand::def(result), Operand::use_of(value)]);
        }
    }

    /// Returns the instruction and operand that define `value`, if the current rule created it and
    /// it is unused.
    fn new_definition(&self, value: VReg) -> Option<(InstId, usize)> {
        if value.index() < self.first_new || self.mf.use_count(value) != 0 {
            return None;
        }
        let inst = self.mf.def(value)?;
        if self.mf.operands(inst).first().is_some_and(|o| o.is_def() && o.vreg() == Some(value)) {
            return Some((inst, 0));
        }
        let n = self.mf.operands(inst).iter().position(|o| o.is_def() && o.vreg() == Some(value))?;
        Some((inst, n))
    }
}

/// Returns true if an operand is one of its instruction's results.
#[inline]
fn is_result(operand: &Operand) -> bool {
    operand.is_def() && !operand.is_implicit()
}

#[cfg(test)]
mod tests {
    use crate::isel::select::tests::{error, selected};

    #[test]
    fn the_last_instruction_replaces_the_root() {
        // `last_op` in place; and a new register, which is renamed to the result.
        assert_eq!(selected("%3:general(s64) = G_ADD %0, %1\nTRACE %3"), ["%3:gpr = ADD %0, %1", "TRACE %3"]);
        assert_eq!(selected("%3:general(s64) = G_SUB %0, %1\nTRACE %3"), ["%3:gpr = ADD %0, %1", "TRACE %3"]);
        // An operand as the result is copied.
        assert_eq!(selected("%3:general(s64) = G_FREEZE %0\nTRACE %3"), ["%3:gpr = COPY %0", "TRACE %3"]);
        assert_eq!(selected("G_FENCE 7, 1\nTRACE %0"), ["TRACE %0"]);
    }

    #[test]
    fn instructions_are_in_the_order_in_which_a_rule_creates_them() {
        for opcode in ["G_OR", "G_XOR"] {
            let lines = selected(&format!("%3:general(s64) = {opcode} %0, %1\nTRACE %3"));
            assert_eq!(lines, ["%4:gpr = ADD %0, %1", "%3:gpr = ADD %4, %4", "TRACE %3"]);
        }
    }

    #[test]
    fn a_result_in_another_bank_is_an_error() {
        let message = error("%3:float(s64) = G_FREEZE %0\n$d0 = COPY %3(s64)");
        assert!(message.contains("selection requires %0 in class half"), "{message}");
    }

    #[test]
    fn each_of_several_results_is_defined() {
        let used = "%3:general(s64), %4:general(s1) = G_UADDO %0, %1\nTRACE %3\n$r1 = COPY %4(s1)";
        assert_eq!(selected(used), ["%3:gpr, %4:gpr = TWO %0", "TRACE %3", "$r1 = COPY %4"]);
        // A rule may omit results without uses, and no others.
        let one = "%3:general(s64), %4:general(s1) = G_USUBO %0, %1\nTRACE %3";
        assert_eq!(selected(one), ["%3:gpr = COPY %0", "TRACE %3"]);
        let message = "a selection rule gives another number of results";
        assert!(error(&format!("{one}\n$r1 = COPY %4(s1)")).contains(message));
    }

    #[test]
    fn accesses_keep_their_memory_operands() {
        let load = "%3:general(s64) = G_LOAD %5(p0) :: (volatile load (s64))\nTRACE %3";
        let address = "%4:general(s64) = G_CONSTANT i64 8\n%5:general(p0) = G_PTR_ADD %6, %4(s64)\n";
        let pointer = "%6:general(p0) = COPY $r0\n";
        let lines = selected(&format!("{pointer}{address}{load}"));
        assert_eq!(lines[1..], ["%3:gpr = LOADI %6, 8 :: (volatile load (s64))", "TRACE %3"]);
        let store = selected(&format!("{pointer}G_STORE %0(s64), %6(p0) :: (store (s64))"));
        assert_eq!(store[1], "STOREI %0, %6, 0 :: (store (s64))");
        // A result that is no access has none.
        let both = selected(&format!(
            "{pointer}%7:general(p0) = G_PTR_ADD %6, %0(s64)\n%3:general(s64) = G_LOAD %7(p0) :: (load (s64))\nTRACE %3"
        ));
        assert_eq!(both[1..3], ["%7:gpr = ADD %6, %0", "%3:gpr = LOADI %7, 0 :: (load (s64))"]);
    }
}
