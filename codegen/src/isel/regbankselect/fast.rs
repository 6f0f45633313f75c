//! Fast mode: registers that are connected by instructions that only move a value form a component, which is assigned the bank that most of
//! the instructions require that compute with it. An instruction finds its other operands in other banks by copies before it.

use super::OperandBank;
use super::operand_banks::OperandBanks;
use super::repair::{Placement, repair};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::registers::{BankId, RegClassId};

/// Assigns banks, and puts copies before uses.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, banks: &OperandBanks<'_>) {
    let mut pass = Fast { banks, components: Components::new(mf.num_vregs()) };
    pass.vote(mf);
    for index in 0..mf.num_vregs() {
        let vreg = VReg::new(index);
        if mf.reg_attr(vreg) == RegAttr::None {
            let bank = pass.bank_of_component(vreg, mf.ty(vreg));
            mf.set_reg_attr(vreg, RegAttr::Bank(bank));
        }
    }
    let by_operands = |mf: &MachineFunction, inst: InstId| bank_of_operands(mf, banks, inst);
    repair(mf, target, banks, by_operands, Placement::AtUses);
}

/// The bank of the first operand of `inst` that is in its component.
fn bank_of_operands(mf: &MachineFunction, banks: &OperandBanks<'_>, inst: InstId) -> Option<BankId> {
    let component = (0..mf.operands(inst).len()).find(|&n| {
        banks.operand(mf, inst, n) == Some(OperandBank::Either) && mf.operand(inst, n).vreg().is_some()
    })?;
    banks.bank(mf, mf.operand(inst, component).vreg()?)
}

/// Connected components of registers, with how many instructions require which bank: a union-find.
struct Components {
    parent: Vec<u32>,
    first: Vec<u32>,
    second: Vec<u32>,
}

impl Components {
    fn new(vregs: usize) -> Components {
        Components { parent: (0..vregs as u32).collect(), first: vec![0; vregs], second: vec![0; vregs] }
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
            self.first[low] += self.first[high];
            self.second[low] += self.second[high];
        }
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
                RegAttr::Bank(bank) => self.count(vreg, bank == self.banks.facts.second),
                RegAttr::Class(class) => self.count_class(vreg, class),
            }
        }
        for &block in &mf.layout {
            for inst in mf.insts(block) {
                self.vote_inst(mf, inst);
            }
        }
    }

    fn count(&mut self, vreg: VReg, second: bool) {
        let component = self.components.find(vreg);
        let votes = if second { &mut self.components.second } else { &mut self.components.first };
        votes[component] += 1;
    }

    fn count_class(&mut self, vreg: VReg, class: RegClassId) {
        self.count(vreg, self.banks.facts.is_second_bank_class(class));
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
                    self.count(other, self.banks.facts.is_second_bank_register(phys));
                }
                continue;
            };
            match self.banks.operand(mf, inst, n) {
                Some(OperandBank::Either) => match first_of_component {
                    None => first_of_component = Some(vreg),
                    Some(first) => self.components.join(first, vreg),
                },
                Some(bank) => self.count(vreg, bank == OperandBank::Second),
                None => {}
            }
        }
    }

    fn bank_of_component(&mut self, vreg: VReg, ty: Llt) -> BankId {
        let component = self.components.find(vreg);
        let (first, second) = (self.components.first[component], self.components.second[component]);
        let is_second = self.banks.facts.info.requires_second_bank(ty)
            || (self.banks.facts.info.allows_second_bank(ty) && second > 0 && second >= first);
        if is_second { self.banks.facts.second } else { self.banks.facts.first }
    }
}
