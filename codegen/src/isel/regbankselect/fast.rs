//! Fast mode: registers that are connected by instructions that only move a value form a component, which is assigned the bank that most of
//! the instructions require that compute with it. An instruction finds its other operands in other banks by copies before it.

use super::bank_table::{DEFAULT, Row};
use super::operand_banks::{OperandBanks, Required};
use super::repair::{Placement, repair};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::registers::BankId;

/// Assigns banks, and puts copies before uses.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, banks: &OperandBanks<'_>) {
    let mut pass = Fast { banks, components: Components::new(mf.num_vregs(), banks.facts.banks.len()) };
    pass.vote(mf);
    for index in 0..mf.num_vregs() {
        let vreg = VReg::new(index);
        if mf.reg_attr(vreg) == RegAttr::None {
            let bank = pass.bank_of_component(vreg, mf.ty(vreg));
            mf.set_reg_attr(vreg, RegAttr::Bank(bank));
        }
    }
    let by_operands = |mf: &MachineFunction, inst: InstId| row_of_operands(mf, banks, inst);
    repair(mf, target, banks, by_operands, Placement::AtUses);
}

/// The row of the bank of the first operand of `inst` that is in its component.
fn row_of_operands(mf: &MachineFunction, banks: &OperandBanks<'_>, inst: InstId) -> Option<Row> {
    let component = (0..mf.operands(inst).len()).find(|&n| {
        mf.operand(inst, n).vreg().is_some() && banks.operand(mf, inst, n) == Some(Required::Common)
    })?;
    banks.row(mf, mf.operand(inst, component).vreg()?)
}

/// Connected components of registers, with how many instructions require which bank: a union-find.
struct Components {
    parent: Vec<u32>,
    /// By register and row of the table of banks.
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

    /// The votes of a component, by row.
    fn votes(&mut self, vreg: VReg) -> &mut [u32] {
        let at = self.find(vreg) * self.rows;
        &mut self.votes[at..at + self.rows]
    }
}

struct Fast<'a> {
    banks: &'a OperandBanks<'a>,
    components: Components,
}

impl Fast<'_> {
    /// Counts what all instructions require.
    fn vote(&mut self, mf: &MachineFunction) {
        for index in 0..mf.num_vregs() {
            let vreg = VReg::new(index);
            match mf.reg_attr(vreg) {
                RegAttr::None => {}
                RegAttr::Bank(bank) => self.count(vreg, self.banks.facts.row(bank)),
                RegAttr::Class(class) => self.count(vreg, self.banks.facts.row_of_class(class)),
            }
        }
        for &block in &mf.layout {
            for inst in mf.insts(block) {
                self.vote_inst(mf, inst);
            }
        }
    }

    fn count(&mut self, vreg: VReg, row: Row) {
        self.components.votes(vreg)[usize::from(row)] += 1;
    }

    fn vote_inst(&mut self, mf: &MachineFunction, inst: InstId) {
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
                Some(Required::Common) => match first_of_component {
                    None => first_of_component = Some(vreg),
                    Some(first) => self.components.join(first, vreg),
                },
                Some(Required::Row(row)) => self.count(vreg, row),
                None => {}
            }
        }
    }

    /// The bank that most require: of those that as many require the last, but the default one where none requires another.
    fn bank_of_component(&mut self, vreg: VReg, ty: Llt) -> BankId {
        let facts = &self.banks.facts;
        if let Some(row) = facts.required(ty) {
            return facts.bank(row);
        }
        let votes = self.components.votes(vreg);
        let mut best = DEFAULT;
        for (row, bank) in (1..).zip(&facts.banks[1..]) {
            let count = votes[usize::from(row)];
            if count > 0 && count >= votes[usize::from(best)] && bank.holds(ty) {
                best = row;
            }
        }
        facts.bank(best)
    }
}
