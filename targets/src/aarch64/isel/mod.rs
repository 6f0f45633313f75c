//! Instruction selection: call lowering, legalizer rules, banks, selection rules.

pub(crate) mod async_context;
pub(crate) mod atomics;
pub(crate) mod call_lowering;
pub(crate) mod code_model;
pub(crate) mod combiner;
pub(crate) mod fp_environment;
pub(crate) mod interleaved_accesses;
pub(crate) mod interpret;
pub(crate) mod intrinsic_forms;
pub(crate) mod intrinsics;
pub(crate) mod legalize_custom;
pub(crate) mod legalize_intrinsics;
pub(crate) mod legalize_masks;
pub(crate) mod legalize_vectors;
pub(crate) mod legalizer_info;
pub(crate) mod llvm_forms;
pub(crate) mod logical_immediate;
pub(crate) mod materialize;
pub(crate) mod memory_checks;
pub(crate) mod memory_tags;
pub(crate) mod permutations;
pub(crate) mod pointer_authentication;
pub(crate) mod quad_floats;
pub(crate) mod register_banks;
pub(crate) mod scalar_rules;
pub(crate) mod select;
#[cfg(test)]
mod select_tests;
pub(crate) mod stack_guard;
pub mod symbol_addressing;
pub(crate) mod thread_local;
pub(crate) mod va_arg;
