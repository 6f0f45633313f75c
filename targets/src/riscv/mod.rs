//! RISC-V: rv64gc with the lp64d ABI.

pub mod asm_printer;
pub mod attributes;
pub mod call_lowering;
pub mod features;
pub mod frame_lowering;
pub mod instr_info;
pub mod instructions;
pub mod materialize;
pub mod mc;
pub mod operands;
pub mod register_banks;
pub mod registers;
pub mod relocations;
pub mod select;
pub mod target;

#[cfg(test)]
mod frame_tests;
#[cfg(test)]
mod table_tests;
