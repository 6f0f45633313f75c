//! Exit values of `loop-reduce`: uses of a pointer after its loop are rewritten to the next value
//! minus the step.
//!
//! A search loop that exits with both values live requires two registers, so each iteration ends
//! with a copy and a jump. With the next value alone, one register suffices, and an access can
//! post-increment it.

use super::{AddressArithmetic, AddressStep, InductionVar, LoopReduce};
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::Loops;
use crate::passes::target::PassTarget;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A pointer that is read after its loop.
pub(super) struct ExitValue {
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
    /// Returns the induction variables of the loop that are pointers and are read after it.
    pub(super) fn exit_values(&self, id: LoopId, body: &[BlockId]) -> SmallVec<[ExitValue; 4]> {
        let Some(around) = self.around(id, body) else { return SmallVec::new() };
        let counters = self.counters(&around);
        let fits = |counter: &InductionVar| {
            let is_near = counter.step.abs() <= self.arithmetic.max_addend();
            is_near && self.pointer_result(counter.value).is_some() && self.is_read_after(body, counter.value)
        };
        let found = counters.iter().filter(|&counter| fits(counter));
        found.map(|&InductionVar { value, next, step, .. }| ExitValue { id, value, next, step }).collect()
    }

    /// Returns true if an instruction outside of the loop with this body reads `vreg`.
    fn is_read_after(&self, body: &[BlockId], vreg: VReg) -> bool {
        let insts = body.iter().flat_map(|&block| self.mf.insts(block));
        let inside: usize = insts.map(|inst| self.operand_count(inst, vreg)).sum();
        self.mf.use_count(vreg) as usize > inside
    }
}

/// Rewrites the uses of `values` after their loops to the next values.
pub(super) fn run(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    arithmetic: &dyn AddressArithmetic,
    (tree, loops): (&Dominators, &Loops),
    values: &[ExitValue],
) {
    if values.is_empty() {
        return;
    }
    let mut uses: Vec<Vec<Use>> = values.iter().map(|_| Vec::new()).collect();
    let numbers: FxHashMap<VReg, usize> =
        values.iter().enumerate().map(|(n, value)| (value.value, n)).collect();
    for &block in &tree.order {
        for inst in mf.insts(block) {
            let operands = mf.operands(inst);
            for (operand, read) in operands.iter().enumerate().filter(|(_, o)| o.is_use()) {
                let Some(&number) = read.vreg().and_then(|vreg| numbers.get(&vreg)) else { continue };
                if loops.contains(values[number].id, block) {
                    continue;
                }
                let comes_from = operands.get(operand + 1).and_then(|o| o.as_block());
                let block = comes_from.filter(|_| mf.opcode(inst) == PHI).unwrap_or(block);
                uses[number].push(Use { inst, operand, block });
            }
        }
    }
    for (value, uses) in values.iter().zip(uses) {
        replace(mf, target, arithmetic, (tree, loops), value, uses);
    }
}

/// Rewrites the `uses` of a pointer that are after its loop to the next value.
fn replace(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    arithmetic: &dyn AddressArithmetic,
    (tree, loops): (&Dominators, &Loops),
    value: &ExitValue,
    uses: Vec<Use>,
) {
    let Some(defined) = mf.def(value.next).and_then(|def| mf.block_of(def)) else { return };
    let is_after = |block: BlockId| !loops.contains(value.id, block) && tree.dominates(defined, block);
    if !uses.iter().all(|u| is_after(u.block)) {
        return;
    }
    let offset = |mf: &MachineFunction, u: &Use| {
        let offset = arithmetic.offset(mf, u.inst, value.value)? - value.step;
        (mf.opcode(u.inst) != PHI && arithmetic.fits(mf, u.inst, offset)).then_some(offset)
    };
    let (accessed, others): (Vec<Use>, Vec<Use>) = uses.into_iter().partition(|u| offset(mf, u).is_some());
    let common = others.iter().map(|u| u.block).reduce(|a, b| tree.common(a, b, usize::MAX).unwrap_or(a));
    let depth = loops.depth(loops.get(value.id).header);
    if common.is_some_and(|block| loops.depth(block) >= depth || !is_after(block)) {
        return;
    }
    for u in &accessed {
        if let Some(offset) = offset(mf, u) {
            arithmetic.set_address(mf, u.inst, value.next, offset);
        }
    }
    let Some(block) = common else { return };
    let first = mf.insts(block).find(|&i| mf.opcode(i) != PHI && others.iter().any(|u| u.inst == i));
    let point = first.map_or_else(|| mf.before_terminators(target, block), InsertPoint::Before);
    let step = AddressStep::AddImm(value.next, -value.step);
    let same = arithmetic.build(&mut Builder::new(mf, point), step);
    for u in &others {
        let operand: Operand = mf.operand(u.inst, u.operand);
        mf.set_operand(u.inst, u.operand, operand.with_reg(same));
    }
}
