//! Dominators, loops and frequencies. They are computed once and shared by passes until one of them
//! changes the blocks.

use super::block_frequency::BlockFrequency;
use super::dominators::Dominators;
use super::loops::Loops;
use crate::ir::mir::MachineFunction;
use crate::machine::target::MachineTarget;
use std::sync::{Arc, OnceLock};

/// The control-flow analyses of a function.
#[derive(Debug)]
pub struct ControlFlow {
    /// The dominators.
    pub tree: Dominators,
    loops: OnceLock<Loops>,
    frequency: OnceLock<BlockFrequency>,
}

impl ControlFlow {
    /// Returns the analyses of `mf`. The result stays unchanged if the function's blocks change
    /// later.
    pub fn of(mf: &MachineFunction) -> Arc<ControlFlow> {
        mf.remembered(|| ControlFlow {
            tree: Dominators::compute(mf),
            loops: OnceLock::new(),
            frequency: OnceLock::new(),
        })
    }

    /// Keeps the analyses after a change of probabilities alone. Nothing is kept if frequencies have
    /// been computed.
    pub(crate) fn keep(self: Arc<ControlFlow>, mf: &MachineFunction) {
        if self.frequency.get().is_none() {
            mf.remember(self);
        }
    }

    /// Returns the loops of `mf`, whose blocks must not have changed.
    pub fn loops(&self, mf: &MachineFunction) -> &Loops {
        self.loops.get_or_init(|| Loops::compute(mf, &self.tree))
    }

    /// Returns the block frequencies of `mf`, whose blocks must not have changed.
    pub fn frequency(&self, mf: &MachineFunction, target: &dyn MachineTarget) -> &BlockFrequency {
        self.frequency.get_or_init(|| BlockFrequency::compute(mf, target, &self.tree, self.loops(mf)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::{SubtargetId, SymbolId};
    use crate::testing::toy::TOY;

    #[test]
    fn probabilities_change_frequencies_only() {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let a = mf.append_block();
        let first = ControlFlow::of(&mf);
        mf.block_mut(a).probabilities.clear();
        Arc::clone(&first).keep(&mf);
        assert!(Arc::ptr_eq(&first, &ControlFlow::of(&mf)));
        first.frequency(&mf, TOY);
        mf.block_mut(a).probabilities.clear();
        Arc::clone(&first).keep(&mf);
        assert!(!Arc::ptr_eq(&first, &ControlFlow::of(&mf)));
    }

    #[test]
    fn a_changed_function_is_analysed_again() {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let [a, b, c] = [(); 3].map(|()| mf.append_block());
        mf.add_edge(a, b);
        mf.add_edge(b, c);
        let first = ControlFlow::of(&mf);
        assert!(Arc::ptr_eq(&first, &ControlFlow::of(&mf)));
        assert!(first.tree.dominates(b, c) && first.loops(&mf).is_empty());
        mf.add_edge(a, c);
        assert!(!ControlFlow::of(&mf).tree.dominates(b, c));
        mf.add_edge(c, b);
        mf.remove_edge(a, b);
        let last = ControlFlow::of(&mf);
        assert!(last.tree.dominates(c, b) && !last.loops(&mf).is_empty());
        assert!(first.tree.dominates(b, c));
    }
}
