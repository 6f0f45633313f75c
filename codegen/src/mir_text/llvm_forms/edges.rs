//! Copies of the results of jumping inline assembly (`asm goto`). In LLVM's MIR they follow the
//! assembly; here they are at the start of the next block, since no instruction follows a
//! terminator. Cost: linear.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, Properties};
use crate::ir::opcodes::{COPY, G_PHI, INLINEASM_BR, PHI};

/// Moves the copies of the results of the assembly that ends `block` right after it. So no physical
/// register is live into the next block.
pub(super) fn copy_outputs_at_once(mf: &mut MachineFunction, block: BlockId) {
    let Some(jump) = mf.last_inst(block) else { return };
    let Some(asm) = mf.prev_inst(jump).filter(|&asm| mf.opcode(asm) == INLINEASM_BR) else { return };
    let Some(next) = next_block(mf, jump) else { return };
    while let Some(copy) = mf.first_inst(next).filter(|&first| is_copy_of_output(mf, first)) {
        mf.unlink_inst(copy);
        mf.insert_before(jump, copy);
    }
    if mf.operands(asm).iter().any(|operand| operand.is_def()) {
        mf.block_mut(next).live_ins.clear();
    }
}

/// Moves such copies of physical registers to the next block of a function that was read, if that
/// has no other predecessor.
pub(crate) fn read_edges(mf: &mut MachineFunction) {
    if mf.properties.contains(Properties::NO_VREGS) {
        return;
    }
    for block in mf.layout.clone() {
        let Some(jump) = mf.last_inst(block) else { continue };
        let Some(next) = next_block(mf, jump) else { continue };
        let copies = std::iter::successors(mf.prev_inst(jump), |&inst| mf.prev_inst(inst));
        let copies: Vec<InstId> = copies.take_while(|&inst| is_copy_of_output(mf, inst)).collect();
        let before = copies.last().map_or(jump, |&first| first);
        let after_asm = mf.prev_inst(before).is_some_and(|asm| mf.opcode(asm) == INLINEASM_BR);
        let has_phis = mf.first_inst(next).is_some_and(|first| matches!(mf.opcode(first), PHI | G_PHI));
        if !after_asm || has_phis || mf.block(next).predecessors.len() != 1 {
            continue;
        }
        for copy in copies {
            let source = mf.operand(copy, 1).phys();
            mf.block_mut(next).live_ins.extend(source);
            mf.unlink_inst(copy);
            match mf.first_inst(next) {
                Some(first) => mf.insert_before(first, copy),
                None => mf.append_inst(next, copy),
            }
        }
        mf.block_mut(next).live_ins.sort_unstable();
        mf.block_mut(next).live_ins.dedup();
    }
}

/// Returns the target of a jump.
fn next_block(mf: &MachineFunction, jump: InstId) -> Option<BlockId> {
    mf.operands(jump).iter().find_map(|operand| operand.as_block())
}

fn is_copy_of_output(mf: &MachineFunction, inst: InstId) -> bool {
    mf.opcode(inst) == COPY && mf.operand(inst, 1).phys().is_some()
}
