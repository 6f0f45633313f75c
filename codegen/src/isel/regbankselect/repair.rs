//! Inserts a copy where an instruction requires a register in another bank.

use super::bank_table::{DEFAULT, Row};
use super::operand_banks::{OperandBanks, Required, requires_other_bank};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::isel::target::IselTarget;
use crate::machine::desc::registers::BankId;

/// The positions of copies.
pub(crate) enum Placement {
    /// Before each use.
    AtUses,
    /// By register: true for one copy after the definition for all uses, false for a copy before
    /// each use.
    AtDefs(Vec<bool>),
}

/// Repairs all instructions. `choice` returns the bank row of an instruction's operands that have a
/// choice. All registers must have a bank or class.
pub(crate) fn repair(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    banks: &OperandBanks<'_>,
    choice: impl Fn(&MachineFunction, InstId) -> Option<Row>,
    placement: Placement,
) {
    let copies = match &placement {
        Placement::AtUses => Vec::new(),
        Placement::AtDefs(at_def) => vec![None; at_def.len()],
    };
    let mut repair = Repair { target, banks, choice, placement, copies };
    for at in 0..mf.layout.len() {
        let block = mf.layout[at];
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            repair.inst(mf, inst);
        }
    }
}

/// Repairs only `insts`, which are all that may require copies, with copies before uses.
pub(crate) fn repair_insts(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    banks: &OperandBanks<'_>,
    choice: impl Fn(&MachineFunction, InstId) -> Option<Row>,
    insts: &[InstId],
) {
    let mut repair = Repair { target, banks, choice, placement: Placement::AtUses, copies: Vec::new() };
    for &inst in insts {
        repair.inst(mf, inst);
    }
}

struct Repair<'a, C> {
    target: &'a dyn IselTarget,
    banks: &'a OperandBanks<'a>,
    choice: C,
    placement: Placement,
    /// By register: its copy after its definition.
    copies: Vec<Option<VReg>>,
}

impl<C: Fn(&MachineFunction, InstId) -> Option<Row>> Repair<'_, C> {
    fn inst(&mut self, mf: &mut MachineFunction, inst: InstId) {
        if is_generic_copy(mf, inst) || !self.may_need_repair(mf, inst) {
            return;
        }
        let chosen = (self.choice)(mf, inst);
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            let Some(vreg) = operand.vreg().filter(|_| !operand.flags.contains(OperandFlags::DEBUG)) else {
                continue;
            };
            let row = match self.banks.operand(mf, inst, n) {
                Some(Required::Row(row)) => row,
                // If there is neither a class nor a choice, all banks are equal.
                Some(Required::Common) => self.row_of_class(mf, inst).or(chosen).unwrap_or(DEFAULT),
                None => continue,
            };
            if self.banks.row(mf, vreg) == Some(row) {
                continue;
            }
            let required = self.banks.facts.bank(row);
            let other = if operand.is_def() {
                let other = mf.create_vreg_with(mf.ty(vreg), RegAttr::Bank(required));
                let copy = create_copy(mf, vreg, other, inst);
                mf.insert_after(after_phis(mf, inst), copy);
                other
            } else {
                self.copy_for_use(mf, inst, n, vreg, required)
            };
            mf.set_operand(inst, n, operand.with_reg(other));
        }
    }

    /// Returns the bank row of the class of a copy's register, if one has a class.
    fn row_of_class(&self, mf: &MachineFunction, inst: InstId) -> Option<Row> {
        let classed = |vreg: &VReg| matches!(mf.reg_attr(*vreg), RegAttr::Class(_));
        let vreg = mf.operands(inst).iter().filter_map(|o| o.vreg()).find(classed);
        vreg.filter(|_| mf.opcode(inst) == op::COPY).and_then(|vreg| self.banks.row(mf, vreg))
    }

    /// Returns a register in `bank` with the value of `vreg`, operand `n` of `inst`.
    fn copy_for_use(
        &mut self,
        mf: &mut MachineFunction,
        inst: InstId,
        n: usize,
        vreg: VReg,
        bank: BankId,
    ) -> VReg {
        if let Some(&Some(known)) = self.copies.get(vreg.index()) {
            return known;
        }
        let other = mf.create_vreg_with(mf.ty(vreg), RegAttr::Bank(bank));
        let at_def = match &self.placement {
            Placement::AtUses => None,
            Placement::AtDefs(at_def) => mf.def(vreg).filter(|_| at_def[vreg.index()]),
        };
        let copy = create_copy(mf, other, vreg, at_def.unwrap_or(inst));
        match (at_def, mf.opcode(inst)) {
            (Some(def), _) => {
                self.copies[vreg.index()] = Some(other);
                mf.insert_after(after_phis(mf, def), copy);
            }
            (None, op::PHI | op::G_PHI) => {
                let from = mf
                    .operand(inst, n + 1)
                    .as_block()
                    .expect("a phi names the block that a value comes from");
                insert_before_terminators(mf, self.target, from, copy);
            }
            (None, _) => mf.insert_before(inst, copy),
        }
        other
    }

    /// Returns true if an operand of `inst` is in a bank other than the default one, or is required
    /// to be.
    fn may_need_repair(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let is_elsewhere = |vreg: VReg| self.banks.row(mf, vreg) != Some(DEFAULT);
        let chooses_other = || (self.choice)(mf, inst).is_some_and(|row| row != DEFAULT);
        mf.operands(inst).iter().filter_map(|o| o.vreg()).any(is_elsewhere)
            || requires_other_bank(mf, &self.banks.facts, inst)
            || matches!(self.placement, Placement::AtDefs(_)) && chooses_other()
    }
}

/// Returns true if `inst` is a copy that may cross banks itself: selection knows the banks of typed
/// and of physical registers.
fn is_generic_copy(mf: &MachineFunction, inst: InstId) -> bool {
    let has_class = |vreg: VReg| matches!(mf.reg_attr(vreg), RegAttr::Class(_));
    mf.opcode(inst) == op::COPY && !mf.operands(inst).iter().filter_map(|o| o.vreg()).any(has_class)
}

fn create_copy(mf: &mut MachineFunction, to: VReg, from: VReg, at: InstId) -> InstId {
    let loc = mf.location(at);
    mf.create_inst(op::COPY, &[Operand::def(to), Operand::use_of(from)], loc)
}

/// Returns the last phi from `inst` on, or `inst` itself.
fn after_phis(mf: &MachineFunction, inst: InstId) -> InstId {
    let mut at = inst;
    while matches!(mf.opcode(at), op::PHI | op::G_PHI) {
        match mf.next_inst(at) {
            Some(next) if matches!(mf.opcode(next), op::PHI | op::G_PHI) => at = next,
            _ => break,
        }
    }
    at
}

fn insert_before_terminators(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    block: BlockId,
    copy: InstId,
) {
    match mf.first_terminator(target, block) {
        Some(terminator) => mf.insert_before(terminator, copy),
        None => mf.append_inst(block, copy),
    }
}
