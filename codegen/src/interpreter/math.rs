//! The inexact functions of `<math.h>`, by a bundled library, with the same results on every host.
//!
//! They are computed in double precision for all formats: more precise than `float` functions
//! require, less than `long double` functions do.

use super::float::{self, Binary};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use rustc_apfloat::Round;

/// A function of one number.
pub(crate) type Function = fn(f64) -> f64;

/// Returns the function of an opcode.
pub(crate) fn unary(opcode: Opcode) -> Option<Function> {
    Some(match opcode {
        G_FEXP => libm::exp,
        G_FEXP2 => libm::exp2,
        G_FEXP10 => libm::exp10,
        G_FLOG => libm::log,
        G_FLOG2 => libm::log2,
        G_FLOG10 => libm::log10,
        G_FSIN => libm::sin,
        G_FCOS => libm::cos,
        G_FTAN => libm::tan,
        G_FASIN => libm::asin,
        G_FACOS => libm::acos,
        G_FATAN => libm::atan,
        G_FSINH => libm::sinh,
        G_FCOSH => libm::cosh,
        G_FTANH => libm::tanh,
        _ => return None,
    })
}

/// Applies a function of doubles to floats of another format.
pub(crate) fn by_doubles<const N: usize>(
    bits: u32,
    args: [u128; N],
    function: impl Fn([f64; N]) -> f64,
) -> Option<u128> {
    let nearest = Round::NearestTiesToEven;
    let mut doubles = [0.0; N];
    for (double, arg) in doubles.iter_mut().zip(args) {
        *double = f64::from_bits(float::convert(bits, 64, arg, nearest)? as u64);
    }
    let result = function(doubles).to_bits().into();
    // A half is computed as a `float`.
    let result = if bits == 16 {
        float::convert(32, 64, float::convert(64, 32, result, nearest)?, nearest)?
    } else {
        result
    };
    float::convert(64, bits, result, nearest)
}

/// Returns a power with an integer exponent, by repeated squaring, as the runtime routine does.
pub(crate) fn power(bits: u32, base: u128, exponent: i64, round: Round) -> Option<u128> {
    if bits == 16 {
        let wide = power(32, float::convert(16, 32, base, round)?, exponent, round)?;
        return float::convert(32, 16, wide, round);
    }
    let one = float::from_int(bits, &super::int::Int::new(8, 1), false, round)?;
    let (mut result, mut square, mut rest) = (one, base, exponent.unsigned_abs());
    loop {
        if rest & 1 != 0 {
            result = float::binary(Binary::Mul, bits, result, square, round)?;
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        square = float::binary(Binary::Mul, bits, square, square, round)?;
    }
    if exponent < 0 { float::binary(Binary::Div, bits, one, result, round) } else { Some(result) }
}
