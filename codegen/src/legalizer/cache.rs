//! Remembered legality: a direct-mapped table of queries and their answers.
//!
//! A cache belongs to one worker and one subtarget. A lookup costs a few loads; a miss runs the rules.

use super::info::{Action, LegalizerInfo};
use super::query::LegalityQuery;
use crate::llt::Llt;

const SLOTS: usize = 1024;

/// Everything that legality depends on, in words: opcode and memory access, the types, the type in memory.
type Key = [u64; 5];

/// Answers of one [`LegalizerInfo`].
pub struct LegalityCache {
    slots: Vec<(Key, Action, usize)>,
}

impl Default for LegalityCache {
    fn default() -> Self {
        LegalityCache { slots: vec![([u64::MAX; 5], Action::Unsupported, 0); SLOTS] }
    }
}

impl LegalityCache {
    /// What the first rule that applies asks for, and its place.
    #[inline]
    pub fn action(&mut self, info: &LegalizerInfo, query: &LegalityQuery) -> (Action, usize) {
        let key = key(query);
        let slot = &mut self.slots[slot(&key)];
        if !same(&slot.0, &key) {
            let (action, rule) = info.action(query, 0);
            *slot = (key, action, rule);
        }
        (slot.1, slot.2)
    }
}

/// 16 bits of opcode, 32 of alignment, 8 of ordering, one for whether there is an access; no opcode fills its 16.
#[inline]
fn key(query: &LegalityQuery) -> Key {
    let (access, ty) = match query.mem {
        Some(mem) => (u64::from(mem.align_bits) << 16 | (mem.ordering as u64) << 48 | 1 << 56, mem.ty),
        None => (0, Llt::INVALID),
    };
    let [a, b, c] = query.types().map(Llt::raw);
    [u64::from(query.opcode.0) | access, a, b, c, ty.raw()]
}

/// Word by word, where comparing arrays would be a call.
#[inline]
fn same(a: &Key, b: &Key) -> bool {
    a.iter().zip(b).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
}

#[inline]
fn slot(key: &Key) -> usize {
    let [opcode, a, b, c, mem] = *key;
    let mixed = opcode ^ a.rotate_left(11) ^ b.rotate_left(23) ^ c.rotate_left(37) ^ mem.rotate_left(51);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % SLOTS
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
