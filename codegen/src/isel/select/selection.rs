//! The state of one selection: what constructors of rules do to the function.
//!
//! New instructions stand before the root, in the order in which a rule makes them. Operands are made to fit the
//! table line of the new opcode: a register without a class gets the line's, one with a class gets the
//! common subclass, and if there is none a copy is put between.

use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, Operand, RegAttr};
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::pipeline::RuleConfig;
use crate::target::Target;
use crate::target::instructions::{Descs, InstrDesc, InstrFlags, Opcode, OperandKind};
use crate::target::registers::{BankId, RegClassId, RegisterInfo, SubReg};
use smallvec::SmallVec;

/// What a rule has made of its root: the registers that hold the root's results, in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selected(pub SmallVec<[VReg; 2]>);

/// The function being selected, and where.
pub struct Selection<'a> {
    /// The function.
    pub mf: &'a mut MachineFunction,
    /// The target.
    pub target: &'a dyn Target,
    /// The module: symbols, relocation model.
    pub module: &'a Module,
    /// Which rules are on.
    pub rule_config: &'a RuleConfig,
    pub(super) descs: Descs,
    pub(super) registers: &'static RegisterInfo,
    banks: &'a dyn RegisterBankInfo,
    /// The last answer of `banks`: most registers are of few types.
    last_class: Option<((BankId, Llt), RegClassId)>,
    root: InstId,
    /// Whose memory operands new instructions get.
    access: InstId,
    /// Registers from this one on were made by the rule that is being applied.
    first_new: usize,
    error: Option<String>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(
        mf: &'a mut MachineFunction,
        target: &'a dyn Target,
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
            banks: target.register_banks(),
            last_class: None,
            root: InstId::new(0),
            access: InstId::new(0),
            error: None,
        }
    }

    /// The description of any opcode.
    #[inline]
    pub fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        self.descs.get(opcode)
    }

    pub(super) fn start(&mut self, root: InstId) {
        self.root = root;
        self.access = root;
        self.first_new = self.mf.num_vregs();
    }

    /// The instruction that is being selected.
    pub fn root(&self) -> InstId {
        self.root
    }

    /// New instructions of this rule get the memory operands of `inst`, not the root's.
    pub fn set_access(&mut self, inst: InstId) {
        self.access = inst;
    }

    /// Records what makes the selection wrong; the function is not compiled then.
    pub fn fail(&mut self, message: impl Into<String>) {
        self.error.get_or_insert(message.into());
    }

    pub(super) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Appends an instruction with all its listed operands; uses are made to fit. Memory operands and location are
    /// the root's.
    pub fn emit(&mut self, opcode: Opcode, operands: &[Operand]) -> InstId {
        self.append(None, opcode, operands)
    }

    /// Appends an instruction with a result before the `operands`, or without.
    fn append(&mut self, result: Option<VReg>, opcode: Opcode, operands: &[Operand]) -> InstId {
        let desc = self.desc(opcode);
        let mut all: SmallVec<[Operand; 8]> = SmallVec::new();
        if let Some(vreg) = result {
            all.push(Operand::def(vreg));
        }
        for &operand in operands {
            all.push(match desc.operands.get(all.len()).map(|o| o.kind) {
                Some(OperandKind::Class(class)) if operand.is_use() => self.constrain_use(operand, class),
                _ => operand,
            });
        }
        for &reg in desc.implicit_defs {
            all.push(Operand::implicit_def(reg));
        }
        for &reg in desc.implicit_uses {
            all.push(Operand::implicit_use(reg));
        }
        let loc = self.mf.inst(self.root).debug_loc;
        let inst = self.mf.create_inst(opcode, &all, loc);
        self.mf.insert_before(self.root, inst);
        if desc.flags.intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE) {
            self.mf.copy_mem_operands(self.access, inst);
        }
        inst
    }

    /// Appends an instruction with one result of the class that the table says; `uses` are the other operands.
    pub fn op(&mut self, opcode: Opcode, uses: &[Operand]) -> VReg {
        let class = match self.desc(opcode).operands.first().map(|o| o.kind) {
            Some(OperandKind::Class(class)) => class,
            _ => panic!("{} must have a result of a class", self.desc(opcode).name),
        };
        self.op_in(class, opcode, uses)
    }

    /// Like [`Selection::op`] for opcodes that take any register (`COPY`, `SUBREG_TO_REG`, …).
    pub fn op_in(&mut self, class: RegClassId, opcode: Opcode, uses: &[Operand]) -> VReg {
        let result = self.mf.create_class_vreg(class);
        self.append(Some(result), opcode, uses);
        result
    }

    /// The part `sub` of `source`, copied into a register of `class`.
    pub fn extract_sub(&mut self, class: RegClassId, source: VReg, sub: SubReg) -> VReg {
        self.op_in(class, op::COPY, &[Operand::use_of(source).with_sub_reg(sub)])
    }

    /// Makes `operand`, a use, fit `class`: by restricting the register, or by a copy before the root.
    pub fn constrain_use(&mut self, operand: Operand, class: RegClassId) -> Operand {
        let Some(vreg) = operand.vreg() else { return operand };
        if operand.sub_reg() != SubReg::default() {
            self.constrain_part(vreg, operand.sub_reg(), class);
            return operand;
        }
        if self.mf.reg_attr(vreg) == RegAttr::Class(class) || self.narrow(vreg, class) {
            return operand;
        }
        if !self.may_copy(vreg, class) {
            return operand;
        }
        let copy = self.op_in(class, op::COPY, &[Operand::use_of(vreg)]);
        operand.with_reg(copy)
    }

    /// Restricts `vreg` to registers whose part `sub` is in `class`.
    fn constrain_part(&mut self, vreg: VReg, sub: SubReg, class: RegClassId) {
        self.settle_class(vreg);
        let RegAttr::Class(old) = self.mf.reg_attr(vreg) else { return };
        match self.registers.class_with_parts_in(old, sub, class) {
            Some(fitting) => self.mf.set_reg_attr(vreg, RegAttr::Class(fitting)),
            None => {
                let name = self.registers.class(class).name;
                self.fail(format!("internal error: selection wants a part of {vreg} in class {name}"));
            }
        }
    }

    /// Restricts `vreg` to members of `class`, if that is possible.
    pub fn narrow(&mut self, vreg: VReg, class: RegClassId) -> bool {
        let narrowed = match self.mf.reg_attr(vreg) {
            RegAttr::None => Some(class),
            RegAttr::Bank(bank) => {
                let wide = self.registers.class(class);
                (wide.bank == bank && u32::from(wide.bits) >= self.mf.ty(vreg).bits()).then_some(class)
            }
            RegAttr::Class(old) => self.registers.common_sub_class(old, class),
        };
        if let Some(class) = narrowed {
            self.mf.set_reg_attr(vreg, RegAttr::Class(class));
        }
        narrowed.is_some()
    }

    /// Whether a copy takes `vreg` to a register of `class`: same bank and size. Otherwise a rule is wrong.
    fn may_copy(&mut self, vreg: VReg, class: RegClassId) -> bool {
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
            self.fail(format!("internal error: selection wants {vreg} in class {}", to.name));
        }
        fits
    }

    /// Gives `vreg` the class of its bank and type, if it has a bank only.
    #[inline]
    pub fn settle_class(&mut self, vreg: VReg) {
        if let RegAttr::Bank(bank) = self.mf.reg_attr(vreg) {
            self.set_class_of_bank(vreg, bank);
        }
    }

    fn set_class_of_bank(&mut self, vreg: VReg, bank: BankId) {
        let ty = self.mf.ty(vreg);
        if let Some((_, class)) = self.last_class.filter(|&(of, _)| of == (bank, ty)) {
            return self.mf.set_reg_attr(vreg, RegAttr::Class(class));
        }
        match self.banks.class_for(bank, ty) {
            Some(class) => {
                self.last_class = Some(((bank, ty), class));
                self.mf.set_reg_attr(vreg, RegAttr::Class(class));
            }
            None if self.mf.use_count(vreg) == 0 && self.mf.def(vreg).is_none() => {}
            None => self.fail(format!("no register class for {vreg} of type {ty}")),
        }
    }

    /// Gives the root's results the values that the rule made.
    pub(super) fn finish(&mut self, root: InstId, selected: &Selected) {
        if let &[value] = &selected.0[..]
            && let &[result, ref rest @ ..] = self.mf.operands(root)
            && let Some(vreg) = result.vreg().filter(|_| result.is_def())
            && rest.first().is_none_or(|o| !o.is_def() || o.is_implicit())
        {
            return self.replace(vreg, value);
        }
        let is_result = |o: &&Operand| o.is_def() && !o.is_implicit();
        // Results come first.
        let results = self.mf.operands(root).iter().take_while(is_result).count();
        // Rules may leave out what nobody uses.
        let unused = |n: usize| self.mf.vreg_operand(root, n).is_some_and(|v| self.mf.use_count(v) == 0);
        if results < selected.0.len() || !(selected.0.len()..results).all(unused) {
            self.fail("internal error: a selection rule gives another number of results");
            return;
        }
        for (n, &value) in selected.0.iter().enumerate() {
            let result = self.mf.operand(root, n);
            match result.vreg() {
                Some(vreg) => self.replace(vreg, value),
                None => {
                    let copy = [result, Operand::use_of(value)];
                    self.emit(op::COPY, &copy);
                }
            }
        }
    }

    /// Makes `result` hold `value`: as the result of the instruction that made `value`, or by a copy.
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

    /// The instruction and operand that define `value`, if the current rule made it and nothing uses it yet.
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
