//! Rewriting of `loop-reduce`: pointers replace the values that a plan selects.

use super::LoopReduce;
use super::plan::{ExitTest, Plan, Pointer};
use super::term_fold::OnlyTest;
use crate::ir::builder::InsertPoint;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::Operand;
use crate::passes::analysis::induction_variables::{
    AddRec, AddressStep, Bound, DerivedValues, InductionVar, LoopContext, Product, Test, Value,
};

impl LoopReduce<'_> {
    /// Replaces values derived from an induction variable by pointer induction variables. The
    /// variable is the first of `phis`; the others are equal or one iteration late.
    pub(super) fn replace_by_pointers(&mut self, context: &LoopContext<'_>, phis: &[&InductionVar]) {
        let Some(uses) = self.ivs().derived_values(context, phis) else { return };
        let plan = self.planner(context, phis[0], &uses).best();
        if let Some(plan) = &plan {
            self.carry_out(context, phis[0], &uses, plan);
        }
        self.share_addresses(context, phis[0], &uses, plan.as_ref());
    }

    fn carry_out(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &DerivedValues,
        plan: &Plan,
    ) {
        let replaced = uses.values.iter().zip(&plan.is_replaced).filter(|(_, replaced)| **replaced);
        for (value, _) in replaced {
            // A term may have no other users.
            let terms = self.mf.operands(value.inst).iter().filter(|o| o.is_use());
            self.bounds.extend(terms.filter_map(|o| o.vreg()));
        }
        for (number, pointer) in plan.pointers.iter().enumerate() {
            let test = uses.test.as_ref().filter(|_| plan.test == ExitTest::Pointer(number));
            let first = test.and_then(|test| self.above_final_value(context, leader, test, pointer));
            let first = first
                .unwrap_or_else(|| self.point(context.preheader, &pointer.rec, pointer.origin, leader.start));
            let (value, next) = self.make_pointer(context, leader, pointer, first);
            for (n, replaced) in uses.values.iter().enumerate().filter(|(_, v)| v.rec == pointer.rec) {
                if let Some(result) = replaced.result.filter(|_| plan.is_replaced[n] || !plan.remains[n]) {
                    self.mf.note_sum(result, value, replaced.offset - pointer.origin);
                }
                if plan.is_replaced[n] {
                    self.replace_value(context, leader, uses, replaced, (value, pointer.origin));
                }
            }
            if let Some(test) = test {
                self.test_pointer(context, (leader, uses), test, pointer, (value, next));
            }
        }
        if let Some(test) = uses.test.as_ref().filter(|_| plan.test == ExitTest::CountDown) {
            debug_assert!(test.of_next, "a test of the next value");
            self.count_down(context, leader, &OnlyTest { inst: test.inst, bound: test.bound, late: 0 });
        }
        if plan.has_products {
            uses.products.iter().for_each(|product| self.make_product(context, leader, uses, product));
        }
        let numbered = uses.values.iter().zip(&plan.remains);
        let erased = numbered.filter(|(value, remains)| !**remains && value.result.is_some());
        self.dead.extend(erased.map(|(value, _)| value.inst));
    }

    /// Creates a pointer that starts at `first`. Returns its value and its next value.
    fn make_pointer(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        Pointer { rec, .. }: &Pointer,
        first: VReg,
    ) -> (VReg, VReg) {
        let value = self.mf.create_class_vreg(self.arithmetic.pointer_class());
        let step = match (rec.step(leader.step), rec.factor) {
            (None, Some(factor)) => {
                debug_assert!(leader.step > 0 && leader.step.count_ones() == 1, "the step is a shift");
                let by = rec.shift + leader.step.trailing_zeros();
                AddressStep::Add(value, self.shifted(context.preheader, factor, by))
            }
            (amount, _) => match amount.expect("a step without a factor") {
                far if far.abs() > self.arithmetic.max_addend() => {
                    AddressStep::Add(value, self.number(context.preheader, far, leader.value))
                }
                amount => AddressStep::AddImm(value, amount),
            },
        };
        let next = self.append(context.latch, step);
        self.create_phi(context, value, first, next);
        (value, next)
    }

    /// Rewrites the uses of `value` to `pointer`, which is at offset `origin` of its
    /// add-recurrence.
    fn replace_value(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &DerivedValues,
        value: &Value,
        (pointer, origin): (VReg, i64),
    ) {
        if let Some(folded) = self.planner(context, leader, uses).folded_offsets(value, origin) {
            for (user, offset) in folded {
                self.arithmetic.set_address(self.mf, user, pointer, offset);
            }
            return;
        }
        let result = value.result.expect("an access folds its offset");
        let same = self.sum(InsertPoint::Before(value.inst), pointer, value.offset - origin);
        self.replace(result, same);
    }

    /// Makes the exit test compare a pointer with its final value.
    fn test_pointer(
        &mut self,
        context: &LoopContext<'_>,
        (leader, uses): (&InductionVar, &DerivedValues),
        test: &Test,
        pointer: &Pointer,
        (value, next): (VReg, VReg),
    ) {
        let (end, _) = self.final_value(context, leader, test, pointer);
        let of_latch = self.mf.block_of(test.inst) == Some(context.latch);
        let tested = if of_latch { next } else { value };
        let old = uses.values[test.value].result;
        for n in 0..self.mf.operands(test.inst).len() {
            let operand = self.mf.operand(test.inst, n);
            if operand.is_use() && operand.reg().is_some() {
                let same = if operand.vreg() == old { tested } else { end };
                self.mf.set_operand(test.inst, n, Operand::use_of(same));
            }
        }
        self.bounds.push(leader.start);
    }

    /// Computes the value of a pointer that ends the loop: of its next value if the test is in the
    /// latch. Also returns its distance in bytes from the value for the bound.
    fn final_value(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        test: &Test,
        Pointer { rec, origin, .. }: &Pointer,
    ) -> (VReg, i64) {
        let bound = match test.bound {
            Bound::Register(bound) => bound,
            Bound::Number(number) => self.number(context.preheader, number, leader.value),
        };
        self.bounds.push(bound);
        let amount = rec.step(leader.step).expect("a tested pointer has no factor");
        let of_latch = self.mf.block_of(test.inst) == Some(context.latch);
        let by = match (test.of_next, of_latch) {
            (true, true) | (false, false) => 0,
            (true, false) => amount,
            (false, true) => -amount,
        };
        let end = match self.ivs().final_base(rec, test.bound) {
            Some(base) => self.plus(context.preheader, base, origin - by),
            None => self.point(context.preheader, rec, origin - by, bound),
        };
        (end, by)
    }

    /// Computes the first value of a pointer that steps down to its final value, which is computed
    /// with fewer instructions.
    fn above_final_value(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        test: &Test,
        pointer: &Pointer,
    ) -> Option<VReg> {
        let ivs = self.ivs();
        let Bound::Register(bound) = test.bound else { return None };
        if ivs.constant(leader.start) != Some(0) || ivs.final_base(&pointer.rec, test.bound).is_none() {
            return None;
        }
        let (end, 0) = self.final_value(context, leader, test, pointer) else { return None };
        self.bounds.extend_from_slice(&pointer.rec.bases);
        Some(if self.facts.shifts_in_additions && pointer.rec.shift != 0 {
            self.build(context.preheader, AddressStep::AddShifted(end, bound, pointer.rec.shift))
        } else {
            let distance = self.shifted(context.preheader, bound, pointer.rec.shift);
            self.build(context.preheader, AddressStep::Add(end, distance))
        })
    }

    /// Creates two induction variables for a product: its value and its first difference.
    fn make_product(
        &mut self,
        context: &LoopContext<'_>,
        leader: &InductionVar,
        uses: &DerivedValues,
        product: &Product,
    ) {
        let preheader = context.preheader;
        let [a, b] = product.factors.map(|n| {
            let Value { rec, offset, .. } = &uses.values[n];
            self.point(preheader, rec, *offset, leader.start)
        });
        let Product { step, .. } = *product;
        let first = self.build(preheader, AddressStep::Multiply(a, b));
        let sum = self.build(preheader, AddressStep::Add(a, b));
        let scaled = self.shifted(preheader, sum, step.trailing_zeros());
        let growth_first = self.build(preheader, AddressStep::AddImm(scaled, -step * step));
        let class = self.arithmetic.pointer_class();
        let (value, growth) = (self.mf.create_class_vreg(class), self.mf.create_class_vreg(class));
        let growth_next = self.append(context.latch, AddressStep::AddImm(growth, 2 * step * step));
        let next = self.append(context.latch, AddressStep::Add(value, growth_next));
        self.create_phi(context, value, first, next);
        self.create_phi(context, growth, growth_first, growth_next);
        self.replace(product.result, value);
        self.dead.insert(product.inst);
    }

    /// Computes the add-recurrence for a value of the induction variable, plus `offset`, at the end
    /// of `block`.
    fn point(&mut self, block: BlockId, rec: &AddRec, offset: i64, counter: VReg) -> VReg {
        let constant = self.ivs().constant(counter);
        let room = self.arithmetic.max_addend().max(self.facts.max_offset);
        let number = constant.filter(|&c| rec.is_sum() && (c == 0 || rec.factor.is_none()));
        let number = number
            .and_then(|c| c.checked_mul(rec.multiple)?.checked_mul(1 << rec.shift)?.checked_add(offset))
            .filter(|number| number.abs() <= room);
        let is_zero = constant == Some(0) && rec.addends.is_empty() && rec.subtrahend.is_none();
        let mut shift = if is_zero { 0 } else { rec.shift };
        // A constant is added last.
        let (mut sum, mut is_negated) = if number.is_some() {
            (None, false)
        } else if is_zero || rec.multiple.abs() == 1 && (rec.multiple == 1 || rec.is_sum()) {
            (Some(counter), rec.multiple < 0 && !is_zero)
        } else {
            debug_assert!(self.facts.multiplies && rec.factor.is_none(), "a product that cannot be built");
            let is_alone = rec.addends.is_empty() && rec.subtrahend.is_none();
            let by = if is_alone { std::mem::take(&mut shift) } else { 0 };
            let multiple = self.number(block, rec.multiple << by, counter);
            (Some(self.build(block, AddressStep::Multiply(counter, multiple))), false)
        };
        for &addend in &rec.addends {
            sum = Some(self.added(block, sum, addend, &mut is_negated));
        }
        if let Some(subtrahend) = rec.subtrahend {
            sum = Some(self.without(block, sum, subtrahend, &mut is_negated));
        }
        if let (Some(factor), Some(scaled)) = (rec.factor, sum) {
            sum = Some(self.build(block, AddressStep::Multiply(scaled, factor)));
        }
        for &base in &rec.bases {
            if let Some(index) = sum.filter(|_| shift != 0 && self.facts.shifts_in_additions && !is_negated) {
                sum = Some(self.build(block, AddressStep::AddShifted(base, index, shift)));
            } else {
                sum = sum.map(|sum| self.shifted(block, sum, shift));
                sum = Some(self.added(block, sum, base, &mut is_negated));
            }
            shift = 0;
        }
        debug_assert!(!is_negated, "a negated value without a term");
        let sum = sum.map_or(counter, |sum| self.shifted(block, sum, shift));
        self.plus(block, sum, number.unwrap_or(offset))
    }

    /// Returns the sum of `sum` and a constant, computed at the end of `block`.
    fn plus(&mut self, block: BlockId, sum: VReg, number: i64) -> VReg {
        match number {
            0 => sum,
            number if number.abs() <= self.arithmetic.max_addend() => {
                self.build(block, AddressStep::AddImm(sum, number))
            }
            number => self.sum(self.before_terminators(block), sum, number),
        }
    }

    /// Returns the sum of `sum` and `term`; their difference if `sum` is negated.
    fn added(&mut self, block: BlockId, sum: Option<VReg>, term: VReg, is_negated: &mut bool) -> VReg {
        match sum {
            None => term,
            Some(sum) if std::mem::take(is_negated) => self.build(block, AddressStep::Sub(term, sum)),
            Some(sum) => self.build(block, AddressStep::Add(sum, term)),
        }
    }

    /// Returns the difference of `sum`, which may be negated, and `term`.
    fn without(&mut self, block: BlockId, sum: Option<VReg>, term: VReg, is_negated: &mut bool) -> VReg {
        match sum {
            None => {
                *is_negated = true;
                term
            }
            Some(sum) if *is_negated => self.build(block, AddressStep::Add(sum, term)),
            Some(sum) => self.build(block, AddressStep::Sub(sum, term)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Addressing;
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::counting;

    /// Returns the preheader after addresses of `index` have been replaced.
    fn preheader(start: &str, index: &str, facts: Addressing) -> Vec<String> {
        let work = format!("{index}    %11:gpr = ADD %0, %10\n    STORE %2, %11\n    TRACE %4\n");
        let blocks = reduced(counting(start, &work), facts);
        assert_eq!(count(&blocks[1], "PHI"), 2, "{blocks:?}");
        blocks[0][6..].to_vec()
    }

    #[test]
    fn pointers_start_at_the_first_value() {
        let shift = "    %10:gpr = G_SHL %4, %91\n";
        let lines = preheader("CONST 5", shift, PLAIN);
        assert_eq!((count(&lines, "CONST 40"), count(&lines, "ADD %0")), (1, 1), "{lines:?}");
        let lines = preheader("COPY %2", shift, PLAIN);
        assert_eq!((count(&lines, "G_SHL %3"), count(&lines, ", %0")), (1, 1), "{lines:?}");
        // From zero, the pointer starts with the base.
        assert_eq!(preheader("CONST 0", shift, PLAIN), ["BR %bb.1"]);
    }

    #[test]
    fn a_negative_multiple_is_subtracted() {
        let lines = preheader("COPY %2", "    %12:gpr = G_SUB %2, %4\n    %10:gpr = G_SHL %12, %91\n", PLAIN);
        assert_eq!(count(&lines, "G_SUB %2, %3"), 1, "{lines:?}");
    }

    #[test]
    fn the_pointer_that_steps_down_to_its_base_is_tested() {
        let up = "    %14:gpr = G_SHL %4, %91\n    %15:gpr = ADD %2, %14\n    STORE %0, %15\n";
        let down = "    %12:gpr = G_SUB %1, %4\n    %10:gpr = G_SHL %12, %91\n    %11:gpr = ADD %0, %10
    STORE %2, %11\n";
        let blocks = reduced(counting("CONST 0", &format!("{up}{down}")), PLAIN);
        assert_eq!((count(&blocks[1], "PHI"), count(&blocks[1], "G_SHL")), (2, 0), "{blocks:?}");
        // Only its first value is computed.
        assert_eq!((count(&blocks[0], "G_SHL %1"), count(&blocks[0], "ADD")), (1, 1), "{blocks:?}");
    }

    #[test]
    fn a_multiple_of_the_start_is_a_product() {
        let index = "    %12:gpr = G_SHL %4, %91\n    %10:gpr = ADD %4, %12\n";
        let facts = Addressing { multiplies: true, ..PLAIN };
        let lines = preheader("COPY %2", index, facts);
        assert_eq!((count(&lines, "CONST 9"), count(&lines, "G_MUL %3")), (1, 1), "{lines:?}");
    }

    #[test]
    fn a_product_with_an_invariant_steps_by_it() {
        let work = "    %10:gpr = G_MUL %4, %2\n    %11:gpr = ADD %0, %10\n    STORE %2, %11\n    TRACE %4\n";
        let blocks = reduced(counting("CONST 0", work), PLAIN);
        assert_eq!((count(&blocks[1], "G_MUL"), count(&blocks[1], ", %2")), (0, 1), "{blocks:?}");
    }
}
