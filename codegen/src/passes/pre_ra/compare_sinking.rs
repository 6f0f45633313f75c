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
