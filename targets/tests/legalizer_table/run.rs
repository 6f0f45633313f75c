//! One combination: legalized, and interpreted before and after on the same inputs.

use super::cases::{Input, Kind, SCRATCH, build, bytes};
use crate::execution::{Arguments, Random, compare};
use gisel_codegen::interpreter::Round;
use gisel_codegen::interpreter::float;
use gisel_codegen::interpreter::int::Int;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::legalizer::{self, illegal_instructions};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::target::Target;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The verdict on a combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Legal, and the same results.
    Legalized,
    /// The rules reject it.
    Unsupported,
    /// Other results, or undefined behaviour.
    Wrong(String),
    /// The rules do not terminate.
    Looping,
}

/// Checks an opcode on these types with the given number of inputs; returns none if there is no
/// function for them.
pub fn check(target: &dyn Target, opcode: Opcode, types: &[Llt], rounds: u64) -> Option<Verdict> {
    let (before, inputs) = build(target, opcode, types)?;
    let mut after = before.clone();
    let legalized = catch_unwind(AssertUnwindSafe(|| legalizer::run(&mut after, target, &Module::default())));
    let show = |mf: &MachineFunction| function_to_string(mf, target, None);
    match legalized {
        Err(_) => return Some(Verdict::Wrong(format!("the legalizer panics\n{}", show(&before)))),
        Ok(Err(error)) if error.to_string().contains("without end") => return Some(Verdict::Looping),
        Ok(Err(_)) => return Some(Verdict::Unsupported),
        Ok(Ok(())) => {}
    }
    if !illegal_instructions(&after, target, target.legalizer_info()).is_empty() {
        return Some(Verdict::Wrong(format!("illegal instructions are left\n{}", show(&after))));
    }
    let seed = u64::from(opcode.0) << 32 | types.iter().map(|t| u64::from(t.bits())).sum::<u64>();
    Some(match same_results(target, [&before, &after], &inputs, seed, rounds) {
        Ok(()) => Verdict::Legalized,
        Err(text) => Verdict::Wrong(text),
    })
}

/// Checks that two functions have the same results for the given number of inputs.
///
/// Errors: the first difference.
pub fn same_results(
    target: &dyn Target,
    [before, after]: [&MachineFunction; 2],
    inputs: &[Input],
    seed: u64,
    rounds: u64,
) -> Result<(), String> {
    let mut random = Random::new(seed);
    for seed in 0..rounds {
        let data = fill(inputs, &mut random);
        let arguments = Arguments {
            memory: &[&[0; 2 * SCRATCH as usize / 8], &data],
            results: SCRATCH as u64 / 8,
            words: &[],
            seed,
        };
        compare(before, after, target, &arguments)?;
    }
    Ok(())
}

/// Returns words for all inputs; bits above a lane's width are random.
fn fill(inputs: &[Input], random: &mut Random) -> Vec<u64> {
    let mut words = Vec::new();
    for input in inputs {
        let bits = input.ty.scalar_bits();
        for _ in 0..input.ty.elements() {
            let lane = lane(bits, input.kind, random);
            let whole = Int::from_words(bits.next_multiple_of(64), lane.words().iter().copied());
            let garbage = Int::from_words(whole.bits(), (0..4).map(|_| random.next())).lshr(bits).shl(bits);
            words.extend(whole.or(&garbage).words());
        }
        debug_assert_eq!(bytes(input.ty) % 8, 0);
    }
    words
}

fn lane(bits: u32, kind: Kind, random: &mut Random) -> Int {
    match kind {
        Kind::Integer => integer(bits, random),
        Kind::Below(limit) => Int::new(bits, random.below(limit.min(1 << bits.min(63)))),
        Kind::NonZero => {
            let value = integer(bits, random);
            if value.is_zero() { Int::new(bits, 1) } else { value }
        }
        Kind::Divisor => {
            let value = integer(bits, random);
            let bad = value.is_zero() || value == Int::ones(bits);
            if bad { Int::new(bits, if bits == 1 { 1 } else { 3 }) } else { value }
        }
        Kind::Float => float_value(bits, random),
        Kind::Canonical => {
            let value = float_value(bits, random);
            let number =
                u128::from(value.words()[0]) | value.words().get(1).map_or(0, |&high| u128::from(high) << 64);
            let canonical = float::unary(float::Unary::Canonicalize, bits, number, Round::NearestTiesToEven);
            canonical.map_or(value, |canonical| Int::from_u128(bits, canonical))
        }
        Kind::Convertible(width, signed) => convertible(bits, width, signed, random),
        Kind::Unit => {
            let one = if random.next() & 1 == 0 { 1 } else { -1 };
            from_number(bits, &Int::signed(8, one))
        }
        Kind::Small => Int::signed(bits, random.below(81) as i64 - 40),
    }
}

fn integer(bits: u32, random: &mut Random) -> Int {
    let any = Int::from_words(bits, (0..4).map(|_| random.next()));
    match random.below(6) {
        0 => Int::zero(bits),
        1 => Int::ones(bits).lshr(random.below(bits.into()) as u32),
        2 => Int::sign_bit(bits).lshr(random.below(bits.into()) as u32),
        3 => any.lshr(random.below(bits.into()) as u32),
        4 => Int::signed(bits, random.below(9) as i64 - 4),
        _ => any,
    }
}

fn from_number(bits: u32, value: &Int) -> Int {
    let float = float::from_int(bits, value, true, Round::NearestTiesToEven);
    Int::from_u128(bits, float.unwrap_or(0))
}

/// Returns a float: corner cases, numbers of moderate size, any bits; NaNs are quiet.
fn float_value(bits: u32, random: &mut Random) -> Int {
    let digits = match bits {
        16 => 10,
        32 => 23,
        64 => 52,
        _ => 112,
    };
    let infinity = Int::ones(bits - 1 - digits).zext(bits).shl(digits);
    let sign = if random.next() & 1 == 0 { Int::zero(bits) } else { Int::sign_bit(bits) };
    let magnitude = match random.below(10) {
        0 => Int::zero(bits),
        1 => infinity,
        2 => infinity.or(&Int::new(bits, 1).shl(digits - 1)),
        3 => Int::new(bits, 1 + random.below(4)),
        4 => Int::new(bits, 1).shl(digits),
        5 | 6 => return from_number(bits, &Int::signed(16, random.next() as i16 as i64 >> random.below(16))),
        _ => {
            let any = Int::from_words(bits, (0..2).map(|_| random.next())).and(&Int::sign_bit(bits).not());
            let quiet = Int::new(bits, 1).shl(digits - 1);
            if any.and(&infinity) == infinity { any.or(&quiet) } else { any }
        }
    };
    magnitude.or(&sign)
}

/// Returns a float whose integral part fits the width, with a fraction if there is room.
fn convertible(bits: u32, width: u32, signed: bool, random: &mut Random) -> Int {
    let width = width.min(if bits == 16 { 15 } else { 127 });
    if width == 0 {
        return Int::zero(bits);
    }
    let number = integer(width, random).zext(128);
    let negative = signed && random.next() & 1 == 0;
    let number = if negative { number.neg() } else { number };
    let nearest = float::from_int(bits, &number, true, Round::TowardZero).unwrap_or(0);
    let quarter = float::scale(bits, nearest, -2, Round::TowardZero).unwrap_or(nearest);
    Int::from_u128(bits, if random.next() & 1 == 0 { nearest } else { quarter })
}
