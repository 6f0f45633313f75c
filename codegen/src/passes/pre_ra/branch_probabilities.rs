//! Branch probabilities of `codegenprepare`: estimates for branches on comparisons.
//!
//! Two values are rarely equal, and a number is rarely zero, negative or unordered. Such a branch
//! without a known probability gets an estimate, so block placement and passes that weigh blocks
//! against each other prefer the other side. Branches that leave or close a loop, or whose
//! successors never return, have better estimates, see
//! [`block_frequency`](crate::passes::analysis::block_frequency). After Ball and Larus: "Branch
//! Prediction for Free" (1993), as far as it concerns opcodes and pointers.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost:
//! dominators and loops, and linear in the blocks.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{FloatPredicate, IntPredicate, MachineFunction};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::block_frequency::{CALL, cold_blocks};
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::target::PassTarget;

/// The weights of the likely and the unlikely side.
const LIKELY: f64 = 20.0;
const UNLIKELY: f64 = 12.0;

/// The weight of ordered numbers, relative to 1.
const ORDERED: f64 = 4096.0;

/// The sum of the probabilities of a block.
const ALWAYS: f64 = (1_u32 << 31) as f64;

/// Estimates probabilities in `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let is_tested =
        |&block: &BlockId| mf.block(block).probabilities.is_empty() && mf.block(block).successors.len() == 2;
    let tested = mf.layout.iter().copied().filter(is_tested);
    let weights: Vec<(BlockId, [f64; 2])> =
        tested.filter_map(|block| Some((block, weights(mf, block)?))).collect();
    if weights.is_empty() {
        return;
    }
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let cold = cold_blocks(mf, target, tree);
    let calls = |to: BlockId| {
        let is_call = |inst| target.desc(mf.opcode(inst)).has(InstrFlags::CALL);
        mf.block(to).predecessors.len() == 1 && mf.insts(to).any(is_call)
    };
    let mut estimates: Vec<(BlockId, Vec<u32>)> = Vec::new();
    for (block, mut weights) in weights {
        let successors = &mf.block(block).successors;
        let around = loops.innermost(block);
        let stays =
            |&to: &BlockId| around.is_none_or(|id| loops.contains(id, to) && loops.get(id).header != to);
        if !tree.is_reachable(block) || !successors.iter().all(|to| stays(to) && !cold[to.index()]) {
            continue;
        }
        for (weight, &to) in weights.iter_mut().zip(successors) {
            *weight *= if calls(to) { f64::from(CALL) } else { 1.0 };
        }
        let sum = weights[0] + weights[1];
        estimates.push((block, weights.iter().map(|weight| (weight / sum * ALWAYS) as u32).collect()));
    }
    for (block, estimate) in estimates {
        mf.block_mut(block).probabilities = estimate;
    }
    flow.keep(mf);
}

/// Returns the weights of the successors of a block that ends in a branch on a comparison, in their
/// order.
fn weights(mf: &MachineFunction, block: BlockId) -> Option<[f64; 2]> {
    let (branch, _) = mf.branch_and_jump(block)?;
    let test = mf.def(mf.vreg_operand(branch, 0)?)?;
    let (yes, no) = match mf.opcode(test) {
        G_ICMP => of_integers(mf, test)?,
        G_FCMP => of_floats(mf.operand(test, 1).as_float_predicate()?)?,
        _ => return None,
    };
    let is_first = mf.operand(branch, 1).as_block() == mf.block(block).successors.first().copied();
    Some(if is_first { [yes, no] } else { [no, yes] })
}

/// Returns the weights of the true and the false side of an integer comparison.
fn of_integers(mf: &MachineFunction, test: InstId) -> Option<(f64, f64)> {
    let [_, _, left, right] = mf.operands(test) else { return None };
    let (left, right) = (left.vreg()?, right.vreg()?);
    let constant = mf.constant(right);
    // A flag is as often set as clear.
    let is_flag = || {
        let of_mask = mf.def(left).filter(|&def| mf.opcode(def) == G_AND);
        let mask = of_mask.and_then(|mask| mf.constant_operand(mask, 2));
        mask.is_some_and(|mask| mask.count_ones() == 1)
    };
    let is_pointer = mf.ty(left).is_pointer();
    let is_rare = match (mf.operand(test, 1).as_int_predicate()?, constant) {
        (IntPredicate::Eq, Some(0 | -1)) if !is_flag() => true,
        (IntPredicate::Ne, Some(0 | -1)) if !is_flag() => false,
        (IntPredicate::Eq, None) if is_pointer => true,
        (IntPredicate::Ne, None) if is_pointer => false,
        (IntPredicate::Slt, Some(0 | 1)) | (IntPredicate::Sle, Some(-1 | 0)) => true,
        (IntPredicate::Sgt, Some(-1 | 0)) | (IntPredicate::Sge, Some(0 | 1)) => false,
        _ => return None,
    };
    Some(if is_rare { (UNLIKELY, LIKELY) } else { (LIKELY, UNLIKELY) })
}

/// Returns the weights of the true and the false side of a comparison of floating-point numbers.
fn of_floats(predicate: FloatPredicate) -> Option<(f64, f64)> {
    match predicate {
        FloatPredicate::Oeq => Some((UNLIKELY, LIKELY)),
        FloatPredicate::Une => Some((LIKELY, UNLIKELY)),
        FloatPredicate::Ord => Some((ORDERED, 1.0)),
        FloatPredicate::Uno => Some((1.0, ORDERED)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::module::Module;
    use crate::testing::passes::{GENERIC, parse};
    use crate::testing::toy::TOY;

    /// Returns true if a branch on the comparison prefers its true side, or `None` if neither side.
    fn prefers_true(comparison: &str, constant: &str) -> Option<bool> {
        let body = format!(
            "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s64) = G_CONSTANT i64 {constant}
                %2:_(s1) = G_ICMP intpred({comparison}), %0(s64), %1
                G_BRCOND %2(s1), %bb.1
                G_BR %bb.2
            bb.1:
                RET
            bb.2:
                RET"
        );
        let mut mf = parse(&mut Module::default(), GENERIC, &body);
        super::run(&mut mf, TOY);
        let block = mf.block(mf.entry());
        match block.probabilities[..] {
            [yes, no] => Some(yes > no),
            _ => None,
        }
    }

    #[test]
    fn numbers_are_rarely_zero_or_negative() {
        assert_eq!(prefers_true("eq", "0"), Some(false));
        assert_eq!(prefers_true("ne", "0"), Some(true));
        assert_eq!(prefers_true("slt", "0"), Some(false));
        assert_eq!(prefers_true("sgt", "-1"), Some(true));
        assert_eq!(prefers_true("eq", "7"), None);
        assert_eq!(prefers_true("ult", "0"), None);
    }
}
