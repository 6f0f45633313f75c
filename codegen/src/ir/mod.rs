//! What the passes work on: generic and machine instructions in functions (MIR), their types and opcodes, how they are built, printed, read and verified.

pub mod builder;
pub mod entity;
pub mod int;
pub mod llt;
pub mod llvm_forms;
pub mod mir;
pub mod mir_parser;
pub mod module;
pub mod opcodes;
pub mod type_size;
pub mod value_type;
pub mod verifier;
