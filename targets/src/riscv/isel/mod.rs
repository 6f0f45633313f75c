//! Instruction selection: call lowering, legalizer rules, banks, selection rules.

pub(crate) mod atomics;
pub(crate) mod call_lowering;
pub(crate) mod code_model;
pub(crate) mod combiner;
pub(crate) mod core_v;
pub(crate) mod double_words;
pub(crate) mod float_values;
pub(crate) mod fp_environment;
pub(crate) mod interpret;
pub(crate) mod intrinsics;
pub(crate) mod legalize_atomics;
pub(crate) mod legalize_custom;
pub(crate) mod legalizer_info;
pub(crate) mod llvm_forms;
pub(crate) mod materialize;
pub(crate) mod memory_checks;
pub(crate) mod register_banks;
pub(crate) mod select;
#[cfg(test)]
mod select_tests;
pub(crate) mod stack_guard;
pub mod symbol_addressing;
pub(crate) mod thread_local;
pub(crate) mod word_values;
