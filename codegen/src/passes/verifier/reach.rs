//! Checks the range of branches: after `branch-relaxation`, and after allocation if no register is
//! reserved for long jumps.
//!
//! Distances are from the branch to the start of its target, with default instruction sizes; inline
//! assembly counts as zero. The assembler relaxes a conditional branch to an inverted branch over a
//! jump, so all branches have the range of the jump.

use super::Verifier;
use crate::ir::mir::Properties;
use crate::machine::desc::instructions::InstrFlags;

impl Verifier<'_> {
    /// Reports branches whose target is out of range.
    pub(super) fn reach(&mut self) {
        let frame = &self.mf.frame;
        let is_due = !frame.long_branches || frame.branches_relaxed;
        if !self.mf.properties.contains(Properties::NO_VREGS) || !is_due {
            return;
        }
        let Some(long) = self.target.instr_info().long_branch() else { return };
        let (starts, end) = self.starts();
        if end <= long.reach {
            return;
        }
        for &block in &self.mf.layout {
            let mut at = starts[block.index()];
            for inst in self.mf.insts(block) {
                let desc = self.target.desc(self.mf.opcode(inst));
                let is_limited = desc.has(InstrFlags::BRANCH) && self.mf.opcode(inst) != long.opcode;
                for (n, operand) in self.mf.operands(inst).iter().enumerate().filter(|_| is_limited) {
                    let Some(to) = operand.as_block() else { continue };
                    let distance = starts[to.index()].abs_diff(at);
                    if distance > long.reach {
                        let reach = long.reach;
                        self.report(
                            inst,
                            Some(n),
                            format!("%{to} is {distance} bytes away, out of the range of {reach}"),
                        );
                    }
                }
                at += u64::from(desc.size);
            }
        }
    }

    /// Returns the offset of each block in bytes from the start of the function, and the offset of
    /// the end.
    fn starts(&self) -> (Vec<u64>, u64) {
        let mut starts = vec![0; self.mf.num_blocks()];
        let mut at = 0;
        for &block in &self.mf.layout {
            starts[block.index()] = at;
            at += self
                .mf
                .insts(block)
                .map(|i| u64::from(self.target.desc(self.mf.opcode(i)).size))
                .sum::<u64>();
        }
        (starts, at)
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::ALLOCATED;

    /// Returns a function that branches over this number of instructions of four bytes.
    fn branch_over(branch: &str, count: usize) -> String {
        let between = "$r0 = CONST 1\n".repeat(count);
        format!("bb.0:\nsuccessors: %bb.2\n{branch} %bb.2\nbb.1:\n{between}RET\nbb.2:\nRET")
    }

    #[test]
    fn branches_reach_their_targets() {
        let far = "%bb.2 is 8196 bytes away, out of the range of 8192";
        check(
            ALLOCATED,
            &[
                (&branch_over("BR", 2046), ""),
                (&branch_over("BR", 2047), far),
                (&branch_over("LONG_BR", 2047), ""),
            ],
        );
    }
}
