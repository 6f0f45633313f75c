//! Scopes across inlined calls.

use super::{DebugInfo, Node, NodeId};
use crate::ir::entity::DebugLoc;

/// The maximum nesting of scopes; deeper ones are children of the unit.
pub const MAX_SCOPES: usize = 1000;

/// A block or function, and the call that it was inlined at.
pub type ScopeKey = (NodeId, Option<DebugLoc>);

impl DebugInfo {
    /// Returns the scope of a location.
    pub fn scope_of(&self, loc: DebugLoc) -> Option<ScopeKey> {
        let location = self.location(loc)?;
        Some((self.plain_scope(location.scope), location.inlined_at))
    }

    /// Returns the enclosing scope, across inlined calls.
    pub fn around_scope(&self, (node, inlined_at): ScopeKey) -> Option<ScopeKey> {
        match self.node(node) {
            Node::Subprogram(_) => {
                let call = self.location(inlined_at?)?;
                Some((self.plain_scope(call.scope), call.inlined_at))
            }
            _ => Some((self.plain_scope(self.parent_scope(node)?), inlined_at)),
        }
    }

    /// Returns a scope and its enclosing ones, the innermost first.
    pub fn scopes_around(&self, scope: ScopeKey) -> impl Iterator<Item = ScopeKey> + '_ {
        std::iter::successors(Some(scope), |&scope| self.around_scope(scope)).take(MAX_SCOPES)
    }
}
