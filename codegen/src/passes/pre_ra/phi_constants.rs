//! Phi constants of `codegenprepare`: after a branch on equality of a value and a constant, a phi
//! takes the value instead of the constant.
//!
//! The value is in a register already, often the phi's own, so the edge needs no block that
//! materializes the constant.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost:
//! linear.

use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::{IntPredicate, MachineFunction};
use crate::ir::opcodes::*;

/// Replaces constants in the phis of `mf`.
pub fn run(mf: &mut MachineFunction) {
    for n in 0..mf.layout.len() {
        let block = mf.layout[n];
        if let Some((to, value, constant)) = equal_on_edge(mf, block) {
            replace(mf, (block, to), value, constant);
        }
    }
}

/// Returns the successor if equal, the value and the constant, for a block that ends in a branch on
/// equality with a constant.
fn equal_on_edge(mf: &MachineFunction, block: BlockId) -> Option<(BlockId, VReg, i64)> {
    let (branch, jump) = mf.branch_and_jump(block)?;
    let (yes, no) = (mf.operand(branch, 1).as_block()?, mf.operand(jump, 0).as_block()?);
    let test = mf.def(mf.vreg_operand(branch, 0)?).filter(|&i| mf.opcode(i) == G_ICMP && yes != no)?;
    let to = match mf.operand(test, 1).as_int_predicate()? {
        IntPredicate::Eq => yes,
        IntPredicate::Ne => no,
        _ => return None,
    };
    let (value, other) = (mf.vreg_operand(test, 2)?, mf.vreg_operand(test, 3)?);
    Some((to, value, mf.constant(other)?))
}

/// Replaces the constant `known`, with the type of `value`, by `value` in the phis of `to` on the
/// edge from `from`.
fn replace(mf: &mut MachineFunction, (from, to): (BlockId, BlockId), value: VReg, known: i64) {
    let mut next = mf.first_inst(to);
    while let Some(phi) = next.filter(|&i| mf.opcode(i) == G_PHI) {
        next = mf.next_inst(phi);
        for n in (1..mf.operands(phi).len()).step_by(2) {
            let (input, block) = (mf.operand(phi, n), mf.operands(phi).get(n + 1).and_then(|o| o.as_block()));
            let same = |v| mf.ty(v) == mf.ty(value) && mf.constant(v) == Some(known);
            if block == Some(from) && input.vreg().is_some_and(same) {
                mf.set_operand(phi, n, input.with_reg(value));
            }
        }
    }
}
