//! Derived values of `loop-reduce`: add-recurrences that a loop computes from an induction
//! variable.

use super::{AddressStep, InductionVar, LoopContext, LoopReduce};
use crate::ir::entity::{InstId, VReg};
use smallvec::SmallVec;

/// The maximum number of derived values of an induction variable.
const MAX_VALUES: usize = 24;

/// The maximum number of registers that are added before a shift, or after it.
const MAX_TERMS: usize = 2;

/// An add-recurrence: `((iv + addends) * factor << shift) + bases`. The factor is optional.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct AddRec {
    pub addends: SmallVec<[VReg; 2]>,
    pub factor: Option<VReg>,
    pub shift: u32,
    pub bases: SmallVec<[VReg; 2]>,
}

impl AddRec {
    /// Returns true if it is the induction variable itself.
    fn is_counter(&self) -> bool {
        *self == AddRec::default()
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
    /// The index of the value from which it is computed.
    pub from: Option<usize>,
    pub line: AddRec,
    pub offset: i64,
    /// True if it has uses other than derived values, products and the test.
    pub is_needed: bool,
    /// True if a pointer may replace it.
    pub is_replaceable: bool,
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
        let mut number = 0;
        while number < uses.values.len() {
            if number == MAX_VALUES {
                return None;
            }
            let is_needed = self.collect_users(around, leader, &mut uses, number, &mut products);
            uses.values[number].is_needed = is_needed;
            number += 1;
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
        products: &mut Vec<InstId>,
    ) -> bool {
        let (result, mut found, mut is_needed) = (uses.values[number].result, 0, false);
        for user in self.users(around, result) {
            found += self.operand_count(user, result);
            if uses.values.iter().any(|value| value.inst == user && value.from.is_none()) {
                continue;
            }
            if uses.test.is_none()
                && let Some(test) = self.test_of(around, leader, (&uses.values[number], number), user)
            {
                uses.test = Some(test);
            } else if let Some(value) = self.derived(around, leader, &uses.values[number], number, user) {
                uses.values.push(value);
            } else if matches!(self.arithmetic.step(self.mf, user), Some(AddressStep::Multiply(..))) {
                products.push(user);
            } else {
                is_needed = true;
            }
        }
        is_needed || self.mf.use_count(result) as usize != found
    }

    /// Returns the value that `inst` derives from `value`, number `from`, if it is an
    /// add-recurrence that a pointer can represent.
    fn derived(
        &self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        value: &Value,
        from: usize,
        inst: InstId,
    ) -> Option<Value> {
        let line = value.line.clone();
        let other = |a: VReg, b: VReg| {
            let other = if a == value.result { b } else { a };
            (other != value.result && self.is_invariant(around, other)).then_some(other)
        };
        let is_plain = line.shift == 0 && line.bases.is_empty();
        let (line, offset) = match self.arithmetic.step(self.mf, inst)? {
            AddressStep::Add(a, b) => (line.plus(other(a, b)?)?, value.offset),
            AddressStep::AddImm(_, by) => (line, value.offset.checked_add(by)?),
            AddressStep::ShiftLeft(_, by) if is_plain && by < 16 => {
                (AddRec { shift: by, ..line }, value.offset.checked_mul(1 << by)?)
            }
            AddressStep::Multiply(a, b)
                if is_plain && line.factor.is_none() && value.offset == 0 && leader.step == 1 =>
            {
                (AddRec { factor: Some(other(a, b)?), ..line }, 0)
            }
            _ => return None,
        };
        let result = self.mf.vreg_operand(inst, 0)?;
        let max_addend = self.arithmetic.max_addend();
        // Two values of an add-recurrence differ by a number that fits in one addition.
        let is_near = 2 * offset.abs() <= max_addend && leader.step.abs() <= max_addend >> line.shift;
        let is_replaceable =
            !line.is_counter() && self.is_always(around, inst) && self.pointer_result(result).is_some();
        is_near.then_some(Value {
            result,
            inst,
            from: Some(from),
            line,
            offset,
            is_needed: false,
            is_replaceable,
        })
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
            (line.factor.is_none()).then_some(leader.step << line.shift)
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
        let fits = value.from.is_none() && (of_next || value.offset == 0) && self.is_invariant(around, bound);
        fits.then_some(Test { inst, value: number, operand, of_next, bound_operand, bound })
    }
}

impl Uses {
    /// Adds the result of a phi or its next value. Returns its index.
    fn add_phi(&mut self, result: VReg, inst: InstId, offset: i64) -> usize {
        self.values.push(Value {
            result,
            inst,
            from: None,
            line: AddRec::default(),
            offset,
            is_needed: false,
            is_replaceable: false,
        });
        self.values.len() - 1
    }
}
