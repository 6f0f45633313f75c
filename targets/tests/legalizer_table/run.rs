//! One combination: legalized, and interpreted before and after on the same inputs.

use super::cases::{Input, Kind, SCRATCH, build, bytes};
use gisel_codegen::interpreter::float;
use gisel_codegen::interpreter::int::Int;
use gisel_codegen::interpreter::{Limits, Machine, Program, Round};
use gisel_codegen::legalizer::{Legalizer, illegal_instructions};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{MachineFunction, function_to_string};
use gisel_codegen::module::Module;
use gisel_codegen::target::Target;
use gisel_codegen::target::instructions::Opcode;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of a combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Legal, and the same results.
    Legalized,
    /// The rules say so.
    Unsupported,
    /// Other results, or what must not be.
    Wrong(String),
    /// The rules go round in a circle.
    Looping,
}

/// A generator of pseudo-random words.
pub struct Random(pub u64);

impl Random {
    /// The next word.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.0 >> 32
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}

/// Tries an opcode on these types with so many inputs; nothing if there is no function for them.
pub fn check(target: &dyn Target, opcode: Opcode, types: &[Llt], rounds: u64) -> Option<Verdict> {
    let (before, inputs) = build(target, opcode, types)?;
    let mut after = before.clone();
    let legalized =
        catch_unwind(AssertUnwindSafe(|| Legalizer::default().run(&mut after, target, &Module::default())));
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
    let mut random =
        Random(u64::from(opcode.0) << 32 | types.iter().map(|t| u64::from(t.bits())).sum::<u64>());
    for round in 0..rounds {
        let data = fill(&inputs, &mut random);
        let results = |mf: &MachineFunction| run(mf, target, &data, round);
        // What must not be done before may be done after.
        let Ok(expected) = results(&before) else { continue };
        let found = results(&after);
        let same =
            found.as_ref().is_ok_and(|found| expected.iter().zip(found).all(|(a, b)| a.is_none() || a == b));
        if !same {
            let words: Vec<String> = data.iter().map(|w| format!("{w:#x}")).collect();
            let text = format!(
                "inputs {}\nbefore {}\nafter {}\n{}\n{}",
                words.join(" "),
                shown(&Ok(expected)),
                shown(&found),
                show(&before),
                show(&after)
            );
            return Some(Verdict::Wrong(text));
        }
    }
    Some(Verdict::Legalized)
}

/// The words of the output up to the last one that is written.
fn shown(result: &Result<Vec<Option<u64>>, String>) -> String {
    match result {
        Err(message) => message.clone(),
        Ok(words) => {
            let end = words.iter().rposition(|w| *w != Some(0)).map_or(0, |n| n + 1);
            let word = |w: &Option<u64>| w.map_or("poison".to_string(), |w| format!("{w:#x}"));
            words[..end].iter().map(word).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The words of the output; nothing for those that are poison.
fn run(
    mf: &MachineFunction,
    target: &dyn Target,
    data: &[u64],
    seed: u64,
) -> Result<Vec<Option<u64>>, String> {
    let module = Module { symbols: vec![Default::default()], ..Module::default() };
    let targets = [target];
    let program = Program { module: &module, functions: std::slice::from_ref(mf), targets: &targets };
    let limits = Limits { steps: 1 << 20, stack: 1 << 16, seed };
    let mut machine = Machine::new(program, limits, Box::new(std::io::sink()))?;
    let (from, to) = (
        machine.memory.add_data(8 * data.len() as u64 + 8, 16),
        machine.memory.add_data(2 * SCRATCH as u64, 16),
    );
    for (n, &word) in data.iter().enumerate() {
        machine.memory.store_word(from + 8 * n as u64, 8, word).map_err(|e| e.to_string())?;
    }
    let names = if target.name() == "riscv64" { ["x10", "x11"] } else { ["x0", "x1"] };
    for (name, address) in names.into_iter().zip([from, to]) {
        let register = target.registers().by_name(name).ok_or("no such register")?;
        machine.registers.set_word(register, address);
    }
    machine.run_function(0).map_err(|trap| trap.to_string())?;
    let words = (0..SCRATCH as u64 / 8).map(|n| machine.memory.load_word(to + 8 * n, 8));
    words.collect::<Result<_, _>>().map_err(|e| e.to_string())
}

/// Words for all inputs; what is above a lane's width is anything.
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

/// A float: corners, numbers of moderate size, any bits; those that are not numbers are quiet.
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

/// A float whose integral part fits so many bits, with a fraction where there is room.
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
