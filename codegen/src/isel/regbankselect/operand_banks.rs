//! The banks that instructions require of their operands.

use super::{OperandBank, RegisterBankInfo};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, RegAttr, VRegInfo};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::instructions::{Descs, InstrFlags, Opcode, OperandKind};
use crate::target::registers::{BankId, PhysReg, RegClassId, RegisterInfo};

/// What the target says, asked once a function.
pub struct Facts<'a> {
    pub info: &'a dyn RegisterBankInfo,
    registers: &'static RegisterInfo,
    descs: Descs,
    pub first: BankId,
    pub second: BankId,
}

impl<'a> Facts<'a> {
    pub fn new(target: &'a dyn Target) -> Facts<'a> {
        let info = target.register_banks();
        let (registers, descs) = (target.registers(), target.descs());
        Facts { info, registers, descs, first: info.first_bank(), second: info.second_bank() }
    }

    /// Whether a class is of the second bank.
    pub fn is_second_bank_class(&self, class: RegClassId) -> bool {
        self.registers.class(class).bank == self.second
    }

    /// Whether a physical register is of the second bank.
    pub fn is_second_bank_register(&self, reg: PhysReg) -> bool {
        self.registers.reg(reg).bank == Some(self.second)
    }
}

/// Whether any register is in the second bank, or any instruction requires one there.
pub fn may_use_second_bank(mf: &MachineFunction, facts: &Facts<'_>) -> bool {
    let mut last = Llt::INVALID;
    let in_second = |info: &VRegInfo| match info.attr {
        // Types come in runs.
        RegAttr::None if info.ty == last => false,
        RegAttr::None => {
            last = info.ty;
            facts.info.requires_second_bank(last)
        }
        RegAttr::Bank(bank) => bank == facts.second,
        RegAttr::Class(class) => facts.is_second_bank_class(class),
    };
    mf.vregs().iter().any(in_second)
        || mf.layout.iter().any(|&block| mf.insts(block).any(|inst| requires_second_bank(mf, facts, inst)))
}

/// By opcode: what most instructions are, and no target has in the second bank.
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

/// Whether an operand of `inst` is required to be in the second bank, whatever the other operands are.
#[inline]
pub fn requires_second_bank(mf: &MachineFunction, facts: &Facts<'_>, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    if ALWAYS_FIRST.get(opcode.0 as usize).is_some_and(|&always| always) {
        return false;
    }
    match opcode {
        op::COPY => {
            mf.operands(inst).iter().filter_map(|o| o.phys()).any(|reg| facts.is_second_bank_register(reg))
        }
        op::G_INTRINSIC | op::G_INTRINSIC_W_SIDE_EFFECTS => {
            let registers = (0..).zip(mf.operands(inst)).filter(|(_, operand)| operand.vreg().is_some());
            registers
                .into_iter()
                .any(|(n, _)| facts.info.operand_bank(mf, inst, n) == Some(OperandBank::Second))
        }
        _ => facts.descs.get(opcode).operands.iter().enumerate().any(|(n, listed)| match listed.kind {
            OperandKind::Type(index) => {
                generic_operand_bank(opcode, index) == OperandBank::Second
                    || facts.info.operand_bank(mf, inst, n) == Some(OperandBank::Second)
            }
            OperandKind::Class(class) => facts.is_second_bank_class(class),
            _ => false,
        }),
    }
}

/// The bank of an operand of `opcode` with the type index `type_index`, for all targets.
pub fn generic_operand_bank(opcode: Opcode, type_index: u8) -> OperandBank {
    use OperandBank::{Either, First, Second};
    match opcode {
        op::G_FADD | op::G_FSUB | op::G_FMUL | op::G_FDIV | op::G_FREM | op::G_FMA | op::G_FMAD => Second,
        op::G_FNEG | op::G_FABS | op::G_FSQRT | op::G_FCANONICALIZE | op::G_FCOPYSIGN => Second,
        op::G_FMINNUM | op::G_FMAXNUM | op::G_FMINNUM_IEEE | op::G_FMAXNUM_IEEE => Second,
        op::G_FMINIMUM | op::G_FMAXIMUM | op::G_FMINIMUMNUM | op::G_FMAXIMUMNUM => Second,
        op::G_FCEIL | op::G_FFLOOR | op::G_FRINT | op::G_FNEARBYINT | op::G_INTRINSIC_TRUNC => Second,
        op::G_INTRINSIC_ROUND | op::G_INTRINSIC_ROUNDEVEN | op::G_FPEXT | op::G_FPTRUNC => Second,
        op::G_STRICT_FADD | op::G_STRICT_FSUB | op::G_STRICT_FMUL | op::G_STRICT_FDIV => Second,
        op::G_STRICT_FMA | op::G_STRICT_FSQRT => Second,
        op::G_FCMP | op::G_IS_FPCLASS if type_index == 1 => Second,
        op::G_FPTOSI | op::G_FPTOUI | op::G_FPTOSI_SAT | op::G_FPTOUI_SAT if type_index == 1 => Second,
        op::G_INTRINSIC_LRINT | op::G_INTRINSIC_LLRINT | op::G_LROUND | op::G_LLROUND if type_index == 1 => {
            Second
        }
        op::G_SITOFP | op::G_UITOFP if type_index == 0 => Second,
        op::G_LOAD | op::G_STORE | op::G_SELECT if type_index == 0 => Either,
        // A constant that is only moved is cheaper as an integer.
        op::G_FCONSTANT => Either,
        op::PHI | op::G_PHI | op::COPY | op::G_FREEZE | op::G_IMPLICIT_DEF | op::G_CONSTANT_FOLD_BARRIER => {
            Either
        }
        _ => First,
    }
}

/// The banks of the operands of all instructions.
pub struct OperandBanks<'a> {
    pub facts: Facts<'a>,
}

impl OperandBanks<'_> {
    /// The bank that operand `n` of `inst` is required to be in; `None`: any.
    pub fn operand(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        let opcode = mf.opcode(inst);
        let desc = self.facts.descs.get(opcode);
        let ty = mf.operand(inst, n).vreg().map_or(Llt::INVALID, |v| mf.ty(v));
        if let Some(bank) = self.facts.info.operand_bank(mf, inst, n) {
            return Some(self.possible(bank, ty)).filter(|&bank| bank != OperandBank::Any);
        }
        let kind = desc.operands.get(n).or(desc.operands.last()).map(|o| o.kind);
        match kind {
            Some(OperandKind::Class(class)) => {
                let second = self.facts.is_second_bank_class(class);
                Some(if second { OperandBank::Second } else { OperandBank::First })
            }
            Some(OperandKind::Type(_)) if self.facts.info.requires_second_bank(ty) => {
                Some(OperandBank::Second)
            }
            Some(OperandKind::Type(index)) => Some(self.typed_operand(mf, inst, ty, index)),
            Some(OperandKind::AnyReg) => match generic_operand_bank(opcode, 0) {
                OperandBank::Either => Some(self.possible(OperandBank::Either, ty)),
                _ => None,
            },
            _ if desc.has(InstrFlags::GENERIC) => Some(if self.facts.info.requires_second_bank(ty) {
                OperandBank::Second
            } else {
                OperandBank::First
            }),
            _ => None,
        }
    }

    /// `bank`, unless values of type `ty` have no choice. Selected registers have no type.
    fn possible(&self, bank: OperandBank, ty: Llt) -> OperandBank {
        match bank {
            _ if ty == Llt::INVALID => bank,
            OperandBank::Either if self.facts.info.requires_second_bank(ty) => OperandBank::Second,
            OperandBank::Either if !self.facts.info.allows_second_bank(ty) => OperandBank::First,
            _ => bank,
        }
    }

    /// The bank of an operand that is typed by the type index `index`, and is of type `ty`.
    fn typed_operand(&self, mf: &MachineFunction, inst: InstId, ty: Llt, index: u8) -> OperandBank {
        // What cannot be in the second bank is in the first, whoever asks.
        if !self.facts.info.allows_second_bank(ty) {
            return OperandBank::First;
        }
        match generic_operand_bank(mf.opcode(inst), index) {
            // Only whole values come from memory into the second bank, and back.
            OperandBank::Either if mf.mem_operand(inst).is_some_and(|m| m.ty.bits() != ty.bits()) => {
                OperandBank::First
            }
            bank => bank,
        }
    }

    /// The bank that `vreg` has been given.
    pub fn bank(&self, mf: &MachineFunction, vreg: VReg) -> Option<BankId> {
        match mf.reg_attr(vreg) {
            RegAttr::None => None,
            RegAttr::Bank(bank) => Some(bank),
            RegAttr::Class(class) => Some(self.facts.registers.class(class).bank),
        }
    }
}
