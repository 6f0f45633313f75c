//! The target's tables as plain data: registers, instructions, register masks, the scheduling model
//! of a CPU.
//!
//! It is the lowest layer of this crate, and depends on no other.

pub mod instructions;
pub mod reg_mask;
pub mod registers;
pub mod schedule;
