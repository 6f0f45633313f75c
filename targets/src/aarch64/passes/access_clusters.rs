//! `access-clusters`: moves loads and stores of adjacent memory next to each other.
//!
//! Two loads from one base whose addresses are adjacent become neighbours: the later one moves up.
//! Of two stores, the earlier one moves down. Register allocation then assigns different registers,
//! and `load-store-opt` merges each pair. An access moves over no instruction that may access its
//! memory: accesses do not alias if they have different offsets from one base.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear; an access
//! visits at most `MAX_DISTANCE` instructions.

use crate::aarch64::passes::load_store_pairs::{VirtualAccess, virtual_access};
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::{
    COPY, EXTRACT_SUBREG, IMPLICIT_DEF, INSERT_SUBREG, REG_SEQUENCE, SUBREG_TO_REG,
};
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode};
use gisel_codegen::target::PassTarget;
use std::iter;

/// The maximum distance over which an access moves, in instructions.
const MAX_DISTANCE: usize = 16;

/// Instructions of all targets that only name registers.
const MOVES: [Opcode; 6] = [COPY, EXTRACT_SUBREG, IMPLICIT_DEF, INSERT_SUBREG, REG_SEQUENCE, SUBREG_TO_REG];

/// Moves the accesses of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut clusters = AccessClusters { mf, target, paired: Vec::new() };
    for n in 0..clusters.mf.layout.len() {
        clusters.block(clusters.mf.layout[n]);
    }
}

struct AccessClusters<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    /// The accesses of the block that have a neighbour.
    paired: Vec<InstId>,
}

impl AccessClusters<'_> {
    fn block(&mut self, block: BlockId) {
        self.paired.clear();
        let mut next = self.mf.first_inst(block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            if let Some(access) = self.access(inst)
                && let Some((mate, distance)) = self.mate(inst, &access)
            {
                self.paired.extend([mate, inst]);
                if distance > 0 {
                    self.join(mate, inst, access.is_load);
                }
            }
        }
    }

    /// Moves two accesses next to each other.
    fn join(&mut self, first: InstId, second: InstId, are_loads: bool) {
        if are_loads {
            self.mf.unlink_inst(second);
            self.mf.insert_after(first, second);
        } else {
            self.mf.unlink_inst(first);
            self.mf.insert_before(second, first);
        }
    }

    /// Returns the access of `inst`, if it can be one of a pair.
    fn access(&self, inst: InstId) -> Option<VirtualAccess> {
        self.mf.mem_operand(inst).filter(|m| m.is_unordered())?;
        virtual_access(self.mf, inst)
    }

    /// Returns the nearest earlier access with which `inst` makes a pair, and the number of
    /// instructions between them.
    fn mate(&self, inst: InstId, access: &VirtualAccess) -> Option<(InstId, usize)> {
        let before = iter::successors(self.mf.prev_inst(inst), |&inst| self.mf.prev_inst(inst));
        for (distance, other) in before.take(MAX_DISTANCE).enumerate() {
            if self.is_fixed(other) {
                return None;
            }
            let found = self.access(other).filter(|found| found.makes_pair(access));
            if found.is_some() && !self.paired.contains(&other) {
                let may_move = access.is_load || self.may_move_down(other, inst);
                return may_move.then_some((other, distance));
            }
            if access.is_load && self.may_alias(other, access) {
                return None;
            }
        }
        None
    }

    /// Returns true if no instruction from `store` to `end` may access its memory.
    fn may_move_down(&self, store: InstId, end: InstId) -> bool {
        let Some(access) = self.access(store) else { return false };
        let after = iter::successors(self.mf.next_inst(store), |&inst| self.mf.next_inst(inst));
        after.take_while(|&inst| inst != end).all(|inst| !self.may_alias(inst, &access))
    }

    /// Returns true if no access may move over `inst`.
    fn is_fixed(&self, inst: InstId) -> bool {
        let fixed = InstrFlags::SIDE_EFFECTS | InstrFlags::CALL | InstrFlags::TERMINATOR | InstrFlags::BRANCH;
        let opcode = self.mf.opcode(inst);
        if !opcode.is_target() {
            // Copies to the registers of arguments stay together.
            let names_register = |o: &Operand| o.is_def() && o.phys().is_some();
            return !MOVES.contains(&opcode) || self.mf.operands(inst).iter().any(names_register);
        }
        let is_ordered = self.mf.mem_operands(inst).any(|m| !m.is_unordered());
        is_ordered || self.target.desc(opcode).flags.intersects(fixed)
    }

    /// Returns true if `inst` may access the memory of `access`, and one of them writes it.
    fn may_alias(&self, inst: InstId, access: &VirtualAccess) -> bool {
        let desc = self.target.desc(self.mf.opcode(inst));
        let stores = desc.has(InstrFlags::MAY_STORE);
        if !stores && (access.is_load || !desc.has(InstrFlags::MAY_LOAD)) {
            return false;
        }
        virtual_access(self.mf, inst).is_none_or(|other| !other.is_apart(access))
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::aarch64::target::AArch64Target;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::machine::print;
    use gisel_codegen::mir_text::parser;

    /// Returns the loads and stores of a block after the pass, by opcode and offset.
    fn accesses(lines: &[&str]) -> Vec<String> {
        let target = AArch64Target::new("", "").expect("generic");
        let text = format!(
            "name: f\nlegalized: true\nregBankSelected: true\nselected: true\nisSSA: true\n\
             tracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $x0, $x1\n    %0:gpr64sp = COPY $x0\n    \
             %1:gpr64sp = COPY $x1\n    {}\n    RET_ReallyLR\n",
            lines.join("\n    ")
        );
        let mut module = Module::default();
        let read = parser::parse(&text, &target, SubtargetId::new(0), &mut module);
        let mut mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        run(&mut mf, &target);
        let shown =
            mf.insts(mf.entry()).map(|inst| print::inst_to_string(&mf, &target, inst).trim().to_owned());
        let shown = shown.filter(|line| line.contains("Xui"));
        shown.map(|line| line.split(" :: ").next().unwrap_or_default().to_owned()).collect()
    }

    const LOADS: [&str; 2] = ["%2:gpr64 = LDRXui %0, 0", "%3:gpr64 = LDRXui %0, 1"];

    /// Returns true if the loads are neighbours although `between` is between them.
    fn become_neighbours(between: &str) -> bool {
        let [first, second] = LOADS.map(|load| format!("{load} :: (load (s64))"));
        let after = accesses(&[&first, between, &second, "$x0 = COPY %3"]);
        after.windows(2).any(|pair| pair == LOADS)
    }

    #[test]
    fn a_load_moves_over_stores_that_are_apart() {
        assert!(become_neighbours("STRXui %2, %0, 0 :: (store (s64))"));
        assert!(become_neighbours("STRXui %2, %0, 2 :: (store (s64))"));
        assert!(!become_neighbours("STRXui %2, %0, 1 :: (store (s64))"));
        assert!(!become_neighbours("STRXui %2, %1, 0 :: (store (s64))"));
        assert!(!become_neighbours("%9:gpr64 = LDRXui %1, 0 :: (volatile load (s64))"));
    }

    #[test]
    fn a_store_moves_down_over_other_memory() {
        let stores = |between: &str| {
            let first = "STRXui %1, %0, 0 :: (store (s64))";
            let second = "STRXui %1, %0, 1 :: (store (s64))";
            accesses(&[first, between, second])
        };
        let moved = stores("%9:gpr64 = LDRXui %0, 1 :: (load (s64))");
        assert_eq!(moved[1..], ["STRXui %1, %0, 0", "STRXui %1, %0, 1"]);
        let stays = stores("%9:gpr64 = LDRXui %1, 0 :: (load (s64))");
        assert_eq!(stays[0], "STRXui %1, %0, 0");
    }
}
