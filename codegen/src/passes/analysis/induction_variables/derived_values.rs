//! The values that a loop derives from an induction variable.
//!
//! A value is a register that holds an add-recurrence plus a constant, or the address of an indexed
//! access. The walk starts with the phis and their next values, and continues with the users of
//! each value. Other users make a value needed. Conditional values are marked: some iterations do
//! not compute them.

use super::{AddRec, AddressStep, Bound, InductionVar, InductionVariables, LoopContext};
use crate::ir::entity::{InstId, VReg};
use smallvec::SmallVec;

/// The maximum number of derived values of an induction variable.
const MAX_VALUES: usize = 96;

/// The maximum step of an induction variable that is multiplied by an invariant; a power of two.
const MAX_SCALED_STEP: i64 = 1 << 15;

/// A register, or the address of an access, that holds the value of an add-recurrence plus
/// `offset`.
#[derive(Debug)]
pub struct Value {
    /// The register; `None` for the address of an indexed access.
    pub result: Option<VReg>,
    /// The instruction that computes or accesses it.
    pub inst: InstId,
    /// The indices of the values from which it is computed.
    pub from: SmallVec<[usize; 2]>,
    /// The add-recurrence.
    pub rec: AddRec,
    /// Its distance from the add-recurrence.
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
#[derive(Debug)]
pub struct Member {
    /// The phi.
    pub phi: usize,
    /// Its incremented value.
    pub next: Option<usize>,
    /// The phi that is one iteration ahead of it.
    pub ahead: Option<usize>,
}

/// A product of two values.
#[derive(Debug)]
pub struct Product {
    /// The multiplication.
    pub inst: InstId,
    /// Its result.
    pub result: VReg,
    /// The indices of the factors.
    pub factors: [usize; 2],
    /// The step of both factors.
    pub step: i64,
}

/// A test for equality of an induction variable's value and a bound.
#[derive(Debug)]
pub struct Test {
    /// The branch or comparison.
    pub inst: InstId,
    /// The index of the value.
    pub value: usize,
    /// True if it is the next value.
    pub of_next: bool,
    /// The bound.
    pub bound: Bound,
}

/// All values derived from an induction variable.
#[derive(Debug)]
pub struct DerivedValues {
    /// The phis and their next values; then values derived from them, each after its sources.
    pub values: Vec<Value>,
    /// The phis.
    pub members: SmallVec<[Member; 2]>,
    /// The products of two values.
    pub products: Vec<Product>,
    /// The exit test.
    pub test: Option<Test>,
}

/// The derivation of one induction variable's values.
struct Derivation<'a, 'b> {
    ivs: InductionVariables<'a>,
    context: &'a LoopContext<'b>,
    leader: &'a InductionVar,
    found: DerivedValues,
    /// Multiplications of a value.
    products: Vec<InstId>,
    /// Sums of a value and a loop variant.
    sums: Vec<(usize, InstId)>,
}

impl InductionVariables<'_> {
    /// Returns the values derived from the first of `phis` and from the other phis, which are equal
    /// or one iteration late. Returns `None` if there are too many.
    pub fn derived_values(&self, context: &LoopContext<'_>, phis: &[&InductionVar]) -> Option<DerivedValues> {
        let &leader = phis.first()?;
        let found =
            DerivedValues { values: Vec::new(), members: SmallVec::new(), products: Vec::new(), test: None };
        let (products, sums) = (Vec::new(), Vec::new());
        let mut walk = Derivation { ivs: *self, context, leader, found, products, sums };
        walk.add_phis(phis);
        walk.run()?;
        walk.found.check();
        Some(walk.found)
    }

    /// Returns true if the value of `rec` for the induction variable's value `at` is computed
    /// without a product: a constant's multiple is at most `room`.
    pub fn is_cheap_at(&self, rec: &AddRec, at: Bound, room: i64) -> bool {
        let constant = match at {
            Bound::Register(vreg) => self.constant(vreg),
            Bound::Number(number) => Some(number),
        };
        let is_zero = |c: i64| c == 0 && rec.addends.is_empty() && rec.subtrahend.is_none();
        let is_near = |c: i64| rec.step(c).is_some_and(|product| rec.is_sum() && product.abs() <= room);
        rec.multiple == 1
            || rec.multiple == -1 && rec.is_sum()
            || constant.is_some_and(|c| is_zero(c) || is_near(c))
    }

    /// Returns the register that holds the value of `rec` where the induction variable is `bound`, if
    /// there is one: its multiple of the bound is subtracted from an equal term.
    pub fn final_base(&self, rec: &AddRec, bound: Bound) -> Option<VReg> {
        let Bound::Register(bound) = bound else { return None };
        let &[base] = &rec.bases[..] else { return None };
        if rec.multiple != -1 || rec.subtrahend.is_some() || rec.factor.is_some() {
            return None;
        }
        match rec.addends[..] {
            [addend] => (addend == bound).then_some(base),
            [] => self.without_shifted(base, bound, rec.shift),
            _ => None,
        }
    }

    /// Returns the register to which the definition of `sum` adds `index << by`.
    fn without_shifted(&self, sum: VReg, index: VReg, by: u32) -> Option<VReg> {
        let step = |vreg: VReg| self.reader.step(self.mf, self.mf.def(vreg)?);
        let is_term =
            |vreg: VReg| step(vreg) == Some(AddressStep::ShiftLeft(index, by)) || vreg == index && by == 0;
        match step(sum)? {
            AddressStep::AddShifted(other, shifted, shift) => {
                (shifted == index && shift == by).then_some(other)
            }
            AddressStep::Add(a, b) if is_term(b) => Some(a),
            AddressStep::Add(a, b) if is_term(a) => Some(b),
            _ => None,
        }
    }
}

impl Derivation<'_, '_> {
    fn add_phis(&mut self, phis: &[&InductionVar]) {
        for counter in phis {
            let offset = if counter.follows { -self.leader.step } else { 0 };
            let phi = self.found.add_phi(counter.value, counter.phi, offset);
            let (mut next, mut ahead) = (None, None);
            if counter.follows {
                ahead = self.found.of_register(counter.next);
            } else {
                next = Some(self.found.add_phi(counter.next, counter.increment, self.leader.step));
            }
            self.found.members.push(Member { phi, next, ahead });
        }
    }

    fn run(&mut self) -> Option<()> {
        let mut number = 0;
        while number < self.found.values.len() {
            if number == MAX_VALUES {
                return None;
            }
            if let Some(result) = self.found.values[number].result {
                self.found.values[number].is_needed = self.collect_users(number, result);
            }
            number += 1;
        }
        for (number, inst) in std::mem::take(&mut self.sums) {
            let is_derived = self.found.values.iter().any(|value| value.inst == inst);
            self.found.values[number].is_needed |= !is_derived;
        }
        for inst in std::mem::take(&mut self.products) {
            self.add_product(inst);
        }
        Some(())
    }

    /// Adds the values derived from value number `number`, the register `result`. Returns true if
    /// it has other uses.
    fn collect_users(&mut self, number: usize, result: VReg) -> bool {
        let (mut found, mut is_needed) = (0, !self.ivs.is_only_result(result));
        for user in self.ivs.users(self.context, result) {
            let operands = self.ivs.operand_count(user, result);
            found += operands;
            if let Some(value) = self.found.values.iter().find(|value| value.inst == user) {
                // The access may store a value.
                is_needed |= value.result.is_none();
                continue;
            }
            if self.found.test.is_none()
                && let Some(test) = self.test_of(number, result, user)
            {
                self.found.test = Some(test);
            } else if let Some(value) = self.derived(number, result, user) {
                is_needed |= value.result.is_none() && operands > 1;
                self.found.values.push(value);
            } else if self.is_variant_sum(user) {
                self.sums.push((number, user));
            } else if matches!(self.step(user), Some(AddressStep::Multiply(..))) {
                self.products.push(user);
            } else {
                is_needed = true;
            }
        }
        is_needed || self.ivs.mf.use_count(result) as usize != found
    }

    fn step(&self, inst: InstId) -> Option<AddressStep> {
        self.ivs.reader.step(self.ivs.mf, inst)
    }

    /// Returns true if `inst` adds two values of the loop, perhaps both derived from the induction
    /// variable.
    fn is_variant_sum(&self, inst: InstId) -> bool {
        let is_variant = |vreg| !self.ivs.is_invariant(self.context, vreg);
        match self.step(inst) {
            Some(AddressStep::Add(a, b) | AddressStep::AddShifted(a, b, _) | AddressStep::Sub(a, b)) => {
                is_variant(a) && is_variant(b)
            }
            _ => false,
        }
    }

    /// Returns the value that `inst` derives from value number `from`, the register `source`.
    fn derived(&self, from: usize, source: VReg, inst: InstId) -> Option<Value> {
        if let Some(access) = self.ivs.reader.indexed(self.ivs.mf, inst) {
            // It may store the value only.
            if ![access.base, access.index].contains(&source) {
                return None;
            }
            let step = AddressStep::AddShifted(access.base, access.index, access.shift);
            let (rec, offset) = self.derived_rec(from, source, inst, step)?;
            let is_replaceable = rec.is_address();
            return Some(self.value(None, inst, &[from], (rec, offset), is_replaceable));
        }
        let step = self.step(inst)?;
        let result = self.ivs.mf.vreg_operand(inst, 0)?;
        let (value, sources) = match self.sum_of_values(step) {
            Some((rec, offset, sources)) => ((rec, offset), SmallVec::from_slice(&sources)),
            None => {
                (self.derived_rec(from, source, inst, step)?, SmallVec::<[usize; 2]>::from_slice(&[from]))
            }
        };
        let is_replaceable = self.ivs.is_pointer(result) && self.ivs.is_only_result(result);
        Some(self.value(Some(result), inst, &sources, value, is_replaceable))
    }

    fn value(
        &self,
        result: Option<VReg>,
        inst: InstId,
        from: &[usize],
        (rec, offset): (AddRec, i64),
        is_replaceable: bool,
    ) -> Value {
        let has_step =
            rec.factor.is_some() || rec.step(self.leader.step).is_some_and(|s| i32::try_from(s).is_ok());
        let is_replaceable = is_replaceable && has_step && !rec.is_induction_var();
        let is_always = self.ivs.is_always(self.context, inst);
        let from = SmallVec::from_slice(from);
        Value { result, inst, from, rec, offset, is_needed: result.is_none(), is_replaceable, is_always }
    }

    /// Returns the sum or difference of two values that are multiples of the induction variable, and
    /// the indices of the values.
    fn sum_of_values(&self, step: AddressStep) -> Option<(AddRec, i64, [usize; 2])> {
        let (a, b, scale) = match step {
            AddressStep::Add(a, b) => (a, b, 1),
            AddressStep::AddShifted(a, b, by) if by < 16 => (a, b, 1 << by),
            AddressStep::Sub(a, b) => (a, b, -1),
            _ => return None,
        };
        let find = |vreg: VReg| {
            let n = self.found.of_register(vreg)?;
            let value = &self.found.values[n];
            Some((n, value.rec.only_multiple()?, value.offset))
        };
        let ((n, a, a_offset), (m, b, b_offset)) = (find(a)?, find(b)?);
        let rec = AddRec::of_multiple(a.checked_add(b.checked_mul(scale)?)?)?;
        Some((rec, a_offset.checked_add(b_offset.checked_mul(scale)?)?, [n, m]))
    }

    /// Returns the add-recurrence and the offset that `step` of `inst` computes from value number
    /// `from`, the register `source`.
    fn derived_rec(
        &self,
        from: usize,
        source: VReg,
        inst: InstId,
        step: AddressStep,
    ) -> Option<(AddRec, i64)> {
        let Value { rec, offset, .. } = &self.found.values[from];
        let (rec, offset) = (rec.clone(), *offset);
        let other = |a: VReg, b: VReg| {
            let other = if a == source { b } else { a };
            (other != source && self.ivs.is_invariant(self.context, other)).then_some(other)
        };
        match step {
            AddressStep::Add(a, b) | AddressStep::AddShifted(a, b, 0) => {
                self.plus(inst, rec, offset, other(a, b)?)
            }
            AddressStep::AddShifted(base, shifted, by) if shifted == source => {
                self.plus(inst, rec.shifted(by)?, scaled(offset, by)?, other(base, shifted)?)
            }
            AddressStep::AddImm(_, by) => Some((rec, offset.checked_add(by)?)),
            AddressStep::OrImm(_, bits) if self.is_clear(&rec, offset, bits) => {
                Some((rec, offset.checked_add(bits)?))
            }
            AddressStep::Sub(a, b) if b == source => {
                Some((rec.times(-1)?.plus(other(b, a)?)?, offset.checked_neg()?))
            }
            AddressStep::Sub(a, b) => Some((rec.minus(other(a, b)?)?, offset)),
            AddressStep::Not(_) => Some((rec.times(-1)?, offset.checked_neg()?.checked_sub(1)?)),
            AddressStep::ShiftLeft(_, by) => Some((rec.shifted(by)?, scaled(offset, by)?)),
            AddressStep::Multiply(a, b) => self.product_with_invariant(rec, offset, other(a, b)?),
            AddressStep::MultiplyAdd(a, b, addend) if [a, b].contains(&source) => {
                let (rec, offset) = self.product_with_invariant(rec, offset, other(a, b)?)?;
                self.plus(inst, rec, offset, other(source, addend)?)
            }
            _ => None,
        }
    }

    /// Returns the sum of an add-recurrence plus `offset`, and the invariant `term`, which `inst`
    /// computes. A constant that `term` adds becomes part of the offset, so values with related
    /// terms share a pointer.
    fn plus(&self, inst: InstId, rec: AddRec, offset: i64, term: VReg) -> Option<(AddRec, i64)> {
        let room = self.ivs.reader.max_term_distance();
        let is_last = || rec.factor.is_some() || rec.shift != 0 || self.is_accessed(inst);
        // A shift may follow.
        let is_near = |sum: i64| sum.abs() <= room / 16 || sum.abs() <= room && is_last();
        let (base, sum) = self
            .constant_sum(term)
            .and_then(|(base, by)| Some((base, offset.checked_add(by)?)))
            .filter(|&(_, sum)| is_near(sum))
            .unwrap_or((term, offset));
        Some((rec.plus(base)?, sum))
    }

    /// Returns true if `inst` accesses memory, or computes an address by which the loop does.
    fn is_accessed(&self, inst: InstId) -> bool {
        let (mf, reader) = (self.ivs.mf, self.ivs.reader);
        if reader.indexed(mf, inst).is_some() {
            return true;
        }
        let Some(result) = mf.vreg_operand(inst, 0) else { return false };
        let users = self.ivs.users(self.context, result);
        users.into_iter().any(|user| reader.offset(mf, user, result).is_some())
    }

    /// Returns the register and the constant that the invariant `term` adds. Other innermost loops
    /// may already be rewritten, so their values are not examined.
    fn constant_sum(&self, term: VReg) -> Option<(VReg, i64)> {
        let def = self.ivs.mf.def(term)?;
        let sum = match self.step(def)? {
            AddressStep::AddImm(base, by) => (base, by),
            AddressStep::Add(base, by) => (base, self.ivs.constant(by)?),
            _ => return None,
        };
        let home = self.ivs.loops.innermost(self.ivs.mf.block_of(def)?);
        let encloses = home.is_none_or(|id| self.ivs.loops.contains(id, self.context.latch));
        encloses.then_some(sum)
    }

    /// Returns the product of an add-recurrence plus `offset`, and `factor`.
    fn product_with_invariant(&self, rec: AddRec, offset: i64, factor: VReg) -> Option<(AddRec, i64)> {
        if let (Some(constant), true) = (self.ivs.constant(factor), rec.only_multiple().is_some()) {
            return Some((rec.times(constant)?, offset.checked_mul(constant)?));
        }
        let step = self.leader.step;
        let fits = offset == 0 && (1..=MAX_SCALED_STEP).contains(&step) && step.count_ones() == 1;
        Some((rec.scaled(factor).filter(|_| fits)?, 0))
    }

    /// Returns true if `bits` are clear in the value in all iterations, so that an `or` adds.
    fn is_clear(&self, rec: &AddRec, offset: i64, bits: i64) -> bool {
        let (Some(multiple), Some(start)) = (rec.only_multiple(), self.ivs.constant(self.leader.start))
        else {
            return false;
        };
        let first = start.wrapping_mul(multiple).wrapping_add(offset);
        let zeros = (first | self.leader.step.wrapping_mul(multiple)).trailing_zeros();
        bits > 0 && bits < 1 << zeros.min(62)
    }

    /// Adds the product of two values; otherwise both are needed as operands.
    fn add_product(&mut self, inst: InstId) {
        if self.found.products.iter().any(|product| product.inst == inst) {
            return;
        }
        let operand = |n: usize| self.found.of_register(self.ivs.mf.vreg_operand(inst, n)?);
        let factors = [operand(1), operand(2)];
        match self.product(inst, factors) {
            Some(product) => self.found.products.push(product),
            None => factors.into_iter().flatten().for_each(|n| self.found.values[n].is_needed = true),
        }
    }

    fn product(&self, inst: InstId, [a, b]: [Option<usize>; 2]) -> Option<Product> {
        let (a, b, result) = (a?, b?, self.ivs.mf.vreg_operand(inst, 0)?);
        let step = |n: usize| {
            let rec = &self.found.values[n].rec;
            rec.step(self.leader.step).filter(|_| rec.multiple == 1)
        };
        let step = step(a).filter(|&s| step(b) == Some(s) && s > 0 && s.count_ones() == 1)?;
        let is_near = step <= 1 << 16 && 2 * step * step <= self.ivs.reader.max_addend();
        let is_pointer = self.ivs.is_pointer(result) && self.ivs.is_only_result(result);
        let fits = is_near && is_pointer && self.ivs.is_always(self.context, inst);
        fits.then_some(Product { inst, result, factors: [a, b], step })
    }

    /// Returns the test that `inst` performs on value number `number`, a phi of the induction
    /// variable or its next value.
    fn test_of(&self, number: usize, result: VReg, inst: InstId) -> Option<Test> {
        let Value { from, offset, .. } = &self.found.values[number];
        let of_next = *offset == self.leader.step;
        if !from.is_empty() || !of_next && *offset != 0 {
            return None;
        }
        let bound = self.ivs.reader.equality_test(self.ivs.mf, inst, result)?;
        let is_fixed = match bound {
            Bound::Register(bound) => self.ivs.is_invariant(self.context, bound),
            Bound::Number(_) => true,
        };
        is_fixed.then_some(Test { inst, value: number, of_next, bound })
    }
}

impl DerivedValues {
    /// Adds the result of a phi or its next value. Returns its index.
    fn add_phi(&mut self, result: VReg, inst: InstId, offset: i64) -> usize {
        self.values.push(Value {
            result: Some(result),
            inst,
            from: SmallVec::new(),
            rec: AddRec::induction_var(),
            offset,
            is_needed: false,
            is_replaceable: false,
            is_always: true,
        });
        self.values.len() - 1
    }

    /// Returns the index of the value in `vreg`.
    fn of_register(&self, vreg: VReg) -> Option<usize> {
        self.values.iter().position(|value| value.result == Some(vreg))
    }

    /// Checks that each value comes after its sources, and that accesses are needed leaves.
    fn check(&self) {
        for (n, value) in self.values.iter().enumerate() {
            debug_assert!(value.from.iter().all(|&from| from < n), "value {n} before a source: {value:?}");
            debug_assert!(value.result.is_some() || value.is_needed, "an access nobody needs: {value:?}");
            let of_register = value.from.iter().all(|&from| self.values[from].result.is_some());
            debug_assert!(of_register, "value {n} is derived from an access");
        }
    }
}

/// Returns `offset << by`, if it does not overflow.
fn scaled(offset: i64, by: u32) -> Option<i64> {
    offset.checked_mul(1_i64.checked_shl(by).filter(|_| by < 32)?)
}
