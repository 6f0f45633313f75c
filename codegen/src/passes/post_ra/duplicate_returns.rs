//! `duplicate-returns`: a jump to a return becomes a return.
//!
//! After the epilogues are inserted, a block may consist of nothing but a return. A return is no
//! larger than a jump, so each jump to such a block is replaced. Tail calls may be larger.
//!
//! Requires: physical registers, epilogues. Establishes: nothing new. Cost: linear in the blocks.

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::post_ra::branch_folding::remove_unreachable;
use crate::passes::post_ra::tail_duplicator::duplicate;
use crate::passes::target::PassTarget;

/// Replaces the jumps to returns of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let is_return = |mf: &MachineFunction, block: BlockId| {
        let only = mf.first_inst(block).filter(|&inst| mf.next_inst(inst).is_none());
        let flags = only.map(|inst| target.desc(mf.opcode(inst)).flags);
        let returns = flags.is_some_and(|f| f.contains(InstrFlags::RETURN) && !f.contains(InstrFlags::CALL));
        returns && mf.block(block).successors.is_empty()
    };
    let returns: Vec<BlockId> =
        mf.layout.iter().copied().skip(1).filter(|&block| is_return(mf, block)).collect();
    let mut is_changed = false;
    for block in returns {
        for pred in mf.block(block).predecessors.clone() {
            is_changed |= duplicate(mf, target, block, pred);
        }
    }
    if is_changed {
        remove_unreachable(mf);
    }
}
