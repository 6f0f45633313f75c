//! `prologepilog`: the stack frame behind register allocation.

pub mod reference;
pub mod scavenger;

pub use scavenger::Scavenger;
