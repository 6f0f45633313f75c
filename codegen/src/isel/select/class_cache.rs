//! The register class of a bank and a type, remembered: most registers are of few types.

use crate::ir::llt::Llt;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::target::registers::{BankId, RegClassId};

const ENTRIES: usize = 16;

/// A direct-mapped cache of what a target says.
pub(super) struct ClassCache<'a> {
    banks: &'a dyn RegisterBankInfo,
    entries: [(Llt, BankId, RegClassId); ENTRIES],
}

impl<'a> ClassCache<'a> {
    pub(super) fn new(banks: &'a dyn RegisterBankInfo) -> Self {
        ClassCache { banks, entries: [(Llt::INVALID, BankId(0), RegClassId(0)); ENTRIES] }
    }

    /// The class of registers of type `ty` in `bank`.
    #[inline]
    pub(super) fn get(&mut self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        let at = ty.scalar_bits() as usize / 8 + usize::from(ty.has_pointer_elements()) + 3 * usize::from(bank.0);
        let (known, of, class) = self.entries[at % ENTRIES];
        if known == ty && of == bank && ty != Llt::INVALID {
            return Some(class);
        }
        let class = self.banks.class_for(bank, ty)?;
        self.entries[at % ENTRIES] = (ty, bank, class);
        Some(class)
    }
}
