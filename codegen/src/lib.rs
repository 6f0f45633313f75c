//! The engine of gisel: generic machine IR and its passes, register allocation, frames and the
//! machine-code layer. It depends neither on LLVM nor on a target.
//!
//! The stages of a function:
//!
//! 1. `gisel-frontend-llvm` reads IR and translates a function (LLVM's IRTranslator) by an
//!    [`ir::builder::Builder`] into an [`ir::mir::MachineFunction`]. [`isel::call_lowering`] lowers
//!    calls, arguments and results by the target's conventions.
//! 2. [`isel`] selects instructions: combiner, legalizer, combiner again, register banks,
//!    instruction selection.
//! 3. [`passes::pre_ra`] improve the code in SSA form. The [allocator](pipeline::Allocator) assigns
//!    registers. [`passes::post_ra`] improve its output, and [`passes::prologepilog`] inserts
//!    prologue and epilogue.
//! 4. [`mc`] emits assembly or ELF.
//!
//! [`pipeline`] runs these in order, with the passes that `gisel-targets` adds by
//! [`target::Target`]. [`passes::analysis`] computes what they require. [`interpreter`] runs a
//! function at each stage up to selection. The driver, `gisel`, processes whole modules.

mod frame;
pub mod interpreter;
pub mod ir;
pub mod isel;
pub mod machine;
pub mod mc;
pub mod mir_text;
pub mod passes;
pub mod pipeline;
mod regalloc;
pub mod support;
pub mod target;
#[cfg(test)]
mod testing;
