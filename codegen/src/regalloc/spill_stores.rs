//! Chooses the positions of spill stores: after definitions, or where the value moves from a
//! register to memory.
//!
//! The split ranges of a register that are in physical registers form *connected components*. They
//! are joined where the value moves between them without memory. A definition in a component is
//! read from memory only after the component's transitions to memory. A component is stored at all
//! its definitions, so transitions are free. Or it is stored at each transition where the value may
//! have changed since it was last in memory. The less frequent alternative is chosen.
//!
//! Requires the finished allocation. Cost: for each spilled register, its ranges and the edges
//! between its live blocks.

use super::interval::{Assignment, IntervalId};
use super::intervals::{Intervals, Segment};
use super::numbering::{Numbering, Position};
use super::unsplittable::Unsplittable;
use crate::ir::entity::{BlockId, FrameIndex};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::PHI;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::liveness::phi_inputs;

/// The code-size cost of a store, in units of the entry's frequency.
const SIZE: f32 = 0.01;

/// The positions of spill stores; all are at definitions if nothing has been chosen.
#[derive(Debug, Default)]
pub(crate) struct SpillStores {
    /// By index of a split range: true if its component is stored at transitions.
    at_transitions: Vec<bool>,
    /// By index of a split range: true if it is stored at its end, within a block.
    at_end: Vec<bool>,
    /// Leaders, and the blocks on whose edges to memory locations they are stored, ascending.
    on_edges: Vec<(IntervalId, BlockId)>,
}

impl SpillStores {
    /// Chooses for all registers with one of the `slots`, which are by leader.
    pub(crate) fn choose(
        mf: &MachineFunction,
        numbering: &Numbering,
        intervals: &Intervals,
        unsplittable: &Unsplittable,
        slots: &[Option<FrameIndex>],
        frequency: &BlockFrequency,
    ) -> SpillStores {
        let mut chosen = SpillStores::default();
        // After `longjmp` registers have their old values, but memory has the new ones.
        if mf.attrs.calls_returns_twice || slots.iter().all(Option::is_none) {
            return chosen;
        }
        let count = intervals.num_segments();
        (chosen.at_transitions, chosen.at_end) = (vec![false; count], vec![false; count]);
        let function = Function { mf, numbering, intervals, unsplittable, frequency };
        let mut blocks = vec![BlockState::default(); numbering.order.len()];
        for first in intervals.leaders().filter(|first| slots[first.index()].is_some()) {
            Components::new(&function, first, &mut blocks).choose(&mut chosen);
        }
        chosen.on_edges.sort_unstable();
        chosen
    }

    /// Returns true if the register whose leader is `first` is stored after its definition at
    /// `pos`.
    pub(crate) fn at_definition(&self, intervals: &Intervals, first: IntervalId, pos: Position) -> bool {
        let part = || intervals.segment_index(first, pos);
        let elsewhere = |n: usize| self.at_transitions.get(n) == Some(&true);
        self.at_transitions.is_empty() || !part().is_some_and(elsewhere)
    }

    /// Returns true if the split range with this index is stored where it ends within a block, and
    /// the next one is in memory.
    pub(crate) fn at_end(&self, part: usize) -> bool {
        self.at_end.get(part) == Some(&true)
    }

    /// Returns true if anything is stored on edges.
    pub(crate) fn any_on_edges(&self) -> bool {
        !self.on_edges.is_empty()
    }

    /// Returns true if the register whose leader is `first` is stored on the edges from `pred` to
    /// memory locations.
    pub(crate) fn on_edges(&self, first: IntervalId, pred: BlockId) -> bool {
        self.on_edges.binary_search(&(first, pred)).is_ok()
    }
}

/// The allocated function.
struct Function<'a> {
    mf: &'a MachineFunction,
    numbering: &'a Numbering,
    intervals: &'a Intervals,
    unsplittable: &'a Unsplittable,
    frequency: &'a BlockFrequency,
}

impl Function<'_> {
    /// Returns the cost of a store in a block.
    fn cost(&self, block: usize) -> f32 {
        cost(self.frequency.of(self.numbering.order[block]))
    }

    /// Returns the cost of a store on an edge: at the end of the predecessor, at the start of the
    /// successor, or in a new block that ends in a jump.
    fn edge_cost(&self, pred: BlockId, block: BlockId) -> f32 {
        let [before, after] = [pred, block].map(|b| self.cost(self.index(b)));
        if self.unsplittable.is_on_edge(pred, block) || self.mf.block(pred).successors.len() == 1 {
            before
        } else if self.mf.block(block).predecessors.len() == 1 {
            after
        } else {
            2.0 * cost(self.frequency.between(self.mf, pred, block))
        }
    }

    /// Returns the index of `block` in the layout.
    fn index(&self, block: BlockId) -> usize {
        self.numbering.block_index(self.numbering.spans[block.index()].start)
    }
}

/// Returns the cost of a store at this frequency.
fn cost(frequency: u64) -> f32 {
    frequency as f32 / BlockFrequency::ENTRY as f32 + SIZE
}

/// The last event of a register in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Event {
    /// No relevant event.
    #[default]
    None,
    /// It is written in a register.
    Written,
    /// It is in memory.
    InMemory,
}

/// The state of a register in a block.
#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    /// True if it is live there.
    live: bool,
    /// True if it is in a register at the start, and may have been written since it was last in
    /// memory.
    dirty: bool,
    last: Event,
}

impl BlockState {
    /// Returns the dirty state after `event`, the last event before that point.
    fn is_dirty_after(self, event: Event) -> bool {
        event == Event::Written || event == Event::None && self.dirty
    }
}

/// A transition from a register to memory.
struct Transition {
    /// The split range in a register, as an index into the ranges of the register.
    part: usize,
    /// The block, or the source of the edge, as an index in the layout.
    block: usize,
    /// The last event before it in the block.
    before: Event,
    is_edge: bool,
    cost: f32,
}

/// The connected components of one register.
struct Components<'a> {
    function: &'a Function<'a>,
    first: IntervalId,
    parts: &'a [Segment],
    /// By split range: another one of its component, or itself (union-find).
    parent: Vec<u32>,
    /// By split range: the cost of stores at its definitions.
    definitions: Vec<f32>,
    transitions: Vec<Transition>,
    /// By index in the layout.
    blocks: &'a mut [BlockState],
    /// The blocks in which it is live.
    live: Vec<usize>,
    /// Edges on which it stays in registers.
    flow: Vec<(usize, usize)>,
}

impl<'a> Components<'a> {
    fn new(function: &'a Function<'a>, first: IntervalId, blocks: &'a mut [BlockState]) -> Components<'a> {
        let parts = function.intervals.segments(first);
        Components {
            function,
            first,
            parts,
            parent: (0..parts.len() as u32).collect(),
            definitions: vec![0.0; parts.len()],
            transitions: Vec::new(),
            blocks,
            live: Vec::new(),
            flow: Vec::new(),
        }
    }

    /// Chooses for all components.
    fn choose(mut self, chosen: &mut SpillStores) {
        for n in 0..self.parts.len() {
            self.part(n);
        }
        for n in 0..self.live.len() {
            self.boundary(self.live[n]);
        }
        self.spread();
        self.compare(chosen);
        self.live.iter().for_each(|&block| self.blocks[block] = BlockState::default());
    }

    fn in_register(&self, part: usize) -> bool {
        let interval = self.function.intervals.get(self.parts[part].interval);
        matches!(interval.assignment, Assignment::Reg(_))
    }

    fn root(&mut self, mut part: usize) -> usize {
        while self.parent[part] as usize != part {
            let above = self.parent[self.parent[part] as usize];
            self.parent[part] = above;
            part = above as usize;
        }
        part
    }

    fn join(&mut self, a: usize, b: usize) {
        debug_assert!(self.in_register(a) && self.in_register(b), "a range in memory is in no component");
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a] = b as u32;
    }

    fn see(&mut self, block: usize) -> &mut BlockState {
        let state = &mut self.blocks[block];
        if !std::mem::replace(&mut state.live, true) {
            self.live.push(block);
        }
        state
    }

    /// Records the events of a split range and its transition within a block. The previous ranges
    /// have been visited.
    fn part(&mut self, part: usize) {
        let (function, range) = (self.function, self.parts[part].range);
        let (intervals, numbering) = (function.intervals, function.numbering);
        if !self.in_register(part) {
            numbering.blocks_of(range).for_each(|block| self.see(block).last = Event::InMemory);
            return;
        }
        numbering.blocks_of(range).for_each(|block| _ = self.see(block));
        let uses = intervals.get(self.parts[part].interval).uses();
        let uses = &uses[uses.partition_point(|u| u.pos < range.start)..];
        // An early definition counts at its later position; `boundary` handles phis.
        for u in uses.iter().take_while(|u| u.pos < range.end).filter(|u| u.is_def && u.pos % 2 != 0) {
            let block = numbering.block_index(u.pos);
            self.definitions[part] += function.cost(block);
            self.see(block).last = Event::Written;
        }
        let Some(next) = self.parts.get(part + 1).filter(|next| next.range.start == range.end) else {
            return;
        };
        if numbering.is_block_start(range.end) || intervals.get(next.interval).is_written_at(range.end) {
            return;
        }
        if self.in_register(part + 1) {
            self.join(part, part + 1);
        } else {
            let block = numbering.block_index(range.end);
            let (before, cost) = (self.blocks[block].last, function.cost(block));
            self.transitions.push(Transition { part, block, before, is_edge: false, cost });
        }
    }

    /// Returns the split range that covers `pos`.
    fn part_at(&self, pos: Position) -> Option<usize> {
        let started = self.parts.partition_point(|part| part.range.start <= pos);
        started.checked_sub(1).filter(|&n| self.parts[n].range.end > pos)
    }

    /// Records the transitions on the edges to a block.
    fn boundary(&mut self, index: usize) {
        let (function, first) = (self.function, self.first);
        let (mf, intervals) = (function.mf, function.intervals);
        let block = function.numbering.order[index];
        let start = function.numbering.spans[block.index()].start;
        let Some(part) = self.part_at(start) else { return };
        if !intervals.get(self.parts[part].interval).is_written_at(start) {
            mf.block(block).predecessors.iter().for_each(|&pred| self.edge(pred, block, part));
            return;
        }
        let phis = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI);
        let own = |v| intervals.first(v) == Some(first);
        for phi in phis.filter(|&phi| mf.vreg_operand(phi, 0).is_some_and(own)) {
            let mut is_written = false;
            for (value, pred) in phi_inputs(mf.operands(phi)) {
                if own(value) {
                    self.edge(pred, block, part);
                } else {
                    is_written = true;
                }
            }
            if is_written && self.in_register(part) {
                self.definitions[part] += function.cost(index);
                self.blocks[index].dirty = true;
            }
        }
    }

    /// Records the edge to `block`, where the split range `to` has the value.
    fn edge(&mut self, pred: BlockId, block: BlockId, to: usize) {
        let function = self.function;
        let Some(from) = self.part_at(function.numbering.spans[pred.index()].end - 1) else { return };
        if !self.in_register(from) {
            return;
        }
        let index = function.index(pred);
        if self.in_register(to) {
            self.join(from, to);
            self.flow.push((index, function.index(block)));
        } else {
            let (before, cost) = (self.blocks[index].last, function.edge_cost(pred, block));
            self.transitions.push(Transition { part: from, block: index, before, is_edge: true, cost });
        }
    }

    /// Propagates the dirty state to the fixed point.
    fn spread(&mut self) {
        self.flow.sort_unstable();
        let is_dirty_at_end = |b: &BlockState| b.is_dirty_after(b.last);
        let mut work: Vec<usize> = self.live.clone();
        work.retain(|&block| is_dirty_at_end(&self.blocks[block]));
        while let Some(block) = work.pop() {
            let from = self.flow.partition_point(|edge| edge.0 < block);
            for &(_, to) in self.flow[from..].iter().take_while(|edge| edge.0 == block) {
                let state = &mut self.blocks[to];
                if !std::mem::replace(&mut state.dirty, true) && state.last == Event::None {
                    work.push(to);
                }
            }
        }
    }

    /// Compares stores at definitions with stores at transitions for each component.
    fn compare(&mut self, chosen: &mut SpillStores) {
        let mut transitions = std::mem::take(&mut self.transitions);
        transitions.retain(|t| self.blocks[t.block].is_dirty_after(t.before));
        // By root: the cost that stores at transitions save.
        let mut saved = vec![0.0; self.parts.len()];
        for part in 0..self.parts.len() {
            saved[self.root(part)] += self.definitions[part];
        }
        for t in &transitions {
            saved[self.root(t.part)] -= t.cost;
        }
        let base = self.function.intervals.first_segment(self.first);
        for part in 0..self.parts.len() {
            chosen.at_transitions[base + part] = saved[self.root(part)] > 0.0;
        }
        for t in transitions.iter().filter(|t| chosen.at_transitions[base + t.part]) {
            match t.is_edge {
                true => chosen.on_edges.push((self.first, self.function.numbering.order[t.block])),
                false => chosen.at_end[base + t.part] = true,
            }
        }
    }
}
