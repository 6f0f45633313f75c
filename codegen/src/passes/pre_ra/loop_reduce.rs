//! `loop-reduce`: strength reduction of addresses in innermost loops.
//!
//! A loop that counts and computes `base + (i << k)` each time keeps a pointer instead, which continues by a number: the
//! shift and the addition are erased. Where the counter is then needed for the exit test only, the pointer is tested instead and the
//! counter is erased (linear function test replacement). That is done where it takes instructions out of the loop, for targets whose accesses cannot
//! hold an index. After Cocke and Kennedy: "An Algorithm for Reduction of Operator Strength" (1977).
//!
//! The same is done with shifted counters that are added to what changes, with sums of the counter and invariants, and with its products with these.
//! Products of two counters grow by second differences. A phi that follows a counter, one round later, and another counter with the same
//! values are erased where nothing else reads them. See `lines` and `pointers`.
//!
//! Where accesses hold an index themselves, and move pointers on at no cost, see `post_increment`; for pointers that are read after their
//! loops, `exit_values`; for counters that are tested before they continue, `old_values`.
//!
//! The test is for equality with a bound. Shifted, counter and bound are equal only if they were before where both and the counter's start are small
//! by what defines them. They are too in a loop that is left by the test alone and accesses memory by the pointer in each round: the others that are
//! equal when shifted are so many rounds away that the accesses would go through the whole address space.
//!
//! Requires: selected instructions in SSA form, invariants before their loops. Establishes: nothing new. Cost: linear;
//! each of at most `MOST_COUNTERS` counters of a loop goes over its instructions.

mod exit_values;
mod lines;
mod old_values;
mod pointers;
mod post_increment;

pub use post_increment::{Bound, IndexedAccess, PostIncrement};

use exit_values::ExitValue;

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand, RegAttr};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::{Loop, Loops};
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;
use crate::target::desc::registers::RegClassId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::iter;

/// How many counters of one loop are looked at.
const MOST_COUNTERS: usize = 4;

/// An instruction of address arithmetic, on whole registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressStep {
    /// A register and a number.
    AddImm(VReg, i64),
    /// Two registers.
    Add(VReg, VReg),
    /// A register shifted left, by less than its width.
    ShiftLeft(VReg, u32),
    /// The product of two registers.
    Multiply(VReg, VReg),
    /// A register, and another one shifted left.
    AddShifted(VReg, VReg, u32),
    /// The bits of a register, and those of a number.
    OrImm(VReg, i64),
}

/// What the pass asks of a target.
pub trait AddressArithmetic {
    /// Returns the class of pointers.
    fn pointer_class(&self) -> RegClassId;

    /// Returns the most bytes by which one instruction moves a pointer on.
    fn farthest(&self) -> i64;

    /// What `inst`, in SSA form, computes from virtual registers, if it is address arithmetic.
    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep>;

    /// Builds the computation into a new register.
    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg;

    /// Returns the number that `inst` sets a register to.
    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// What accesses do besides, for a target whose accesses can hold an index.
    fn post_increment(&self) -> Option<&dyn PostIncrement> {
        None
    }

    /// Returns the register and the number that `inst` adds, if it extends the sum from the word
    /// that it is; of such a register that holds an extended word.
    fn word_step(&self, _: &MachineFunction, _: InstId) -> Option<(VReg, i64)> {
        None
    }

    /// Returns true if `vreg`, in SSA form, is an extended word by what defines it.
    fn is_extended_word(&self, _: &MachineFunction, _: VReg) -> bool {
        false
    }

    /// Returns the operands that `inst` compares, if it is a branch by whether two registers are
    /// equal, or are not.
    fn equality_branch(&self, mf: &MachineFunction, inst: InstId) -> Option<(usize, usize)>;

    /// At how many bytes from `base` the access `inst` is, if it does nothing else with that.
    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64>;

    /// Returns true if the access `inst` may be at `offset` bytes from a register.
    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool;

    /// Makes `inst` an access at `offset` bytes from `pointer`.
    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64);

    /// Returns true if `vreg`, in SSA form, is so small by what defines it that `farthest()` times
    /// as much is different for different ones.
    fn is_small_integer(&self, mf: &MachineFunction, vreg: VReg) -> bool;
}

/// Reduces the addresses in the loops of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, arithmetic: &dyn AddressArithmetic) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let mut bodies: Vec<Vec<BlockId>> = vec![Vec::new(); loops.len()];
    for &block in &tree.order {
        loops.innermost(block).into_iter().for_each(|id| bodies[id.index()].push(block));
    }
    for id in loops.iter() {
        loops.get(id).parent.into_iter().for_each(|p| bodies[p.index()].clear());
    }
    let (same, dead, bounds, exits) = (Vec::new(), FxHashSet::default(), Vec::new(), Vec::new());
    let built = Vec::new();
    let mut pass = LoopReduce { mf, target, arithmetic, tree, loops, same, dead, bounds, exits, built };
    for id in loops.iter().filter(|id| !bodies[id.index()].is_empty()) {
        pass.reduce(id, &bodies[id.index()]);
    }
    pass.bounds.extend(pass.built.drain(..).map(|(_, _, result)| result));
    let (same, dead, bounds, exits) = (pass.same, pass.dead, pass.bounds, pass.exits);
    if !same.is_empty() {
        let other = |vreg: VReg| same.get(vreg.index()).copied().flatten();
        mf.rewrite_uses(|vreg| iter::successors(Some(vreg), |&vreg| other(vreg)).last().unwrap_or(vreg));
    }
    dead.into_iter().for_each(|inst| mf.remove_inst(inst));
    // What was computed last may be all that reads what was before.
    for bound in bounds.into_iter().rev() {
        let unused = mf.def(bound).filter(|&def| mf.use_count(bound) == 0 && is_movable(mf, target, def));
        unused.into_iter().for_each(|def| mf.remove_inst(def));
    }
    exit_values::run(mf, target, arithmetic, (tree, loops), &exits);
}

/// A loop with the blocks from which its header is reached.
struct Around<'b> {
    id: LoopId,
    body: &'b [BlockId],
    /// Those outside of it.
    entries: SmallVec<[BlockId; 2]>,
    /// The block through which all of them are reached, or the only one itself.
    before: BlockId,
    latch: BlockId,
}

/// A phi that continues by a number.
struct Counter {
    phi: InstId,
    value: VReg,
    start: VReg,
    increment: InstId,
    next: VReg,
    step: i64,
    /// True if `next` is a counter itself, which is one round ahead, and has the increment.
    follows: bool,
}

struct LoopReduce<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    arithmetic: &'a dyn AddressArithmetic,
    tree: &'a Dominators,
    loops: &'a Loops,
    /// By register: the pointer that holds the same value.
    same: Vec<Option<VReg>>,
    dead: FxHashSet<InstId>,
    /// Where counters that are erased began and ended, and what has been computed before other loops.
    bounds: Vec<VReg>,
    exits: Vec<ExitValue>,
    /// What has been computed before the loop.
    built: Vec<(BlockId, AddressStep, VReg)>,
}

impl LoopReduce<'_> {
    fn reduce(&mut self, id: LoopId, body: &[BlockId]) {
        let Some(around) = self.around(id, body) else { return };
        self.bounds.extend(self.built.drain(..).map(|(_, _, result)| result));
        let header = self.loops.get(id).header;
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        let counters: Vec<Counter> =
            phis.filter_map(|phi| self.counter(&around, phi)).take(MOST_COUNTERS).collect();
        if let Some(accesses) = self.arithmetic.post_increment() {
            counters.iter().for_each(|counter| self.replace_by_post_increments(&around, counter, accesses));
        } else {
            self.replace_counters(&around, &counters);
        }
        self.increment_first(&around);
        let exits: Vec<ExitValue> = counters.iter().filter_map(|c| self.exit_value(&around, c)).collect();
        self.exits.extend(exits);
    }

    /// Returns the blocks around a loop, if one leads back to its header, and others do from one
    /// block of the loop around it.
    fn around<'b>(&self, id: LoopId, body: &'b [BlockId]) -> Option<Around<'b>> {
        let &Loop { header, parent, .. } = self.loops.get(id);
        let preds = self.mf.block(header).predecessors.iter().copied();
        let (latches, entries): (SmallVec<[BlockId; 2]>, SmallVec<[BlockId; 2]>) =
            preds.partition(|&pred| self.loops.contains(id, pred));
        let &[latch] = &latches[..] else { return None };
        let before = match entries[..] {
            [] => return None,
            [entry] => entry,
            _ => self.tree.parent(header).filter(|&block| self.loops.innermost(block) == parent)?,
        };
        let fits = self.mf.block(before).successors.len() <= 2
            && entries.iter().all(|&entry| self.tree.is_reachable(entry));
        fits.then_some(Around { id, body, entries, before, latch })
    }

    /// Returns the phis that have in each round what a counter had in the round before, and began
    /// one step before it.
    fn followers(&self, around: &Around<'_>, counters: &[Counter]) -> Vec<Counter> {
        let header = self.loops.get(around.id).header;
        let follower = |phi: InstId| {
            let (value, start, next) = self.incoming(around, phi)?;
            let ahead = counters.iter().find(|counter| counter.value == next)?;
            let begins = self.constant(ahead.start)?.checked_sub(self.constant(start)?)? == ahead.step;
            let (increment, step) = (ahead.increment, ahead.step);
            begins.then_some(Counter { phi, value, start, increment, next, step, follows: true })
        };
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        phis.filter_map(follower).take(MOST_COUNTERS).collect()
    }

    /// What a phi of the header defines, what it is at first, and what in the rounds after.
    fn incoming(&self, around: &Around<'_>, phi: InstId) -> Option<(VReg, VReg, VReg)> {
        let [result, incoming @ ..] = self.mf.operands(phi) else { return None };
        let (mut start, mut next) = (None, None);
        for pair in incoming.chunks_exact(2) {
            let value = pair[0].vreg()?;
            if pair[1].as_block() == Some(around.latch) {
                next = Some(value);
            } else if start.replace(value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some((result.vreg()?, start?, next?))
    }

    fn counter(&self, around: &Around<'_>, phi: InstId) -> Option<Counter> {
        let (value, start, next) = self.incoming(around, phi)?;
        let increment = self.mf.def(next).filter(|&i| self.is_inside(around, i))?;
        match self.arithmetic.step(self.mf, increment)? {
            AddressStep::AddImm(from, step) if from == value => {
                Some(Counter { phi, value, start, increment, next, step, follows: false })
            }
            _ => None,
        }
    }

    fn is_inside(&self, around: &Around<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|b| self.loops.innermost(b) == Some(around.id))
    }

    fn is_invariant(&self, around: &Around<'_>, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| !self.is_inside(around, def))
    }

    /// Returns the instructions of the loop that read `vreg`; one that does so twice comes once.
    fn users(&self, around: &Around<'_>, vreg: VReg) -> Vec<InstId> {
        let insts = around.body.iter().flat_map(|&b| self.mf.insts(b));
        let reads = |i: &InstId| self.mf.operands(*i).iter().any(|o| o.is_use() && o.vreg() == Some(vreg));
        insts.filter(reads).collect()
    }

    fn operand_count(&self, inst: InstId, vreg: VReg) -> usize {
        self.mf.operands(inst).iter().filter(|o| o.is_use() && o.vreg() == Some(vreg)).count()
    }

    /// Returns `result`, if a pointer may take its place.
    fn pointer_result(&self, result: VReg) -> Option<VReg> {
        let pointer = self.arithmetic.pointer_class();
        let RegAttr::Class(class) = self.mf.reg_attr(result) else { return None };
        (self.target.registers().common_sub_class(class, pointer) == Some(pointer)).then_some(result)
    }

    /// Returns true if `inst` is executed in each round.
    fn is_always(&self, around: &Around<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|block| self.tree.dominates(block, around.latch))
    }

    /// Returns true if each round accesses memory by `pointer`.
    fn is_accessed(&self, around: &Around<'_>, pointer: VReg) -> bool {
        let accesses = |inst| self.arithmetic.offset(self.mf, inst, pointer).is_some();
        self.users(around, pointer).into_iter().any(|inst| accesses(inst) && self.is_always(around, inst))
    }

    /// Returns true if the loop is left by the branch `test` alone.
    fn ends_by(&self, around: &Around<'_>, test: InstId) -> bool {
        let stops = InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
        let of_test = self.mf.block_of(test);
        let stays = |&block: &BlockId| {
            let inside = |next: &BlockId| self.loops.contains(around.id, *next);
            Some(block) == of_test || self.mf.block(block).successors.iter().all(inside)
        };
        let harmless = |inst: InstId| {
            let flags = self.target.desc(self.mf.opcode(inst)).flags;
            !flags.intersects(stops) && self.mf.mem_operands(inst).all(|m| m.is_unordered())
        };
        around.body.iter().all(stays)
            && around.body.iter().flat_map(|&block| self.mf.insts(block)).all(harmless)
    }

    /// The phi of `result`, in the header, which is `first` before the loop and `next` in the rounds after.
    fn create_phi(&mut self, around: &Around<'_>, result: VReg, first: VReg, next: VReg) {
        let entries = around.entries.iter().map(|&entry| (first, entry));
        let incoming = entries.chain([(next, around.latch)]);
        let pairs = incoming.flat_map(|(value, from)| [Operand::use_of(value), Operand::block(from)]);
        let operands: SmallVec<[Operand; 8]> = [Operand::def(result)].into_iter().chain(pairs).collect();
        let phi = self.mf.create_inst(PHI, &operands, None);
        self.mf.prepend_inst(self.loops.get(around.id).header, phi);
    }

    /// Returns `vreg << by` at the end of `block`.
    fn shifted(&mut self, block: BlockId, vreg: VReg, by: u32) -> VReg {
        if by == 0 { vreg } else { self.build(block, AddressStep::ShiftLeft(vreg, by)) }
    }

    /// Builds the computation at the end of `block`, which is before the loop, once.
    fn build(&mut self, block: BlockId, step: AddressStep) -> VReg {
        let same = self.built.iter().find(|(at, built, _)| (*at, *built) == (block, step));
        if let Some(&(_, _, result)) = same {
            return result;
        }
        let result = self.append(block, step);
        self.built.push((block, step, result));
        result
    }

    /// Builds the computation at the end of `block`.
    fn append(&mut self, block: BlockId, step: AddressStep) -> VReg {
        let point = self.mf.before_terminators(self.target, block);
        self.arithmetic.build(&mut Builder::new(self.mf, point), step)
    }

    /// Replaces what is made of the counters, those together that are the same.
    fn replace_counters(&mut self, around: &Around<'_>, counters: &[Counter]) {
        let followers = self.followers(around, counters);
        let mut is_done = vec![false; counters.len()];
        for (n, leader) in counters.iter().enumerate() {
            if is_done[n] {
                continue;
            }
            let mut phis = vec![leader];
            for (other, counter) in counters.iter().enumerate().skip(n + 1) {
                if !is_done[other] && self.is_same_counter(leader, counter) {
                    is_done[other] = true;
                    phis.push(counter);
                }
            }
            let following = followers.iter().filter(|f| phis.iter().any(|ahead| ahead.value == f.next));
            let following: Vec<&Counter> = following.collect();
            phis.extend(following);
            self.replace_by_pointers(around, &phis);
        }
    }

    /// Returns the number that `vreg` always is, if it is one.
    fn constant(&self, vreg: VReg) -> Option<i64> {
        self.arithmetic.integer_constant(self.mf, self.mf.def(vreg)?)
    }

    /// Returns true if both counters have the same values.
    fn is_same_counter(&self, a: &Counter, b: &Counter) -> bool {
        let is_same_start =
            a.start == b.start || self.constant(a.start).is_some_and(|n| self.constant(b.start) == Some(n));
        let are_pointers = [a, b].into_iter().all(|c| self.pointer_result(c.value).is_some());
        is_same_start && a.step == b.step && are_pointers
    }
}
