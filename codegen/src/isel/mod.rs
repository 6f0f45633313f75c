//! Selects a target's instructions for generic ones: LLVM's GlobalISel after the IRTranslator.
//! Contains calling conventions, legalizer, register banks, selection, and the combiners.

pub mod call_lowering;
pub mod combiner;
pub(crate) mod debug_locations;
mod folded_metadata;
pub mod known_bits;
pub mod legalizer;
pub mod record;
pub mod regbankselect;
pub(crate) mod rule_config;
pub mod select;
pub(crate) mod target;
