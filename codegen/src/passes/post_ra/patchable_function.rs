//! `patchable-function`: marks the patchable entry of a function (`patchable-function-entry`).
//!
//! Requires: prologues. Establishes: the entry block begins with `PATCHABLE_FUNCTION_ENTER`, which
//! is emitted as no-ops. A landing instruction for indirect branches is inserted before it later.
//! Cost: constant.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::PATCHABLE_FUNCTION_ENTER;

/// Runs the pass.
pub fn run(mf: &mut MachineFunction) {
    let entry = mf.entry();
    let first = mf.first_inst(entry);
    let is_there = first.is_some_and(|inst| mf.opcode(inst) == PATCHABLE_FUNCTION_ENTER);
    if mf.attrs.patchable.entry != 0 && !is_there {
        let point = first.map_or(InsertPoint::End(entry), InsertPoint::Before);
        Builder::new(mf, point).inst(PATCHABLE_FUNCTION_ENTER, &[]);
    }
}
