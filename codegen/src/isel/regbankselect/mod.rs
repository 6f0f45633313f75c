//! RegBankSelect: gives every virtual register a bank and puts copies where an instruction requires another.
//!
//! Most opcodes say by themselves where their operands live ([`OperandBank`]). The others (loads, stores, phis, selects, copies, …) only
//! move a value and can do so in either bank: they have a *choice*. The three modes differ in how they choose:
//!
//! * *fast* looks at nothing but opcodes: what is connected by such instructions is in the bank that most of the instructions require that
//!   compute with it;
//! * *greedy* takes for one instruction after the other what is cheapest by what is known so far: the cost of its mapping, and of the
//!   copies of its operands and its result, by how often their blocks run;
//! * *global* takes what is cheapest for the whole function, as a minimum cut.
//!
//! Most functions have nothing that requires the second bank: one walk that looks up opcodes and types finds that out.
//!
//! There are two banks, the target's first and second ([`RegisterBankInfo`]): a choice is one bit, and the cheapest choices of a function are a
//! minimum cut. A target with more would need a cut of several ways, which is NP-hard.
//!
//! Requires: legal generic instructions in SSA form. Establishes: `RegBankSelected`. Cost: that walk for most functions; for the others a few more
//! walks and a union-find (fast), also dominators, loops and a sort of the uses (greedy), also the flow, which is bounded (global).

mod fast;
mod global;
mod greedy;
mod mapping_problem;
mod min_cut;
mod operand_banks;
mod repair;

use crate::error::Result;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, Properties};
use crate::target::Target;
use crate::target::registers::{BankId, RegClassId};
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
    /// That of integers and addresses.
    First,
    /// That of floating-point values and vectors.
    Second,
    /// Either, but the same as the instruction's other operands of this kind.
    Either,
    /// Wherever it is: a constant that becomes part of the instruction.
    Any,
}

/// What a target says about its banks.
pub trait RegisterBankInfo {
    /// The bank of integers and addresses.
    fn first_bank(&self) -> BankId;

    /// The bank of floating-point values and vectors.
    fn second_bank(&self) -> BankId;

    /// Whether values of type `ty` are always in the second bank (vectors).
    fn requires_second_bank(&self, ty: Llt) -> bool;

    /// Whether values of type `ty` may be in the second bank.
    fn allows_second_bank(&self, ty: Llt) -> bool;

    /// The bank of operand `n` of `inst` by the default mapping, if the target knows better than [`generic_operand_bank`].
    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank>;

    /// The cost of `inst` if its operands that have a choice are in `bank`, where a simple integer instruction costs 1.
    fn mapping_cost(&self, mf: &MachineFunction, inst: InstId, bank: BankId) -> u32;

    /// The cost of a copy from the bank `from` to the bank `to`, in the same unit.
    fn copy_cost(&self, to: BankId, from: BankId) -> u32;

    /// The class of registers of type `ty` in `bank`.
    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId>;
}

/// Assigns banks.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, mode: Mode) -> Result<()> {
    let facts = Facts::new(target);
    mf.properties |= Properties::REG_BANK_SELECTED;
    if !operand_banks::may_use_second_bank(mf, &facts) {
        mf.set_remaining_banks(facts.first);
        return Ok(());
    }
    let banks = OperandBanks { facts };
    match mode {
        Mode::Fast => fast::run(mf, target, &banks),
        Mode::Greedy => mapping_problem::run(mf, target, &banks, greedy::solve),
        Mode::Global => mapping_problem::run(mf, target, &banks, global::solve),
    }
    Ok(())
}
