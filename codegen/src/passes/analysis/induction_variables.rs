//! Induction variables of a loop, and the values that the loop derives from them.
//!
//! An induction variable is a phi of the header that each iteration increments by a constant. The
//! values derived from it are add-recurrences: multiples and sums with invariants, see [`AddRec`].
//! [`InductionVariables::derived_values`] collects them with their users. The loop must have one
//! latch and a preheader, see [`LoopContext`].
//!
//! The instructions are the target's, after selection. An [`AddressReader`] tells what they
//! compute. After Bachmann, Wang and Zima: "Chains of Recurrences" (1994).
//!
//! Cost: linear in the loop for the users of its registers; then linear in the derived values of
//! each induction variable.

mod add_recs;
mod derived_values;
#[cfg(test)]
pub(crate) mod tests;

pub use add_recs::AddRec;
pub use derived_values::{DerivedValues, Member, Product, Test, Value};

use super::dominators::Dominators;
use super::loops::{Loop, Loops};
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::ir::opcodes::PHI;
use crate::machine::desc::registers::{RegClassId, RegisterInfo};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::iter;

/// The maximum number of induction variables of one loop.
const MAX_INDUCTION_VARS: usize = 4;

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
    /// The sum of the third register and the product of the others.
    MultiplyAdd(VReg, VReg, VReg),
    /// The sum of a register and a shifted register.
    AddShifted(VReg, VReg, u32),
    /// The bitwise or of a register and a constant that may have common bits.
    OrImm(VReg, i64),
}

/// The bound of an exit test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A register.
    Register(VReg),
    /// A constant.
    Number(i64),
}

/// A branch on the order of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedTest {
    /// The value that is less on one side.
    pub low: Bound,
    /// The other value.
    pub high: Bound,
    /// True if they are compared as signed numbers.
    pub is_signed: bool,
    /// The successor if `low` is less than `high`.
    pub less: BlockId,
}

/// An access to the sum of a register and a shifted register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexedAccess {
    /// The base register.
    pub base: VReg,
    /// The index register.
    pub index: VReg,
    /// The shift amount in bits.
    pub shift: u32,
}

/// Tells what the instructions of a target compute.
pub trait AddressReader {
    /// Returns the class of pointers.
    fn pointer_class(&self) -> RegClassId;

    /// Returns the maximum constant of an addition.
    fn max_addend(&self) -> i64;

    /// Returns the maximum distance in bytes of invariant terms whose values share a pointer. It is
    /// zero if separate pointers are incremented for free.
    fn max_term_distance(&self) -> i64 {
        0
    }

    /// Returns the address arithmetic that `inst`, in SSA form, performs on virtual registers, if
    /// any.
    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep>;

    /// Returns the constant that `inst` materializes.
    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// Returns the register and the constant that `inst` adds, if it sign-extends the sum from a
    /// word. The register must hold an extended word.
    fn word_step(&self, _: &MachineFunction, _: InstId) -> Option<(VReg, i64)> {
        None
    }

    /// Returns true if `vreg`, in SSA form, is defined as an extended word.
    fn is_extended_word(&self, _: &MachineFunction, _: VReg) -> bool {
        false
    }

    /// Returns true if `vreg`, in SSA form, is small by its definition: its product with
    /// `max_addend()` does not wrap.
    fn is_small_integer(&self, _: &MachineFunction, _: VReg) -> bool {
        false
    }

    /// Returns the bound with which `inst` compares `value`, if that is all it does and only
    /// equality is read.
    fn equality_test(&self, mf: &MachineFunction, inst: InstId, value: VReg) -> Option<Bound>;

    /// Returns the order that the branch `inst` tests, if that is all it does.
    fn ordered_test(&self, _: &MachineFunction, _: InstId) -> Option<OrderedTest> {
        None
    }

    /// Returns the register whose low word `vreg` extends to a register, and true if it extends the
    /// sign instead of zeros.
    fn extended_word(&self, _: &MachineFunction, _: VReg) -> Option<(VReg, bool)> {
        None
    }

    /// Returns the offset in bytes from `base` of the access `inst`, if it uses `base` only as its
    /// address.
    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64>;

    /// Returns the base and index of the access `inst`.
    fn indexed(&self, _: &MachineFunction, _: InstId) -> Option<IndexedAccess> {
        None
    }
}

/// A loop with one latch and a preheader.
pub struct LoopContext<'b> {
    /// The loop.
    pub id: LoopId,
    /// Its blocks, apart from those of inner loops.
    pub body: &'b [BlockId],
    /// The predecessors of the header outside of the loop.
    pub entries: SmallVec<[BlockId; 2]>,
    /// The block that dominates these, or the only one itself.
    pub preheader: BlockId,
    /// The only predecessor of the header inside the loop.
    pub latch: BlockId,
    /// By register: the instructions of the loop that read it, each once.
    readers: FxHashMap<VReg, SmallVec<[InstId; 2]>>,
}

/// An induction variable: a phi that is incremented by a constant.
#[derive(Debug)]
pub struct InductionVar {
    /// The phi of the header.
    pub phi: InstId,
    /// Its result.
    pub value: VReg,
    /// Its value in the first iteration.
    pub start: VReg,
    /// The addition of the constant.
    pub increment: InstId,
    /// The result of the increment.
    pub next: VReg,
    /// The constant.
    pub step: i64,
    /// True if `next` is itself an induction variable, one iteration ahead, with the increment.
    pub follows: bool,
}

/// The induction variables of a function's loops.
#[derive(Clone, Copy)]
pub struct InductionVariables<'a> {
    /// The function, in SSA form.
    pub mf: &'a MachineFunction,
    /// The meaning of its instructions.
    pub reader: &'a dyn AddressReader,
    /// The target's registers.
    pub registers: &'a RegisterInfo,
    /// The dominators.
    pub tree: &'a Dominators,
    /// The loops.
    pub loops: &'a Loops,
}

impl InductionVariables<'_> {
    /// Returns the context of a loop, if it has one latch and its entries have a preheader in the
    /// parent loop.
    pub fn context<'b>(&self, id: LoopId, body: &'b [BlockId]) -> Option<LoopContext<'b>> {
        let &Loop { header, parent, .. } = self.loops.get(id);
        let preds = self.mf.block(header).predecessors.iter().copied();
        let (latches, entries): (SmallVec<[BlockId; 2]>, SmallVec<[BlockId; 2]>) =
            preds.partition(|&pred| self.loops.contains(id, pred));
        let &[latch] = &latches[..] else { return None };
        let preheader = match entries[..] {
            [] => return None,
            [entry] => entry,
            _ => self.tree.parent(header).filter(|&block| self.loops.innermost(block) == parent)?,
        };
        let fits = self.mf.block(preheader).successors.len() <= 2
            && entries.iter().all(|&entry| self.tree.is_reachable(entry));
        let readers = FxHashMap::default();
        fits.then(|| LoopContext { id, body, entries, preheader, latch, readers })
    }

    /// Collects the users of the loop's registers. Instructions that are inserted later are not
    /// among them.
    pub fn collect_readers(&self, context: &mut LoopContext<'_>) {
        for inst in context.body.iter().flat_map(|&block| self.mf.insts(block)) {
            for vreg in self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
                let of_vreg = context.readers.entry(vreg).or_default();
                if of_vreg.last() != Some(&inst) {
                    of_vreg.push(inst);
                }
            }
        }
    }

    /// Returns the first induction variables of a loop.
    pub fn of_loop(&self, context: &LoopContext<'_>) -> Vec<InductionVar> {
        self.header_phis(context)
            .filter_map(|phi| self.induction_var(context, phi))
            .take(MAX_INDUCTION_VARS)
            .collect()
    }

    /// Returns the phis that have in each iteration an induction variable's value of the previous
    /// iteration, and start one step before it.
    pub fn lagging_phis(&self, context: &LoopContext<'_>, counters: &[InductionVar]) -> Vec<InductionVar> {
        let follower = |phi: InstId| {
            let (value, start, next) = self.incoming(context, phi)?;
            let ahead = counters.iter().find(|counter| counter.value == next)?;
            let begins = self.constant(ahead.start)?.checked_sub(self.constant(start)?)? == ahead.step;
            let (increment, step) = (ahead.increment, ahead.step);
            begins.then_some(InductionVar { phi, value, start, increment, next, step, follows: true })
        };
        self.header_phis(context).filter_map(follower).take(MAX_INDUCTION_VARS).collect()
    }

    /// Returns the induction variable of `phi`.
    pub fn induction_var(&self, context: &LoopContext<'_>, phi: InstId) -> Option<InductionVar> {
        let (value, start, next) = self.incoming(context, phi)?;
        let increment = self.mf.def(next).filter(|&i| self.is_inside(context, i))?;
        match self.reader.step(self.mf, increment)? {
            AddressStep::AddImm(from, step) if from == value => {
                Some(InductionVar { phi, value, start, increment, next, step, follows: false })
            }
            _ => None,
        }
    }

    /// Returns the induction variable of `phi`, whose increment sign-extends a word.
    pub fn word_induction_var(&self, context: &LoopContext<'_>, phi: InstId) -> Option<InductionVar> {
        let (value, start, next) = self.incoming(context, phi)?;
        let increment = self.mf.def(next).filter(|&inst| self.is_inside(context, inst))?;
        let (from, step) = self.reader.word_step(self.mf, increment)?;
        let fits = from == value && self.reader.is_extended_word(self.mf, start);
        fits.then_some(InductionVar { phi, value, start, increment, next, step, follows: false })
    }

    /// Returns true if both induction variables have the same values.
    pub fn are_equal(&self, a: &InductionVar, b: &InductionVar) -> bool {
        let is_same_start =
            a.start == b.start || self.constant(a.start).is_some_and(|n| self.constant(b.start) == Some(n));
        let are_pointers = [a, b].into_iter().all(|c| self.is_pointer(c.value));
        is_same_start && a.step == b.step && are_pointers
    }

    /// Returns the phis of the header.
    pub(crate) fn header_phis(&self, context: &LoopContext<'_>) -> impl Iterator<Item = InstId> + '_ {
        let header = self.loops.get(context.id).header;
        self.mf.insts(header).take_while(|&inst| self.mf.opcode(inst) == PHI)
    }

    /// Returns the result of a phi of the header, its initial value, and its value from the latch.
    pub(crate) fn incoming(&self, context: &LoopContext<'_>, phi: InstId) -> Option<(VReg, VReg, VReg)> {
        let [result, incoming @ ..] = self.mf.operands(phi) else { return None };
        let (mut start, mut next) = (None, None);
        for pair in incoming.chunks_exact(2) {
            let value = pair[0].vreg()?;
            if pair[1].as_block() == Some(context.latch) {
                next = Some(value);
            } else if start.replace(value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some((result.vreg()?, start?, next?))
    }

    /// Returns true if `inst` is in the loop, and not in an inner one.
    pub fn is_inside(&self, context: &LoopContext<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|b| self.loops.innermost(b) == Some(context.id))
    }

    /// Returns true if `vreg` is defined outside of the loop.
    pub fn is_invariant(&self, context: &LoopContext<'_>, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| !self.is_inside(context, def))
    }

    /// Returns true if `inst` is executed in each iteration.
    pub fn is_always(&self, context: &LoopContext<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|block| self.tree.dominates(block, context.latch))
    }

    /// Returns the instructions of the loop that read `vreg`, each once.
    pub fn users(&self, context: &LoopContext<'_>, vreg: VReg) -> SmallVec<[InstId; 4]> {
        let reads = |inst: &InstId| self.operand_count(*inst, vreg) > 0;
        context.readers.get(&vreg).into_iter().flatten().copied().filter(reads).collect()
    }

    /// Returns true if an induction variable is read after its next value is, or in a block after
    /// that of its increment. Both values are then in registers, and each iteration copies one.
    pub fn outlives_increment(&self, context: &LoopContext<'_>, value: VReg, increment: InstId) -> bool {
        let Some(block) = self.mf.block_of(increment) else { return false };
        let is_here = |&user: &InstId| self.mf.block_of(user) == Some(block) && self.mf.opcode(user) != PHI;
        let users = self.users(context, value);
        let mut blocks = users.iter().filter_map(|&user| self.mf.block_of(user));
        if blocks.any(|other| other != block && self.tree.dominates(block, other)) {
            return true;
        }
        let next = self.mf.vreg_operand(increment, 0).map(|next| self.users(context, next));
        let Some(first) = next.and_then(|next| next.into_iter().find(is_here)) else { return false };
        let last = users.into_iter().rfind(|user| is_here(user) && *user != increment);
        let mut after = iter::successors(self.mf.next_inst(first), |&inst| self.mf.next_inst(inst));
        last.is_some_and(|last| after.any(|inst| inst == last))
    }

    /// Returns true if `vreg` is the only result of its instruction, which may be erased with it.
    pub fn is_only_result(&self, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| self.mf.operands(def).iter().filter(|o| o.is_def()).count() == 1)
    }

    /// Returns the number of operands of `inst` that read `vreg`.
    pub fn operand_count(&self, inst: InstId, vreg: VReg) -> usize {
        self.mf.operands(inst).iter().filter(|o| o.is_use() && o.vreg() == Some(vreg)).count()
    }

    /// Returns true if `vreg` can be a pointer.
    pub fn is_pointer(&self, vreg: VReg) -> bool {
        let pointer = self.reader.pointer_class();
        let RegAttr::Class(class) = self.mf.reg_attr(vreg) else { return false };
        self.registers.common_sub_class(class, pointer) == Some(pointer)
    }

    /// Returns the constant value of `vreg`, if it is constant.
    pub fn constant(&self, vreg: VReg) -> Option<i64> {
        self.reader.integer_constant(self.mf, self.mf.def(vreg)?)
    }
}
