//! Compare sinking of `codegenprepare`: a comparison with several uses, all branches and selects,
//! is duplicated for each branch.
//!
//! A compare and branch takes one instruction, or two that share flags. A comparison with several
//! uses is put into a register and tested there. After LLVM's `sinkCmpExpression`, but no
//! comparison is moved into a loop, where it would be repeated.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost:
//! linear; loops if there is such a comparison.

use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::*;
use crate::passes::analysis::control_flow::ControlFlow;

/// Duplicates comparisons for the branches of `mf`.
pub fn run(mf: &mut MachineFunction) {
    let (branches, tests) = conditions(mf);
    if branches.is_empty() {
        return;
    }
    let flow = ControlFlow::of(mf);
    for (branch, condition) in branches {
        let shared = mf.use_count(condition) > 1 && mf.use_count(condition) <= tests[condition.index()];
        let places = mf.def(condition).and_then(|compare| Some((compare, mf.block_of(compare)?)));
        let (Some((compare, from)), Some(to)) = (places.filter(|_| shared), mf.block_of(branch)) else {
            continue;
        };
        let loops = flow.loops(mf);
        if from == to || loops.depth(to) > loops.depth(from) {
            continue;
        }
        let own = mf.create_vreg(mf.ty(condition));
        let mut operands = mf.operands(compare).to_vec();
        operands[0] = Operand::def(own);
        let copy = mf.create_inst(G_ICMP, &operands, None);
        mf.insert_before(branch, copy);
        mf.set_operand(branch, 0, Operand::use_of(own));
    }
}

/// Returns the branches on comparisons with several uses. Also returns for each register the number
/// of branches and selects that it is the condition of.
fn conditions(mf: &MachineFunction) -> (Vec<(InstId, VReg)>, Vec<u32>) {
    let (mut branches, mut tests) = (Vec::new(), Vec::new());
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let condition = match mf.opcode(inst) {
            G_BRCOND => mf.vreg_operand(inst, 0),
            G_SELECT => mf.vreg_operand(inst, 1),
            _ => None,
        };
        let Some(condition) = condition.filter(|&v| mf.use_count(v) > 1) else { continue };
        if mf.def(condition).is_none_or(|def| mf.opcode(def) != G_ICMP) {
            continue;
        }
        tests.resize(mf.num_vregs(), 0);
        tests[condition.index()] += 1;
        if mf.opcode(inst) == G_BRCOND {
            branches.push((inst, condition));
        }
    }
    (branches, tests)
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{GENERIC, after, assert_unchanged};

    /// Returns a function with a comparison in block 0 that is used by `last` and a branch in block
    /// 1, which may branch to itself.
    fn shared(last: &str, to: u32) -> String {
        format!(
            "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s1) = G_ICMP intpred(eq), %0(s64), %0
                G_BRCOND %1(s1), %bb.1
                G_BR %bb.2
            bb.1:
                G_BRCOND %1(s1), %bb.{to}
                G_BR %bb.2
            bb.2:
                {last}
                RET"
        )
    }

    #[test]
    fn each_branch_gets_its_comparison() {
        let selects = "%2:_(s64) = G_SELECT %1(s1), %0, %0";
        let lines = after(GENERIC, &shared(selects, 2), run);
        let at = lines.iter().position(|line| line.starts_with("bb.1")).expect("the block");
        assert_eq!(lines[at + 1], "%3:_(s1) = G_ICMP intpred(eq), %0(s64), %0");
        assert_eq!(lines[at + 2], "G_BRCOND %3(s1), %bb.2");
    }

    #[test]
    fn comparisons_in_registers_and_before_loops_stay() {
        assert_unchanged(GENERIC, &shared("%2:_(s64) = G_ZEXT %1(s1)", 2), run);
        assert_unchanged(GENERIC, &shared("", 1), run);
    }
}
