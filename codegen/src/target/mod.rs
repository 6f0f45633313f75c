//! What a target supplies: tables, and the classes that the passes call.

pub mod instructions;
pub mod registers;
