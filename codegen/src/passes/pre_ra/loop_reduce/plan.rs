//! The plan of `loop-reduce`: the values of an induction variable that pointers replace.
//!
//! The values of one add-recurrence differ by constants, which fold into accesses. Each
//! add-recurrence gets a pointer. An access that post-increments the pointer steps it for free; the
//! pointer then holds the address of the last access before the back edge. There are several
//! choices: all addresses, all derived values, also products of two of them, or only the addresses
//! that occupy an instruction. The choice that removes most instructions from the loop is made.
//!
//! The exit test may be replaced too. On targets with a subtraction that sets the flags, a new
//! induction variable counts down to zero. Elsewhere a pointer is tested for equality with its
//! final value. Equal pointers must imply equal originals. That holds if the induction variable's
//! start and the bound are small by their definitions. It also holds in a loop whose only exit is
//! the test, and which accesses memory by the pointer in each iteration. Before another value is
//! equal after the shift, the accesses would span the whole address space.

use super::{AddressArithmetic, Addressing, LoopReduce};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::RegAttr;
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::target::MachineTarget;
use crate::passes::analysis::induction_variables::{
    AddRec, Bound, DerivedValues, InductionVar, InductionVariables, LoopContext, Test, Value,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The maximum number of pointers that replace one induction variable.
const MAX_POINTERS: usize = 8;

/// The maximum number of live values of the induction variable's bank in the loop, pointers
/// included.
const MAX_LIVE: usize = 24;

/// A pointer that replaces the values of an add-recurrence.
#[derive(Debug)]
pub(super) struct Pointer {
    pub rec: AddRec,
    /// Its offset from the add-recurrence.
    pub origin: i64,
    /// The number of instructions that it adds to each iteration.
    cost: usize,
}

/// The replacement of the exit test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitTest {
    /// There is no test, or it is unchanged.
    Unchanged,
    /// The pointer with this number is tested.
    Pointer(usize),
    /// A new induction variable counts down to zero.
    CountDown,
}

/// The planned replacement.
#[derive(Debug)]
pub(super) struct Plan {
    /// By value: true if a pointer replaces it.
    pub is_replaced: Vec<bool>,
    /// By value: true if it is still computed.
    pub remains: Vec<bool>,
    pub has_products: bool,
    pub pointers: Vec<Pointer>,
    pub test: ExitTest,
    /// The number of instructions that the loop saves.
    gain: isize,
}

/// The values that are replaced.
#[derive(Clone, Copy)]
struct Choice {
    /// Indexed accesses, whose addresses occupy no instruction.
    accesses: bool,
    /// Values that are not addresses.
    indices: bool,
    products: bool,
    /// Only add-recurrences whose pointers pay off by themselves.
    frugal: bool,
    /// Also add-recurrences with values that only some iterations compute.
    conditional: bool,
}

/// The choices, in order of preference.
const CHOICES: [Choice; 5] = [
    ADDRESSES,
    Choice { indices: true, ..ADDRESSES },
    Choice { indices: true, products: true, ..ADDRESSES },
    Choice { accesses: false, frugal: true, ..ADDRESSES },
    Choice { conditional: true, ..ADDRESSES },
];

const ADDRESSES: Choice =
    Choice { accesses: true, indices: false, products: false, frugal: false, conditional: false };

/// The planner of one induction variable.
pub(super) struct Planner<'a, 'b> {
    pub ivs: InductionVariables<'a>,
    pub target: &'a dyn MachineTarget,
    pub arithmetic: &'a dyn AddressArithmetic,
    pub facts: Addressing,
    pub context: &'a LoopContext<'b>,
    pub leader: &'a InductionVar,
    pub uses: &'a DerivedValues,
}

impl Planner<'_, '_> {
    /// Returns the plan that saves most instructions, if one saves any and registers suffice. One
    /// that saves instructions in some iterations and costs none in others is a saving, too.
    pub fn best(&self) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for choice in CHOICES {
            let rank = |plan: &Plan| {
                (plan.gain, plan.removed_sometimes(self.uses), -(plan.new_phis(self.uses) as isize))
            };
            let is_better = |plan: &Plan| best.as_ref().is_none_or(|best| rank(plan) > rank(best));
            if let Some(plan) = self.plan(choice).filter(is_better) {
                best = Some(plan);
            }
        }
        best.filter(|plan| self.has_room(plan.new_phis(self.uses)))
    }

    fn plan(&self, choice: Choice) -> Option<Plan> {
        if choice.products && self.uses.products.is_empty() {
            return None;
        }
        let values = &self.uses.values;
        if choice.conditional && values.iter().all(|value| value.is_always) {
            return None;
        }
        let candidates: Vec<bool> = (0..values.len()).map(|n| self.is_candidate(n, choice)).collect();
        // A value that some iterations do not compute is replaced if its pointer is needed anyway.
        let has_pointer = |rec: &AddRec| {
            let mut numbered = values.iter().zip(&candidates);
            numbered.any(|(other, is_candidate)| *is_candidate && other.is_always && other.rec == *rec)
        };
        let is_replaced: Vec<bool> = (values.iter().zip(&candidates))
            .map(|(value, candidate)| {
                *candidate && (value.is_always || choice.conditional || has_pointer(&value.rec))
            })
            .collect();
        let mut plan = Plan {
            is_replaced,
            remains: Vec::new(),
            has_products: choice.products,
            pointers: Vec::new(),
            test: ExitTest::Unchanged,
            gain: 0,
        };
        self.add_pointers(&mut plan, choice);
        let is_needed = |n: usize| self.is_needed(n, choice);
        plan.remains = (0..values.len()).map(|n| is_needed(n) && !plan.is_replaced[n]).collect();
        plan.spread_needs(self.uses);
        self.plan_test(&mut plan);
        plan.gain = self.gain(&plan);
        let saves = plan.gain > 0 || plan.gain == 0 && plan.removed_sometimes(self.uses) > 0;
        (saves && plan.new_phis(self.uses) <= MAX_POINTERS).then_some(plan)
    }

    fn is_needed(&self, n: usize, choice: Choice) -> bool {
        let multiplied = self.uses.products.iter().any(|product| product.factors.contains(&n));
        self.uses.values[n].is_needed || multiplied && !choice.products
    }

    fn is_candidate(&self, n: usize, choice: Choice) -> bool {
        let value = &self.uses.values[n];
        let is_chosen =
            (choice.indices || value.rec.is_address()) && (choice.accesses || value.result.is_some());
        let has_start = || {
            let room = self.arithmetic.max_addend() / 2;
            self.facts.multiplies
                || self.ivs.is_cheap_at(&value.rec, Bound::Register(self.leader.start), room)
        };
        let is_near = value.offset.abs() <= self.facts.max_offset;
        is_chosen && is_near && value.is_replaceable && self.is_needed(n, choice) && has_start()
    }

    /// Returns the replaced values of an add-recurrence.
    fn replaced<'s>(&'s self, plan: &'s Plan, rec: &'s AddRec) -> impl Iterator<Item = &'s Value> + Clone {
        let numbered = self.uses.values.iter().zip(&plan.is_replaced);
        numbered.filter(move |(value, replaced)| **replaced && value.rec == *rec).map(|(value, _)| value)
    }

    /// Adds the pointers of the replaced values. If one pointer cannot serve all values of an
    /// add-recurrence, those that are far from it are not replaced. Values whose add-recurrence gets
    /// none are not replaced.
    fn add_pointers(&self, plan: &mut Plan, choice: Choice) {
        for (n, value) in self.uses.values.iter().enumerate() {
            if !plan.is_replaced[n] || plan.pointers.iter().any(|pointer| pointer.rec == value.rec) {
                continue;
            }
            let pays = |plan: &Plan, pointer: &Pointer| {
                let computed = self.replaced(plan, &value.rec).filter(|v| v.is_always && v.result.is_some());
                !choice.frugal || value.rec.factor.is_some() || computed.count() > pointer.cost
            };
            let mut pointer = self.pointer(plan, &value.rec);
            if pointer.is_none() {
                let near = self.facts.max_offset / 4;
                self.keep_replaced(plan, &value.rec, |other| other.offset.abs() <= near);
                if !plan.is_replaced[n] {
                    continue;
                }
                pointer = self.pointer(plan, &value.rec);
            }
            match pointer.filter(|pointer| pays(plan, pointer)) {
                Some(pointer) => plan.pointers.push(pointer),
                None => self.keep_replaced(plan, &value.rec, |_| false),
            }
        }
    }

    /// Marks the values of an add-recurrence that `is_kept` rejects as not replaced.
    fn keep_replaced(&self, plan: &mut Plan, rec: &AddRec, is_kept: impl Fn(&Value) -> bool) {
        for (value, replaced) in self.uses.values.iter().zip(&mut plan.is_replaced) {
            *replaced &= value.rec != *rec || is_kept(value);
        }
    }

    /// Returns the cheapest pointer for the replaced values of an add-recurrence; `None` if a value
    /// is too far from each.
    fn pointer(&self, plan: &Plan, rec: &AddRec) -> Option<Pointer> {
        let stepped = self.post_incremented(plan, rec);
        let mut origins: SmallVec<[i64; 8]> = stepped.into_iter().collect();
        for value in self.replaced(plan, rec) {
            if !origins.contains(&value.offset) {
                origins.push(value.offset);
            }
        }
        let with_origin = |origin: i64| {
            let fits = |value: &Value| {
                let distance = value.offset - origin;
                let is_near = distance.abs() <= self.arithmetic.max_addend();
                match value.result {
                    Some(_) => is_near || !self.needs_sum(value, origin),
                    None => self.arithmetic.fits(self.ivs.mf, value.inst, distance),
                }
            };
            let mut replaced = self.replaced(plan, rec);
            let sums = replaced.clone().filter(|v| v.is_always && self.needs_sum(v, origin)).count();
            let cost = sums + usize::from(stepped != Some(origin));
            replaced.all(fits).then(|| Pointer { rec: rec.clone(), origin, cost })
        };
        origins.into_iter().filter_map(with_origin).min_by_key(|pointer| pointer.cost)
    }

    /// Returns the offset from the add-recurrence at which an access of the latch can
    /// post-increment a pointer.
    fn post_incremented(&self, plan: &Plan, rec: &AddRec) -> Option<i64> {
        let amount = rec.step(self.leader.step).filter(|_| self.facts.post_increments)?;
        let mf = self.ivs.mf;
        let access = |inst: InstId| {
            self.replaced(plan, rec).find_map(|value| match value.result {
                Some(result) => Some((inst, self.arithmetic.offset(mf, inst, result)? + value.offset)),
                None => (value.inst == inst).then_some((inst, value.offset)),
            })
        };
        let accesses: SmallVec<[(InstId, i64); 8]> =
            mf.insts(self.context.latch).filter_map(access).collect();
        let &(last, offset) = accesses.last()?;
        let size = self.arithmetic.post_increment_size(mf, last, amount)?;
        let is_pair = accesses.len().checked_sub(2).map(|n| accesses[n]).is_some_and(|(other, at)| {
            mf.opcode(other) == mf.opcode(last) && at + size == offset && amount % size == 0
        });
        Some(if is_pair { offset - size } else { offset })
    }

    /// Returns true if `value` requires an addition to a pointer at offset `origin` because a use
    /// cannot fold the difference.
    fn needs_sum(&self, value: &Value, origin: i64) -> bool {
        value.offset != origin && self.folded_offsets(value, origin).is_none()
    }

    /// Returns the accesses by `value` with their offsets from a pointer at offset `origin`, if all
    /// of its users are accesses that can fold the offset.
    pub fn folded_offsets(&self, value: &Value, origin: i64) -> Option<Vec<(InstId, i64)>> {
        let (mf, by) = (self.ivs.mf, value.offset - origin);
        let fits =
            |inst: InstId, offset: i64| self.arithmetic.fits(mf, inst, offset).then_some((inst, offset));
        let Some(result) = value.result else { return fits(value.inst, by).map(|access| vec![access]) };
        let users = self.ivs.users(self.context, result);
        let are_all = users.len() == mf.use_count(result) as usize;
        let folded = |user: InstId| fits(user, self.arithmetic.offset(mf, user, result)? + by);
        users.into_iter().map(folded).collect::<Option<_>>().filter(|_| are_all)
    }

    /// Replaces the exit test if nothing else requires its value.
    fn plan_test(&self, plan: &mut Plan) {
        let Some(test) = self.uses.test.as_ref().filter(|test| !plan.remains[test.value]) else { return };
        if self.facts.counts_down {
            let is_near = self.leader.step.abs() <= self.arithmetic.max_addend();
            let fits = test.of_next && is_near && self.ivs.is_always(self.context, test.inst);
            plan.test = if fits { ExitTest::CountDown } else { ExitTest::Unchanged };
        } else {
            let ends_at_base = |n: usize| self.ivs.final_base(&plan.pointers[n].rec, test.bound).is_some();
            let may_test = (0..plan.pointers.len()).filter(|&n| self.may_test(plan, test, n));
            let tested = may_test.min_by_key(|&n| !ends_at_base(n));
            plan.test = tested.map_or(ExitTest::Unchanged, ExitTest::Pointer);
        }
        plan.remains[test.value] = plan.test == ExitTest::Unchanged;
        plan.spread_needs(self.uses);
    }

    /// Returns true if the exit test may use a pointer.
    fn may_test(&self, plan: &Plan, test: &Test, number: usize) -> bool {
        let Pointer { rec, origin, .. } = &plan.pointers[number];
        let is_small = |vreg| self.arithmetic.is_small_integer(self.ivs.mf, vreg);
        let Some(step) = rec.step(self.leader.step) else { return false };
        let room = self.arithmetic.max_addend() - origin.abs() - step.abs();
        let is_near = room >= 0 && (self.facts.multiplies || self.ivs.is_cheap_at(rec, test.bound, room));
        let is_small_bound = || match test.bound {
            Bound::Register(bound) => is_small(bound),
            Bound::Number(number) => i32::try_from(number).is_ok(),
        };
        let accessed = || self.replaced(plan, rec).any(|value| self.is_accessed(value));
        is_near
            && (rec.shift == 0 && rec.multiple.abs() == 1
                || is_small(self.leader.start) && is_small_bound()
                || rec.is_address() && ends_by(self.ivs, self.target, self.context, test.inst) && accessed())
    }

    /// Returns true if each iteration accesses memory by `value`.
    fn is_accessed(&self, value: &Value) -> bool {
        let is_always = |inst| self.ivs.is_always(self.context, inst);
        let Some(result) = value.result else { return is_always(value.inst) };
        let accesses = |inst| self.arithmetic.offset(self.ivs.mf, inst, result).is_some();
        self.ivs.users(self.context, result).into_iter().any(|inst| accesses(inst) && is_always(inst))
    }

    /// Returns the number of instructions that an iteration saves. The test costs the same before
    /// and after.
    fn gain(&self, plan: &Plan) -> isize {
        let products = if plan.has_products { self.uses.products.len() } else { 0 };
        let pairs: usize = plan.pointers.iter().map(|pointer| self.pairs(plan, &pointer.rec)).sum();
        let added: usize = plan.pointers.iter().map(|pointer| pointer.cost).sum();
        let removed = plan.removed(self.uses) + self.removed_copies(plan) + pairs;
        removed as isize - (added + products) as isize
    }

    /// Returns the number of copies that are erased with induction variables whose old and next
    /// values are both live at the back edge.
    fn removed_copies(&self, plan: &Plan) -> usize {
        let copies = self.uses.members.iter().filter(|member| {
            let phi = &self.uses.values[member.phi];
            member.next.zip(phi.result).is_some_and(|(next, value)| {
                let increment = self.uses.values[next].inst;
                !plan.remains[member.phi] && self.ivs.outlives_increment(self.context, value, increment)
            })
        });
        copies.count()
    }

    /// Returns the number of pairs that the indexed accesses of an add-recurrence can form.
    fn pairs(&self, plan: &Plan, rec: &AddRec) -> usize {
        let mf = self.ivs.mf;
        let accesses = self.replaced(plan, rec).filter(|value| value.result.is_none() && value.is_always);
        let mut found: SmallVec<[_; 8]> = accesses
            .filter_map(|value| {
                let size = self.arithmetic.pair_size(mf, value.inst)?;
                Some((mf.block_of(value.inst)?, mf.opcode(value.inst).0, value.offset, size))
            })
            .collect();
        found.sort_unstable();
        let (mut pairs, mut n) = (0, 1);
        while n < found.len() {
            let ((block, opcode, offset, size), next) = (found[n - 1], found[n]);
            let is_pair = (block, opcode, offset + size, size) == next;
            pairs += usize::from(is_pair);
            n += if is_pair { 2 } else { 1 };
        }
        pairs
    }

    /// Returns true if the loop has enough registers for the number of `pointers`.
    fn has_room(&self, pointers: usize) -> bool {
        let mf = self.ivs.mf;
        let bank = |vreg: VReg| match mf.reg_attr(vreg) {
            RegAttr::Class(class) => Some(self.ivs.registers.class(class).bank),
            _ => None,
        };
        let of_leader = bank(self.leader.value);
        let mut live = FxHashSet::default();
        for inst in self.context.body.iter().flat_map(|&block| mf.insts(block)) {
            let is_phi = mf.opcode(inst) == PHI;
            for operand in mf.operands(inst) {
                let Some(vreg) = operand.vreg().filter(|&vreg| bank(vreg) == of_leader) else { continue };
                if operand.is_def() && is_phi
                    || operand.is_use() && !is_phi && self.ivs.is_invariant(self.context, vreg)
                {
                    live.insert(vreg);
                }
            }
        }
        live.len() + pointers <= MAX_LIVE
    }
}

/// Returns true if the branch `test` is the only exit of the loop.
pub(super) fn ends_by(
    ivs: InductionVariables<'_>,
    target: &dyn MachineTarget,
    context: &LoopContext<'_>,
    test: InstId,
) -> bool {
    let stops = InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
    let mf = ivs.mf;
    let of_test = mf.block_of(test);
    let stays = |&block: &BlockId| {
        let inside = |next: &BlockId| ivs.loops.contains(context.id, *next);
        Some(block) == of_test || mf.block(block).successors.iter().all(inside)
    };
    let harmless = |inst: InstId| {
        let flags = target.desc(mf.opcode(inst)).flags;
        !flags.intersects(stops) && mf.mem_operands(inst).all(|m| m.is_unordered())
    };
    context.body.iter().all(stays) && context.body.iter().flat_map(|&block| mf.insts(block)).all(harmless)
}

impl LoopReduce<'_> {
    /// Returns the planner of an induction variable with these values.
    pub(super) fn planner<'s, 'b>(
        &'s self,
        context: &'s LoopContext<'b>,
        leader: &'s InductionVar,
        uses: &'s DerivedValues,
    ) -> Planner<'s, 'b> {
        let (target, arithmetic, facts) = (self.target, self.arithmetic, self.facts);
        Planner { ivs: self.ivs(), target, arithmetic, facts, context, leader, uses }
    }
}

impl Plan {
    /// Returns the number of additional phis.
    fn new_phis(&self, uses: &DerivedValues) -> usize {
        self.pointers.len() + if self.has_products { 2 * uses.products.len() } else { 0 }
    }

    /// Marks the operands of remaining values as remaining, unless they are replaced.
    fn spread_needs(&mut self, uses: &DerivedValues) {
        for (n, value) in uses.values.iter().enumerate().rev() {
            if self.remains[n] {
                value.from.iter().for_each(|&from| self.remains[from] |= !self.is_replaced[from]);
            }
        }
        for member in uses.members.iter().rev() {
            let numbers = [Some(member.phi), member.next];
            if numbers.into_iter().flatten().any(|n| self.remains[n]) {
                numbers.into_iter().chain([member.ahead]).flatten().for_each(|n| self.remains[n] = true);
            }
        }
    }

    /// Returns the number of erased instructions that only some iterations execute.
    fn removed_sometimes(&self, uses: &DerivedValues) -> usize {
        let values = uses.values.iter().zip(&self.remains);
        values.filter(|(value, remains)| !**remains && !value.is_always && value.result.is_some()).count()
    }

    /// Returns the number of erased instructions, apart from products. A lagging phi costs a copy,
    /// others cost none.
    fn removed(&self, uses: &DerivedValues) -> usize {
        let is_free = |n: usize| uses.members.iter().any(|m| m.phi == n && m.ahead.is_none());
        let counts = |n: usize, value: &Value| {
            !self.remains[n] && !is_free(n) && value.is_always && value.result.is_some()
        };
        uses.values.iter().enumerate().filter(|(n, value)| counts(*n, value)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use super::Addressing;
    use crate::ir::mir::Operand;
    use crate::passes::analysis::induction_variables::tests::{counting, function};
    use crate::testing::toy::BCC;

    const ACCESS: &str = "    %10:gpr = G_SHL %4, %91
    %11:gpr = ADD %0, %10
    STORE %2, %11
";

    #[test]
    fn one_pointer_replaces_shift_addition_and_counter() {
        let blocks = reduced(counting("CONST 0", ACCESS), PLAIN);
        assert_eq!((count(&blocks[1], "PHI"), count(&blocks[1], "G_SHL")), (1, 0), "{blocks:?}");
        // The final value of the pointer is computed before the loop.
        assert_eq!((count(&blocks[0], "G_SHL %1"), count(&blocks[1], "G_XOR")), (1, 1), "{blocks:?}");
    }

    #[test]
    fn a_conditional_access_gets_a_pointer_if_the_counter_is_erased() {
        let body = "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1, $r2
    %0:gpr = COPY $r0
    %1:gpr = COPY $r1
    %2:gpr = COPY $r2
    %3:gpr = CONST 0
    %90:gpr = CONST 1
    %91:gpr = CONST 3
    BR %bb.1
  bb.1:
    successors: %bb.2, %bb.3
    %4:gpr = PHI %3, %bb.0, %5, %bb.3
    %10:gpr = G_SHL %4, %91
    %11:gpr = ADD %0, %10
    STORE %2, %11
    BCC %2, %bb.2
    BR %bb.3
  bb.2:
    successors: %bb.3
    %12:gpr = ADD %2, %10
    STORE %2, %12
    BR %bb.3
  bb.3:
    successors: %bb.1, %bb.4
    %5:gpr = ADD %4, %90
    %6:gpr = G_XOR %5, %1
    BCC %6, %bb.1
    BR %bb.4
  bb.4:
    RET
";
        let blocks = reduced(function(body), PLAIN);
        assert_eq!((count(&blocks[1], "PHI"), count(&blocks[1], "G_SHL")), (2, 0), "{blocks:?}");
        assert_eq!(count(&blocks[2], "ADD"), 0, "{blocks:?}");
        // A trace keeps the counter. Two pointers save nothing then.
        let traced = body.replace("    %6:gpr = G_XOR", "    TRACE %4\n    TRACE %10\n    %6:gpr = G_XOR");
        let blocks = reduced(function(&traced), PLAIN);
        assert_eq!(count(&blocks[2], "ADD %2, %10"), 1, "{blocks:?}");
    }

    #[test]
    fn a_needed_counter_stays() {
        let traced = format!("{ACCESS}    TRACE %4\n");
        let blocks = reduced(counting("CONST 0", &traced), PLAIN);
        assert_eq!((count(&blocks[1], "PHI"), count(&blocks[1], "G_XOR %5, %1")), (2, 1), "{blocks:?}");
        // A pointer instead of one addition saves nothing then.
        let blocks = reduced(counting("CONST 0", "    %10:gpr = ADD %0, %4\n    STORE %4, %10\n"), PLAIN);
        assert_eq!(count(&blocks[1], "PHI"), 1, "{blocks:?}");
    }

    #[test]
    fn counting_down_replaces_the_test() {
        let facts = Addressing { counts_down: true, ..PLAIN };
        let mut mf = counting("CONST 0", ACCESS);
        // The branch reads the flags of the comparison, which the toy has not.
        let branch = mf.layout.iter().flat_map(|&b| mf.insts(b)).find(|&i| mf.opcode(i) == BCC);
        let base = mf.insts(mf.entry()).next().and_then(|copy| mf.vreg_operand(copy, 0));
        mf.set_operand(branch.expect("a branch"), 0, Operand::use_of(base.expect("a copy")));
        let blocks = reduced(mf, facts);
        assert_eq!((count(&blocks[1], "PHI %1,"), count(&blocks[1], "PHI")), (1, 2), "{blocks:?}");
    }

    #[test]
    fn a_post_incremented_pointer_costs_nothing() {
        let access = "    %10:gpr = ADD %0, %4\n    STORE %2, %10\n    TRACE %4\n";
        let blocks = reduced(counting("CONST 0", access), PLAIN);
        assert_eq!(count(&blocks[1], "PHI"), 1, "{blocks:?}");
        let facts = Addressing { post_increments: true, ..PLAIN };
        let blocks = reduced(counting("CONST 0", access), facts);
        assert_eq!((count(&blocks[1], "PHI"), count(&blocks[1], "ADD %0")), (2, 0), "{blocks:?}");
    }
}
