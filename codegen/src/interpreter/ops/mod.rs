//! The semantics of the generic opcodes that neither access memory nor change control flow. Each
//! family has a file.

mod bits;
mod floats;
mod integers;
mod moves;
mod overflow;
mod vectors;

pub(crate) use floats::two_floats;
pub(crate) use integers::holds_words;

use super::operation::{Environment, Fault, Operation, Results};

/// Computes the results of an operation.
///
/// Errors: opcodes and types that are not interpreted, undefined behaviour.
pub(crate) fn evaluate(op: &Operation, env: &mut Environment) -> Result<Results, Fault> {
    let families = [
        moves::evaluate,
        integers::evaluate,
        bits::evaluate,
        overflow::evaluate,
        floats::evaluate,
        vectors::evaluate,
    ];
    for family in families {
        match family(op, env) {
            Err(Fault::Unknown) => {}
            done => return done,
        }
    }
    Err(Fault::Unknown)
}
