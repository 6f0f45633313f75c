//! The banks that instructions require of their operands.

use super::bank_table::{Bank, DEFAULT, Row, required_row};
use super::{OperandBank, RegisterBankInfo};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::desc::instructions::{Descs, InstrFlags, Opcode, OperandKind};
use crate::target::desc::registers::{BankId, PhysReg, RegClassId, RegisterInfo};

/// What the target says, asked once a function.
pub struct Facts<'a> {
    pub info: &'a dyn RegisterBankInfo,
    /// The table.
    pub banks: &'a [Bank],
    /// The row of the bank that floating-point instructions are on.
    floats: Row,
    registers: &'static RegisterInfo,
    descs: Descs,
}

impl<'a> Facts<'a> {
    pub fn new(target: &'a dyn Target) -> Facts<'a> {
        let info = target.register_banks();
        let banks = info.banks();
        let floats = banks.iter().position(|bank| bank.computes_floats).map_or(DEFAULT, |row| row as Row);
        Facts { info, banks, floats, registers: target.registers(), descs: target.descs() }
    }

    /// Returns the bank in a row of the table.
    pub fn bank(&self, row: Row) -> BankId {
        self.banks[usize::from(row)].id
    }

    /// Returns the row of a bank; of those that are not in the table the default one.
    #[inline]
    pub fn row(&self, bank: BankId) -> Row {
        self.banks.iter().position(|row| row.id == bank).map_or(DEFAULT, |row| row as Row)
    }

    /// Returns the row of a class's bank.
    #[inline]
    pub fn row_of_class(&self, class: RegClassId) -> Row {
        self.row(self.registers.class(class).bank)
    }

    /// Returns the row of a physical register's bank.
    pub fn row_of_register(&self, reg: PhysReg) -> Row {
        self.registers.reg(reg).bank.map_or(DEFAULT, |bank| self.row(bank))
    }

    /// Returns true if values of type `ty` may be in another bank than the default one.
    #[inline]
    pub fn leaves_default(&self, ty: Llt) -> bool {
        self.banks[1..].iter().any(|bank| bank.holds(ty))
    }

    /// Returns the only bank that values of type `ty` may be in, if that is not the default one.
    #[inline]
    pub fn required(&self, ty: Llt) -> Option<Row> {
        required_row(self.banks, ty)
    }

    /// Returns the row of the bank that floating-point instructions have values of type `ty` in.
    /// Selected registers have no type.
    #[inline]
    fn float_row(&self, ty: Llt) -> Row {
        let holds = ty == Llt::INVALID || self.banks[usize::from(self.floats)].holds(ty);
        if holds { self.floats } else { DEFAULT }
    }

    /// Returns true if it is another than the default bank that `bank` stands for, for values of
    /// type `ty`.
    fn is_other(&self, bank: OperandBank, ty: impl Fn() -> Llt) -> bool {
        match bank {
            OperandBank::Float => self.float_row(ty()) != DEFAULT,
            OperandBank::In(bank) => self.row(bank) != DEFAULT,
            OperandBank::Integer | OperandBank::Common | OperandBank::Any => false,
        }
    }
}

/// Where an operand is required to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Required {
    /// In the bank of this row.
    Row(Row),
    /// In any bank that holds it, the same for all operands of the instruction of this kind.
    Common,
}

/// Returns true if any register is in another bank than the default one, or any instruction
/// requires one there.
pub fn may_leave_default_bank(mf: &MachineFunction, facts: &Facts<'_>) -> bool {
    let mut last = Llt::INVALID;
    for info in mf.vregs() {
        let is_elsewhere = match info.attr {
            // Types come in runs.
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
    // In the order in which they were made, which takes less than that of their blocks.
    (0..).zip(mf.all_insts()).any(|(n, inst)| {
        ALWAYS_DEFAULT.get(inst.opcode.0 as usize) != Some(&true)
            && inst.is_in_block()
            && requires_other_bank(mf, facts, InstId::new(n))
    })
}

/// By opcode: whether all operands are integers and addresses, for all targets, if they are no vectors.
pub const IS_INTEGER_ONLY: [bool; Opcode::FIRST_TARGET as usize] = table_of(&[
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

/// By opcode: those, and what moves a value from any bank or into any.
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

/// Returns true if an operand of `inst` is required to be in another bank than the default one,
/// whatever the other operands are.
#[inline]
pub fn requires_other_bank(mf: &MachineFunction, facts: &Facts<'_>, inst: InstId) -> bool {
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

/// The banks of the operands of all instructions.
pub struct OperandBanks<'a> {
    pub facts: Facts<'a>,
}

impl OperandBanks<'_> {
    /// Returns the bank that operand `n` of `inst` is required to be in; `None`: any.
    pub fn operand(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<Required> {
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

    /// What `bank` is for values of type `ty`, which may have no choice. Selected registers have no type.
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

    /// Returns the bank of an operand that is typed by the type index `index`, and is of type `ty`,
    /// which the default bank holds.
    fn typed_operand(&self, mf: &MachineFunction, inst: InstId, ty: Llt, index: u8) -> Required {
        // What cannot be in another bank is in the default one, whoever asks.
        if !self.facts.leaves_default(ty) {
            return Required::Row(DEFAULT);
        }
        match generic_operand_bank(mf.opcode(inst), index) {
            // Only whole values come from memory into other banks, and back.
            OperandBank::Common if mf.mem_operand(inst).is_some_and(|m| m.ty.bits() != ty.bits()) => {
                Required::Row(DEFAULT)
            }
            OperandBank::Common => Required::Common,
            OperandBank::Float => Required::Row(self.facts.float_row(ty)),
            _ => Required::Row(DEFAULT),
        }
    }

    /// Returns the row of the bank that `vreg` has been given.
    pub fn row(&self, mf: &MachineFunction, vreg: VReg) -> Option<Row> {
        match mf.reg_attr(vreg) {
            RegAttr::None => None,
            RegAttr::Bank(bank) => Some(self.facts.row(bank)),
            RegAttr::Class(class) => Some(self.facts.row_of_class(class)),
        }
    }
}
