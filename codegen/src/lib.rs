//! The engine of gisel: generic machine IR, the passes over it, register allocation, frames and the machine-code layer. It knows neither LLVM
//! nor any target.
//!
//! The way of a function through the crates:
//!
//! 1. `gisel-frontend-llvm` reads IR and translates a function (LLVM's IRTranslator) by an [`ir::builder::Builder`] into an
//!    [`ir::mir::MachineFunction`]; calls, arguments and results go through [`isel::call_lowering`], by the target's conventions.
//! 2. [`isel`] makes it the target's: the combiner, the legalizer, the combiner again, register banks, instruction selection.
//! 3. [`passes::pre_ra`] improve it in SSA form, the [allocator](pipeline::Allocator) gives values registers, [`passes::post_ra`] improve what
//!    comes of that, and [`passes::prologepilog`] makes prologue and epilogue.
//! 4. [`mc`] turns it into assembly or ELF.
//!
//! [`pipeline`] runs these in order, as `gisel-targets` adds to it by [`target::Target`]; [`passes::analysis`] computes what they require;
//! [`interpreter`] runs a function at each stage up to selection. `gisel`, the driver, holds a module together.

mod frame;
pub mod interpreter;
pub mod ir;
pub mod isel;
pub mod mc;
pub mod mir_text;
pub mod passes;
pub mod pipeline;
mod regalloc;
pub mod support;
pub mod target;
#[cfg(test)]
mod testing;
