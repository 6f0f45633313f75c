//! The interpreter of generic machine IR: runs a function, or a whole program, at any stage up to
//! selection.
//!
//! It requires verified functions with typed virtual registers, after the IRTranslator, the
//! combiners, the legalizer or RegBankSelect, and changes none. It serves to check that a program
//! behaves the same at each of these stages.
//!
//! - [`int`], [`float`], [`value`]: numbers of any width, IEEE floats, lanes with poison, all
//!   independent of the host.
//! - `operation`, `ops`: the semantics of generic opcodes. `InterpreterTarget::interpret` adds a
//!   target's own.
//! - `memory`, `registers`: flat memory with bounds for each byte, physical registers by their
//!   units.
//! - `program`, `code`: addresses of symbols; functions as lists of operations, with fast ones
//!   for scalars.
//! - `machine`, `step`, `access`, `calls`: frames, the main loop, single instructions. A call's
//!   arguments are where CallLowering has put them: in registers and on the stack, as in native
//!   code.
//! - `host`: the callable subset of the C library and the runtime routines, marshalled by the
//!   same conventions.
//!
//! A seed decides what the IR leaves undefined: undefined values, upper bits of `G_ANYEXT`. Poison
//! is tracked for each bit. Undefined behaviour ends the program with a [`Trap`], which names the
//! location: a branch on poison, an access out of bounds or below the promised alignment, a
//! division by zero, a trap instruction. Time is linear in the executed instructions; scalars of up
//! to 64 bits take about ten nanoseconds an instruction, other types about a hundred times that.

mod access;
mod calls;
pub(crate) mod code;
pub mod float;
pub(crate) mod host;
pub use crate::ir::int;
pub(crate) mod machine;
mod math;
pub(crate) mod memory;
pub(crate) mod operation;
pub(crate) mod ops;
pub(crate) mod program;
pub(crate) mod registers;
mod start;
mod step;
pub(crate) mod target;
pub mod value;

pub use access::{Step, modified};
pub use machine::{Limits, Machine, Stop, Trap};
pub use operation::{Arg, Context, Environment, Fault, Operation, Results};
pub use program::Program;
pub use rustc_apfloat::Round;
