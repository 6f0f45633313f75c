//! Instruction selection: call lowering, legalizer rules, banks, selection rules.

pub(crate) mod atomics;
pub mod call_lowering;
pub(crate) mod code_model;
pub mod combiner;
pub(crate) mod core_v;
pub(crate) mod double_words;
pub(crate) mod float_values;
pub(crate) mod fp_environment;
pub(crate) mod interpret;
pub(crate) mod intrinsics;
pub(crate) mod legalize_atomics;
pub(crate) mod legalize_custom;
pub mod legalizer_info;
pub(crate) mod llvm_forms;
pub mod materialize;
pub(crate) mod memory_checks;
pub mod register_banks;
pub mod select;
#[cfg(test)]
mod select_tests;
pub(crate) mod stack_guard;
pub mod symbol_addressing;
pub(crate) mod thread_local;
pub mod word_values;
