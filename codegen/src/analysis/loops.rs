//! Natural loops: how deep each block is nested.
//!
//! A loop has a header that dominates a predecessor of its own; it consists of what reaches that predecessor without
//! passing the header. Cycles without such a header do not count. Linear in blocks and edges times the depth.

use super::dominators::Dominators;
use crate::entity::BlockId;
use crate::mir::MachineFunction;

/// How many loops are around each block, by block id.
pub fn depths(mf: &MachineFunction, tree: &Dominators) -> Vec<u32> {
    let mut depths = vec![0; mf.num_blocks()];
    let mut inside = vec![u32::MAX; mf.num_blocks()];
    let mut stack: Vec<BlockId> = Vec::new();
    for &header in &tree.order {
        let closes = |p: &&BlockId| tree.is_reachable(**p) && tree.dominates(header, **p);
        stack.extend(mf.block(header).predecessors.iter().filter(closes));
        if stack.is_empty() {
            continue;
        }
        inside[header.index()] = header.raw();
        depths[header.index()] += 1;
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut inside[block.index()], header.raw()) == header.raw() {
                continue;
            }
            depths[block.index()] += 1;
            stack.extend(mf.block(block).predecessors.iter().filter(|p| tree.is_reachable(**p)));
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{SubtargetId, SymbolId};

    #[test]
    fn nested_loops_count_each() {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let b: Vec<BlockId> = (0..6).map(|_| mf.append_block()).collect();
        for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (4, 5), (1, 5)] {
            mf.add_edge(b[from], b[to]);
        }
        assert_eq!(depths(&mf, &Dominators::compute(&mf)), [0, 1, 2, 2, 1, 0]);
    }
}
