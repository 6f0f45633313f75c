//! Elements of vectors, shuffles and reductions.

use super::integers::choose;
use crate::interpreter::float::{self, Binary};
use crate::interpreter::int::Int;
use crate::interpreter::operation::{Arg, Environment, Fault, Operation, Results};
use crate::interpreter::value::{Lane, Value};
use crate::ir::opcodes::*;
use smallvec::smallvec;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let one = |value: Value| Ok(smallvec![value]);
    match op.opcode {
        G_EXTRACT_VECTOR_ELT => {
            let bits = op.ty(0)?.scalar_bits();
            let lane = index(op, 1)?.and_then(|n| op.value(0).ok()?.lanes.get(n).cloned());
            one(lane.unwrap_or_else(|| Lane::poison(bits)).into())
        }
        G_INSERT_VECTOR_ELT => {
            let mut vector = op.value(0)?.clone();
            // After the legalizer a target may insert elements from wider registers.
            let bits = op.ty(0)?.scalar_bits();
            let lane = op.lane(1)?.map(|a| a.trunc(bits));
            match index(op, 2)?.and_then(|n| vector.lanes.get_mut(n)) {
                Some(place) => *place = lane,
                None => vector.lanes.iter_mut().for_each(|l| *l = Lane::poison(l.bits())),
            }
            one(vector)
        }
        G_SHUFFLE_VECTOR => shuffle(op, env),
        G_SPLAT_VECTOR => {
            let (ty, lane) = (op.ty(0)?, op.lane(0)?);
            let lane = lane.map(|a| a.trunc(ty.scalar_bits()));
            one((0..ty.elements()).map(|_| lane.clone()).collect())
        }
        G_VECREDUCE_ADD | G_VECREDUCE_MUL | G_VECREDUCE_AND | G_VECREDUCE_OR | G_VECREDUCE_XOR
        | G_VECREDUCE_SMAX | G_VECREDUCE_SMIN | G_VECREDUCE_UMAX | G_VECREDUCE_UMIN => reduce(op),
        G_VECREDUCE_SEQ_FADD | G_VECREDUCE_SEQ_FMUL | G_VECREDUCE_FADD | G_VECREDUCE_FMUL
        | G_VECREDUCE_FMAX | G_VECREDUCE_FMIN | G_VECREDUCE_FMAXIMUM | G_VECREDUCE_FMINIMUM => {
            reduce_floats(op, env)
        }
        _ => Err(Fault::Unknown),
    }
}

/// Returns the element index in operand `n`; `None` if it is poison.
fn index(op: &Operation, n: usize) -> Result<Option<usize>, Fault> {
    Ok(op.lane(n)?.known().map(|i| i.saturated() as usize))
}

fn shuffle(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let Some(Arg::Mask(mask)) = op.args.get(2) else { return Err(Fault::Unknown) };
    let bits = op.ty(0)?.scalar_bits();
    let lanes: Vec<&Lane> = op.value(0)?.lanes.iter().chain(&op.value(1)?.lanes).collect();
    let pick = |&n: &i32| match usize::try_from(n).ok().and_then(|n| lanes.get(n)) {
        Some(&lane) => lane.clone(),
        None => env.any(bits).into(),
    };
    Ok(smallvec![mask.iter().map(pick).collect()])
}

fn reduce(op: &Operation) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let each = |a: Int, b: &Int| match op.opcode {
        G_VECREDUCE_ADD => a.add(b),
        G_VECREDUCE_MUL => a.mul(b),
        G_VECREDUCE_AND => a.and(b),
        G_VECREDUCE_OR => a.or(b),
        G_VECREDUCE_XOR => a.xor(b),
        G_VECREDUCE_SMAX => choose(G_SMAX, &a, b).clone(),
        G_VECREDUCE_SMIN => choose(G_SMIN, &a, b).clone(),
        G_VECREDUCE_UMAX => choose(G_UMAX, &a, b).clone(),
        _ => choose(G_UMIN, &a, b).clone(),
    };
    let known: Option<Vec<&Int>> = op.value(0)?.lanes.iter().map(Lane::known).collect();
    let Some([first, rest @ ..]) = known.as_deref() else { return Ok(smallvec![Lane::poison(bits).into()]) };
    // The result may be wider than the elements; its upper bits are arbitrary.
    let value = rest.iter().fold((*first).clone(), |a, b| each(a, b));
    Ok(smallvec![value.zext(bits).into()])
}

/// Evaluates a reduction of floats in order; an unordered one by halves, as the legalizer splits
/// it.
fn reduce_floats(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let operation = match op.opcode {
        G_VECREDUCE_SEQ_FADD | G_VECREDUCE_FADD => Binary::Add,
        G_VECREDUCE_SEQ_FMUL | G_VECREDUCE_FMUL => Binary::Mul,
        G_VECREDUCE_FMAX => Binary::MaxNum,
        G_VECREDUCE_FMIN => Binary::MinNum,
        G_VECREDUCE_FMAXIMUM => Binary::Maximum,
        _ => Binary::Minimum,
    };
    let mut fold = |a: u128, b: u128| float::binary(operation, bits, a, b, env.rounding);
    let sequential = matches!(op.opcode, G_VECREDUCE_SEQ_FADD | G_VECREDUCE_SEQ_FMUL);
    let lanes = op.value(usize::from(sequential))?;
    let start = if sequential { Some(op.lane(0)?) } else { None };
    let known: Option<Vec<u128>> =
        start.into_iter().chain(&lanes.lanes).map(|l| l.known().map(Int::low128)).collect();
    let Some(known) = known else { return Ok(smallvec![Lane::poison(bits).into()]) };
    let result = match sequential {
        true => known.into_iter().map(Some).reduce(|a, b| fold(a?, b?)).flatten(),
        false => by_halves(&known, &mut fold),
    };
    Ok(smallvec![Int::from_u128(bits, result.ok_or(Fault::Unknown)?).into()])
}

fn by_halves(lanes: &[u128], fold: &mut impl FnMut(u128, u128) -> Option<u128>) -> Option<u128> {
    let half = lanes.len() / 2;
    match lanes {
        [] => None,
        [one] => Some(*one),
        _ if lanes.len().is_multiple_of(2) => {
            let sums: Option<Vec<u128>> = (0..half).map(|n| fold(lanes[n], lanes[n + half])).collect();
            by_halves(&sums?, fold)
        }
        _ => lanes.iter().copied().map(Some).reduce(|a, b| fold(a?, b?)).flatten(),
    }
}
