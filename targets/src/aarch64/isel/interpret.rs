//! The semantics of AArch64's own opcodes in functions before selection: ours, and those of LLVM's
//! dumps.

use crate::aarch64::isel::interleaved_accesses;
use crate::aarch64::mc::instructions::op::*;
use gisel_codegen::interpreter::float;
use gisel_codegen::interpreter::int::Int;
use gisel_codegen::interpreter::value::{Lane, Value};
use gisel_codegen::interpreter::{Arg, Context, Fault, Operation, Results};
use gisel_codegen::ir::mir::FloatPredicate;
use gisel_codegen::ir::opcodes::G_INTRINSIC_W_SIDE_EFFECTS;

/// See [`gisel_codegen::target::InterpreterTarget::interpret`].
pub(crate) fn interpret(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    match op.opcode {
        ADRP => one(Int::new(64, op.word(0, "a page")? & !0xfff)),
        opcode if opcode == LOADgot => one(Int::new(64, op.word(0, "an address")?)),
        G_ADD_LOW => one(Int::new(64, op.word(0, "a page")? + (op.word(1, "an address")? & 0xfff))),
        G_AARCH64_PREFETCH => Ok(Results::new()),
        G_INTRINSIC_W_SIDE_EFFECTS => interleaved_accesses::interpret(op, context),
        G_CMP_SWAP_128 => compare_and_swap(op, context),
        _ => arrange(op)
            .or_else(|fault| if fault == Fault::Unknown { compute(op, context) } else { Err(fault) }),
    }
}

fn one(value: impl Into<Value>) -> Result<Results, Fault> {
    Ok(Results::from_iter([value.into()]))
}

/// Evaluates permutations of elements.
fn arrange(op: &Operation) -> Result<Results, Fault> {
    let (ty, size) = (op.ty(0)?, op.ty(0)?.elements() as usize);
    let second = |n: usize| n % 2 * size;
    let reversed = |n: usize, bits: u32| {
        let group = (bits / ty.scalar_bits()).max(1) as usize;
        n - n % group + (group - 1 - n % group)
    };
    let place = |n: usize| {
        Ok(match op.opcode {
            G_UZP1 => 2 * n,
            G_UZP2 => 2 * n + 1,
            G_ZIP1 => n / 2 + second(n),
            G_ZIP2 => size / 2 + n / 2 + second(n),
            G_TRN1 => n - n % 2 + second(n),
            G_TRN2 => n - n % 2 + 1 + second(n),
            G_REV16 => reversed(n, 16),
            G_REV32 => reversed(n, 32),
            G_REV64 => reversed(n, 64),
            G_DUP => 0,
            G_DUPLANE8 | G_DUPLANE16 | G_DUPLANE32 | G_DUPLANE64 => op.word(1, "an index")? as usize,
            G_EXT => n + op.word(2, "a number of bytes")? as usize * 8 / ty.scalar_bits() as usize,
            _ => return Err(Fault::Unknown),
        })
    };
    let values =
        op.args.iter().filter_map(|arg| if let Arg::Value(value) = arg { Some(value) } else { None });
    let lanes: Vec<&Lane> = values.flat_map(|value| &value.lanes).collect();
    let lane = |n| Ok(lanes.get(place(n)?).ok_or(Fault::Unknown)?.map(|a| a.trunc(ty.scalar_bits())));
    one((0..size).map(lane).collect::<Result<Value, Fault>>()?)
}

/// Evaluates computations on elements.
fn compute(op: &Operation, context: &Context<'_>) -> Result<Results, Fault> {
    let (bits, from) = (op.ty(0)?.scalar_bits(), op.bits(0)?);
    let signed = matches!(op.opcode, G_SMULL | G_SADDLP | G_SADDLV | G_SDOT | G_SITOF);
    let wide = |a: &Int| if signed { a.sext(bits) } else { a.zext(bits) };
    match op.opcode {
        G_UMULL | G_SMULL => op.lanes(0, |[a, b]| Some(wide(a).mul(&wide(b)))),
        G_UADDLP | G_SADDLP => {
            one(op.value(0)?.lanes.chunks(2).map(|two| sum(two, bits, wide)).collect::<Value>())
        }
        G_UADDLV | G_SADDLV => {
            // The sum is in the first element; an instruction with a scalar result clears the
            // others.
            let zeros = (1..op.ty(0)?.elements()).map(|_| Int::zero(bits).into());
            one([sum(&op.value(0)?.lanes, bits, wide)].into_iter().chain(zeros).collect::<Value>())
        }
        G_UDOT | G_SDOT | G_USDOT => dot(op, wide),
        G_VASHR | G_VLSHR => {
            let by = op.imm(1)? as u32;
            op.lanes(0, |[a]| Some(if op.opcode == G_VASHR { a.ashr(by) } else { a.lshr(by) }))
        }
        G_BSP => op.lanes(0, |[mask, a, b]| Some(a.and(mask).or(&b.and(&mask.not())))),
        G_SITOF | G_UITOF => op.lanes(0, |[a]| {
            Some(Int::from_u128(bits, float::from_int(bits, a, signed, context.environment.rounding)?))
        }),
        G_FCMEQ | G_FCMGE | G_FCMGT => {
            let predicate = match op.opcode {
                G_FCMEQ => FloatPredicate::Oeq,
                G_FCMGE => FloatPredicate::Oge,
                _ => FloatPredicate::Ogt,
            };
            let mask = |holds| if holds { Int::ones(bits) } else { Int::zero(bits) };
            op.lanes(0, |[a, b]| float::compare(from, predicate, a.low128(), b.low128()).map(mask))
        }
        _ => Err(Fault::Unknown),
    }
}

/// Returns the sum of widened elements.
fn sum(lanes: &[Lane], bits: u32, wide: impl Fn(&Int) -> Int) -> Lane {
    let known: Option<Vec<Int>> = lanes.iter().map(|lane| lane.known().map(&wide)).collect();
    let sum = known.map(|known| known.iter().fold(Int::zero(bits), |a, b| a.add(b)));
    sum.map_or_else(|| Lane::poison(bits), Lane::from)
}

/// Adds four products to each element; the first factor of `G_USDOT` is unsigned.
fn dot(op: &Operation, wide: impl Fn(&Int) -> Int) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let second = |b: &Int| if op.opcode == G_USDOT { b.sext(bits) } else { wide(b) };
    let (factors, others) = (op.value(1)?.lanes.chunks(4), op.value(2)?.lanes.chunks(4));
    let products = factors.zip(others).map(|(a, b)| {
        let products = a.iter().zip(b).map(|(a, b)| Some(wide(a.known()?).mul(&second(b.known()?))));
        products.reduce(|a, b| Some(a?.add(&b?))).flatten()
    });
    let added = |(lane, product): (&Lane, Option<Int>)| match (lane.known(), product) {
        (Some(a), Some(product)) => a.add(&product).into(),
        _ => Lane::poison(bits),
    };
    one(op.value(0)?.lanes.iter().zip(products).map(added).collect::<Value>())
}

/// Evaluates a compare-and-swap. Operands: address, expected and new value in halves; results: the
/// old value in halves.
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
