//! Register masks: the registers that calls preserve.

use super::registers::{PhysReg, RegUnit, RegisterInfo, UnitSet};

/// The register units that a call preserves: bit `u` represents unit `u`. Units beyond the last bit
/// are not preserved.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct RegMask {
    /// The units.
    pub preserved: u128,
}

impl RegMask {
    /// Returns the mask that also preserves `regs` entirely.
    pub fn and(self, registers: &RegisterInfo, regs: impl IntoIterator<Item = PhysReg>) -> RegMask {
        let units = regs.into_iter().flat_map(|reg| registers.units(reg));
        let bits = units.filter_map(|unit| 1_u128.checked_shl(unit.0.into()));
        RegMask { preserved: bits.fold(self.preserved, |set, bit| set | bit) }
    }

    /// Returns the units that a call with this mask may overwrite.
    pub fn lost(self, registers: &RegisterInfo) -> UnitSet {
        let beyond = u32::from(registers.num_units) > UnitSet::BITS;
        !self.preserved | if beyond { 1 << (UnitSet::BITS - 1) } else { 0 }
    }

    /// Returns true if a call with this mask preserves all of `units`.
    pub fn preserves_all(self, units: &[RegUnit]) -> bool {
        units.iter().all(|&unit| self.preserves(unit))
    }

    /// Returns true if a call with this mask preserves `unit`.
    pub(crate) fn preserves(self, unit: RegUnit) -> bool {
        self.preserved.checked_shr(unit.0.into()).is_some_and(|units| units & 1 != 0)
    }
}
