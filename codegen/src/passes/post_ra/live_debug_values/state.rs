//! The known sources of values at a point.
//!
//! * A state is a sorted list without duplicates: the sources of a value follow each other, its
//!   locations before the values that it is computed from.
//! * An entry is one word, so states are compared, copied and joined as lists of integers.
//! * Cost: logarithmic in the state's size for a query, linear for a change. A state allocates
//!   when it grows or is copied.

use crate::ir::debug_info::ValueLocation;
use crate::ir::entity::FrameIndex;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// The source of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// It is in a location.
    At(ValueLocation),
    /// It is computed from the value with this number.
    Of(u32),
}

/// A value's number and a source of it: the number is in the high half, the source in the low one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(u64);

/// The first encoding of a slot; those of registers are less.
const SLOT: u32 = 1 << 30;

/// The first encoding of a source that is a value. Values of joins, whose numbers
/// have 32 bits, are never sources.
const OF: u32 = 1 << 31;

impl Entry {
    /// Returns the entry of a value at a location.
    pub fn at(value: u32, place: ValueLocation) -> Entry {
        let source = match place {
            ValueLocation::Register(reg) => u32::from(reg.0),
            ValueLocation::Slot(slot) => {
                debug_assert!(slot.raw() < SLOT, "frame objects are numbered densely");
                SLOT | slot.raw()
            }
        };
        Entry(u64::from(value) << 32 | u64::from(source))
    }

    /// Returns the entry of a value that is computed from another one.
    pub fn of(value: u32, from: u32) -> Entry {
        debug_assert!(from < OF, "no value of a join is a source");
        Entry(u64::from(value) << 32 | u64::from(OF | from))
    }

    /// Returns the value.
    #[inline]
    pub fn value(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Returns the source.
    #[inline]
    pub fn source(self) -> Source {
        match self.0 as u32 {
            of @ OF.. => Source::Of(of - OF),
            slot @ SLOT.. => Source::At(ValueLocation::Slot(FrameIndex::from_raw(slot - SLOT))),
            reg => Source::At(ValueLocation::Register(PhysReg(reg as u16))),
        }
    }

    /// Returns the location, if that is the source.
    #[inline]
    pub fn place(self) -> Option<ValueLocation> {
        match self.source() {
            Source::At(place) => Some(place),
            Source::Of(_) => None,
        }
    }

    /// Returns true if the source is another value.
    #[inline]
    pub fn is_computed(self) -> bool {
        self.0 as u32 >= OF
    }
}

/// The sources of values that are known at a point.
#[derive(Default, Debug)]
pub(super) struct State {
    entries: Vec<Entry>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { entries: self.entries.clone() }
    }

    fn clone_from(&mut self, other: &State) {
        self.entries.clone_from(&other.entries);
    }
}

impl FromIterator<Entry> for State {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> State {
        let mut entries: Vec<Entry> = entries.into_iter().collect();
        entries.sort_unstable();
        entries.dedup();
        State { entries }
    }
}

impl State {
    /// Returns the entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Returns the entries of a value.
    #[inline]
    pub fn of_value(&self, value: u32) -> &[Entry] {
        let first = self.entries.partition_point(|entry| entry.value() < value);
        let rest = &self.entries[first..];
        let count = rest.iter().take_while(|entry| entry.value() == value).count();
        &rest[..count]
    }

    /// Returns the sources of a value.
    pub fn sources(&self, value: u32) -> impl Iterator<Item = Source> + '_ {
        self.of_value(value).iter().map(|entry| entry.source())
    }

    /// Returns the locations of a value.
    pub fn places(&self, value: u32) -> impl Iterator<Item = ValueLocation> + '_ {
        self.of_value(value).iter().map_while(|entry| entry.place())
    }

    /// Returns the other locations of the values at a location.
    pub fn others(&self, at: ValueLocation) -> impl Iterator<Item = ValueLocation> + '_ {
        let held = self.entries.iter().filter(move |entry| entry.place() == Some(at));
        held.flat_map(|entry| self.places(entry.value())).filter(move |&other| other != at)
    }

    /// Returns true if a value is in a location.
    pub fn is_somewhere(&self, value: u32) -> bool {
        let first = self.entries.partition_point(|entry| entry.value() < value);
        self.entries.get(first).is_some_and(|entry| entry.value() == value && !entry.is_computed())
    }

    /// Adds an entry, unless it is present.
    pub fn insert(&mut self, entry: Entry) {
        if let Err(at) = self.entries.binary_search(&entry) {
            self.entries.insert(at, entry);
        }
    }

    /// Keeps the entries for which `stays` returns true.
    pub fn retain(&mut self, mut stays: impl FnMut(Entry) -> bool) {
        // Nothing is moved before the first removed entry.
        let Some(first) = self.entries.iter().position(|&entry| !stays(entry)) else { return };
        let mut kept = first;
        for n in first + 1..self.entries.len() {
            let entry = self.entries[n];
            if stays(entry) {
                self.entries[kept] = entry;
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        debug_assert!(self.entries.is_sorted_by(|a, b| a < b), "entries ascend");
    }

    /// Removes the entries of values, and of those computed from them, that `is_removed` returns
    /// true for. `is_removed` is called once for the entries of a value, and for each computed entry.
    pub fn remove_values(&mut self, is_removed: impl Fn(u32) -> bool) {
        let mut last = (0, is_removed(0));
        self.retain(|entry| {
            if entry.value() != last.0 {
                last = (entry.value(), is_removed(entry.value()));
            }
            !last.1 && !matches!(entry.source(), Source::Of(from) if is_removed(from))
        });
    }

    /// Intersects the state with another one. Returns true if it has changed.
    pub fn join(&mut self, other: &State) -> bool {
        if self.entries == other.entries {
            return false;
        }
        debug_assert!(other.entries.is_sorted_by(|a, b| a < b), "entries ascend");
        let before = self.entries.len();
        let mut rest = other.entries.iter().copied();
        let mut next = rest.next();
        self.retain(|entry| {
            while next.is_some_and(|next| next < entry) {
                next = rest.next();
            }
            next == Some(entry)
        });
        self.entries.len() != before
    }

    /// Adds the values of which another state has other sources to `values`.
    pub fn add_differences(&self, other: &State, values: &mut Vec<u32>) {
        let (mut own, mut others) = (self.entries.iter().peekable(), other.entries.iter().peekable());
        loop {
            match (own.peek(), others.peek()) {
                (Some(one), Some(another)) if one == another => {
                    own.next();
                    others.next();
                }
                (Some(&&one), another) if another.is_none_or(|&&another| one < another) => {
                    values.push(one.value());
                    own.next();
                }
                (_, Some(another)) => {
                    values.push(another.value());
                    others.next();
                }
                (_, None) => return,
            }
        }
    }

    /// Removes values that are computed from a value without a location, unless that value can in
    /// turn be computed from one with a location. Adds the removed values to `changed`.
    pub fn forget_lost(&mut self, changed: &mut Vec<u32>) {
        let is_known = |value, from| {
            let is_computed =
                |source| matches!(source, Source::Of(other) if other != value && self.is_somewhere(other));
            self.is_somewhere(from) || self.sources(from).any(is_computed)
        };
        let mut lost: SmallVec<[Entry; 4]> = SmallVec::new();
        for &entry in self.entries.iter().filter(|entry| entry.is_computed()) {
            if matches!(entry.source(), Source::Of(from) if !is_known(entry.value(), from)) {
                lost.push(entry);
            }
        }
        if !lost.is_empty() {
            changed.extend(lost.iter().map(|entry| entry.value()));
            self.retain(|entry| lost.binary_search(&entry).is_err());
        }
    }
}
