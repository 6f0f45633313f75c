//! The table of a target's register banks.

use crate::ir::llt::Llt;
use crate::machine::desc::registers::BankId;

/// A register bank: the values that it holds, and the costs of copies to other banks.
#[derive(Clone, Copy, Debug)]
pub struct Bank {
    /// The bank.
    pub id: BankId,
    /// The scalars that it holds: bit `n` represents scalars of `n + 1` bits.
    pub scalars: u128,
    /// True if it holds addresses.
    pub pointers: bool,
    /// True if it holds vectors.
    pub vectors: bool,
    /// True if floating-point instructions use it.
    pub computes_floats: bool,
    /// By row of the table: the cost of a copy from this bank to that one. A simple integer
    /// instruction costs 1.
    pub copy_costs: &'static [u32],
}

/// Returns the set of scalars of these sizes in bits, as in [`Bank::scalars`].
pub const fn scalars_of(sizes: &[u32]) -> u128 {
    let (mut set, mut n) = (0, 0);
    while n < sizes.len() {
        set |= 1 << (sizes[n] - 1);
        n += 1;
    }
    set
}

/// Returns the set of scalars of at most `bits` bits.
pub const fn scalars_up_to(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

impl Bank {
    /// Returns true if values of type `ty` may be in the bank.
    #[inline]
    pub fn holds(&self, ty: Llt) -> bool {
        match () {
            () if ty.is_vector() => self.vectors,
            () if ty.is_pointer() => self.pointers,
            () => (1..=128).contains(&ty.bits()) && self.scalars >> (ty.bits() - 1) & 1 != 0,
        }
    }
}

/// The index of a row of the table.
pub(crate) type Row = u8;

/// The default bank, for integers and addresses.
pub(crate) const DEFAULT: Row = 0;

/// Returns the only bank for values of type `ty`, if it is not the default one. Values that no bank
/// holds are in the default one.
#[inline]
pub(crate) fn required_row(banks: &[Bank], ty: Llt) -> Option<Row> {
    if banks[usize::from(DEFAULT)].holds(ty) {
        return None;
    }
    // The first one of several.
    banks.iter().position(|bank| bank.holds(ty)).map(|row| row as Row)
}

/// Returns the default bank for values of type `ty`.
pub fn bank_of_type(banks: &[Bank], ty: Llt) -> BankId {
    banks[usize::from(required_row(banks, ty).unwrap_or(DEFAULT))].id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::llt::{S32, S64};

    #[test]
    fn the_default_bank_has_what_no_bank_holds() {
        let bank = Bank {
            id: BankId(0),
            scalars: scalars_up_to(32),
            pointers: true,
            vectors: false,
            computes_floats: false,
            copy_costs: &[0, 2],
        };
        let wide = Bank { id: BankId(1), scalars: scalars_of(&[32, 64]), pointers: false, ..bank };
        let banks = [bank, wide];
        assert_eq!(required_row(&banks, S32), None);
        assert_eq!(required_row(&banks, S64), Some(1));
        let odd = Llt::scalar(48);
        assert!(!banks.iter().any(|bank| bank.holds(odd)) && bank_of_type(&banks, odd) == BankId(0));
    }
}
