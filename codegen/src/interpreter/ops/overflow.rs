//! Overflow-checked, saturating and fixed-point arithmetic.

use super::integers::truth;
use crate::interpreter::int::Int;
use crate::interpreter::operation::{Environment, Fault, Operation, Results};
use crate::interpreter::value::{Lane, Value};
use crate::ir::mir::InstFlags;
use crate::ir::opcodes::*;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, _: &mut Environment) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    match op.opcode {
        G_UADDO | G_USUBO | G_UMULO | G_UADDE | G_USUBE => with_flag(op, false),
        G_SADDO | G_SSUBO | G_SMULO | G_SADDE | G_SSUBE => with_flag(op, true),
        G_UADDSAT | G_USUBSAT | G_SADDSAT | G_SSUBSAT => {
            let signed = matches!(op.opcode, G_SADDSAT | G_SSUBSAT);
            op.lanes(0, |[a, b]| {
                let (a, b) = (wide(a, signed), wide(b, signed));
                let adds = matches!(op.opcode, G_UADDSAT | G_SADDSAT);
                Some(saturate(if adds { a.add(&b) } else { a.sub(&b) }, bits, signed))
            })
        }
        G_USHLSAT | G_SSHLSAT => {
            let signed = op.opcode == G_SSHLSAT;
            op.lanes(0, |[a, by]| {
                let by = u32::try_from(by.saturated()).ok().filter(|&by| by < bits)?;
                Some(saturate(wide(a, signed).shl(by), bits, signed))
            })
        }
        G_TRUNC_SSAT_S => op.lanes(0, |[a]| Some(a.saturate_signed(bits))),
        G_TRUNC_SSAT_U => op.lanes(0, |[a]| Some(saturate(wide(a, true), bits, false))),
        G_TRUNC_USAT_U => op.lanes(0, |[a]| Some(a.saturate_unsigned(bits))),
        G_SMULFIX | G_UMULFIX | G_SMULFIXSAT | G_UMULFIXSAT => multiply_fixed(op),
        G_SDIVFIX | G_UDIVFIX | G_SDIVFIXSAT | G_UDIVFIXSAT => divide_fixed(op),
        G_TRUNC => truncate(op),
        _ => Err(Fault::Unknown),
    }
}

/// Extends a number so that any sum, product or shift fits, with a sign.
fn wide(a: &Int, signed: bool) -> Int {
    let bits = 2 * a.bits() + 2;
    if signed { a.sext(bits) } else { a.zext(bits) }
}

/// Saturates a signed number.
fn saturate(exact: Int, bits: u32, signed: bool) -> Int {
    match signed {
        true => exact.saturate_signed(bits),
        false if exact.is_negative() => Int::zero(bits),
        false => exact.saturate_unsigned(bits),
    }
}

fn with_flag(op: &Operation, signed: bool) -> Result<Results, Fault> {
    let (ty, flag_ty) = (op.ty(0)?, op.ty(1)?);
    let (mut values, mut flags) = (Value::default(), Value::default());
    for n in 0..ty.elements() as usize {
        let lane = |arg| op.value(arg)?.lanes.get(n).ok_or(Fault::Unknown);
        let carry = match op.opcode {
            G_UADDE | G_USUBE | G_SADDE | G_SSUBE => lane(2)?.clone(),
            _ => Int::zero(1).into(),
        };
        let (Some(a), Some(b), Some(carry)) = (lane(0)?.known(), lane(1)?.known(), carry.known()) else {
            values.lanes.push(Lane::poison(ty.scalar_bits()));
            flags.lanes.push(Lane::poison(flag_ty.scalar_bits()));
            continue;
        };
        let (a, b) = (wide(a, signed), wide(b, signed));
        let exact = match op.opcode {
            G_UADDO | G_SADDO | G_UADDE | G_SADDE => a.add_carry(&b, carry.bit(0)),
            G_UMULO | G_SMULO => a.mul(&b),
            _ => a.sub(&b).sub(&Int::truth(a.bits(), carry.bit(0))),
        };
        let result = exact.trunc(ty.scalar_bits());
        let fits = if signed { result.sext(exact.bits()) } else { result.zext(exact.bits()) } == exact;
        values.lanes.push(result.into());
        let flag = Operation { results: smallvec::smallvec![flag_ty], ..op.clone() };
        flags.lanes.push(truth(&flag, !fits).map_or_else(|| Lane::poison(1), Lane::from));
    }
    Ok(smallvec::smallvec![values, flags])
}

/// Evaluates fixed-point products, rounded towards negative infinity.
fn multiply_fixed(op: &Operation) -> Result<Results, Fault> {
    let (bits, scale) = (op.ty(0)?.scalar_bits(), op.imm(2)? as u32);
    let signed = matches!(op.opcode, G_SMULFIX | G_SMULFIXSAT);
    op.lanes(0, |[a, b]| {
        let product = wide(a, signed).mul(&wide(b, signed)).ashr(scale);
        match op.opcode {
            G_SMULFIXSAT | G_UMULFIXSAT => Some(saturate(product, bits, signed)),
            _ => Some(product.trunc(bits)),
        }
    })
}

/// Evaluates fixed-point quotients, rounded towards negative infinity.
fn divide_fixed(op: &Operation) -> Result<Results, Fault> {
    let (bits, scale) = (op.ty(0)?.scalar_bits(), op.imm(2)? as u32);
    let signed = matches!(op.opcode, G_SDIVFIX | G_SDIVFIXSAT);
    let mut by_zero = false;
    let results = op.lanes(0, |[a, b]| {
        by_zero |= b.is_zero();
        if b.is_zero() {
            return None;
        }
        let (a, b) = (wide(a, signed).shl(scale), wide(b, signed));
        let (quotient, rest) = a.divide_signed(&b);
        let down = !rest.is_zero() && a.is_negative() != b.is_negative();
        let quotient = if down { quotient.sub(&Int::new(quotient.bits(), 1)) } else { quotient };
        let near = saturate(quotient.clone(), bits, signed);
        let fits = if signed { near.sext(quotient.bits()) } else { near.zext(quotient.bits()) } == quotient;
        match op.opcode {
            G_SDIVFIXSAT | G_UDIVFIXSAT => Some(near),
            _ => fits.then_some(near),
        }
    })?;
    if by_zero { Err(Fault::undefined("a division by zero")) } else { Ok(results) }
}

/// Evaluates truncations, which move poison bits. The result is poison if flags exclude the lost
/// bits.
fn truncate(op: &Operation) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let lane = |lane: &Lane| {
        let lost = lane.known().is_some_and(|a| {
            let low = a.trunc(bits);
            op.flags.contains(InstFlags::NO_U_WRAP) && low.zext(a.bits()) != *a
                || op.flags.contains(InstFlags::NO_S_WRAP) && low.sext(a.bits()) != *a
        });
        if lost { Lane::poison(bits) } else { lane.map(|a| a.trunc(bits)) }
    };
    Ok(smallvec::smallvec![op.value(0)?.lanes.iter().map(lane).collect()])
}
