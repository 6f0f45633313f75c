//! `merge-base-offset`: folds the lower part of a symbol's address into all accesses to the
//! symbol.
//!
//! An absolute address in a register takes `lui` and `addi`. If it is only loaded from and stored to,
//! each access adds the lower 12 bits itself. The upper bits are those of all accessed addresses, as
//! these are in one block of the symbol's alignment, or are equal.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: a walk over opcodes,
//! and one over the instructions if there are absolute addresses.

use crate::riscv::isel::code_model;
use crate::riscv::isel::symbol_addressing::based_access;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::spec;
use gisel_codegen::ir::mir::{MachineFunction, Operand, SymbolRef};
use gisel_codegen::ir::module::{Module, SymbolKind};
use gisel_codegen::passes::analysis::address_accesses::{Access, accesses_by_address};

/// The maximum number of accesses. One with a symbol is never a compressed instruction.
const MAX_ACCESSES: usize = 4;

/// The maximum number of accesses when optimizing for size.
const MAX_SMALL_ACCESSES: usize = 2;

/// Folds the addresses of `mf`.
pub fn run(mf: &mut MachineFunction, module: &Module) {
    if !code_model::is_medlow(module) {
        return;
    }
    let accesses = accesses_by_address(mf, op::PseudoMovAddr, based_access);
    for of_one in accesses.chunk_by(|a, b| a.0 == b.0) {
        fold(mf, module, of_one);
    }
}

/// Replaces an address by its upper part. `accesses` are all its uses, by ascending offset.
fn fold(mf: &mut MachineFunction, module: &Module, accesses: &[Access]) {
    let (address, first, _) = accesses[0];
    let last = accesses[accesses.len() - 1].1;
    let small = mf.attrs.opt_size || mf.attrs.min_size;
    let most = if small { MAX_SMALL_ACCESSES } else { MAX_ACCESSES };
    let Some(def) = mf.def(address) else { return };
    let Some(symbol) = mf.symbol_ref(mf.operand(def, 1)) else { return };
    if accesses.len() > most || !share_upper_part(module, symbol, first, last) {
        return;
    }
    let mut part =
        |offset: i64, part: u8| mf.global(symbol.symbol, symbol.offset + offset).with_target_flags(part);
    let high = part(first, spec::HI.0);
    let parts: Vec<Operand> = accesses.iter().map(|access| part(access.1, spec::LO.0)).collect();
    mf.replace_with_inst(def, op::LUI, &[mf.operand(def, 0), high]);
    for (&(_, _, inst), low) in accesses.iter().zip(parts) {
        mf.set_operand(inst, 2, low);
    }
}

/// Returns true if the addresses at offsets from `first` to `last` have the same upper part.
fn share_upper_part(module: &Module, symbol: SymbolRef, first: i64, last: i64) -> bool {
    let info = module.symbol(symbol.symbol);
    let align = i64::from(info.align).clamp(1, 1 << 11);
    let start = symbol.offset.checked_add(first);
    let fits = |start: i64| start.rem_euclid(align) + (last - first) < align;
    first == last && start.is_some() || info.kind == SymbolKind::Data && start.is_some_and(fits)
}
