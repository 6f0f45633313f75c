//! RegBankSelect, fast mode: gives every virtual register a bank and puts copies where a use wants another.
//!
//! Most opcodes say by themselves where their operands live ([`OperandBank`]). The others (loads, stores, phis,
//! selects, copies, …) only move a value: the registers that such instructions connect form a *web*, which goes
//! where most of the instructions that compute with it want it.
//!
//! Most functions have nothing that wants the second bank: one walk that looks up opcodes and types finds that out.
//!
//! Requires: legal generic instructions. Establishes: `RegBankSelected`. Cost: three more walks over other functions,
//! with a union-find of nearly constant time a step.

use crate::entity::{BlockId, InstId, VReg};
use crate::error::Result;
use crate::llt::Llt;
use crate::mir::{MachineFunction, Operand, OperandFlags, Properties, RegAttr, VRegInfo};
use crate::opcodes as op;
use crate::target::Target;
use crate::target::instructions::{Descs, InstrFlags, Opcode, OperandKind};
use crate::target::registers::{BankId, PhysReg, RegClassId, RegisterInfo};

/// Where an instruction wants one of its register operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandBank {
    /// General-purpose registers.
    Gpr,
    /// Floating-point and vector registers.
    Fpr,
    /// Wherever the instruction's other operands of this kind are.
    Web,
}

/// What a target says about its banks.
pub trait RegisterBankInfo {
    /// The bank of integers and addresses.
    fn gpr(&self) -> BankId;

    /// The bank of floating-point values and vectors.
    fn fpr(&self) -> BankId;

    /// Whether values of type `ty` are always in the second bank (vectors).
    fn always_fpr(&self, ty: Llt) -> bool;

    /// Whether values of type `ty` may be in the second bank.
    fn can_be_fpr(&self, ty: Llt) -> bool;

    /// Where operand `n` of `inst` goes, if the target knows better than [`generic_operand_bank`].
    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank>;

    /// The class of registers of type `ty` in `bank`.
    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId>;
}

/// Assigns banks.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) -> Result<()> {
    let facts = Facts::new(target);
    mf.properties |= Properties::REG_BANK_SELECTED;
    if !may_use_second_bank(mf, &facts) {
        mf.set_remaining_banks(facts.gpr);
        return Ok(());
    }
    let webs = Webs::new(mf.num_vregs());
    let mut pass = RegBankSelect { target, facts, webs };
    pass.vote(mf);
    for index in 0..mf.num_vregs() {
        let vreg = VReg::new(index);
        if mf.reg_attr(vreg) == RegAttr::None {
            let bank = pass.bank_of_web(vreg, mf.ty(vreg));
            mf.set_reg_attr(vreg, RegAttr::Bank(bank));
        }
    }
    pass.repair(mf);
    Ok(())
}

/// What the target says, asked once a function.
struct Facts<'a> {
    info: &'a dyn RegisterBankInfo,
    registers: &'static RegisterInfo,
    descs: Descs,
    gpr: BankId,
    fpr: BankId,
}

impl<'a> Facts<'a> {
    fn new(target: &'a dyn Target) -> Facts<'a> {
        let info = target.register_banks();
        let (registers, descs) = (target.registers(), target.descs());
        Facts { info, registers, descs, gpr: info.gpr(), fpr: info.fpr() }
    }

    /// Whether a class is of the second bank.
    fn is_fpr_class(&self, class: RegClassId) -> bool {
        self.registers.class(class).bank == self.fpr
    }

    /// Whether a physical register is of the second bank.
    fn is_fpr_register(&self, reg: PhysReg) -> bool {
        let class = self.registers.classes.iter().find(|c| c.members.binary_search(&reg).is_ok());
        class.is_some_and(|c| c.bank == self.fpr)
    }
}

/// Whether any register is in the second bank, or any instruction wants one there.
fn may_use_second_bank(mf: &MachineFunction, facts: &Facts<'_>) -> bool {
    let mut last = Llt::INVALID;
    let in_second = |info: &VRegInfo| match info.attr {
        // Types come in runs.
        RegAttr::None if info.ty == last => false,
        RegAttr::None => {
            last = info.ty;
            facts.info.always_fpr(last)
        }
        RegAttr::Bank(bank) => bank == facts.fpr,
        RegAttr::Class(class) => facts.is_fpr_class(class),
    };
    mf.vregs().iter().any(in_second)
        || mf.layout.iter().any(|&block| mf.insts(block).any(|inst| wants_second_bank(mf, facts, inst)))
}

/// By opcode: what most instructions are, and no target wants in the second bank.
const ALWAYS_FIRST: [bool; Opcode::FIRST_TARGET as usize] = {
    let opcodes = [
        op::G_LOAD,
        op::G_STORE,
        op::G_CONSTANT,
        op::G_PTR_ADD,
        op::G_FRAME_INDEX,
        op::G_GLOBAL_VALUE,
        op::G_ADD,
        op::G_SUB,
        op::G_MUL,
        op::G_AND,
        op::G_OR,
        op::G_XOR,
        op::G_SHL,
        op::G_LSHR,
        op::G_ASHR,
        op::G_ICMP,
        op::G_SEXT_INREG,
        op::G_SEXT,
        op::G_ZEXT,
        op::G_ANYEXT,
        op::G_TRUNC,
        op::G_BR,
        op::G_BRCOND,
    ];
    let mut table = [false; Opcode::FIRST_TARGET as usize];
    let mut n = 0;
    while n < opcodes.len() {
        table[opcodes[n].0 as usize] = true;
        n += 1;
    }
    table
};

/// Whether an operand of `inst` is wanted in the second bank, whatever the other operands are.
#[inline]
fn wants_second_bank(mf: &MachineFunction, facts: &Facts<'_>, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    if ALWAYS_FIRST.get(opcode.0 as usize).is_some_and(|&always| always) {
        return false;
    }
    match opcode {
        op::COPY => mf.operands(inst).iter().filter_map(|o| o.phys()).any(|reg| facts.is_fpr_register(reg)),
        _ => facts.descs.get(opcode).operands.iter().enumerate().any(|(n, listed)| match listed.kind {
            OperandKind::Type(index) => {
                generic_operand_bank(opcode, index) == OperandBank::Fpr
                    || facts.info.operand_bank(mf, inst, n) == Some(OperandBank::Fpr)
            }
            OperandKind::Class(class) => facts.is_fpr_class(class),
            _ => false,
        }),
    }
}

/// Where an operand of `opcode` with the type index `type_index` goes, for all targets.
pub fn generic_operand_bank(opcode: Opcode, type_index: u8) -> OperandBank {
    use OperandBank::{Fpr, Gpr, Web};
    match opcode {
        op::G_FADD | op::G_FSUB | op::G_FMUL | op::G_FDIV | op::G_FREM | op::G_FMA | op::G_FMAD => Fpr,
        op::G_FNEG | op::G_FABS | op::G_FSQRT | op::G_FCANONICALIZE | op::G_FCOPYSIGN => Fpr,
        op::G_FMINNUM | op::G_FMAXNUM | op::G_FMINNUM_IEEE | op::G_FMAXNUM_IEEE => Fpr,
        op::G_FMINIMUM | op::G_FMAXIMUM | op::G_FMINIMUMNUM | op::G_FMAXIMUMNUM => Fpr,
        op::G_FCEIL | op::G_FFLOOR | op::G_FRINT | op::G_FNEARBYINT | op::G_INTRINSIC_TRUNC => Fpr,
        op::G_INTRINSIC_ROUND | op::G_INTRINSIC_ROUNDEVEN | op::G_FPEXT | op::G_FPTRUNC => Fpr,
        op::G_STRICT_FADD | op::G_STRICT_FSUB | op::G_STRICT_FMUL | op::G_STRICT_FDIV => Fpr,
        op::G_STRICT_FMA | op::G_STRICT_FSQRT => Fpr,
        op::G_FCMP | op::G_IS_FPCLASS if type_index == 1 => Fpr,
        op::G_FPTOSI | op::G_FPTOUI | op::G_FPTOSI_SAT | op::G_FPTOUI_SAT if type_index == 1 => Fpr,
        op::G_INTRINSIC_LRINT | op::G_INTRINSIC_LLRINT | op::G_LROUND | op::G_LLROUND if type_index == 1 => {
            Fpr
        }
        op::G_SITOFP | op::G_UITOFP if type_index == 0 => Fpr,
        op::G_LOAD | op::G_STORE | op::G_SELECT if type_index == 0 => Web,
        // A constant that is only moved is cheaper as an integer.
        op::G_FCONSTANT => Web,
        op::PHI | op::G_PHI | op::COPY | op::G_FREEZE | op::G_IMPLICIT_DEF | op::G_CONSTANT_FOLD_BARRIER => {
            Web
        }
        _ => Gpr,
    }
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

struct RegBankSelect<'a> {
    target: &'a dyn Target,
    facts: Facts<'a>,
    webs: Webs,
}

impl RegBankSelect<'_> {
    /// Collects what all instructions want.
    fn vote(&mut self, mf: &MachineFunction) {
        for index in 0..mf.num_vregs() {
            let vreg = VReg::new(index);
            match mf.reg_attr(vreg) {
                RegAttr::None => {}
                RegAttr::Bank(bank) => self.count(vreg, bank == self.facts.fpr),
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
        self.count(vreg, self.facts.is_fpr_class(class));
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
                    self.count(other, self.facts.is_fpr_register(phys));
                }
                continue;
            };
            match self.wanted(mf, inst, n) {
                Some(OperandBank::Web) => match first_of_web {
                    None => first_of_web = Some(vreg),
                    Some(first) => self.webs.join(first, vreg),
                },
                Some(bank) => self.count(vreg, bank == OperandBank::Fpr),
                None => {}
            }
        }
    }

    /// Where operand `n` of `inst` is wanted; `None`: anywhere.
    fn wanted(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        let opcode = mf.opcode(inst);
        let desc = self.facts.descs.get(opcode);
        if let Some(bank) = self.facts.info.operand_bank(mf, inst, n) {
            return Some(bank);
        }
        let kind = desc.operands.get(n).or(desc.operands.last()).map(|o| o.kind);
        let ty = mf.operand(inst, n).vreg().map_or(Llt::INVALID, |v| mf.ty(v));
        match kind {
            Some(OperandKind::Class(class)) => {
                let fpr = self.facts.is_fpr_class(class);
                Some(if fpr { OperandBank::Fpr } else { OperandBank::Gpr })
            }
            Some(OperandKind::Type(_)) if self.facts.info.always_fpr(ty) => Some(OperandBank::Fpr),
            Some(OperandKind::Type(index)) => {
                let bank = generic_operand_bank(opcode, index);
                // Only whole values come from memory into the second bank, and back.
                let part = mf.mem_operand(inst).is_some_and(|m| m.ty.bits() != ty.bits());
                let bank = if part && bank == OperandBank::Web { OperandBank::Gpr } else { bank };
                // What cannot be in the second bank is in the first, whoever asks.
                Some(if self.facts.info.can_be_fpr(ty) { bank } else { OperandBank::Gpr })
            }
            Some(OperandKind::AnyReg) => match generic_operand_bank(opcode, 0) {
                OperandBank::Web => Some(OperandBank::Web),
                _ => None,
            },
            _ if desc.has(InstrFlags::GENERIC) => {
                Some(if self.facts.info.always_fpr(ty) { OperandBank::Fpr } else { OperandBank::Gpr })
            }
            _ => None,
        }
    }

    fn bank_of_web(&mut self, vreg: VReg, ty: Llt) -> BankId {
        let web = self.webs.find(vreg);
        let (gpr, fpr) = (self.webs.gpr[web], self.webs.fpr[web]);
        let is_fpr =
            self.facts.info.always_fpr(ty) || (self.facts.info.can_be_fpr(ty) && fpr > 0 && fpr >= gpr);
        if is_fpr { self.facts.fpr } else { self.facts.gpr }
    }

    /// Puts a copy where an instruction finds a register in the wrong bank.
    fn repair(&self, mf: &mut MachineFunction) {
        for at in 0..mf.layout.len() {
            let block = mf.layout[at];
            let mut next = mf.first_inst(block);
            while let Some(inst) = next {
                next = mf.next_inst(inst);
                self.repair_inst(mf, block, inst);
            }
        }
    }

    fn repair_inst(&self, mf: &mut MachineFunction, block: BlockId, inst: InstId) {
        if mf.opcode(inst) == op::COPY || !self.may_need_repair(mf, inst) {
            return;
        }
        let web_bank = self.bank_of_operands(mf, inst);
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            let Some(vreg) = operand.vreg().filter(|_| !operand.flags.contains(OperandFlags::DEBUG)) else {
                continue;
            };
            let wanted = match self.wanted(mf, inst, n) {
                Some(OperandBank::Gpr) => self.facts.gpr,
                Some(OperandBank::Fpr) => self.facts.fpr,
                Some(OperandBank::Web) => web_bank.unwrap_or(self.facts.gpr),
                None => continue,
            };
            if self.bank(mf, vreg) == Some(wanted) {
                continue;
            }
            let other = mf.create_vreg_with(mf.ty(vreg), RegAttr::Bank(wanted));
            if operand.is_def() {
                mf.set_operand(inst, n, operand.with_reg(other));
                let copy = self.copy(mf, vreg, other, inst);
                mf.insert_after(after_phis(mf, inst), copy);
            } else {
                let copy = self.copy(mf, other, vreg, inst);
                match mf.opcode(inst) {
                    op::PHI | op::G_PHI => {
                        let from = mf.operands(inst).get(n + 1).and_then(|o| o.as_block()).unwrap_or(block);
                        insert_before_terminators(mf, self.target, from, copy);
                    }
                    _ => mf.insert_before(inst, copy),
                }
                mf.set_operand(inst, n, operand.with_reg(other));
            }
        }
    }

    /// Whether anything of `inst` is in the second bank, or wants to be.
    fn may_need_repair(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let in_second = |vreg: VReg| self.bank(mf, vreg).is_none_or(|bank| bank == self.facts.fpr);
        mf.operands(inst).iter().filter_map(|o| o.vreg()).any(in_second)
            || wants_second_bank(mf, &self.facts, inst)
    }

    /// The bank of the first operand of `inst` that is in its web.
    fn bank_of_operands(&self, mf: &MachineFunction, inst: InstId) -> Option<BankId> {
        let web = (0..mf.operands(inst).len()).find(|&n| {
            self.wanted(mf, inst, n) == Some(OperandBank::Web) && mf.operand(inst, n).vreg().is_some()
        })?;
        self.bank(mf, mf.operand(inst, web).vreg()?)
    }

    fn bank(&self, mf: &MachineFunction, vreg: VReg) -> Option<BankId> {
        match mf.reg_attr(vreg) {
            RegAttr::None => None,
            RegAttr::Bank(bank) => Some(bank),
            RegAttr::Class(class) => Some(self.facts.registers.class(class).bank),
        }
    }

    fn copy(&self, mf: &mut MachineFunction, to: VReg, from: VReg, at: InstId) -> InstId {
        let loc = mf.inst(at).debug_loc;
        mf.create_inst(op::COPY, &[Operand::def(to), Operand::use_of(from)], loc)
    }
}

/// The last phi from `inst` on, or `inst` itself.
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

fn insert_before_terminators(mf: &mut MachineFunction, target: &dyn Target, block: BlockId, copy: InstId) {
    let mut first = None;
    let mut at = mf.last_inst(block);
    while let Some(inst) = at.filter(|&i| target.desc(mf.opcode(i)).has(InstrFlags::TERMINATOR)) {
        first = Some(inst);
        at = mf.prev_inst(inst);
    }
    match first {
        Some(terminator) => mf.insert_before(terminator, copy),
        None => mf.append_inst(block, copy),
    }
}
