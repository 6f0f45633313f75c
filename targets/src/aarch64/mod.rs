//! AArch64: Armv8-A and later, with or without NEON and floating-point registers. Tables are `registers.txt`,
//! `instructions.txt`, `instructions/`, `intrinsics.txt`, `features.txt` and `cpus.txt`; rules are
//! `select.isle` and `select_float.isle`. File names are the same as RISC-V's.

pub mod address_steps;
pub mod asm_printer;
mod assemble;
mod assembly_aliases;
mod async_context;
mod atomics;
pub mod backend;
mod base_updates;
mod branches;
pub mod call_lowering;
pub mod calling_conventions;
mod code_model;
pub mod combiner;
pub mod condition_optimizer;
mod erratum_835769;
pub mod features;
pub mod frame_index;
pub mod frame_lowering;
mod inline_asm;
pub mod instr_info;
pub mod instructions;
mod interleaved_accesses;
mod interpret;
mod intrinsic_forms;
mod intrinsics;
mod kcfi;
mod legalize_custom;
mod legalize_vectors;
pub mod legalizer_info;
mod llvm_forms;
pub mod load_store_opt;
mod load_store_pairs;
pub mod logical_immediate;
pub mod materialize;
pub mod mc;
mod mc_inst_lower;
mod memory_checks;
mod memory_tags;
pub mod mir_names;
pub mod operands;
mod outlining;
mod parse_operands;
pub mod pass_config;
mod permutations;
mod pointer_authentication;
mod preferred_text;
mod recorded_calls;
pub mod register_banks;
mod register_text;
pub mod registers;
mod relocation_names;
pub mod relocations;
mod return_address;
mod scalar_rules;
pub mod select;
mod special_statements;
mod speculation_hardening;
mod stack_guard;
mod stack_pointer;
mod stack_probes;
pub mod symbol_addressing;
mod system_operations;
mod system_registers;
pub mod target;
mod thread_local;
mod va_arg;
mod xray_events;

#[cfg(test)]
mod select_tests;
#[cfg(test)]
mod table_tests;
