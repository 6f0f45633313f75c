//! Pointer induction variables of `loop-reduce`, for targets whose accesses have an offset but no
//! index.
//!
//! The values derived from an induction variable form add-recurrences. The values of one
//! add-recurrence differ by constants, which fold into accesses. Each add-recurrence gets a
//! pointer. There are three choices: addresses only, all derived values, or also products of two of
//! them. A product is reduced by second differences. The choice that removes most instructions from
//! the loop is made.

use super::add_recs::{AddRec, Product, Test, Uses, Value};
use super::{AddressStep, InductionVar, LoopContext, LoopReduce};
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::Operand;

/// The maximum number of pointers that replace one induction variable.
const MAX_POINTERS: usize = 6;

/// The planned replacement.
struct Plan {
    /// By value: true if a pointer replaces it.
    is_replaced: Vec<bool>,
    /// By value: true if it is still computed.
    remains: Vec<bool>,
    has_products: bool,
    /// The add-recurrences, and the offset of their pointers from them.
    lines: Vec<(AddRec, i64)>,
    /// The add-recurrence that the exit test uses.
    tested: Option<usize>,
    /// The number of instructions that the loop saves.
    gain: isize,
}

/// The values that are replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Addresses,
    All,
    AllAndProducts,
}

impl LoopReduce<'_> {
    /// Replaces values derived from an induction variable by pointer induction variables. The
    /// variable is the first of `phis`; the others are equal or one iteration late.
    pub(super) fn replace_by_pointers(&mut self, around: &LoopContext<'_>, phis: &[&InductionVar]) {
        let Some(uses) = self.derived_values(around, phis) else { return };
        let mut best: Option<Plan> = None;
        for choice in [Choice::Addresses, Choice::All, Choice::AllAndProducts] {
            let plan = self.pointer_plan(around, phis, &uses, choice);
            let gain = best.as_ref().map_or(0, |plan| plan.gain);
            best = plan.filter(|plan| plan.gain > gain).or(best);
        }
        if let Some(plan) = best.filter(|plan| self.has_room(around, phis[0], plan.pointers(&uses))) {
            self.carry_out(around, phis, &uses, &plan);
        }
    }

    fn pointer_plan(
        &self,
        around: &LoopContext<'_>,
        phis: &[&InductionVar],
        uses: &Uses,
        choice: Choice,
    ) -> Option<Plan> {
        let has_products = choice == Choice::AllAndProducts;
        if has_products && uses.products.is_empty() {
            return None;
        }
        let is_needed = |n: usize| {
            let multiplied = uses.products.iter().any(|product| product.factors.contains(&n));
            uses.values[n].is_needed || multiplied && !has_products
        };
        let is_candidate = |n: usize, value: &Value| {
            let is_chosen = choice != Choice::Addresses || value.line.is_address();
            is_needed(n) && value.is_replaceable && is_chosen
        };
        // A value that some iterations do not compute is replaced if its pointer is needed anyway.
        let has_pointer = |line: &AddRec| {
            let mut numbered = uses.values.iter().enumerate();
            numbered.any(|(n, other)| other.line == *line && other.is_always && is_candidate(n, other))
        };
        let is_replaced: Vec<bool> = (uses.values.iter().enumerate())
            .map(|(n, value)| is_candidate(n, value) && (value.is_always || has_pointer(&value.line)))
            .collect();
        let remains: Vec<bool> = (0..uses.values.len()).map(|n| is_needed(n) && !is_replaced[n]).collect();
        let mut plan = Plan { is_replaced, remains, has_products, lines: Vec::new(), tested: None, gain: 0 };
        let added = self.add_lines(around, uses, &mut plan);
        plan.spread_needs(uses);
        if let Some(test) = uses.test.as_ref().filter(|test| !plan.remains[test.value]) {
            let mut lines = 0..plan.lines.len();
            plan.tested = lines.find(|&n| self.may_test(around, uses, &plan, (test, phis[0]), n));
            plan.remains[test.value] = plan.tested.is_none();
            plan.spread_needs(uses);
        }
        let products = if has_products { uses.products.len() } else { 0 };
        plan.gain = plan.removed(uses) as isize - (added + products) as isize;
        (plan.pointers(uses) > 0 && plan.pointers(uses) <= MAX_POINTERS).then_some(plan)
    }

    /// Finds the add-recurrences of the replaced values. Returns the number of instructions that
    /// they add.
    fn add_lines(&self, around: &LoopContext<'_>, uses: &Uses, plan: &mut Plan) -> usize {
        let mut added = 0;
        for (n, value) in uses.values.iter().enumerate() {
            if !plan.is_replaced[n] || plan.lines.iter().any(|(line, _)| *line == value.line) {
                continue;
            }
            let of_line = || {
                let numbered = uses.values.iter().enumerate();
                numbered.filter(|(n, v)| plan.is_replaced[*n] && v.line == value.line).map(|(_, v)| v)
            };
            let sums = |origin: i64| of_line().filter(|v| self.needs_sum(around, v, origin)).count();
            let best = of_line().map(|v| (sums(v.offset), v.offset)).min_by_key(|(sums, _)| *sums);
            let (sums, origin) = best.unwrap_or((0, value.offset));
            added += 1 + sums;
            plan.lines.push((value.line.clone(), origin));
        }
        added
    }

    /// Returns true if `value` requires an addition to a pointer at offset `origin` because a use
    /// cannot fold the difference.
    fn needs_sum(&self, around: &LoopContext<'_>, value: &Value, origin: i64) -> bool {
        value.offset != origin && self.held_offsets(around, value, origin).is_none()
    }

    /// Returns the users of `value` with their offsets from a pointer at offset `origin`, if all of
    /// them can fold the offset.
    fn held_offsets(
        &self,
        around: &LoopContext<'_>,
        value: &Value,
        origin: i64,
    ) -> Option<Vec<(InstId, i64)>> {
        let by = value.offset - origin;
        let users = self.users(around, value.result);
        let held = |user: InstId| {
            let offset = self.arithmetic.offset(self.mf, user, value.result)? + by;
            self.arithmetic.fits(self.mf, user, offset).then_some((user, offset))
        };
        let are_all = users.len() == self.mf.use_count(value.result) as usize;
        users.into_iter().map(held).collect::<Option<_>>().filter(|_| are_all)
    }

    /// Returns true if the exit test may use the pointer of an add-recurrence.
    fn may_test(
        &self,
        around: &LoopContext<'_>,
        uses: &Uses,
        plan: &Plan,
        (test, leader): (&Test, &InductionVar),
        number: usize,
    ) -> bool {
        let (line, origin) = &plan.lines[number];
        let is_small = |vreg| self.arithmetic.is_small_integer(self.mf, vreg);
        let Some(step) = line.step(leader.step) else { return false };
        let room = self.arithmetic.max_addend() - origin.abs() - step.abs();
        let is_near = room >= 0 && self.has_point(line, test.bound, room);
        let accessed = || {
            let numbered = uses.values.iter().enumerate();
            let of_line = numbered.filter(|(n, v)| plan.is_replaced[*n] && v.line == *line);
            of_line.map(|(_, value)| value.result).any(|result| self.is_accessed(around, result))
        };
        is_near
            && (line.shift == 0 && line.multiple.abs() == 1
                || is_small(test.bound) && is_small(leader.start)
                || line.is_address() && self.ends_by(around, test.inst) && accessed())
    }

    fn carry_out(&mut self, around: &LoopContext<'_>, phis: &[&InductionVar], uses: &Uses, plan: &Plan) {
        let leader = phis[0];
        for (number, (line, origin)) in plan.lines.iter().enumerate() {
            let first = self.point(around.before, line, *origin, leader.start);
            let pointer = self.mf.create_class_vreg(self.arithmetic.pointer_class());
            let amount = line.step(leader.step);
            let step = match (amount, line.factor) {
                (None, Some(factor)) => {
                    AddressStep::Add(pointer, self.shifted(around.before, factor, line.shift))
                }
                (amount, _) => AddressStep::AddImm(pointer, amount.expect("a near step")),
            };
            let next = self.append(around.latch, step);
            self.create_phi(around, pointer, first, next);
            for (n, value) in uses.values.iter().enumerate() {
                if plan.is_replaced[n] && value.line == *line {
                    self.replace_value(around, value, pointer, *origin);
                }
            }
            if let Some(test) = uses.test.as_ref().filter(|_| plan.tested == Some(number)) {
                let is_last = self.mf.block_of(test.inst) == Some(around.latch);
                let (tested, by) = match test.of_next {
                    true if is_last => (next, 0),
                    true => (pointer, amount.expect("a tested line has no factor")),
                    false => (pointer, 0),
                };
                let end = self.point(around.before, line, origin - by, test.bound);
                self.mf.set_operand(test.inst, test.operand, Operand::use_of(tested));
                self.mf.set_operand(test.inst, test.bound_operand, Operand::use_of(end));
                self.bounds.extend([leader.start, test.bound]);
            }
        }
        if plan.has_products {
            uses.products.iter().for_each(|product| self.make_product(around, leader, uses, product));
        }
        let unneeded = uses.values.iter().zip(&plan.remains).filter(|(_, remains)| !**remains);
        self.dead.extend(unneeded.map(|(value, _)| value.inst));
    }

    /// Rewrites the uses of `value` to `pointer`, which is at offset `origin` of its
    /// add-recurrence.
    fn replace_value(&mut self, around: &LoopContext<'_>, value: &Value, pointer: VReg, origin: i64) {
        let by = value.offset - origin;
        let held = if by == 0 { None } else { self.held_offsets(around, value, origin) };
        if let Some(held) = held {
            for (user, offset) in held {
                self.arithmetic.set_address(self.mf, user, pointer, offset);
            }
            return;
        }
        let mut same = pointer;
        if by != 0 {
            let mut b = Builder::new(self.mf, InsertPoint::Before(value.inst));
            same = self.arithmetic.build(&mut b, AddressStep::AddImm(pointer, by));
        }
        self.same.resize(self.mf.num_vregs(), None);
        self.same[value.result.index()] = Some(same);
    }

    /// Creates two induction variables for a product: its value and its first difference.
    fn make_product(
        &mut self,
        around: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &Uses,
        product: &Product,
    ) {
        let before = around.before;
        let [a, b] = product.factors.map(|n| {
            let Value { line, offset, .. } = &uses.values[n];
            self.point(before, line, *offset, leader.start)
        });
        let Product { step, .. } = *product;
        let first = self.build(before, AddressStep::Multiply(a, b));
        let sum = self.build(before, AddressStep::Add(a, b));
        let scaled = self.shifted(before, sum, step.trailing_zeros());
        let growth_first = self.build(before, AddressStep::AddImm(scaled, -step * step));
        let class = self.arithmetic.pointer_class();
        let (value, growth) = (self.mf.create_class_vreg(class), self.mf.create_class_vreg(class));
        let growth_next = self.append(around.latch, AddressStep::AddImm(growth, 2 * step * step));
        let next = self.append(around.latch, AddressStep::Add(value, growth_next));
        self.create_phi(around, value, first, next);
        self.create_phi(around, growth, growth_first, growth_next);
        self.same.resize(self.mf.num_vregs(), None);
        self.same[product.result.index()] = Some(value);
        self.dead.insert(product.inst);
    }

    /// Computes the add-recurrence for a value of the induction variable, plus `offset`, at the end
    /// of `block`.
    fn point(&mut self, block: BlockId, line: &AddRec, offset: i64, counter: VReg) -> VReg {
        let arithmetic = self.arithmetic;
        let constant = self.constant(counter);
        let is_sum = !line.addends.is_empty() || !line.bases.is_empty();
        let number = constant.filter(|&c| is_sum && (c == 0 || line.factor.is_none()));
        let number = number
            .and_then(|c| c.checked_mul(line.multiple)?.checked_mul(1 << line.shift)?.checked_add(offset));
        let number = number.filter(|number| number.abs() <= arithmetic.max_addend());
        let is_zero = constant == Some(0) && line.addends.is_empty();
        debug_assert!(
            number.is_some()
                || is_zero
                || line.multiple == 1
                || line.multiple == -1 && !line.addends.is_empty(),
            "the multiple of a value is not computed: has_point() rejects it"
        );
        // A constant is added last.
        let mut sum = if number.is_some() { None } else { Some(counter) };
        let mut is_negated = line.multiple < 0 && sum.is_some();
        for &addend in &line.addends {
            sum = Some(match sum {
                Some(sum) if std::mem::take(&mut is_negated) => {
                    self.build(block, AddressStep::Sub(addend, sum))
                }
                Some(sum) => self.build(block, AddressStep::Add(sum, addend)),
                None => addend,
            });
        }
        if let (Some(factor), Some(scaled)) = (line.factor, sum) {
            sum = Some(self.build(block, AddressStep::Multiply(scaled, factor)));
        }
        sum = sum.map(|sum| if is_zero { sum } else { self.shifted(block, sum, line.shift) });
        for &base in &line.bases {
            sum = Some(sum.map_or(base, |sum| self.build(block, AddressStep::Add(sum, base))));
        }
        let sum = sum.unwrap_or(counter);
        match number.unwrap_or(offset) {
            0 => sum,
            number => self.build(block, AddressStep::AddImm(sum, number)),
        }
    }
}

impl Plan {
    /// Returns the number of additional phis.
    fn pointers(&self, uses: &Uses) -> usize {
        self.lines.len() + if self.has_products { 2 * uses.products.len() } else { 0 }
    }

    /// Marks the operands of remaining values as remaining, unless they are replaced.
    fn spread_needs(&mut self, uses: &Uses) {
        for (n, value) in uses.values.iter().enumerate().rev() {
            if self.remains[n] {
                value.from.iter().for_each(|&from| self.remains[from] |= !self.is_replaced[from]);
            }
        }
        for member in uses.members.iter().rev() {
            let numbers = [Some(member.phi), member.next];
            if numbers.into_iter().flatten().any(|n| self.remains[n]) {
                numbers.into_iter().chain([member.ahead]).flatten().for_each(|n| self.remains[n] = true);
            }
        }
    }

    /// Returns the number of erased instructions, apart from products. A lagging phi costs a copy,
    /// others cost none.
    fn removed(&self, uses: &Uses) -> usize {
        let is_free = |n: usize| uses.members.iter().any(|m| m.phi == n && m.ahead.is_none());
        let counts = |n: usize| !self.remains[n] && !is_free(n) && uses.values[n].is_always;
        (0..uses.values.len()).filter(|&n| counts(n)).count()
    }
}
