//! Permutations of two vectors as sequences of instructions, found by their number.
//!
//! A [`Mask`] names the byte of the two vectors that each byte of the result comes from. One
//! instruction is found by comparing the mask with those of all permutation instructions. For two
//! instructions, each possible last one determines the mask of the vector that it reads, which one
//! instruction must compute. Three are searched if the last one reads two such vectors.
//!
//! Cost of a search: some hundred comparisons for one instruction, of which most end at the first
//! byte; about two hundred times that for two.

use smallvec::SmallVec;
use std::sync::LazyLock;

/// The byte of the concatenated vectors that each byte of the result comes from; negative ones are
/// undefined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mask {
    bytes: SmallVec<[i8; 16]>,
    /// The size of an element in bytes.
    element: usize,
}

/// An instruction that permutes bytes of two vectors `x` and `y`. Sizes of lanes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// `zip1`, `zip2`, `uzp1`, `uzp2`, `trn1`, `trn2`.
    Permute { kind: usize, lane: usize },
    /// `ext`: the bytes from this one on.
    Extract { by: usize },
    /// `rev16`, `rev32`, `rev64`: reverses lanes within groups; reads `x`.
    Reverse { group: usize, lane: usize },
    /// `dup`: one lane of `x`.
    Repeat { lane: usize, from: usize },
    /// `ins`: a lane of `y` into `x`.
    Insert { lane: usize, to: usize, from: usize },
}

/// A vector: an operand, or the result of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Vector {
    A,
    B,
    Step(Step, Box<[Vector; 2]>),
}

impl Vector {
    /// Returns the number of instructions.
    pub(crate) fn cost(&self) -> usize {
        match self {
            Vector::A | Vector::B => 0,
            Vector::Step(step, inputs) if step.reads_one() => 1 + inputs[0].cost(),
            Vector::Step(_, inputs) if inputs[0] == inputs[1] => 1 + inputs[0].cost(),
            Vector::Step(_, inputs) => 1 + inputs[0].cost() + inputs[1].cost(),
        }
    }
}

/// An input of the last instruction: an operand, or one of two vectors that are computed before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Input {
    A,
    B,
    First,
    Second,
}

use Input::{First, Second};

/// The operands of an instruction that reads `a` and `b` only.
const OPERANDS: [[Input; 2]; 4] =
    [[Input::A, Input::B], [Input::B, Input::A], [Input::A, Input::A], [Input::B, Input::B]];

/// The operands of a last instruction that reads one computed vector.
const AFTER_ONE: [[Input; 2]; 5] =
    [[First, First], [First, Input::A], [Input::A, First], [First, Input::B], [Input::B, First]];

impl Step {
    fn reads_one(self) -> bool {
        matches!(self, Step::Reverse { .. } | Step::Repeat { .. })
    }

    /// Returns the byte of `x` and `y` that byte `n` of a vector of `size` bytes comes from.
    fn source(self, n: usize, size: usize) -> usize {
        let of_lane = |bytes: usize, lane: usize| lane * bytes + n % bytes;
        match self {
            Step::Permute { kind, lane } => of_lane(lane, permuted(kind, n / lane, size / lane)),
            Step::Extract { by } => n + by,
            Step::Reverse { group, lane } => {
                let (first, lanes) = (n - n % group, group / lane);
                first + of_lane(lane, lanes - 1 - n % group / lane)
            }
            Step::Repeat { lane, from } => of_lane(lane, from),
            Step::Insert { lane, to, from } if n / lane == to => size + of_lane(lane, from),
            Step::Insert { .. } => n,
        }
    }
}

/// Returns the source of lane `i` of `n` in `zip1`, `zip2`, `uzp1`, `uzp2`, `trn1`, `trn2`.
fn permuted(kind: usize, i: usize, n: usize) -> usize {
    let odd = i % 2;
    match kind {
        0 => i / 2 + odd * n,
        1 => n / 2 + i / 2 + odd * n,
        2 => 2 * i,
        3 => 2 * i + 1,
        4 => i - odd + odd * n,
        _ => i - odd + 1 + odd * n,
    }
}

impl Mask {
    /// Returns the mask of lanes of `element` bytes; negative ones are undefined.
    pub(crate) fn new(lanes: &[i32], element: usize) -> Mask {
        let byte = |n: usize| match usize::try_from(lanes[n / element]) {
            Ok(lane) => (lane * element + n % element) as i8,
            Err(_) => -1,
        };
        Mask { bytes: (0..lanes.len() * element).map(byte).collect(), element }
    }

    fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the lanes of elements.
    fn in_lanes(&self) -> Vec<i32> {
        let first = self.bytes.iter().step_by(self.element);
        first.map(|&byte| if byte < 0 { -1 } else { i32::from(byte) / self.element as i32 }).collect()
    }

    fn undefined(&self) -> Mask {
        Mask { bytes: SmallVec::from_elem(-1, self.size()), element: self.element }
    }

    /// Returns the sizes of lanes with at least two in a vector, from the largest on.
    fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        let (element, size) = (self.element, self.size());
        [8, 4, 2, 1].into_iter().filter(move |&lane| lane >= element && 2 * lane <= size)
    }

    /// Returns the instructions on two vectors.
    fn permutations(&self) -> impl Iterator<Item = Step> + use<> {
        let extracts = (self.element..self.size()).step_by(self.element).map(|by| Step::Extract { by });
        let permutes = |lane| (0..6).map(move |kind| Step::Permute { kind, lane });
        self.lanes().flat_map(permutes).chain(extracts)
    }

    fn reversals(&self) -> impl Iterator<Item = Step> + use<> {
        let groups = |lane| [8, 4, 2].into_iter().filter(move |&group| group > lane);
        self.lanes().flat_map(move |lane| groups(lane).map(move |group| Step::Reverse { group, lane }))
    }

    /// Returns the lane of the concatenated vectors that lane `n` of `lane` bytes comes from:
    /// `None` if it is several; the inner `None` if it is undefined.
    fn lane(&self, lane: usize, n: usize) -> Option<Option<usize>> {
        let mut found = None;
        for (at, &byte) in self.bytes[n * lane..][..lane].iter().enumerate() {
            let Ok(byte) = usize::try_from(byte) else { continue };
            let from = byte / lane;
            if byte % lane != at || found.is_some_and(|found| found != from) {
                return None;
            }
            found = Some(from);
        }
        Some(found)
    }

    /// Returns the masks of the computed inputs with which `step` computes this mask.
    fn inputs(&self, step: Step, operands: [Input; 2]) -> Option<[Mask; 2]> {
        let size = self.size();
        let mut masks = [self.undefined(), self.undefined()];
        for (n, &wanted) in self.bytes.iter().enumerate().filter(|(_, wanted)| **wanted >= 0) {
            let source = step.source(n, size);
            let at = source % size;
            let computed = match operands[source / size] {
                Input::A if usize::from(wanted as u8) == at => continue,
                Input::B if usize::from(wanted as u8) == size + at => continue,
                Input::A | Input::B => return None,
                First => &mut masks[0].bytes[at],
                Second => &mut masks[1].bytes[at],
            };
            if *computed >= 0 && *computed != wanted {
                return None;
            }
            *computed = wanted;
        }
        Some(masks)
    }

    /// Returns the operand that has these bytes.
    fn none(&self) -> Option<Vector> {
        let same = |offset: usize| {
            (0..).zip(&self.bytes).all(|(n, &wanted)| wanted < 0 || usize::from(wanted as u8) == n + offset)
        };
        match (same(0), same(self.size())) {
            (true, _) => Some(Vector::A),
            (_, true) => Some(Vector::B),
            _ => None,
        }
    }

    /// Returns the defined bytes, and a mask of them.
    fn packed(&self) -> (u128, u128) {
        self.bytes.iter().rev().fold((0, 0), |(bytes, defined), &byte| match byte {
            0.. => (bytes << 8 | byte as u128, defined << 8 | 0xff),
            _ => (bytes << 8, defined << 8),
        })
    }

    /// Returns the vector that one instruction computes.
    fn one(&self) -> Option<Vector> {
        let instructions = || {
            let (bytes, defined) = self.packed();
            let known = &PATTERNS[usize::from(self.size() == 16)][self.element.ilog2() as usize];
            let found = known.iter().find(|pattern| pattern.bytes & defined == bytes)?;
            Some(of(found.step, found.operands, &[]))
        };
        self.none().or_else(instructions).or_else(|| self.insert())
    }

    /// Returns an operand with one lane replaced.
    fn insert(&self) -> Option<Vector> {
        let bases = self.lanes().flat_map(|lane| [Input::A, Input::B].map(|base| (lane, base)));
        bases.into_iter().find_map(|(lane, base)| {
            let count = self.size() / lane;
            let offset = if base == Input::A { 0 } else { count };
            let is_same =
                |n: usize| self.lane(lane, n).is_some_and(|from| from.is_none_or(|at| at == n + offset));
            let mut others = (0..count).filter(|&n| !is_same(n));
            let (Some(to), None) = (others.next(), others.next()) else { return None };
            let from = self.lane(lane, to)??;
            let source = if from < count { Input::A } else { Input::B };
            Some(of(Step::Insert { lane, to, from: from % count }, [base, source], &[]))
        })
    }

    /// Returns the vector that two instructions compute.
    fn two(&self) -> Option<Vector> {
        let after = self.permutations().flat_map(|step| AFTER_ONE.map(|operands| (step, operands)));
        let reversed = self.reversals().map(|step| (step, AFTER_ONE[0]));
        let found = reversed.chain(after).find_map(|(step, operands)| {
            let [first, _] = self.inputs(step, operands)?;
            Some(of(step, operands, &[first.one()?]))
        });
        found.or_else(|| self.inserted(Mask::one))
    }

    /// Returns a vector that `search` finds, with one lane replaced.
    fn inserted(&self, search: impl Fn(&Mask) -> Option<Vector>) -> Option<Vector> {
        self.lanes().find_map(|lane| {
            let count = self.size() / lane;
            (0..count).find_map(|to| {
                let from = self.lane(lane, to)??;
                let mut rest = self.clone();
                rest.bytes[to * lane..][..lane].fill(-1);
                let source = if from < count { Input::A } else { Input::B };
                Some(of(Step::Insert { lane, to, from: from % count }, [First, source], &[search(&rest)?]))
            })
        })
    }

    /// Returns the vector that three instructions compute, of which the last reads both others.
    fn three(&self) -> Option<Vector> {
        let found = self.permutations().find_map(|step| {
            let [first, second] = self.inputs(step, [First, Second])?;
            Some(of(step, [First, Second], &[first.one()?, second.one()?]))
        });
        let few = self.size() / self.element <= 4;
        found.or_else(|| self.inserted(Mask::two).filter(|_| few))
    }

    /// Returns the vector that at most `limit` instructions compute, up to three.
    pub(crate) fn plan(&self, limit: usize) -> Option<Vector> {
        let one = self.one().filter(|found| found.cost() <= limit);
        let two = || if limit < 2 { None } else { self.two() };
        let three = || if limit < 3 { None } else { self.three() };
        one.or_else(two).or_else(three)
    }
}

/// An instruction that reads `a` and `b` only, and its bytes.
struct Pattern {
    bytes: u128,
    step: Step,
    operands: [Input; 2],
}

/// The instructions with fixed bytes, by the size of vectors and of elements.
static PATTERNS: LazyLock<[[Vec<Pattern>; 4]; 2]> =
    LazyLock::new(|| [8, 16].map(|size| [1, 2, 4, 8].map(|element| patterns(size, element))));

fn patterns(size: usize, element: usize) -> Vec<Pattern> {
    let mask = Mask { bytes: SmallVec::from_elem(-1, size), element };
    let repeats = mask
        .lanes()
        .flat_map(|lane| (0..size / lane).map(move |from| (Step::Repeat { lane, from }, &OPERANDS[2..])));
    let reversals = mask.reversals().map(|step| (step, &OPERANDS[2..]));
    let permutations = mask.permutations().map(|step| (step, &OPERANDS[..]));
    let of_operands = |(step, operands): (Step, &'static [[Input; 2]])| {
        operands.iter().map(move |&operands| Pattern { bytes: bytes(step, operands, size), step, operands })
    };
    repeats.chain(reversals).chain(permutations).flat_map(of_operands).collect()
}

/// Returns the bytes of an instruction that reads `a` and `b` only.
fn bytes(step: Step, operands: [Input; 2], size: usize) -> u128 {
    (0..size).rev().fold(0, |bytes, n| {
        let source = step.source(n, size);
        let offset = if operands[source / size] == Input::A { 0 } else { size };
        bytes << 8 | (source % size + offset) as u128
    })
}

/// The lanes of a shuffle of more than two vectors, as three shuffles of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tree {
    /// Of the first two vectors, and of the others.
    pub inputs: [Vec<i32>; 2],
    /// Of these two.
    pub last: Vec<i32>,
}

/// The number of instructions of a lookup.
const LOOKUP: usize = 4;

/// Returns the cheapest shuffles for these lanes of four vectors, of `element` bytes each, whose
/// last one is one instruction. Returns `None` if there are none without a lookup.
pub(crate) fn tree(lanes: &[i32], element: usize) -> Option<Tree> {
    let (count, wanted) = (lanes.len(), Mask::new(lanes, element));
    let best = wanted.permutations().filter_map(|step| {
        let masks = wanted.inputs(step, [First, Second])?;
        let [first, second] = masks.map(|mask| mask.in_lanes());
        // The first input has lanes of the first two vectors only, the second of the others.
        let above = 2 * count as i32;
        if first.iter().any(|&lane| lane >= above) || second.iter().any(|&lane| (0..above).contains(&lane)) {
            return None;
        }
        let second: Vec<i32> =
            second.iter().map(|&lane| if lane < 0 { lane } else { lane - above }).collect();
        let cost = |lanes: &[i32]| Mask::new(lanes, element).plan(2).map_or(LOOKUP, |found| found.cost());
        let cost = cost(&first) + cost(&second);
        let source = |n: usize| {
            if lanes[n] < 0 { -1 } else { (step.source(n * element, count * element) / element) as i32 }
        };
        let last = (0..count).map(source).collect();
        Some((cost, Tree { inputs: [first, second], last }))
    });
    best.min_by_key(|(cost, _)| *cost).filter(|(cost, _)| *cost < LOOKUP).map(|(_, tree)| tree)
}

/// Returns the result of an instruction.
fn of(step: Step, operands: [Input; 2], computed: &[Vector]) -> Vector {
    let inputs = operands.map(|input| match input {
        Input::A => Vector::A,
        Input::B => Vector::B,
        First => computed[0].clone(),
        Second => computed[1].clone(),
    });
    Vector::Step(step, Box::new(inputs))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes of a vector by the operands' bytes.
    fn evaluate(vector: &Vector, size: usize) -> Vec<usize> {
        match vector {
            Vector::A => (0..size).collect(),
            Vector::B => (size..2 * size).collect(),
            Vector::Step(step, inputs) => {
                let both = [evaluate(&inputs[0], size), evaluate(&inputs[1], size)].concat();
                (0..size).map(|n| both[step.source(n, size)]).collect()
            }
        }
    }

    /// Returns the cost of lanes, and checks that the vector has them.
    fn cost(lanes: &[i32], element: usize) -> Option<usize> {
        let mask = Mask::new(lanes, element);
        let found = mask.plan(3)?;
        let bytes = evaluate(&found, mask.size());
        let right =
            mask.bytes.iter().zip(&bytes).all(|(&wanted, &byte)| wanted < 0 || wanted as usize == byte);
        assert!(right, "{lanes:?}: {found:?}");
        Some(found.cost())
    }

    #[test]
    fn instructions_are_found() {
        assert_eq!(cost(&[0, 1, 2, 3], 4), Some(0));
        assert_eq!(cost(&[4, -1, 6, 7], 4), Some(0));
        for one in [
            [0, 4, 1, 5],
            [6, 2, 7, 3],
            [0, 2, 4, 6],
            [1, 5, 3, 7],
            [3, 4, 5, 6],
            [1, 0, 3, 2],
            [6; 4],
            [0, 1, 7, 3],
        ] {
            assert_eq!(cost(&one, 4), Some(1), "{one:?}");
        }
        // Of wider lanes.
        assert_eq!(cost(&[0, 1, 8, 9, 2, 3, 10, 11], 2), Some(1));
        assert_eq!(cost(&[0, 1, 4, 5], 4), Some(1));
        assert_eq!(cost(&[1, 0], 8), Some(1));
    }

    #[test]
    fn sequences_are_found() {
        assert_eq!(cost(&[3, 2, 1, 0], 4), Some(2));
        assert_eq!(cost(&[7, 6, 5, 4, 3, 2, 1, 0], 2), Some(2));
        assert_eq!(cost(&[0, 5, 2, 6], 4), Some(2));
        assert_eq!(cost(&[15, 3, 9, 0, 7, 12, 1, 6], 2), None);
    }

    #[test]
    fn lanes_of_four_vectors_are_separated_in_a_tree() {
        let lanes: Vec<i32> = (0..16).map(|n| 4 * n).collect();
        let found = tree(&lanes, 1).expect("three instructions");
        let costs = [&found.inputs[0], &found.inputs[1], &found.last].map(|lanes| cost(lanes, 1));
        assert_eq!(costs, [Some(1); 3], "{found:?}");
        let both =
            [&found.inputs[0][..], &found.inputs[1].iter().map(|n| n + 32).collect::<Vec<_>>()].concat();
        let all: Vec<i32> = found.last.iter().map(|&n| both[n as usize]).collect();
        assert_eq!(all, lanes);
    }

    #[test]
    fn all_permutations_of_four_lanes_are_right() {
        let masks = (0..8i32.pow(4)).map(|n| [n % 8, n / 8 % 8, n / 64 % 8, n / 512]);
        let mut found = [0; 4];
        for mask in masks.step_by(7) {
            cost(&mask, 4).into_iter().for_each(|cost| found[cost] += 1);
        }
        assert!(found.iter().sum::<usize>() > 400, "{found:?}");
    }
}
