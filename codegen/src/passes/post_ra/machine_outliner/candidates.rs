//! Chooses the instruction sequences to outline, and their occurrences.
//!
//! A sequence that ends with a function exit is jumped to. A sequence that ends in a call is
//! called, and tail-calls the callee (a thunk). Any other sequence is called and returns. The
//! benefit of a sequence is the bytes of its occurrences minus the bytes of the calls and of the
//! outlined function. Sequences are chosen greedily by benefit; a chosen sequence removes
//! overlapping occurrences of others.

use super::cfi_state::{NO_TABLE, StateId};
use super::liveness;
use super::mapping::{MappedInst, Mapping, Traits};
use super::suffix_array::{Repeat, Repeats};
use crate::machine::desc::registers::PhysReg;
use crate::machine::outlining::OutlinedLinkage;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Limit of examined occurrences for each instruction: a repeated single instruction has
/// quadratically many.
const MAX_CANDIDATES: usize = 64;

/// The instructions that enter and leave an outlined function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConstructionKind {
    /// It is jumped to, and leaves the caller.
    Jumped,
    /// It is called as an ordinary function, and ends in a tail call.
    Thunk,
    /// It is called through its dedicated link register, and returns.
    Called,
}

/// The location of the link register's value during a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Saved {
    /// It is dead.
    Nowhere,
    /// In a register.
    Register(PhysReg),
    /// On the stack.
    Stack,
}

/// An occurrence of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// Index of its first instruction.
    pub start: u32,
    /// The way in which the call preserves the link register.
    pub saved: Saved,
}

/// A sequence that becomes a function.
#[derive(Clone, Debug)]
pub(super) struct Outlined {
    /// The way in which it is called.
    pub kind: ConstructionKind,
    /// Its length in instructions.
    pub length: u32,
    /// The CFI state at its start, if it matters and is equal at all occurrences.
    pub state: StateId,
    /// Its occurrences.
    pub candidates: Vec<Candidate>,
}

/// Properties of a function from which code is outlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// The calling convention of outlined functions.
    pub linkage: &'a OutlinedLinkage,
    /// The reserved registers among those for `link`, as a mask.
    pub reserved: u16,
}

/// Chooses the sequences.
pub(super) struct Chooser<'a> {
    /// The code of all functions.
    pub mapping: &'a Mapping,
    /// The properties of each function.
    pub sources: &'a [Option<Source<'a>>],
}

impl Chooser<'_> {
    /// Returns the sequences to outline, by decreasing benefit; their occurrences do not overlap.
    pub fn run(&self) -> Vec<Outlined> {
        let repeats = Repeats::new(&self.mapping.numbers);
        let mut left = MAX_CANDIDATES.saturating_mul(self.mapping.places.len());
        let mut found = Vec::new();
        for repeat in &repeats.list {
            let starts = &repeats.suffixes[repeat.first as usize..repeat.end as usize];
            if repeat.length < 2 || starts.len() > left {
                continue;
            }
            left -= starts.len();
            found.extend(self.outlined(repeat, starts));
        }
        self.choose(found)
    }

    /// Repeatedly takes the sequence with the largest benefit.
    fn choose(&self, mut found: Vec<Outlined>) -> Vec<Outlined> {
        let mut taken = vec![false; self.mapping.places.len()];
        let rank = |n: usize, outlined: &Outlined| (self.benefit(outlined), Reverse(n));
        let mut heap: BinaryHeap<_> = found.iter().enumerate().map(|(n, of)| rank(n, of)).collect();
        let mut chosen = Vec::new();
        while let Some((benefit, Reverse(n))) = heap.pop() {
            let outlined = &mut found[n];
            let length = outlined.length as usize;
            outlined.candidates.retain(|candidate| {
                let start = candidate.start as usize;
                !taken[start..start + length].contains(&true)
            });
            let now = self.benefit(outlined);
            if now <= 0 || outlined.candidates.len() < 2 {
                continue;
            }
            if now < benefit {
                heap.push((now, Reverse(n)));
                continue;
            }
            debug_assert!(
                outlined.candidates.is_sorted_by(|a, b| a.start + outlined.length <= b.start),
                "occurrences of a sequence overlap"
            );
            for candidate in &outlined.candidates {
                taken[candidate.start as usize..candidate.start as usize + length].fill(true);
            }
            chosen.push(outlined.clone());
        }
        chosen
    }

    /// Returns the number of bytes that outlining saves.
    fn benefit(&self, outlined: &Outlined) -> i64 {
        let Some(first) = outlined.candidates.first() else { return 0 };
        let Some(linkage) = self.linkage(first.start) else { return 0 };
        let places = self.places(first.start, outlined.length);
        let end = if outlined.kind == ConstructionKind::Called { linkage.return_size } else { 0 };
        let saved =
            outlined.candidates.iter().map(|candidate| saving(places, candidate, outlined.kind, linkage));
        saved.sum::<i64>() - i64::from(size(places) + end)
    }

    fn places(&self, start: u32, length: u32) -> &[MappedInst] {
        &self.mapping.places[start as usize..(start + length) as usize]
    }

    fn source(&self, start: u32) -> Option<&Source<'_>> {
        self.sources[self.mapping.places[start as usize].function as usize].as_ref()
    }

    fn linkage(&self, start: u32) -> Option<&OutlinedLinkage> {
        self.source(start).map(|source| source.linkage)
    }

    /// Returns the outlined sequence for the occurrences at `starts`, if it may be profitable.
    fn outlined(&self, repeat: &Repeat, starts: &[u32]) -> Option<Outlined> {
        let first = *starts.first()?;
        let linkage = self.linkage(first)?;
        let (kind, length) = shape(self.places(first, repeat.length), linkage)?;
        if length < 2 || length <= repeat.shorter {
            return None;
        }
        let mut starts = starts.to_vec();
        starts.sort_unstable();
        let mut candidates: Vec<Candidate> =
            starts.into_iter().filter_map(|start| self.candidate(start, kind, length)).collect();
        let mut state = NO_TABLE;
        if kind == ConstructionKind::Jumped && self.needs_state(&candidates, length) {
            state = self.keep_one_state(&mut candidates)?;
        }
        let mut end = 0;
        candidates.retain(|candidate| {
            let is_split_dwarf = candidate.start >= end;
            if is_split_dwarf {
                end = candidate.start + length;
            }
            is_split_dwarf
        });
        let outlined = Outlined { kind, length, state, candidates };
        (outlined.candidates.len() >= 2 && self.benefit(&outlined) > 0).then_some(outlined)
    }

    /// Returns the occurrence at a position, if it may be outlined there.
    fn candidate(&self, start: u32, kind: ConstructionKind, length: u32) -> Option<Candidate> {
        let source = self.source(start)?;
        let places = self.places(start, length);
        let bits = Bits::new(source.linkage);
        let (first, last) = (places.first()?, places.last()?);
        let lost = if kind == ConstructionKind::Jumped { bits.jump_clobbers } else { bits.call_clobbers };
        let jumps_on = kind == ConstructionKind::Thunk && last.live_before & bits.jump_clobbers != 0;
        if first.live_before & lost != 0 || jumps_on {
            return None;
        }
        let saved = match kind {
            ConstructionKind::Called if source.reserved & bits.link != 0 => return None,
            ConstructionKind::Called if last.live_after & bits.link != 0 => saved(source, places)?,
            _ => Saved::Nowhere,
        };
        let candidate = Candidate { start, saved };
        // Code never grows at an occurrence, so branches still reach.
        (saving(places, &candidate, kind, source.linkage) > 0).then_some(candidate)
    }

    /// Returns true if unwinders may inspect the sequence.
    fn needs_state(&self, candidates: &[Candidate], length: u32) -> bool {
        let is_examined = |place: &MappedInst| {
            place.state != NO_TABLE && place.traits.intersects(Traits::CFI | Traits::ASYNC)
        };
        candidates.iter().any(|candidate| self.places(candidate.start, length).iter().any(is_examined))
    }

    /// Keeps the occurrences with one CFI state. Unwinders require that the state at the start of
    /// an outlined function is the same for all its callers.
    fn keep_one_state(&self, candidates: &mut Vec<Candidate>) -> Option<StateId> {
        let state = |candidate: &Candidate| self.mapping.places[candidate.start as usize].state;
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for candidate in candidates.iter() {
            let state = state(candidate);
            let is_known = self.mapping.states.get(state).is_none_or(|state| !state.is_opaque);
            *counts.entry(state).or_default() += usize::from(is_known);
        }
        let best = counts.iter().max_by_key(|&(&state, &count)| (count, Reverse(state)));
        let (&best, _) = best.filter(|&(_, &count)| count != 0)?;
        candidates.retain(|candidate| state(candidate) == best);
        Some(best)
    }
}

/// Returns the size of a sequence in bytes.
fn size(places: &[MappedInst]) -> u32 {
    places.iter().map(|place| place.size).sum()
}

/// Returns the bytes that an occurrence saves.
fn saving(
    places: &[MappedInst],
    candidate: &Candidate,
    kind: ConstructionKind,
    linkage: &OutlinedLinkage,
) -> i64 {
    let call = if kind == ConstructionKind::Jumped { linkage.jump_size } else { linkage.call_size };
    let save = if candidate.saved == Saved::Nowhere { 0 } else { linkage.save_size };
    i64::from(size(places)) - i64::from(call + save)
}

/// The mask bits of tracked registers.
struct Bits {
    link: u16,
    call_link: u16,
    call_clobbers: u16,
    jump_clobbers: u16,
    /// The bit of each scratch register that may hold `link`.
    scratch: Vec<(PhysReg, u16)>,
}

impl Bits {
    fn new(linkage: &OutlinedLinkage) -> Bits {
        let mut next = (2..).map(|n| 1_u16 << n);
        let mut take = |count: usize| next.by_ref().take(count).fold(0, |mask, bit| mask | bit);
        let call_clobbers = take(linkage.call_clobbers.len());
        let jump_clobbers = take(linkage.jump_clobbers.len());
        let scratch = linkage.scratch.iter().copied().zip(next).collect();
        Bits { link: 1, call_link: 2, call_clobbers, jump_clobbers, scratch }
    }
}

/// Returns the reserved registers among the tracked ones, as a mask.
pub(super) fn reserved_mask(linkage: &OutlinedLinkage, reserved: &[PhysReg]) -> u16 {
    let bits = liveness::registers(linkage).enumerate();
    let bits = bits.filter(|(_, reg)| reserved.contains(reg)).map(|(n, _)| 1_u16 << n);
    bits.fold(0, |mask, bit| mask | bit)
}

/// Returns the kind of a sequence, and the length of its prefix that can be outlined.
fn shape(places: &[MappedInst], linkage: &OutlinedLinkage) -> Option<(ConstructionKind, u32)> {
    if places.last()?.traits.contains(Traits::EXIT) {
        // A callee may identify its caller by the return address.
        let calls = places.iter().any(|place| place.traits.contains(Traits::CALL));
        return (!calls).then_some((ConstructionKind::Jumped, places.len() as u32));
    }
    let bits = Bits::new(linkage);
    let stays = |place: &MappedInst| !place.traits.intersects(Traits::CFI | Traits::MOVES_STACK);
    let prefix = |touched: u16| {
        let plain = |place: &&MappedInst| {
            stays(place) && !place.traits.contains(Traits::CALL) && place.touched & touched == 0
        };
        places.iter().take_while(plain).count()
    };
    let before_call = prefix(bits.call_link);
    let call = places.get(before_call).map(|place| place.traits);
    match call.filter(|call| call.contains(Traits::CALL) && !call.contains(Traits::CALLS_BY_LINK)) {
        Some(_) => Some((ConstructionKind::Thunk, before_call as u32 + 1)),
        None => Some((ConstructionKind::Called, prefix(bits.link) as u32)),
    }
}

/// Returns where a call at this occurrence saves `link`, if it can.
fn saved(source: &Source<'_>, places: &[MappedInst]) -> Option<Saved> {
    let bits = Bits::new(source.linkage);
    let touched = places.iter().fold(0, |mask, place| mask | place.touched);
    let live = places.last().map_or(0, |last| last.live_after);
    let used = touched | live | source.reserved;
    if let Some((reg, _)) = bits.scratch.iter().find(|(_, bit)| bit & used == 0) {
        return Some(Saved::Register(*reg));
    }
    let uses_stack = places.iter().any(|place| place.traits.contains(Traits::STACK));
    let has_table = places.first().is_some_and(|first| first.state != NO_TABLE);
    (source.linkage.save_distance != 0 && !uses_stack && !has_table).then_some(Saved::Stack)
}
