//! Remembered legality: types are interned, a query is one `u64` key into a direct-mapped table.
//!
//! A cache belongs to one worker and one subtarget. A lookup costs a few loads; a miss runs the rules.

use super::info::{Action, LegalizerInfo};
use super::query::LegalityQuery;
use crate::llt::Llt;
use std::collections::HashMap;

const SLOTS: usize = 1024;
const TYPE_SLOTS: usize = 64;

/// Answers of one [`LegalizerInfo`].
pub struct LegalityCache {
    slots: Vec<(u64, Action, usize)>,
    recent: [(u64, u64); TYPE_SLOTS],
    interned: HashMap<u64, u64>,
}

impl Default for LegalityCache {
    fn default() -> Self {
        LegalityCache {
            slots: vec![(u64::MAX, Action::Unsupported, 0); SLOTS],
            recent: [(0, 0); TYPE_SLOTS],
            interned: HashMap::new(),
        }
    }
}

fn spread(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl LegalityCache {
    /// What the first rule that applies asks for, and its place.
    pub fn action(&mut self, info: &LegalizerInfo, query: &LegalityQuery) -> (Action, usize) {
        let Some(key) = self.key(query) else { return info.action(query, 0) };
        let slot = (spread(key) >> 54) as usize % SLOTS;
        let (found, action, rule) = self.slots[slot];
        if found == key {
            return (action, rule);
        }
        let (action, rule) = info.action(query, 0);
        self.slots[slot] = (key, action, rule);
        (action, rule)
    }

    /// 10 bits of opcode, 10 bits a type (0: none), 10 bits of memory type, 4 of alignment, 3 of ordering.
    fn key(&mut self, query: &LegalityQuery) -> Option<u64> {
        let mut key = query.opcode.0 as u64 & 0x3ff;
        for (n, &ty) in query.types().iter().enumerate() {
            key |= self.intern(ty)? << (10 + 10 * n);
        }
        if let Some(mem) = query.mem {
            let align = (mem.align_bits.max(1).trailing_zeros() as u64).min(15);
            key |= self.intern(mem.ty)? << 40 | align << 50 | (mem.ordering as u64) << 54 | 1 << 57;
        }
        Some(key)
    }

    fn intern(&mut self, ty: Llt) -> Option<u64> {
        if !ty.is_valid() {
            return Some(0);
        }
        let slot = (spread(ty.raw()) >> 58) as usize % TYPE_SLOTS;
        if self.recent[slot].0 == ty.raw() {
            return Some(self.recent[slot].1);
        }
        let next = self.interned.len() as u64 + 1;
        if next >= 1 << 10 {
            return self.interned.get(&ty.raw()).copied();
        }
        let id = *self.interned.entry(ty.raw()).or_insert(next);
        self.recent[slot] = (ty.raw(), id);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llt::{S1, S32, S64};
    use crate::opcodes::{G_ADD, G_SUB};

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
