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

use crate::ir::debug_info::{DebugInfo, DebugLocation};
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::post_ra::live_debug_values::{DebugHandler, DebugInst};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The statements of a function.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    /// The key instructions, which carry out statements.
    key_instructions: FxHashSet<InstId>,
    /// Instructions whose line differs from the preceding one on some path.
    entered: FxHashSet<InstId>,
}

impl Statements {
    /// Returns true if an instruction is a key instruction.
    pub(crate) fn is_key(&self, inst: InstId) -> bool {
        self.key_instructions.contains(&inst)
    }

    /// Returns true if the line of an instruction differs from the preceding one on some path.
    pub(crate) fn is_entered(&self, inst: InstId) -> bool {
        self.entered.contains(&inst)
    }
}

/// The candidates for an atom's statement.
#[derive(Default)]
struct Candidates {
    rank: u8,
    insts: SmallVec<[(InstId, BlockId); 2]>,
}

/// The first instruction of the current line, the line, and the atom that it represents.
type Standing = (InstId, u32, Option<u64>);

/// The lines at the end of a block.
#[derive(Clone, Copy, Default)]
struct LinesOut {
    /// The last instruction, its flags and its line.
    last: Option<(InstId, InstrFlags, Option<u32>)>,
    /// The flags of the one before it.
    before: Option<InstrFlags>,
    /// The last line before the last instruction.
    line_before: Option<u32>,
}

impl LinesOut {
    fn add(&mut self, inst: InstId, flags: InstrFlags, line: Option<u32>) {
        if let Some((_, flags, line)) = self.last {
            (self.before, self.line_before) = (Some(flags), line.or(self.line_before));
        }
        self.last = Some((inst, flags, line));
    }

    /// Returns the line of a jump after a conditional branch, if it has one, and the last line
    /// before it. Without such a jump, returns the last line of the block.
    fn get(&self) -> (Option<(InstId, u32)>, Option<u32>) {
        let Some((last, flags, line)) = self.last else { return (None, None) };
        if let Some(line) = line
            && self.before.is_some_and(|before| before.contains(InstrFlags::BRANCH))
            && flags.contains(InstrFlags::BRANCH | InstrFlags::BARRIER)
            && !flags.contains(InstrFlags::INDIRECT_BRANCH)
        {
            return (Some((last, line)), self.line_before);
        }
        (None, line.or(self.line_before))
    }
}

/// The debug handler that finds statements.
pub struct StatementFinder<'a> {
    function: &'a MachineFunction,
    has_atoms: bool,
    key_instructions: FxHashSet<InstId>,
    atoms: FxHashMap<(Option<DebugLoc>, u64), Candidates>,
    /// The first instruction of the current line in the block.
    standing: Option<Standing>,
    /// By block with predecessors: the first instruction with a line, and the line.
    firsts: FxHashMap<BlockId, (InstId, u32)>,
    /// True if the block has none so far.
    lacks_first: bool,
    out: LinesOut,
    /// The lines at the end of each block.
    lines_out: Vec<(BlockId, LinesOut)>,
}

impl<'a> StatementFinder<'a> {
    /// Returns the handler of a function.
    pub(crate) fn of(info: &DebugInfo, function: &'a MachineFunction) -> StatementFinder<'a> {
        StatementFinder {
            function,
            has_atoms: info.has_atoms(),
            key_instructions: FxHashSet::default(),
            atoms: FxHashMap::default(),
            standing: None,
            firsts: FxHashMap::default(),
            lacks_first: false,
            out: LinesOut::default(),
            lines_out: Vec::with_capacity(function.layout.len()),
        }
    }

    /// Returns the statements, after the last block.
    pub fn finish(mut self) -> Statements {
        let of_atoms = self.atoms.values().flat_map(|atom| &atom.insts).map(|&(inst, _)| inst);
        self.key_instructions.extend(of_atoms);
        let entered = self.entered();
        Statements { key_instructions: self.key_instructions, entered }
    }

    fn entered(&self) -> FxHashSet<InstId> {
        let mut entered = FxHashSet::default();
        for (block, out) in &self.lines_out {
            let (last, line) = out.get();
            for &successor in &self.function.block(*block).successors {
                let to_successor = last.filter(|&(jump, _)| self.leads_to(jump, successor));
                let line = to_successor.map_or(line, |(_, line)| Some(line));
                if let Some(&(first, first_line)) = self.firsts.get(&successor)
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

    /// Visits an instruction with a line, for key instructions.
    fn visit_atom(&mut self, at: &DebugInst<'_>, location: &DebugLocation) {
        let (inst, block) = (at.inst, at.block);
        let mut standing = match self.standing {
            Some(standing) if standing.1 == location.line => standing,
            _ => (inst, location.line, None),
        };
        let is_call = at.desc.has(InstrFlags::CALL);
        if is_call {
            self.key_instructions.insert(standing.0);
        }
        self.standing = (!is_call).then_some(standing);
        // The first instruction of its line represents it, even for a tail call with an atom.
        let is_last = is_call && at.desc.has(InstrFlags::RETURN);
        let Some(atom) = location.atom.filter(|_| !is_last) else { return };
        if is_call || standing.2.is_some_and(|group| group != atom.group) {
            standing = (inst, location.line, None);
        }
        let candidates = self.atoms.entry((location.inlined_at, atom.group)).or_default();
        if candidates.rank != 0 && candidates.rank < atom.rank {
            self.standing = (!is_call).then_some(standing);
            return;
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
        self.standing = (!is_call).then_some((standing.0, standing.1, Some(atom.group)));
    }
}

impl DebugHandler for StatementFinder<'_> {
    fn begin_block(&mut self, block: BlockId) {
        self.standing = None;
        self.lacks_first = !self.function.block(block).predecessors.is_empty();
        self.out = LinesOut::default();
    }

    fn visit(&mut self, at: &DebugInst<'_>) {
        if !at.is_emitted() {
            return;
        }
        let location = at.with_line();
        self.out.add(at.inst, at.desc.flags, location.map(|location| location.line));
        let Some(location) = location else { return };
        if std::mem::take(&mut self.lacks_first) {
            self.firsts.insert(at.block, (at.inst, location.line));
        }
        if self.has_atoms {
            self.visit_atom(at, location);
        }
    }

    fn end_block(&mut self, block: BlockId) {
        self.lines_out.push((block, self.out));
    }
}
