//! The instructions of a function by scopes: before which others begin, and after which the one so far ends.
//!
//! * Requires: instructions as they are emitted.
//! * Establishes: code without a location is of the scope before it, unless a block begins with it. A scope goes on where code of a scope in it follows, and
//!   where it is the scope around what it follows.
//! * Cost: constant for each instruction, and the scopes around it where the scope changes.
//! * Source: LLVM's `LexicalScopes::extractLexicalScopes` and `assignInstructionRanges`, and `DebugHandlerBase::identifyScopeMarkers`.

use super::rows::{is_meta, loc_of};
use super::scopes::around_scope;
use super::unit::MOST_SCOPES;
use crate::ir::debug_info::{DebugInfo, NodeId};
use crate::ir::entity::{DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use rustc_hash::{FxHashMap, FxHashSet};

/// A block or function, and the call that it was inlined at.
pub(super) type ScopeKey = (NodeId, Option<DebugLoc>);

/// What begins and ends at instructions.
#[derive(Debug, Default)]
pub struct ScopeRanges {
    /// Instructions before which code of the scope of a location begins.
    pub begins: FxHashMap<InstId, DebugLoc>,
    /// Those of them that are the first of a scope.
    pub opens: FxHashSet<InstId>,
    /// Instructions that are the last of a scope.
    pub closes: FxHashSet<InstId>,
}

impl ScopeRanges {
    /// Those of a function; what `is_left_out` says is not emitted.
    pub fn of(
        info: &DebugInfo,
        function: &MachineFunction,
        is_left_out: impl Fn(InstId) -> bool,
    ) -> ScopeRanges {
        let mut ranges = ScopeRanges::default();
        // The last instruction so far, and its scope.
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

    /// An instruction of a scope follows one that is the `last` of another.
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

/// Whether a scope is around another one.
fn is_around(info: &DebugInfo, outer: ScopeKey, inner: ScopeKey) -> bool {
    scopes_around(info, inner).any(|scope| scope == outer)
}

/// A scope and those around it, the innermost first.
pub(super) fn scopes_around(info: &DebugInfo, scope: ScopeKey) -> impl Iterator<Item = ScopeKey> + '_ {
    let around =
        std::iter::successors(Some(scope), |&(node, inlined_at)| around_scope(info, node, inlined_at));
    around.take(MOST_SCOPES)
}
