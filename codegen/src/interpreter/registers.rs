//! The target's physical registers, by unit: overlapping registers share bits.
//!
//! A unit holds 64 bits; the first unit of a register holds its lowest bits.

use super::int::Int;
use super::value::Lane;
use crate::machine::desc::registers::{PhysReg, RegisterInfo};

/// The content of the units: a number, and a mask of its poison bits.
pub struct Registers {
    info: &'static RegisterInfo,
    units: Vec<(u64, u64)>,
}

impl Registers {
    /// Returns registers with poison.
    pub(crate) fn new(info: &'static RegisterInfo) -> Registers {
        Registers { info, units: vec![(0, u64::MAX); info.num_units.into()] }
    }

    /// Returns the lowest `bits` bits of a register.
    pub fn read(&self, reg: PhysReg, bits: u32) -> Lane {
        let units = || self.info.units(reg).iter().map(|u| self.units[u.0 as usize]);
        let int = Int::from_words(bits, units().map(|(word, _)| word));
        Lane::with_poison(int, Int::from_words(bits, units().map(|(_, poison)| poison)))
    }

    /// Writes a register. Unused bits of its units become zero.
    pub(crate) fn write(&mut self, reg: PhysReg, value: &Lane) {
        let words = value.int.words().iter().copied().chain(std::iter::repeat(0));
        let none = Int::zero(value.bits());
        let poison =
            value.poison.as_ref().unwrap_or(&none).words().iter().copied().chain(std::iter::repeat(0));
        for ((unit, word), poison) in self.info.units(reg).iter().zip(words).zip(poison) {
            self.units[unit.0 as usize] = (word, poison);
        }
    }

    /// Returns the lowest word of a register that holds an address.
    pub(crate) fn word(&self, reg: PhysReg) -> u64 {
        self.units[self.info.units(reg)[0].0 as usize].0
    }

    /// Writes a register that holds an address.
    pub fn set_word(&mut self, reg: PhysReg, word: u64) {
        self.write(reg, &Int::new(64, word).into());
    }
}
