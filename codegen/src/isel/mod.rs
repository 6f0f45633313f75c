//! Selects a target's instructions for generic ones: LLVM's GlobalISel after the IRTranslator.
//! Contains calling conventions, legalizer, register banks, selection, and the combiners.

pub mod call_lowering;
pub mod combiner;
pub(crate) mod debug_locations;
pub mod legalizer;
pub mod libcalls;
pub mod regbankselect;
pub mod select;
