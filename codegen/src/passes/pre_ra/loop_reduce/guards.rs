//! Guards of `loop-reduce`: limits of a value that branches before a loop imply.
//!
//! A branch counts if every path to the loop takes it. After LLVM's `isLoopEntryGuardedByCond`.

use super::LoopReduce;
use crate::ir::entity::{BlockId, VReg};
use crate::passes::analysis::induction_variables::{Bound, LoopContext, OrderedTest};

/// The maximum number of blocks before a loop whose branches are examined.
const MAX_GUARDS: usize = 8;

/// The lower limit of a value: it is at least `number`.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub value: VReg,
    pub number: i64,
    pub is_signed: bool,
}

impl LoopReduce<'_> {
    /// Returns the constant that `bound` is.
    pub(super) fn number_of(&self, bound: Bound) -> Option<i64> {
        match bound {
            Bound::Register(vreg) => self.ivs().constant(vreg),
            Bound::Number(number) => Some(number),
        }
    }

    /// Returns true if branches before the loop imply the limit.
    pub(super) fn is_guarded(&self, context: &LoopContext<'_>, required: Limit) -> bool {
        let header = self.loops.get(context.id).header;
        let mut edge = match context.entries[..] {
            [entry] => (entry, header),
            _ => (context.preheader, context.preheader),
        };
        for _ in 0..MAX_GUARDS {
            if edge.0 != edge.1 && self.limits(edge).is_some_and(|known| self.implies(known, required)) {
                return true;
            }
            let block = edge.0;
            edge = match self.mf.block(block).predecessors[..] {
                [before] if before != block => (before, block),
                _ => match self.tree.parent(block) {
                    Some(before) => (before, before),
                    None => return false,
                },
            };
        }
        false
    }

    /// Returns the limit of a value that holds after an edge.
    fn limits(&self, (from, to): (BlockId, BlockId)) -> Option<Limit> {
        let mf = &*self.mf;
        let [a, b] = mf.block(from).successors[..] else { return None };
        let branch = mf.first_terminator(self.target, from)?;
        let OrderedTest { low, high, is_signed, less } = self.arithmetic.ordered_test(mf, branch)?;
        if a == b || ![a, b].contains(&less) {
            return None;
        }
        let limit = match (low, high) {
            (low, Bound::Register(value)) if less == to => {
                Limit { value, number: self.number_of(low)?.checked_add(1)?, is_signed }
            }
            (Bound::Register(value), high) if less != to => {
                Limit { value, number: self.number_of(high)?, is_signed }
            }
            _ => return None,
        };
        (limit.number >= 0).then_some(limit)
    }

    /// Returns true if the limit `known` implies the limit `required`, which is not negative.
    fn implies(&self, known: Limit, required: Limit) -> bool {
        // A word that is not negative is the same with its sign and with zeros before it.
        let is_same_word = || match self.arithmetic.extended_word(self.mf, known.value) {
            Some((word, true)) if known.is_signed => {
                self.arithmetic.extended_word(self.mf, required.value).is_some_and(|(other, _)| other == word)
            }
            _ => false,
        };
        known.number >= required.number
            && (known.is_signed || !required.is_signed)
            && (known.value == required.value || is_same_word())
    }
}
