//! Add-recurrences: linear functions of an induction variable with invariant terms.

use crate::ir::entity::VReg;
use smallvec::SmallVec;

/// The maximum constant multiple of an induction variable.
const MAX_MULTIPLE: i64 = 1 << 20;

/// The maximum shift amount in bits.
const MAX_SHIFT: u32 = 15;

/// The maximum number of registers that are added before a shift, or after it.
const MAX_TERMS: usize = 2;

/// An add-recurrence: `((iv * multiple + addends - subtrahend) * factor << shift) + bases`. The
/// subtrahend and the factor are optional.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddRec {
    /// The constant multiple of the induction variable; not zero.
    pub multiple: i64,
    /// The invariants that are added first, in ascending order.
    pub addends: SmallVec<[VReg; 2]>,
    /// The invariant that is subtracted first.
    pub subtrahend: Option<VReg>,
    /// The invariant that multiplies the sum.
    pub factor: Option<VReg>,
    /// The number of bits by which the product is shifted left.
    pub shift: u32,
    /// The invariants that are added last, in ascending order.
    pub bases: SmallVec<[VReg; 2]>,
}

impl AddRec {
    /// Returns the induction variable itself.
    pub fn induction_var() -> AddRec {
        AddRec {
            multiple: 1,
            addends: SmallVec::new(),
            subtrahend: None,
            factor: None,
            shift: 0,
            bases: SmallVec::new(),
        }
    }

    /// Returns the product of the induction variable and a constant.
    pub fn of_multiple(multiple: i64) -> Option<AddRec> {
        let shift = if multiple == 0 { 0 } else { multiple.trailing_zeros() };
        let fits = multiple != 0 && multiple.checked_abs()? <= MAX_MULTIPLE && shift <= MAX_SHIFT;
        fits.then(|| AddRec { multiple: multiple >> shift, shift, ..AddRec::induction_var() })
    }

    /// Returns true if it is the induction variable itself.
    pub fn is_induction_var(&self) -> bool {
        *self == AddRec::induction_var()
    }

    /// Returns true if the last operation is an addition.
    pub fn is_address(&self) -> bool {
        let is_sum = self.factor.is_none() && self.shift == 0;
        !self.bases.is_empty() || is_sum && !self.addends.is_empty()
    }

    /// Returns true if it adds an invariant.
    pub fn is_sum(&self) -> bool {
        !self.addends.is_empty() || !self.bases.is_empty()
    }

    /// Returns the constant by which it steps if the induction variable steps by `step`, if it has
    /// no factor.
    pub fn step(&self, step: i64) -> Option<i64> {
        let step = step.checked_mul(self.multiple)?.checked_mul(1 << self.shift)?;
        self.factor.is_none().then_some(step)
    }

    /// Returns the constant by which it multiplies the induction variable, if it does only that.
    pub fn only_multiple(&self) -> Option<i64> {
        (!self.is_sum() && self.subtrahend.is_none() && self.factor.is_none())
            .then_some(self.multiple << self.shift)
    }

    /// Returns the sum of the add-recurrence and `term`.
    pub fn plus(mut self, term: VReg) -> Option<AddRec> {
        let is_scaled = self.factor.is_some() || self.shift != 0;
        let terms = if is_scaled { &mut self.bases } else { &mut self.addends };
        terms.push(term);
        terms.sort_unstable();
        (terms.len() <= MAX_TERMS).then_some(self)
    }

    /// Returns the difference of the add-recurrence and `term`.
    pub fn minus(self, term: VReg) -> Option<AddRec> {
        let is_scaled = self.factor.is_some() || self.shift != 0 || !self.bases.is_empty();
        let fits = !is_scaled && self.subtrahend.is_none();
        fits.then_some(AddRec { subtrahend: Some(term), ..self })
    }

    /// Returns the add-recurrence shifted left.
    pub fn shifted(self, by: u32) -> Option<AddRec> {
        let shift = self.shift.checked_add(by).filter(|&shift| shift <= MAX_SHIFT)?;
        self.bases.is_empty().then_some(AddRec { shift, ..self })
    }

    /// Returns the product of the add-recurrence and a constant, if it only multiplies.
    pub fn times(&self, constant: i64) -> Option<AddRec> {
        AddRec::of_multiple(self.only_multiple()?.checked_mul(constant)?)
    }

    /// Returns the product of the add-recurrence and an invariant.
    pub fn scaled(self, factor: VReg) -> Option<AddRec> {
        let fits = self.multiple == 1 && self.shift == 0 && self.factor.is_none() && self.bases.is_empty();
        fits.then_some(AddRec { factor: Some(factor), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reg(number: usize) -> VReg {
        VReg::new(number)
    }

    #[test]
    fn constants_are_split_into_an_odd_number_and_a_shift() {
        let product = AddRec::of_multiple(24).expect("a small number");
        assert_eq!((product.multiple, product.shift, product.only_multiple()), (3, 3, Some(24)));
        let negative = product.times(-2).expect("a small number");
        assert_eq!((negative.multiple, negative.shift, negative.step(5)), (-3, 4, Some(-240)));
        let rejected = [0, 2 * MAX_MULTIPLE, i64::MIN, 1 << 16];
        assert!(rejected.into_iter().all(|multiple| AddRec::of_multiple(multiple).is_none()));
        assert!(AddRec::induction_var().is_induction_var() && !product.is_induction_var());
    }

    #[test]
    fn terms_are_added_before_or_after_the_shift() {
        let sum = AddRec::induction_var().plus(reg(7)).expect("one term");
        assert!(sum.is_address() && sum.only_multiple().is_none());
        let shifted = sum.shifted(3).expect("a small shift");
        assert!(!shifted.is_address() && shifted.is_sum());
        let address = shifted.plus(reg(9)).and_then(|sum| sum.plus(reg(2))).expect("two terms");
        assert_eq!((&address.addends[..], &address.bases[..]), (&[reg(7)][..], &[reg(2), reg(9)][..]));
        assert!(address.is_address() && address.step(-1) == Some(-8));
        // A third term, and a shift after a base, are not represented.
        assert!(address.clone().plus(reg(1)).is_none() && address.shifted(1).is_none());
        assert!(AddRec::induction_var().shifted(16).is_none());
    }

    #[test]
    fn one_term_is_subtracted_before_the_shift() {
        let difference = AddRec::induction_var().minus(reg(7)).expect("one term");
        assert!(
            !difference.is_sum() && difference.only_multiple().is_none() && !difference.is_induction_var()
        );
        assert!(difference.clone().minus(reg(8)).is_none() && difference.times(3).is_none());
        let address = difference.shifted(2).and_then(|shifted| shifted.plus(reg(9))).expect("a base");
        assert!(address.is_address() && address.step(1) == Some(4) && address.minus(reg(7)).is_none());
    }

    #[test]
    fn an_invariant_factor_leaves_no_constant_step() {
        let scaled = AddRec::induction_var().plus(reg(3)).and_then(|sum| sum.scaled(reg(4)));
        let scaled = scaled.and_then(|product| product.shifted(2)).expect("a factor");
        assert_eq!((scaled.step(1), scaled.only_multiple(), scaled.factor), (None, None, Some(reg(4))));
        assert!(scaled.clone().scaled(reg(5)).is_none() && scaled.times(3).is_none());
        assert!(AddRec::of_multiple(3).is_some_and(|triple| triple.scaled(reg(4)).is_none()));
    }
}
