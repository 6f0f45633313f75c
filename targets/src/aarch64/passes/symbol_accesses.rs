//! `symbol-accesses`: folds the lower part of a symbol's address into all accesses to the symbol.
//!
//! An address in a register takes `adrp` and `add`. If it is only loaded from and stored to, at no
//! offset, each access adds the lower 12 bits itself, and the register holds the page. Selection
//! does this for an address with one use; here all uses are known.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: a walk over opcodes,
//! and one over the instructions if there are addresses of symbols.

use crate::aarch64::frame::frame_index::{scale, unscaled};
use crate::aarch64::isel::code_model;
use crate::aarch64::isel::symbol_addressing::scales_low_bits;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::classes;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::module::Module;
use gisel_codegen::passes::analysis::address_accesses::{Access, accesses_by_address};
use gisel_codegen::target::PassTarget;

/// Folds the addresses of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, module: &Module) {
    if !code_model::has_pages(module) || target.facts().tags_variables {
        return;
    }
    let accesses = accesses_by_address(mf, op::MOVaddr, |mf, inst| Some((accessed(mf, inst)?, 0)));
    for of_one in accesses.chunk_by(|a, b| a.0 == b.0) {
        fold(mf, module, of_one);
    }
}

/// Returns the register that `inst` loads from or stores to, at no offset.
fn accessed(mf: &MachineFunction, inst: InstId) -> Option<VReg> {
    let &[value, address, offset] = mf.operands(inst) else { return None };
    let address = address.vreg().filter(|&address| value.vreg() != Some(address))?;
    (mf.imm_value(offset) == Some(0) && unscaled(mf.opcode(inst)).is_some()).then_some(address)
}

/// Replaces an address by its page, if each of `accesses`, all its uses, can add the rest.
fn fold(mf: &mut MachineFunction, module: &Module, accesses: &[Access]) {
    let address = accesses[0].0;
    let Some(def) = mf.def(address) else { return };
    let symbol = mf.operand(def, 1);
    let Some(variable) = mf.symbol_ref(symbol) else { return };
    let fits = |access: &Access| {
        scale(mf.opcode(access.2)).is_some_and(|size| scales_low_bits(module, variable, size))
    };
    if !accesses.iter().all(fits) {
        return;
    }
    let page = mf.create_class_vreg(classes::GPR64COMMON);
    let adrp = mf.create_inst(op::ADRP, &[Operand::def(page), symbol], mf.inst(def).debug_loc);
    mf.insert_before(def, adrp);
    for &(_, _, inst) in accesses {
        mf.set_operand(inst, 1, Operand::use_of(page));
        mf.set_operand(inst, 2, symbol.with_target_flags(spec::LO12.0));
    }
    mf.remove_inst(def);
}
