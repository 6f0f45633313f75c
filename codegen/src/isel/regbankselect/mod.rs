//! RegBankSelect: gives every virtual register a bank and puts copies where an instruction requires another.
//!
//! Most opcodes say by themselves where their operands live ([`OperandBank`]). The others (loads, stores, phis, selects, copies, …) only
//! move a value and can do so in any bank that holds it: they have a *choice*. The three modes differ in how they choose:
//!
//! * *fast* looks at nothing but opcodes: what is connected by such instructions is in the bank that most of the instructions require that
//!   compute with it;
//! * *greedy* takes for one instruction after the other what is cheapest by what is known so far: the cost of its mapping, and of the
//!   copies of its operands and its result, by how often their blocks run;
//! * *global* takes what is cheapest for the whole function, as a minimum cut.
//!
//! Most functions have nothing that requires another bank than the default one: one walk that looks up opcodes and types finds that out.
//!
//! Banks are the rows of a table of the target ([`Bank`]), the default one first. With two rows the cheapest choices of a function are a
//! minimum cut; with more they would be a cut of several ways, which is NP-hard, and what the greedy mode chooses stands. A value that
//! takes several registers has been taken apart by the legalizer, and each register is mapped by itself.
//!
//! Requires: legal generic instructions in SSA form. Establishes: `RegBankSelected`. Cost: that walk for most functions; for the others a few more
//! walks and a union-find (fast), also dominators, loops and a sort of the uses (greedy), also the flow, which is bounded (global).

mod bank_table;
mod fast;
mod global;
mod greedy;
mod min_cut;
mod operand_banks;
mod possible_mappings;
mod repair;

use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, Properties};
use crate::support::error::Result;
use crate::target::Target;
use crate::target::desc::registers::{BankId, RegClassId};
use bank_table::DEFAULT;
pub use bank_table::{Bank, bank_of_type, scalars_of, scalars_up_to};
pub use operand_banks::generic_operand_bank;
use operand_banks::{Facts, OperandBanks};

/// How banks are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The default mapping of each instruction.
    Fast,
    /// The cheapest mapping of each instruction.
    Greedy,
    /// The cheapest mappings of all instructions together.
    Global,
}

/// The bank that an instruction requires of one of its register operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandBank {
    /// That of integers and addresses, the default bank.
    Integer,
    /// That of floating-point instructions, if it holds the operand's type; else the default one.
    Float,
    /// This one.
    In(BankId),
    /// Any that holds its type, but the same as the instruction's other operands of this kind.
    Common,
    /// Wherever it is: a constant that becomes part of the instruction.
    Any,
}

/// What a target says about its banks.
pub trait RegisterBankInfo {
    /// Returns the table of banks. The first is the default: that of integers and addresses.
    fn banks(&self) -> &[Bank];

    /// Returns the bank of operand `n` of `inst` by the default mapping, if the target knows better
    /// than [`generic_operand_bank`].
    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank>;

    /// Returns the cost of `inst` if its operands that have a choice are in `bank`, where a simple
    /// integer instruction costs 1.
    fn mapping_cost(&self, mf: &MachineFunction, inst: InstId, bank: BankId) -> u32;

    /// Returns the class of registers of type `ty` in `bank`.
    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId>;
}

/// Assigns banks.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, mode: Mode) -> Result<()> {
    let facts = Facts::new(target);
    mf.properties |= Properties::REG_BANK_SELECTED;
    if !operand_banks::may_leave_default_bank(mf, &facts) {
        let default = facts.bank(DEFAULT);
        mf.set_remaining_bank(default);
        return Ok(());
    }
    let banks = OperandBanks { facts };
    match mode {
        Mode::Fast => fast::run(mf, target, &banks),
        Mode::Greedy => possible_mappings::run(mf, target, &banks, greedy::solve),
        Mode::Global => possible_mappings::run(mf, target, &banks, global::solve),
    }
    Ok(())
}
