//! Register allocation: linear scan over intervals with lifetime holes.
//!
//! Requires selected instructions in SSA form, each virtual register with a class. Establishes: no virtual registers, no
//! phis; blocks list the physical registers that live into them; spill slots are frame objects.
//!
//! ```text
//! demote           what lives through too many blocks goes through memory
//! unsplittable     edges on which no block can be put
//! two_address      ties and sub-register pseudos become copies
//! numbering        positions of instructions              liveness   what lives into each block
//! build            intervals of virtual registers, fixed ranges of physical ones, hints
//! coalesce         one interval of what phis connect, where that can be
//! loop_ends        uses at the jumps back to loops' starts
//! scan             a place for each part of an interval   (blocked, split: when none is free; affinity: which is best)
//! locals           at -O0: registers of one block, which need no intervals
//! slots            spill slots
//! rewrite          operands, stores, moves within blocks
//! resolve          moves on edges, phis                   (moves: in which order)
//! ```
//!
//! All are linear in the function and in the size of the live-in sets, but for the order of intervals (n log n) and for what
//! `scan` says. After Wimmer and Mössenböck (2005) and Wimmer and Franz (2010).

mod affinity;
mod blocked;
mod build;
mod checker;
mod coalesce;
mod demote;
mod fixed;
mod interval;
mod locals;
mod loop_ends;
mod moves;
mod numbering;
mod remat;
mod resolve;
mod rewrite;
mod scan;
mod slots;
mod split;
#[cfg(test)]
pub(crate) mod tests;
mod unsplittable;

use crate::analysis::dominators::Dominators;
use crate::analysis::liveness::Liveness;
use crate::analysis::loops;
use crate::branch_relaxation;
use crate::error::{CompileError, Result};
use crate::mir::{MachineFunction, Properties};
use crate::target::Target;
use crate::two_address;
use moves::MoveEmitter;
use numbering::Numbering;
use rewrite::Rewriter;
use scan::Scan;
use unsplittable::Unsplittable;
pub(crate) use unsplittable::jumps_by_address;

/// How to allocate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether to spend time on where intervals are split.
    pub optimize: bool,
    /// Whether to replay the result against the function before.
    pub verify: bool,
}

/// What is kept of an allocation for checking it.
struct Allocation {
    /// The function before, in two-address form, if it is verified.
    before: Option<MachineFunction>,
    reserved: Vec<bool>,
    inserted: Vec<moves::Inserted>,
}

/// Allocates the registers of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, options: Options) -> Result<()> {
    branch_relaxation::reserve(mf, target);
    let Allocation { before, reserved, inserted } = allocate(mf, target, options)?;
    match before {
        Some(before) => checker::check(&before, mf, target, &reserved, &inserted),
        None => Ok(()),
    }
}

fn allocate(mf: &mut MachineFunction, target: &dyn Target, options: Options) -> Result<Allocation> {
    demote::run(mf, target);
    two_address::run(mf, target);
    let unsplittable = Unsplittable::prepare(mf, target);
    let before = options.verify.then(|| mf.clone());
    let numbering = Numbering::compute(mf, target);
    let liveness = Liveness::compute(mf)
        .map_err(|vreg| CompileError::new(&mf.name, vreg, "virtual register is used but never written"))?;
    let (mut intervals, mut fixed) = build::build(mf, target, &numbering, &liveness, options.optimize)?;
    unsplittable.positions(&numbering).for_each(|pos| fixed.block_all(pos));
    let mut depths = Vec::new();
    if options.optimize {
        let tree = Dominators::compute(mf);
        depths = loops::depths(mf, &tree);
        coalesce::run(mf, target.registers(), &mut intervals, &depths, &unsplittable.phis);
        loop_ends::mark(mf, &numbering, &liveness, &tree, &mut intervals);
    }
    let reserved = fixed.reserved.clone();
    let intervals = Scan::run(mf, target, &numbering, &depths, intervals, fixed)?;
    let slots = slots::assign(mf, target, &intervals, &unsplittable.phis);
    let mut rewriter = Rewriter {
        emitter: MoveEmitter::new(mf, target, &reserved),
        intervals: &intervals,
        numbering: &numbering,
        liveness: &liveness,
        slots: &slots,
        unsplittable: &unsplittable,
    };
    rewriter.moves_within_blocks()?;
    for &block in &numbering.order {
        rewriter.store_phis(block);
    }
    rewriter.edges()?;
    for &block in &numbering.order {
        rewriter.block(block)?;
    }
    rewriter.remove_unused_definitions();
    rewriter.remove_phis();
    let inserted = rewriter.emitter.inserted;
    mf.live_ins.iter_mut().for_each(|live_in| live_in.1 = None);
    mf.properties.insert(Properties::NO_VREGS | Properties::NO_PHIS | Properties::TRACKS_LIVENESS);
    Ok(Allocation { before, reserved, inserted })
}
