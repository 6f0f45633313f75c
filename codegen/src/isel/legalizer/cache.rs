//! Remembered legality: a direct-mapped table of queries and their answers.
//!
//! A cache belongs to one worker and one subtarget. A lookup costs a few loads; a miss runs the rules.

use super::info::{Action, LegalizerInfo};
use super::query::LegalityQuery;
use crate::ir::llt::Llt;
use crate::target::instructions::Opcode;

const SLOTS: usize = 1024;

/// Answers of one [`LegalizerInfo`].
pub struct LegalityCache {
    slots: Vec<(LegalityQuery, Action, usize)>,
}

impl Default for LegalityCache {
    fn default() -> Self {
        let nothing = LegalityQuery::new(Opcode(u16::MAX), &[]);
        LegalityCache { slots: vec![(nothing, Action::Unsupported, usize::MAX); SLOTS] }
    }
}

impl LegalityCache {
    /// What the first rule that applies asks for, and its place.
    #[inline]
    pub fn action(&mut self, info: &LegalizerInfo, query: &LegalityQuery) -> (Action, usize) {
        let slot = &mut self.slots[slot(query)];
        if slot.0 != *query {
            let (action, rule) = info.action(query, 0);
            *slot = (*query, action, rule);
        }
        (slot.1, slot.2)
    }
}

#[inline]
fn slot(query: &LegalityQuery) -> usize {
    let [a, b, c] = query.types().map(Llt::raw);
    let mut mixed = u64::from(query.opcode.0) ^ a.rotate_left(11) ^ b.rotate_left(23) ^ c.rotate_left(37);
    // Few instructions have a second access, and fewer differ in that alone.
    if let Some(mem) = query.mem {
        mixed ^= mem.ty.raw().rotate_left(51) ^ u64::from(mem.align_bits) << 32 ^ (mem.ordering as u64) << 29;
    }
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::llt::{S1, S32, S64};
    use crate::ir::opcodes::{G_ADD, G_SUB};

    #[test]
    fn remembers_per_opcode_and_type() {
        let mut info = LegalizerInfo::new(64);
        info.define([G_ADD]).legal_for([S64]).clamp_scalar(0, S64, S64);
        let mut cache = LegalityCache::default();
        for _ in 0..2 {
            assert_eq!(cache.action(&info, &LegalityQuery::new(G_ADD, &[S64])), (Action::Legal, 0));
            let narrow = LegalityQuery::new(G_ADD, &[S1]);
            assert_eq!(cache.action(&info, &narrow), (Action::WidenScalar(0, S64), 1));
            assert_eq!(cache.action(&info, &LegalityQuery::new(G_SUB, &[S32])).0, Action::Unsupported);
        }
    }

    #[test]
    fn more_types_than_fit_are_still_right() {
        let mut info = LegalizerInfo::new(64);
        info.define([G_ADD]).legal_for([S64]).clamp_scalar(0, S64, S64);
        let mut cache = LegalityCache::default();
        for bits in 65..3000 {
            let query = LegalityQuery::new(G_ADD, &[Llt::scalar(bits)]);
            assert_eq!(cache.action(&info, &query), (Action::NarrowScalar(0, S64), 2));
        }
        assert_eq!(cache.action(&info, &LegalityQuery::new(G_ADD, &[S64])).0, Action::Legal);
    }
}
