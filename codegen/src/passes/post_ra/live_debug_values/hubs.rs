//! Hubs: groups of blocks with the same list of many successors, such as the copies of an
//! interpreter's dispatch.

use super::state::State;
use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use rustc_hash::FxHashMap;

/// The minimum number of successors of a hub.
const MIN_SHARED: usize = 8;

/// Blocks that have the same list of many successors.
pub(super) struct Hub<'a> {
    pub successors: &'a [BlockId],
    /// True if any of the blocks is reached. `state` holds at the ends of all reached ones;
    /// `has_changed` is set when it changes.
    pub is_reached: bool,
    pub state: State,
    pub has_changed: bool,
}

/// The hubs of a function.
#[derive(Default)]
pub(super) struct Hubs<'a> {
    pub list: Vec<Hub<'a>>,
    pub by_block: FxHashMap<BlockId, usize>,
}

impl<'a> Hubs<'a> {
    /// Finds the hubs of a function.
    pub fn of(function: &'a MachineFunction) -> Hubs<'a> {
        let mut blocks: FxHashMap<&[BlockId], Vec<BlockId>> = FxHashMap::default();
        for &block in &function.layout {
            let successors = &function.block(block).successors[..];
            if successors.len() >= MIN_SHARED && !successors.iter().any(|&to| function.block(to).is_eh_pad) {
                blocks.entry(successors).or_default().push(block);
            }
        }
        let mut hubs = Hubs::default();
        for (successors, blocks) in blocks.into_iter().filter(|(_, blocks)| blocks.len() > 1) {
            hubs.by_block.extend(blocks.into_iter().map(|block| (block, hubs.list.len())));
            let state = State::default();
            hubs.list.push(Hub { successors, is_reached: false, state, has_changed: false });
        }
        hubs
    }
}
