//! The unwind state at a point of a function: the rules established by its CFI directives so far.

use crate::ir::mir::CfiDirective;
use rustc_hash::FxHashMap;

/// The number of a state; equal states have the same number.
pub(super) type StateId = u32;

/// The state of functions without unwind tables.
pub(super) const NO_TABLE: StateId = 0;

/// The unwind rules at a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct CfiState {
    /// The register and offset of the canonical frame address.
    pub cfa: (u16, i64),
    /// The offsets of saved registers from that address, sorted by register.
    pub saved: Vec<(u16, i64)>,
    /// True if there is a rule that the other fields cannot express.
    pub is_opaque: bool,
}

impl CfiState {
    /// Returns the state at function entry.
    pub(crate) fn initial(directives: &[CfiDirective]) -> CfiState {
        let mut state = CfiState { cfa: (0, 0), saved: Vec::new(), is_opaque: false };
        directives.iter().for_each(|&directive| state.apply(directive));
        state
    }

    fn apply(&mut self, directive: CfiDirective) {
        match directive {
            CfiDirective::DefCfa(reg, offset) => self.cfa = (reg, offset),
            CfiDirective::DefCfaRegister(reg) => self.cfa.0 = reg,
            CfiDirective::DefCfaOffset(offset) => self.cfa.1 = offset,
            CfiDirective::Offset(reg, offset) => {
                self.saved.retain(|(saved, _)| *saved != reg);
                let at = self.saved.partition_point(|(saved, _)| *saved < reg);
                self.saved.insert(at, (reg, offset));
            }
            CfiDirective::Restore(reg) => self.saved.retain(|(saved, _)| *saved != reg),
            _ => self.is_opaque = true,
        }
    }

    /// Returns the directives that change the initial state to this one.
    pub(crate) fn directives(&self, initial: &CfiState) -> Vec<CfiDirective> {
        let cfa = (self.cfa != initial.cfa).then_some(CfiDirective::DefCfa(self.cfa.0, self.cfa.1));
        let saved = self.saved.iter().map(|&(reg, offset)| CfiDirective::Offset(reg, offset));
        cfa.into_iter().chain(saved).collect()
    }
}

/// The table of all states, by number.
#[derive(Default)]
pub(super) struct States {
    list: Vec<CfiState>,
    numbers: FxHashMap<CfiState, StateId>,
}

impl States {
    /// Returns the state with a number; `None` for functions without tables.
    pub(crate) fn get(&self, id: StateId) -> Option<&CfiState> {
        self.list.get((id as usize).checked_sub(1)?)
    }

    /// Returns the number of a state.
    pub fn number(&mut self, state: &CfiState) -> StateId {
        if let Some(&known) = self.numbers.get(state) {
            return known;
        }
        self.list.push(state.clone());
        let number = self.list.len() as StateId;
        self.numbers.insert(state.clone(), number);
        number
    }
}

/// Tracks the state along the directives, in layout order.
pub(super) struct Walk {
    /// The current state.
    pub state: CfiState,
    /// Its number.
    pub number: StateId,
    remembered: Vec<CfiState>,
}

impl Walk {
    /// Starts at a function's entry.
    pub(crate) fn new(initial: &CfiState, states: &mut States) -> Walk {
        Walk { state: initial.clone(), number: states.number(initial), remembered: Vec::new() }
    }

    /// Applies a directive.
    pub(crate) fn step(&mut self, directive: CfiDirective, states: &mut States) {
        match directive {
            CfiDirective::RememberState => self.remembered.push(self.state.clone()),
            CfiDirective::RestoreState => match self.remembered.pop() {
                Some(state) => self.state = state,
                None => self.state.is_opaque = true,
            },
            _ => self.state.apply(directive),
        }
        self.number = states.number(&self.state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_that_of_its_directives() {
        let initial = CfiState::initial(&[CfiDirective::DefCfa(31, 0)]);
        let mut states = States::default();
        let mut walk = Walk::new(&initial, &mut states);
        let first = walk.number;
        let steps = [
            CfiDirective::DefCfaOffset(32),
            CfiDirective::Offset(30, -8),
            CfiDirective::Offset(29, -16),
            CfiDirective::RememberState,
            CfiDirective::Restore(30),
            CfiDirective::RestoreState,
        ];
        steps.iter().for_each(|&step| walk.step(step, &mut states));
        let [cfa, fp, lr] = [CfiDirective::DefCfa(31, 32), steps[2], steps[1]];
        assert_eq!(walk.state.directives(&initial), [cfa, fp, lr]);
        for step in [CfiDirective::DefCfaOffset(0), CfiDirective::Restore(29), CfiDirective::Restore(30)] {
            walk.step(step, &mut states);
        }
        assert_eq!(walk.number, first);
        walk.step(CfiDirective::NegateRaState, &mut states);
        assert!(states.get(walk.number).is_some_and(|state| state.is_opaque));
    }
}
