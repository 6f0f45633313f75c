//! RegisterBankInfo: a target's banks.

use super::bank_table::Bank;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::registers::{BankId, RegClassId};

/// The bank that an instruction requires of one of its register operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandBank {
    /// The default bank, for integers and addresses.
    Integer,
    /// The bank of floating-point instructions, if it holds the operand's type; else the default
    /// one.
    Float,
    /// This one.
    In(BankId),
    /// Any bank that holds its type, but the same as the instruction's other operands of this kind.
    Common,
    /// Any bank: a constant that is folded into the instruction.
    Any,
}

/// A target's description of its banks.
pub trait RegisterBankInfo {
    /// Returns the table of banks. The first is the default, for integers and addresses.
    fn banks(&self) -> &[Bank];

    /// Returns the bank of operand `n` of `inst` by the default mapping, if it differs from
    /// [`generic_operand_bank`](super::generic_operand_bank).
    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank>;

    /// Returns the cost of `inst` if its operands with a choice are in `bank`; a simple integer
    /// instruction costs 1.
    fn mapping_cost(&self, mf: &MachineFunction, inst: InstId, bank: BankId) -> u32;

    /// Returns the class of registers of type `ty` in `bank`.
    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId>;
}
