//! Old values in `loop-reduce`: induction variables whose value before the increment is read by the
//! latch branch.
//!
//! The old and the next value are both live at such a branch. So each iteration ends with a copy
//! and a jump. If only the next iteration uses the next value, the increment is moved to the start
//! of the iteration. The start value is then one step lower.

use super::LoopReduce;
use crate::ir::entity::InstId;
use crate::ir::opcodes::PHI;
use crate::passes::analysis::induction_variables::{AddressStep, InductionVar, LoopContext};
use smallvec::SmallVec;

impl LoopReduce<'_> {
    /// Moves the increment to the start of the iteration for induction variables whose old values
    /// the latch branch reads.
    pub(super) fn increment_first(&mut self, context: &LoopContext<'_>) {
        let header = self.loops.get(context.id).header;
        let mut read: SmallVec<[InstId; 2]> = SmallVec::new();
        let mut at = self.mf.first_terminator(self.target, context.latch);
        while let Some(inst) = at {
            let values = self.mf.operands(inst).iter().filter_map(|operand| operand.vreg());
            read.extend(values.filter_map(|value| self.mf.def(value)));
            at = self.mf.next_inst(inst);
        }
        for phi in read {
            let is_of_loop = self.mf.opcode(phi) == PHI && self.mf.block_of(phi) == Some(header);
            if is_of_loop
                && !self.dead.contains(&phi)
                && let Some(counter) = self.pointer_or_word(context, phi)
                && self.mf.use_count(counter.next) == 1
                && self.ivs().is_only_result(counter.next)
                && counter.step.abs() <= self.arithmetic.max_addend()
            {
                self.increment_at_header(context, &counter);
            }
        }
    }

    /// Returns the induction variable of `phi`, also if it is a word.
    fn pointer_or_word(&self, context: &LoopContext<'_>, phi: InstId) -> Option<InductionVar> {
        let ivs = self.ivs();
        let pointer = ivs.induction_var(context, phi).filter(|counter| ivs.is_pointer(counter.value));
        pointer.or_else(|| ivs.word_induction_var(context, phi))
    }

    fn increment_at_header(&mut self, context: &LoopContext<'_>, counter: &InductionVar) {
        let header = self.loops.get(context.id).header;
        let start = self.build(context.preheader, AddressStep::AddImm(counter.start, -counter.step));
        let (old, value) = (self.like(counter.value), self.like(counter.value));
        let first = self.mf.insts(header).find(|&inst| self.mf.opcode(inst) != PHI);
        if let Some(first) = first {
            self.copy_renamed(counter.increment, first, [(counter.next, value), (counter.value, old)]);
        }
        self.create_phi(context, old, start, value);
        self.replace(counter.value, value);
        self.mf.note_sum(counter.next, value, counter.step);
        self.dead.extend([counter.phi, counter.increment]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// Returns the blocks of a loop that tests this register; `%3` is the next value.
    fn testing(tested: &str) -> Vec<Vec<String>> {
        let text = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $r0
    %0:gpr = COPY $r0
    %1:gpr = CONST -1
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    TRACE %2
    %3:gpr = ADD %2, %1
    BCC {tested}, %bb.1
    BR %bb.2
  bb.2:
    RET
"
        );
        reduced(function(&text), PLAIN)
    }

    #[test]
    fn the_increment_of_a_tested_old_value_is_first() {
        let blocks = testing("%2");
        assert!(blocks[1][1].contains("ADD") && blocks[1][2].contains("TRACE"), "{blocks:?}");
        // The start is one step earlier.
        assert_eq!((count(&blocks[0], "CONST 1"), count(&blocks[0], "ADD %0")), (1, 1), "{blocks:?}");
    }

    #[test]
    fn the_increment_of_a_tested_next_value_stays() {
        let blocks = testing("%3");
        assert!(blocks[1][1].contains("TRACE") && blocks[1][2].contains("ADD"), "{blocks:?}");
    }
}
