//! Exit values of `loop-reduce`: uses of a pointer after its loop are rewritten to the next value
//! minus the step.
//!
//! A search loop that exits with both values live requires two registers, so each iteration ends
//! with a copy and a jump. With the next value alone, one register suffices, and an access can
//! post-increment it.

use super::LoopReduce;
use crate::ir::builder::InsertPoint;
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::induction_variables::{InductionVar, LoopContext};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A pointer that is read after its loop.
struct ExitValue {
    id: LoopId,
    value: VReg,
    next: VReg,
    step: i64,
}

/// An operand that reads a pointer after its loop, and the block of the use. A phi's use is at the
/// end of the predecessor.
struct Use {
    inst: InstId,
    operand: usize,
    block: BlockId,
}

impl LoopReduce<'_> {
    /// Rewrites the uses of pointers after their loops to the next values.
    pub(super) fn replace_exit_values(&mut self, contexts: &[LoopContext<'_>]) {
        let values: Vec<ExitValue> = contexts.iter().flat_map(|context| self.exit_values(context)).collect();
        if values.is_empty() {
            return;
        }
        let uses = self.uses_after(&values);
        values.iter().zip(uses).for_each(|(value, uses)| self.replace_exit_value(value, uses));
    }

    /// Returns the induction variables of the loop that are pointers and are read after it. Walks
    /// the loop once.
    fn exit_values(&self, context: &LoopContext<'_>) -> SmallVec<[ExitValue; 4]> {
        let ivs = self.ivs();
        let mut counters = ivs.of_loop(context);
        counters.retain(|c| c.step.abs() <= self.arithmetic.max_addend() && ivs.is_pointer(c.value));
        if counters.is_empty() {
            return SmallVec::new();
        }
        let mut inside = vec![0; counters.len()];
        for inst in context.body.iter().flat_map(|&block| self.mf.insts(block)) {
            for vreg in self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
                let number = counters.iter().position(|counter| counter.value == vreg);
                number.into_iter().for_each(|n| inside[n] += 1);
            }
        }
        let numbered = counters.iter().zip(inside);
        let read_after = numbered.filter(|(c, inside)| self.mf.use_count(c.value) as usize > *inside);
        let id = context.id;
        let found = read_after.map(|(&InductionVar { value, next, step, .. }, _)| ExitValue {
            id,
            value,
            next,
            step,
        });
        found.collect()
    }

    /// Returns for each of `values` its uses after its loop. Walks the function once.
    fn uses_after(&self, values: &[ExitValue]) -> Vec<Vec<Use>> {
        let mut uses: Vec<Vec<Use>> = values.iter().map(|_| Vec::new()).collect();
        let numbers: FxHashMap<VReg, usize> =
            values.iter().enumerate().map(|(n, value)| (value.value, n)).collect();
        for &block in &self.tree.order {
            for inst in self.mf.insts(block) {
                let operands = self.mf.operands(inst);
                for (operand, read) in operands.iter().enumerate().filter(|(_, o)| o.is_use()) {
                    let Some(&number) = read.vreg().and_then(|vreg| numbers.get(&vreg)) else { continue };
                    if self.loops.contains(values[number].id, block) {
                        continue;
                    }
                    let comes_from = operands.get(operand + 1).and_then(|o| o.as_block());
                    let block = comes_from.filter(|_| self.mf.opcode(inst) == PHI).unwrap_or(block);
                    uses[number].push(Use { inst, operand, block });
                }
            }
        }
        uses
    }

    /// Rewrites the `uses` of a pointer that are after its loop to the next value.
    fn replace_exit_value(&mut self, value: &ExitValue, uses: Vec<Use>) {
        let (tree, loops, arithmetic) = (self.tree, self.loops, self.arithmetic);
        let Some(defined) = self.mf.def(value.next).and_then(|def| self.mf.block_of(def)) else { return };
        let is_after = |block: BlockId| !loops.contains(value.id, block) && tree.dominates(defined, block);
        if !uses.iter().all(|u| is_after(u.block)) {
            return;
        }
        let offset = |mf: &MachineFunction, u: &Use| {
            let offset = arithmetic.offset(mf, u.inst, value.value)? - value.step;
            (mf.opcode(u.inst) != PHI && arithmetic.fits(mf, u.inst, offset)).then_some(offset)
        };
        let (accessed, others): (Vec<Use>, Vec<Use>) =
            uses.into_iter().partition(|u| offset(self.mf, u).is_some());
        let common = others.iter().map(|u| u.block).reduce(|a, b| tree.common(a, b, usize::MAX).unwrap_or(a));
        let depth = loops.depth(loops.get(value.id).header);
        if common.is_some_and(|block| loops.depth(block) >= depth || !is_after(block)) {
            return;
        }
        for u in &accessed {
            if let Some(offset) = offset(self.mf, u) {
                arithmetic.set_address(self.mf, u.inst, value.next, offset);
            }
        }
        let Some(block) = common else { return };
        let reads = |inst: InstId| others.iter().any(|u| u.inst == inst);
        let first = self.mf.insts(block).find(|&i| self.mf.opcode(i) != PHI && reads(i));
        let point = first.map_or_else(|| self.before_terminators(block), InsertPoint::Before);
        let same = self.sum(point, value.next, -value.step);
        self.mf.note_derived_sum(same, value.next, -value.step);
        self.mf.note_derived_sum(same, value.value, 0);
        for u in &others {
            let operand: Operand = self.mf.operand(u.inst, u.operand);
            self.mf.set_operand(u.inst, u.operand, operand.with_reg(same));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// Returns the blocks of a search loop with these instructions after it.
    fn after_search(end: &str) -> Vec<Vec<String>> {
        let text = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $r0
    %0:gpr = COPY $r0
    %1:gpr = CONST 1
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    %3:gpr = ADD %2, %1
    %4:gpr = LOAD %2
    BCC %4, %bb.1
    BR %bb.2
  bb.2:
{end}    RET
"
        );
        reduced(function(&text), PLAIN)
    }

    #[test]
    fn reads_after_the_loop_subtract_the_step_once() {
        let blocks = after_search("    TRACE %2\n    TRACE %2\n");
        assert_eq!((count(&blocks[2], "CONST -1"), count(&blocks[2], "ADD %3")), (1, 1), "{blocks:?}");
        assert_eq!(count(&blocks[2], "TRACE %2"), 0, "{blocks:?}");
    }

    #[test]
    fn pointers_that_are_not_read_after_the_loop_stay() {
        let blocks = after_search("    TRACE %3\n");
        assert_eq!(blocks[2], ["TRACE %3", "RET"]);
    }
}
