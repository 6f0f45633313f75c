//! Debug locations of constants, frame addresses and extensions, which the source does not name.
//! Translation creates constants and frame addresses at their uses; legalization creates extensions
//! of words in arithmetic.
//!
//! * Requires: a function ready for selection.
//! * Establishes: these instructions have no location, so the next instruction begins its
//!   statement. Where the target requires it, those with one use get its location. An extension has
//!   the location of its arithmetic. At a constant, variables have the values from before it.
//! * Cost: linear in the instructions of functions with debug information.
//! * Source: LLVM's `SelectionDAG`, whose nodes for these have no location, and `Localizer`, which
//!   assigns them the location of their only user.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes as op;

/// Removes the locations of constants and frame addresses. If `of_one_use`, only those with several
/// uses lose theirs.
pub(crate) fn drop_constant_locations(mf: &mut MachineFunction, of_one_use: bool) {
    if mf.debug.is_none() {
        return;
    }
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let is_constant = matches!(mf.opcode(inst), op::G_CONSTANT | op::G_FCONSTANT | op::G_FRAME_INDEX);
            if is_constant && !(of_one_use && has_one_use(mf, inst)) {
                mf.set_location(inst, None);
            } else if mf.opcode(inst) == op::G_SEXT_INREG && !of_one_use {
                copy_location_of_arithmetic(mf, inst);
            }
        }
    }
}

fn has_one_use(mf: &MachineFunction, inst: InstId) -> bool {
    mf.vreg_operand(inst, 0).is_some_and(|result| mf.use_count(result) == 1)
}

/// Sets the location of a word's extension to the location of the arithmetic, if the extension is
/// its only use.
fn copy_location_of_arithmetic(mf: &mut MachineFunction, inst: InstId) {
    let source = mf.vreg_operand(inst, 1).filter(|&source| mf.use_count(source) == 1);
    let Some(def) = source.and_then(|source| mf.def(source)) else { return };
    let is_word = mf.imm_value(mf.operand(inst, 2)) == Some(32);
    if is_word && matches!(mf.opcode(def), op::G_ADD | op::G_SUB | op::G_MUL | op::G_SHL) {
        mf.set_location(inst, mf.location(def));
    }
}
