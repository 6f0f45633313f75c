//! `loop-reduce`: strength reduction of addresses in innermost loops.
//!
//! A loop with an induction variable that computes `base + (i << k)` in each iteration gets a
//! pointer induction variable instead: the shift and the addition are erased. If only the exit test
//! still reads the original induction variable, the test is replaced too, and the original is
//! erased (linear function test replacement). This is done if it removes instructions from the
//! loop. After Cocke and Kennedy: "An Algorithm for Reduction of Operator Strength" (1977).
//!
//! [`induction_variables`](crate::passes::analysis::induction_variables) finds the values that a
//! loop derives from its induction variables: sums, multiples, products with invariants. Products
//! of two of them are reduced by second differences. A phi that has the induction variable's value
//! of the previous iteration is erased if nothing else reads it. So is another induction variable
//! with the same values. `plan` selects the values that pointers replace, and `pointers` replaces
//! them. The target's addressing decides what is profitable, see [`Addressing`].
//!
//! For pointers that are read after their loops, see `exit_values`; for induction variables that
//! are tested before the increment, `old_values`; for tests of order, `ordered_tests`; for
//! tests with another induction variable, `term_fold`; for tests by flags, `count_down`; for
//! bounds that are words, `word_tests`; for indices that advance by a register, `based_indices`; for
//! addresses without a pointer, `shared_addresses`; for loops around the reduced one, `outer_loops`.
//!
//! Requires: selected instructions in SSA form, loop invariants hoisted. Establishes: nothing new.
//! Cost: linear; each of a few induction variables of a loop walks its instructions.

mod based_indices;
mod count_down;
mod exit_values;
mod guards;
mod old_values;
mod ordered_tests;
mod outer_loops;
mod plan;
mod pointers;
mod shared_addresses;
mod term_fold;
#[cfg(test)]
mod tests;
mod word_tests;

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::{PHI, SUBREG_TO_REG};
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::induction_variables::{
    AddressReader, AddressStep, InductionVar, InductionVariables, LoopContext,
};
use crate::passes::analysis::loops::Loops;
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::passes::target::PassTarget;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::iter;

/// The maximum number of instructions of a preheader in which a computation is looked up.
const MAX_SEARCHED: usize = 32;

/// The properties of a target's addressing.
#[derive(Clone, Copy, Debug)]
pub struct Addressing {
    /// The maximum distance in bytes of a value from its pointer.
    pub max_offset: i64,
    /// True if some accesses post-increment their pointer.
    pub post_increments: bool,
    /// True if a subtraction sets the flags, so that counting down to zero needs no comparison.
    pub counts_down: bool,
    /// True if the product of an induction variable's start and a constant can be built.
    pub multiplies: bool,
    /// True if an addition shifts an operand for free.
    pub shifts_in_additions: bool,
    /// True if a test can compare the low word of a register with a word.
    pub compares_words: bool,
}

/// Builds and rewrites the instructions of a target.
pub trait AddressArithmetic: AddressReader {
    /// Returns the properties of the target's addressing.
    fn addressing(&self) -> Addressing;

    /// Builds the computation into a new register.
    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg;

    /// Builds a constant of the width of `like`.
    fn number(&self, b: &mut Builder<'_>, number: i64, like: VReg) -> VReg;

    /// Returns true if the access `inst` can have the offset `offset` in bytes from a register.
    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool;

    /// Changes the address of the access `inst` to `pointer` plus `offset` bytes.
    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64);

    /// Changes the index of the access `inst`, which has one, to all of `index`, not shifted.
    fn set_index(&self, _: &mut MachineFunction, _: InstId, _index: VReg) {}

    /// Returns the size in bytes of the access `inst`, if it can post-increment its pointer by
    /// `amount`. A pair of such accesses also can, by a multiple of the size.
    fn post_increment_size(&self, _: &MachineFunction, _: InstId, _amount: i64) -> Option<i64> {
        None
    }

    /// Returns the size in bytes of the access `inst`, if one instruction can perform it together with
    /// the next access of this kind, by a base and an immediate.
    fn pair_size(&self, _: &MachineFunction, _: InstId) -> Option<i64> {
        None
    }

    /// Makes the branch of an ordered test one on equality: where the values were in order it
    /// branches if they differ. Requires `ordered_test`.
    fn set_equality_test(&self, _: &mut MachineFunction, _: InstId) {}

    /// Changes the test `inst` to compare the low word of `tested` with `bound`, a word. Requires
    /// `equality_test` and `compares_words`.
    fn set_word_test(&self, _: &mut MachineFunction, _: InstId, _tested: VReg, _bound: VReg) {}

    /// Builds `counter - step` into a new register, and sets the flags. Readers of the old test
    /// read them as the comparison with zero. Requires `counts_down`.
    fn count_down(&self, b: &mut Builder<'_>, counter: VReg, step: i64) -> VReg;

    /// Returns `bound`, which a test compares with `counter`, in a register of the counter's width.
    fn bound_like(&self, _: &mut Builder<'_>, bound: VReg, _counter: VReg) -> VReg {
        bound
    }

    /// Builds `a - b` into a new register of their width. Requires `counts_down`.
    fn difference(&self, b: &mut Builder<'_>, minuend: VReg, subtrahend: VReg) -> VReg;
}

/// Reduces the addresses in the loops of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, arithmetic: &dyn AddressArithmetic) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let bodies = innermost_bodies(tree, loops);
    let mut pass = LoopReduce {
        mf,
        target,
        arithmetic,
        facts: arithmetic.addressing(),
        tree,
        loops,
        same: Vec::new(),
        dead: FxHashSet::default(),
        bounds: Vec::new(),
        built: Vec::new(),
        starts: Vec::new(),
    };
    let contexts: Vec<LoopContext<'_>> =
        bodies.iter().filter_map(|(id, body)| pass.ivs().context(*id, body)).collect();
    let contexts: Vec<LoopContext<'_>> = contexts.into_iter().map(|context| pass.reduce(context)).collect();
    pass.erase();
    pass.replace_exit_values(&contexts);
}

/// Returns the innermost loops with their blocks, in reverse postorder.
fn innermost_bodies(tree: &Dominators, loops: &Loops) -> Vec<(LoopId, Vec<BlockId>)> {
    let mut bodies: Vec<(LoopId, Vec<BlockId>)> = loops.iter().map(|id| (id, Vec::new())).collect();
    for &block in &tree.order {
        loops.innermost(block).into_iter().for_each(|id| bodies[id.index()].1.push(block));
    }
    for id in loops.iter() {
        loops.get(id).parent.into_iter().for_each(|p| bodies[p.index()].1.clear());
    }
    bodies.retain(|(_, body)| !body.is_empty());
    bodies
}

struct LoopReduce<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    arithmetic: &'a dyn AddressArithmetic,
    facts: Addressing,
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
    /// Operands of new phis that are start values.
    starts: Vec<VReg>,
}

impl LoopReduce<'_> {
    /// Returns the analysis of the function as it is now.
    fn ivs(&self) -> InductionVariables<'_> {
        InductionVariables {
            mf: self.mf,
            reader: self.arithmetic,
            registers: self.target.registers(),
            tree: self.tree,
            loops: self.loops,
        }
    }

    /// Reduces the addresses in one loop. Returns its context.
    fn reduce<'b>(&mut self, mut context: LoopContext<'b>) -> LoopContext<'b> {
        self.bounds.extend(self.built.drain(..).map(|(_, _, result)| result));
        self.replace_ordered_tests(&context);
        let counters = self.ivs().of_loop(&context);
        if !counters.is_empty() {
            self.shift_indices(&context);
            self.ivs().collect_readers(&mut context);
            self.replace_counters(&context, &counters);
            self.fold_terminating_test(&context);
            self.test_words(&context);
        }
        self.add_bases_to_starts(&context);
        self.increment_first(&context);
        context
    }

    /// Shifts invariant indices of computed bases in the preheader. The address is then a sum with an
    /// invariant.
    fn shift_indices(&mut self, context: &LoopContext<'_>) {
        for inst in context.body.iter().flat_map(|&block| self.mf.insts(block)).collect::<Vec<_>>() {
            let Some(access) = self.arithmetic.indexed(self.mf, inst).filter(|access| access.shift != 0)
            else {
                continue;
            };
            let base = self.mf.def(access.base).filter(|&def| self.ivs().is_inside(context, def));
            let is_computed = base.is_some_and(|def| self.arithmetic.step(self.mf, def).is_some());
            if is_computed && self.ivs().is_invariant(context, access.index) {
                let step = AddressStep::ShiftLeft(access.index, access.shift);
                let index = self.build(context.preheader, step);
                self.arithmetic.set_index(self.mf, inst, index);
            }
        }
    }

    /// Replaces values derived from induction variables; equal ones are processed together.
    fn replace_counters(&mut self, context: &LoopContext<'_>, counters: &[InductionVar]) {
        let lagging_phis = self.ivs().lagging_phis(context, counters);
        let mut is_done = vec![false; counters.len()];
        for (n, leader) in counters.iter().enumerate() {
            if is_done[n] {
                continue;
            }
            let mut phis = vec![leader];
            for (other, counter) in counters.iter().enumerate().skip(n + 1) {
                if !is_done[other] && self.ivs().are_equal(leader, counter) {
                    is_done[other] = true;
                    phis.push(counter);
                }
            }
            let following = lagging_phis.iter().filter(|f| phis.iter().any(|ahead| ahead.value == f.next));
            let following: Vec<&InductionVar> = following.collect();
            phis.extend(following);
            self.replace_by_pointers(context, &phis);
        }
    }

    /// Rewrites the uses of replaced values, and erases instructions that have become dead.
    fn erase(&mut self) {
        self.bounds.extend(self.built.drain(..).map(|(_, _, result)| result));
        if !self.same.is_empty() {
            let other = |vreg: VReg| self.same.get(vreg.index()).copied().flatten();
            self.mf.rewrite_uses(|vreg| {
                iter::successors(Some(vreg), |&vreg| other(vreg)).last().unwrap_or(vreg)
            });
            for (number, same) in self.same.iter().enumerate() {
                same.iter().for_each(|&same| self.mf.note_same_value(VReg::new(number), same));
            }
        }
        let mut dead: Vec<InstId> = self.dead.drain().collect();
        dead.sort_unstable();
        dead.into_iter().for_each(|inst| self.mf.remove_inst(inst));
        // The last computation may be the only user of the previous ones.
        let bounds = std::mem::take(&mut self.bounds);
        for &bound in bounds.iter().rev() {
            let def = self.mf.def(bound).filter(|_| self.mf.use_count(bound) == 0);
            let is_erasable =
                |&def: &InstId| self.mf.opcode(def) == SUBREG_TO_REG || is_movable(self.mf, self.target, def);
            if let Some(def) = def.filter(is_erasable) {
                self.mf.remove_inst(def);
            }
        }
        self.hoist_built(&bounds);
    }

    /// Marks `vreg` as replaced by `other`, which holds the same value.
    fn replace(&mut self, vreg: VReg, other: VReg) {
        debug_assert!(vreg != other, "a register replaces itself");
        self.same.resize(self.mf.num_vregs(), None);
        self.same[vreg.index()] = Some(other);
    }

    /// Creates the phi of `result` in the header: `first` comes from the entries, `next` from the
    /// latch.
    fn create_phi(&mut self, context: &LoopContext<'_>, result: VReg, first: VReg, next: VReg) {
        self.starts.extend(context.entries.iter().map(|_| first));
        let entries = context.entries.iter().map(|&entry| (first, entry));
        let incoming = entries.chain([(next, context.latch)]);
        let pairs = incoming.flat_map(|(value, from)| [Operand::use_of(value), Operand::block(from)]);
        let operands: SmallVec<[Operand; 8]> = [Operand::def(result)].into_iter().chain(pairs).collect();
        let phi = self.mf.create_inst(PHI, &operands, None);
        self.mf.prepend_inst(self.loops.get(context.id).header, phi);
    }

    /// Builds a copy of `inst` before `at`, in which registers are replaced by others.
    fn copy_renamed(&mut self, inst: InstId, at: InstId, names: [(VReg, VReg); 2]) {
        let renamed = |&operand: &Operand| {
            let name = names.iter().find(|(old, _)| operand.vreg() == Some(*old));
            name.map_or(operand, |&(_, new)| operand.with_reg(new))
        };
        let operands: SmallVec<[Operand; 4]> = self.mf.operands(inst).iter().map(renamed).collect();
        let opcode = self.mf.opcode(inst);
        Builder::new(self.mf, InsertPoint::Before(at)).inst(opcode, &operands);
    }

    /// Returns a new register with the type and class of `vreg`.
    fn like(&mut self, vreg: VReg) -> VReg {
        let (ty, attr) = (self.mf.ty(vreg), self.mf.reg_attr(vreg));
        self.mf.create_vreg_with(ty, attr)
    }

    /// Returns `vreg << by`, computed at the end of `block`.
    fn shifted(&mut self, block: BlockId, vreg: VReg, by: u32) -> VReg {
        if by == 0 { vreg } else { self.build(block, AddressStep::ShiftLeft(vreg, by)) }
    }

    /// Returns the result of an instruction near the end of `block` that performs the computation.
    fn computed(&self, block: BlockId, step: AddressStep) -> Option<VReg> {
        let insts = iter::successors(self.mf.last_inst(block), |&inst| self.mf.prev_inst(inst));
        let mut near = insts.take(MAX_SEARCHED);
        let same = near.find(|&inst| self.arithmetic.step(self.mf, inst) == Some(step))?;
        self.mf.vreg_operand(same, 0).filter(|&result| self.ivs().is_pointer(result))
    }

    /// Builds the computation at the end of the preheader `block`, once.
    fn build(&mut self, block: BlockId, step: AddressStep) -> VReg {
        let same = self.built.iter().find(|(at, built, _)| (*at, *built) == (block, step));
        if let Some(&(_, _, result)) = same {
            return result;
        }
        if let Some(result) = self.computed(block, step) {
            return result;
        }
        let result = self.append(block, step);
        self.built.push((block, step, result));
        result
    }

    /// Builds the computation at the end of `block`.
    fn append(&mut self, block: BlockId, step: AddressStep) -> VReg {
        let point = self.before_terminators(block);
        self.arithmetic.build(&mut Builder::new(self.mf, point), step)
    }

    /// Builds a constant of the width of `like` at the end of `block`.
    fn number(&mut self, block: BlockId, number: i64, like: VReg) -> VReg {
        let point = self.before_terminators(block);
        self.arithmetic.number(&mut Builder::new(self.mf, point), number, like)
    }

    /// Builds the sum of `vreg` and a constant at `point`; returns `vreg` if the constant is zero.
    fn sum(&mut self, point: InsertPoint, vreg: VReg, number: i64) -> VReg {
        let mut b = Builder::new(self.mf, point);
        let step = match number {
            0 => return vreg,
            _ if number.abs() <= self.arithmetic.max_addend() => AddressStep::AddImm(vreg, number),
            _ => AddressStep::Add(vreg, self.arithmetic.number(&mut b, number, vreg)),
        };
        self.arithmetic.build(&mut b, step)
    }

    fn before_terminators(&self, block: BlockId) -> InsertPoint {
        self.mf.before_terminators(self.target, block)
    }
}
