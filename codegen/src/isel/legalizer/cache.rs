//! Remembered legality: a direct-mapped table of queries and their answers, and one bit for each instruction of plain types that is known to be legal.
//!
//! A cache belongs to one worker and one subtarget. A lookup costs a few loads; a miss runs the rules.

use super::info::{Action, LegalizerInfo};
use super::query::{LegalityQuery, type_at};
use crate::ir::llt::Llt;
use crate::ir::mir::{Inst, MachineFunction, Operand, Ordering};
use crate::ir::opcodes::DESCS;
use crate::target::instructions::{Descs, Opcode};

const SLOTS: usize = 1024;

/// Answers of one [`LegalizerInfo`].
pub struct LegalityCache {
    slots: Vec<(LegalityQuery, Action, usize)>,
    /// What is known to be legal, by [`PlainKey`].
    legal: Vec<u64>,
}

/// How many bits a key has below its opcode.
const SHAPE_BITS: u32 = 11;

/// All that the legality of an instruction depends on which has at most two types, both plain, or one and an access of a plain type: its opcode,
/// the codes of the types, and the alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainKey(usize);

impl PlainKey {
    /// The key of a generic instruction with these operands, if it has one.
    #[inline(always)]
    pub fn of(mf: &MachineFunction, descs: Descs, inst: &Inst, operands: &[Operand]) -> Option<PlainKey> {
        let [first, second, third] = descs.get(inst.opcode).type_places;
        if third.is_some() {
            return None;
        }
        let (first, second) = (type_at(mf, operands, first), type_at(mf, operands, second));
        let (second, align) = match mf.mem_operand_of(inst) {
            None => (second, 0),
            Some(mem) => {
                let plain = second == mf.pointer && mem.ordering == Ordering::NotAtomic && mem.align < 1 << 7;
                if !plain || mf.second_mem_operand_of(inst).is_some() {
                    return None;
                }
                (mem.ty, 1 + mem.align.trailing_zeros())
            }
        };
        let types = first.plain_code()? | second.plain_code()? << 4;
        let opcode = (inst.opcode.0 as usize) << SHAPE_BITS;
        Some(PlainKey(opcode | (align << 8 | types) as usize))
    }
}

impl Default for LegalityCache {
    fn default() -> Self {
        let nothing = LegalityQuery::new(Opcode(u16::MAX), &[]);
        let legal = vec![0; DESCS.len() << SHAPE_BITS >> 6];
        LegalityCache { slots: vec![(nothing, Action::Unsupported, usize::MAX); SLOTS], legal }
    }
}

impl LegalityCache {
    /// Whether instructions with this key are known to be legal.
    #[inline(always)]
    pub fn is_legal(&self, key: PlainKey) -> bool {
        self.legal.get(key.0 >> 6).is_some_and(|word| word >> (key.0 & 63) & 1 != 0)
    }

    /// Remembers that instructions with this key are legal.
    pub fn set_legal(&mut self, key: PlainKey) {
        if let Some(word) = self.legal.get_mut(key.0 >> 6) {
            *word |= 1 << (key.0 & 63);
        }
    }

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
    fn plain_types_have_codes_of_their_own() {
        let sizes = [1, 4, 8, 16, 32, 64, 128];
        let scalars = sizes.map(Llt::scalar);
        let pointers = [32, 64].map(|bits| Llt::pointer(0, bits));
        let types = scalars.into_iter().chain(pointers).chain([Llt::INVALID]);
        let codes: std::collections::HashSet<u32> = types.map(|ty| ty.plain_code().expect("plain")).collect();
        assert_eq!(codes.len(), 10);
        assert!(codes.iter().all(|&code| code < 16));
        let others = [Llt::scalar(2), Llt::scalar(24), Llt::scalar(256), Llt::pointer(1, 64), Llt::vector(2, S32)];
        assert_eq!(others.map(Llt::plain_code), [None; 5]);
    }

    #[test]
    fn legality_of_accesses_depends_on_type_and_alignment() {
        use crate::ir::builder::Builder;
        use crate::ir::entity::{SubtargetId, SymbolId};
        use crate::ir::mir::{MemFlags, MemOperand};
        use crate::regalloc::tests::toy::TOY;
        use crate::target::Target;
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let mut b = Builder::at_end(&mut mf, entry);
        let address = b.undef(b.pointer());
        let mut keys = Vec::new();
        let mut orderings = [Ordering::NotAtomic, Ordering::Acquire].into_iter().cycle();
        for (ty, memory, align) in [(S32, S32, 4), (S32, S32, 4), (S32, S32, 2), (S64, S32, 4), (S32, S1, 4)] {
            for ordering in orderings.by_ref().take(2) {
                let mem = MemOperand { ordering, ..MemOperand::new(MemFlags::LOAD, memory, align) };
                let value = b.load(ty, address, mem);
                let (inst, operands) = b.mf.inst_and_operands(b.mf.def(value).expect("just made"));
                keys.push(PlainKey::of(b.mf, TOY.descs(), inst, operands));
            }
        }
        assert!(keys.iter().skip(1).step_by(2).all(Option::is_none), "atomic accesses are not plain");
        let plain: Vec<PlainKey> = keys.into_iter().step_by(2).flatten().collect();
        assert_eq!(plain.len(), 5);
        let mut cache = LegalityCache::default();
        cache.set_legal(plain[0]);
        let known: Vec<bool> = plain.iter().map(|&key| cache.is_legal(key)).collect();
        assert_eq!(known, [true, true, false, false, false]);
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
