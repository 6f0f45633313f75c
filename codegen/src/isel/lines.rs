//! Which lines instructions are of that the source does not name: constants and addresses of the frame, which translation makes where they are
//! used.
//!
//! * Requires: what is to be selected.
//! * Establishes: they are of no line, so that what they stand before begins its statement; those of one use have its line where the target asks
//!   for that. Of which segment they are (see [`crate::ir::debug_info::ValueTable`]) stays.
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
            let is_constant =
                matches!(mf.opcode(inst), op::G_CONSTANT | op::G_FCONSTANT | op::G_FRAME_INDEX);
            if is_constant && !(of_one_use && has_one_use(mf, inst)) {
                mf.forget_line(inst);
            }
        }
    }
}

fn has_one_use(mf: &MachineFunction, inst: InstId) -> bool {
    mf.vreg_operand(inst, 0).is_some_and(|result| mf.use_count(result) == 1)
}
