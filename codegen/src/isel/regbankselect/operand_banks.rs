//! The banks that instructions require of their operands.

use super::bank_table::{Bank, DEFAULT, Row, required_row};
use super::{OperandBank, RegisterBankInfo};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::ir::opcodes as op;
use crate::machine::desc::instructions::{Descs, InstrFlags, Opcode, OperandKind};
use crate::machine::desc::registers::{BankId, PhysReg, RegClassId, RegisterInfo};
use crate::machine::target::MachineTarget;

/// The target's facts, queried once a function.
pub(crate) struct Facts<'a> {
    pub info: &'a dyn RegisterBankInfo,
    /// The bank table.
    pub banks: &'a [Bank],
    /// The row of the bank of floating-point instructions.
    floats: Row,
    registers: &'static RegisterInfo,
    descs: Descs,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(target: &'a dyn MachineTarget, info: &'a dyn RegisterBankInfo) -> Facts<'a> {
        let banks = info.banks();
        let floats = banks.iter().position(|bank| bank.computes_floats).map_or(DEFAULT, |row| row as Row);
        Facts { info, banks, floats, registers: target.registers(), descs: target.descs() }
    }

    /// Returns the bank in a row of the table.
    pub(crate) fn bank(&self, row: Row) -> BankId {
        self.banks[usize::from(row)].id
    }

    /// Returns the row of a bank; the default one if the table lacks it.
    #[inline]
    pub(crate) fn row(&self, bank: BankId) -> Row {
        self.banks.iter().position(|row| row.id == bank).map_or(DEFAULT, |row| row as Row)
    }

    /// Returns the row of a class's bank.
    #[inline]
    pub(crate) fn row_of_class(&self, class: RegClassId) -> Row {
        self.row(self.registers.class(class).bank)
    }

    /// Returns the row of a physical register's bank.
    pub(crate) fn row_of_register(&self, reg: PhysReg) -> Row {
        self.registers.reg(reg).bank.map_or(DEFAULT, |bank| self.row(bank))
    }

    /// Returns true if values of type `ty` may be in a bank other than the default one.
    #[inline]
    pub(crate) fn leaves_default(&self, ty: Llt) -> bool {
        self.banks[1..].iter().any(|bank| bank.holds(ty))
    }

    /// Returns the only bank for values of type `ty`, if it is not the default one.
    #[inline]
    pub(crate) fn required(&self, ty: Llt) -> Option<Row> {
        required_row(self.banks, ty)
    }

    /// Returns the row of the bank in which floating-point instructions have values of type `ty`.
    /// Selected registers have no type.
    #[inline]
    fn float_row(&self, ty: Llt) -> Row {
        let holds = ty == Llt::INVALID || self.banks[usize::from(self.floats)].holds(ty);
        if holds { self.floats } else { DEFAULT }
    }

    /// Returns true if `bank` is not the default one for values of type `ty`.
    fn is_other(&self, bank: OperandBank, ty: impl Fn() -> Llt) -> bool {
        match bank {
            OperandBank::Float => self.float_row(ty()) != DEFAULT,
            OperandBank::In(bank) => self.row(bank) != DEFAULT,
            OperandBank::Integer | OperandBank::Common | OperandBank::Any => false,
        }
    }
}

/// The bank that is required of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Required {
    /// In the bank of this row.
    Row(Row),
    /// Any bank that holds it, the same for all such operands of the instruction.
    Common,
}

/// Returns true if any register is in a bank other than the default one, or any instruction
/// requires that.
pub(crate) fn may_leave_default_bank(mf: &MachineFunction, facts: &Facts<'_>) -> bool {
    let mut last = Llt::INVALID;
    for info in mf.vregs() {
        let is_elsewhere = match info.attr {
            // Consecutive registers often have the same type.
            RegAttr::None if info.ty == last => continue,
            RegAttr::None => {
                last = info.ty;
                facts.required(last).is_some()
            }
            RegAttr::Bank(bank) => facts.row(bank) != DEFAULT,
            RegAttr::Class(class) => facts.row_of_class(class) != DEFAULT,
        };
        if is_elsewhere {
            return true;
        }
    }
    // In order of creation, which is faster than block order.
    (0..).zip(mf.all_insts()).any(|(n, inst)| {
        ALWAYS_DEFAULT.get(inst.opcode.0 as usize) != Some(&true)
            && inst.is_in_block()
            && requires_other_bank(mf, facts, InstId::new(n))
    })
}

/// By opcode: true if all operands are integers and addresses on all targets, unless they are
/// vectors.
pub(crate) const IS_INTEGER_ONLY: [bool; Opcode::FIRST_TARGET as usize] = table_of(&[
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
]);

/// By opcode: these, and loads and stores, which access any bank.
const ALWAYS_DEFAULT: [bool; Opcode::FIRST_TARGET as usize] = {
    let mut table = IS_INTEGER_ONLY;
    table[op::G_LOAD.0 as usize] = true;
    table[op::G_STORE.0 as usize] = true;
    table
};

const fn table_of(opcodes: &[Opcode]) -> [bool; Opcode::FIRST_TARGET as usize] {
    let mut table = [false; Opcode::FIRST_TARGET as usize];
    let mut n = 0;
    while n < opcodes.len() {
        table[opcodes[n].0 as usize] = true;
        n += 1;
    }
    table
}

/// Returns true if `inst` requires an operand in a bank other than the default one, whatever the
/// other operands are.
#[inline]
pub(crate) fn requires_other_bank(mf: &MachineFunction, facts: &Facts<'_>, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    match ALWAYS_DEFAULT.get(opcode.0 as usize) {
        Some(true) => false,
        _ if opcode == op::COPY => {
            let registers = mf.operands(inst).iter().filter_map(|o| o.phys());
            registers.into_iter().any(|reg| facts.row_of_register(reg) != DEFAULT)
        }
        // Calls and the like.
        None if mf.operands(inst).iter().all(|o| o.vreg().is_none()) => false,
        _ => has_operand_elsewhere(mf, facts, inst, opcode),
    }
}

fn has_operand_elsewhere(mf: &MachineFunction, facts: &Facts<'_>, inst: InstId, opcode: Opcode) -> bool {
    let ty = |n: usize| mf.operands(inst).get(n).and_then(|o| o.vreg()).map_or(Llt::INVALID, |v| mf.ty(v));
    let by_target =
        |n: usize| facts.info.operand_bank(mf, inst, n).map(|bank| facts.is_other(bank, || ty(n)));
    match opcode {
        op::G_INTRINSIC | op::G_INTRINSIC_W_SIDE_EFFECTS => {
            let registers = (0..).zip(mf.operands(inst)).filter(|(_, operand)| operand.vreg().is_some());
            registers.into_iter().any(|(n, _)| by_target(n) == Some(true))
        }
        _ => facts.descs.get(opcode).operands.iter().enumerate().any(|(n, listed)| match listed.kind {
            OperandKind::Type(index) => {
                facts.is_other(generic_operand_bank(opcode, index), || ty(n)) || by_target(n) == Some(true)
            }
            OperandKind::Class(class) => facts.row_of_class(class) != DEFAULT,
            _ => false,
        }),
    }
}

/// Returns the bank of an operand of `opcode` with the type index `type_index`, for all targets.
pub fn generic_operand_bank(opcode: Opcode, type_index: u8) -> OperandBank {
    use OperandBank::{Common, Float, Integer};
    match opcode {
        op::G_FADD | op::G_FSUB | op::G_FMUL | op::G_FDIV | op::G_FREM | op::G_FMA | op::G_FMAD => Float,
        op::G_FNEG | op::G_FABS | op::G_FSQRT | op::G_FCANONICALIZE | op::G_FCOPYSIGN => Float,
        op::G_FMINNUM | op::G_FMAXNUM | op::G_FMINNUM_IEEE | op::G_FMAXNUM_IEEE => Float,
        op::G_FMINIMUM | op::G_FMAXIMUM | op::G_FMINIMUMNUM | op::G_FMAXIMUMNUM => Float,
        op::G_FCEIL | op::G_FFLOOR | op::G_FRINT | op::G_FNEARBYINT | op::G_INTRINSIC_TRUNC => Float,
        op::G_INTRINSIC_ROUND | op::G_INTRINSIC_ROUNDEVEN | op::G_FPEXT | op::G_FPTRUNC => Float,
        op::G_STRICT_FADD | op::G_STRICT_FSUB | op::G_STRICT_FMUL | op::G_STRICT_FDIV => Float,
        op::G_STRICT_FMA | op::G_STRICT_FSQRT => Float,
        op::G_FCMP | op::G_IS_FPCLASS if type_index == 1 => Float,
        op::G_FPTOSI | op::G_FPTOUI | op::G_FPTOSI_SAT | op::G_FPTOUI_SAT if type_index == 1 => Float,
        op::G_INTRINSIC_LRINT | op::G_INTRINSIC_LLRINT | op::G_LROUND | op::G_LLROUND if type_index == 1 => {
            Float
        }
        op::G_SITOFP | op::G_UITOFP if type_index == 0 => Float,
        op::G_LOAD | op::G_STORE | op::G_SELECT if type_index == 0 => Common,
        // A constant that is only moved is cheaper as an integer.
        op::G_FCONSTANT => Common,
        op::PHI | op::G_PHI | op::COPY | op::G_FREEZE | op::G_IMPLICIT_DEF | op::G_CONSTANT_FOLD_BARRIER => {
            Common
        }
        _ => Integer,
    }
}

/// The operand banks of all instructions.
pub(crate) struct OperandBanks<'a> {
    pub facts: Facts<'a>,
}

impl OperandBanks<'_> {
    /// Returns the bank that is required of operand `n` of `inst`; `None` for any bank.
    pub(crate) fn operand(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<Required> {
        let opcode = mf.opcode(inst);
        let facts = &self.facts;
        let desc = facts.descs.get(opcode);
        let ty = mf.operand(inst, n).vreg().map_or(Llt::INVALID, |v| mf.ty(v));
        if let Some(bank) = facts.info.operand_bank(mf, inst, n) {
            return self.required(bank, ty);
        }
        let kind = desc.operands.get(n).or(desc.operands.last()).map(|o| o.kind);
        match kind {
            Some(OperandKind::Class(class)) => Some(Required::Row(facts.row_of_class(class))),
            Some(OperandKind::Type(index)) => match facts.required(ty) {
                Some(row) => Some(Required::Row(row)),
                None => Some(self.typed_operand(mf, inst, ty, index)),
            },
            Some(OperandKind::AnyReg) => match generic_operand_bank(opcode, 0) {
                OperandBank::Common => self.required(OperandBank::Common, ty),
                _ => None,
            },
            _ if desc.has(InstrFlags::GENERIC) => Some(Required::Row(facts.required(ty).unwrap_or(DEFAULT))),
            _ => None,
        }
    }

    /// Returns the requirement `bank` for values of type `ty`, which may have no choice. Selected
    /// registers have no type.
    fn required(&self, bank: OperandBank, ty: Llt) -> Option<Required> {
        let facts = &self.facts;
        match bank {
            OperandBank::Integer => Some(Required::Row(DEFAULT)),
            OperandBank::Float => Some(Required::Row(facts.float_row(ty))),
            OperandBank::In(bank) => Some(Required::Row(facts.row(bank))),
            OperandBank::Any => None,
            OperandBank::Common if ty == Llt::INVALID => Some(Required::Common),
            OperandBank::Common => match facts.required(ty) {
                Some(row) => Some(Required::Row(row)),
                None if facts.leaves_default(ty) => Some(Required::Common),
                None => Some(Required::Row(DEFAULT)),
            },
        }
    }

    /// Returns the bank of an operand with the type index `index` and the type `ty`, which the
    /// default bank holds.
    fn typed_operand(&self, mf: &MachineFunction, inst: InstId, ty: Llt, index: u8) -> Required {
        // Values that no other bank holds are in the default one.
        if !self.facts.leaves_default(ty) {
            return Required::Row(DEFAULT);
        }
        match generic_operand_bank(mf.opcode(inst), index) {
            // Only whole values are loaded into and stored from other banks.
            OperandBank::Common if mf.mem_operand(inst).is_some_and(|m| m.ty.bits() != ty.bits()) => {
                Required::Row(DEFAULT)
            }
            // With `noimplicitfloat` it is between an integer and the other operand of its cast.
            OperandBank::Common
                if mf.opcode(inst) == op::G_CONSTANT_FOLD_BARRIER && mf.attrs.no_implicit_float =>
            {
                Required::Row(DEFAULT)
            }
            OperandBank::Common => Required::Common,
            OperandBank::Float => Required::Row(self.facts.float_row(ty)),
            _ => Required::Row(DEFAULT),
        }
    }

    /// Returns the row of the bank assigned to `vreg`.
    pub(crate) fn row(&self, mf: &MachineFunction, vreg: VReg) -> Option<Row> {
        match mf.reg_attr(vreg) {
            RegAttr::None => None,
            RegAttr::Bank(bank) => Some(self.facts.row(bank)),
            RegAttr::Class(class) => Some(self.facts.row_of_class(class)),
        }
    }
}
