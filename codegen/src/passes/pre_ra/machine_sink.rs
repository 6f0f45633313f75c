//! `machine-sink`: sinks computations to less frequent blocks, or to points where they share a
//! register.
//!
//! A value moves to the nearest block that dominates all uses, if its uses are in less frequent
//! blocks and in no deeper loop. The next value of a phi moves after the uses of the phi. Both then
//! share a register, and the loop requires no copy. A load moves to the only successor that requires
//! it, if nothing is stored between. Blocks are visited after those that they
//! dominate, and instructions last to first, so the operands of a sunk instruction follow it.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear; a common
//! dominator is searched at most `MAX_DISTANCE` steps up the tree.

use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::{COPY, PHI};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::liveness::phi_inputs;
use crate::passes::analysis::loops::Loops;
use crate::passes::pre_ra::machine_licm::{has_one_result, is_movable};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The maximum number of steps up the dominator tree.
const MAX_DISTANCE: usize = 64;

/// The maximum number of operands of an examined phi.
const LARGEST_PHI: usize = 17;

/// The distance between the order numbers of adjacent instructions.
const GAP: u64 = 1 << 32;

/// The flags of instructions after which a load may have another result.
const WRITES: InstrFlags = InstrFlags::MAY_STORE.union(InstrFlags::SIDE_EFFECTS).union(InstrFlags::CALL);

/// Sinks instructions of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let frequency = flow.frequency(mf, target);
    let mut order = vec![0; mf.num_insts()];
    tree.order.iter().for_each(|&block| number(mf, block, &mut order));
    let uses = vec![None; mf.num_vregs()];
    let mut sink = MachineSink { mf, target, tree, loops, frequency, order, uses };
    sink.record_phis();
    for &block in tree.order.iter().rev() {
        sink.block(block);
    }
}

/// Numbers the instructions of `block`.
fn number(mf: &MachineFunction, block: BlockId, order: &mut [u64]) {
    for (n, inst) in mf.insts(block).enumerate() {
        order[inst.index()] = (n as u64 + 1) * GAP;
    }
}

/// The position of a value's uses.
#[derive(Clone, Copy)]
struct Uses {
    /// The block that dominates all uses.
    block: BlockId,
    /// The first use in that block; `None` if all uses are at its end or after it.
    first: Option<InstId>,
}

struct MachineSink<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    tree: &'a Dominators,
    loops: &'a Loops,
    frequency: &'a BlockFrequency,
    /// By instruction: its order number in its block.
    order: Vec<u64>,
    /// By virtual register: its uses so far.
    uses: Vec<Option<Uses>>,
}

impl MachineSink<'_> {
    /// Records phi operands as uses at the ends of the predecessors.
    fn record_phis(&mut self) {
        for &block in &self.tree.order {
            let mut next = self.mf.first_inst(block);
            while let Some(phi) = next.filter(|&i| self.mf.opcode(i) == PHI) {
                next = self.mf.next_inst(phi);
                let inputs: Vec<(VReg, BlockId)> = phi_inputs(self.mf.operands(phi)).collect();
                inputs.into_iter().for_each(|(value, from)| self.record(value, from, None));
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        let mut next = self.mf.last_inst(block);
        let mut is_stored_after = false;
        while let Some(inst) = next.filter(|&i| self.mf.opcode(i) != PHI) {
            next = self.mf.prev_inst(inst);
            let to = self.destination(inst, block);
            let to = to.or_else(|| self.successor(inst, block).filter(|_| !is_stored_after));
            is_stored_after |= self.may_change_memory(inst);
            if let Some(to) = to {
                self.place(inst, to);
            }
            let block = to.map_or(block, |to| to.block);
            for n in 0..self.mf.operands(inst).len() {
                let operand = self.mf.operand(inst, n);
                if let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) {
                    self.record(vreg, block, Some(inst));
                }
            }
        }
    }

    fn record(&mut self, vreg: VReg, block: BlockId, at: Option<InstId>) {
        if !self.tree.is_reachable(block) {
            return;
        }
        let Some(known) = self.uses[vreg.index()] else {
            self.uses[vreg.index()] = Some(Uses { block, first: at });
            return;
        };
        let Some(common) = self.tree.common(known.block, block, MAX_DISTANCE) else {
            let home = self.mf.def(vreg).and_then(|def| self.mf.block_of(def)).unwrap_or(block);
            self.uses[vreg.index()] = Some(Uses { block: home, first: None });
            return;
        };
        let place = |i: Option<InstId>| i.map_or(u64::MAX, |i| self.order[i.index()]);
        let first = match (known.block == common, block == common) {
            (true, true) => [known.first, at].into_iter().min_by_key(|&i| place(i)).flatten(),
            (true, false) => known.first,
            (false, true) => at,
            (false, false) => None,
        };
        self.uses[vreg.index()] = Some(Uses { block: common, first });
    }

    /// Returns the position to which `inst`, of `block`, is sunk.
    fn destination(&self, inst: InstId, block: BlockId) -> Option<Uses> {
        if !is_movable(self.mf, self.target, inst) {
            return None;
        }
        let mut uses = self.uses[self.mf.vreg_operand(inst, 0)?.index()]?;
        let phi = self.incremented(inst);
        if uses.block == block {
            // The phi is not read after it otherwise.
            return phi.and_then(|phi| self.uses[phi.index()]).map(|_| uses);
        }
        let depth = self.loops.depth(block);
        while self.loops.depth(uses.block) > depth {
            uses = Uses { block: self.tree.parent(uses.block)?, first: None };
        }
        let seldom = self.frequency.of(uses.block) < self.frequency.of(block);
        let fits = uses.block != block && !self.mf.block(uses.block).is_eh_pad;
        (fits && (phi.is_some() || seldom && self.dying(inst) <= 1)).then_some(uses)
    }

    /// Returns true if a load may have another result after `inst`: if it writes memory, or a physical
    /// register, which may be the stack pointer.
    fn may_change_memory(&self, inst: InstId) -> bool {
        let opcode = self.mf.opcode(inst);
        self.target.desc(opcode).flags.intersects(WRITES)
            || opcode == COPY && self.mf.operand(inst, 0).phys().is_some()
    }

    /// Returns the number of values that `inst` reads and nothing uses after it, without those that
    /// its block computes: they may follow.
    fn dying(&self, inst: InstId) -> usize {
        let follows = |def: InstId| {
            self.mf.block_of(def) == self.mf.block_of(inst) && is_movable(self.mf, self.target, def)
        };
        let dies = |v: &VReg| self.uses[v.index()].is_none() && !self.mf.def(*v).is_some_and(follows);
        let read = self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg());
        let mut dying: SmallVec<[VReg; 4]> = read.filter(dies).collect();
        dying.sort_unstable();
        dying.dedup();
        dying.len()
    }

    /// Returns the start of the successor of `block` that alone requires the load `inst`.
    fn successor(&self, inst: InstId, block: BlockId) -> Option<Uses> {
        if !is_plain_load(self.mf, self.target, inst) {
            return None;
        }
        let uses = self.uses[self.mf.vreg_operand(inst, 0)?.index()].filter(|uses| uses.block != block)?;
        let requires =
            |to: BlockId| self.mf.block(to).predecessors.len() == 1 && self.tree.dominates(to, uses.block);
        let to = self.mf.block(block).successors.iter().copied().find(|&to| requires(to))?;
        let seldom = self.frequency.of(to) < self.frequency.of(block)
            && self.loops.depth(to) <= self.loops.depth(block);
        let first = self.mf.insts(to).find(|&i| self.mf.opcode(i) != PHI);
        let fits = !self.mf.block(to).is_eh_pad && self.dying(inst) <= 1;
        (seldom && fits).then_some(Uses { block: to, first })
    }

    /// Returns the phi that `inst` reads and whose next value it computes.
    fn incremented(&self, inst: InstId) -> Option<VReg> {
        let result = self.mf.vreg_operand(inst, 0);
        let mut read = self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg());
        read.find(|&value| {
            let phi = self.mf.def(value).filter(|&def| self.mf.opcode(def) == PHI);
            let operands = phi.map(|phi| self.mf.operands(phi)).filter(|o| o.len() <= LARGEST_PHI);
            operands.is_some_and(|o| phi_inputs(o).any(|(value, _)| Some(value) == result))
        })
    }

    /// Moves `inst` before the first of the uses `to`, or to the end of their block.
    fn place(&mut self, inst: InstId, to: Uses) {
        let terminator = self.mf.first_terminator(self.target, to.block);
        let in_body = |i: &InstId| !self.target.desc(self.mf.opcode(*i)).has(InstrFlags::TERMINATOR);
        let before = to.first.filter(in_body).or(terminator);
        if before.is_some() && self.mf.next_inst(inst) == before {
            return;
        }
        if self.mf.block_of(inst) != Some(to.block) {
            // The instruction belongs to both positions; the debug location is preserved only if
            // they share it.
            let there = before.and_then(|before| self.mf.location(before));
            let shared = self.mf.location(inst).filter(|&loc| Some(loc) == there);
            self.mf.set_location(inst, shared);
        }
        self.mf.unlink_inst(inst);
        match before {
            Some(before) => self.mf.insert_before(before, inst),
            None => self.mf.append_inst(to.block, inst),
        }
        let place = |i: Option<InstId>, default| i.map_or(default, |i| self.order[i.index()]);
        let low = place(self.mf.prev_inst(inst), 0);
        let high = place(self.mf.next_inst(inst), low + 2 * GAP);
        debug_assert!(low < high, "{}: the order of {:?} is unknown", self.mf.name, to.block);
        self.order[inst.index()] = low + (high - low) / 2;
        if high - low < 2 {
            // No number is between them.
            number(self.mf, to.block, &mut self.order);
        }
    }
}

/// Returns true if all that `inst` does is to load a value that other threads may change.
fn is_plain_load(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    let flags = target.desc(opcode).flags;
    if !opcode.is_target()
        || !flags.contains(InstrFlags::MAY_LOAD)
        || flags.intersects(WRITES | InstrFlags::TERMINATOR)
    {
        return false;
    }
    mf.mem_operand(inst).is_some_and(|mem| mem.is_unordered()) && has_one_result(mf, target, inst)
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{SELECTED, after, assert_changes, assert_unchanged};
    use crate::testing::toy::TOY;

    /// Returns a function whose entry has these lines and branches to block 2, or else continues to
    /// block 1, which has these.
    fn branch(entry: &str, next: &str, end: &str) -> String {
        format!(
            "bb.0:
                liveins: $r0
                %0:gpr = COPY $r0
                {entry}
                BCC %0, %bb.2
            bb.1:
                {next}
            bb.2:
                {end}
                RET"
        )
    }

    fn assert_stays(body: &str) {
        assert_unchanged(SELECTED, body, |mf| run(mf, TOY));
    }

    #[test]
    fn a_value_is_computed_where_it_is_used() {
        let from = branch("%1:gpr = ADDI %0, 1\n%2:gpr = ADDI %1, 2", "TRACE %0\nTRACE %2", "");
        let to = "bb.0:
                %0:gpr = COPY $r0
                BCC %0, %bb.2
            bb.1:
                TRACE %0
                %1:gpr = ADDI %0, 1
                %2:gpr = ADDI %1, 2
                TRACE %2
            bb.2:
                RET";
        assert_changes(SELECTED, &from, to, |mf| run(mf, TOY));
    }

    /// More values are sunk before the first one than there are numbers between two instructions.
    #[test]
    fn a_value_precedes_all_values_that_are_computed_from_it() {
        const CHAIN: usize = 60;
        let link = |n: usize| format!("%{n}:gpr = ADD %{}, %1", n - 1);
        let chain: Vec<String> = (2..CHAIN).map(link).collect();
        let from = branch(
            &format!("%1:gpr = ADDI %0, 1\n{}", chain.join("\n")),
            &format!("TRACE %{}\nTRACE %1", CHAIN - 1),
            "",
        );
        let lines = after(SELECTED, &from, |mf| run(mf, TOY));
        let first = lines.iter().position(|line| line == "bb.1:").expect("the second block") + 1;
        assert_eq!(lines[first], "%1:gpr = ADDI %0, 1");
        assert_eq!(lines[first + 1..first + 1 + chain.len()], chain);
    }

    #[test]
    fn values_of_two_blocks_and_of_memory_stay() {
        assert_stays(&branch("%1:gpr = ADDI %0, 1", "TRACE %1", "TRACE %1"));
        assert_stays(&branch("%1:gpr = LOADI %0, 0", "STOREI %0, %0, 0\nTRACE %1", ""));
        // Two registers would be live instead of one.
        assert_stays(&branch("%3:gpr = COPY $r0\n%4:gpr = COPY $r0\n%1:gpr = ADD %3, %4", "TRACE %1", ""));
    }

    #[test]
    fn a_value_that_is_read_twice_is_one_register() {
        let (copy, add) = ("%3:gpr = COPY $r0", "%1:gpr = ADD %3, %3");
        let from = branch(&format!("{copy}\n{add}"), "TRACE %1", "");
        let to = branch(copy, &format!("{add}\nTRACE %1"), "");
        assert_changes(SELECTED, &from, &to.replace("liveins: $r0\n", ""), |mf| run(mf, TOY));
    }

    #[test]
    fn a_load_moves_to_the_successor_that_requires_it() {
        let load = "%1:gpr = LOADI %0, 0 :: (load (s32))";
        let from = branch(load, "STOREI %0, %0, 0\nTRACE %1", "");
        let to = branch("", &format!("{load}\nSTOREI %0, %0, 0\nTRACE %1"), "");
        assert_changes(SELECTED, &from, &to.replace("liveins: $r0\n", ""), |mf| run(mf, TOY));
        let volatile = "%1:gpr = LOADI %0, 0 :: (volatile load (s32))";
        assert_stays(&branch(volatile, "TRACE %1", ""));
        assert_stays(&branch(&format!("{load}\nSTOREI %0, %0, 0"), "TRACE %1", ""));
        // The end is reached from both.
        assert_stays(&branch(load, "", "TRACE %1"));
    }

    #[test]
    fn a_value_is_not_computed_in_a_loop() {
        assert_stays(&branch("%1:gpr = ADDI %0, 1", "TRACE %1\nBCC %0, %bb.1", ""));
    }

    #[test]
    fn the_next_value_of_a_phi_follows_its_uses() {
        let body = |first: &str, second: &str| {
            format!(
                "bb.0:
                    liveins: $r0
                    %0:gpr = COPY $r0
                bb.1:
                    %1:gpr = PHI %0, %bb.0, %2, %bb.1
                    {first}
                    {second}
                    BCC %0, %bb.1
                bb.2:
                    RET"
            )
        };
        let (next, read) = ("%2:gpr = ADDI %1, 1", "TRACE %1");
        let expected = body(read, next).replace("liveins: $r0\n", "");
        assert_changes(SELECTED, &body(next, read), &expected, |mf| run(mf, TOY));
        // Nothing else reads the phi.
        assert_stays(&body(next, "TRACE %0"));
    }
}
