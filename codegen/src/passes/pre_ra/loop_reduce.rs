//! `loop-reduce`: strength reduction of addresses in innermost loops.
//!
//! A loop with an induction variable that computes `base + (i << k)` in each iteration gets a
//! pointer induction variable instead: the shift and the addition are erased. If only the exit test
//! still reads the original induction variable, the pointer is tested instead. The original is then
//! erased (linear function test replacement). This is done if it removes instructions from the
//! loop, for targets without indexed addressing. After Cocke and Kennedy: "An Algorithm for
//! Reduction of Operator Strength" (1977).
//!
//! The same is done for shifted induction variables that are added to loop variants. It is also
//! done for sums of an induction variable and invariants, and for products with invariants.
//! Products of two induction variables are reduced by second differences. A phi that has the
//! induction variable's value of the previous iteration is erased if nothing else reads it. So is
//! another induction variable with the same values. See `lines` and `pointers`.
//!
//! For targets with indexed addressing and post-increment, see `post_increment`; for pointers that
//! are read after their loops, `exit_values`; for induction variables that are tested before the
//! increment, `old_values`.
//!
//! The test is for equality with a bound. Equal shifted values must imply equal originals. That
//! holds if the induction variable's start and the bound are small by their definitions. It also
//! holds in a loop whose only exit is the test, and which accesses memory by the pointer in each
//! iteration. Before another value is equal after the shift, the accesses would span the whole
//! address space.
//!
//! Requires: selected instructions in SSA form, loop invariants hoisted. Establishes: nothing new.
//! Cost: linear; each of at most `MAX_INDUCTION_VARS` induction variables of a loop walks its
//! instructions.

mod add_recs;
mod exit_values;
mod old_values;
mod pointers;
mod post_increment;

pub use post_increment::{Bound, IndexedAccess, PostIncrement};

use exit_values::ExitValue;

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand, RegAttr};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::RegClassId;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::{Loop, Loops};
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::passes::target::PassTarget;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::iter;

/// The maximum number of induction variables of one loop.
const MAX_INDUCTION_VARS: usize = 4;

/// The maximum constant multiple of an induction variable.
const MAX_MULTIPLE: i64 = 1 << 20;

/// An instruction of address arithmetic on whole registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressStep {
    /// The sum of a register and a constant.
    AddImm(VReg, i64),
    /// The sum of two registers.
    Add(VReg, VReg),
    /// A register shifted left by less than its width.
    ShiftLeft(VReg, u32),
    /// The difference of two registers.
    Sub(VReg, VReg),
    /// The bitwise complement of a register.
    Not(VReg),
    /// The product of two registers.
    Multiply(VReg, VReg),
    /// The sum of a register and a shifted register.
    AddShifted(VReg, VReg, u32),
    /// The bitwise or of a register and a constant.
    OrImm(VReg, i64),
}

/// The hooks of a target.
pub trait AddressArithmetic {
    /// Returns the class of pointers.
    fn pointer_class(&self) -> RegClassId;

    /// Returns the maximum step in bytes of an addition to a pointer.
    fn max_addend(&self) -> i64;

    /// Returns the address arithmetic that `inst`, in SSA form, performs on virtual registers, if
    /// any.
    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep>;

    /// Builds the computation into a new register.
    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg;

    /// Returns the constant that `inst` materializes.
    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// Returns the hooks for post-increment, for a target with indexed addressing.
    fn post_increment(&self) -> Option<&dyn PostIncrement> {
        None
    }

    /// Returns the register and the constant that `inst` adds, if it sign-extends the sum from a
    /// word. The register must hold an extended word.
    fn word_step(&self, _: &MachineFunction, _: InstId) -> Option<(VReg, i64)> {
        None
    }

    /// Returns true if `vreg`, in SSA form, is defined as an extended word.
    fn is_extended_word(&self, _: &MachineFunction, _: VReg) -> bool {
        false
    }

    /// Returns the operands that `inst` compares, if it branches on equality or inequality of two
    /// registers.
    fn equality_branch(&self, mf: &MachineFunction, inst: InstId) -> Option<(usize, usize)>;

    /// Returns the offset in bytes from `base` of the access `inst`, if it uses `base` only as its
    /// address.
    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64>;

    /// Returns true if the access `inst` can have the offset `offset` in bytes from a register.
    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool;

    /// Changes the address of the access `inst` to `pointer` plus `offset` bytes.
    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64);

    /// Returns true if `vreg`, in SSA form, is small by its definition: its product with
    /// `max_addend()` does not wrap.
    fn is_small_integer(&self, mf: &MachineFunction, vreg: VReg) -> bool;
}

/// Reduces the addresses in the loops of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, arithmetic: &dyn AddressArithmetic) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let mut bodies: Vec<Vec<BlockId>> = vec![Vec::new(); loops.len()];
    for &block in &tree.order {
        loops.innermost(block).into_iter().for_each(|id| bodies[id.index()].push(block));
    }
    for id in loops.iter() {
        loops.get(id).parent.into_iter().for_each(|p| bodies[p.index()].clear());
    }
    let (same, dead, bounds, built) = (Vec::new(), FxHashSet::default(), Vec::new(), Vec::new());
    let mut pass = LoopReduce { mf, target, arithmetic, tree, loops, same, dead, bounds, built };
    let innermost =
        || loops.iter().map(|id| (id, &bodies[id.index()][..])).filter(|(_, body)| !body.is_empty());
    innermost().for_each(|(id, body)| pass.reduce(id, body));
    pass.erase();
    let exits: Vec<ExitValue> = innermost().flat_map(|(id, body)| pass.exit_values(id, body)).collect();
    exit_values::run(mf, target, arithmetic, (tree, loops), &exits);
}

/// The loop context: a loop, its preheader and its latch.
struct LoopContext<'b> {
    id: LoopId,
    body: &'b [BlockId],
    /// The predecessors of the header outside of the loop.
    entries: SmallVec<[BlockId; 2]>,
    /// The preheader: the block that dominates these, or the only one itself.
    before: BlockId,
    latch: BlockId,
    /// By register: the instructions of the loop that read it, each once.
    readers: FxHashMap<VReg, SmallVec<[InstId; 2]>>,
}

/// An induction variable: a phi that is incremented by a constant.
struct InductionVar {
    phi: InstId,
    value: VReg,
    start: VReg,
    increment: InstId,
    next: VReg,
    step: i64,
    /// True if `next` is itself an induction variable, one iteration ahead, with the increment.
    follows: bool,
}

struct LoopReduce<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    arithmetic: &'a dyn AddressArithmetic,
    tree: &'a Dominators,
    loops: &'a Loops,
    /// By register: the pointer that holds the same value.
    same: Vec<Option<VReg>>,
    dead: FxHashSet<InstId>,
    /// Start and final values of erased induction variables, and values computed in the preheaders
    /// of other loops.
    bounds: Vec<VReg>,
    /// Values that have been computed in the preheader.
    built: Vec<(BlockId, AddressStep, VReg)>,
}

impl LoopReduce<'_> {
    fn reduce(&mut self, id: LoopId, body: &[BlockId]) {
        let Some(mut around) = self.around(id, body) else { return };
        self.bounds.extend(self.built.drain(..).map(|(_, _, result)| result));
        let counters = self.counters(&around);
        if !counters.is_empty() {
            around.readers = self.readers(body);
        }
        if let Some(accesses) = self.arithmetic.post_increment() {
            counters.iter().for_each(|counter| self.replace_by_post_increments(&around, counter, accesses));
        } else {
            self.replace_counters(&around, &counters);
        }
        self.increment_first(&around);
    }

    /// Rewrites the uses of replaced values, and erases instructions that have become dead.
    fn erase(&mut self) {
        self.bounds.extend(self.built.drain(..).map(|(_, _, result)| result));
        if !self.same.is_empty() {
            let other = |vreg: VReg| self.same.get(vreg.index()).copied().flatten();
            self.mf.rewrite_uses(|vreg| {
                iter::successors(Some(vreg), |&vreg| other(vreg)).last().unwrap_or(vreg)
            });
        }
        let mut dead: Vec<InstId> = self.dead.drain().collect();
        dead.sort_unstable();
        dead.into_iter().for_each(|inst| self.mf.remove_inst(inst));
        // The last computation may be the only user of the previous ones.
        for bound in self.bounds.drain(..).rev() {
            let def = self.mf.def(bound).filter(|_| self.mf.use_count(bound) == 0);
            if let Some(def) = def.filter(|&def| is_movable(self.mf, self.target, def)) {
                self.mf.remove_inst(def);
            }
        }
    }

    /// Returns the first induction variables of a loop.
    fn counters(&self, around: &LoopContext<'_>) -> Vec<InductionVar> {
        let header = self.loops.get(around.id).header;
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        phis.filter_map(|phi| self.counter(around, phi)).take(MAX_INDUCTION_VARS).collect()
    }

    /// Returns the context of a loop, if it has one latch and its entries have a preheader in the
    /// parent loop.
    fn around<'b>(&self, id: LoopId, body: &'b [BlockId]) -> Option<LoopContext<'b>> {
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
        fits.then(|| LoopContext { id, body, entries, before, latch, readers: FxHashMap::default() })
    }

    /// Returns the phis that have in each iteration an induction variable's value of the previous
    /// iteration, and start one step before it.
    fn lagging_phis(&self, around: &LoopContext<'_>, counters: &[InductionVar]) -> Vec<InductionVar> {
        let header = self.loops.get(around.id).header;
        let follower = |phi: InstId| {
            let (value, start, next) = self.incoming(around, phi)?;
            let ahead = counters.iter().find(|counter| counter.value == next)?;
            let begins = self.constant(ahead.start)?.checked_sub(self.constant(start)?)? == ahead.step;
            let (increment, step) = (ahead.increment, ahead.step);
            begins.then_some(InductionVar { phi, value, start, increment, next, step, follows: true })
        };
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        phis.filter_map(follower).take(MAX_INDUCTION_VARS).collect()
    }

    /// Returns the result of a phi of the header, its initial value, and its value from the latch.
    fn incoming(&self, around: &LoopContext<'_>, phi: InstId) -> Option<(VReg, VReg, VReg)> {
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

    fn counter(&self, around: &LoopContext<'_>, phi: InstId) -> Option<InductionVar> {
        let (value, start, next) = self.incoming(around, phi)?;
        let increment = self.mf.def(next).filter(|&i| self.is_inside(around, i))?;
        match self.arithmetic.step(self.mf, increment)? {
            AddressStep::AddImm(from, step) if from == value => {
                Some(InductionVar { phi, value, start, increment, next, step, follows: false })
            }
            _ => None,
        }
    }

    fn is_inside(&self, around: &LoopContext<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|b| self.loops.innermost(b) == Some(around.id))
    }

    fn is_invariant(&self, around: &LoopContext<'_>, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| !self.is_inside(around, def))
    }

    /// Returns by register the instructions of `body` that read it, each once.
    fn readers(&self, body: &[BlockId]) -> FxHashMap<VReg, SmallVec<[InstId; 2]>> {
        let mut readers: FxHashMap<VReg, SmallVec<[InstId; 2]>> = FxHashMap::default();
        for inst in body.iter().flat_map(|&block| self.mf.insts(block)) {
            for vreg in self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
                let of_vreg = readers.entry(vreg).or_default();
                if of_vreg.last() != Some(&inst) {
                    of_vreg.push(inst);
                }
            }
        }
        readers
    }

    /// Returns the instructions of the loop that read `vreg`, each once. Instructions that the pass
    /// has inserted are not among them.
    fn users(&self, around: &LoopContext<'_>, vreg: VReg) -> SmallVec<[InstId; 4]> {
        let reads = |i: &InstId| self.mf.operands(*i).iter().any(|o| o.is_use() && o.vreg() == Some(vreg));
        around.readers.get(&vreg).into_iter().flatten().copied().filter(reads).collect()
    }

    /// Returns true if `vreg` is the only result of its instruction, which may be erased with it.
    fn is_only_result(&self, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| self.mf.operands(def).iter().filter(|o| o.is_def()).count() == 1)
    }

    fn operand_count(&self, inst: InstId, vreg: VReg) -> usize {
        self.mf.operands(inst).iter().filter(|o| o.is_use() && o.vreg() == Some(vreg)).count()
    }

    /// Returns `result` if it can be a pointer.
    fn pointer_result(&self, result: VReg) -> Option<VReg> {
        let pointer = self.arithmetic.pointer_class();
        let RegAttr::Class(class) = self.mf.reg_attr(result) else { return None };
        (self.target.registers().common_sub_class(class, pointer) == Some(pointer)).then_some(result)
    }

    /// Returns true if `inst` is executed in each iteration.
    fn is_always(&self, around: &LoopContext<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|block| self.tree.dominates(block, around.latch))
    }

    /// Returns true if each iteration accesses memory by `pointer`.
    fn is_accessed(&self, around: &LoopContext<'_>, pointer: VReg) -> bool {
        let accesses = |inst| self.arithmetic.offset(self.mf, inst, pointer).is_some();
        self.users(around, pointer).into_iter().any(|inst| accesses(inst) && self.is_always(around, inst))
    }

    /// Returns true if the branch `test` is the only exit of the loop.
    fn ends_by(&self, around: &LoopContext<'_>, test: InstId) -> bool {
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

    /// Creates the phi of `result` in the header: `first` comes from the entries, `next` from the
    /// latch.
    fn create_phi(&mut self, around: &LoopContext<'_>, result: VReg, first: VReg, next: VReg) {
        let entries = around.entries.iter().map(|&entry| (first, entry));
        let incoming = entries.chain([(next, around.latch)]);
        let pairs = incoming.flat_map(|(value, from)| [Operand::use_of(value), Operand::block(from)]);
        let operands: SmallVec<[Operand; 8]> = [Operand::def(result)].into_iter().chain(pairs).collect();
        let phi = self.mf.create_inst(PHI, &operands, None);
        self.mf.prepend_inst(self.loops.get(around.id).header, phi);
    }

    /// Returns `vreg << by`, computed at the end of `block`.
    fn shifted(&mut self, block: BlockId, vreg: VReg, by: u32) -> VReg {
        if by == 0 { vreg } else { self.build(block, AddressStep::ShiftLeft(vreg, by)) }
    }

    /// Builds the computation at the end of the preheader `block`, once.
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

    /// Replaces values derived from induction variables; equal ones are processed together.
    fn replace_counters(&mut self, around: &LoopContext<'_>, counters: &[InductionVar]) {
        let lagging_phis = self.lagging_phis(around, counters);
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
            let following = lagging_phis.iter().filter(|f| phis.iter().any(|ahead| ahead.value == f.next));
            let following: Vec<&InductionVar> = following.collect();
            phis.extend(following);
            self.replace_by_pointers(around, &phis);
        }
    }

    /// Returns the constant value of `vreg`, if it is constant.
    fn constant(&self, vreg: VReg) -> Option<i64> {
        self.arithmetic.integer_constant(self.mf, self.mf.def(vreg)?)
    }

    /// Returns true if both induction variables have the same values.
    fn is_same_counter(&self, a: &InductionVar, b: &InductionVar) -> bool {
        let is_same_start =
            a.start == b.start || self.constant(a.start).is_some_and(|n| self.constant(b.start) == Some(n));
        let are_pointers = [a, b].into_iter().all(|c| self.pointer_result(c.value).is_some());
        is_same_start && a.step == b.step && are_pointers
    }
}
