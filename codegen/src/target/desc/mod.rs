//! What a target's tables describe, as plain data: registers, instructions, what calls preserve, what scheduling knows of a CPU.
//!
//! It stands beneath everything else in this crate, and knows nothing of it.

pub mod instructions;
pub mod reg_mask;
pub mod registers;
pub mod schedule;
