//! Constants, and opcodes that only move bits: extensions, casts, merges.

use crate::interpreter::int::Int;
use crate::interpreter::operation::{Arg, Environment, Fault, Operation, Results};
use crate::interpreter::value::{Lane, Value};
use crate::ir::llt::Llt;
use crate::ir::mir::InstFlags;
use crate::ir::opcodes::*;
use smallvec::smallvec;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let one = |value: Value| Ok(smallvec![value]);
    match op.opcode {
        G_CONSTANT | G_FCONSTANT => match op.args.first() {
            Some(Arg::Constant(int)) => one(int.trunc(op.ty(0)?.bits()).into()),
            Some(&Arg::Imm(imm)) => one(Int::signed(op.ty(0)?.bits(), imm).into()),
            _ => Err(Fault::Unknown),
        },
        G_IMPLICIT_DEF => one(arbitrary(op.ty(0)?, env)),
        G_FREEZE => {
            let decide = |lane: &Lane| match &lane.poison {
                None => lane.clone(),
                Some(poison) => lane.int.or(&env.any(lane.bits()).and(poison)).into(),
            };
            one(op.value(0)?.lanes.iter().map(decide).collect())
        }
        COPY | G_CONSTANT_FOLD_BARRIER | G_ASSERT_ALIGN => one(op.value(0)?.clone()),
        G_ASSERT_ZEXT => op.lanes(0, |[a]| asserted(a, op, Int::zext)),
        G_ASSERT_SEXT => op.lanes(0, |[a]| asserted(a, op, Int::sext)),
        G_ZEXT | G_SEXT => one(extend(op)?),
        G_SEXT_INREG => {
            let from = op.imm(1)? as u32;
            let lane = |lane: &Lane| lane.map(|a| a.trunc(from).sext(a.bits()));
            one(op.value(0)?.lanes.iter().map(lane).collect())
        }
        G_ANYEXT => {
            let bits = op.ty(0)?.scalar_bits();
            let lane = |lane: &Lane| {
                let garbage = env.any(bits).lshr(lane.bits()).shl(lane.bits());
                let mut wide = lane.map(|a| a.zext(bits));
                wide.int = wide.int.or(&garbage);
                wide
            };
            one(op.value(0)?.lanes.iter().map(lane).collect())
        }
        G_BITCAST | G_ADDRSPACE_CAST => one(Value::from_flat(&op.value(0)?.flat(), op.ty(0)?)),
        G_PTRTOINT | G_INTTOPTR => {
            let bits = op.ty(0)?.scalar_bits();
            one(op.value(0)?.lanes.iter().map(|lane| lane.map(|a| a.zext(bits))).collect())
        }
        G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => {
            one(Value::from_flat(&all(op)?.flat(), op.ty(0)?))
        }
        G_BUILD_VECTOR_TRUNC => {
            let bits = op.ty(0)?.scalar_bits();
            one(all(op)?.lanes.iter().map(|lane| lane.map(|a| a.trunc(bits))).collect())
        }
        G_UNMERGE_VALUES => unmerge(op),
        G_EXTRACT => {
            let (ty, offset) = (op.ty(0)?, op.imm(1)? as u32);
            let flat = op.value(0)?.flat().map(|a| a.extract(offset, ty.bits()));
            one(Value::from_flat(&flat, ty))
        }
        G_INSERT => {
            let mut flat = op.value(0)?.flat();
            flat.insert(&op.value(1)?.flat(), op.imm(2)? as u32);
            one(Value::from_flat(&flat, op.ty(0)?))
        }
        _ => Err(Fault::Unknown),
    }
}

/// Returns an arbitrary value.
fn arbitrary(ty: Llt, env: &mut Environment) -> Value {
    (0..ty.elements()).map(|_| Lane::from(env.any(ty.scalar_bits()))).collect()
}

fn asserted(a: &Int, op: &Operation, extend: impl Fn(&Int, u32) -> Int) -> Option<Int> {
    let bits = u32::try_from(op.imm(1).ok()?).ok()?;
    (extend(&a.trunc(bits), a.bits()) == *a).then(|| a.clone())
}

fn extend(op: &Operation) -> Result<Value, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let lane = |lane: &Lane| {
        let negative = lane.known().is_some_and(Int::is_negative);
        match op.opcode {
            G_SEXT => lane.map(|a| a.sext(bits)),
            _ if negative && op.flags.contains(InstFlags::NON_NEG) => Lane::poison(bits),
            _ => lane.map(|a| a.zext(bits)),
        }
    };
    Ok(op.value(0)?.lanes.iter().map(lane).collect())
}

/// Returns the lanes of all operands.
fn all(op: &Operation) -> Result<Value, Fault> {
    let mut lanes = Value::default();
    for n in 0..op.args.len() {
        lanes.lanes.extend(op.value(n)?.lanes.iter().cloned());
    }
    Ok(lanes)
}

fn unmerge(op: &Operation) -> Result<Results, Fault> {
    let flat = op.value(0)?.flat();
    let mut offset = 0;
    let mut parts = Results::new();
    for &ty in &op.results {
        parts.push(Value::from_flat(&flat.map(|a| a.extract(offset, ty.bits())), ty));
        offset += ty.bits();
    }
    Ok(parts)
}
