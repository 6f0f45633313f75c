//! The legality cache: a direct-mapped table of queries and answers, and a bit set of plain
//! instructions that are known to be legal.
//!
//! A cache belongs to one worker and one subtarget. A lookup costs a few loads; a miss evaluates
//! the rules.

use super::info::{Action, LegalizerInfo};
use super::query::LegalityQuery;
use crate::ir::llt::Llt;
use crate::ir::mir::{Inst, MachineFunction, Operand, Ordering};
use crate::ir::opcodes::{COPY, DESCS};
use crate::machine::desc::instructions::{InstrDesc, InstrFlags, Opcode, TypePlace};
use std::sync::LazyLock;

const SLOTS: usize = 1024;

/// The answers of one [`LegalizerInfo`].
pub(crate) struct LegalityCache {
    slots: Vec<(LegalityQuery, Action, usize)>,
    shapes: &'static [Shape],
    /// The known legal instructions, by [`PlainKey`].
    legal: Vec<u64>,
}

/// The number of bits below the opcode in a key.
const SHAPE_BITS: u32 = 11;

/// The key of a plain instruction: all that its legality depends on. The instruction has at most
/// two types, both plain, or one type and an access of a plain type. The key has the opcode, the
/// codes of the types, and the alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlainKey(usize);

/// The positions of an opcode's types, in compact form.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The operands with the first and the second type, [`NO_TYPE`], or [`ELSEWHERE`].
    places: [u8; 2],
    is_artifact: bool,
}

/// The opcode has no such type.
const NO_TYPE: u8 = u8::MAX;
/// The position is not relative to the start, or there are more than two types: such instructions
/// have no key.
const ELSEWHERE: u8 = u8::MAX - 1;
/// The code of an absent type.
const NO_CODE: u32 = 1;

impl Shape {
    fn of(desc: &InstrDesc) -> Shape {
        let place = |place| match place {
            None => NO_TYPE,
            Some(TypePlace::FromStart(n)) => n,
            Some(TypePlace::FromEnd(_)) => ELSEWHERE,
        };
        let [first, second, third] = desc.type_places;
        let places = if third.is_none() { [place(first), place(second)] } else { [ELSEWHERE; 2] };
        Shape { places, is_artifact: desc.has(InstrFlags::ARTIFACT) }
    }
}

/// The shapes of all generic opcodes.
static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| DESCS.iter().map(Shape::of).collect());

impl PlainKey {
    /// Returns the key of a generic instruction with these operands, if it has one, and true if it
    /// is an artifact.
    #[inline(always)]
    fn of(
        shapes: &[Shape],
        mf: &MachineFunction,
        inst: &Inst,
        operands: &[Operand],
    ) -> Option<(PlainKey, bool)> {
        let &Shape { places: [first, second], is_artifact } = shapes.get(inst.opcode.0 as usize)?;
        let type_at = |place: u8| operands.get(place as usize).and_then(|o| o.vreg()).map(|vreg| mf.ty(vreg));
        let code_at = |place: u8| if place == NO_TYPE { Some(NO_CODE) } else { type_at(place)?.plain_code() };
        let (second, align) = match mf.mem_operand_of(inst) {
            None => (code_at(second)?, 0),
            Some(mem) => {
                let is_plain = mem.ordering == Ordering::NotAtomic && mem.align < 1 << 7;
                if !is_plain || type_at(second)? != mf.pointer || mf.second_mem_operand_of(inst).is_some() {
                    return None;
                }
                (mem.ty.plain_code()?, 1 + mem.align.trailing_zeros())
            }
        };
        let types = code_at(first)? | second << 4;
        let opcode = (inst.opcode.0 as usize) << SHAPE_BITS;
        Some((PlainKey(opcode | (align << 8 | types) as usize), is_artifact))
    }
}

impl Default for LegalityCache {
    fn default() -> Self {
        let nothing = LegalityQuery::new(Opcode(u16::MAX), &[]);
        let legal = vec![0; DESCS.len() << SHAPE_BITS >> 6];
        LegalityCache {
            slots: vec![(nothing, Action::Unsupported, usize::MAX); SLOTS],
            shapes: &SHAPES,
            legal,
        }
    }
}

impl LegalityCache {
    /// Returns true if an unchanged instruction requires no action: it is known to be legal, no
    /// artifact, and its result is used.
    #[inline(always)]
    pub(crate) fn is_settled(&self, mf: &MachineFunction, inst: &Inst, operands: &[Operand]) -> bool {
        let unused = |o: &Operand| o.is_def() && o.vreg().is_some_and(|vreg| mf.use_count(vreg) == 0);
        if inst.opcode.is_target() {
            return true;
        }
        if inst.opcode == COPY {
            // A copy to or from a physical register.
            return matches!(operands, [to, from] if to.vreg().is_none() || (from.vreg().is_none() && !unused(to)));
        }
        let key = PlainKey::of(self.shapes, mf, inst, operands);
        key.is_some_and(|(key, is_artifact)| self.is_legal(key) && !is_artifact)
            && !operands.first().is_some_and(unused)
    }

    /// Returns true if a generic instruction with these operands is known to be legal.
    #[inline]
    pub(crate) fn is_known(&self, mf: &MachineFunction, inst: &Inst, operands: &[Operand]) -> bool {
        self.key(mf, inst, operands).is_some_and(|key| self.is_legal(key))
    }

    /// Returns the key of a generic instruction with these operands, if it has one.
    #[inline]
    pub(crate) fn key(&self, mf: &MachineFunction, inst: &Inst, operands: &[Operand]) -> Option<PlainKey> {
        PlainKey::of(self.shapes, mf, inst, operands).map(|(key, _)| key)
    }

    /// Returns true if instructions with this key are known to be legal.
    #[inline(always)]
    pub(crate) fn is_legal(&self, key: PlainKey) -> bool {
        self.legal.get(key.0 >> 6).is_some_and(|word| word >> (key.0 & 63) & 1 != 0)
    }

    /// Records that instructions with this key are legal.
    pub(crate) fn set_legal(&mut self, key: PlainKey) {
        if let Some(word) = self.legal.get_mut(key.0 >> 6) {
            *word |= 1 << (key.0 & 63);
        }
    }

    /// Returns the action of the first rule that applies, and its index.
    #[inline]
    pub(crate) fn action(&mut self, info: &LegalizerInfo, query: &LegalityQuery) -> (Action, usize) {
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
    // Few instructions have a second access, and fewer differ only in that.
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
        let types = scalars.into_iter().chain(pointers);
        let codes: std::collections::HashSet<u32> = types.map(|ty| ty.plain_code().expect("plain")).collect();
        assert_eq!(codes.len(), 9);
        assert!(codes.iter().all(|&code| code < 16 && code != NO_CODE));
        let others = [
            Llt::scalar(2),
            Llt::scalar(24),
            Llt::scalar(256),
            Llt::pointer(1, 64),
            Llt::vector(2, S32),
            Llt::INVALID,
        ];
        assert_eq!(others.map(Llt::plain_code), [None; 6]);
    }

    #[test]
    fn legality_of_accesses_depends_on_type_and_alignment() {
        use crate::ir::builder::Builder;
        use crate::ir::entity::{SubtargetId, SymbolId};
        use crate::ir::mir::{MemFlags, MemOperand};
        let mut cache = LegalityCache::default();
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let mut b = Builder::at_end(&mut mf, entry);
        let address = b.undef(b.pointer());
        let mut keys = Vec::new();
        let mut orderings = [Ordering::NotAtomic, Ordering::Acquire].into_iter().cycle();
        for (ty, memory, align) in [(S32, S32, 4), (S32, S32, 4), (S32, S32, 2), (S64, S32, 4), (S32, S1, 4)]
        {
            for ordering in orderings.by_ref().take(2) {
                let mem = MemOperand { ordering, ..MemOperand::new(MemFlags::LOAD, memory, align) };
                let value = b.load(ty, address, mem);
                let (inst, operands) = b.mf.inst_and_operands(b.mf.def(value).expect("just made"));
                keys.push(cache.key(b.mf, inst, operands));
            }
        }
        assert!(keys.iter().skip(1).step_by(2).all(Option::is_none), "atomic accesses are not plain");
        let plain: Vec<PlainKey> = keys.into_iter().step_by(2).flatten().collect();
        assert_eq!(plain.len(), 5);
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
