//! Selects a target's instructions for generic ones: LLVM's GlobalISel after the IRTranslator.
//! Contains calling conventions, legalizer, register banks, selection, and the combiners.

pub mod call_lowering;
pub mod combiner;
mod folded_metadata;
pub mod legalizer;
pub mod libcalls;
pub(crate) mod lines;
pub mod regbankselect;
pub mod select;
