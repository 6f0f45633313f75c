//! `codegenprepare`: splits a branch on `a && b` or `a || b` into two branches.
//!
//! A comparison and a branch take one or two machine instructions. Combining two conditions and
//! testing the result takes more, and the second comparison is often skipped. After LLVM's pass of
//! that name, as far as it concerns branches: the combination has one use, and both sides are
//! comparisons or combinations. One side may be a phi. A combination outside the branch's loop is
//! preserved: testing the result takes one branch in each iteration.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost:
//! linear; loops if a branch tests a combination of another block.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::llt::S1;
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::*;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops::Loops;

/// The operator that combines two conditions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Logic {
    And,
    Or,
}

/// Splits the branches of `mf`.
pub fn run(mf: &mut MachineFunction) {
    let mut layout = Vec::with_capacity(mf.layout.len());
    let flow = mf.layout.iter().any(|&block| tests_other_block(mf, block)).then(|| ControlFlow::of(mf));
    let loops = flow.as_ref().map(|flow| flow.loops(mf));
    for n in 0..mf.layout.len() {
        // Both blocks of a split branch may be split again; they are executed in layout order.
        let home = mf.layout[n];
        let mut left = vec![home];
        while let Some(block) = left.pop() {
            match split(mf, loops, home, block) {
                Some(new) => left.extend([new, block]),
                None => layout.push(block),
            }
        }
    }
    mf.layout = layout;
}

/// Returns true if the branch of `block` tests a combination that another block computes.
fn tests_other_block(mf: &MachineFunction, block: BlockId) -> bool {
    let condition = mf.branch_and_jump(block).and_then(|(branch, _)| mf.vreg_operand(branch, 0));
    let combined = condition.filter(|&v| combination(mf, v).is_some()).and_then(|v| mf.def(v));
    combined.is_some_and(|inst| mf.block_of(inst) != Some(block))
}

/// Splits the branch at the end of `block`, which is `home` or was split from it, if possible.
/// Returns the new block that tests the second condition; it is not in the layout yet.
fn split(mf: &mut MachineFunction, loops: Option<&Loops>, home: BlockId, block: BlockId) -> Option<BlockId> {
    let (branch, jump) = mf.branch_and_jump(block)?;
    let (yes, no) = (mf.operand(branch, 1).as_block()?, mf.operand(jump, 0).as_block()?);
    let condition = mf.vreg_operand(branch, 0)?;
    let (logic, first, second) = sides(mf, condition).filter(|_| yes != no)?;
    let combined = mf.def(condition)?;
    let from = mf.block_of(combined).filter(|&from| from != block && from != home);
    if from.zip(loops).is_some_and(|(from, loops)| loops.depth(from) < loops.depth(home)) {
        return None;
    }
    let new = mf.create_block();
    mf.set_operand(branch, 0, Operand::use_of(first));
    mf.remove_inst(combined);
    let test = mf.def(second)?;
    // The test has no other use.
    let is_phi = mf.opcode(test) == G_PHI;
    if mf.block_of(test) == Some(block) && mf.use_count(second) == 0 && !is_phi {
        mf.unlink_inst(test);
        mf.append_inst(new, test);
    }
    let mut b = Builder::at_end(mf, new);
    b.brcond(second, yes);
    b.br(no);
    let (shared, moved, goes_on) = match logic {
        Logic::And => (no, yes, (branch, 1)),
        Logic::Or => (yes, no, (jump, 0)),
    };
    mf.set_operand(goes_on.0, goes_on.1, Operand::block(new));
    mf.remove_edge(block, moved);
    mf.add_new_edge(block, new);
    mf.block_mut(block).probabilities.clear();
    mf.add_new_edge(new, yes);
    mf.add_new_edge(new, no);
    update_phis(mf, shared, moved, block, new);
    Some(new)
}

/// Adds an entry for `new` to the phis of `shared`, with the value from `block`. In the phis of
/// `moved`, `new` replaces `block`.
fn update_phis(mf: &mut MachineFunction, shared: BlockId, moved: BlockId, block: BlockId, new: BlockId) {
    for to in [shared, moved] {
        let phis: Vec<InstId> = mf.insts(to).take_while(|&i| mf.opcode(i) == G_PHI).collect();
        for phi in phis {
            let at = mf.operands(phi).iter().position(|o| o.as_block() == Some(block));
            let Some(n) = at else { continue };
            if to == moved {
                mf.set_operand(phi, n, Operand::block(new));
            } else {
                let value = mf.operand(phi, n - 1);
                mf.push_operand(phi, value);
                mf.push_operand(phi, Operand::block(new));
            }
        }
    }
}

/// Returns the operator and operands of `condition`, if branches can test both operands.
fn sides(mf: &MachineFunction, condition: VReg) -> Option<(Logic, VReg, VReg)> {
    let (logic, first, second) = combination(mf, condition)?;
    let branches = |v| is_tested_by_branches(mf, v, MAX_NESTING);
    let is_phi = |v| mf.def(v).is_some_and(|def| mf.opcode(def) == G_PHI);
    let fits = match (branches(first), branches(second)) {
        (true, true) => true,
        // A bit in a register takes one branch.
        (true, false) => is_phi(second),
        (false, true) => is_phi(first),
        (false, false) => false,
    };
    fits.then_some((logic, first, second))
}

/// The maximum nesting of combinations.
const MAX_NESTING: u32 = 16;

/// Returns true if `value` is a comparison, or a combination of comparisons with one use.
fn is_tested_by_branches(mf: &MachineFunction, value: VReg, depth: u32) -> bool {
    let compare = mf.def(value).is_some_and(|d| matches!(mf.opcode(d), G_ICMP | G_FCMP));
    if compare || depth == 0 {
        return compare;
    }
    combination(mf, value)
        .is_some_and(|(_, a, b)| [a, b].iter().all(|&v| is_tested_by_branches(mf, v, depth - 1)))
}

/// Returns the operator and operands of `condition`, which has one use. The second operand may be
/// poison if the first decides.
fn combination(mf: &MachineFunction, condition: VReg) -> Option<(Logic, VReg, VReg)> {
    if mf.use_count(condition) != 1 || mf.ty(condition) != S1 {
        return None;
    }
    let def = mf.def(condition)?;
    let operand = |n: usize| mf.vreg_operand(def, n);
    match mf.opcode(def) {
        G_AND => Some((Logic::And, operand(1)?, operand(2)?)),
        G_OR => Some((Logic::Or, operand(1)?, operand(2)?)),
        G_SELECT if is_constant(mf, operand(2)?, true) => Some((Logic::Or, operand(1)?, operand(3)?)),
        G_SELECT if is_constant(mf, operand(3)?, false) => Some((Logic::And, operand(1)?, operand(2)?)),
        _ => None,
    }
}

fn is_constant(mf: &MachineFunction, vreg: VReg, value: bool) -> bool {
    mf.constant(vreg).is_some_and(|v| (v & 1 != 0) == value)
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{GENERIC, after, assert_changes, assert_unchanged};

    /// Returns a function that branches on a combination of two comparisons.
    fn branch(combination: &str, uses: &str) -> String {
        format!(
            "bb.0:
                liveins: $r0, $r1
                %0:_(s64) = COPY $r0
                %1:_(s64) = COPY $r1
                %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
                %3:_(s1) = G_ICMP intpred(slt), %0(s64), %1
                {combination}
                {uses}
                G_BRCOND %4(s1), %bb.1
                G_BR %bb.2
            bb.1:
                G_BR %bb.2
            bb.2:
                %5:_(s64) = G_PHI %0(s64), %bb.0, %1(s64), %bb.1
                $r0 = COPY %5(s64)
                RET"
        )
    }

    #[test]
    fn both_conditions_are_branched_on() {
        let split = |first: [&str; 2], phi: &str| {
            format!(
                "bb.0:
                    %0:_(s64) = COPY $r0
                    %1:_(s64) = COPY $r1
                    %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
                    G_BRCOND %2(s1), %bb.{}
                    G_BR %bb.{}
                bb.3:
                    %3:_(s1) = G_ICMP intpred(slt), %0(s64), %1
                    G_BRCOND %3(s1), %bb.1
                    G_BR %bb.2
                bb.1:
                    G_BR %bb.2
                bb.2:
                    %5:_(s64) = G_PHI {phi}
                    $r0 = COPY %5(s64)
                    RET",
                first[0], first[1]
            )
        };
        let and = branch("%4:_(s1) = G_AND %2, %3", "");
        let of_and = split(["3", "2"], "%0(s64), %bb.0, %1(s64), %bb.1, %0(s64), %bb.3");
        assert_changes(GENERIC, &and, &of_and, run);
        let or = branch("%4:_(s1) = G_OR %2, %3", "");
        let of_or = split(["1", "3"], "%0(s64), %bb.3, %1(s64), %bb.1");
        assert_changes(GENERIC, &or, &of_or, run);
    }

    #[test]
    fn a_combination_outside_the_loop_is_preserved() {
        let body = "bb.0:
                liveins: $r0, $r1
                %0:_(s64) = COPY $r0
                %1:_(s64) = COPY $r1
                %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
                %3:_(s1) = G_ICMP intpred(slt), %0(s64), %1
                %4:_(s1) = G_AND %2, %3
                G_BR %bb.1
            bb.1:
                G_BRCOND %4(s1), %bb.1
                G_BR %bb.2
            bb.2:
                RET";
        assert_unchanged(GENERIC, body, run);
    }

    #[test]
    fn selects_of_a_constant_are_combinations() {
        let select = |value: bool, operands: &str| {
            let constant = format!("%6:_(s1) = G_CONSTANT i1 {value}");
            branch(&format!("{constant}\n%4:_(s1) = G_SELECT %2(s1), {operands}"), "")
        };
        for (value, operands, targets) in [(false, "%3, %6", ["3", "2"]), (true, "%6, %3", ["1", "3"])] {
            let lines = after(GENERIC, &select(value, operands), run);
            let first = [format!("G_BRCOND %2(s1), %bb.{}", targets[0]), format!("G_BR %bb.{}", targets[1])];
            assert!(lines.windows(2).any(|pair| pair == first), "{lines:#?}");
        }
        for (value, operands) in [(true, "%3, %6"), (false, "%6, %3")] {
            assert_unchanged(GENERIC, &select(value, operands), run);
        }
    }

    #[test]
    fn one_side_may_be_a_phi() {
        let body = |second: &str| {
            format!(
                "bb.0:
                    liveins: $r0, $r1
                    %0:_(s64) = COPY $r0
                    %1:_(s64) = COPY $r1
                    %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
                    %3:_(s1) = G_TRUNC %0(s64)
                    G_BRCOND %2(s1), %bb.1
                    G_BR %bb.2
                bb.1:
                    G_BR %bb.2
                bb.2:
                    %4:_(s1) = G_PHI %2(s1), %bb.0, %3(s1), %bb.1
                    %5:_(s1) = {second}
                    %6:_(s1) = G_AND %4, %5
                    G_BRCOND %6(s1), %bb.3
                    G_BR %bb.4
                bb.3:
                    G_BR %bb.4
                bb.4:
                    RET"
            )
        };
        let lines = after(GENERIC, &body("G_ICMP intpred(slt), %0(s64), %1"), run);
        // The phi stays at the start of its block.
        let of_phi = ["G_BRCOND %4(s1), %bb.5", "G_BR %bb.4"];
        assert!(lines.windows(2).any(|pair| pair == of_phi), "{lines:#?}");
        assert_unchanged(GENERIC, &body("G_TRUNC %1(s64)"), run);
    }

    #[test]
    fn a_branch_to_one_block_is_left() {
        let body = "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s1) = G_ICMP intpred(eq), %0(s64), %0
                %2:_(s1) = G_ICMP intpred(slt), %0(s64), %0
                %3:_(s1) = G_AND %1, %2
                G_BRCOND %3(s1), %bb.1
                G_BR %bb.1
            bb.1:
                RET";
        assert_unchanged(GENERIC, body, run);
    }

    #[test]
    fn other_conditions_are_left() {
        let xor = branch("%4:_(s1) = G_XOR %2, %3", "");
        assert_unchanged(GENERIC, &xor, run);
        let used_twice = branch("%4:_(s1) = G_AND %2, %3", "%6:_(s64) = G_ZEXT %4(s1)");
        assert_unchanged(GENERIC, &used_twice, run);
        let no_comparison = branch("%6:_(s1) = G_TRUNC %0(s64)\n%4:_(s1) = G_AND %2, %6", "");
        assert_unchanged(GENERIC, &no_comparison, run);
    }
}
