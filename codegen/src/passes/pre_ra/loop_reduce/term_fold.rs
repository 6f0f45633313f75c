//! `loop-term-fold`, as a part of `loop-reduce`: the exit test of an induction variable that nothing
//! else reads is made with another induction variable of the loop.
//!
//! The number of iterations gives the other variable's final value, which is computed in the
//! preheader. The increment of the tested variable is erased. Equal values of the other variable
//! must imply the same iteration. That holds if it steps by one, or if the test ends the loop after
//! a small number of iterations. It also holds if it is a pointer, see `plan`.
//!
//! Targets with a subtraction that sets the flags count down instead, see `count_down`.

use super::LoopReduce;
use super::plan::ends_by;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::Operand;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::induction_variables::{AddressStep, Bound, InductionVar, LoopContext};

/// A test for equality of an induction variable and a bound, the only use of the variable.
pub(super) struct OnlyTest {
    pub inst: InstId,
    pub bound: Bound,
    /// The number of iterations minus the difference of the bound and the start, in steps.
    pub late: i64,
}

/// The number of iterations.
enum Iterations {
    Number(i64),
    /// The sum of a register and a constant.
    Sum(VReg, i64),
}

impl LoopReduce<'_> {
    /// Makes the exit test of the loop with another induction variable, if that erases one.
    pub(super) fn fold_terminating_test(&mut self, context: &LoopContext<'_>) {
        if self.facts.counts_down {
            return self.count_down_for_tests(context);
        }
        let live = self.live_counters(context);
        for counter in &live {
            let Some(test) = self.only_test(context, counter) else { continue };
            let Some(iterations) = self.iterations(counter, &test) else { continue };
            let mut others = live.iter().filter(|other| other.phi != counter.phi);
            let can_test = |other: &&InductionVar| self.can_test(context, counter, other, &test, &iterations);
            if let Some(other) = others.find(can_test) {
                self.test_other(context, counter, &test, other, &iterations);
                return;
            }
        }
    }

    /// Returns the induction variables that have not been replaced.
    pub(super) fn live_counters(&self, context: &LoopContext<'_>) -> Vec<InductionVar> {
        let ivs = self.ivs();
        let is_live = |counter: &InductionVar| {
            let is_replaced = |vreg: VReg| self.same.get(vreg.index()).is_some_and(|same| same.is_some());
            !self.dead.contains(&counter.phi)
                && !self.dead.contains(&counter.increment)
                && !is_replaced(counter.value)
                && !is_replaced(counter.next)
        };
        ivs.header_phis(context).filter_map(|phi| ivs.induction_var(context, phi)).filter(is_live).collect()
    }

    /// Returns the test of `counter`, if it is the only use of the variable.
    pub(super) fn only_test(&self, context: &LoopContext<'_>, counter: &InductionVar) -> Option<OnlyTest> {
        let (mf, ivs) = (&*self.mf, self.ivs());
        let is_dead = |inst: &InstId| self.dead.contains(inst);
        let uses = |vreg| {
            let dead = ivs.users(context, vreg).into_iter().filter(is_dead);
            (mf.use_count(vreg) as usize).saturating_sub(dead.map(|inst| ivs.operand_count(inst, vreg)).sum())
        };
        let (tested, late) = match (uses(counter.value), uses(counter.next)) {
            (1, 2) => (counter.next, 0),
            (2, 1) => (counter.value, 1),
            _ => return None,
        };
        if !ivs.is_only_result(counter.next) {
            return None;
        }
        let is_test = |inst: &InstId| ![counter.increment, counter.phi].contains(inst) && !is_dead(inst);
        let inst = ivs.users(context, tested).into_iter().find(is_test)?;
        let bound = self.arithmetic.equality_test(mf, inst, tested)?;
        let is_fixed = match bound {
            Bound::Register(bound) => ivs.is_invariant(context, bound),
            Bound::Number(_) => true,
        };
        let is_branch = || self.target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR);
        (is_fixed && (self.facts.counts_down || is_branch())).then_some(OnlyTest { inst, bound, late })
    }

    /// Returns the number of iterations until the test is true.
    fn iterations(&self, counter: &InductionVar, test: &OnlyTest) -> Option<Iterations> {
        let start = self.ivs().constant(counter.start);
        let bound = match test.bound {
            Bound::Register(vreg) => self.ivs().constant(vreg).map_or(Bound::Register(vreg), Bound::Number),
            number => number,
        };
        match (start, bound, counter.step) {
            (Some(start), Bound::Number(bound), step) => {
                let distance = bound.checked_sub(start)?;
                let number = distance.checked_div(step).filter(|_| distance % step == 0)? + test.late;
                (1..=i64::from(i32::MAX)).contains(&number).then_some(Iterations::Number(number))
            }
            (Some(start), Bound::Register(bound), 1) => {
                Some(Iterations::Sum(bound, test.late.checked_sub(start)?))
            }
            (None, Bound::Number(bound), -1) => {
                Some(Iterations::Sum(counter.start, test.late.checked_sub(bound)?))
            }
            _ => None,
        }
    }

    /// Returns true if the loop is left on one side of the test, which each iteration makes. The
    /// variable is then not incremented after it equals the bound. Otherwise, it may wrap around
    /// and equal the bound again.
    pub(super) fn ends_loop(&self, context: &LoopContext<'_>, test: InstId) -> bool {
        let is_outside = |&to: &BlockId| !self.loops.contains(context.id, to);
        let block = self.mf.block_of(test);
        self.ivs().is_always(context, test)
            && block.is_some_and(|block| self.mf.block(block).successors.iter().any(is_outside))
    }

    /// Returns true if the test of `counter` can be made with `other`.
    fn can_test(
        &self,
        context: &LoopContext<'_>,
        counter: &InductionVar,
        other: &InductionVar,
        test: &OnlyTest,
        iterations: &Iterations,
    ) -> bool {
        let (mf, ivs) = (&*self.mf, self.ivs());
        let blocks = mf.block_of(other.increment).zip(mf.block_of(test.inst));
        let is_before = blocks.is_some_and(|(increment, test)| self.tree.dominates(increment, test));
        if !is_before || !ivs.is_pointer(other.next) {
            return false;
        }
        let (count, plus) = match *iterations {
            Iterations::Sum(count, plus) => (count, plus),
            Iterations::Number(number) => {
                let is_same_period = counter.step.trailing_zeros() == other.step.trailing_zeros();
                let distance = number.checked_mul(other.step);
                return distance.is_some_and(|distance| i32::try_from(distance).is_ok())
                    && (is_same_period || self.ends_loop(context, test.inst));
            }
        };
        let is_near = |number: Option<i64>| number.is_some_and(|n| n.abs() <= self.arithmetic.max_addend());
        let fits = other.step.unsigned_abs().is_power_of_two()
            && is_near(Some(plus))
            && is_near(plus.checked_mul(other.step));
        let is_accessed = || {
            [other.value, other.next].into_iter().any(|pointer| {
                let accesses = |inst: &InstId| {
                    mf.block_of(*inst).is_some()
                        && !self.dead.contains(inst)
                        && self.arithmetic.offset(mf, *inst, pointer).is_some()
                        && ivs.is_always(context, *inst)
                };
                ivs.users(context, pointer).iter().any(accesses)
            })
        };
        fits && (other.step.abs() == 1
            || self.arithmetic.is_small_integer(mf, count)
            || ends_by(ivs, self.target, context, test.inst) && is_accessed())
    }

    /// Replaces the test of `counter` by one of the next value of `other`.
    fn test_other(
        &mut self,
        context: &LoopContext<'_>,
        counter: &InductionVar,
        test: &OnlyTest,
        other: &InductionVar,
        iterations: &Iterations,
    ) {
        let block = context.preheader;
        let end = match *iterations {
            Iterations::Number(number) => {
                let point = self.before_terminators(block);
                self.sum(point, other.start, number * other.step)
            }
            Iterations::Sum(count, plus) => {
                let by = other.step.unsigned_abs().trailing_zeros();
                let distance = self.shifted(block, count, by);
                let sum = match other.step < 0 {
                    true => AddressStep::Sub(other.start, distance),
                    false => AddressStep::Add(other.start, distance),
                };
                let sum = self.build(block, sum);
                let point = self.before_terminators(block);
                self.sum(point, sum, plus * other.step)
            }
        };
        for n in 0..self.mf.operands(test.inst).len() {
            let operand = self.mf.operand(test.inst, n);
            if operand.is_use() && operand.reg().is_some() {
                let is_tested = operand.vreg().is_some_and(|v| [counter.value, counter.next].contains(&v));
                let same = if is_tested { other.next } else { end };
                self.mf.set_operand(test.inst, n, Operand::use_of(same));
            }
        }
        self.dead.extend([counter.phi, counter.increment]);
        self.bounds.push(counter.start);
        if let Bound::Register(bound) = test.bound {
            self.bounds.push(bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    const STEP: &str = "CONST 8";
    const ACCESS: &str = "    STORE %0, %7\n";
    const OTHER_USE: &str = "    STORE %7, %0\n";

    /// Returns the entry and the loop after the pass. The loop counts `%4` from zero to `bound`, and
    /// `%7` from `%0` by `step`.
    fn folded(bound: &str, step: &str, work: &str, test: &str) -> [Vec<String>; 2] {
        let blocks = reduced(
            function(&format!(
                "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1
    %0:gpr = COPY $r0
    %1:gpr = {bound}
    %90:gpr = CONST 1
    %91:gpr = {step}
    %3:gpr = CONST 0
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:gpr = PHI %3, %bb.0, %5, %bb.1
    %7:gpr = PHI %0, %bb.0, %8, %bb.1
{work}    %8:gpr = ADD %7, %91
    %5:gpr = ADD %4, %90
    {test}
    BR %bb.2
  bb.2:
    RET
"
            )),
            PLAIN,
        );
        [blocks[0].clone(), blocks[1].clone()]
    }

    const TEST: &str = "BNE %5, %1, %bb.1";

    /// Returns true if the loop counts with `%7` only.
    fn is_folded(bound: &str, step: &str, work: &str, test: &str) -> bool {
        let [_, body] = folded(bound, step, work, test);
        count(&body, "PHI") == 1 && count(&body, "BNE %8") == 1
    }

    #[test]
    fn a_pointer_replaces_a_counter_that_only_the_test_reads() {
        let [entry, body] = folded("COPY $r1", STEP, ACCESS, TEST);
        assert_eq!((count(&body, "PHI"), count(&body, "%4")), (1, 0), "{body:?}");
        // The final value of the pointer.
        assert_eq!(count(&entry, "G_SHL %1"), 1, "{entry:?}");
        let end = entry.iter().find(|line| line.contains("ADD %0")).expect("the final value");
        let end = end.split(':').next().expect("a register");
        assert_eq!(count(&body, &format!("BNE %8, {end}")), 1, "{entry:?} {body:?}");
        // A number of iterations is multiplied now.
        let [entry, body] = folded("CONST 10", STEP, OTHER_USE, TEST);
        assert_eq!((count(&entry, "CONST 80"), count(&body, "PHI")), (1, 1), "{entry:?}");
        // The test of the old value ends one iteration later.
        let [entry, _] = folded("CONST 10", STEP, OTHER_USE, "BNE %4, %1, %bb.1");
        assert_eq!(count(&entry, "CONST 88"), 1, "{entry:?}");
    }

    #[test]
    fn equal_pointers_must_imply_the_same_iteration() {
        assert!(is_folded("COPY $r1", "CONST 1", OTHER_USE, TEST));
        // Without an access in each iteration, eight times the number may wrap around.
        assert!(!is_folded("COPY $r1", STEP, OTHER_USE, TEST));
        assert!(!is_folded("COPY $r1", "CONST 3", ACCESS, TEST));
        assert!(!is_folded("COPY $r1", STEP, &format!("{ACCESS}    CALL csr_toy\n"), TEST));
        // The counter never equals the bound, or not before it wraps around.
        assert!(!is_folded("CONST 0", STEP, OTHER_USE, TEST));
        assert!(!is_folded("CONST -4", STEP, OTHER_USE, TEST));
    }

    #[test]
    fn other_uses_keep_the_counter() {
        assert!(!is_folded("COPY $r1", "CONST 1", &format!("{OTHER_USE}    TRACE %4\n"), TEST));
        assert!(!is_folded("COPY $r1", "CONST 1", "    TRACE %7\n    TRACE %5\n", "BNE %4, %1, %bb.1"));
        // The bound changes in the loop.
        assert!(!is_folded("COPY $r1", "CONST 1", "    %9:gpr = LOAD %7\n", "BNE %5, %9, %bb.1"));
    }

    #[test]
    fn a_test_inside_of_the_loop_keeps_the_counter_unless_the_periods_are_equal() {
        let is_folded = |step: u32| {
            let blocks = reduced(
                function(&format!(
                    "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1
    %0:gpr = COPY $r0
    %1:gpr = CONST 10
    %90:gpr = CONST 1
    %91:gpr = CONST {step}
    %3:gpr = CONST 0
    BR %bb.1
  bb.1:
    successors: %bb.2, %bb.3
    %4:gpr = PHI %3, %bb.0, %5, %bb.3
    %7:gpr = PHI %0, %bb.0, %8, %bb.3
    STORE %7, %0
    %8:gpr = ADD %7, %91
    %5:gpr = ADD %4, %90
    BNE %5, %1, %bb.3
    BR %bb.2
  bb.2:
    successors: %bb.3
    TRACE %0
    BR %bb.3
  bb.3:
    successors: %bb.1, %bb.4
    BCC %0, %bb.1
    BR %bb.4
  bb.4:
    RET
"
                )),
                PLAIN,
            );
            count(&blocks[1], "PHI") == 1
        };
        // Eight times the number wraps around in fewer iterations.
        assert_eq!([1, 3, 8].map(is_folded), [true, true, false]);
    }
}
