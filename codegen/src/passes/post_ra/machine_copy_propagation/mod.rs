//! `machine-cp`: erases copies that are redundant, whose readers can read the source, or whose
//! source can be computed in the destination. Erases zeros in registers that are known to be zero.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! linear.

pub mod backward;
mod copies;
pub mod forward;
pub mod known_zero;
pub mod redundant;

use crate::ir::mir::MachineFunction;
use crate::passes::target::PassTarget;

/// Erases copies of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    known_zero::run(mf, target);
    redundant::run(mf, target);
    let blocks = mf.layout.clone();
    forward::run(mf, target, &blocks);
    backward::run(mf, target, &blocks);
}
