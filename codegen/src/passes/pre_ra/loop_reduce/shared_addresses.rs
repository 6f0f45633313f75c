//! Addresses of one add-recurrence that no pointer replaces, in `loop-reduce`.
//!
//! A loop may require more pointers than there are registers. Its addresses are computed in each
//! iteration then: `base + (i << k)`, `base + ((i + 1) << k)`. They differ by a constant, which accesses
//! fold, so the first of a block serves the others. LLVM's `loop-reduce` finds such formulae, too.
//!
//! Requires: the values of an induction variable, after `plan` has selected those that pointers
//! replace. Cost: linear in the instructions of the loop, and quadratic in the values, which are few.

use super::LoopReduce;
use super::plan::Plan;
use crate::ir::entity::{BlockId, InstId};
use crate::passes::analysis::induction_variables::{DerivedValues, InductionVar, LoopContext};
use rustc_hash::FxHashMap;

/// Block and position there, by instruction.
type Positions = FxHashMap<InstId, (BlockId, usize)>;

impl LoopReduce<'_> {
    /// Changes accesses by addresses that remain to use an earlier address of the same add-recurrence.
    pub(super) fn share_addresses(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &DerivedValues,
        plan: Option<&Plan>,
    ) {
        let shareable = self.shareable(uses, plan);
        if shareable.len() < 2 {
            return;
        }
        let positions = self.positions(context);
        let Some(mut order) = shareable
            .iter()
            .map(|n| Some((*positions.get(&uses.values[*n].inst)?, *n)))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        order.sort_unstable_by_key(|&((block, place), n)| (block.index(), place, n));
        let mut first_of: Vec<(BlockId, usize)> = Vec::new();
        for ((block, _), n) in order {
            let rec = &uses.values[n].rec;
            let first =
                first_of.iter().find(|&&(other, first)| other == block && uses.values[first].rec == *rec);
            match first {
                Some(&(_, first)) if self.share(context, leader, uses, (first, n)) => {}
                // An address out of the first one's reach may serve others.
                _ => first_of.push((block, n)),
            }
        }
    }

    /// Returns the computed addresses that remain.
    fn shareable(&self, uses: &DerivedValues, plan: Option<&Plan>) -> Vec<usize> {
        let remains = |n: usize| plan.is_none_or(|plan| plan.remains[n] && !plan.is_replaced[n]);
        let is_address = |n: &usize| {
            let value = &uses.values[*n];
            value.result.is_some() && value.rec.is_address() && value.is_replaceable && value.is_needed
        };
        (0..uses.values.len()).filter(is_address).filter(|&n| remains(n)).collect()
    }

    /// Returns the positions of the instructions in a loop.
    fn positions(&self, context: &LoopContext<'_>) -> Positions {
        let numbered = |&block: &BlockId| {
            let insts = self.mf.insts(block).enumerate();
            insts.map(move |(place, inst)| (inst, (block, place)))
        };
        context.body.iter().flat_map(numbered).collect()
    }

    /// Changes the accesses by the second value to use the first one, if all of its users can. Returns
    /// true if they do.
    fn share(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &DerivedValues,
        (first, second): (usize, usize),
    ) -> bool {
        let [first, value] = [first, second].map(|n| &uses.values[n]);
        let (Some(pointer), Some(result)) = (first.result, value.result) else { return false };
        let folded = self.planner(context, leader, uses).folded_offsets(value, first.offset);
        let Some(folded) = folded else { return false };
        for (user, offset) in folded {
            self.arithmetic.set_address(self.mf, user, pointer, offset);
        }
        self.mf.note_sum(result, pointer, value.offset - first.offset);
        self.dead.insert(value.inst);
        self.note_sources(uses, second);
        true
    }

    /// Records the values from which one is computed, which may have no other users: those that are
    /// computed from others after these.
    fn note_sources(&mut self, uses: &DerivedValues, value: usize) {
        for &source in &uses.values[value].from {
            self.note_sources(uses, source);
            self.bounds.extend(uses.values[source].result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Addressing;
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::counting;

    /// Addressing with which no pointer pays off.
    const WITHOUT_POINTERS: Addressing = Addressing { max_offset: -1, ..PLAIN };

    /// The loop after two stores, of `%4` and `%1`: to `%0 + %10`, and to `%0` plus `index`, with these
    /// instructions between them.
    fn stores(between: &str, index: &str) -> Vec<String> {
        let work = format!(
            "    %10:gpr = G_SHL %4, %91\n    %11:gpr = ADD %0, %10\n    STORE %4, %11\n{between}    \
             %13:gpr = ADD %0, {index}\n    STORE %1, %13\n"
        );
        reduced(counting("CONST 0", &work), WITHOUT_POINTERS).remove(1)
    }

    #[test]
    fn equal_addresses_are_computed_once() {
        let lines = stores("    %12:gpr = G_SHL %4, %91\n", "%12");
        assert_eq!(count(&lines, "STORE %4, %11"), 1, "{lines:?}");
        assert_eq!(count(&lines, "STORE %1, %11"), 1, "{lines:?}");
        assert_eq!(count(&lines, "ADD %0"), 1, "{lines:?}");
    }

    #[test]
    fn addresses_that_differ_or_have_other_users_are_computed() {
        // The accesses have no offsets.
        let lines = stores("    %14:gpr = ADD %4, %90\n    %12:gpr = G_SHL %14, %91\n", "%12");
        assert_eq!((count(&lines, "STORE %1, %13"), count(&lines, "ADD %0")), (1, 2), "{lines:?}");
        let lines = stores("    %12:gpr = G_SHL %4, %91\n", "%12\n    TRACE %13");
        assert_eq!((count(&lines, "STORE %1, %13"), count(&lines, "ADD %0")), (1, 2), "{lines:?}");
    }
}
