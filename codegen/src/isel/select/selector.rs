//! InstructionSelector: a target's selection rules.

use super::{Selected, Selection};
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;

/// A target's selection rules.
pub trait InstructionSelector: Send + Sync {
    /// Selects `root`: emits instructions before it, and returns the registers of its results.
    /// Returns `None` if no rule matches.
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected>;

    /// Returns the first instruction of a selected function that uses registers which the subtarget
    /// lacks.
    fn unavailable(&self, _mf: &MachineFunction) -> Option<InstId> {
        None
    }

    /// Returns the rules' names by number, for coverage and for disabling them.
    fn rules(&self) -> &'static [&'static str];

    /// Returns the source text of the rules by number.
    fn rule_texts(&self) -> &'static [&'static str] {
        &[]
    }
}
