//! Tests of words in `loop-reduce`: a bound that is a word with zeros before it need not be extended.
//!
//! An induction variable that counts up by one to such a bound is never above it. So its low word
//! equals the bound's exactly if they are equal. This requires that the first tested value is not
//! above the bound, see `guards`.

use super::LoopReduce;
use super::guards::Limit;
use crate::ir::entity::{InstId, VReg};
use crate::passes::analysis::induction_variables::{Bound, InductionVar, LoopContext};

impl LoopReduce<'_> {
    /// Compares words in exit tests, where that makes an extension unused.
    pub(super) fn test_words(&mut self, context: &LoopContext<'_>) {
        for counter in self.live_counters(context) {
            for (tested, late) in [(counter.next, 0), (counter.value, 1)] {
                for inst in self.ivs().users(context, tested) {
                    let bound = self.arithmetic.equality_test(self.mf, inst, tested);
                    let Some(Bound::Register(bound)) = bound else { continue };
                    if let Some(word) = self.word_of_bound(context, &counter, (inst, bound, late)) {
                        self.arithmetic.set_word_test(self.mf, inst, tested, word);
                        self.release(bound);
                    }
                }
            }
        }
    }

    /// Returns the word that can replace the register `bound` of the test `inst`, if that is its only
    /// use. `late` is 1 if the value before the increment is tested, otherwise 0.
    pub(super) fn word_of_bound(
        &self,
        context: &LoopContext<'_>,
        counter: &InductionVar,
        (inst, bound, late): (InstId, VReg, i64),
    ) -> Option<VReg> {
        let ivs = self.ivs();
        let is_candidate = self.facts.compares_words && counter.step == 1;
        if !is_candidate
            || self.mf.use_count(bound) != 1
            || self.dead.contains(&inst)
            || !ivs.is_pointer(counter.value)
        {
            return None;
        }
        let (word, is_signed) = self.arithmetic.extended_word(self.mf, bound)?;
        let lowest = ivs.constant(counter.start)?.checked_add(1 - late)?;
        let is_word = !is_signed && (0..=i64::from(u32::MAX)).contains(&lowest);
        let required = Limit { value: word, number: lowest, is_signed: false };
        let is_reached = || lowest == 0 || self.is_guarded(context, required);
        (is_word && self.ends_loop(context, inst) && is_reached()).then_some(word)
    }

    /// Lets `bound` and what only its definition reads be erased.
    pub(super) fn release(&mut self, bound: VReg) {
        let operands = self.mf.def(bound).map(|def| self.mf.operands(def));
        let reads: Vec<VReg> =
            operands.into_iter().flatten().filter(|o| o.is_use()).filter_map(|o| o.vreg()).collect();
        self.bounds.extend(reads);
        self.bounds.push(bound);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Addressing;
    use super::super::tests::{PLAIN, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// A loop that counts `%4` up to `%1`, the word `%0` with zeros before it.
    #[derive(Clone, Copy)]
    struct Up<'a> {
        /// The definition of `%1`.
        bound: &'a str,
        start: i64,
        step: i64,
        /// The branch at the end of the entry, to the loop or to the end.
        guard: &'a str,
        tested: &'a str,
        /// More of the loop.
        work: &'a str,
    }

    const UP: Up<'_> = Up {
        bound: "G_ZEXT %0",
        start: 0,
        step: 1,
        guard: "BLT %8, %0, %bb.1",
        tested: "%5",
        work: "    TRACE %4\n",
    };

    /// Returns the blocks after the pass.
    fn counted(of: Up<'_>) -> Vec<Vec<String>> {
        let Up { bound, start, step, guard, tested, work } = of;
        let text = format!(
            "  bb.0:
    successors: %bb.1, %bb.3
    liveins: $r0
    %0:gpr = COPY $r0
    %1:gpr = {bound}
    %3:gpr = CONST {start}
    %8:gpr = CONST 0
    %90:gpr = CONST {step}
    {guard}
    BR %bb.3
  bb.1:
    successors: %bb.2
    BR %bb.2
  bb.2:
    successors: %bb.2, %bb.3
    %4:gpr = PHI %3, %bb.1, %5, %bb.2
{work}    %5:gpr = ADD %4, %90
    BNE {tested}, %1, %bb.2
    BR %bb.3
  bb.3:
    RET
"
        );
        reduced(function(&text), Addressing { compares_words: true, ..PLAIN })
    }

    /// Returns true if the loop compares words.
    fn compares_words(of: Up<'_>) -> bool {
        counted(of)[2].iter().any(|line| line.starts_with("BNE") && line.contains(", %0, "))
    }

    #[test]
    fn a_bound_above_the_start_is_compared_as_a_word() {
        assert!(compares_words(UP));
        // The guard tells that the bound is at least one.
        assert!(!compares_words(Up { start: 1, ..UP }));
        assert!(compares_words(Up { start: 1, tested: "%4", ..UP }));
        assert!(!compares_words(Up { start: -2, ..UP }));
        assert!(!compares_words(Up { guard: "BCC %0, %bb.1", ..UP }));
        // The old value starts at zero, which no word is below.
        assert!(compares_words(Up { guard: "BCC %0, %bb.1", tested: "%4", ..UP }));
    }

    #[test]
    fn other_bounds_and_steps_keep_the_extension() {
        assert!(!compares_words(Up { step: 2, ..UP }));
        assert!(!compares_words(Up { bound: "G_SEXT %0", ..UP }));
        assert!(!compares_words(Up { bound: "COPY %0", ..UP }));
        assert!(!compares_words(Up { work: "    TRACE %4\n    TRACE %1\n", ..UP }));
    }
}
