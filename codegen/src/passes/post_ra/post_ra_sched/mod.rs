//! `postmisched`: schedules the instructions within a block to hide latencies.
//!
//! Calls, inline assembly, ordered and volatile accesses, changes of the stack pointer, prologues,
//! epilogues and terminators split a block into scheduling regions. In each cycle, a list scheduler
//! issues the ready instructions with the longest critical path, if the CPU model has units for
//! them. The region is rewritten if that takes fewer cycles than its present order, as an
//! out-of-order CPU would execute it.
//!
//! Requires: physical registers, a laid-out frame, paired accesses formed. Establishes: nothing
//! new; the number of instructions is unchanged. Cost: linear; an instruction is compared with
//! `MAX_REGION` neighbours. After Gibbons and Muchnick: "Efficient Instruction Scheduling for a
//! Pipelined Architecture" (1986).

mod dependences;

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{InstFlags, MachineFunction, OperandFlags};
use crate::ir::opcodes::{IMPLICIT_DEF, KILL};
use crate::machine::desc::instructions::{Descs, InstrFlags};
use crate::machine::desc::schedule::SchedModel;
use crate::passes::target::PassTarget;
use dependences::{Dependences, Edge};

/// The maximum number of instructions in a region.
const MAX_REGION: usize = 64;

/// Schedules the blocks of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let Some(model) = target.sched_model() else { return };
    let descs = target.descs();
    let mut pass = PostRaSched { descs, model, dependences: Dependences::new(target), edges: Vec::new() };
    for n in 0..mf.layout.len() {
        pass.block(mf, mf.layout[n]);
    }
}

struct PostRaSched<'a> {
    descs: Descs,
    model: &'a SchedModel,
    dependences: Dependences<'a>,
    /// The memory for the edges of each region.
    edges: Vec<Vec<Edge>>,
}

impl PostRaSched<'_> {
    fn block(&mut self, mf: &mut MachineFunction, block: BlockId) {
        let mut region: Vec<InstId> = Vec::with_capacity(MAX_REGION);
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let fixed = self.is_fixed(mf, inst);
            if !fixed {
                region.push(inst);
            }
            if fixed || next.is_none() || region.len() == MAX_REGION {
                self.region(mf, &region);
                region.clear();
            }
        }
    }

    /// Returns true if no instruction may be moved across `inst`.
    fn is_fixed(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let fixed = InstrFlags::SIDE_EFFECTS | InstrFlags::CALL | InstrFlags::TERMINATOR | InstrFlags::BRANCH;
        let opcode = mf.opcode(inst);
        if !opcode.is_target() {
            return !matches!(opcode, KILL | IMPLICIT_DEF);
        }
        let memory = InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE;
        let flags = self.descs.get(opcode).flags;
        let unknown = flags.intersects(memory) && mf.mem_operand(inst).is_none();
        let of_frame = InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY;
        unknown
            || mf.inst(inst).flags.intersects(of_frame)
            || flags.intersects(fixed)
            || mf.mem_operands(inst).any(|m| !m.is_unordered())
            || self.dependences.moves_stack_pointer(mf, inst)
    }

    fn region(&mut self, mf: &mut MachineFunction, region: &[InstId]) {
        if region.len() < 3 {
            return;
        }
        let mut edges = std::mem::take(&mut self.edges);
        self.dependences.collect(mf, region, self.model, &mut edges);
        let heights = self.heights(mf, region, &edges);
        let as_it_is = self.cycles(mf, region, &edges);
        // No order is shorter than the critical path.
        if heights.iter().any(|&height| height >= as_it_is) {
            self.edges = edges;
            return;
        }
        let (order, cycles) = self.order(mf, region, &edges, &heights);
        if cycles < as_it_is {
            rewrite(mf, region, &order);
        }
        self.edges = edges;
    }

    /// Returns a schedule of `region`, and the number of cycles until all results are available.
    fn order(
        &self,
        mf: &MachineFunction,
        region: &[InstId],
        edges: &[Vec<Edge>],
        heights: &[u32],
    ) -> (Vec<usize>, u32) {
        let mut waits_for = vec![0u32; region.len()];
        edges.iter().flatten().for_each(|edge| waits_for[edge.to] += 1);
        let mut earliest = vec![0u32; region.len()];
        let mut ready: Vec<usize> = (0..region.len()).filter(|&n| waits_for[n] == 0).collect();
        let mut cycle = Cycle::new(self.model);
        let (mut order, mut end) = (Vec::with_capacity(region.len()), 0);
        while !ready.is_empty() {
            let can_begin = |&at: &usize| {
                let n: usize = ready[at];
                earliest[n] <= cycle.now && cycle.has_room(self.model, mf, region[n])
            };
            let best = |&at: &usize| (heights[ready[at]], std::cmp::Reverse(ready[at]));
            let Some(at) = (0..ready.len()).filter(can_begin).max_by_key(best) else {
                cycle.advance(self.model);
                continue;
            };
            let n = ready.swap_remove(at);
            cycle.begin(self.model, mf, region[n]);
            end = end.max(cycle.now + self.model.latency(mf.opcode(region[n])));
            order.push(n);
            for edge in &edges[n] {
                earliest[edge.to] = earliest[edge.to].max(cycle.now + edge.latency);
                waits_for[edge.to] -= 1;
                if waits_for[edge.to] == 0 {
                    ready.push(edge.to);
                }
            }
        }
        debug_assert_eq!(order.len(), region.len(), "{}: dependences form a cycle", mf.name);
        (order, end)
    }

    /// Returns for each instruction the length in cycles of the critical path from its issue.
    fn heights(&self, mf: &MachineFunction, region: &[InstId], edges: &[Vec<Edge>]) -> Vec<u32> {
        let mut heights = vec![0; region.len()];
        for n in (0..region.len()).rev() {
            debug_assert!(
                edges[n].iter().all(|edge| edge.to > n),
                "{}: a dependence on a later one",
                mf.name
            );
            let own = self.model.latency(mf.opcode(region[n]));
            let after = edges[n].iter().map(|edge| edge.latency + heights[edge.to]);
            heights[n] = after.max().unwrap_or(0).max(own);
        }
        heights
    }

    /// Returns the number of cycles until all results are available, in the present order.
    fn cycles(&self, mf: &MachineFunction, region: &[InstId], edges: &[Vec<Edge>]) -> u32 {
        let mut earliest = vec![0u32; region.len()];
        let mut cycle = Cycle::new(self.model);
        let mut end = 0;
        for n in 0..region.len() {
            let waits = |cycle: &Cycle| earliest[n] > cycle.now && !self.model.out_of_order;
            while waits(&cycle) || !cycle.has_room(self.model, mf, region[n]) {
                cycle.advance(self.model);
            }
            cycle.begin(self.model, mf, region[n]);
            let start = earliest[n].max(cycle.now);
            end = end.max(start + self.model.latency(mf.opcode(region[n])));
            for edge in &edges[n] {
                earliest[edge.to] = earliest[edge.to].max(start + edge.latency);
            }
        }
        end
    }
}

/// The resources that are free in a cycle.
struct Cycle {
    now: u32,
    slots: u8,
    units: [u8; 4],
}

impl Cycle {
    fn new(model: &SchedModel) -> Cycle {
        Cycle { now: 0, slots: model.issue_width, units: model.units }
    }

    fn advance(&mut self, model: &SchedModel) {
        *self = Cycle { now: self.now + 1, ..Cycle::new(model) };
    }

    fn has_room(&self, model: &SchedModel, mf: &MachineFunction, inst: InstId) -> bool {
        let opcode = mf.opcode(inst);
        !opcode.is_target() || (self.slots > 0 && self.units[model.unit(opcode) as usize] > 0)
    }

    fn begin(&mut self, model: &SchedModel, mf: &MachineFunction, inst: InstId) {
        let opcode = mf.opcode(inst);
        if opcode.is_target() {
            self.slots -= 1;
            self.units[model.unit(opcode) as usize] -= 1;
        }
    }
}

/// Puts the consecutive instructions of `region` into this order, and clears kill flags.
fn rewrite(mf: &mut MachineFunction, region: &[InstId], order: &[usize]) {
    let Some((&first, &last)) = region.first().zip(region.last()) else { return };
    debug_assert!(
        region.windows(2).all(|pair| mf.next_inst(pair[0]) == Some(pair[1])),
        "{}: a region has gaps",
        mf.name
    );
    let (block, before, after) = (mf.block_of(first), mf.prev_inst(first), mf.next_inst(last));
    region.iter().for_each(|&inst| mf.unlink_inst(inst));
    let mut at = before;
    for inst in order.iter().map(|&n| region[n]) {
        match (at, after, block) {
            (Some(at), _, _) => mf.insert_after(at, inst),
            (None, Some(after), _) => mf.insert_before(after, inst),
            (None, None, Some(block)) => mf.append_inst(block, inst),
            (None, None, None) => {}
        }
        at = Some(inst);
        for n in 0..mf.operands(inst).len() {
            let flags = mf.operand(inst, n).flags;
            if flags.contains(OperandFlags::KILL) {
                mf.set_operand_flags(inst, n, flags.difference(OperandFlags::KILL));
            }
        }
    }
}
