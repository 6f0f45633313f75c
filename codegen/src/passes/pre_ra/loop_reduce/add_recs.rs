//! Derived values of `loop-reduce`: add-recurrences that a loop computes from an induction
//! variable.

use super::{AddressStep, InductionVar, LoopContext, LoopReduce, MAX_MULTIPLE};
use crate::ir::entity::{InstId, VReg};
use smallvec::SmallVec;

/// The maximum number of derived values of an induction variable.
const MAX_VALUES: usize = 96;

/// The maximum number of registers that are added before a shift, or after it.
const MAX_TERMS: usize = 2;

/// An add-recurrence: `((iv * multiple + addends) * factor << shift) + bases`. The factor is
/// optional.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct AddRec {
    pub multiple: i64,
    pub addends: SmallVec<[VReg; 2]>,
    pub factor: Option<VReg>,
    pub shift: u32,
    pub bases: SmallVec<[VReg; 2]>,
}

impl AddRec {
    /// Returns the induction variable itself.
    fn counter() -> AddRec {
        AddRec { multiple: 1, addends: SmallVec::new(), factor: None, shift: 0, bases: SmallVec::new() }
    }

    /// Returns true if it is the induction variable itself.
    fn is_counter(&self) -> bool {
        *self == AddRec::counter()
    }

    /// Returns the constant by which it steps if the induction variable steps by `step`, if it has
    /// no factor.
    pub fn step(&self, step: i64) -> Option<i64> {
        let step = step.checked_mul(self.multiple)?.checked_mul(1 << self.shift)?;
        self.factor.is_none().then_some(step)
    }

    /// Returns the constant by which it multiplies the induction variable, if it does only that.
    fn only_multiple(&self) -> Option<i64> {
        let is_plain = self.addends.is_empty() && self.bases.is_empty() && self.factor.is_none();
        is_plain.then_some(self.multiple << self.shift)
    }

    /// Returns the product of the induction variable and a constant.
    fn of_multiple(multiple: i64) -> Option<AddRec> {
        let shift = if multiple > 0 { multiple.trailing_zeros() } else { 0 };
        let fits = multiple != 0 && multiple.abs() <= MAX_MULTIPLE && shift < 16;
        fits.then(|| AddRec { multiple: multiple >> shift, shift, ..AddRec::counter() })
    }

    /// Returns true if the last operation is an addition.
    pub fn is_address(&self) -> bool {
        let is_sum = self.factor.is_none() && self.shift == 0;
        !self.bases.is_empty() || is_sum && !self.addends.is_empty()
    }

    /// Returns the sum of the add-recurrence and `term`.
    fn plus(mut self, term: VReg) -> Option<AddRec> {
        let is_scaled = self.factor.is_some() || self.shift != 0;
        let terms = if is_scaled { &mut self.bases } else { &mut self.addends };
        terms.push(term);
        terms.sort_unstable();
        (terms.len() <= MAX_TERMS).then_some(self)
    }
}

/// A register that holds the value of an add-recurrence plus `offset`.
pub(super) struct Value {
    pub result: VReg,
    pub inst: InstId,
    /// The indices of the values from which it is computed.
    pub from: SmallVec<[usize; 2]>,
    pub line: AddRec,
    pub offset: i64,
    /// True if it has uses other than derived values, products and the test.
    pub is_needed: bool,
    /// True if a pointer may replace it.
    pub is_replaceable: bool,
    /// True if each iteration computes it.
    pub is_always: bool,
}

/// A phi that is the induction variable, or equals its value one iteration earlier; by index among
/// the values.
pub(super) struct Member {
    pub phi: usize,
    /// Its incremented value.
    pub next: Option<usize>,
    /// The phi that is one iteration ahead of it.
    pub ahead: Option<usize>,
}

/// A product of two values, by their indices.
pub(super) struct Product {
    pub inst: InstId,
    pub result: VReg,
    pub factors: [usize; 2],
    /// The step of both factors.
    pub step: i64,
}

/// A branch on equality of an induction variable's value and a bound.
pub(super) struct Test {
    pub inst: InstId,
    /// The index of the value.
    pub value: usize,
    /// The operand with the induction variable, and whether it is the next value.
    pub operand: usize,
    pub of_next: bool,
    pub bound_operand: usize,
    pub bound: VReg,
}

/// All values derived from an induction variable.
pub(super) struct Uses {
    /// The phis and their next values; then values derived from them.
    pub values: Vec<Value>,
    pub members: SmallVec<[Member; 2]>,
    pub products: Vec<Product>,
    pub test: Option<Test>,
}

impl LoopReduce<'_> {
    /// Returns the values derived from the first of `phis` and from the other phis, which are equal
    /// or one iteration late. Returns `None` if there are too many.
    pub(super) fn derived_values(&self, around: &LoopContext<'_>, phis: &[&InductionVar]) -> Option<Uses> {
        let &leader = phis.first()?;
        let mut uses =
            Uses { values: Vec::new(), members: SmallVec::new(), products: Vec::new(), test: None };
        for counter in phis {
            let offset = if counter.follows { -leader.step } else { 0 };
            let phi = uses.add_phi(counter.value, counter.phi, offset);
            let (mut next, mut ahead) = (None, None);
            if counter.follows {
                ahead = uses.values.iter().position(|value| value.result == counter.next);
            } else {
                next = Some(uses.add_phi(counter.next, counter.increment, leader.step));
            }
            uses.members.push(Member { phi, next, ahead });
        }
        let mut products: Vec<InstId> = Vec::new();
        let mut sums: Vec<(usize, InstId)> = Vec::new();
        let mut number = 0;
        while number < uses.values.len() {
            if number == MAX_VALUES {
                return None;
            }
            let is_needed = self.collect_users(around, leader, &mut uses, number, (&mut products, &mut sums));
            uses.values[number].is_needed = is_needed;
            number += 1;
        }
        for (number, inst) in sums {
            uses.values[number].is_needed |= !uses.values.iter().any(|value| value.inst == inst);
        }
        for inst in products {
            self.add_product(around, leader, &mut uses, inst);
        }
        Some(uses)
    }

    /// Adds the values derived from value number `number`. Returns true if it has other uses.
    fn collect_users(
        &self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &mut Uses,
        number: usize,
        (products, sums): (&mut Vec<InstId>, &mut Vec<(usize, InstId)>),
    ) -> bool {
        let (result, mut found, mut is_needed) = (uses.values[number].result, 0, false);
        for user in self.users(around, result) {
            found += self.operand_count(user, result);
            if uses.values.iter().any(|value| value.inst == user) {
                continue;
            }
            if uses.test.is_none()
                && let Some(test) = self.test_of(around, leader, (&uses.values[number], number), user)
            {
                uses.test = Some(test);
            } else if let Some(value) = self.derived(around, leader, uses, number, user) {
                uses.values.push(value);
            } else if self.is_variant_sum(around, user) {
                sums.push((number, user));
            } else if matches!(self.arithmetic.step(self.mf, user), Some(AddressStep::Multiply(..))) {
                products.push(user);
            } else {
                is_needed = true;
            }
        }
        is_needed || self.mf.use_count(result) as usize != found
    }

    /// Returns true if `inst` adds two values of the loop, perhaps both derived from the induction
    /// variable.
    fn is_variant_sum(&self, around: &LoopContext<'_>, inst: InstId) -> bool {
        match self.arithmetic.step(self.mf, inst) {
            Some(AddressStep::Add(a, b) | AddressStep::AddShifted(a, b, _) | AddressStep::Sub(a, b)) => {
                !self.is_invariant(around, a) && !self.is_invariant(around, b)
            }
            _ => false,
        }
    }

    /// Returns the value that `inst` derives from value number `from`, if it is an add-recurrence
    /// that a pointer can represent.
    fn derived(
        &self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &Uses,
        from: usize,
        inst: InstId,
    ) -> Option<Value> {
        let step = self.arithmetic.step(self.mf, inst)?;
        let result = self.mf.vreg_operand(inst, 0)?;
        let (line, offset, sources) = match self.sum_of_values(uses, step) {
            Some((line, offset, sources)) => (line, offset, SmallVec::from_slice(&sources)),
            None => {
                let (line, offset) = self.derived_line(around, leader, &uses.values[from], step)?;
                (line, offset, SmallVec::from_slice(&[from]))
            }
        };
        let max_addend = self.arithmetic.max_addend();
        // Two values of an add-recurrence differ by a number that fits in one addition.
        let is_near = 2 * offset.abs() <= max_addend
            && line
                .step(leader.step)
                .map_or(leader.step.abs() <= max_addend, |step| step.abs() <= max_addend);
        let is_always = self.is_always(around, inst);
        let has_start = self.has_point(&line, leader.start, max_addend / 2);
        let is_replaceable = !line.is_counter() && has_start && self.pointer_result(result).is_some();
        is_near.then_some(Value {
            result,
            inst,
            from: sources,
            line,
            offset,
            is_needed: false,
            is_replaceable,
            is_always,
        })
    }

    /// Returns true if [`Self::point`] can compute `line` for the value `counter` of the induction
    /// variable: a constant's multiple is at most `room`.
    pub(super) fn has_point(&self, line: &AddRec, counter: VReg, room: i64) -> bool {
        let is_zero = |c: i64| c == 0 && line.addends.is_empty();
        let is_sum = !line.addends.is_empty() || !line.bases.is_empty();
        let is_near = |c: i64| line.step(c).is_some_and(|product| is_sum && product.abs() <= room);
        line.multiple == 1
            || line.multiple == -1 && !line.addends.is_empty()
            || self.constant(counter).is_some_and(|c| is_zero(c) || is_near(c))
    }

    /// Returns the sum or difference of two values that are multiples of the induction variable, and
    /// the indices of the values.
    fn sum_of_values(&self, uses: &Uses, step: AddressStep) -> Option<(AddRec, i64, [usize; 2])> {
        let (a, b, scale) = match step {
            AddressStep::Add(a, b) => (a, b, 1),
            AddressStep::AddShifted(a, b, by) if by < 16 => (a, b, 1 << by),
            AddressStep::Sub(a, b) => (a, b, -1),
            _ => return None,
        };
        let find = |vreg: VReg| {
            let n = uses.values.iter().position(|value| value.result == vreg)?;
            Some((n, uses.values[n].line.only_multiple()?, uses.values[n].offset))
        };
        let ((n, a, a_offset), (m, b, b_offset)) = (find(a)?, find(b)?);
        let line = AddRec::of_multiple(a.checked_add(b.checked_mul(scale)?)?)?;
        Some((line, a_offset.checked_add(b_offset.checked_mul(scale)?)?, [n, m]))
    }

    /// Returns the add-recurrence and the offset that `step` computes from `value`.
    fn derived_line(
        &self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        value: &Value,
        step: AddressStep,
    ) -> Option<(AddRec, i64)> {
        let (line, offset) = (value.line.clone(), value.offset);
        let other = |a: VReg, b: VReg| {
            let other = if a == value.result { b } else { a };
            (other != value.result && self.is_invariant(around, other)).then_some(other)
        };
        let is_plain = line.shift == 0 && line.bases.is_empty();
        let is_alone = is_plain && line.addends.is_empty() && line.factor.is_none();
        let negated = |line: AddRec| AddRec { multiple: -line.multiple, ..line };
        match step {
            AddressStep::Add(a, b) => Some((line.plus(other(a, b)?)?, offset)),
            AddressStep::AddShifted(base, shifted, by) if shifted == value.result => {
                let line = AddRec { shift: by, ..line };
                let fits = is_plain && by < 16;
                fits.then_some((line.plus(other(base, shifted)?)?, offset.checked_mul(1 << by)?))
            }
            AddressStep::AddShifted(_, shifted, 0) => {
                Some((line.plus(other(value.result, shifted)?)?, offset))
            }
            AddressStep::AddImm(_, by) => Some((line, offset.checked_add(by)?)),
            AddressStep::Sub(a, b) if b == value.result && is_alone => {
                Some((negated(line).plus(other(b, a)?)?, offset.checked_neg()?))
            }
            AddressStep::Not(_) if is_alone => Some((negated(line), offset.checked_neg()?.checked_sub(1)?)),
            AddressStep::ShiftLeft(_, by) if is_plain && by < 16 => {
                Some((AddRec { shift: by, ..line }, offset.checked_mul(1 << by)?))
            }
            AddressStep::Multiply(a, b) => {
                let factor = other(a, b)?;
                if let (Some(constant), Some(multiple)) = (self.constant(factor), line.only_multiple()) {
                    let line = AddRec::of_multiple(multiple.checked_mul(constant)?)?;
                    return Some((line, offset.checked_mul(constant)?));
                }
                let is_counter = is_plain && line.factor.is_none() && line.multiple == 1;
                let fits = is_counter && offset == 0 && leader.step == 1;
                fits.then_some((AddRec { factor: Some(factor), ..line }, 0))
            }
            _ => None,
        }
    }

    /// Adds the product of two values; otherwise both are needed as operands.
    fn add_product(&self, around: &LoopContext<'_>, leader: &InductionVar, uses: &mut Uses, inst: InstId) {
        let operand = |n: usize| {
            let vreg = self.mf.vreg_operand(inst, n)?;
            uses.values.iter().position(|value| value.result == vreg)
        };
        let factors = [operand(1), operand(2)];
        if uses.products.iter().any(|product| product.inst == inst) {
            return;
        }
        let step = |n: usize| {
            let line = &uses.values[n].line;
            line.step(leader.step).filter(|_| line.multiple == 1)
        };
        let product = || {
            let (&[a, b], result) = (&[factors[0]?, factors[1]?], self.mf.vreg_operand(inst, 0)?);
            let step = step(a).filter(|&s| step(b) == Some(s) && s > 0 && s.count_ones() == 1)?;
            let is_near = 2 * step * step <= self.arithmetic.max_addend();
            let fits = is_near && self.is_always(around, inst) && self.pointer_result(result).is_some();
            fits.then_some(Product { inst, result, factors: [a, b], step })
        };
        match product() {
            Some(product) => uses.products.push(product),
            None => factors.into_iter().flatten().for_each(|n| uses.values[n].is_needed = true),
        }
    }

    /// Returns the test that `inst` performs on a phi of the induction variable or on its next
    /// value.
    fn test_of(
        &self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        (value, number): (&Value, usize),
        inst: InstId,
    ) -> Option<Test> {
        let of_next = value.offset == leader.step;
        let (a, b) = self.arithmetic.equality_branch(self.mf, inst)?;
        let is_first = self.mf.vreg_operand(inst, a) == Some(value.result);
        let (operand, bound_operand) = if is_first { (a, b) } else { (b, a) };
        let bound = self.mf.vreg_operand(inst, bound_operand)?;
        let fits =
            value.from.is_empty() && (of_next || value.offset == 0) && self.is_invariant(around, bound);
        fits.then_some(Test { inst, value: number, operand, of_next, bound_operand, bound })
    }
}

impl Uses {
    /// Adds the result of a phi or its next value. Returns its index.
    fn add_phi(&mut self, result: VReg, inst: InstId, offset: i64) -> usize {
        self.values.push(Value {
            result,
            inst,
            from: SmallVec::new(),
            line: AddRec::counter(),
            offset,
            is_needed: false,
            is_replaceable: false,
            is_always: true,
        });
        self.values.len() - 1
    }
}
