//! The plan of a switch: the choice between compares, bit tests and jump tables.
//!
//! * Requires: cases with distinct values.
//! * Establishes: disjoint clusters in the order of their values that cover exactly the cases.
//! * Cost: a sort, then two passes with bounded lookahead: n log n. (LLVM searches for the fewest
//!   tables, which is quadratic. The first window of sufficient density is almost as good.)
//! * Source: the density and bit-test limits are LLVM's (`TargetLoweringBase`).

/// One case, or adjacent cases with the same target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range<T> {
    pub low: i128,
    pub high: i128,
    pub target: T,
}

impl<T> Range<T> {
    /// Returns the number of comparisons: one for a single value, two for a range.
    fn compares(&self) -> usize {
        if self.low == self.high { 1 } else { 2 }
    }
}

/// Ranges that are decided together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cluster<T> {
    Range(Range<T>),
    /// Few targets within the span of a machine word, decided by testing a bit of a mask for each.
    Bits(Vec<Range<T>>),
    /// Dense ranges, decided by a jump table.
    Table(Vec<Range<T>>),
}

impl<T: Copy> Cluster<T> {
    fn parts(&self) -> &[Range<T>] {
        match self {
            Cluster::Range(range) => std::slice::from_ref(range),
            Cluster::Bits(parts) | Cluster::Table(parts) => parts,
        }
    }

    pub(crate) fn low(&self) -> i128 {
        self.parts().first().expect("a cluster has a part").low
    }

    pub(crate) fn high(&self) -> i128 {
        self.parts().last().expect("a cluster has a part").high
    }
}

/// The limits of the target and the function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub tables: bool,
    /// The minimum number of ranges of a table.
    pub min_table_ranges: usize,
    /// The minimum share of a table's entries that are cases, in percent.
    pub min_density: u128,
    /// The width of a machine word in bits.
    pub word: u128,
}

impl Limits {
    pub(crate) fn new(word: u32, optimize_for_size: bool, tables: bool, min_table_ranges: usize) -> Limits {
        Limits {
            tables,
            min_table_ranges,
            min_density: if optimize_for_size { 40 } else { 10 },
            word: word.into(),
        }
    }
}

/// Returns `high` minus `low`, which is exact because `high` is not below `low`.
fn span(low: i128, high: i128) -> u128 {
    high.wrapping_sub(low) as u128
}

/// Sorts the cases and joins adjacent ones with the same target.
fn ranges<T: Copy + PartialEq>(mut cases: Vec<(i128, T)>) -> Vec<Range<T>> {
    cases.sort_by_key(|&(value, _)| value);
    let mut ranges: Vec<Range<T>> = Vec::with_capacity(cases.len());
    for (value, target) in cases {
        match ranges.last_mut() {
            Some(last) if last.target == target && last.high.checked_add(1) == Some(value) => {
                last.high = value;
            }
            _ => ranges.push(Range { low: value, high: value, target }),
        }
    }
    ranges
}

/// Returns the length of the longest prefix that bit tests decide better than compares, or zero.
fn bits_prefix<T: Copy + PartialEq>(ranges: &[Range<T>], limits: Limits) -> usize {
    let Some(first) = ranges.first() else {
        return 0;
    };
    let (mut targets, mut compares, mut best): (Vec<T>, usize, usize) = (Vec::new(), 0, 0);
    for (i, range) in ranges.iter().enumerate() {
        if span(first.low, range.high) >= limits.word {
            break;
        }
        if !targets.contains(&range.target) {
            targets.push(range.target);
        }
        compares += range.compares();
        match targets.len() {
            1 if compares >= 3 => best = i + 1,
            2 if compares >= 5 => best = i + 1,
            3 if compares >= 6 => best = i + 1,
            1..=3 => {}
            _ => break,
        }
    }
    best
}

/// Returns the length of the longest prefix whose own prefixes are all dense.
fn dense_prefix<T>(ranges: &[Range<T>], limits: Limits) -> usize {
    let Some(first) = ranges.first() else {
        return 0;
    };
    let mut cases: u128 = 0;
    for (i, range) in ranges.iter().enumerate() {
        cases = cases.saturating_add(span(range.low, range.high).saturating_add(1));
        let entries = span(first.low, range.high).saturating_add(1);
        let dense = cases.saturating_mul(100) >= entries.saturating_mul(limits.min_density);
        // Density bounds a table's size by its cases, but ranges can be as wide as the type.
        if !dense || entries > u128::from(u16::MAX) * 16 {
            return i;
        }
    }
    ranges.len()
}

/// Partitions a switch into clusters.
pub(crate) fn plan<T: Copy + PartialEq>(cases: Vec<(i128, T)>, limits: Limits) -> Vec<Cluster<T>> {
    let ranges = ranges(cases);
    let mut clusters = Vec::new();
    let mut rest = ranges.as_slice();
    while let Some(&first) = rest.first() {
        let table = if limits.tables { dense_prefix(rest, limits) } else { 0 };
        let bits = bits_prefix(rest, limits);
        let taken = if table >= limits.min_table_ranges && table > bits {
            clusters.push(Cluster::Table(rest[..table].to_vec()));
            table
        } else if bits > 0 {
            clusters.push(Cluster::Bits(rest[..bits].to_vec()));
            bits
        } else {
            clusters.push(Cluster::Range(first));
            1
        };
        rest = &rest[taken..];
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn limits() -> Limits {
        Limits::new(64, false, true, 4)
    }

    /// Returns the target that the clusters assign to a value, none for the default.
    fn find(clusters: &[Cluster<u8>], value: i128) -> Option<u8> {
        let mut parts = clusters.iter().flat_map(|c| c.parts().iter());
        parts.find(|p| p.low <= value && value <= p.high).map(|p| p.target)
    }

    #[test]
    fn neighbours_join() {
        let clusters = plan(vec![(3, 1), (1, 1), (2, 1), (9, 2)], limits());
        assert_eq!(
            clusters,
            [
                Cluster::Range(Range { low: 1, high: 3, target: 1 }),
                Cluster::Range(Range { low: 9, high: 9, target: 2 })
            ]
        );
    }

    #[test]
    fn few_targets_in_a_word_are_bit_tests() {
        let clusters = plan(vec![(1, 7), (5, 7), (40, 7), (63, 7)], limits());
        assert!(matches!(&clusters[..], [Cluster::Bits(parts)] if parts.len() == 4));
        let clusters = plan(vec![(0, 7), (30, 7), (64, 7)], limits());
        assert!(clusters.iter().all(|c| matches!(c, Cluster::Range(_))));
    }

    #[test]
    fn dense_cases_are_a_table_and_sparse_ones_are_not() {
        let dense: Vec<(i128, u8)> = (0..20).map(|i| (i * 3, i as u8)).collect();
        assert!(matches!(&plan(dense.clone(), limits())[..], [Cluster::Table(parts)] if parts.len() == 20));
        let no_tables = Limits { tables: false, ..limits() };
        assert_eq!(plan(dense, no_tables).len(), 20);
        let sparse: Vec<(i128, u8)> = (0..20).map(|i| (i * 1000, i as u8)).collect();
        assert_eq!(plan(sparse, limits()).len(), 20);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let cases = vec![(i128::MIN, 1), (i128::MAX, 2), (0, 3), (1, 4), (-1, 5)];
        let clusters = plan(cases, limits());
        assert_eq!(clusters.first().unwrap().low(), i128::MIN);
        assert_eq!(clusters.last().unwrap().high(), i128::MAX);
    }

    #[test]
    fn clusters_cover_the_cases_exactly() {
        // Generates random cases: values in runs and gaps, few or many targets.
        let mut random = SplitMix64::seed_from_u64(1);
        let mut next = |n: u64| random.next_u64() % n;
        for _ in 0..500 {
            let (mut value, mut cases) = (-(next(50) as i128), Vec::new());
            let targets = 1 + next(6);
            for _ in 0..next(60) {
                value += 1 + if next(4) == 0 { next(200) as i128 } else { 0 };
                cases.push((value, next(targets) as u8));
            }
            let clusters = plan(cases.clone(), limits());
            assert!(clusters.windows(2).all(|w| w[0].high() < w[1].low()));
            for v in -60..value + 3 {
                let expected = cases.iter().find(|c| c.0 == v).map(|c| c.1);
                assert_eq!(find(&clusters, v), expected);
            }
        }
    }
}
