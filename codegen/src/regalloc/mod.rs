//! Register allocation over intervals with lifetime holes: linear scan at -O0, greedy allocation at
//! the other levels.
//!
//! Requires selected instructions in SSA form, each virtual register with a class. Establishes: no
//! virtual registers, no phis; blocks list their live-in physical registers; spill slots are frame
//! objects.
//!
//! ```text
//! base_pointer     rejects functions that cannot have a base pointer
//! demote           demotes registers that are live through too many blocks to the stack
//! unsplittable     finds edges that cannot be split
//! collect          one walk: two_address (copies for ties and sub-register pseudos), numbering
//!                  (positions), fixed (ranges of physical registers), locals (block-local
//!                  registers), liveness (live-in sets)
//! build            intervals and hints; for linear scan only those of several blocks
//! scan             linear scan: assigns locations by position (blocked, split: eviction, splits)
//! locals           linear scan: block-local registers, which require no intervals
//! coalesce         greedy: joins the intervals that phis connect
//! greedy           greedy: assigns locations by priority (matrix: interference; affinity: hints;
//!                  hint_split, recolor: if the hinted register is taken;
//!                  save_split: if the register would have to be saved;
//!                  region_split, spill_placement, local_split: if all registers are taken)
//! slots            spill slots
//! spill_stores     greedy: positions of spill stores
//! rewrite          operands, stores, moves within blocks
//! resolve          moves on edges, phis (moves: parallel moves)
//! frame_use        facts for frame layout
//! ```
//!
//! Cost: linear in the function and in the size of the live-in sets. Exceptions are the sort of the
//! intervals (n log n), `scan` and `greedy`. After Wimmer and Mössenböck (2005) and Wimmer and
//! Franz (2010).

mod affinity;
mod base_pointer;
mod blocked;
mod build;
mod checker;
mod coalesce;
mod collect;
mod debug_values;
mod demote;
mod fixed;
mod frame_use;
mod greedy;
mod hint_split;
mod interval;
mod intervals;
mod local_split;
mod locals;
mod matrix;
mod moves;
mod numbering;
mod recolor;
mod record;
mod region_split;
mod remat;
mod remat_at_copies;
mod resolve;
mod rewrite;
mod save_split;
mod scan;
mod scan_locals;
mod short_forms;
mod slots;
mod spill_placement;
mod spill_stores;
mod split;
#[cfg(test)]
pub(crate) mod tests;
mod unsplittable;

use crate::frame::emergency;
use crate::frame::target::FrameTarget;
use crate::ir::entity::BlockId;
use crate::ir::mir::{MachineFunction, Properties};
use crate::isel::record::Record;
use crate::machine::desc::registers::UnitSet;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::liveness::Liveness;
use crate::passes::post_ra::branch_relaxation;
use crate::support::error::{CompileError, Result};
use collect::Collected;
use greedy::Greedy;
use moves::{MoveEmitter, MoveLocation};
use rewrite::Rewriter;
use scan::Scan;
use spill_stores::SpillStores;
use unsplittable::Unsplittable;
pub(crate) use unsplittable::jumps_by_address;

/// A register allocation algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocator {
    /// Linear scan: by position, each interval once.
    LinearScan,
    /// Greedy: by priority and weight, with expensive splitting decisions.
    Greedy,
}

/// Options of register allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    /// The algorithm.
    pub allocator: Allocator,
    /// True if the checker replays the result against the original function.
    pub verify: bool,
    /// The record of decisions, if they are recorded.
    pub record: Option<&'a Record>,
}

/// Memory that allocation reuses from function to function.
#[derive(Debug, Default)]
pub struct Memory(Collected);

/// The data for checking an allocation.
struct Allocation {
    /// The original function in two-address form, if the result is checked.
    before: Option<MachineFunction>,
    inserted: Vec<moves::Inserted>,
}

/// Allocates the registers of `mf`.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    options: Options<'_>,
    memory: &mut Memory,
) -> Result<()> {
    branch_relaxation::reserve(mf, target);
    emergency::reserve(mf, target);
    base_pointer::check(mf, target)?;
    let values = debug_values::Values::find(mf, target);
    let Allocation { before, inserted } = allocate(mf, target, options, values, memory)?;
    match before {
        Some(before) => checker::check(&before, mf, target, &memory.0.fixed.reserved, &inserted),
        None => Ok(()),
    }
}

fn allocate(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    options: Options<'_>,
    values: Option<debug_values::Values>,
    Memory(found): &mut Memory,
) -> Result<Allocation> {
    demote::run(mf, target);
    let unsplittable = Unsplittable::prepare(mf, target);
    let is_greedy = options.allocator == Allocator::Greedy;
    collect::run(mf, target, found, is_greedy);
    let before = options.verify.then(|| mf.clone());
    let liveness = Liveness::compute(mf, &mut found.exposed)
        .map_err(|vreg| CompileError::new(&mf.name, vreg, "virtual register is used but never written"))?;
    unsplittable.positions(&found.numbering).for_each(|pos| found.fixed.block_all(pos));
    // Block-local registers require that a unit set can distinguish all units.
    let all = is_greedy || u32::from(target.registers().num_units) > UnitSet::BITS;
    let numbering = &found.numbering;
    let mut intervals = match all {
        true => build::all(mf, target, numbering, &liveness),
        false => {
            let memory = std::mem::take(&mut found.intervals);
            build::crossing(mf, target, numbering, &liveness, &found.locals, memory)
        }
    }?;
    let flow = is_greedy.then(|| ControlFlow::of(mf));
    let frequency = flow.as_ref().map(|flow| flow.frequency(mf, target));
    let mut intervals = if let Some(frequency) = frequency {
        let of = |block| frequency.of(block) as f32 / BlockFrequency::ENTRY as f32;
        let by_id: Vec<f32> = (0..mf.num_blocks()).map(|n| of(BlockId::new(n))).collect();
        coalesce::run(mf, target.registers(), &mut intervals, &found.numbering, &by_id, &unsplittable.phis);
        let frequencies: Vec<f32> = found.numbering.order.iter().map(|b| by_id[b.index()]).collect();
        Greedy::run(mf, target, &found.numbering, &frequencies, intervals, &found.fixed)?
    } else {
        found.locals.retain(|vreg| !all && !liveness.crosses_blocks(vreg));
        intervals.locals = std::mem::take(&mut found.locals);
        Scan::run(mf, target, &found.numbering, &liveness, intervals, &mut found.fixed, all)?
    };
    let slots = slots::assign(mf, target, &intervals, &unsplittable.phis);
    let locations = rewrite::locations(&intervals, &slots);
    let spill_stores = frequency.map_or(SpillStores::default(), |frequency| {
        SpillStores::choose(mf, &found.numbering, &intervals, &unsplittable, &slots, frequency)
    });
    let mut rewriter = Rewriter {
        emitter: MoveEmitter::new(mf, target, &found.fixed.reserved),
        intervals: &intervals,
        numbering: &found.numbering,
        liveness: &liveness,
        slots: &slots,
        spill_stores,
        last_locations: rewrite::last_locations(&intervals, &locations),
        locations,
        unsplittable: &unsplittable,
        fixed: &found.fixed,
        registers: target.registers(),
        overwritten: found.overwritten,
        framed: Vec::new(),
    };
    if let Some(record) = options.record {
        record.allocated(record::allocation(&rewriter, &intervals.locals, target));
    }
    let phis = values.as_ref().map_or(Vec::new(), |values| rewriter.phi_locations(values));
    rewriter.moves_within_blocks()?;
    for &block in &found.numbering.order {
        rewriter.store_phis(block);
    }
    rewriter.edges()?;
    for &block in &found.numbering.order {
        rewriter.block(block)?;
    }
    let removed = rewriter.remove_unused_definitions();
    rewriter.remove_phis();
    found.of_frame.append(&mut rewriter.framed);
    let (inserted, overwritten) = (rewriter.emitter.inserted, rewriter.overwritten);
    if let Some(mut values) = values {
        let copied = inserted.iter().filter_map(|moved| match moved.src {
            MoveLocation::Remat(from) => Some((from, moved.inst)),
            _ => None,
        });
        values.copied.extend(copied);
        values.finish(mf, phis);
    }
    mf.live_ins.iter_mut().for_each(|live_in| live_in.1 = None);
    mf.properties.insert(Properties::NO_VREGS | Properties::NO_PHIS | Properties::TRACKS_LIVENESS);
    if removed == 0 {
        frame_use::record(mf, target, found, &inserted, overwritten);
    }
    found.locals = std::mem::take(&mut intervals.locals);
    if !is_greedy {
        found.intervals = intervals;
    }
    Ok(Allocation { before, inserted })
}
