//! The targets: registers, instruction tables, calling conventions, legalizer rules, register banks,
//! selection rules, frames and relocations of RISC-V and AArch64.
//!
//! What a target is to the passes is in `gisel_codegen::target`; a target is mostly tables.

pub mod aarch64;
pub mod riscv;
pub mod table;
