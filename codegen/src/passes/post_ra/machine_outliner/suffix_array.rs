//! Finds the repeated sequences in a list of numbers, with a suffix array.
//!
//! The array is built by prefix doubling in O(n log² n), and the longest common prefixes by Kasai's
//! algorithm in O(n). Repeats are its intervals (Abouelhoda, Kurtz and Ohlebusch 2004, "Replacing
//! suffix trees with enhanced suffix arrays"): the inner nodes of a suffix tree.

use std::cmp::Reverse;

/// A sequence that occurs several times and is maximal to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Repeat {
    /// Its length.
    pub length: u32,
    /// The length of the longest proper prefix that has more occurrences.
    pub shorter: u32,
    /// Its occurrences, as a range of [`Repeats::suffixes`].
    pub first: u32,
    /// The end of the range.
    pub end: u32,
}

/// All repeats of a list.
pub(super) struct Repeats {
    /// The start of each suffix, in suffix order.
    pub suffixes: Vec<u32>,
    /// The repeats, longest first.
    pub list: Vec<Repeat>,
}

impl Repeats {
    /// Finds the repeats in `numbers`.
    pub(crate) fn new(numbers: &[u32]) -> Repeats {
        let (suffixes, ranks) = sorted(numbers);
        let common = common_prefixes(numbers, &suffixes, &ranks);
        let mut list = intervals(&common);
        list.sort_by_key(|repeat| (Reverse(repeat.length), repeat.first));
        Repeats { suffixes, list }
    }
}

/// Returns the suffixes in order, and the rank of each suffix.
fn sorted(numbers: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut ranks = numbers.to_vec();
    let mut suffixes: Vec<u32> = (0..numbers.len() as u32).collect();
    let mut keys: Vec<(u32, u32)> = Vec::with_capacity(numbers.len());
    let mut length = 0;
    loop {
        keys.clear();
        let second = |at: usize| ranks.get(at + length).map_or(0, |rank| rank + 1);
        keys.extend((0..ranks.len()).map(|at| (ranks[at], if length == 0 { 0 } else { second(at) })));
        suffixes.sort_unstable_by_key(|&at| keys[at as usize]);
        let mut rank = 0;
        for pair in 0..suffixes.len() {
            let at = suffixes[pair] as usize;
            rank += u32::from(pair != 0 && keys[suffixes[pair - 1] as usize] != keys[at]);
            ranks[at] = rank;
        }
        if rank as usize + 1 >= suffixes.len() {
            return (suffixes, ranks);
        }
        length = (2 * length).max(1);
    }
}

/// Returns for each rank the length of the common prefix with the preceding suffix.
fn common_prefixes(numbers: &[u32], suffixes: &[u32], ranks: &[u32]) -> Vec<u32> {
    let mut common = vec![0; suffixes.len()];
    let mut length = 0;
    for (at, &rank) in ranks.iter().enumerate() {
        let Some(before) = rank.checked_sub(1) else {
            length = 0;
            continue;
        };
        let other = suffixes[before as usize] as usize;
        let rest = numbers[at + length..].iter().zip(&numbers[other + length..]);
        length += rest.take_while(|(a, b)| a == b).count();
        common[rank as usize] = length as u32;
        length = length.saturating_sub(1);
    }
    common
}

/// Returns the intervals of suffixes whose common prefix is longer than in any enclosing interval.
fn intervals(common: &[u32]) -> Vec<Repeat> {
    let mut list = Vec::new();
    let mut open: Vec<(u32, u32)> = vec![(0, 0)];
    for at in 1..=common.len() as u32 {
        let length = common.get(at as usize).copied().unwrap_or(0);
        let mut first = at - 1;
        while let Some(&(inner, start)) = open.last().filter(|(inner, _)| *inner > length) {
            open.pop();
            let around = open.last().map_or(0, |&(around, _)| around);
            list.push(Repeat { length: inner, shorter: around.max(length), first: start, end: at });
            first = start;
        }
        if open.last().is_some_and(|&(inner, _)| inner < length) {
            open.push((length, first));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::Repeats;
    use std::collections::BTreeMap;

    fn found(numbers: &[u32]) -> BTreeMap<Vec<u32>, Vec<u32>> {
        let repeats = Repeats::new(numbers);
        let places = |r: &super::Repeat| {
            let mut places = repeats.suffixes[r.first as usize..r.end as usize].to_vec();
            places.sort_unstable();
            places
        };
        let of = |r: &super::Repeat| {
            let places = places(r);
            let start = places[0] as usize;
            (numbers[start..start + r.length as usize].to_vec(), places)
        };
        repeats.list.iter().map(of).collect()
    }

    /// Returns all sequences that occur at least twice and are followed by different numbers.
    fn expected(numbers: &[u32]) -> BTreeMap<Vec<u32>, Vec<u32>> {
        let mut all: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for start in 0..numbers.len() {
            for end in start + 1..=numbers.len() {
                all.entry(numbers[start..end].to_vec()).or_default().push(start as u32);
            }
        }
        let branches = |sequence: &Vec<u32>, places: &Vec<u32>| {
            let next = |&at: &u32| numbers.get(at as usize + sequence.len());
            places.len() > 1 && places.iter().any(|at| next(at) != next(&places[0]))
        };
        all.into_iter().filter(|(sequence, places)| branches(sequence, places)).collect()
    }

    #[test]
    fn all_repeats_are_found() {
        assert!(found(&[]).is_empty());
        assert!(found(&[7]).is_empty());
        let mut state = 1_u32;
        for case in 0..200 {
            let numbers: Vec<u32> = (0..case % 40)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 16) % (1 + case % 5)
                })
                .collect();
            assert_eq!(found(&numbers), expected(&numbers), "{numbers:?}");
        }
    }

    #[test]
    fn repeats_know_their_left_contexts() {
        let repeats = Repeats::new(&[1, 2, 3, 9, 1, 2, 3, 8, 1, 2, 7]);
        let lengths: Vec<_> = repeats.list.iter().map(|r| (r.length, r.shorter, r.end - r.first)).collect();
        assert_eq!(lengths, [(3, 2, 2), (2, 0, 3), (2, 1, 2), (1, 0, 3), (1, 0, 2)]);
    }
}
