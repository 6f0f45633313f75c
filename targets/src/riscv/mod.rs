//! RISC-V: rv32 and rv64, with any of M, A, F, D and C, and the ilp32 and lp64 ABIs. Tables are
//! `registers.txt`, `instructions.txt`, `instructions/`, `features.txt` and `cpus.txt`; rules are
//! `select.isle` and `select_float.isle`. File names are the same as AArch64's.

pub mod address_steps;
pub mod asm_printer;
mod assemble;
mod atomics;
pub mod attributes;
pub mod backend;
pub mod call_lowering;
mod calling_conventions;
mod code_model;
pub mod combiner;
mod control_registers;
mod double_words;
pub mod features;
mod float_values;
mod fp_environment;
pub mod frame_lowering;
mod frame_registers;
mod inline_asm;
pub mod instr_info;
pub mod instructions;
mod interpret;
mod interrupts;
mod intrinsics;
pub mod isa;
mod kcfi;
mod legalize_atomics;
mod legalize_custom;
pub mod legalizer_info;
mod llvm_forms;
pub mod materialize;
pub mod mc;
mod mc_inst_lower;
mod memory_checks;
pub mod mir_names;
pub mod operands;
pub mod opt_w_instrs;
mod outlining;
pub mod pass_config;
mod raw_instructions;
mod recorded_calls;
pub mod register_banks;
pub mod registers;
mod relocation_names;
pub mod relocations;
mod return_address;
pub mod select;
mod stack_guard;
mod stack_probes;
pub mod symbol_addressing;
pub mod target;
mod thread_local;
mod upper_halves;
pub mod word_values;
pub mod xlen;
mod zero_extended_words;

#[cfg(test)]
mod branch_tests;
#[cfg(test)]
mod frame_tests;
#[cfg(test)]
mod select_tests;
#[cfg(test)]
mod table_tests;
