//! Floating-point arithmetic, comparisons and conversions.

use super::integers::truth;
use crate::interpreter::float::{self, Binary, Unary};
use crate::interpreter::int::Int;
use crate::interpreter::math;
use crate::interpreter::operation::{Arg, Environment, Fault, Operation, Results};
use crate::interpreter::value::{Lane, Value};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use rustc_apfloat::Round;
use smallvec::smallvec;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let round = env.rounding;
    if let Some(unary) = unary(op.opcode, round) {
        return on_floats(op, |[a], bits| float::unary(unary, bits, a, round));
    }
    if let Some(binary) = binary(op.opcode) {
        return on_floats(op, |[a, b], bits| float::binary(binary, bits, a, b, round));
    }
    if let Some(function) = math::unary(op.opcode) {
        return on_floats(op, |[a], bits| math::by_doubles(bits, [a], |[a]| function(a)));
    }
    match op.opcode {
        G_FNEG => op.lanes(0, |[a]| Some(a.xor(&Int::sign_bit(a.bits())))),
        G_FABS => op.lanes(0, |[a]| Some(a.and(&Int::sign_bit(a.bits()).not()))),
        G_FCOPYSIGN => op.lanes(0, |[a, b]| {
            let sign = Int::sign_bit(a.bits());
            Some(if b.is_negative() { a.or(&sign) } else { a.and(&sign.not()) })
        }),
        G_FMA | G_STRICT_FMA => on_floats(op, |[a, b, c], bits| float::fused(bits, a, b, c, round)),
        G_FMAD => on_floats(op, |[a, b, c], bits| {
            let product = float::binary(Binary::Mul, bits, a, b, round)?;
            float::binary(Binary::Add, bits, product, c, round)
        }),
        G_FPOW => on_floats(op, |[a, b], bits| math::by_doubles(bits, [a, b], |[a, b]| libm::pow(a, b))),
        G_FATAN2 => on_floats(op, |[a, b], bits| math::by_doubles(bits, [a, b], |[a, b]| libm::atan2(a, b))),
        G_FPOWI => {
            let bits = float_bits(op, 0)?;
            op.lanes(0, |[a, n]| {
                Some(Int::from_u128(bits, math::power(bits, a.low128(), n.low_signed(), round)?))
            })
        }
        G_FLDEXP | G_STRICT_FLDEXP => {
            let bits = float_bits(op, 0)?;
            op.lanes(0, |[a, n]| {
                Some(Int::from_u128(bits, float::scale(bits, a.low128(), n.low_signed(), round)?))
            })
        }
        G_FFREXP | G_FMODF | G_FSINCOS => two_results(op),
        G_GET_ROUNDING | G_GET_FPENV | G_GET_FPMODE => {
            Ok(smallvec![Int::new(op.ty(0)?.bits(), float::mode_number(round)).into()])
        }
        G_SET_ROUNDING | G_SET_FPENV | G_SET_FPMODE => {
            let mode = usize::try_from(op.word(0, "a rounding mode")?).ok().and_then(|n| float::MODES.get(n));
            env.rounding = *mode.ok_or_else(|| Fault::undefined("no rounding mode"))?;
            Ok(Results::new())
        }
        G_RESET_FPENV | G_RESET_FPMODE => {
            env.rounding = Round::NearestTiesToEven;
            Ok(Results::new())
        }
        G_FCMP => compare(op),
        G_IS_FPCLASS => {
            let (bits, mask) = (float_bits(op, 0)?, op.imm(1)?);
            op.ty(0)?;
            op.lanes(0, |[a]| truth(op, i64::from(float::class(bits, a.low128())?) & mask != 0))
        }
        _ => conversion(op, round),
    }
}

fn unary(opcode: Opcode, round: Round) -> Option<Unary> {
    Some(match opcode {
        G_FSQRT | G_STRICT_FSQRT => Unary::Sqrt,
        G_FCANONICALIZE => Unary::Canonicalize,
        G_FCEIL => Unary::Round(Round::TowardPositive),
        G_FFLOOR => Unary::Round(Round::TowardNegative),
        G_INTRINSIC_TRUNC => Unary::Round(Round::TowardZero),
        G_INTRINSIC_ROUND => Unary::Round(Round::NearestTiesToAway),
        G_INTRINSIC_ROUNDEVEN => Unary::Round(Round::NearestTiesToEven),
        G_FRINT | G_FNEARBYINT => Unary::Round(round),
        _ => return None,
    })
}

fn binary(opcode: Opcode) -> Option<Binary> {
    Some(match opcode {
        G_FADD | G_STRICT_FADD => Binary::Add,
        G_FSUB | G_STRICT_FSUB => Binary::Sub,
        G_FMUL | G_STRICT_FMUL => Binary::Mul,
        G_FDIV | G_STRICT_FDIV => Binary::Div,
        G_FREM | G_STRICT_FREM => Binary::Rem,
        G_FMINNUM | G_FMINNUM_IEEE | G_FMINIMUMNUM => Binary::MinNum,
        G_FMAXNUM | G_FMAXNUM_IEEE | G_FMAXIMUMNUM => Binary::MaxNum,
        G_FMINIMUM => Binary::Minimum,
        G_FMAXIMUM => Binary::Maximum,
        _ => return None,
    })
}

/// Returns the width of the floats at operand `n`, if there is such a format.
fn float_bits(op: &Operation, n: usize) -> Result<u32, Fault> {
    let bits = op.bits(n)?;
    if matches!(bits, 16 | 32 | 64 | 128) { Ok(bits) } else { Err(Fault::Unknown) }
}

/// Applies `each` elementwise to operands of one format.
fn on_floats<const N: usize>(
    op: &Operation,
    each: impl Fn([u128; N], u32) -> Option<u128>,
) -> Result<Results, Fault> {
    let bits = float_bits(op, 0)?;
    op.lanes(0, |args: [&Int; N]| Some(Int::from_u128(bits, each(args.map(Int::low128), bits)?)))
}

fn compare(op: &Operation) -> Result<Results, Fault> {
    let Some(&Arg::FloatPredicate(predicate)) = op.args.first() else { return Err(Fault::Unknown) };
    let bits = float_bits(op, 1)?;
    op.ty(0)?;
    op.lanes(1, |[a, b]| truth(op, float::compare(bits, predicate, a.low128(), b.low128())?))
}

/// Evaluates opcodes with a second result: an exponent, an integral part, a cosine.
fn two_results(op: &Operation) -> Result<Results, Fault> {
    let (bits, second_bits) = (float_bits(op, 0)?, op.ty(1)?.scalar_bits());
    let (mut first, mut second) = (Value::default(), Value::default());
    for lane in &op.value(0)?.lanes {
        let pair = lane.known().and_then(|a| two_floats(op.opcode, bits, second_bits, a.low128()));
        let (one, two) = pair.map_or_else(
            || (Lane::poison(bits), Lane::poison(second_bits)),
            |(one, two)| (Int::from_u128(bits, one).into(), two.into()),
        );
        first.lanes.push(one);
        second.lanes.push(two);
    }
    Ok(smallvec![first, second])
}

/// Returns the two results of `G_FFREXP`, `G_FMODF` (fraction, integral part) and `G_FSINCOS`.
pub(crate) fn two_floats(opcode: Opcode, bits: u32, second_bits: u32, a: u128) -> Option<(u128, Int)> {
    let nearest = Round::NearestTiesToEven;
    match opcode {
        G_FFREXP => {
            let (fraction, exponent) = float::fraction(bits, a)?;
            Some((fraction, Int::signed(second_bits, exponent.into())))
        }
        G_FMODF => {
            let whole = float::unary(Unary::Round(Round::TowardZero), bits, a, nearest)?;
            if float::is_nan(bits, a) {
                return Some((whole, Int::from_u128(second_bits, whole)));
            }
            let sign = Int::from_u128(bits, a).is_negative();
            // Infinity has no fraction.
            let fraction = match float::class(bits, a)? & (1 << 2 | 1 << 9) {
                0 => float::binary(Binary::Sub, bits, a, whole, nearest)?,
                _ => 0,
            };
            let top = 1 << (bits - 1);
            let fraction = if sign { fraction | top } else { fraction & !top };
            Some((fraction, Int::from_u128(second_bits, whole)))
        }
        G_FSINCOS => {
            let sine = math::by_doubles(bits, [a], |[a]| libm::sin(a))?;
            let cosine = math::by_doubles(bits, [a], |[a]| libm::cos(a))?;
            Some((sine, Int::from_u128(second_bits, cosine)))
        }
        _ => None,
    }
}

fn conversion(op: &Operation, round: Round) -> Result<Results, Fault> {
    let to = op.ty(0)?.scalar_bits();
    let to_int = |signed: bool, round: Round, saturates: bool| {
        let bits = float_bits(op, 0)?;
        if to > 128 {
            return Err(Fault::Unknown);
        }
        op.lanes(0, |[a]| {
            let (int, fits) = float::to_int(bits, a.low128(), to, signed, round)?;
            (fits || saturates).then_some(int)
        })
    };
    match op.opcode {
        G_FPEXT | G_FPTRUNC if matches!(to, 16 | 32 | 64 | 128) => {
            let bits = float_bits(op, 0)?;
            op.lanes(0, |[a]| Some(Int::from_u128(to, float::convert(bits, to, a.low128(), round)?)))
        }
        G_FPTOSI => to_int(true, Round::TowardZero, false),
        G_FPTOUI => to_int(false, Round::TowardZero, false),
        G_FPTOSI_SAT => to_int(true, Round::TowardZero, true),
        G_FPTOUI_SAT => to_int(false, Round::TowardZero, true),
        G_INTRINSIC_LRINT | G_INTRINSIC_LLRINT => to_int(true, round, false),
        G_LROUND | G_LLROUND => to_int(true, Round::NearestTiesToAway, false),
        G_SITOFP | G_UITOFP if matches!(to, 16 | 32 | 64 | 128) && op.bits(0)? <= 128 => {
            let signed = op.opcode == G_SITOFP;
            op.lanes(0, |[a]| Some(Int::from_u128(to, float::from_int(to, a, signed, round)?)))
        }
        _ => Err(Fault::Unknown),
    }
}
