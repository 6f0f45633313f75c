//! Fast mode: registers that are connected by instructions that only move a value form a *web*, which goes where most of the
//! instructions that compute with it want it. An instruction finds its other operands in other banks by copies before it.

use super::OperandBank;
use super::repair::{Placement, repair};
use super::wants::Wants;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::registers::{BankId, RegClassId};

/// Assigns banks, and puts copies before uses.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, wants: &Wants<'_>) {
    let mut pass = Fast { wants, webs: Webs::new(mf.num_vregs()) };
    pass.vote(mf);
    for index in 0..mf.num_vregs() {
        let vreg = VReg::new(index);
        if mf.reg_attr(vreg) == RegAttr::None {
            let bank = pass.bank_of_web(vreg, mf.ty(vreg));
            mf.set_reg_attr(vreg, RegAttr::Bank(bank));
        }
    }
    let by_operands = |mf: &MachineFunction, inst: InstId| bank_of_operands(mf, wants, inst);
    repair(mf, target, wants, by_operands, Placement::AtUses);
}

/// The bank of the first operand of `inst` that is in its web.
fn bank_of_operands(mf: &MachineFunction, wants: &Wants<'_>, inst: InstId) -> Option<BankId> {
    let web = (0..mf.operands(inst).len()).find(|&n| {
        wants.operand(mf, inst, n) == Some(OperandBank::Web) && mf.operand(inst, n).vreg().is_some()
    })?;
    wants.bank(mf, mf.operand(inst, web).vreg()?)
}

/// Sets of registers that want to be in one bank, with how many instructions want which.
struct Webs {
    parent: Vec<u32>,
    gpr: Vec<u32>,
    fpr: Vec<u32>,
}

impl Webs {
    fn new(vregs: usize) -> Webs {
        Webs { parent: (0..vregs as u32).collect(), gpr: vec![0; vregs], fpr: vec![0; vregs] }
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
            self.gpr[low] += self.gpr[high];
            self.fpr[low] += self.fpr[high];
        }
    }
}

struct Fast<'a> {
    wants: &'a Wants<'a>,
    webs: Webs,
}

impl Fast<'_> {
    /// Collects what all instructions want.
    fn vote(&mut self, mf: &MachineFunction) {
        for index in 0..mf.num_vregs() {
            let vreg = VReg::new(index);
            match mf.reg_attr(vreg) {
                RegAttr::None => {}
                RegAttr::Bank(bank) => self.count(vreg, bank == self.wants.facts.fpr),
                RegAttr::Class(class) => self.count_class(vreg, class),
            }
        }
        for &block in &mf.layout {
            for inst in mf.insts(block) {
                self.vote_inst(mf, inst);
            }
        }
    }

    fn count(&mut self, vreg: VReg, fpr: bool) {
        let web = self.webs.find(vreg);
        let votes = if fpr { &mut self.webs.fpr } else { &mut self.webs.gpr };
        votes[web] += 1;
    }

    fn count_class(&mut self, vreg: VReg, class: RegClassId) {
        self.count(vreg, self.wants.facts.is_fpr_class(class));
    }

    fn vote_inst(&mut self, mf: &MachineFunction, inst: InstId) {
        let mut first_of_web = None;
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
                    self.count(other, self.wants.facts.is_fpr_register(phys));
                }
                continue;
            };
            match self.wants.operand(mf, inst, n) {
                Some(OperandBank::Web) => match first_of_web {
                    None => first_of_web = Some(vreg),
                    Some(first) => self.webs.join(first, vreg),
                },
                Some(bank) => self.count(vreg, bank == OperandBank::Fpr),
                None => {}
            }
        }
    }

    fn bank_of_web(&mut self, vreg: VReg, ty: Llt) -> BankId {
        let web = self.webs.find(vreg);
        let (gpr, fpr) = (self.webs.gpr[web], self.webs.fpr[web]);
        let is_fpr = self.wants.facts.info.always_fpr(ty)
            || (self.wants.facts.info.can_be_fpr(ty) && fpr > 0 && fpr >= gpr);
        if is_fpr { self.wants.facts.fpr } else { self.wants.facts.gpr }
    }
}
