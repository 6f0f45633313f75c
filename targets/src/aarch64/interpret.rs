//! What AArch64's own generic opcodes compute, of those that the legalizer makes.

use super::instructions::op::*;
use gisel_codegen::interpreter::int::Int;
use gisel_codegen::interpreter::value::{Lane, Value};
use gisel_codegen::interpreter::{Context, Fault, Operation, Results};

/// See [`gisel_codegen::target::Target::interpret`].
pub fn interpret(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    match op.opcode {
        G_UADDLP | G_SADDLP => pairs(op),
        G_UMULL | G_SMULL => {
            let (bits, signed) = (op.ty(0)?.scalar_bits(), op.opcode == G_SMULL);
            let wide = |a: &Int| if signed { a.sext(bits) } else { a.zext(bits) };
            op.lanes(0, |[a, b]| Some(wide(a).mul(&wide(b))))
        }
        G_CMP_SWAP_128 => compare_and_swap(op, context),
        _ => Err(Fault::Unknown),
    }
}

/// Sums of neighbours in elements of twice the size.
fn pairs(op: &Operation) -> Result<Results, Fault> {
    let (bits, signed) = (op.ty(0)?.scalar_bits(), op.opcode == G_SADDLP);
    let wide = |a: &Int| if signed { a.sext(bits) } else { a.zext(bits) };
    let sum = |two: &[Lane]| {
        let known: Option<Vec<Int>> = two.iter().map(|lane| lane.known().map(wide)).collect();
        let sum = known.map(|known| known.iter().fold(Int::zero(bits), |a, b| a.add(b)));
        sum.map_or_else(|| Lane::poison(bits), Lane::from)
    };
    Ok(Results::from_iter([op.value(0)?.lanes.chunks(2).map(sum).collect::<Value>()]))
}

/// Address, expected and new value in halves; the old one in halves.
fn compare_and_swap(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    let address = op.word(0, "the address of an access")?;
    let half = |n| op.word(n, "an operand of an atomic operation");
    let pair = |low: u64, high: u64| Int::from_words(128, [low, high]);
    let (expected, new) = (pair(half(1)?, half(2)?), pair(half(3)?, half(4)?));
    let old = context.memory.load(address, 128)?;
    if old.known() == Some(&expected) {
        context.memory.store(address, 128, &new.into())?;
    }
    let halves = [0, 64].map(|offset| Value::from(old.map(|a| a.extract(offset, 64))));
    Ok(Results::from_iter(halves))
}
