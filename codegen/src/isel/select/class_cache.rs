//! A cache of register classes by bank and type, and of common subclasses: most registers are of
//! few types.

use crate::ir::llt::Llt;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::machine::desc::registers::{BankId, RegClassId, RegisterInfo};

const ENTRIES: usize = 16;

/// A direct-mapped cache of the target's answers.
pub(super) struct ClassCache<'a> {
    banks: &'a dyn RegisterBankInfo,
    entries: [(Llt, BankId, RegClassId); ENTRIES],
    /// Two classes and their largest common subclass.
    common: [Option<(RegClassId, RegClassId, RegClassId)>; ENTRIES],
}

impl<'a> ClassCache<'a> {
    pub(super) fn new(banks: &'a dyn RegisterBankInfo) -> Self {
        let entries = [(Llt::INVALID, BankId(0), RegClassId(0)); ENTRIES];
        ClassCache { banks, entries, common: [None; ENTRIES] }
    }

    /// Returns the class of registers of type `ty` in `bank`.
    #[inline]
    pub(super) fn get(&mut self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        let at =
            ty.scalar_bits() as usize / 8 + usize::from(ty.has_pointer_elements()) + 3 * usize::from(bank.0);
        let (known, of, class) = self.entries[at % ENTRIES];
        if known == ty && of == bank && ty != Llt::INVALID {
            return Some(class);
        }
        let class = self.banks.class_for(bank, ty)?;
        self.entries[at % ENTRIES] = (ty, bank, class);
        Some(class)
    }

    /// Returns the largest common subclass.
    #[inline]
    pub(super) fn common(
        &mut self,
        registers: &RegisterInfo,
        a: RegClassId,
        b: RegClassId,
    ) -> Option<RegClassId> {
        let at = (usize::from(a.0) * 5 + usize::from(b.0)) % ENTRIES;
        match self.common[at] {
            Some((of, and, common)) if of == a && and == b => Some(common),
            _ => {
                let common = registers.common_sub_class(a, b)?;
                self.common[at] = Some((a, b, common));
                Some(common)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClassCache;
    use crate::ir::llt::{Llt, P0, S64};
    use crate::testing::toy::{FLOAT, GENERAL, GPR, HALF, LOWGPR, REGISTERS, Toy, WIDE};

    #[test]
    fn answers_are_the_targets_first_and_from_the_cache() {
        let mut cache = ClassCache::new(&Toy);
        let s128 = Llt::scalar(128);
        let table = [
            (GENERAL, S64, Some(GPR)),
            (GENERAL, P0, Some(GPR)),
            (FLOAT, S64, Some(HALF)),
            // Both types have the same entry.
            (FLOAT, s128, Some(WIDE)),
            (GENERAL, s128, None),
            (GENERAL, Llt::INVALID, Some(GPR)),
        ];
        for (bank, ty, class) in table.iter().chain(&table).chain(table.iter().rev()) {
            assert_eq!(cache.get(*bank, *ty), *class, "{bank:?}, {ty}");
        }
    }

    #[test]
    fn common_subclasses_are_symmetric() {
        let mut cache = ClassCache::new(&Toy);
        let table =
            [(GPR, LOWGPR, Some(LOWGPR)), (GPR, GPR, Some(GPR)), (GPR, HALF, None), (HALF, WIDE, None)];
        for (a, b, common) in table.iter().chain(&table) {
            assert_eq!(cache.common(&REGISTERS, *a, *b), *common, "{a:?}, {b:?}");
            assert_eq!(cache.common(&REGISTERS, *b, *a), *common, "{b:?}, {a:?}");
        }
    }
}
