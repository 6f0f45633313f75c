//! The scopes of a function: the code of each block and of each inlined function.
//!
//! * Requires: events in order.
//! * Establishes: a tree; the code of a scope includes the code of nested scopes.
//! * Cost: for each run of code, the number of enclosing scopes.
//! * Source: LLVM's `LexicalScopes.cpp`.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::{DebugInfo, NodeId};
use crate::ir::entity::DebugLoc;
use crate::mc::dwarf::entries::EntryId;
use crate::mc::dwarf::events::DebugEvent;
use crate::mc::dwarf::placed::{CodeAddress, CodeRange, PlacedFunction};
use rustc_hash::FxHashMap as HashMap;

/// A scope of code.
pub struct Scope {
    /// The block or function.
    pub node: NodeId,
    /// The call that it was inlined at.
    pub inlined_at: Option<DebugLoc>,
    /// The enclosing scope.
    pub parent: Option<usize>,
    /// The nested scopes, in code order.
    pub children: Vec<usize>,
    /// Its code, in order.
    pub ranges: Vec<CodeRange>,
}

/// All scopes of a function; the first one is the function itself.
pub(crate) struct Scopes {
    /// The scopes.
    pub list: Vec<Scope>,
    known: HashMap<(NodeId, Option<DebugLoc>), usize>,
}

impl Scopes {
    /// Returns the scopes of a function's code.
    pub(crate) fn of(info: &DebugInfo, function: &PlacedFunction) -> Scopes {
        let mut scopes = Scopes { list: Vec::new(), known: HashMap::default() };
        scopes.add(function.debug.function.subprogram, None, None);
        // The current scope with its start, and the last ended one with its end.
        let mut open: Option<(usize, CodeAddress)> = None;
        let mut ended: Option<(usize, CodeAddress)> = None;
        for &(at, event) in &function.debug.events {
            let next = match event {
                DebugEvent::Scope(loc) => loc.and_then(|loc| scopes.of_location(info, loc)),
                DebugEvent::End => None,
                DebugEvent::Start
                | DebugEvent::Row(_)
                | DebugEvent::Value(..)
                | DebugEvent::ValueInCall(..)
                | DebugEvent::ValueComment(..)
                | DebugEvent::Call(_)
                | DebugEvent::Label(_)
                | DebugEvent::LabelBefore
                | DebugEvent::LabelAfter => continue,
            };
            if let Some((scope, start)) = open.take() {
                scopes.add_code(Some(scope), CodeRange { start, end: at });
                ended = Some((scope, at));
            }
            if let Some(scope) = next {
                if let Some((before, start)) = ended.take() {
                    let around = scopes.common(before, scope);
                    scopes.add_code(around, CodeRange { start, end: at });
                }
                open = Some((scope, at));
            }
        }
        scopes
    }

    /// Returns the children of a scope, each with the entry around it, in reverse order.
    pub(crate) fn inside(
        &self,
        scope: usize,
        around: EntryId,
    ) -> impl Iterator<Item = (usize, EntryId)> + '_ {
        self.list[scope].children.iter().rev().map(move |&child| (child, around))
    }

    fn add(&mut self, node: NodeId, inlined_at: Option<DebugLoc>, parent: Option<usize>) -> usize {
        let number = self.list.len();
        self.list.push(Scope { node, inlined_at, parent, children: Vec::new(), ranges: Vec::new() });
        self.known.insert((node, inlined_at), number);
        if let Some(parent) = parent {
            self.list[parent].children.push(number);
        }
        number
    }

    fn of_location(&mut self, info: &DebugInfo, loc: DebugLoc) -> Option<usize> {
        let location = info.location(loc)?;
        let (mut node, mut inlined_at) = (info.plain_scope(location.scope), location.inlined_at);
        // The new scopes, from the innermost outwards.
        let mut missing = Vec::new();
        let around = loop {
            if let Some(&known) = self.known.get(&(node, inlined_at)) {
                break known;
            }
            if missing.len() == MAX_SCOPES {
                return None;
            }
            missing.push((node, inlined_at));
            (node, inlined_at) = info.around_scope((node, inlined_at))?;
        };
        let outwards = missing.into_iter().rev();
        Some(outwards.fold(around, |around, (node, inlined_at)| self.add(node, inlined_at, Some(around))))
    }

    /// Returns the scope of a variable that is declared there, if it has code.
    pub(crate) fn find(
        &self,
        info: &DebugInfo,
        scope: NodeId,
        inlined_at: Option<DebugLoc>,
    ) -> Option<usize> {
        self.known.get(&(info.plain_scope(scope), inlined_at)).copied()
    }

    /// Returns the innermost scope that encloses two others.
    fn common(&self, one: usize, other: usize) -> Option<usize> {
        let around = |scope| std::iter::successors(Some(scope), |&scope: &usize| self.list[scope].parent);
        around(one).find(|&scope| around(other).any(|it| it == scope))
    }

    /// Adds code to a scope and its enclosing ones.
    fn add_code(&mut self, scope: Option<usize>, range: CodeRange) {
        if range.start == range.end {
            return;
        }
        let mut next = scope;
        while let Some(number) = next {
            let scope = &mut self.list[number];
            match scope.ranges.last_mut().filter(|last| last.end == range.start) {
                Some(last) => last.end = range.end,
                None => scope.ranges.push(range),
            }
            next = scope.parent;
        }
    }
}
