//! Source labels: the instructions that they precede.
//!
//! * Requires: instructions in emission order, with their segments.
//! * Establishes: a label precedes the first instruction, in code order, from the code that
//!   followed it in its block. If no such instruction is left, the label has no location.
//! * Cost: linear in instructions; none without labels.

use crate::ir::debug_info::{LabelRecord, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction, PlacedLabel};
use crate::mc::streamer::Streamer;
use crate::passes::post_ra::live_debug_values::{DebugHandler, DebugInst};
use rustc_hash::FxHashMap;

/// The numbers of labels, by the instructions that they precede.
#[derive(Debug, Default)]
pub(crate) struct LabelPlaces(FxHashMap<InstId, Vec<u32>>);

impl LabelPlaces {
    /// Returns the instructions with labels.
    pub(crate) fn insts(&self) -> impl Iterator<Item = InstId> + '_ {
        self.0.keys().copied()
    }

    /// Emits the labels before an instruction.
    pub(crate) fn before(&self, inst: InstId, out: &mut dyn Streamer) {
        for &number in self.0.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::Label(number));
        }
    }
}

/// The debug handler that finds the positions of labels.
pub struct LabelFinder<'a> {
    function: &'a MachineFunction,
    table: &'a ValueTable,
    /// By block of the translation: labels without a position, with their segments.
    open: FxHashMap<BlockId, Vec<(u32, u32)>>,
    places: LabelPlaces,
}

impl<'a> LabelFinder<'a> {
    /// Returns the handler of a function; `None` if it has no labels.
    pub fn of(function: &'a MachineFunction) -> Option<LabelFinder<'a>> {
        let table = function.debug_values().filter(|table| !table.labels.is_empty())?;
        let mut open: FxHashMap<BlockId, Vec<(u32, u32)>> = FxHashMap::default();
        for (record, number) in table.labels.iter().zip(0..) {
            if let Some(segment) = table.segment(record.segment) {
                open.entry(segment.block).or_default().push((record.segment, number));
            }
        }
        Some(LabelFinder { function, table, open, places: LabelPlaces::default() })
    }

    /// Adds the labels to the emitted function. Returns their positions.
    pub fn finish(self, emitted: &mut EmittedFunction) -> LabelPlaces {
        let placed = |record: &LabelRecord| PlacedLabel { label: record.label, location: record.location };
        emitted.labels = self.table.labels.iter().map(placed).collect();
        self.places
    }
}

impl DebugHandler for LabelFinder<'_> {
    fn visit(&mut self, at: &DebugInst<'_>) {
        if at.is_codeless {
            return;
        }
        let site = self.function.location(at.inst).and_then(|loc| self.table.site(loc));
        let Some(number) = site.map(|site| site.segment) else { return };
        let Some(of) = self.table.segment(number).and_then(|segment| self.open.get_mut(&segment.block))
        else {
            return;
        };
        for (_, label) in of.extract_if(.., |&mut (segment, _)| segment <= number) {
            self.places.0.entry(at.inst).or_default().push(label);
        }
    }
}
