//! Post-increment in `loop-reduce`: pointers for targets with indexed addressing and free
//! post-increment.
//!
//! There an index is free. A pointer pays only if an access post-increments it, if it replaces
//! computed addresses, or if nothing else uses the induction variable. In the last case, the
//! induction variable counts down to zero, and the subtraction sets the flags. `base + (i << k)`
//! and `base + ((i + 1) << k)` share a pointer. It holds the address of the last access before the
//! back edge, as that access can post-increment it.
//!
//! Take an induction variable `start`, `start + step`, … with an exit at `bound`. Its new start is
//! `bound - start`, it is decremented by `step`, and it has an exit at zero. That is correct for
//! all values, as arithmetic wraps.

use super::{AddressArithmetic, AddressStep, InductionVar, LoopContext, LoopReduce, MAX_MULTIPLE};
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::ir::opcodes::PHI;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The maximum number of derived indices of an induction variable.
const MAX_INDICES: usize = 48;

/// The maximum number of pointers that replace one induction variable.
const MAX_POINTERS: usize = 8;

/// The maximum number of live values of the induction variable's bank in the loop, pointers
/// included.
const MAX_LIVE: usize = 24;

/// The bound of an exit test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A register.
    Register(VReg),
    /// A constant.
    Number(i64),
}

/// An access to the sum of a register and a shifted register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexedAccess {
    /// The base register.
    pub base: VReg,
    /// The index register.
    pub index: VReg,
    /// The shift amount in bits.
    pub shift: u32,
}

/// The hooks of a target with indexed addressing.
pub trait PostIncrement {
    /// Returns the base and index of the access `inst`.
    fn indexed(&self, mf: &MachineFunction, inst: InstId) -> Option<IndexedAccess>;

    /// Returns the size in bytes of the access `inst`, if it can post-increment its pointer by
    /// `amount`. A pair of such accesses also can, by a multiple of the size.
    fn post_increment_size(&self, mf: &MachineFunction, inst: InstId, amount: i64) -> Option<i64>;

    /// Returns the size in bytes of the access `inst`, if one instruction can perform it together with
    /// the next access of this kind, by a base and an immediate.
    fn pair_size(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// Returns the bound with which `inst` compares `counter`, if that is all it does and only
    /// equality is read.
    fn equality_test(&self, mf: &MachineFunction, inst: InstId, counter: VReg) -> Option<Bound>;

    /// Builds `counter - step` into a new register, and sets the flags. Readers of the old test
    /// read them as the comparison with zero.
    fn count_down(&self, b: &mut Builder<'_>, counter: VReg, step: i64) -> VReg;

    /// Builds a constant of the width of `like`.
    fn number(&self, b: &mut Builder<'_>, number: i64, like: VReg) -> VReg;

    /// Builds `a - b` into a new register.
    fn difference(&self, b: &mut Builder<'_>, minuend: VReg, subtrahend: VReg) -> VReg;
}

/// The scaling of an index: `(counter * multiple + addend) * factor << shift`. Addend and factor
/// are optional, and at least one of them is absent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scaling {
    multiple: i64,
    addend: Option<VReg>,
    factor: Option<VReg>,
    shift: u32,
}

/// A scaled induction variable plus `offset`.
#[derive(Clone, Copy)]
struct Index {
    value: VReg,
    scaling: Scaling,
    offset: i64,
}

/// A use of an index: an address, or another index.
enum Use {
    Address(Address),
    Index(Index),
}

/// The key of addresses that share a pointer: a base and a scaling.
type AddRec = (VReg, Scaling);

/// The address `line + offset`, which an instruction computes or accesses.
#[derive(Clone, Copy)]
struct Address {
    inst: InstId,
    /// The register into which it is computed.
    result: Option<VReg>,
    line: AddRec,
    offset: i64,
    /// The number of the index from which it is computed.
    from: usize,
    /// True if each iteration computes or accesses it.
    is_always: bool,
}

/// All values derived from an induction variable.
#[derive(Clone)]
struct Uses {
    /// The induction variable, its next value, and indices derived from either, each with the
    /// number of its source.
    indices: Vec<(Index, Option<usize>)>,
    addresses: Vec<Address>,
    /// By index: true if it has other uses.
    needed: Vec<bool>,
    /// The exit test, and the bound with which the next value is compared.
    test: Option<(InstId, Bound)>,
}

impl Uses {
    /// Marks the sources of needed indices as needed.
    fn spread_needs(&mut self) {
        for number in (0..self.indices.len()).rev() {
            if let Some(from) = self.indices[number].1.filter(|_| self.needed[number]) {
                self.needed[from] = true;
            }
        }
    }

    /// Returns the uses without accesses; only instructions that compute addresses are replaced.
    fn without_accesses(mut self) -> Uses {
        self.addresses.iter().filter(|a| a.result.is_none()).for_each(|a| self.needed[a.from] = true);
        self.addresses.retain(|address| address.result.is_some());
        self.spread_needs();
        self
    }

    /// Returns true if a sum with the induction variable has uses besides addresses.
    fn needs_sum(&self) -> bool {
        let numbered = self.indices.iter().zip(&self.needed);
        numbered.into_iter().any(|((index, _), needed)| *needed && index.scaling.addend.is_some())
    }

    /// Excludes the addresses of a line from replacement.
    fn leave(&mut self, line: AddRec) {
        self.addresses.iter().filter(|a| a.line == line).for_each(|a| self.needed[a.from] = true);
        self.addresses.retain(|address| address.line != line);
        self.spread_needs();
    }

    /// Returns the lines of the addresses, in their order.
    fn lines(&self) -> SmallVec<[AddRec; 8]> {
        let mut lines = SmallVec::new();
        for address in &self.addresses {
            if !lines.contains(&address.line) {
                lines.push(address.line);
            }
        }
        lines
    }

    /// Returns the indices that only addresses use.
    fn unneeded(&self) -> impl Iterator<Item = VReg> + '_ {
        let numbered = self.indices.iter().zip(&self.needed);
        numbered.filter(|((_, from), needed)| from.is_some() && !**needed).map(|((index, _), _)| index.value)
    }
}

/// A pointer that replaces addresses.
struct Pointer {
    line: AddRec,
    /// Its offset from the line.
    origin: i64,
    /// True if an access post-increments it.
    is_moved: bool,
}

/// An access and its offset from the line.
type Access = (InstId, i64);

/// The planned replacement of an induction variable.
struct Plan {
    uses: Uses,
    pointers: Vec<Pointer>,
    /// True if nothing else uses the induction variable, except for the test, if there is one.
    is_whole: bool,
}

impl LoopReduce<'_> {
    /// Replaces `counter`, or values derived from it, by pointers if that removes instructions from
    /// the loop.
    pub(super) fn replace_by_post_increments(
        &mut self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        accesses: &dyn PostIncrement,
    ) {
        let uses = self.uses_of(around, counter, true, accesses).filter(|uses| !uses.needs_sum());
        let uses = uses.or_else(|| self.uses_of(around, counter, false, accesses));
        let Some(uses) = uses else { return };
        let is_whole = !uses.needed[0] && !uses.needed[1];
        let whole = is_whole.then(|| self.plan(around, counter, uses.clone(), true, accesses)).flatten();
        let plan = whole.or_else(|| self.plan(around, counter, uses.without_accesses(), false, accesses));
        let Some(plan) = plan.filter(|p| self.has_room(around, counter, p.pointers.len())) else { return };
        for pointer in &plan.pointers {
            self.make_pointer(around, counter, &plan.uses, pointer, accesses);
        }
        let unneeded: Vec<InstId> = plan.uses.unneeded().filter_map(|value| self.mf.def(value)).collect();
        self.dead.extend(unneeded);
        match plan.uses.test.filter(|_| plan.is_whole) {
            Some((test, bound)) => self.make_down_counter(around, counter, test, bound, accesses),
            None if plan.is_whole => self.dead.extend([counter.phi, counter.increment]),
            None => {}
        }
    }

    /// Returns the pointers for all addresses if `is_whole`, else only for profitable ones. With all
    /// addresses replaced, the induction variable counts down, or nothing uses it. Returns `None` if
    /// the number of instructions does not decrease.
    fn plan(
        &self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        mut uses: Uses,
        is_whole: bool,
        accesses: &dyn PostIncrement,
    ) -> Option<Plan> {
        let (mut pointers, mut removed, mut added) = (Vec::new(), 0, 0);
        for line in uses.lines() {
            let Some(pointer) = self.pointer(around, counter, &uses, line, accesses) else {
                if is_whole {
                    return None;
                }
                uses.leave(line);
                continue;
            };
            let computed =
                uses.addresses.iter().filter(|a| a.line == line && a.result.is_some() && a.is_always);
            let stays =
                |a: &&Address| a.offset != pointer.origin && !self.is_only_accessed(around, a, &pointer);
            let still = computed.clone().filter(stays).count();
            let computed = computed.count() + self.pairs(&uses, line, accesses);
            let of_line = still + usize::from(!pointer.is_moved);
            if !is_whole && line.1.factor.is_none() && computed <= of_line {
                uses.leave(line);
                continue;
            }
            removed += computed;
            added += of_line;
            pointers.push(pointer);
        }
        removed += uses.unneeded().count();
        if is_whole {
            let counts_down = usize::from(uses.test.is_some());
            removed += 1 + counts_down + usize::from(self.outlives_increment(around, counter));
            added += counts_down;
        }
        let gains = removed > added && pointers.len() <= MAX_POINTERS;
        gains.then_some(Plan { uses, pointers, is_whole })
    }

    /// Returns the number of pairs that the indexed accesses of a line can form.
    fn pairs(&self, uses: &Uses, line: AddRec, accesses: &dyn PostIncrement) -> usize {
        let of_line = uses.addresses.iter().filter(|a| a.line == line && a.result.is_none() && a.is_always);
        let mut found: SmallVec<[_; 8]> = of_line
            .filter_map(|address| {
                let size = accesses.pair_size(self.mf, address.inst)?;
                let block = self.mf.block_of(address.inst)?;
                Some((block, self.mf.opcode(address.inst).0, address.offset, size))
            })
            .collect();
        found.sort_unstable();
        let (mut pairs, mut n) = (0, 1);
        while n < found.len() {
            let ((block, opcode, offset, size), next) = (found[n - 1], found[n]);
            let is_pair = (block, opcode, offset + size, size) == next;
            pairs += usize::from(is_pair);
            n += if is_pair { 2 } else { 1 };
        }
        pairs
    }

    /// Returns true if `counter` is read in a block after that of its increment. Both values are
    /// then in registers, and each iteration copies one.
    fn outlives_increment(&self, around: &LoopContext<'_>, counter: &InductionVar) -> bool {
        let Some(block) = self.mf.block_of(counter.increment) else { return false };
        let blocks = self.users(around, counter.value).into_iter().filter_map(|user| self.mf.block_of(user));
        blocks.into_iter().any(|other| other != block && self.tree.dominates(block, other))
    }

    /// Returns the values derived from `counter` in the loop; `None` if there are too many. Shifted
    /// sums count as indices if `sums`, else as addresses.
    fn uses_of(
        &self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        sums: bool,
        accesses: &dyn PostIncrement,
    ) -> Option<Uses> {
        let plain = Scaling { multiple: 1, addend: None, factor: None, shift: 0 };
        let whole = |value, offset| (Index { value, scaling: plain, offset }, None);
        let indices = vec![whole(counter.value, 0), whole(counter.next, counter.step)];
        let mut uses = Uses { indices, addresses: Vec::new(), needed: Vec::new(), test: None };
        while uses.needed.len() < uses.indices.len() {
            let number = uses.needed.len();
            if number == MAX_INDICES {
                return None;
            }
            let index = uses.indices[number].0;
            let (mut found, mut is_needed) = (0, !self.is_only_result(index.value));
            for user in self.users(around, index.value) {
                found += self.operand_count(user, index.value);
                if user == counter.phi || user == counter.increment && number == 0 {
                    continue;
                }
                if number == 1 && uses.test.is_none() {
                    uses.test = self.exit_test(around, counter, user, accesses).map(|bound| (user, bound));
                    if uses.test.is_some() {
                        continue;
                    }
                }
                match self.use_of(around, counter, (index, number), user, sums, accesses) {
                    Some(Use::Address(address)) => {
                        // A store may store the index itself.
                        is_needed |= self.operand_count(user, index.value) > 1;
                        uses.addresses.push(address);
                    }
                    Some(Use::Index(made)) => uses.indices.push((made, Some(number))),
                    None => is_needed = true,
                }
            }
            uses.needed.push(is_needed || self.mf.use_count(index.value) as usize != found);
        }
        uses.spread_needs();
        Some(uses)
    }

    /// Returns the bound with which `inst` compares the next value of `counter`, if the induction
    /// variable may count down instead.
    fn exit_test(
        &self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        inst: InstId,
        accesses: &dyn PostIncrement,
    ) -> Option<Bound> {
        let bound = accesses.equality_test(self.mf, inst, counter.next)?;
        let is_fixed = match bound {
            Bound::Register(bound) => self.is_invariant(around, bound),
            Bound::Number(_) => true,
        };
        let near = counter.step.abs() <= self.arithmetic.max_addend();
        (self.is_always(around, inst) && is_fixed && near).then_some(bound)
    }

    /// Returns the use that `inst` makes of `index`, number `from`.
    fn use_of(
        &self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        (index, from): (Index, usize),
        inst: InstId,
        sums: bool,
        accesses: &dyn PostIncrement,
    ) -> Option<Use> {
        let scaling = index.scaling;
        let address = |base: VReg, by: u32, result: Option<VReg>| {
            if result.is_some_and(|result| !self.is_only_result(result)) {
                return None;
            }
            let shifts = by == 0 || scaling.shift == 0;
            let offset = index.offset.checked_mul(1 << by)?;
            let fits = base != index.value && shifts && self.is_invariant(around, base);
            let line = (base, Scaling { shift: scaling.shift + by, ..scaling });
            let is_always = self.is_always(around, inst);
            fits.then_some(Use::Address(Address { inst, result, line, offset, from, is_always }))
        };
        if let Some(access) = accesses.indexed(self.mf, inst) {
            return match access {
                _ if self.operand_count(inst, index.value) > 2 => None,
                IndexedAccess { base, index: other, shift } if other == index.value => {
                    address(base, shift, None)
                }
                IndexedAccess { base, index: other, shift: 0 } if base == index.value => {
                    address(other, 0, None)
                }
                _ => None,
            };
        }
        let value = self.mf.vreg_operand(inst, 0)?;
        let made = |scaling, offset| Some(Use::Index(Index { value, scaling, offset }));
        let alone = scaling.factor.is_none() && scaling.shift == 0;
        let with_multiple = |multiple: i64, offset: i64| {
            let fits = alone && scaling.addend.is_none() && (1..=MAX_MULTIPLE).contains(&multiple.abs());
            if fits { made(Scaling { multiple, ..scaling }, offset) } else { None }
        };
        match self.arithmetic.step(self.mf, inst)? {
            AddressStep::AddShifted(base, other, by) if base == index.value && other == base && by < 16 => {
                let factor = 1 + (1 << by);
                with_multiple(scaling.multiple.checked_mul(factor)?, index.offset.checked_mul(factor)?)
            }
            AddressStep::Not(_) => {
                with_multiple(-scaling.multiple, index.offset.checked_neg()?.checked_sub(1)?)
            }
            AddressStep::Sub(base, other) if other == index.value && base != other => {
                let fits = alone && scaling.addend.is_none() && self.is_invariant(around, base);
                let scaling = Scaling { multiple: -scaling.multiple, addend: Some(base), ..scaling };
                let offset = index.offset.checked_neg()?;
                if fits { made(scaling, offset) } else { None }
            }
            AddressStep::Add(base, other) | AddressStep::AddShifted(base, other, 0) => {
                let base = if base == index.value { other } else { base };
                let is_sum = sums && alone && scaling.addend.is_none() && self.is_shifted(around, value);
                match address(base, 0, self.pointer_result(value))? {
                    Use::Address(_) if is_sum => {
                        made(Scaling { addend: Some(base), ..scaling }, index.offset)
                    }
                    address => Some(address),
                }
            }
            AddressStep::AddShifted(base, _, by) if by < 16 => address(base, by, self.pointer_result(value)),
            AddressStep::AddImm(_, by) if scaling.factor.is_none() => {
                made(scaling, index.offset.checked_add(by)?)
            }
            AddressStep::OrImm(_, bits) if self.is_clear(counter, index, bits) => {
                made(scaling, index.offset.checked_add(bits)?)
            }
            AddressStep::ShiftLeft(_, by) if scaling.shift == 0 && by < 16 => {
                made(Scaling { shift: by, ..scaling }, index.offset.checked_mul(1 << by)?)
            }
            AddressStep::Multiply(a, b) => {
                let factor = if a == index.value { b } else { a };
                if let Some(constant) = self.constant(factor).filter(|c| c.abs() <= MAX_MULTIPLE) {
                    let multiple = scaling.multiple.checked_mul(constant)?;
                    return with_multiple(multiple, index.offset.checked_mul(constant)?);
                }
                let steps = counter.step > 0 && counter.step.count_ones() == 1 && counter.step < 1 << 16;
                let is_counter = alone && scaling.addend.is_none() && scaling.multiple == 1;
                let fits = is_counter && index.offset == 0 && steps;
                let fixed = factor != index.value && self.is_invariant(around, factor);
                if fits && fixed { made(Scaling { factor: Some(factor), ..scaling }, 0) } else { None }
            }
            _ => None,
        }
    }

    /// Returns true if an instruction shifts `value` and adds it to another register.
    fn is_shifted(&self, around: &LoopContext<'_>, value: VReg) -> bool {
        self.users(around, value).into_iter().any(|user| match self.arithmetic.step(self.mf, user) {
            Some(AddressStep::ShiftLeft(..)) => true,
            Some(AddressStep::AddShifted(_, shifted, by)) => by != 0 && shifted == value,
            _ => self.arithmetic.post_increment().is_some_and(|accesses| {
                accesses
                    .indexed(self.mf, user)
                    .is_some_and(|access| access.index == value && access.shift != 0)
            }),
        })
    }

    /// Returns true if `bits` are clear in `index`, which is the induction variable itself, in all
    /// iterations.
    fn is_clear(&self, counter: &InductionVar, index: Index, bits: i64) -> bool {
        let start = self.constant(counter.start);
        let whole = index.value == counter.value && bits > 0;
        let alignment = start.map_or(0, |start| (start | counter.step).trailing_zeros());
        whole && bits < 1_i64.checked_shl(alignment.min(62)).unwrap_or(0)
    }

    /// Returns the accesses to the addresses of a line in the latch block, in order.
    fn last_accesses(&self, around: &LoopContext<'_>, uses: &Uses, line: AddRec) -> Vec<Access> {
        let addresses: SmallVec<[&Address; 8]> = uses.addresses.iter().filter(|a| a.line == line).collect();
        let access = |inst: InstId| {
            addresses.iter().find_map(|address| match address.result {
                Some(result) => Some((inst, self.arithmetic.offset(self.mf, inst, result)? + address.offset)),
                None => (address.inst == inst).then_some((inst, address.offset)),
            })
        };
        self.mf.insts(around.latch).filter_map(access).collect()
    }

    /// Returns the pointer that replaces the addresses of a line; `None` if an access cannot use
    /// it.
    fn pointer(
        &self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        uses: &Uses,
        line: AddRec,
        accesses: &dyn PostIncrement,
    ) -> Option<Pointer> {
        let mut of_line = uses.addresses.iter().filter(|a| a.line == line);
        // Some iterations would only step the pointer.
        if !of_line.any(|address| address.is_always) {
            return None;
        }
        let amount = self.amount(counter, line);
        // The step is neither a constant that fits in an addition nor a register.
        if amount.is_none() && line.1.factor.is_none() {
            return None;
        }
        let of_latch = self.last_accesses(around, uses, line);
        let moving = of_latch.last().and_then(|&(last, offset)| {
            let size = accesses.post_increment_size(self.mf, last, amount?)?;
            let other = of_latch.len().checked_sub(2).map(|n| of_latch[n]);
            let is_pair = other.is_some_and(|(other, at)| {
                self.mf.opcode(other) == self.mf.opcode(last)
                    && at + size == offset
                    && amount.is_some_and(|a| a % size == 0)
            });
            Some(if is_pair { offset - size } else { offset })
        });
        let first = uses.addresses.iter().find(|address| address.line == line)?.offset;
        let fits = |origin: i64| {
            let mut indexed = uses.addresses.iter().filter(|a| a.line == line && a.result.is_none());
            indexed.all(|address| self.arithmetic.fits(self.mf, address.inst, address.offset - origin))
        };
        match moving {
            Some(origin) if fits(origin) => Some(Pointer { line, origin, is_moved: true }),
            _ if fits(first) => Some(Pointer { line, origin: first, is_moved: false }),
            _ => None,
        }
    }

    /// Returns the constant step of a line in bytes, if it has one.
    fn amount(&self, counter: &InductionVar, (_, scaling): AddRec) -> Option<i64> {
        if scaling.factor.is_some() {
            return None;
        }
        let amount = scaling.multiple.checked_mul(counter.step)?.checked_mul(1 << scaling.shift)?;
        (amount.abs() <= self.arithmetic.max_addend()).then_some(amount)
    }

    /// Returns true if the address is used only by accesses, which can use a pointer at offset
    /// `origin`.
    fn is_only_accessed(&self, around: &LoopContext<'_>, address: &Address, pointer: &Pointer) -> bool {
        let Some(result) = address.result else { return true };
        let fits = |inst: &InstId| {
            let offset = self.arithmetic.offset(self.mf, *inst, result);
            offset.is_some_and(|own| {
                self.arithmetic.fits(self.mf, *inst, own + address.offset - pointer.origin)
            })
        };
        let users = self.users(around, result);
        users.len() == self.mf.use_count(result) as usize && users.iter().all(fits)
    }

    /// Returns true if the loop has enough registers for the number of `pointers`.
    pub(super) fn has_room(&self, around: &LoopContext<'_>, counter: &InductionVar, pointers: usize) -> bool {
        let bank = |vreg: VReg| match self.mf.reg_attr(vreg) {
            RegAttr::Class(class) => Some(self.target.registers().class(class).bank),
            _ => None,
        };
        let of_counter = bank(counter.value);
        let mut live = FxHashSet::default();
        for inst in around.body.iter().flat_map(|&block| self.mf.insts(block)) {
            let is_phi = self.mf.opcode(inst) == PHI;
            for operand in self.mf.operands(inst) {
                let Some(vreg) = operand.vreg().filter(|&vreg| bank(vreg) == of_counter) else { continue };
                if operand.is_def() && is_phi
                    || operand.is_use() && !is_phi && self.is_invariant(around, vreg)
                {
                    live.insert(vreg);
                }
            }
        }
        live.len() + pointers <= MAX_LIVE
    }

    /// Creates the pointer, and rewrites the addresses of its line.
    fn make_pointer(
        &mut self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        uses: &Uses,
        pointer: &Pointer,
        accesses: &dyn PostIncrement,
    ) {
        let (arithmetic, origin) = (self.arithmetic, pointer.origin);
        let first = self.first_of(around, counter, pointer);
        let value = self.mf.create_class_vreg(arithmetic.pointer_class());
        let step = match self.amount(counter, pointer.line) {
            Some(amount) => AddressStep::AddImm(value, amount),
            None => {
                let Scaling { factor, shift, .. } = pointer.line.1;
                let factor = factor.expect("a pointer that continues by a number or by a factor");
                let by = shift + counter.step.trailing_zeros();
                AddressStep::Add(value, self.shifted(around.before, factor, by))
            }
        };
        let next = self.build(around.latch, step);
        self.create_phi(around, value, first, next);
        for address in uses.addresses.iter().filter(|a| a.line == pointer.line) {
            let Some(result) = address.result else {
                self.arithmetic.set_address(self.mf, address.inst, value, address.offset - origin);
                continue;
            };
            if self.is_only_accessed(around, address, pointer) {
                for user in self.users(around, result) {
                    let own = self.arithmetic.offset(self.mf, user, result).expect("an access");
                    self.arithmetic.set_address(self.mf, user, value, own + address.offset - origin);
                }
            } else {
                let mut b = Builder::new(self.mf, InsertPoint::Before(address.inst));
                let same = sum(arithmetic, accesses, &mut b, value, address.offset - origin);
                self.same.resize(self.mf.num_vregs(), None);
                self.same[result.index()] = Some(same);
            }
            self.dead.insert(address.inst);
        }
    }

    /// Returns the initial value of the pointer.
    fn first_of(&mut self, around: &LoopContext<'_>, counter: &InductionVar, pointer: &Pointer) -> VReg {
        let (arithmetic, (base, scaling)) = (self.arithmetic, pointer.line);
        let accesses = arithmetic.post_increment().expect("accesses that hold an index");
        let start = self.constant(counter.start);
        let scaled = match (start, scaling.factor) {
            _ if scaling.addend.is_some() => None,
            (Some(0), _) => Some(0),
            (Some(start), None) => {
                start.checked_mul(scaling.multiple).and_then(|scaled| scaled.checked_mul(1 << scaling.shift))
            }
            _ => None,
        };
        let offset = scaled.and_then(|scaled| scaled.checked_add(pointer.origin));
        let index = match scaling {
            _ if offset.is_some() => None,
            Scaling { addend: Some(addend), .. } if start == Some(0) => Some(addend),
            Scaling { addend: Some(addend), multiple: 1, .. } => {
                Some(self.build(around.before, AddressStep::Add(addend, counter.start)))
            }
            Scaling { addend: Some(addend), multiple: -1, .. } => {
                Some(self.build(around.before, AddressStep::Sub(addend, counter.start)))
            }
            Scaling { factor: Some(factor), .. } => {
                Some(self.build(around.before, AddressStep::Multiply(counter.start, factor)))
            }
            Scaling { multiple: 1, .. } => Some(counter.start),
            Scaling { multiple, addend, .. } => {
                let point = self.mf.before_terminators(self.target, around.before);
                let factor = accesses.number(&mut Builder::new(self.mf, point), multiple, counter.start);
                let product = self.build(around.before, AddressStep::Multiply(counter.start, factor));
                Some(match addend {
                    Some(addend) => self.build(around.before, AddressStep::Add(addend, product)),
                    None => product,
                })
            }
        };
        let from = match index {
            Some(index) => self.build(around.before, AddressStep::AddShifted(base, index, scaling.shift)),
            None => base,
        };
        let point = self.mf.before_terminators(self.target, around.before);
        let mut b = Builder::new(self.mf, point);
        sum(arithmetic, accesses, &mut b, from, offset.unwrap_or(pointer.origin))
    }

    /// Makes the induction variable count down to zero, and replaces the exit test `test`
    /// accordingly.
    fn make_down_counter(
        &mut self,
        around: &LoopContext<'_>,
        counter: &InductionVar,
        test: InstId,
        bound: Bound,
        accesses: &dyn PostIncrement,
    ) {
        let start = self.constant(counter.start);
        let point = self.mf.before_terminators(self.target, around.before);
        let mut b = Builder::new(self.mf, point);
        let rounds = match (bound, start) {
            (Bound::Register(bound), Some(0)) => bound,
            (Bound::Register(bound), _) => accesses.difference(&mut b, bound, counter.start),
            (Bound::Number(bound), Some(start)) => {
                accesses.number(&mut b, bound.wrapping_sub(start), counter.value)
            }
            (Bound::Number(bound), None) => {
                let bound = accesses.number(&mut b, bound, counter.value);
                accesses.difference(&mut b, bound, counter.start)
            }
        };
        let attr = self.mf.reg_attr(counter.value);
        let value = self.mf.create_vreg_with(self.mf.ty(counter.value), attr);
        let mut b = Builder::new(self.mf, InsertPoint::Before(test));
        let next = accesses.count_down(&mut b, value, counter.step);
        self.create_phi(around, value, rounds, next);
        self.dead.extend([counter.phi, counter.increment, test]);
        self.bounds.push(counter.start);
        if let Bound::Register(bound) = bound {
            self.bounds.push(bound);
        }
    }
}

/// Returns `from + offset`, or `from` if the offset is zero.
fn sum(
    arithmetic: &dyn AddressArithmetic,
    accesses: &dyn PostIncrement,
    b: &mut Builder<'_>,
    from: VReg,
    offset: i64,
) -> VReg {
    if offset == 0 {
        return from;
    }
    if offset.abs() <= arithmetic.max_addend() {
        return arithmetic.build(b, AddressStep::AddImm(from, offset));
    }
    let number = accesses.number(b, offset, from);
    arithmetic.build(b, AddressStep::Add(from, number))
}
