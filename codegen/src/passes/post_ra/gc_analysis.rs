//! `gc-analysis`: marks the safe points of functions whose collector has a table of them.
//!
//! Requires: final code. Establishes: a `GC_LABEL` after each call that returns here, after the
//! call's exception label if there is one. Cost: linear, and only for functions with such a
//! collector.

use crate::ir::entity::InstId;
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::{EH_LABEL, GC_LABEL};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::target::PassTarget;

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    if mf.attrs.collector.is_none() {
        return;
    }
    let is_safe_point = |mf: &MachineFunction, inst: InstId| {
        let desc = target.desc(mf.opcode(inst));
        desc.has(InstrFlags::CALL) && !desc.has(InstrFlags::TERMINATOR)
    };
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let calls: Vec<InstId> = insts.filter(|&inst| is_safe_point(mf, inst)).collect();
    for (number, mut last) in (0..).zip(calls) {
        while let Some(label) = mf.next_inst(last).filter(|&next| mf.opcode(next) == EH_LABEL) {
            last = label;
        }
        let label = mf.create_inst(GC_LABEL, &[Operand::mc_symbol(number)], mf.inst(last).debug_loc);
        mf.insert_after(last, label);
    }
}
