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

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{GENERIC, after};

    /// Returns the phi of a function after the pass. Its block is entered from the entry if the
    /// comparison is true, with the constant 7, and if it is false, with %6.
    fn phi(comparison: &str, constant: &str) -> String {
        let body = format!(
            "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s64) = G_CONSTANT i64 7
                %2:_(s1) = G_ICMP {comparison}, %0(s64), %1
                %3:_(s64) = G_CONSTANT i64 {constant}
                %4:_(s64) = G_ADD %0, %1
                G_BRCOND %2(s1), %bb.1
                G_BR %bb.2
            bb.1:
                %5:_(s64) = G_PHI %3(s64), %bb.0, %6(s64), %bb.2
                RET
            bb.2:
                %6:_(s64) = G_PHI %3(s64), %bb.0
                G_BR %bb.1"
        );
        let phis = after(GENERIC, &body, run).into_iter().filter(|line| line.contains("G_PHI"));
        phis.map(|line| line.split("G_PHI ").nth(1).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
            .join("; ")
    }

    #[test]
    fn the_compared_value_replaces_an_equal_constant() {
        assert_eq!(phi("intpred(eq)", "7"), "%0(s64), %bb.0, %6(s64), %bb.2; %3(s64), %bb.0");
        assert_eq!(phi("intpred(ne)", "7"), "%3(s64), %bb.0, %6(s64), %bb.2; %0(s64), %bb.0");
    }

    #[test]
    fn constants_on_other_edges_and_of_other_types_stay() {
        let body = "bb.0:
                liveins: $r0
                %0:_(s64) = COPY $r0
                %1:_(s64) = G_CONSTANT i64 7
                %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
                %3:_(s32) = G_CONSTANT i32 7
                G_BRCOND %2(s1), %bb.1
                G_BR %bb.2
            bb.1:
                %4:_(s64) = G_PHI %1(s64), %bb.0, %1(s64), %bb.2
                %5:_(s32) = G_PHI %3(s32), %bb.0, %3(s32), %bb.2
                RET
            bb.2:
                G_BR %bb.1";
        let lines = after(GENERIC, body, run);
        let phis: Vec<_> = lines.iter().filter(|line| line.contains("G_PHI")).collect();
        let expected = [
            "%4:_(s64) = G_PHI %0(s64), %bb.0, %1(s64), %bb.2",
            "%5:_(s32) = G_PHI %3(s32), %bb.0, %3(s32), %bb.2",
        ];
        assert_eq!(phis, expected);
    }

    #[test]
    fn other_constants_and_comparisons_stay() {
        let unchanged = "%3(s64), %bb.0, %6(s64), %bb.2; %3(s64), %bb.0";
        assert_eq!(phi("intpred(eq)", "8"), unchanged);
        assert_eq!(phi("intpred(ule)", "7"), unchanged);
    }
}
