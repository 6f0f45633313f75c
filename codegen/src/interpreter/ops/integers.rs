//! Integer arithmetic, comparisons and shifts.

use crate::interpreter::int::Int;
use crate::interpreter::operation::{Arg, Environment, Fault, Operation, Results};
use crate::interpreter::value::Lane;
use crate::ir::mir::{InstFlags, IntPredicate};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use smallvec::smallvec;
use std::cmp::Ordering;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, _: &mut Environment) -> Result<Results, Fault> {
    match op.opcode {
        G_ADD | G_SUB | G_MUL => op.lanes(0, |[a, b]| wrapping(op.opcode, op.flags, a, b)),
        G_PTR_ADD => op.lanes(0, |[a, b]| Some(a.add(&b.sext(a.bits())))),
        G_PTRMASK => op.lanes(0, |[a, b]| Some(a.and(&b.zext(a.bits())))),
        G_UDIV | G_UREM | G_SDIV | G_SREM => divide(op, op.opcode),
        G_SDIVREM | G_UDIVREM => {
            let signed = op.opcode == G_SDIVREM;
            let [quotient, rest] = if signed { [G_SDIV, G_SREM] } else { [G_UDIV, G_UREM] };
            let (mut results, rest) = (divide(op, quotient)?, divide(op, rest)?);
            results.extend(rest);
            Ok(results)
        }
        G_UMULH => op.lanes(0, |[a, b]| Some(high(&a.zext(2 * a.bits()), &b.zext(2 * a.bits())))),
        G_SMULH => op.lanes(0, |[a, b]| Some(high(&a.sext(2 * a.bits()), &b.sext(2 * a.bits())))),
        G_SMIN | G_SMAX | G_UMIN | G_UMAX => op.lanes(0, |[a, b]| Some(choose(op.opcode, a, b).clone())),
        G_ABS => op.lanes(0, |[a]| Some(a.abs())),
        G_ABDS | G_ABDU => {
            let order = if op.opcode == G_ABDS { Int::cmp_signed } else { Int::cmp_unsigned };
            op.lanes(0, |[a, b]| Some(if order(a, b).is_lt() { b.sub(a) } else { a.sub(b) }))
        }
        G_UAVGFLOOR | G_UAVGCEIL | G_SAVGFLOOR | G_SAVGCEIL => {
            let signed = matches!(op.opcode, G_SAVGFLOOR | G_SAVGCEIL);
            let up = matches!(op.opcode, G_UAVGCEIL | G_SAVGCEIL);
            op.lanes(0, |[a, b]| {
                let wide = |v: &Int| if signed { v.sext(v.bits() + 2) } else { v.zext(v.bits() + 2) };
                Some(wide(a).add_carry(&wide(b), up).ashr(1).trunc(a.bits()))
            })
        }
        G_SHL | G_LSHR | G_ASHR => op.lanes(0, |[a, by]| shift(op.opcode, op.flags, a, by)),
        G_ICMP => compare(op),
        G_SCMP | G_UCMP => {
            let (bits, signed) = (op.ty(0)?.scalar_bits(), op.opcode == G_SCMP);
            op.lanes(0, |[a, b]| {
                let order = if signed { a.cmp_signed(b) } else { a.cmp_unsigned(b) };
                Some(Int::signed(bits, order as i64))
            })
        }
        G_SELECT => select(op),
        _ => Err(Fault::Unknown),
    }
}

fn wrapping(opcode: Opcode, flags: InstFlags, a: &Int, b: &Int) -> Option<Int> {
    let compute = |a: &Int, b: &Int| match opcode {
        G_ADD => a.add(b),
        G_SUB => a.sub(b),
        _ => a.mul(b),
    };
    let (result, twice) = (compute(a, b), 2 * a.bits() + 1);
    if flags.contains(InstFlags::NO_S_WRAP) && compute(&a.sext(twice), &b.sext(twice)) != result.sext(twice) {
        return None;
    }
    if flags.contains(InstFlags::NO_U_WRAP) && compute(&a.zext(twice), &b.zext(twice)) != result.zext(twice) {
        return None;
    }
    Some(result)
}

fn divide(op: &Operation, opcode: Opcode) -> Result<Results, Fault> {
    let mut fault = None;
    let results = op.lanes(0, |[a, b]| {
        if b.is_zero() {
            fault = Some(Fault::undefined("a division by zero"));
            return None;
        }
        let signed = matches!(opcode, G_SDIV | G_SREM);
        if signed && *a == Int::sign_bit(a.bits()) && *b == Int::ones(b.bits()) && a.bits() > 1 {
            fault = Some(Fault::undefined("a division that overflows"));
            return None;
        }
        let (quotient, rest) = if signed { a.divide_signed(b) } else { a.divide(b) };
        if op.flags.contains(InstFlags::IS_EXACT) && !rest.is_zero() {
            return None;
        }
        Some(if matches!(opcode, G_SDIV | G_UDIV) { quotient } else { rest })
    })?;
    fault.map_or(Ok(results), Err)
}

fn high(a: &Int, b: &Int) -> Int {
    let bits = a.bits() / 2;
    a.mul(b).extract(bits, bits)
}

/// Returns the minimum or maximum.
pub(crate) fn choose<'a>(opcode: Opcode, a: &'a Int, b: &'a Int) -> &'a Int {
    let (order, wanted) = match opcode {
        G_SMIN => (a.cmp_signed(b), Ordering::Less),
        G_SMAX => (a.cmp_signed(b), Ordering::Greater),
        G_UMIN => (a.cmp_unsigned(b), Ordering::Less),
        _ => (a.cmp_unsigned(b), Ordering::Greater),
    };
    if order == wanted { a } else { b }
}

fn shift(opcode: Opcode, flags: InstFlags, a: &Int, by: &Int) -> Option<Int> {
    let bits = a.bits();
    let by = u32::try_from(by.saturated()).ok().filter(|&by| by < bits)?;
    let result = match opcode {
        G_SHL => a.shl(by),
        G_LSHR => a.lshr(by),
        _ => a.ashr(by),
    };
    let lost = match opcode {
        G_SHL => {
            flags.contains(InstFlags::NO_U_WRAP) && result.lshr(by) != *a
                || flags.contains(InstFlags::NO_S_WRAP) && result.ashr(by) != *a
        }
        _ => flags.contains(InstFlags::IS_EXACT) && result.shl(by) != *a,
    };
    (!lost).then_some(result)
}

/// Returns true if the predicate holds.
pub(crate) fn holds(predicate: IntPredicate, a: &Int, b: &Int) -> bool {
    ordered(predicate, if predicate.is_signed() { a.cmp_signed(b) } else { a.cmp_unsigned(b) })
}

#[inline]
fn ordered(predicate: IntPredicate, order: Ordering) -> bool {
    match predicate {
        IntPredicate::Eq => order.is_eq(),
        IntPredicate::Ne => order.is_ne(),
        IntPredicate::Ugt | IntPredicate::Sgt => order.is_gt(),
        IntPredicate::Uge | IntPredicate::Sge => order.is_ge(),
        IntPredicate::Ult | IntPredicate::Slt => order.is_lt(),
        IntPredicate::Ule | IntPredicate::Sle => order.is_le(),
    }
}

/// Returns true if the predicate holds for the lowest `bits` bits of two words.
#[inline]
pub(crate) fn holds_words(predicate: IntPredicate, bits: u8, a: u64, b: u64) -> bool {
    let shift = 64 - u32::from(bits.clamp(1, 64));
    let (a, b) = (a << shift, b << shift);
    let order = if predicate.is_signed() { (a as i64).cmp(&(b as i64)) } else { a.cmp(&b) };
    ordered(predicate, order)
}

/// Returns a truth value: true is 1 in scalars, and all ones in vectors, whose elements are as wide
/// as the compared ones.
pub(crate) fn truth(op: &Operation, holds: bool) -> Option<Int> {
    let ty = op.results[0];
    let bits = ty.scalar_bits();
    Some(if ty.is_vector() && holds { Int::ones(bits) } else { Int::truth(bits, holds) })
}

fn compare(op: &Operation) -> Result<Results, Fault> {
    let Some(&Arg::IntPredicate(predicate)) = op.args.first() else { return Err(Fault::Unknown) };
    op.ty(0)?;
    op.lanes(1, |[a, b]| truth(op, holds(predicate, a, b)))
}

fn select(op: &Operation) -> Result<Results, Fault> {
    let (condition, yes, no) = (op.value(0)?, op.value(1)?, op.value(2)?);
    let pick = |(n, (yes, no)): (usize, (&Lane, &Lane))| {
        let condition = condition.lanes.get(n).or(condition.lane());
        match condition.and_then(Lane::known) {
            Some(condition) if condition.bit(0) => yes.clone(),
            Some(_) => no.clone(),
            None => Lane::poison(yes.bits()),
        }
    };
    Ok(smallvec![yes.lanes.iter().zip(&no.lanes).enumerate().map(pick).collect()])
}
