//! The instruction ranges of scopes in a function: where a scope begins, and where the previous one
//! ends.
//!
//! * Requires: instructions in emission order.
//! * Establishes: code without a location belongs to the preceding scope, unless it begins a block.
//!   A scope continues before code of a nested scope, and where it encloses the preceding one.
//! * Cost: constant for each instruction, plus the enclosing scopes where the scope changes.
//! * Source: LLVM's `LexicalScopes::extractLexicalScopes` and `assignInstructionRanges`, and
//!   `DebugHandlerBase::identifyScopeMarkers`.

use crate::ir::debug_info::{DebugInfo, ScopeKey};
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::inst_set::InstSet;
use crate::passes::post_ra::live_debug_values::{DebugHandler, DebugInst};

/// The scopes that begin and end at instructions.
#[derive(Debug, Default)]
pub(crate) struct ScopeRanges {
    /// Instructions where code of a location's scope begins, in emission order.
    pub begins: Vec<(InstId, DebugLoc)>,
    /// The instructions of `begins` that are the first of a scope.
    pub opens: Vec<InstId>,
    /// Instructions that are the last of a scope.
    pub closes: InstSet,
}

/// The debug handler that finds the ranges of scopes.
pub struct ScopeFinder<'a> {
    info: &'a DebugInfo,
    ranges: ScopeRanges,
    /// The last instruction, and its scope.
    last: Option<(InstId, ScopeKey)>,
    /// The last location with a scope, and this.
    known: Option<(DebugLoc, ScopeKey)>,
    /// True if code without a location belongs to the last scope.
    continues: bool,
}

impl<'a> ScopeFinder<'a> {
    /// Returns the handler of a function.
    pub(crate) fn of(info: &'a DebugInfo) -> ScopeFinder<'a> {
        ScopeFinder { info, ranges: ScopeRanges::default(), last: None, known: None, continues: false }
    }

    /// Returns the ranges, after the last block.
    pub fn finish(mut self) -> ScopeRanges {
        self.ranges.closes.extend(self.last.map(|(inst, _)| inst));
        self.ranges
    }

    fn scope_of(&mut self, loc: DebugLoc) -> Option<ScopeKey> {
        if let Some((_, scope)) = self.known.filter(|&(known, _)| known == loc) {
            return Some(scope);
        }
        let scope = self.info.scope_of(loc)?;
        self.known = Some((loc, scope));
        Some(scope)
    }
}

impl DebugHandler for ScopeFinder<'_> {
    fn begin_block(&mut self, _: BlockId) {
        self.continues = false;
    }

    fn visit(&mut self, at: &DebugInst<'_>) {
        if !at.is_emitted() {
            return;
        }
        let scope = at.loc.and_then(|loc| self.scope_of(loc));
        if let Some((loc, scope)) = at.loc.zip(scope) {
            self.ranges.enter(self.info, at.inst, (loc, scope), self.last);
            (self.last, self.continues) = (Some((at.inst, scope)), true);
        } else if self.continues {
            self.last = self.last.map(|(_, scope)| (at.inst, scope));
        }
    }
}

impl ScopeRanges {
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
        self.begins.push((inst, loc));
        if !last.is_some_and(|(_, before)| is_around(info, scope, before)) {
            self.opens.push(inst);
        }
        if let Some((end, before)) = last
            && !is_around(info, before, scope)
        {
            self.closes.insert(end);
        }
    }
}

/// Returns true if a scope encloses another one.
fn is_around(info: &DebugInfo, outer: ScopeKey, inner: ScopeKey) -> bool {
    info.scopes_around(inner).any(|scope| scope == outer)
}
