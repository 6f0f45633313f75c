//! MIR as text, as LLVM has it: [`print`](mod@print), [`parser`], and what has another form there ([`llvm_forms`]).

mod debug_forms;
mod debug_values;
mod document;
mod expressions;
pub mod llvm_forms;
pub mod parser;
pub mod print;
pub(crate) mod yaml_keys;

pub(crate) use print::INST_FLAGS;
pub use print::{Printer, function_to_string, inst_to_string, ir_document};
