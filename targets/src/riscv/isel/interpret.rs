//! The semantics of RISC-V's own generic opcodes: operations on the low words of registers,
//! conversions, parts of atomic words.

use crate::riscv::mc::instructions::op::*;
use gisel_codegen::interpreter::int::Int;
use gisel_codegen::interpreter::value::{Lane, Value};
use gisel_codegen::interpreter::{Context, Fault, Operation, Results, Round, Step, float, modified};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

/// See [`gisel_codegen::target::InterpreterTarget::interpret`].
pub(crate) fn interpret(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    let by = |b: &Int| b.low() as u32 & 31;
    let amount = |b: &Int| Int::new(32, by(b).into());
    match op.opcode {
        G_SLLW => words(op, |a, b| a.shl(by(b))),
        G_SRLW => words(op, |a, b| a.lshr(by(b))),
        G_SRAW => words(op, |a, b| a.ashr(by(b))),
        G_ROLW => words(op, |a, b| a.rotl(amount(b).low() as u32)),
        G_RORW => words(op, |a, b| a.rotl((32 - by(b)) % 32)),
        G_DIVW => words(op, |a, b| divided(a, b, true).0),
        G_DIVUW => words(op, |a, b| divided(a, b, false).0),
        G_REMUW => words(op, |a, b| divided(a, b, false).1),
        G_CLZW => op.lanes(0, |[a]| Some(Int::new(a.bits(), a.trunc(32).leading_zeros().into()))),
        G_CTZW => op.lanes(0, |[a]| Some(Int::new(a.bits(), a.trunc(32).trailing_zeros().into()))),
        G_FCVT_W_RV64 | G_FCVT_WU_RV64 | G_FCVT_L_RV64 => {
            let signed = op.opcode != G_FCVT_WU_RV64;
            let bits = if op.opcode == G_FCVT_L_RV64 { 64 } else { 32 };
            let round = rounding(op.imm(1)?, context)?;
            op.lanes(0, |[a]| {
                let (word, _) = float::to_int(a.bits(), a.low128(), bits, signed, round)?;
                Some(word.sext(64))
            })
        }
        G_FCVT_S_BF16 => op.lanes(0, |[a]| Some(Int::new(32, (quiet(a.low128() as u32) << 16).into()))),
        G_FCVT_BF16_S => {
            let round = context.environment.rounding;
            op.lanes(0, |[a]| Some(Int::new(16, rounded_to_bfloat(a.low128() as u32, round).into())))
        }
        G_FCLASS => op.lanes(0, |[a]| {
            let width = op.results[0].bits();
            let class = float::class(a.bits(), a.low128())?;
            // LLVM's classes begin with NaNs, RISC-V's end with them.
            Some(Int::new(width, (class >> 2 | (class & 3) << 8).into()))
        }),
        G_MASKED_CMPXCHG => masked_compare_exchange(op, context),
        _ => masked(op, context),
    }
}

/// Returns the rounding mode of an instruction's field.
fn rounding(mode: i64, context: &Context<'_>) -> Result<Round, Fault> {
    const MODES: [Round; 5] = [
        Round::NearestTiesToEven,
        Round::TowardZero,
        Round::TowardNegative,
        Round::TowardPositive,
        Round::NearestTiesToAway,
    ];
    match usize::try_from(mode) {
        Ok(7) => Ok(context.environment.rounding),
        Ok(n) => MODES.get(n).copied().ok_or(Fault::Unknown),
        Err(_) => Err(Fault::Unknown),
    }
}

/// Returns a bfloat that is no NaN, or the canonical NaN.
fn quiet(bits: u32) -> u32 {
    if bits & 0x7fff > 0x7f80 { 0x7fc0 } else { bits }
}

/// Returns a single rounded to a bfloat, which is its upper half.
fn rounded_to_bfloat(bits: u32, round: Round) -> u32 {
    if f32::from_bits(bits).is_nan() {
        return 0x7fc0;
    }
    let (upper, lower, negative) = (bits >> 16, bits & 0xffff, bits >> 31 != 0);
    let up = match round {
        Round::NearestTiesToEven => lower > 0x8000 || lower == 0x8000 && upper & 1 != 0,
        Round::NearestTiesToAway => lower >= 0x8000,
        Round::TowardZero => false,
        Round::TowardNegative => negative && lower != 0,
        Round::TowardPositive => !negative && lower != 0,
    };
    upper + u32::from(up)
}

/// Applies an operation to the low words, and sign-extends the result.
fn words(op: &Operation, each: impl Fn(&Int, &Int) -> Int) -> Result<Results, Fault> {
    // Upper halves may be poison.
    let [a, b] = [op.lane(0)?, op.lane(1)?].map(|lane| lane.map(|a| a.trunc(32)));
    let lane = match (a.known(), b.known()) {
        (Some(a), Some(b)) => each(a, b).sext(64).into(),
        _ => Lane::poison(64),
    };
    Ok(Results::from_iter([Value::from(lane)]))
}

/// Divides as the instructions do, which never trap.
fn divided(a: &Int, b: &Int, signed: bool) -> (Int, Int) {
    match (b.is_zero(), signed) {
        (true, _) => (Int::ones(32), a.clone()),
        (_, true) => a.divide_signed(b),
        _ => a.divide(b),
    }
}

fn step(opcode: Opcode) -> Option<Step> {
    Some(match opcode {
        G_MASKED_ATOMICRMW_XCHG => Step::Exchange,
        G_MASKED_ATOMICRMW_ADD => Step::Opcode(G_ADD),
        G_MASKED_ATOMICRMW_SUB => Step::Opcode(G_SUB),
        G_MASKED_ATOMICRMW_NAND => Step::Nand,
        G_MASKED_ATOMICRMW_UMAX => Step::Opcode(G_UMAX),
        G_MASKED_ATOMICRMW_UMIN => Step::Opcode(G_UMIN),
        G_MASKED_ATOMICRMW_MAX => Step::Opcode(G_SMAX),
        G_MASKED_ATOMICRMW_MIN => Step::Opcode(G_SMIN),
        _ => return None,
    })
}

/// Returns the aligned word at operand 0, and its address.
fn aligned_word(op: &Operation, context: &mut Context<'_>) -> Result<(u64, Int), Fault> {
    let address = op.word(0, "the address of an access")?;
    let lane = context.memory.load(address, 32)?;
    lane.known()
        .cloned()
        .map(|word| (address, word))
        .ok_or_else(|| Fault::undefined("an atomic word is poison"))
}

fn low_word(op: &Operation, n: usize) -> Result<Int, Fault> {
    let word = op.lane(n)?.map(|a| a.trunc(32));
    word.known().cloned().ok_or_else(|| Fault::undefined("an operand of an atomic operation is poison"))
}

/// Applies an operation to the bits of a mask within an aligned word; the operands are already
/// shifted.
fn masked(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    let step = step(op.opcode).ok_or(Fault::Unknown)?;
    let ((address, old), operand, mask) = (aligned_word(op, context)?, low_word(op, 1)?, low_word(op, 2)?);
    let (shift, bits) = (mask.trailing_zeros(), mask.count_ones());
    let part = |word: &Int| Lane::from(word.extract(shift, bits));
    let new = modified(step, &part(&old), &part(&operand), context.environment)?;
    let mut word = old.clone();
    word.insert(&new.int, shift);
    context.memory.store(address, 32, &word.into())?;
    Ok(Results::from_iter([Value::from(old.sext(op.ty(0)?.bits()))]))
}

fn masked_compare_exchange(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    let ((address, old), expected, new, mask) =
        (aligned_word(op, context)?, low_word(op, 1)?, low_word(op, 2)?, low_word(op, 3)?);
    if old.and(&mask) == expected {
        let word = old.and(&mask.not()).or(&new.and(&mask));
        context.memory.store(address, 32, &word.into())?;
    }
    Ok(Results::from_iter([Value::from(old.sext(op.ty(0)?.bits()))]))
}
