//! MIR as text, in LLVM's syntax: `print`, [`parser`], and conversions of constructs
//! that differ in LLVM ([`llvm_forms`]).

mod debug_forms;
mod debug_values;
mod document;
mod expressions;
pub mod llvm_forms;
pub mod parser;
pub(crate) mod print;
pub(crate) mod yaml_keys;

pub use print::{Printer, function_to_string, ir_document};
