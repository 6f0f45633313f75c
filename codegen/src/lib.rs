//! The engine of gisel: generic machine IR, the passes over it, register allocation, frames and the machine-code layer. It knows neither LLVM
//! nor any target.
//!
//! The way of a function through the crates:
//!
//! 1. `gisel-frontend-llvm` reads IR and translates a function (LLVM's IRTranslator) by an [`ir::builder::Builder`] into an
//!    [`ir::mir::MachineFunction`]; calls, arguments and results go through [`isel::call_lowering`], by the target's conventions.
//! 2. [`isel`] makes it the target's: the combiner, the legalizer, the combiner again, register banks, instruction selection.
//! 3. [`passes::pre_ra`] improve it in SSA form, [`regalloc`] gives values registers, [`passes::post_ra`] improve what comes of that, and
//!    [`frame`] makes prologue and epilogue.
//! 4. [`mc`] turns it into assembly or ELF.
//!
//! [`pipeline`] runs these in order, as `gisel-targets` adds to it by [`target::Target`]; [`analysis`] computes what passes require;
//! [`interpreter`] runs a function at each stage up to selection. `gisel`, the driver, holds a module together.

pub mod analysis;
pub mod coverage;
pub mod debug_info;
pub mod desc;
pub mod diagnostics;
pub mod error;
pub mod frame;
pub mod guard;
pub mod interpreter;
pub mod ir;
pub mod isel;
pub mod llc_ir_passes;
pub mod mc;
pub mod mir_text;
pub mod passes;
pub mod pipeline;
pub mod record;
pub mod regalloc;
pub mod remarks;
pub mod statistics;
pub mod target;
#[cfg(test)]
mod testing;
pub mod timing;
pub mod verifier;
