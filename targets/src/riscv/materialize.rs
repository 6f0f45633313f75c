//! Sequences that put a 64-bit constant into a register.
//!
//! The base is `lui` + `addiw` for 32 bits; wider values are built from the top: what is left after the low 12 bits is
//! shifted down as far as it goes and built first. Two other starts are tried: with the trailing
//! zeros put back by a last `slli`, and with the leading zeros made by a last `srli`. The shortest is taken; at most eight.

use super::instructions::op;
use gisel_codegen::target::instructions::Opcode;
use smallvec::SmallVec;

/// One step: the opcode and its immediate. The source is the register of the step before, or x0 for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// `LUI`, `ADDI`, `ADDIW`, `SLLI` or `SRLI`.
    pub opcode: Opcode,
    /// Its immediate operand.
    pub imm: i64,
}

/// The steps of one constant.
pub type Steps = SmallVec<[Step; 8]>;

/// The steps that make `value`, or its low half in registers of 32 bits.
pub fn materialize(value: i64, xlen: u32) -> Steps {
    if xlen == 32 {
        return word(value as i32);
    }
    let mut best = from_top(value);
    if best.len() <= 2 {
        return best;
    }
    let trailing = value.trailing_zeros();
    if trailing > 0 {
        let mut steps = from_top(value >> trailing);
        steps.push(Step { opcode: op::SLLI, imm: i64::from(trailing) });
        best = shorter(best, steps);
    }
    let leading = value.leading_zeros();
    if value > 0 && leading > 0 {
        let shifted = (value as u64) << leading;
        for filled in [shifted | ((1 << leading) - 1), shifted] {
            let mut steps = from_top(filled as i64);
            steps.push(Step { opcode: op::SRLI, imm: i64::from(leading) });
            best = shorter(best, steps);
        }
    }
    best
}

fn shorter(a: Steps, b: Steps) -> Steps {
    if b.len() < a.len() { b } else { a }
}

/// The low 12 bits of `value`, sign-extended.
fn low12(value: i64) -> i64 {
    value << 52 >> 52
}

/// In a register of 32 bits.
fn word(value: i32) -> Steps {
    let mut steps = from_top(value.into());
    for step in steps.iter_mut().filter(|step| step.opcode == op::ADDIW) {
        step.opcode = op::ADDI;
    }
    steps
}

fn from_top(value: i64) -> Steps {
    let low = low12(value);
    if i32::try_from(value).is_ok() {
        let high = (value - low) >> 12 & 0xfffff;
        let mut steps = Steps::new();
        if high != 0 {
            steps.push(Step { opcode: op::LUI, imm: high });
        }
        if low != 0 || high == 0 {
            // `lui` sign-extends: the sum wraps to 32 bits where bit 31 came from the carry.
            let opcode = if high != 0 { op::ADDIW } else { op::ADDI };
            steps.push(Step { opcode, imm: low });
        }
        return steps;
    }
    let rest = value.wrapping_sub(low) >> 12;
    let zeros = rest.trailing_zeros();
    let mut steps = from_top(rest >> zeros);
    steps.push(Step { opcode: op::SLLI, imm: i64::from(12 + zeros) });
    if low != 0 {
        steps.push(Step { opcode: op::ADDI, imm: low });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the steps compute.
    fn run(steps: &[Step]) -> i64 {
        steps.iter().fold(0i64, |x, step| match step.opcode {
            op::LUI => i64::from((step.imm << 12) as i32),
            op::ADDI => x.wrapping_add(step.imm),
            op::ADDIW => i64::from(x.wrapping_add(step.imm) as i32),
            op::SLLI => x << step.imm,
            op::SRLI => ((x as u64) >> step.imm) as i64,
            other => panic!("{other:?}"),
        })
    }

    fn check(value: i64) {
        let steps = materialize(value, 64);
        assert_eq!(run(&steps), value, "{value:#x}: {steps:?}");
        assert!(!steps.is_empty() && steps.len() <= 8);
        for step in &steps {
            let kind = match step.opcode {
                op::LUI => 0..=0xfffff,
                op::SLLI | op::SRLI => 1..=63,
                _ => -2048..=2047,
            };
            assert!(kind.contains(&step.imm), "{value:#x}: {steps:?}");
        }
    }

    #[test]
    fn every_shape_is_built() {
        for shift in 0..64 {
            for low in [
                -2049i64,
                -2048,
                -1,
                0,
                1,
                5,
                0x7ff,
                0x800,
                0xfff,
                0x12345,
                0x7fff_f7ff,
                0x7fff_f800,
                0xdead_beef,
            ] {
                for value in [
                    low.wrapping_shl(shift),
                    !low.wrapping_shl(shift),
                    low.wrapping_shl(shift).wrapping_add(low),
                ] {
                    check(value);
                }
            }
        }
        let mut x = 0x1234_5678_9abc_def1u64;
        for _ in 0..100_000 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            check(x as i64);
        }
    }

    #[test]
    fn short_ones_are_short() {
        assert_eq!(materialize(0, 64).len(), 1);
        assert_eq!(materialize(-1, 64).len(), 1);
        assert_eq!(materialize(0x1000, 64).len(), 1);
        assert_eq!(materialize(0x7fff_ffff, 64).len(), 2);
        assert_eq!(materialize(1 << 40, 64).len(), 2);
        assert_eq!(materialize(0xffff_ffff, 64).len(), 2);
        assert_eq!(materialize(i64::MIN, 64).len(), 2);
        assert_eq!(materialize(i64::MAX, 64).len(), 2);
    }
}
