//! Counting down in `loop-reduce`: on targets with a subtraction that sets the flags, an induction
//! variable that only the exit test reads is replaced by one that counts down to zero. The
//! subtraction is then the test.
//!
//! The new variable starts with the difference of the bound and the start, and is decremented by the
//! step. It is zero if the original equals the bound, for all values, as arithmetic wraps. A test of
//! the value before the increment ends one step later.

use super::LoopReduce;
use super::term_fold::OnlyTest;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::VReg;
use crate::passes::analysis::induction_variables::{AddressStep, Bound, InductionVar, LoopContext};

impl LoopReduce<'_> {
    /// Replaces induction variables of the loop that only an exit test reads.
    pub(super) fn count_down_for_tests(&mut self, context: &LoopContext<'_>) {
        for counter in self.live_counters(context) {
            if let Some(test) = self.only_test(context, &counter)
                && counter.step.abs() <= self.arithmetic.max_addend()
                && self.ivs().is_always(context, test.inst)
                && (test.late != 0 || test.bound != Bound::Number(0))
            {
                self.count_down(context, &counter, &test);
                self.dead.extend([counter.phi, counter.increment]);
            }
        }
    }

    /// Replaces the exit test of `counter` by an induction variable that counts down to zero.
    pub(super) fn count_down(&mut self, context: &LoopContext<'_>, counter: &InductionVar, test: &OnlyTest) {
        debug_assert!(self.facts.counts_down, "a test by flags");
        let rounds = self.distance(context, counter, test);
        let like = if self.ivs().is_pointer(rounds) { counter.value } else { rounds };
        let value = self.like(like);
        let mut b = Builder::new(self.mf, InsertPoint::Before(test.inst));
        let next = self.arithmetic.count_down(&mut b, value, counter.step);
        self.create_phi(context, value, rounds, next);
        self.dead.insert(test.inst);
        self.bounds.push(counter.start);
        if let Bound::Register(bound) = test.bound {
            self.release(bound);
        }
    }

    /// Builds the distance of the bound from the start in the preheader, plus the step for a test of
    /// the value before the increment.
    fn distance(&mut self, context: &LoopContext<'_>, counter: &InductionVar, test: &OnlyTest) -> VReg {
        let late = test.late * counter.step;
        let block = context.preheader;
        let start = self.ivs().constant(counter.start);
        let bound = match test.bound {
            Bound::Register(vreg) => match self.ivs().constant(vreg) {
                Some(number) => Bound::Number(number),
                None => {
                    let point = self.before_terminators(block);
                    let mut b = Builder::new(self.mf, point);
                    Bound::Register(self.arithmetic.bound_like(&mut b, vreg, counter.value))
                }
            },
            number => number,
        };
        let (bound, start) = match (bound, start) {
            (Bound::Number(bound), Some(start)) => {
                let distance = bound.wrapping_sub(start).wrapping_add(late);
                return self.number(block, distance, counter.value);
            }
            (Bound::Number(bound), None) => {
                (self.number(block, bound.wrapping_add(late), counter.value), counter.start)
            }
            (Bound::Register(bound), Some(start)) if start == late => {
                let word = self.word_of_bound(context, counter, (test.inst, bound, test.late));
                return word.unwrap_or(bound);
            }
            (Bound::Register(bound), Some(start)) if start.abs() <= self.arithmetic.max_addend() / 2 => {
                return self.build(block, AddressStep::AddImm(bound, late - start));
            }
            (Bound::Register(bound), _) if late != 0 => {
                (self.build(block, AddressStep::AddImm(bound, late)), counter.start)
            }
            (Bound::Register(bound), _) => (bound, counter.start),
        };
        let point = self.before_terminators(block);
        self.arithmetic.difference(&mut Builder::new(self.mf, point), bound, start)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Addressing;
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// Returns the entry and the loop after the pass. The loop counts `%4` from `start` to `%1`.
    fn counted(start: &str, test: &str, work: &str) -> [Vec<String>; 2] {
        let text = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1
    %0:gpr = COPY $r0
    %1:gpr = COPY $r1
    %90:gpr = CONST 3
    %3:gpr = {start}
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:gpr = PHI %3, %bb.0, %5, %bb.1
{work}    %5:gpr = ADD %4, %90
    {test}
    BCC %0, %bb.1
    BR %bb.2
  bb.2:
    RET
"
        );
        let blocks = reduced(function(&text), Addressing { counts_down: true, ..PLAIN });
        [blocks[0].clone(), blocks[1].clone()]
    }

    const NEXT: &str = "%10:gpr = G_XOR %5, %1";
    const OLD: &str = "%10:gpr = G_XOR %4, %1";

    #[test]
    fn a_variable_that_only_the_test_reads_counts_down() {
        let [entry, body] = counted("CONST 0", NEXT, "");
        assert_eq!((count(&body, "G_XOR"), count(&body, "PHI %1")), (0, 1), "{entry:?} {body:?}");
        // The start is subtracted from the bound.
        let [entry, body] = counted("CONST 7", NEXT, "");
        assert_eq!((count(&entry, "CONST -7"), count(&body, "PHI")), (1, 1), "{entry:?} {body:?}");
        let [entry, body] = counted("COPY %0", NEXT, "");
        assert_eq!((count(&entry, "G_SUB %1, %3"), count(&body, "PHI")), (1, 1), "{entry:?} {body:?}");
    }

    #[test]
    fn a_test_of_the_old_value_ends_one_step_later() {
        let [entry, body] = counted("CONST 0", OLD, "");
        assert_eq!((count(&entry, "CONST 3"), count(&body, "G_XOR")), (2, 0), "{entry:?} {body:?}");
        let [entry, _] = counted("CONST 3", OLD, "");
        assert_eq!(count(&entry, "ADD"), 0, "{entry:?}");
    }

    #[test]
    fn other_readers_keep_the_variable() {
        let [_, body] = counted("CONST 0", NEXT, "    TRACE %4\n");
        assert_eq!(count(&body, "G_XOR"), 1, "{body:?}");
        let [_, body] = counted("CONST 0", "%10:gpr = G_XOR %5, %4", "");
        assert_eq!(count(&body, "G_XOR"), 1, "{body:?}");
    }
}
