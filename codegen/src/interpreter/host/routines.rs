//! Runtime routines. Most just apply their opcode. Here are those that differ, and other functions
//! that compilers call.

use super::{Answer, DOUBLE, Host, HostCall, INT, LONG, LONG_LONG, POINTER, host, int, nothing, word};
use crate::interpreter::float;
use crate::interpreter::int::Int;
use crate::interpreter::math;
use crate::interpreter::operation::{Fault, Operation};
use crate::interpreter::ops::{self, two_floats};
use crate::interpreter::value::Value;
use crate::ir::libcalls::{Routine, RoutineType};
use crate::ir::llt::Llt;
use crate::ir::mir::FloatPredicate;
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;

const FLOAT: RoutineType = RoutineType::Value(ValueType::Float);
const FP128: RoutineType = RoutineType::Value(ValueType::Fp128);
const I128: RoutineType = RoutineType::Value(ValueType::Int(128));

/// The functions that are not in the table of routines.
pub(crate) const TABLE: &[Host] = &[
    host(&["fabs"], Some(DOUBLE), &[DOUBLE], |c| by_opcode(c, G_FABS)),
    host(&["fabsf"], Some(FLOAT), &[FLOAT], |c| by_opcode(c, G_FABS)),
    host(&["sincos"], None, &[DOUBLE, POINTER, POINTER], sine_and_cosine),
    host(&["sincosf"], None, &[FLOAT, POINTER, POINTER], sine_and_cosine),
    host(&["sincosl"], None, &[FP128, POINTER, POINTER], sine_and_cosine),
    host(&["abs"], Some(INT), &[INT], |c| by_opcode(c, G_ABS)),
    host(&["labs"], Some(LONG), &[LONG], |c| by_opcode(c, G_ABS)),
    host(&["llabs"], Some(LONG_LONG), &[LONG_LONG], |c| by_opcode(c, G_ABS)),
    // Both results are in one register, or in one register each.
    host(&["div"], Some(LONG_LONG), &[INT, INT], |c| {
        let (a, b) = (c.signed(0)? as i32, c.signed(1)? as i32);
        let results = a.checked_div(b).zip(a.checked_rem(b));
        let (quotient, rest) = results.ok_or_else(|| Fault::undefined("a division that has no result"))?;
        word(u64::from(quotient as u32) | u64::from(rest as u32) << 32)
    }),
    host(&["cbrt"], Some(DOUBLE), &[DOUBLE], |c| {
        let result = math::by_doubles(64, [c.int(0)?.low128()], |[a]| libm::cbrt(a));
        Ok(Some(Int::from_u128(64, result.ok_or(Fault::Unknown)?).into()))
    }),
    host(&["hypot"], Some(DOUBLE), &[DOUBLE, DOUBLE], |c| {
        let args = [c.int(0)?.low128(), c.int(1)?.low128()];
        let result = math::by_doubles(64, args, |[a, b]| libm::hypot(a, b));
        Ok(Some(Int::from_u128(64, result.ok_or(Fault::Unknown)?).into()))
    }),
    host(&["__popcountti2"], Some(INT), &[I128], |c| int(c.int(0)?.count_ones().into())),
    host(&["__clzti2"], Some(INT), &[I128], |c| int(c.int(0)?.leading_zeros().into())),
    host(&["__ctzti2"], Some(INT), &[I128], |c| int(c.int(0)?.trailing_zeros().into())),
    host(&["__ashlti3"], Some(I128), &[I128, INT], |c| shifted(c, Int::shl)),
    host(&["__lshrti3"], Some(I128), &[I128, INT], |c| shifted(c, Int::lshr)),
    host(&["__ashrti3"], Some(I128), &[I128, INT], |c| shifted(c, Int::ashr)),
];

fn shifted(c: &HostCall<'_, '_>, shift: fn(&Int, u32) -> Int) -> Answer {
    Ok(Some(shift(c.int(0)?, c.word(1)? as u32 & 127).into()))
}

/// Applies an opcode with one result of the first argument's type.
fn by_opcode(c: &mut HostCall<'_, '_>, opcode: crate::machine::desc::instructions::Opcode) -> Answer {
    let bits = c.args.first().and_then(Value::lane).ok_or(Fault::Unknown)?.bits();
    let op = Operation::new(opcode, &[Llt::scalar(bits)], c.args.clone());
    Ok(ops::evaluate(&op, &mut c.machine.environment)?.pop())
}

fn sine_and_cosine(c: &mut HostCall<'_, '_>) -> Answer {
    let (bits, sine, cosine) = (c.int(0)?.bits(), c.word(1)?, c.word(2)?);
    let (first, second) = two_floats(G_FSINCOS, bits, bits, c.int(0)?.low128()).ok_or(Fault::Unknown)?;
    c.machine.memory.store(sine, bits, &Int::from_u128(bits, first).into())?;
    c.machine.memory.store(cosine, bits, &second.into())?;
    nothing()
}

/// Runs a routine of the table.
pub fn run(routine: &Routine, c: &mut HostCall<'_, '_>) -> Answer {
    match routine.opcode {
        G_FFREXP | G_FMODF => {
            let (a, place) = (c.int(0)?.clone(), c.word(1)?);
            let second = if routine.opcode == G_FFREXP { 32 } else { a.bits() };
            let (first, rest) =
                two_floats(routine.opcode, a.bits(), second, a.low128()).ok_or(Fault::Unknown)?;
            c.machine.memory.store(place, second, &rest.into())?;
            Ok(Some(Int::from_u128(a.bits(), first).into()))
        }
        G_FCMP => compare(routine.name, c),
        G_GET_ROUNDING | G_SET_ROUNDING | G_GET_FPENV | G_SET_FPENV | G_GET_FPMODE | G_SET_FPMODE => {
            rounding(routine, c)
        }
        _ => {
            let result = routine.result.ok_or(Fault::Unknown)?.value_type(c.machine.pointer_bits()).llt();
            let op = Operation::new(routine.opcode, &[result], c.args.clone());
            Ok(ops::evaluate(&op, &mut c.machine.environment)?.pop())
        }
    }
}

/// Compares two floats: the result is negative, zero or positive. With a NaN it is the value for
/// which the routine's condition is false.
fn compare(name: &str, c: &HostCall<'_, '_>) -> Answer {
    let (a, b) = (c.int(0)?, c.int(1)?);
    let holds = |p| float::compare(a.bits(), p, a.low128(), b.low128()).unwrap_or(false);
    if name.starts_with("__unord") {
        return int(holds(FloatPredicate::Uno).into());
    }
    let unordered = if name.starts_with("__g") { -1 } else { 1 };
    int(match () {
        () if holds(FloatPredicate::Uno) => unordered,
        () if holds(FloatPredicate::Olt) => -1,
        () => holds(FloatPredicate::Ogt).into(),
    })
}

/// Implements the rounding mode routines, with the C library's numbers; environments contain
/// nothing else.
fn rounding(routine: &Routine, c: &mut HostCall<'_, '_>) -> Answer {
    let (shift, modes) = c.machine.target().legalizer_info().rounding_modes;
    let current = float::mode_number(c.machine.environment.rounding);
    let number_of =
        |mode: u64| (0..4_u64).find(|n| u64::from(modes >> (2 * n) & 3) == mode).unwrap_or(0) << shift;
    let mode_of = |number: u64| float::MODES[(modes >> (2 * (number >> shift & 3)) & 3) as usize];
    match routine.opcode {
        G_GET_ROUNDING => return int(number_of(current) as i64),
        G_SET_ROUNDING => c.machine.environment.rounding = mode_of(c.word(0)?),
        G_GET_FPENV | G_GET_FPMODE => {
            let place = c.word(0)?;
            c.machine.memory.store_word(place, 8, number_of(current))?;
        }
        _ => {
            let place = c.word(0)?;
            let number = match place {
                _ if place == u64::MAX >> (64 - c.machine.pointer_bits()) => number_of(1),
                _ => c.machine.memory.load_word(place, 8)?.unwrap_or(0),
            };
            c.machine.environment.rounding = mode_of(number);
        }
    }
    int(0)
}
