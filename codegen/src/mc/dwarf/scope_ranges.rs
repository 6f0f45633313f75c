//! The instruction ranges of scopes in a function: where a scope begins, and where the previous one
//! ends.
//!
//! * Requires: instructions in emission order.
//! * Establishes: code without a location belongs to the preceding scope, unless it begins a block.
//!   A scope continues before code of a nested scope, and where it encloses the preceding one.
//! * Cost: constant for each instruction, plus the enclosing scopes where the scope changes.
//! * Source: LLVM's `LexicalScopes::extractLexicalScopes` and `assignInstructionRanges`, and
//!   `DebugHandlerBase::identifyScopeMarkers`.

use crate::ir::debug_info::{DebugInfo, NodeId};
use crate::ir::entity::{DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use crate::mc::dwarf::input::MAX_SCOPES;
use crate::mc::dwarf::rows::{is_meta, loc_of};
use crate::mc::dwarf::scopes::around_scope;
use rustc_hash::{FxHashMap, FxHashSet};

/// A block or function, and the call that it was inlined at.
pub(super) type ScopeKey = (NodeId, Option<DebugLoc>);

/// The scopes that begin and end at instructions.
#[derive(Debug, Default)]
pub struct ScopeRanges {
    /// Instructions where code of a location's scope begins.
    pub begins: FxHashMap<InstId, DebugLoc>,
    /// The instructions of `begins` that are the first of a scope.
    pub opens: FxHashSet<InstId>,
    /// Instructions that are the last of a scope.
    pub closes: FxHashSet<InstId>,
}

impl ScopeRanges {
    /// Returns the ranges of a function. Instructions that `is_left_out` returns true for are not
    /// emitted.
    pub fn of(
        info: &DebugInfo,
        function: &MachineFunction,
        is_left_out: impl Fn(InstId) -> bool,
    ) -> ScopeRanges {
        let mut ranges = ScopeRanges::default();
        // The last instruction, and its scope.
        let mut last: Option<(InstId, ScopeKey)> = None;
        for &block in &function.layout {
            let mut continues = false;
            let insts = function.insts(block);
            for inst in insts.filter(|&inst| !is_meta(function.opcode(inst)) && !is_left_out(inst)) {
                let loc = loc_of(function, inst);
                let scope = loc.and_then(|loc| scope_of(info, loc));
                if let Some((loc, scope)) = loc.zip(scope) {
                    ranges.enter(info, inst, (loc, scope), last);
                    (last, continues) = (Some((inst, scope)), true);
                } else if continues {
                    last = last.map(|(_, scope)| (inst, scope));
                }
            }
        }
        ranges.closes.extend(last.map(|(inst, _)| inst));
        ranges
    }

    /// Records the change of scope at an instruction after `last`.
    fn enter(
        &mut self,
        info: &DebugInfo,
        inst: InstId,
        (loc, scope): (DebugLoc, ScopeKey),
        last: Option<(InstId, ScopeKey)>,
    ) {
        if last.is_some_and(|(_, before)| before == scope) {
            return;
        }
        self.begins.insert(inst, loc);
        if !last.is_some_and(|(_, before)| is_around(info, scope, before)) {
            self.opens.insert(inst);
        }
        if let Some((end, before)) = last
            && !is_around(info, before, scope)
        {
            self.closes.insert(end);
        }
    }
}

pub(super) fn scope_of(info: &DebugInfo, loc: DebugLoc) -> Option<ScopeKey> {
    let location = info.location(loc)?;
    Some((info.plain_scope(location.scope), location.inlined_at))
}

/// Returns true if a scope encloses another one.
fn is_around(info: &DebugInfo, outer: ScopeKey, inner: ScopeKey) -> bool {
    scopes_around(info, inner).any(|scope| scope == outer)
}

/// Returns a scope and its enclosing ones, the innermost first.
pub(super) fn scopes_around(info: &DebugInfo, scope: ScopeKey) -> impl Iterator<Item = ScopeKey> + '_ {
    let around =
        std::iter::successors(Some(scope), |&(node, inlined_at)| around_scope(info, node, inlined_at));
    around.take(MAX_SCOPES)
}
