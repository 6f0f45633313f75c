//! AArch64: registers, instruction tables, and what the passes ask of the target.

pub mod asm_printer;
pub mod call_lowering;
pub mod emission;
pub mod frame_index;
pub mod frame_lowering;
pub mod instr_info;
pub mod instructions;
pub mod logical_immediate;
pub mod materialize;
pub mod operands;
mod parse_operands;
pub mod register_banks;
pub mod registers;
pub mod relocations;
pub mod select;
pub mod target;

#[cfg(test)]
mod table_tests;
