//! Landing pads that do the same become one: for the `branch-folder`.
//!
//! Translation gives each invoke a pad of its own, whose copies register allocation adapts to what lives over the invoke. Where
//! two pads are for the same reasons, consist of the same instructions and continue at the same place, the latter one is erased.
//!
//! Requires: physical registers, explicit jumps at the ends of pads. Establishes: nothing new. Cost: linear, but for the comparison of pads that go
//! on at one place with `MOST_KINDS` others there.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{LandingPad, MachineFunction};
use crate::ir::opcodes::EH_LABEL;

/// Of pads that continue at one place, so many are compared with others.
const MOST_KINDS: usize = 16;

/// A pad that is kept.
struct Kept {
    block: BlockId,
    reasons: LandingPad,
}

/// Shares the landing pads of `mf`.
pub(crate) fn run(mf: &mut MachineFunction) {
    let pads: Vec<BlockId> = mf.layout.iter().copied().filter(|&block| mf.block(block).is_eh_pad).collect();
    if pads.len() < 2 {
        return;
    }
    // By where they continue.
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
            None if kept[to.index()].len() < MOST_KINDS => kept[to.index()].push(Kept { block, reasons }),
            None => {}
        }
    }
    mf.layout.retain(|block| !erased[block.index()]);
}

/// Returns true if two pads have the same instructions, labels aside, and end in a jump.
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

/// Has the invokes of `old` land at `new`; both continue at `to`.
fn replace(mf: &mut MachineFunction, old: BlockId, new: BlockId, to: BlockId) {
    for from in std::mem::take(&mut mf.block_mut(old).predecessors) {
        let successors = &mut mf.block_mut(from).successors;
        successors.iter_mut().filter(|s| **s == old).for_each(|s| *s = new);
        mf.block_mut(new).predecessors.push(from);
    }
    mf.remove_edge(old, to);
}
