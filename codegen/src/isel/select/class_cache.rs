//! The register class of a bank and a type, and that of two uses of one register, remembered: most registers are of few types.

use crate::ir::llt::Llt;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::target::desc::registers::{BankId, RegClassId, RegisterInfo};

const ENTRIES: usize = 16;

/// A direct-mapped cache of what a target says.
pub(super) struct ClassCache<'a> {
    banks: &'a dyn RegisterBankInfo,
    entries: [(Llt, BankId, RegClassId); ENTRIES],
    /// Two classes, and what they have in common.
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

    /// Returns the largest class that is in both.
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
