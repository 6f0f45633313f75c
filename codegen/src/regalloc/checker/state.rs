//! The values that each location holds during the replay of an allocated function.

use crate::ir::entity::VReg;
use crate::machine::desc::registers::RegUnit;
use smallvec::SmallVec;
use std::collections::HashMap;

/// A value: unit `k` of a virtual register, or a physical unit's own.
pub(crate) type Value = u64;
pub(crate) type Set = Vec<Value>;

const PHYSICAL: Value = 1 << 63;

pub(crate) fn virtual_value(vreg: VReg, k: usize) -> Value {
    (vreg.raw() as Value) << 8 | k as Value
}

pub(crate) fn physical_value(unit: RegUnit) -> Value {
    PHYSICAL | unit.0 as Value
}

/// The values in each location, by number. Register units come first.
#[derive(Clone)]
pub(crate) struct CheckerState {
    locations: Vec<Set>,
    /// Values that are ignored in all locations: the other units of a sub-register written with
    /// `undef`.
    undefined: Set,
    /// The locations of each value.
    holders: HashMap<Value, SmallVec<[u32; 4]>>,
}

impl CheckerState {
    /// Returns the state of `locations` empty locations.
    pub(crate) fn new(locations: usize) -> CheckerState {
        CheckerState {
            locations: vec![Set::new(); locations],
            undefined: Set::new(),
            holders: HashMap::new(),
        }
    }

    /// Returns the values in a location.
    pub(crate) fn at(&self, location: usize) -> &Set {
        &self.locations[location]
    }

    /// Returns true if a location holds a value, or the value is ignored.
    pub(crate) fn holds(&self, location: usize, value: Value) -> bool {
        self.locations[location].contains(&value) || self.undefined.contains(&value)
    }

    /// Sets the values in a location.
    pub(crate) fn set(&mut self, location: usize, values: Set) {
        for old in std::mem::take(&mut self.locations[location]) {
            if let Some(holders) = self.holders.get_mut(&old) {
                holders.retain(|p| *p as usize != location);
            }
        }
        values.into_iter().for_each(|value| self.add(location, value));
    }

    /// Adds a value to a location.
    pub(crate) fn add(&mut self, location: usize, value: Value) {
        if !self.locations[location].contains(&value) {
            self.locations[location].push(value);
            self.holders.entry(value).or_default().push(location as u32);
        }
    }

    /// Removes a value from all locations.
    pub(crate) fn kill(&mut self, value: Value) {
        for location in self.holders.remove(&value).unwrap_or_default() {
            self.locations[location as usize].retain(|v| *v != value);
        }
        self.undefined.retain(|v| *v != value);
    }

    /// Removes a value from all locations and ignores it.
    pub(crate) fn ignore(&mut self, value: Value) {
        self.kill(value);
        self.undefined.push(value);
    }

    /// Adds the second value of each pair wherever the first one is.
    pub(crate) fn add_equal(&mut self, pairs: &[(Value, Value)]) {
        for &(source, result) in pairs {
            for location in self.holders.get(&source).cloned().unwrap_or_default() {
                self.add(location as usize, result);
            }
        }
    }

    /// Assigns the first value of each pair to the second one, in parallel.
    pub(crate) fn assign(&mut self, pairs: &[(Value, Value)]) {
        let locations = |(source, _): &(Value, Value)| {
            (self.holders.get(source).cloned().unwrap_or_default(), self.undefined.contains(source))
        };
        let old: Vec<_> = pairs.iter().map(locations).collect();
        pairs.iter().for_each(|&(_, result)| self.kill(result));
        for ((holders, undefined), &(_, result)) in old.into_iter().zip(pairs) {
            holders.into_iter().for_each(|location| self.add(location as usize, result));
            self.undefined.extend(undefined.then_some(result));
        }
    }

    /// Intersects with `other`; ignored values of one side are taken from the other. Returns true
    /// if anything changed.
    pub(crate) fn meet(&mut self, other: &CheckerState) -> bool {
        let mut changed = false;
        for (ours, theirs) in self.locations.iter_mut().zip(&other.locations) {
            let before = ours.len();
            ours.retain(|v| theirs.contains(v) || other.undefined.contains(v));
            changed |= ours.len() != before;
            for v in theirs.iter().filter(|v| self.undefined.contains(v)) {
                if !ours.contains(v) {
                    ours.push(*v);
                    changed = true;
                }
            }
        }
        let before = self.undefined.len();
        self.undefined.retain(|v| other.undefined.contains(v));
        if changed {
            self.find_holders();
        }
        changed || self.undefined.len() != before
    }

    fn find_holders(&mut self) {
        self.holders.clear();
        for (location, set) in self.locations.iter().enumerate() {
            for &value in set {
                self.holders.entry(value).or_default().push(location as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Value = 1;
    const B: Value = 2;
    const C: Value = 3;

    #[test]
    fn values_are_found_wherever_they_were_put_and_killed_there() {
        let mut state = CheckerState::new(3);
        state.set(0, vec![A, B]);
        state.add(1, A);
        state.add_equal(&[(A, C)]);
        assert!(state.holds(0, C) && state.holds(1, C) && !state.holds(2, C));
        state.set(0, vec![B]);
        state.kill(A);
        assert!(!state.holds(0, C) && state.holds(1, C) && !state.holds(1, A) && state.holds(0, B));
    }

    #[test]
    fn assignments_happen_at_once() {
        let mut state = CheckerState::new(2);
        state.set(0, vec![A]);
        state.set(1, vec![B]);
        state.assign(&[(A, B), (B, A)]);
        assert!(state.holds(0, B) && !state.holds(0, A) && state.holds(1, A) && !state.holds(1, B));
    }

    #[test]
    fn where_ways_meet_only_what_both_have_is_left() {
        let (mut one, mut other) = (CheckerState::new(2), CheckerState::new(2));
        one.set(0, vec![A, B]);
        other.set(0, vec![B]);
        other.set(1, vec![C]);
        one.ignore(C);
        assert!(one.meet(&other));
        assert!(!one.holds(0, A) && one.holds(0, B) && one.holds(1, C) && !one.holds(0, C));
        assert!(!one.meet(&other));
        one.kill(C);
        assert!(!one.holds(1, C));
    }
}
