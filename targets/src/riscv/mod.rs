//! RISC-V: rv64gc with the lp64d ABI.

mod address_steps;
pub mod asm_printer;
mod atomics;
pub mod attributes;
pub mod call_lowering;
mod calling_conventions;
mod control_registers;
pub mod features;
pub mod frame_lowering;
mod inline_asm;
pub mod instr_info;
pub mod instructions;
mod interpret;
mod intrinsics;
pub mod isa;
mod legalize_atomics;
mod legalize_custom;
pub mod legalizer_info;
mod llvm_forms;
pub mod materialize;
pub mod mc;
pub mod mir_names;
pub mod operands;
mod raw_instructions;
pub mod register_banks;
pub mod registers;
pub mod relocations;
mod return_address;
pub mod schedule;
pub mod select;
mod stack_guard;
mod stack_probes;
pub mod target;
mod thread_local;
pub mod word_values;

/// The data layout, in LLVM's syntax.
pub const DATA_LAYOUT: &str = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128";

#[cfg(test)]
mod branch_tests;
#[cfg(test)]
mod frame_tests;
#[cfg(test)]
mod select_tests;
#[cfg(test)]
mod table_tests;
