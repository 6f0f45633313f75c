//! The instructions that begin statements, besides those whose line differs from the previous
//! one's.
//!
//! The atoms of locations (`atomGroup`, `atomRank`) mark the instructions that carry out a
//! statement. In functions with atoms (`keyInstructions`), statements begin only at these. In other
//! functions, a block's first line is a statement unless all predecessors end in that line.
//!
//! * Requires: instructions in emission order.
//! * Establishes: an instruction with the lowest rank of its atom in each block is a statement, as
//!   is every call. It is represented by the first preceding instruction of its line, unless
//!   another atom is between them.
//! * Cost: constant for each instruction and edge.
//! * Source: LLVM's `DwarfDebug::computeKeyInstructions` and `findForceIsStmtInstrs`; its document
//!   `KeyInstructionsDebugInfo`.

use crate::ir::debug_info::{DebugInfo, Location};
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::mc::dwarf::rows::{is_meta, loc_of};
use crate::mc::target::EmitTarget;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The statements of a function.
#[derive(Debug, Default)]
pub struct Statements {
    /// The key instructions, which carry out statements.
    key_instructions: FxHashSet<InstId>,
    /// Instructions whose line differs from the preceding one on some path.
    entered: FxHashSet<InstId>,
}

impl Statements {
    /// Returns the statements of a function. Instructions that `is_left_out` returns true for are
    /// not emitted.
    pub fn of(
        info: &DebugInfo,
        function: &MachineFunction,
        target: &dyn EmitTarget,
        is_left_out: impl Fn(InstId) -> bool,
    ) -> Statements {
        let emitted = Emitted { info, function, target, is_left_out };
        Statements {
            key_instructions: if info.has_atoms() {
                emitted.key_instructions()
            } else {
                FxHashSet::default()
            },
            entered: emitted.entered(),
        }
    }

    /// Returns true if an instruction is a key instruction.
    pub fn is_key(&self, inst: InstId) -> bool {
        self.key_instructions.contains(&inst)
    }

    /// Returns true if the line of an instruction differs from the preceding one on some path.
    pub fn is_entered(&self, inst: InstId) -> bool {
        self.entered.contains(&inst)
    }
}

/// The candidates for an atom's statement.
#[derive(Default)]
struct Candidates {
    rank: u8,
    insts: SmallVec<[(InstId, BlockId); 2]>,
}

struct Emitted<'a, F> {
    info: &'a DebugInfo,
    function: &'a MachineFunction,
    target: &'a dyn EmitTarget,
    is_left_out: F,
}

impl<'a, F: Fn(InstId) -> bool> Emitted<'a, F> {
    fn insts(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        let insts = self.function.insts(block);
        insts.filter(|&inst| !is_meta(self.function.opcode(inst)) && !(self.is_left_out)(inst))
    }

    /// Returns the location of an instruction, if it has a line.
    fn location(&self, inst: InstId) -> Option<&'a Location> {
        let location = loc_of(self.function, inst).and_then(|loc| self.info.location(loc));
        location.filter(|location| location.line != 0)
    }

    fn has(&self, inst: InstId, flags: InstrFlags) -> bool {
        self.target.desc(self.function.opcode(inst)).has(flags)
    }

    fn key_instructions(&self) -> FxHashSet<InstId> {
        let mut found = FxHashSet::default();
        let mut atoms: FxHashMap<(Option<DebugLoc>, u64), Candidates> = FxHashMap::default();
        for &block in &self.function.layout {
            // The first instruction of the current line, with the atom that it represents.
            let mut first: Option<(InstId, u32, Option<u64>)> = None;
            for inst in self.insts(block) {
                let Some(location) = self.location(inst) else { continue };
                let mut standing = match first {
                    Some(first) if first.1 == location.line => first,
                    _ => (inst, location.line, None),
                };
                let is_call = self.has(inst, InstrFlags::CALL);
                if is_call {
                    found.insert(standing.0);
                }
                first = (!is_call).then_some(standing);
                // The first instruction of its line represents it, even for a tail call with an
                // atom.
                let is_last = is_call && self.has(inst, InstrFlags::RETURN);
                let Some(atom) = location.atom.filter(|_| !is_last) else { continue };
                if is_call || standing.2.is_some_and(|group| group != atom.group) {
                    standing = (inst, location.line, None);
                }
                let candidates = atoms.entry((location.inlined_at, atom.group)).or_default();
                if candidates.rank != 0 && candidates.rank < atom.rank {
                    first = (!is_call).then_some(standing);
                    continue;
                }
                match candidates.rank == atom.rank {
                    // The candidates of a block are the last ones.
                    true => {
                        while candidates.insts.last().is_some_and(|&(_, of)| of == block) {
                            candidates.insts.pop();
                        }
                    }
                    false => candidates.insts.clear(),
                }
                candidates.rank = atom.rank;
                candidates.insts.push((standing.0, block));
                first = (!is_call).then_some((standing.0, standing.1, Some(atom.group)));
            }
        }
        found.extend(atoms.values().flat_map(|atom| &atom.insts).map(|&(inst, _)| inst));
        found
    }

    fn entered(&self) -> FxHashSet<InstId> {
        let mut firsts: FxHashMap<BlockId, (InstId, u32)> = FxHashMap::default();
        for &block in &self.function.layout {
            if !self.function.block(block).predecessors.is_empty() {
                let first = self.insts(block).find_map(|inst| Some((inst, self.location(inst)?.line)));
                firsts.extend(first.map(|first| (block, first)));
            }
        }
        let mut entered = FxHashSet::default();
        for &block in &self.function.layout {
            let (last, line) = self.lines_out(block);
            for &successor in &self.function.block(block).successors {
                let to_successor = last.filter(|&(jump, _)| self.leads_to(jump, successor));
                let line = to_successor.map_or(line, |(_, line)| Some(line));
                if let Some(&(first, first_line)) = firsts.get(&successor)
                    && Some(first_line) != line
                {
                    entered.insert(first);
                }
            }
        }
        entered
    }

    fn leads_to(&self, jump: InstId, block: BlockId) -> bool {
        self.function.operands(jump).iter().any(|operand| operand.as_block() == Some(block))
    }

    /// Returns the line of a jump after a conditional branch, if it has one, and the last line
    /// before it. Without such a jump, returns the last line of the block.
    fn lines_out(&self, block: BlockId) -> (Option<(InstId, u32)>, Option<u32>) {
        let line = |inst: InstId| self.location(inst).map(|location| location.line);
        let insts: SmallVec<[InstId; 16]> = self.insts(block).collect();
        if let [before @ .., last] = &insts[..]
            && let Some(&conditional) = before.last()
            && self.has(*last, InstrFlags::BRANCH | InstrFlags::BARRIER)
            && !self.has(*last, InstrFlags::INDIRECT_BRANCH)
            && self.has(conditional, InstrFlags::BRANCH)
            && let Some(last_line) = line(*last)
        {
            return (Some((*last, last_line)), before.iter().rev().copied().find_map(line));
        }
        (None, insts.iter().rev().copied().find_map(line))
    }
}
