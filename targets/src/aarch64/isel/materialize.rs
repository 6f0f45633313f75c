//! Materializes constants: the shortest sequence of `movz`/`movn`, `movk` and `orr`.
//!
//! Cost: constant; at most four instructions.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::mc::instructions::op;
use gisel_codegen::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// One instruction of a sequence that builds a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// `movz`/`movn`, by opcode: sets the register to the (inverted) half-word at the shift.
    Set(Opcode, u16, u8),
    /// `orr` of the zero register and a logical immediate.
    Pattern(Opcode, u16),
    /// `movk`: replaces the half-word at the shift.
    Insert(Opcode, u16, u8),
}

/// Returns the sequence that builds `value` in a register of `bits` (32 or 64) bits.
pub(crate) fn steps(value: u64, bits: u32) -> SmallVec<[Step; 4]> {
    let value = if bits == 32 { value & 0xffff_ffff } else { value };
    if let Ok(half) = u16::try_from(value) {
        // Most constants are this small.
        let opcode = if bits == 32 { op::MOVZWi } else { op::MOVZXi };
        return SmallVec::from_slice(&[Step::Set(opcode, half, 0)]);
    }
    let halves = halves(value, bits);
    let differing = |fill: u16| halves.iter().filter(|&&h| h != fill).count();
    let (from_zero, from_ones) = (differing(0), differing(0xffff));
    if from_zero.min(from_ones) > 1 {
        if let Some(pattern) = logical_immediate::encode(value, bits) {
            return SmallVec::from_slice(&[Step::Pattern(orr(bits), pattern as u16)]);
        }
        if from_zero.min(from_ones) > 2
            && let Some(two) = pattern_and_insert(value, bits)
        {
            return two;
        }
    }
    moves(&halves, from_ones < from_zero, bits)
}

fn halves(value: u64, bits: u32) -> SmallVec<[u16; 4]> {
    (0..bits / 16).map(|i| (value >> (16 * i)) as u16).collect()
}

fn orr(bits: u32) -> Opcode {
    if bits == 32 { op::ORRWri } else { op::ORRXri }
}

fn insert(bits: u32) -> Opcode {
    if bits == 32 { op::MOVKWi } else { op::MOVKXi }
}

/// Returns `movz` or `movn` of the first half-word that differs from the filling, and `movk` of the
/// others.
fn moves(halves: &[u16], inverted: bool, bits: u32) -> SmallVec<[Step; 4]> {
    let fill = if inverted { 0xffff } else { 0 };
    let mut differing =
        halves.iter().enumerate().filter(|&(_, &h)| h != fill).map(|(i, &h)| (h, 16 * i as u8));
    let (first, shift) = differing.next().unwrap_or((fill, 0));
    let (opcode, first) = match (inverted, bits) {
        (false, 32) => (op::MOVZWi, first),
        (false, _) => (op::MOVZXi, first),
        (true, 32) => (op::MOVNWi, !first),
        (true, _) => (op::MOVNXi, !first),
    };
    let mut out = SmallVec::from_slice(&[Step::Set(opcode, first, shift)]);
    out.extend(differing.map(|(half, shift)| Step::Insert(insert(bits), half, shift)));
    out
}

/// Returns a pattern that differs in one half-word, and the insertion of that half-word.
fn pattern_and_insert(value: u64, bits: u32) -> Option<SmallVec<[Step; 4]>> {
    let halves = halves(value, bits);
    for (at, &half) in halves.iter().enumerate() {
        let shift = 16 * at as u32;
        for filling in halves.iter().copied().chain([0, 0xffff]) {
            let trial = (value & !(0xffff << shift)) | (u64::from(filling) << shift);
            if let Some(pattern) = logical_immediate::encode(trial, bits) {
                let steps =
                    [Step::Pattern(orr(bits), pattern as u16), Step::Insert(insert(bits), half, shift as u8)];
                return Some(SmallVec::from_slice(&steps));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn run(steps: &[Step], bits: u32) -> u64 {
        let value = steps.iter().fold(0u64, |v, step| match *step {
            Step::Set(opcode, half, shift) => {
                let set = u64::from(half) << shift;
                if opcode == op::MOVNWi || opcode == op::MOVNXi { !set } else { set }
            }
            Step::Pattern(_, pattern) => {
                logical_immediate::decode(u64::from(pattern), bits).expect("steps hold encoded immediates")
            }
            Step::Insert(_, half, shift) => (v & !(0xffff << shift)) | (u64::from(half) << shift),
        });
        if bits == 32 { value & 0xffff_ffff } else { value }
    }

    #[test]
    fn sequences_make_their_constants() {
        let cases: [(u64, usize); 12] = [
            (0, 1),
            (1, 1),
            (u64::MAX, 1),
            (0xffff_0000, 1),
            (0x1234_5678, 2),
            (0x5555_5555_5555_5555, 1),
            (0x5555_5555_5555_1234, 2),
            (0x1234_5678_9abc_def0, 4),
            (0xffff_ffff_1234_5678, 2),
            (0x0000_1234_0000_0000, 1),
            (0xffff_ffff_ffff_1234, 1),
            (0x00ff_00ff_00ff_00ff, 1),
        ];
        for (value, length) in cases {
            let steps = steps(value, 64);
            assert_eq!((run(&steps, 64), steps.len()), (value, length), "{value:#x}");
        }
        let mut random = SplitMix64::seed_from_u64(1);
        for _ in 0..10_000 {
            let value = random.next_u64();
            let value = value & (value.rotate_left(17) | value >> 31);
            assert_eq!(run(&steps(value, 64), 64), value);
            assert_eq!(run(&steps(value, 32), 32), value & 0xffff_ffff);
            assert!(steps(value, 32).len() <= 2);
        }
    }
}
