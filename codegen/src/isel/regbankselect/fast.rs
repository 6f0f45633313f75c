//! Fast mode. Registers that instructions with a choice connect form a connected component. It is
//! assigned the bank that most instructions require that compute with it. Copies are inserted
//! before uses in other banks.
//!
//! Most instructions operate on integers only and are not visited: all unaccounted operands of a
//! register are votes for the default bank. A second walk over all instructions is required only if
//! a component has votes for several banks.

use super::bank_table::{DEFAULT, Row};
use super::operand_banks::{Facts, IS_INTEGER_ONLY, OperandBanks, Required};
use super::repair::{Placement, repair, repair_insts};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::isel::target::IselTarget;
use crate::machine::desc::registers::BankId;

/// Assigns banks, and inserts copies before uses.
pub fn run(mf: &mut MachineFunction, target: &dyn IselTarget, banks: &OperandBanks<'_>) {
    let mut pass = Fast {
        banks,
        components: Components::new(mf.num_vregs(), banks.facts.banks.len()),
        seen: vec![0; mf.num_vregs()],
        members: Vec::new(),
        visited: Vec::new(),
        stores: Vec::new(),
    };
    pass.vote(mf);
    let is_mixed = pass.vote_for_default(mf);
    for &vreg in &pass.members {
        if mf.reg_attr(vreg) == RegAttr::None {
            let bank = bank_of_component(&banks.facts, &mut pass.components, vreg, mf.ty(vreg));
            mf.set_reg_attr(vreg, RegAttr::Bank(bank));
        }
    }
    // The others have no choice.
    mf.set_remaining_banks(|ty| banks.facts.bank(banks.facts.required(ty).unwrap_or(DEFAULT)));
    let by_operands = |mf: &MachineFunction, inst: InstId| row_of_operands(mf, banks, inst);
    if is_mixed {
        repair(mf, target, banks, by_operands, Placement::AtUses);
    } else {
        repair_insts(mf, target, banks, by_operands, &pass.visited);
    }
}

/// Returns the bank row of the first operand of `inst` that is in its component.
fn row_of_operands(mf: &MachineFunction, banks: &OperandBanks<'_>, inst: InstId) -> Option<Row> {
    let component = (0..mf.operands(inst).len()).find(|&n| {
        mf.operand(inst, n).vreg().is_some() && banks.operand(mf, inst, n) == Some(Required::Common)
    })?;
    banks.row(mf, mf.operand(inst, component).vreg()?)
}

/// Connected components of registers, with votes for banks: a union-find.
struct Components {
    parent: Vec<u32>,
    /// By register and row of the bank table.
    votes: Vec<u32>,
    rows: usize,
}

impl Components {
    fn new(vregs: usize, rows: usize) -> Components {
        Components { parent: (0..vregs as u32).collect(), votes: vec![0; vregs * rows], rows }
    }

    fn find(&mut self, vreg: VReg) -> usize {
        let mut at = vreg.index();
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }

    fn join(&mut self, a: VReg, b: VReg) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            self.parent[high] = low as u32;
            for row in 0..self.rows {
                self.votes[low * self.rows + row] += self.votes[high * self.rows + row];
            }
        }
    }

    /// Returns true if an instruction requires a bank other than the default one for a component.
    fn is_contested(&mut self, vreg: VReg) -> bool {
        self.votes(vreg)[usize::from(DEFAULT) + 1..].iter().any(|&votes| votes != 0)
    }

    /// Returns the votes of a component, by row.
    fn votes(&mut self, vreg: VReg) -> &mut [u32] {
        let at = self.find(vreg) * self.rows;
        &mut self.votes[at..at + self.rows]
    }
}

struct Fast<'a> {
    banks: &'a OperandBanks<'a>,
    components: Components,
    /// By register: the number of its operands that are no votes for the default bank.
    seen: Vec<u32>,
    /// Registers that instructions connect or require in another bank.
    members: Vec<VReg>,
    /// Instructions that may require a bank other than the default one, or connect registers.
    visited: Vec<InstId>,
    /// Instructions whose first operand may be stored from any bank.
    stores: Vec<InstId>,
}

impl Fast<'_> {
    /// Counts the votes of instructions other than integer-only ones, and connects registers.
    fn vote(&mut self, mf: &MachineFunction) {
        for index in 0..mf.num_vregs() {
            let vreg = VReg::new(index);
            let row = match mf.reg_attr(vreg) {
                RegAttr::None => continue,
                RegAttr::Bank(bank) => self.banks.facts.row(bank),
                RegAttr::Class(class) => self.banks.facts.row_of_class(class),
            };
            self.count(vreg, row);
            self.members.push(vreg);
        }
        for &block in &mf.layout {
            for inst in mf.insts(block) {
                match mf.opcode(inst) {
                    // Its result is not connected with its operands.
                    op::G_LOAD => {}
                    op::G_STORE => self.stores.push(inst),
                    opcode if IS_INTEGER_ONLY.get(opcode.0 as usize) == Some(&true) => {}
                    op::COPY if self.copies_default_register(mf, inst) => {}
                    _ => self.vote_inst(mf, inst),
                }
            }
        }
    }

    /// Returns true if `inst` is a copy from or to a physical register of the default bank, which
    /// is a vote for that bank.
    fn copies_default_register(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let phys = mf.operands(inst).iter().find_map(|o| o.phys());
        phys.is_some_and(|reg| self.banks.facts.row_of_register(reg) == DEFAULT)
    }

    fn count(&mut self, vreg: VReg, row: Row) {
        self.components.votes(vreg)[usize::from(row)] += 1;
    }

    fn vote_inst(&mut self, mf: &MachineFunction, inst: InstId) {
        self.visited.push(inst);
        let mut first_of_component = None;
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            if operand.flags.contains(OperandFlags::DEBUG) {
                continue;
            }
            let Some(vreg) = operand.vreg() else {
                // A copy from or to a physical register.
                if let (Some(phys), op::COPY) = (operand.phys(), mf.opcode(inst))
                    && let Some(other) = mf.operands(inst).iter().find_map(|o| o.vreg())
                {
                    self.count(other, self.banks.facts.row_of_register(phys));
                }
                continue;
            };
            match self.banks.operand(mf, inst, n) {
                Some(Required::Row(DEFAULT)) => continue,
                Some(Required::Row(row)) => self.count(vreg, row),
                Some(Required::Common) => match first_of_component {
                    None => first_of_component = Some(vreg),
                    Some(first) => self.components.join(first, vreg),
                },
                None => {}
            }
            if self.seen[vreg.index()] == 0 && mf.reg_attr(vreg) == RegAttr::None {
                self.members.push(vreg);
            }
            self.seen[vreg.index()] += 1;
        }
    }

    /// Counts the votes for the default bank where there are other votes. Returns true if there are
    /// any.
    fn vote_for_default(&mut self, mf: &MachineFunction) -> bool {
        let is_common = |inst: InstId| self.banks.operand(mf, inst, 0) == Some(Required::Common);
        for &store in &self.stores {
            if let Some(value) = mf.vreg_operand(store, 0)
                && self.components.is_contested(value)
                && is_common(store)
            {
                self.seen[value.index()] += 1;
            }
        }
        let mut any = false;
        for &vreg in &self.members {
            if !self.components.is_contested(vreg) {
                continue;
            }
            let def = mf.def(vreg).filter(|&def| mf.opcode(def) != op::G_LOAD || !is_common(def));
            let operands = mf.use_count(vreg) + u32::from(def.is_some());
            let votes = &mut self.components.votes(vreg)[usize::from(DEFAULT)];
            *votes += operands.saturating_sub(self.seen[vreg.index()]);
            any |= *votes > 0;
        }
        any
    }
}

/// Returns the bank with most votes: the last one of several, but the default bank if there are no
/// votes for others.
fn bank_of_component(facts: &Facts<'_>, components: &mut Components, vreg: VReg, ty: Llt) -> BankId {
    if let Some(row) = facts.required(ty) {
        return facts.bank(row);
    }
    let votes = components.votes(vreg);
    let mut best = DEFAULT;
    for (row, bank) in (1..).zip(&facts.banks[1..]) {
        let count = votes[usize::from(row)];
        if count > 0 && count >= votes[usize::from(best)] && bank.holds(ty) {
            best = row;
        }
    }
    facts.bank(best)
}
