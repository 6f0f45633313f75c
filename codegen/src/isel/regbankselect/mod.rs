//! RegBankSelect: assigns a bank to every virtual register, and inserts copies where an instruction
//! requires another bank.
//!
//! For most opcodes the banks of the operands are fixed ([`OperandBank`]). The others (loads,
//! stores, phis, selects, copies, …) only move a value and can do so in any bank that holds it:
//! they have a *choice*. The three modes choose differently:
//!
//! * *fast* considers opcodes only: values connected by such instructions are in the bank that most
//!   of the instructions require that compute with them;
//! * *greedy* chooses the cheapest bank for one instruction after the other: the cost of its
//!   mapping, and of the copies of its operands and result, weighted by block frequency;
//! * *global* chooses the cheapest banks for the whole function, as a minimum cut.
//!
//! Most functions require no bank other than the default one; one walk that looks up opcodes and
//! types determines that.
//!
//! Banks are the rows of a table of the target ([`Bank`]), the default one first. With two rows the
//! optimum is a minimum cut. With more it would be a multiway cut, which is NP-hard, so the result
//! of the greedy mode is used. A value in several registers has been split by the legalizer, and
//! each register is mapped separately.
//!
//! Requires: legal generic instructions in SSA form. Establishes: `RegBankSelected`. Cost: one walk
//! for most functions; for the others a few more walks and a union-find (fast). Greedy mode also
//! computes dominators and loops, and sorts the uses. Global mode also computes the flow, which is
//! bounded.

mod bank_table;
mod fast;
mod global;
mod greedy;
mod min_cut;
mod operand_banks;
mod possible_mappings;
mod register_bank_info;
mod repair;

use crate::ir::mir::{MachineFunction, Properties};
use crate::isel::target::IselTarget;
use crate::support::error::Result;
use bank_table::DEFAULT;
pub use bank_table::{Bank, bank_of_type, scalars_of, scalars_up_to};
pub use operand_banks::generic_operand_bank;
use operand_banks::{Facts, OperandBanks};
pub use register_bank_info::{OperandBank, RegisterBankInfo};

/// The strategy to choose banks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The default mapping of each instruction.
    Fast,
    /// The cheapest mapping of each instruction.
    Greedy,
    /// The cheapest mappings of all instructions together.
    Global,
}

/// Assigns banks.
pub fn run(mf: &mut MachineFunction, target: &dyn IselTarget, mode: Mode) -> Result<()> {
    let facts = Facts::new(target, target.register_banks());
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
