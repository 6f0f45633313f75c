//! Ordered exit tests of `loop-reduce`: in a loop that counts down by one to a constant, the exit
//! test `bound < value` becomes a test for inequality, which a pointer can replace.
//!
//! This requires that the first tested value is not below the bound. A constant start implies that,
//! or a branch before the loop, see `guards`.

use super::LoopReduce;
use super::guards::Limit;
use crate::ir::entity::{BlockId, InstId};
use crate::passes::analysis::induction_variables::{Bound, LoopContext, OrderedTest};

impl LoopReduce<'_> {
    /// Replaces the ordered exit tests of a loop by tests for equality where both are the same.
    pub(super) fn replace_ordered_tests(&mut self, context: &LoopContext<'_>) {
        if self.facts.counts_down {
            return;
        }
        for &block in context.body {
            let mut next = self.mf.first_terminator(self.target, block);
            while let Some(inst) = next {
                next = self.mf.next_inst(inst);
                let test = self.arithmetic.ordered_test(self.mf, inst);
                if test.is_some_and(|test| self.ends_at_bound(context, (block, inst), &test)) {
                    self.arithmetic.set_equality_test(self.mf, inst);
                }
            }
        }
    }

    /// Returns true if the value tested is never below the bound, and the loop is left when it is
    /// not above.
    fn ends_at_bound(
        &self,
        context: &LoopContext<'_>,
        (block, inst): (BlockId, InstId),
        test: &OrderedTest,
    ) -> bool {
        let is_inside = |&to: &BlockId| self.loops.contains(context.id, to);
        let [a, b] = self.mf.block(block).successors[..] else { return false };
        let other = if a == test.less { b } else { a };
        let leaves = other != test.less && is_inside(&test.less) && !is_inside(&other);
        let (Some(bound), Bound::Register(value)) = (self.number_of(test.low), test.high) else {
            return false;
        };
        if !leaves || !(0..i64::MAX).contains(&bound) || !self.ivs().is_always(context, inst) {
            return false;
        }
        let ivs = self.ivs();
        let mut counters = ivs.header_phis(context).filter_map(|phi| ivs.induction_var(context, phi));
        let counter = counters.find(|counter| [counter.value, counter.next].contains(&value));
        let Some(counter) = counter.filter(|counter| counter.step == -1) else { return false };
        let lowest = if value == counter.next { bound + 1 } else { bound };
        let required = Limit { value: counter.start, number: lowest, is_signed: test.is_signed };
        ivs.constant(counter.start).is_some_and(|start| start >= lowest) || self.is_guarded(context, required)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// A loop that counts `%4` down while `%1`, which is zero, is less than the tested value.
    struct Down<'a> {
        /// The definition of `%3`, the first value.
        start: &'a str,
        /// The branch at the end of the entry, to the loop or to the end.
        guard: &'a str,
        step: i64,
        test: &'a str,
        tested: &'a str,
    }

    const DOWN: Down<'_> = Down { start: "CONST 7", guard: "", step: -1, test: "BLT", tested: "%5" };

    /// Returns true if the loop's test becomes a test for equality.
    fn is_replaced(of: Down<'_>) -> bool {
        let Down { start, guard, step, test, tested } = of;
        let (outer, guard) = match guard {
            "" => ("%bb.1", String::new()),
            guard => ("%bb.1, %bb.3", format!("{guard}\n    ")),
        };
        let to = if guard.contains("bb.3") { "%bb.1" } else { "%bb.3" };
        let blocks = reduced(
            function(&format!(
                "  bb.0:
    successors: {outer}
    liveins: $r0
    %0:gpr = COPY $r0
    %1:gpr = CONST 0
    %2:gpr = CONST 1
    %90:gpr = CONST {step}
    %3:gpr = {start}
    {guard}BR {}
  bb.1:
    successors: %bb.2
    BR %bb.2
  bb.2:
    successors: %bb.2, %bb.3
    %4:gpr = PHI %3, %bb.1, %5, %bb.2
    TRACE %4
    %5:gpr = ADD %4, %90
    {test} %1, {tested}, %bb.2
    BR %bb.3
  bb.3:
    RET
",
                if guard.is_empty() { "%bb.1" } else { to }
            )),
            PLAIN,
        );
        count(&blocks[2], "BNE %1, ") == 1
    }

    #[test]
    fn a_loop_that_starts_above_its_bound_is_left_at_the_bound() {
        assert!(is_replaced(DOWN));
        assert!(is_replaced(Down { test: "BLTU", ..DOWN }));
        assert!(is_replaced(Down { tested: "%4", start: "CONST 0", ..DOWN }));
        // The first value that is tested is -1.
        assert!(!is_replaced(Down { start: "CONST 0", ..DOWN }));
        assert!(!is_replaced(Down { start: "CONST -3", test: "BLTU", ..DOWN }));
        // The value may step over the bound.
        assert!(!is_replaced(Down { step: -2, ..DOWN }));
        assert!(!is_replaced(Down { start: "COPY %0", ..DOWN }));
    }

    #[test]
    fn a_branch_before_the_loop_tells_that_it_starts_above_its_bound() {
        let unknown = Down { start: "COPY %0", ..DOWN };
        assert!(is_replaced(Down { guard: "BLT %1, %3, %bb.1", ..unknown }));
        assert!(is_replaced(Down { guard: "BLT %3, %2, %bb.3", ..unknown }));
        assert!(is_replaced(Down { guard: "BLTU %1, %3, %bb.1", test: "BLTU", ..unknown }));
        assert!(is_replaced(Down { guard: "BLT %1, %3, %bb.1", test: "BLTU", ..unknown }));
        // A large unsigned number is negative.
        assert!(!is_replaced(Down { guard: "BLTU %1, %3, %bb.1", ..unknown }));
        // The start may equal the bound, or is below it.
        assert!(!is_replaced(Down { guard: "BLT %3, %1, %bb.3", ..unknown }));
        assert!(is_replaced(Down { guard: "BLT %3, %1, %bb.3", tested: "%4", ..unknown }));
        assert!(!is_replaced(Down { guard: "BLT %1, %3, %bb.3", ..unknown }));
        assert!(!is_replaced(Down { guard: "BLT %1, %2, %bb.1", ..unknown }));
    }
}
