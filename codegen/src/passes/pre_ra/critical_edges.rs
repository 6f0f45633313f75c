//! Critical edges of `codegenprepare` that get a block of their own.
//!
//! - The edge from a conditional branch into a loop. Start values of phis and hoisted invariants are
//!   then computed on the way into the loop only, not on the path around it. After LLVM's pass
//!   `loop-simplify`, as far as it concerns preheaders: loops with one entering block.
//! - The edge from a conditional branch to a return, if the function returns a constant there. The
//!   constant is then computed on that path only. Tail duplication returns from the new block.
//! - The edge from a conditional branch to a block with a constant for a phi, if the branch rarely
//!   takes it. The new block computes the constant and jumps; without it, both sides of the branch
//!   compute the constant. After LLVM's pass `machine-sink`, which splits edges for such constants.
//!
//! A block that stays empty is removed after register allocation.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost:
//! dominators and loops, and linear in the blocks and the operands of phis.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::{G_CONSTANT, G_FCONSTANT, G_PHI};
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::target::PassTarget;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::LazyCell;

/// The maximum number of instructions of a return block besides phis.
const MAX_RETURN: usize = 4;

/// The maximum probability in percent of a split edge to a phi that takes a cheap constant. The
/// constant and the jump on the edge then cost less than the constant on both sides.
const MAX_PERCENT: u64 = 47;

/// The maximum probability in percent for constants of more than one instruction.
const MAX_PERCENT_EXPENSIVE: u64 = 60;

/// Integers of this magnitude are assumed to require more than one instruction.
const EXPENSIVE: u64 = 1 << 16;

/// An edge: the predecessor and the successor.
type Edge = (BlockId, BlockId);

/// A phi, and the number of an operand that is one of its values.
type PhiOperand = (InstId, usize);

/// Splits the edges of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    let mut edges: Vec<Edge> = Vec::new();
    for id in loops.iter() {
        let header = loops.get(id).header;
        let preds = mf.block(header).predecessors.iter();
        let entering: SmallVec<[BlockId; 2]> = preds.copied().filter(|&p| !loops.contains(id, p)).collect();
        if let [from] = entering[..]
            && is_conditional(mf, from)
        {
            edges.push((from, header));
        }
    }
    add_returns(mf, &mut edges);
    add_rare(mf, target, &flow, &mut edges);
    if edges.is_empty() {
        return;
    }
    // Other blocks may fall through to `to`, but `from` ends in a jump.
    let mut after: Vec<SmallVec<[BlockId; 1]>> = vec![SmallVec::new(); mf.num_blocks()];
    for group in edges.chunk_by(|a, b| a.1 == b.1) {
        for (from, new) in insert(mf, group) {
            after[from.index()].push(new);
        }
    }
    let layout = std::mem::take(&mut mf.layout);
    let with_new = |block: BlockId| [block].into_iter().chain(std::mem::take(&mut after[block.index()]));
    mf.layout = layout.into_iter().flat_map(with_new).collect();
}

/// Adds the critical edges to short return blocks with a constant for a phi.
fn add_returns(mf: &MachineFunction, edges: &mut Vec<Edge>) {
    let mut has_constant = vec![false; mf.num_blocks()];
    let returns = mf.layout.iter().copied().filter(|&block| {
        mf.block(block).predecessors.len() > 1 && mf.block(block).successors.is_empty() && is_short(mf, block)
    });
    for block in returns {
        for (_, value, from) in inputs(mf, block) {
            has_constant[from.index()] |= mf.constant(value).is_some();
        }
        for &from in &mf.block(block).predecessors {
            if std::mem::take(&mut has_constant[from.index()]) && is_conditional(mf, from) {
                edges.push((from, block));
            }
        }
    }
}

/// Adds the rarely taken critical edges to phis with a constant. A constant on a back edge is
/// hoisted out of the loop instead.
fn add_rare(mf: &MachineFunction, target: &dyn PassTarget, flow: &ControlFlow, edges: &mut Vec<Edge>) {
    // Most functions have no such edge. Later passes share no frequencies with this one, as they
    // see more calls.
    let frequency = LazyCell::new(|| BlockFrequency::compute(mf, target, &flow.tree, flow.loops(mf)));
    let known: FxHashSet<Edge> = edges.iter().copied().collect();
    let joins = |block: &BlockId| {
        let has_phi = mf.first_inst(*block).is_some_and(|inst| mf.opcode(inst) == G_PHI);
        has_phi && mf.block(*block).predecessors.len() > 1 && !mf.block(*block).is_eh_pad
    };
    // By predecessor of one block: the maximum probability at which its edge is split.
    let mut max_percents = vec![0; mf.num_blocks()];
    for to in mf.layout.iter().copied().filter(joins) {
        for (_, value, from) in inputs(mf, to) {
            let max = &mut max_percents[from.index()];
            *max = max_percent(mf, value).max(*max);
        }
        for &from in &mf.block(to).predecessors {
            let max = std::mem::take(&mut max_percents[from.index()]);
            let fits = max > 0
                && is_conditional(mf, from)
                && flow.tree.is_reachable(from)
                && !flow.tree.dominates(to, from)
                && !known.contains(&(from, to));
            if fits && frequency.between(mf, from, to) * 100 <= frequency.of(from) * max {
                edges.push((from, to));
            }
        }
    }
}

/// Returns the maximum probability in percent at which the edge to a phi of `value` is split: zero
/// unless it is a constant.
fn max_percent(mf: &MachineFunction, value: VReg) -> u64 {
    let opcode = mf.def(value).map(|def| mf.opcode(def));
    match opcode {
        Some(G_FCONSTANT) => MAX_PERCENT_EXPENSIVE,
        Some(G_CONSTANT) if mf.constant(value).is_none_or(|c| c.unsigned_abs() >= EXPENSIVE) => {
            MAX_PERCENT_EXPENSIVE
        }
        Some(G_CONSTANT) => MAX_PERCENT,
        _ => 0,
    }
}

/// Returns the inputs of the phis of `block`: the operand, the value, and the predecessor.
fn inputs(mf: &MachineFunction, block: BlockId) -> impl Iterator<Item = (PhiOperand, VReg, BlockId)> + '_ {
    let phis = mf.insts(block).take_while(|&inst| mf.opcode(inst) == G_PHI);
    phis.flat_map(|phi| {
        let pairs = mf.operands(phi)[1..].chunks_exact(2);
        (1..)
            .step_by(2)
            .zip(pairs)
            .filter_map(move |(n, pair)| Some(((phi, n), pair[0].vreg()?, pair[1].as_block()?)))
    })
}

/// Returns true if `block` has a phi and few other instructions.
fn is_short(mf: &MachineFunction, block: BlockId) -> bool {
    let has_phi = mf.first_inst(block).is_some_and(|inst| mf.opcode(inst) == G_PHI);
    has_phi && mf.insts(block).filter(|&inst| mf.opcode(inst) != G_PHI).nth(MAX_RETURN).is_none()
}

/// Computes the constant that is operand `n` of `phi` at the end of `from`, its predecessor there.
fn localize_constant(mf: &mut MachineFunction, (phi, n): PhiOperand, from: BlockId) {
    let Some(value) = mf.vreg_operand(phi, n) else { return };
    let Some(def) = mf.def(value).filter(|&def| matches!(mf.opcode(def), G_CONSTANT | G_FCONSTANT)) else {
        return;
    };
    let (opcode, ty, number) = (mf.opcode(def), mf.ty(value), mf.operand(def, 1));
    let point = mf.last_inst(from).map_or(InsertPoint::End(from), InsertPoint::Before);
    let same = mf.create_vreg(ty);
    Builder::new(mf, point).inst(opcode, &[Operand::def(same), number]);
    mf.set_operand(phi, n, Operand::use_of(same));
    if mf.use_count(value) == 0 {
        mf.remove_inst(def);
    }
}

/// Returns true if `block` ends in a conditional branch and a jump to two different blocks.
fn is_conditional(mf: &MachineFunction, block: BlockId) -> bool {
    mf.block(block).successors.len() == 2 && mf.branch_and_jump(block).is_some()
}

/// Inserts a block on each of `edges`, which lead to one block. Returns them with their
/// predecessors; they are not in the layout yet.
fn insert(mf: &mut MachineFunction, edges: &[Edge]) -> Vec<(BlockId, BlockId)> {
    let Some(&(_, to)) = edges.first() else { return Vec::new() };
    debug_assert!(mf.block(to).predecessors.len() > 1, "{to:?} needs no block before it");
    let mut operands: FxHashMap<BlockId, SmallVec<[PhiOperand; 2]>> = FxHashMap::default();
    edges.iter().for_each(|&(from, _)| _ = operands.insert(from, SmallVec::new()));
    for (operand, _, from) in inputs(mf, to) {
        operands.entry(from).and_modify(|of_edge| of_edge.push(operand));
    }
    mf.block_mut(to).predecessors.retain(|from| !operands.contains_key(from));
    let mut inserted = Vec::with_capacity(edges.len());
    for &(from, _) in edges {
        debug_assert!(mf.block(from).successors.contains(&to), "no edge from {from:?} to {to:?}");
        let new = mf.create_block();
        Builder::at_end(mf, new).br(to);
        mf.redirect_successor(from, to, new);
        mf.block_mut(new).predecessors.push(from);
        mf.add_new_edge(new, to);
        for &(phi, n) in &operands[&from] {
            mf.set_operand(phi, n + 1, Operand::block(new));
            localize_constant(mf, (phi, n), new);
        }
        inserted.push((from, new));
    }
    inserted
}

#[cfg(test)]
mod tests {
    use super::MAX_RETURN;
    use crate::ir::mir::MachineFunction;
    use crate::testing::passes::{GENERIC, after, assert_changes, assert_unchanged};
    use crate::testing::toy::TOY;

    fn run(mf: &mut MachineFunction) {
        super::run(mf, TOY);
    }

    /// Returns a function whose entry ends in `end` and whose block 1 is a loop.
    fn loop_after(end: &str) -> String {
        format!(
            "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s64) = G_CONSTANT i64 7
                %2:_(s1) = G_TRUNC %0(s64)
                {end}
            bb.1:
                %3:_(s64) = G_PHI %1(s64), %bb.0, %4(s64), %bb.1
                %4:_(s64) = G_ADD %3, %0
                G_BRCOND %2(s1), %bb.1
                G_BR %bb.2
            bb.2:
                RET"
        )
    }

    #[test]
    fn a_conditional_edge_into_a_loop_gets_a_block() {
        let expected = "bb.0:
                %0:_(s64) = COPY $r0
                %2:_(s1) = G_TRUNC %0(s64)
                G_BRCOND %2(s1), %bb.3
                G_BR %bb.2
            bb.3:
                %5:_(s64) = G_CONSTANT i64 7
                G_BR %bb.1
            bb.1:
                %3:_(s64) = G_PHI %5(s64), %bb.3, %4(s64), %bb.1
                %4:_(s64) = G_ADD %3, %0
                G_BRCOND %2(s1), %bb.1
                G_BR %bb.2
            bb.2:
                RET";
        let from = loop_after("G_BRCOND %2(s1), %bb.1\nG_BR %bb.2");
        assert_changes(GENERIC, &from, expected, run);
    }

    #[test]
    fn other_edges_into_loops_stay() {
        assert_unchanged(GENERIC, &loop_after("G_BR %bb.1"), run);
        // A second edge into the loop: there is no preheader.
        let twice = loop_after("G_BRCOND %2(s1), %bb.1\nG_BR %bb.3")
            .replace("%bb.0, %4", "%bb.0, %1(s64), %bb.3, %4")
            + "\nbb.3:\nG_BRCOND %2(s1), %bb.1\nG_BR %bb.2";
        assert_unchanged(GENERIC, &twice, run);
    }

    #[test]
    fn only_constant_results_get_a_block_before_the_return() {
        let early = |value: &str| {
            format!(
                "bb.0:
                    liveins: $r0
                    %0:_(s64) = COPY $r0
                    %1:_(s64) = G_CONSTANT i64 7
                    %2:_(s1) = G_TRUNC %0(s64)
                    G_BRCOND %2(s1), %bb.2
                    G_BR %bb.1
                bb.1:
                    %3:_(s64) = G_ADD %0, %1
                    G_BR %bb.2
                bb.2:
                    %4:_(s64) = G_PHI {value}(s64), %bb.0, %3(s64), %bb.1
                    $r0 = COPY %4(s64)
                    RET"
            )
        };
        let lines = after(GENERIC, &early("%1"), run);
        let at = lines.iter().position(|line| line == "bb.3:").expect("a new block");
        assert_eq!(lines[at + 1..at + 3], ["%5:_(s64) = G_CONSTANT i64 7", "G_BR %bb.2"]);
        assert!(lines.contains(&"%4:_(s64) = G_PHI %5(s64), %bb.3, %3(s64), %bb.1".to_string()));
        assert_unchanged(GENERIC, &early("%0"), run);
        // A block that does not return.
        let goes_on = early("%1").replace("RET", "G_BR %bb.3\nbb.3:\nRET");
        assert_unchanged(GENERIC, &goes_on, run);
        let longer = |count: usize| {
            let copy = |n: usize| format!("%{}:_(s64) = COPY %4(s64)\n", 10 + n);
            let more: String = (0..count).map(copy).collect();
            early("%1").replace("$r0 = COPY %4", &format!("{more}$r0 = COPY %4"))
        };
        assert!(after(GENERIC, &longer(MAX_RETURN - 2), run).contains(&"bb.3:".to_string()));
        assert_unchanged(GENERIC, &longer(MAX_RETURN - 1), run);
    }

    #[test]
    fn only_rare_edges_to_constants_get_a_block() {
        let merged = |taken: &str, other: &str| {
            format!(
                "bb.0:
                    successors: %bb.2({taken}), %bb.1({other})
                    liveins: $r0
                    %0:_(s64) = COPY $r0
                    %1:_(s64) = G_CONSTANT i64 7
                    %2:_(s1) = G_TRUNC %0(s64)
                    G_BRCOND %2(s1), %bb.2
                    G_BR %bb.1
                bb.1:
                    successors: %bb.2
                    %3:_(s64) = G_ADD %0, %0
                    G_BR %bb.2
                bb.2:
                    successors: %bb.3
                    %4:_(s64) = G_PHI %1(s64), %bb.0, %3(s64), %bb.1
                    G_BR %bb.3
                bb.3:
                    $r0 = COPY %4(s64)
                    RET"
            )
        };
        let lines = after(GENERIC, &merged("0x20000000", "0x60000000"), run);
        assert!(lines.contains(&"%4:_(s64) = G_PHI %5(s64), %bb.4, %3(s64), %bb.1".to_string()), "{lines:?}");
        let lines = after(GENERIC, &merged("0x60000000", "0x20000000"), run);
        assert!(lines.contains(&"%4:_(s64) = G_PHI %1(s64), %bb.0, %3(s64), %bb.1".to_string()), "{lines:?}");
    }
}
