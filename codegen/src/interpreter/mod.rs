//! The interpreter of generic machine IR: runs a function, or a whole program, at any stage up to selection.
//!
//! It requires verified functions with types on their virtual registers, after the IRTranslator, the combiners, the legalizer
//! or RegBankSelect; it changes none. What a program does must be the same at each of these stages, which is what it is for.
//!
//! - [`int`], [`float`], [`value`]: numbers of any width, IEEE floats, lanes with poison, all independent of the host.
//! - [`operation`], [`ops`]: what a generic opcode computes from its operands. `TargetTables::interpret` adds a
//!   target's own.
//! - [`memory`], [`registers`]: flat memory with bounds for each byte, physical registers by their units.
//! - [`program`], [`code`]: addresses of symbols; functions as rows of operations, with short ways for scalars.
//! - [`machine`], `step`, `access`, `calls`: frames, the loop, single instructions. A call's arguments are where
//!   CallLowering has put them, so that callers and callees meet in registers and on the stack as they do natively.
//! - [`host`]: what programs may call of the C library, and the runtime routines, marshalled by the same conventions.
//!
//! What the IR leaves open is decided by a seed: undefined values, upper bits of `G_ANYEXT`. Poison is kept by bit. A branch
//! on it, an access out of bounds or against the alignment that is promised, a division by zero, a trap: these end the
//! program with a [`Trap`], which says where. Time is linear in what is executed; scalars of up to 64 bits take some ten
//! nanoseconds an instruction, other types about a hundred times that.

mod access;
mod calls;
pub mod code;
pub mod float;
pub mod host;
pub use crate::ir::int;
pub mod machine;
mod math;
pub mod memory;
pub mod operation;
pub mod ops;
pub mod program;
pub mod registers;
mod start;
mod step;
pub mod value;

pub use access::{Step, modified};
pub use machine::{Limits, Machine, Stop, Trap};
pub use operation::{Arg, Context, Environment, Fault, Operation, Results};
pub use program::Program;
pub use rustc_apfloat::Round;
