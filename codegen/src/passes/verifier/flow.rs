//! Checks blocks and edges, jump tables included.

use super::{Verifier, Violation};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::asm_operand::asm_unwinds;
use crate::ir::mir::{MachineFunction, Properties};
use crate::ir::opcodes::{CFI_INSTRUCTION, EH_LABEL, INLINEASM_BR, PHI};
use crate::machine::desc::instructions::InstrFlags;

/// All edges as the blocks at either end list them, as pairs from and to, ascending.
struct Edges {
    by_successors: Vec<(BlockId, BlockId)>,
    by_predecessors: Vec<(BlockId, BlockId)>,
}

impl Edges {
    fn of(mf: &MachineFunction) -> Edges {
        let mut edges = Edges { by_successors: Vec::new(), by_predecessors: Vec::new() };
        for &block in &mf.layout {
            edges.by_successors.extend(mf.block(block).successors.iter().map(|&to| (block, to)));
            edges.by_predecessors.extend(mf.block(block).predecessors.iter().map(|&from| (from, block)));
        }
        edges.by_successors.sort_unstable();
        edges.by_predecessors.sort_unstable();
        edges
    }
}

/// Returns the number of times that an edge is listed.
fn count(edges: &[(BlockId, BlockId)], edge: (BlockId, BlockId)) -> usize {
    edges.partition_point(|&e| e <= edge) - edges.partition_point(|&e| e < edge)
}

impl Verifier<'_> {
    /// Checks that edges are listed at both ends, that phis come first and terminators last, and
    /// that these name the successors. Returns for each block whether it is in the layout.
    pub(super) fn flow(&mut self) -> Vec<bool> {
        let mut in_layout = vec![false; self.mf.num_blocks()];
        for &block in &self.mf.layout {
            if std::mem::replace(&mut in_layout[block.index()], true) {
                self.report_block(block, "the block is in the layout twice");
            }
        }
        let edges = Edges::of(self.mf);
        for n in 0..self.mf.layout.len() {
            let block = self.mf.layout[n];
            self.edges(block, &edges, &in_layout);
            self.order(block);
            self.landing_pad(block);
            self.invoke(block);
            self.successors(block, self.mf.layout.get(n + 1).copied());
        }
        in_layout
    }

    /// Checks that jump table targets are blocks of the function.
    pub(super) fn jump_tables(&mut self, in_layout: &[bool]) {
        for (number, table) in self.mf.jump_tables.iter().enumerate() {
            if let Some(to) = table.targets.iter().find(|&&to| !contains(in_layout, to)) {
                let message =
                    format!("%jump-table.{number} has the target %{to}, which is not in the function");
                self.violations.push(Violation {
                    block: None,
                    instruction: String::new(),
                    operand: None,
                    message,
                });
            }
        }
    }

    fn edges(&mut self, block: BlockId, edges: &Edges, in_layout: &[bool]) {
        let b = self.mf.block(block);
        if !b.probabilities.is_empty() && b.probabilities.len() != b.successors.len() {
            self.report_block(block, "as many probabilities as successors are needed");
        }
        for &to in &b.successors {
            if !contains(in_layout, to) {
                self.report_block(block, format!("successor %{to} is not in the function"));
            } else if count(&edges.by_predecessors, (block, to)) != 1 {
                self.report_block(
                    block,
                    format!("successor %{to} does not list this block as a predecessor once"),
                );
            }
        }
        for &from in &b.predecessors {
            if count(&edges.by_successors, (from, block)) == 0 {
                self.report_block(
                    block,
                    format!("predecessor %{from} does not list this block as a successor"),
                );
            }
        }
    }

    /// Checks that a landing pad starts with its label. Up to register allocation it has one
    /// invoke.
    fn landing_pad(&mut self, block: BlockId) {
        if !self.mf.block(block).is_eh_pad {
            return;
        }
        let shared = self.mf.block(block).predecessors.len() != 1;
        if shared && !self.mf.properties.contains(Properties::NO_VREGS) {
            self.report_block(block, "a landing pad is that of one invoke");
        }
        if self.mf.first_inst(block).is_none_or(|first| !self.begins_pad(first)) {
            self.report_block(block, "a landing pad starts with a label");
        }
    }

    /// Returns true if an instruction is a label, or a CFI directive before one.
    fn begins_pad(&self, first: InstId) -> bool {
        let mut insts = std::iter::successors(Some(first), |&inst| self.mf.next_inst(inst));
        let inst = insts.find(|&inst| self.mf.opcode(inst) != CFI_INSTRUCTION);
        inst.is_some_and(|inst| self.mf.opcode(inst) == EH_LABEL)
    }

    /// Checks that an invoke's block ends in a label, the call, a label and perhaps a jump.
    fn invoke(&mut self, block: BlockId) {
        let pads = self.mf.block(block).successors.iter().filter(|to| self.mf.block(**to).is_eh_pad);
        let pads = pads.count();
        let Some(invoke) = self.mf.invoke(block) else {
            if pads != 0 {
                self.report_block(block, "exceptions land, but no call is between labels");
            }
            return;
        };
        let has = |inst: InstId, flag| self.target.desc(self.mf.opcode(inst)).has(flag);
        let calls = |inst: InstId| has(inst, InstrFlags::CALL) || asm_unwinds(self.mf, inst);
        let between = std::iter::successors(self.mf.next_inst(invoke.begin), |&inst| self.mf.next_inst(inst));
        let found = between.take_while(|&inst| inst != invoke.end).filter(|&inst| calls(inst)).count();
        let rest = std::iter::successors(self.mf.next_inst(invoke.end), |&inst| self.mf.next_inst(inst));
        let found = if calls(invoke.call) { found } else { 0 };
        let mut rest = rest.filter(|&inst| self.mf.opcode(inst) != CFI_INSTRUCTION);
        // Passes after allocation may put something after the call that does not unwind.
        let allocated = self.mf.properties.contains(Properties::NO_VREGS);
        let may_follow = |inst| has(inst, InstrFlags::TERMINATOR) || allocated && !calls(inst);
        if pads != 1 || found != 1 || !rest.all(may_follow) {
            self.report_block(block, "the block of an invoke ends at one call that has one landing pad");
        }
    }

    fn order(&mut self, block: BlockId) {
        let (mut body, mut terminated) = (false, false);
        let (set_up, destroy) = self.target.frame_lowering().call_frame_opcodes();
        for inst in self.mf.insts(block) {
            let opcode = self.mf.opcode(inst);
            let flags = self.target.desc(opcode).flags;
            let is_call_frame = opcode == set_up || opcode == destroy;
            let is_phi = opcode == PHI || opcode == crate::ir::opcodes::G_PHI;
            if is_phi && body {
                self.report(inst, None, "a phi stands after other instructions");
            }
            body |= !is_phi;
            // Copies and debug instructions are allowed between terminators.
            let terminator = flags.contains(InstrFlags::TERMINATOR);
            if terminated && !terminator && (is_call_frame || !flags.contains(InstrFlags::PSEUDO)) {
                self.report(inst, None, "an instruction stands after a terminator");
            }
            terminated |= terminator;
        }
    }

    /// Checks that branch targets are successors, and that a block without a barrier at its end
    /// falls through to a successor.
    fn successors(&mut self, block: BlockId, next: Option<BlockId>) {
        let successors = &self.mf.block(block).successors;
        let mut falls_through = true;
        for inst in self.mf.insts(block) {
            let flags = self.target.desc(self.mf.opcode(inst)).flags;
            if !flags.contains(InstrFlags::TERMINATOR) {
                continue;
            }
            for (n, operand) in self.mf.operands(inst).iter().enumerate() {
                let Some(to) = operand.as_block() else { continue };
                if !successors.contains(&to) && self.mf.opcode(inst) != INLINEASM_BR {
                    self.report(inst, Some(n), format!("%{to} is branched to but is no successor"));
                }
            }
            falls_through &= !flags.contains(InstrFlags::BARRIER);
        }
        let ends = self.mf.last_inst(block).is_none_or(|last| {
            let flags = self.target.desc(self.mf.opcode(last)).flags;
            !flags.intersects(InstrFlags::RETURN | InstrFlags::SIDE_EFFECTS | InstrFlags::CALL)
        });
        if falls_through && !successors.is_empty() && ends && !next.is_some_and(|n| successors.contains(&n)) {
            self.report_block(block, "control falls through to a block that is no successor");
        }
    }
}

/// Returns true if `block`, whose number may be out of range, is in the layout.
fn contains(in_layout: &[bool], block: BlockId) -> bool {
    in_layout.get(block.index()).copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use crate::ir::entity::BlockId;
    use crate::ir::mir::{MachineFunction, Properties};
    use crate::ir::module::Module;
    use crate::passes::verifier::tests::check;
    use crate::passes::verifier::verify;
    use crate::testing::passes::{ALLOCATED, GENERIC, SELECTED, parse};
    use crate::testing::toy::TOY;

    #[test]
    fn edges_are_those_of_branches() {
        check(
            SELECTED,
            &[
                ("bb.0:\nsuccessors: %bb.1\nBR %bb.1\nbb.1:\nRET", ""),
                ("bb.0:\nsuccessors: %bb.1\nbb.1:\nRET", ""),
                (
                    "bb.0:\nsuccessors: %bb.2\nBR %bb.1\nbb.1:\nRET\nbb.2:\nRET",
                    "%bb.1 is branched to but is no successor",
                ),
                (
                    "bb.0:\nsuccessors: %bb.2\nbb.1:\nRET\nbb.2:\nRET",
                    "control falls through to a block that is no successor",
                ),
                (
                    "bb.0:\nsuccessors: %bb.1(0x40000000), %bb.2\n%0:gpr = CONST 1\nBCC %0, %bb.2\nbb.1:\nRET\nbb.2:\nRET",
                    "as many probabilities as successors are needed",
                ),
            ],
        );
    }

    #[test]
    fn phis_are_first_and_terminators_last() {
        check(
            SELECTED,
            &[
                ("bb.0:\nRET\nDESTROY 0, 0", "an instruction stands after a terminator"),
                (
                    "bb.0:\n%0:gpr = CONST 1\nBR %bb.1\nbb.1:\nTRACE %0\n%1:gpr = PHI %0, %bb.0\nRET",
                    "a phi stands after other instructions",
                ),
            ],
        );
    }

    #[test]
    fn exceptions_land_at_labels_from_calls_between_labels() {
        let invoke = |calls: &str, pad: &str| {
            format!(
                "bb.0:\nsuccessors: %bb.1, %bb.2\nEH_LABEL <mcsymbol .Ltmp1>\n{calls}EH_LABEL <mcsymbol .Ltmp2>\n\
                 BR %bb.1\nbb.1:\nRET\nbb.2 (landing-pad):\n{pad}RET"
            )
        };
        let (call, label) = ("CALL csr_toy\n", "EH_LABEL <mcsymbol .Ltmp3>\n");
        let ends = "the block of an invoke ends at one call that has one landing pad";
        check(
            GENERIC,
            &[
                (&invoke(call, label), ""),
                (&invoke(call, ""), "a landing pad starts with a label"),
                (&invoke(&call.repeat(2), label), ends),
                (&invoke("%0:gpr = CONST 1\n", label), ends),
                (
                    "bb.0:\nsuccessors: %bb.1, %bb.2\nCALL csr_toy\nBR %bb.1\nbb.1:\nRET\nbb.2 (landing-pad):\n\
                 EH_LABEL <mcsymbol .Ltmp3>\nRET",
                    "exceptions land, but no call is between labels",
                ),
            ],
        );
    }

    #[test]
    fn invokes_share_landing_pads_after_register_allocation_only() {
        let invoke = |n: u32, to: &str| {
            format!(
                "bb.{n}:\nsuccessors: {to}, %bb.3\nEH_LABEL <mcsymbol .Ltmp{n}>\nCALL csr_toy\n\
                 EH_LABEL <mcsymbol .Ltmp1{n}>\nBR {to}\n"
            )
        };
        let pad = "bb.2:\nRET\nbb.3 (landing-pad):\nEH_LABEL <mcsymbol .Ltmp5>\nRET";
        let body = format!("{}{}{pad}", invoke(0, "%bb.1"), invoke(1, "%bb.2"));
        // The parser splits shared pads before allocation.
        let mut mf = parse(&mut Module::default(), ALLOCATED, &body);
        assert!(verify(&mf, TOY).is_ok());
        mf.properties.remove(Properties::NO_VREGS);
        let violations = verify(&mf, TOY).expect_err("two invokes have one pad");
        assert_eq!(violations[0].message, "a landing pad is that of one invoke");
    }

    #[test]
    fn blocks_edges_and_tables_are_consistent() {
        let tables = "jumpTable:\n  kind: block-address\n  entries:\n    - { id: 0, blocks: [ '%bb.1' ] }\n";
        let body = "bb.0:\nBR %bb.1\nbb.1:\nRET";
        type Break = fn(&mut MachineFunction);
        let table: [(Break, &str); 5] = [
            (|mf| mf.layout.push(BlockId::new(0)), "the block is in the layout twice"),
            (|mf| mf.layout.truncate(1), "successor %bb.1 is not in the function"),
            (|mf| mf.layout.truncate(1), "%jump-table.0 has the target %bb.1, which is not in the function"),
            (
                |mf| mf.block_mut(BlockId::new(1)).predecessors.clear(),
                "successor %bb.1 does not list this block as a predecessor once",
            ),
            (
                |mf| mf.block_mut(BlockId::new(0)).successors.clear(),
                "predecessor %bb.0 does not list this block as a successor",
            ),
        ];
        for (break_it, message) in table {
            let mut mf = parse(&mut Module::default(), &format!("{SELECTED}{tables}"), body);
            assert!(verify(&mf, TOY).is_ok());
            break_it(&mut mf);
            let violations = verify(&mf, TOY).expect_err("it is broken");
            assert!(violations.iter().any(|violation| violation.message == message), "{violations:?}");
        }
    }
}
