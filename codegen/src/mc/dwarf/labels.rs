//! Source labels: the instructions that they precede.
//!
//! * Requires: instructions in emission order, with their segments.
//! * Establishes: a label precedes the first instruction, in code order, from the code that
//!   followed it in its block. If no such instruction is left, the label has no location.
//! * Cost: linear in instructions; none without labels.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction, PlacedLabel};
use crate::mc::dwarf::rows;
use crate::mc::streamer::Streamer;
use rustc_hash::FxHashMap;

/// The numbers of labels, by the instructions that they precede.
#[derive(Debug, Default)]
pub struct LabelPlaces(FxHashMap<InstId, Vec<u32>>);

impl LabelPlaces {
    /// Returns the instructions with labels.
    pub fn insts(&self) -> impl Iterator<Item = InstId> + '_ {
        self.0.keys().copied()
    }

    /// Emits the labels before an instruction.
    pub fn before(&self, inst: InstId, out: &mut dyn Streamer) {
        for &number in self.0.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::Label(number));
        }
    }
}

/// Finds the labels' positions and adds the labels to the emitted function; `None` if there are
/// none.
pub fn find(function: &MachineFunction, emitted: &mut EmittedFunction) -> Option<LabelPlaces> {
    let table = function.debug_values().filter(|table| !table.labels.is_empty())?;
    // By block of the translation: labels without a position, with their segments.
    let mut open: FxHashMap<BlockId, Vec<(u32, u32)>> = FxHashMap::default();
    for (record, number) in table.labels.iter().zip(0..) {
        if let Some(segment) = table.segment(record.segment) {
            open.entry(segment.block).or_default().push((record.segment, number));
        }
    }
    let mut places = LabelPlaces::default();
    let insts = function.layout.iter().flat_map(|&block| function.insts(block));
    for inst in insts.filter(|&inst| !rows::is_meta(function.opcode(inst))) {
        let site = function.location(inst).and_then(|loc| table.site(loc));
        let Some(number) = site.map(|site| site.segment) else { continue };
        let Some(of) = table.segment(number).and_then(|segment| open.get_mut(&segment.block)) else {
            continue;
        };
        for (_, label) in of.extract_if(.., |&mut (segment, _)| segment <= number) {
            places.0.entry(inst).or_default().push(label);
        }
    }
    let placed = |record: &crate::ir::debug_info::LabelRecord| PlacedLabel {
        label: record.label,
        location: record.location,
    };
    emitted.labels = table.labels.iter().map(placed).collect();
    Some(places)
}
