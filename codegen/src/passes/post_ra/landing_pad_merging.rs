//! Merges equal landing pads, for the `branch-folder`.
//!
//! Translation gives each invoke its own pad, whose copies register allocation adapts to the live
//! values. If two pads have equal clauses, instructions and successors, the later one is erased.
//!
//! Requires: physical registers, explicit jumps at the ends of pads. Establishes: nothing new.
//! Cost: linear, except for comparing each pad with up to `MAX_KINDS` pads of the same successor.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{LandingPad, MachineFunction};
use crate::ir::opcodes::EH_LABEL;

/// The maximum number of different pads with one successor that are compared.
const MAX_KINDS: usize = 16;

/// A pad that is preserved.
struct Kept {
    block: BlockId,
    reasons: LandingPad,
}

/// Merges the landing pads of `mf`.
pub(crate) fn run(mf: &mut MachineFunction) {
    let pads: Vec<BlockId> = mf.layout.iter().copied().filter(|&block| mf.block(block).is_eh_pad).collect();
    if pads.len() < 2 {
        return;
    }
    // By successor.
    let mut kept: Vec<Vec<Kept>> = Vec::new();
    kept.resize_with(mf.num_blocks(), Vec::new);
    let mut erased = vec![false; mf.num_blocks()];
    for block in pads {
        let (&[to], Some(reasons)) = (&mf.block(block).successors[..], mf.landing_pad(block)) else {
            continue;
        };
        let same = kept[to.index()]
            .iter()
            .find(|other| other.reasons == reasons && are_equal(mf, other.block, block));
        match same.map(|other| other.block) {
            Some(other) => {
                replace(mf, block, other, to);
                erased[block.index()] = true;
            }
            None if kept[to.index()].len() < MAX_KINDS => kept[to.index()].push(Kept { block, reasons }),
            None => {}
        }
    }
    mf.layout.retain(|block| !erased[block.index()]);
}

/// Returns true if two pads have equal instructions, labels aside, and end in a jump.
fn are_equal(mf: &MachineFunction, a: BlockId, b: BlockId) -> bool {
    let insts = |block| mf.insts(block).filter(|&inst: &InstId| mf.opcode(inst) != EH_LABEL);
    let jumps = mf.last_inst(b).is_some_and(|inst| mf.operands(inst).iter().any(|o| o.as_block().is_some()));
    let equal = |(x, y): (InstId, InstId)| {
        let plain = mf.mem_operand(x).is_none() && mf.mem_operand(y).is_none();
        plain && mf.opcode(x) == mf.opcode(y) && mf.operands(x) == mf.operands(y)
    };
    jumps
        && mf.block(a).live_ins == mf.block(b).live_ins
        && insts(a).count() == insts(b).count()
        && insts(a).zip(insts(b)).all(equal)
}

/// Redirects the invokes of `old` to `new`; both continue at `to`.
fn replace(mf: &mut MachineFunction, old: BlockId, new: BlockId, to: BlockId) {
    for from in std::mem::take(&mut mf.block_mut(old).predecessors) {
        let successors = &mut mf.block_mut(from).successors;
        successors.iter_mut().filter(|s| **s == old).for_each(|s| *s = new);
        mf.block_mut(new).predecessors.push(from);
    }
    mf.remove_edge(old, to);
    if let Some(values) = mf.debug_values_mut() {
        values.shared_block(new, old);
    }
}
