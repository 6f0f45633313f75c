//! Values that copies and the one other use rematerialize.

use super::greedy::{Greedy, needs};
use super::interval::{Assignment, Interval, IntervalId, Range};
use crate::machine::desc::instructions::InstrFlags;

impl Greedy<'_> {
    /// Spills `id` if it is used only by copies, and rematerialization costs no more than a copy:
    /// each copy rematerializes it. A value that is live across calls may have one other use, no
    /// more frequent than the definition: it needs no preserved register. The definition is removed
    /// at the end, and has some register until then.
    pub(super) fn rematerialize_at_copies(&mut self, id: IntervalId) -> bool {
        let Some(def) = self.intervals.remat[id.index()] else { return false };
        let interval = self.intervals.get(id);
        let needs = needs(interval.uses());
        let definition = match needs[..] {
            [definition] => definition,
            // A range that follows the definition's directly would be connected to it by a copy.
            [definition, user]
                if definition.end < user.start && self.is_cheaper_at_use(interval, definition, user) =>
            {
                definition
            }
            _ => return false,
        };
        let cheap = self.target.desc(self.mf.opcode(def)).has(InstrFlags::CHEAP)
            && self.target.instr_info().is_as_cheap_as_a_move(self.mf, def);
        let is_removed = definition.start == self.numbering.inst_pos[def.index()] + 1
            && !self.numbering.is_block_start(definition.end);
        if !cheap || !is_removed || self.is_on_split_edges(interval) {
            return false;
        }
        let split = self.divide(id, &needs);
        self.spill(split[0]);
        let class = self.target.registers().class(self.intervals.get(id).class);
        if let (Some(definition), Some(&reg)) = (split.get(1), class.order.first()) {
            self.intervals.list[definition.index()].assignment = Assignment::Reg(reg);
        }
        if let Some(&user) = split.get(2) {
            self.enqueue(user);
        }
        true
    }

    /// Returns true if `interval` is live across a call, and the only user that requires a register
    /// is no more frequent than the definition.
    fn is_cheaper_at_use(&self, interval: &Interval, definition: Range, user: Range) -> bool {
        self.fixed.clobbered_units(interval) != self.fixed.reserved_units()
            && self.frequency_at(user.start) <= self.frequency_at(definition.start)
    }

    /// Returns true if `interval` is live on an edge where rematerialization would require a new
    /// block.
    fn is_on_split_edges(&self, interval: &Interval) -> bool {
        let blocks = interval.ranges().iter().flat_map(|&range| {
            let leaves =
                move |n: &usize| range.end >= self.numbering.spans[self.numbering.order[*n].index()].end;
            self.numbering.blocks_of(range).filter(leaves)
        });
        blocks.into_iter().any(|n| self.mf.block(self.numbering.order[n]).successors.len() > 1)
    }
}
