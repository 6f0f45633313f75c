//! Which lines instructions are of that the source does not name: constants and addresses of the frame, which translation makes where they are
//! used, and extensions of words, which legalization makes of arithmetic.
//!
//! * Requires: what is to be selected.
//! * Establishes: they are of no line, so that what they stand before begins its statement; those of one use have its line where the target asks
//!   for that. An extension is of the arithmetic's line. Variables have at a constant what they have before it.
//! * Cost: linear in the instructions of functions with debug information.
//! * Source: LLVM's `SelectionDAG`, whose nodes for them have no location, and `Localizer`, which gives them their user's if there is one only.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes as op;

/// Takes their lines from constants and frame addresses; `of_one_use`: only from those that are used several times.
pub fn forget_of_constants(mf: &mut MachineFunction, of_one_use: bool) {
    if mf.debug.is_none() {
        return;
    }
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let is_constant = matches!(mf.opcode(inst), op::G_CONSTANT | op::G_FCONSTANT | op::G_FRAME_INDEX);
            if is_constant && !(of_one_use && has_one_use(mf, inst)) {
                mf.inst_mut(inst).debug_loc = None;
            } else if mf.opcode(inst) == op::G_SEXT_INREG && !of_one_use {
                take_line_of_arithmetic(mf, inst);
            }
        }
    }
}

fn has_one_use(mf: &MachineFunction, inst: InstId) -> bool {
    mf.vreg_operand(inst, 0).is_some_and(|result| mf.use_count(result) == 1)
}

/// The extension of a word is part of the arithmetic that it extends, where that is extended only, and of its line.
fn take_line_of_arithmetic(mf: &mut MachineFunction, inst: InstId) {
    let source = mf.vreg_operand(inst, 1).filter(|&source| mf.use_count(source) == 1);
    let Some(def) = source.and_then(|source| mf.def(source)) else { return };
    let is_word = mf.imm_value(mf.operand(inst, 2)) == Some(32);
    if is_word && matches!(mf.opcode(def), op::G_ADD | op::G_SUB | op::G_MUL | op::G_SHL) {
        mf.inst_mut(inst).debug_loc = mf.inst(def).debug_loc;
    }
}
