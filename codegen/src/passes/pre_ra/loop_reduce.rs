//! `loop-reduce`: strength reduction of addresses in innermost loops.
//!
//! A loop that counts and computes `base + (i << k)` each time keeps a pointer instead, which continues by a number: the
//! shift and the addition are erased. Where the counter is then needed for the exit test only, the pointer is tested instead and the
//! counter is erased (linear function test replacement). That is done where it takes instructions out of the loop, for targets whose accesses cannot
//! hold an index. After Cocke and Kennedy: "An Algorithm for Reduction of Operator Strength" (1977).
//!
//! The test is for equality with a bound, both below 2³³ by what defines them, as is the counter's start: shifted, they are equal only if
//! they were before.
//!
//! Requires: selected instructions in SSA form, invariants before their loops. Establishes: nothing new. Cost: linear;
//! each of at most `MOST_COUNTERS` counters of a loop goes over its instructions.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::Loops;
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::target::Target;

/// How many counters of one loop are looked at.
const MOST_COUNTERS: usize = 4;

/// How many pointers may take the place of one counter.
const MOST_POINTERS: usize = 4;

/// An instruction of address arithmetic, on whole registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressStep {
    /// A register and a number.
    AddImm(VReg, i64),
    /// Two registers.
    Add(VReg, VReg),
    /// A register shifted left, by less than its width.
    ShiftLeft(VReg, u32),
}

/// What the pass asks of a target whose accesses cannot hold an index.
pub trait AddressArithmetic {
    /// The most bytes by which one instruction moves a pointer on.
    fn farthest(&self) -> i64;

    /// What `inst`, in SSA form, computes from virtual registers, if it is address arithmetic.
    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep>;

    /// Builds the computation into a new register.
    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg;

    /// The number that `inst` sets a register to.
    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// The operands that `inst` compares, if it is a branch by whether two registers are equal, or are not.
    fn equality_branch(&self, mf: &MachineFunction, inst: InstId) -> Option<(usize, usize)>;

    /// Whether `vreg`, in SSA form, is between -2³² and 2³² by what defines it.
    fn is_small_integer(&self, mf: &MachineFunction, vreg: VReg) -> bool;
}

/// Reduces the addresses in the loops of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, arithmetic: &dyn AddressArithmetic) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let mut bodies: Vec<Vec<BlockId>> = vec![Vec::new(); loops.len()];
    for &block in &tree.order {
        loops.innermost(block).into_iter().for_each(|id| bodies[id.index()].push(block));
    }
    for id in loops.iter() {
        loops.get(id).parent.into_iter().for_each(|p| bodies[p.index()].clear());
    }
    let (same, dead, bounds) = (Vec::new(), Vec::new(), Vec::new());
    let mut pass = LoopReduce { mf, target, arithmetic, tree, loops, same, dead, bounds };
    for id in loops.iter().filter(|id| !bodies[id.index()].is_empty()) {
        pass.reduce(id, &bodies[id.index()]);
    }
    let (same, dead, bounds) = (pass.same, pass.dead, pass.bounds);
    if !same.is_empty() {
        mf.rewrite_uses(|vreg| same.get(vreg.index()).copied().flatten().unwrap_or(vreg));
    }
    dead.into_iter().for_each(|inst| mf.remove_inst(inst));
    for bound in bounds {
        let unused = mf.def(bound).filter(|&def| mf.use_count(bound) == 0 && is_movable(mf, target, def));
        unused.into_iter().for_each(|def| mf.remove_inst(def));
    }
}

/// A loop with the blocks from which its header is reached.
struct Around<'b> {
    id: LoopId,
    body: &'b [BlockId],
    before: BlockId,
    latch: BlockId,
}

/// A phi that continues by a number.
struct Counter {
    phi: InstId,
    value: VReg,
    start: VReg,
    increment: InstId,
    next: VReg,
    step: i64,
}

/// `base + (counter << shift)`.
struct Address {
    inst: InstId,
    result: VReg,
    base: VReg,
    shift: u32,
    shifted: Option<InstId>,
}

/// A branch by whether a value of the counter is equal to a bound.
struct Test {
    inst: InstId,
    /// The operand with the counter, and whether that is the next value.
    operand: usize,
    of_next: bool,
    bound_operand: usize,
    bound: VReg,
}

struct LoopReduce<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    arithmetic: &'a dyn AddressArithmetic,
    tree: &'a Dominators,
    loops: &'a Loops,
    /// By register: the pointer that holds the same value.
    same: Vec<Option<VReg>>,
    dead: Vec<InstId>,
    /// Where counters that are erased began and ended.
    bounds: Vec<VReg>,
}

impl LoopReduce<'_> {
    fn reduce(&mut self, id: LoopId, body: &[BlockId]) {
        let header = self.loops.get(id).header;
        let [a, b] = self.mf.block(header).predecessors[..] else { return };
        let (before, latch) = if self.loops.contains(id, a) { (b, a) } else { (a, b) };
        let entered = !self.loops.contains(id, before) && self.mf.block(before).successors.len() <= 2;
        if !entered || !self.loops.contains(id, latch) || !self.tree.is_reachable(before) {
            return;
        }
        let around = Around { id, body, before, latch };
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        let counters: Vec<Counter> =
            phis.filter_map(|phi| self.counter(&around, phi)).take(MOST_COUNTERS).collect();
        for counter in counters {
            self.replace(&around, &counter);
        }
    }

    fn counter(&self, around: &Around<'_>, phi: InstId) -> Option<Counter> {
        let &[result, a, from_a, b, _] = self.mf.operands(phi) else { return None };
        let (start, next) = if from_a.as_block() == Some(around.before) { (a, b) } else { (b, a) };
        let (value, start, next) = (result.vreg()?, start.vreg()?, next.vreg()?);
        let increment = self.mf.def(next).filter(|&i| self.is_inside(around, i))?;
        match self.arithmetic.step(self.mf, increment)? {
            AddressStep::AddImm(from, step) if from == value => {
                Some(Counter { phi, value, start, increment, next, step })
            }
            _ => None,
        }
    }

    fn is_inside(&self, around: &Around<'_>, inst: InstId) -> bool {
        self.mf.block_of(inst).is_some_and(|b| self.loops.innermost(b) == Some(around.id))
    }

    fn is_invariant(&self, around: &Around<'_>, vreg: VReg) -> bool {
        self.mf.def(vreg).is_some_and(|def| !self.is_inside(around, def))
    }

    /// The instructions of the loop that read `vreg`; one that does so twice comes once.
    fn users(&self, around: &Around<'_>, vreg: VReg) -> Vec<InstId> {
        let insts = around.body.iter().flat_map(|&b| self.mf.insts(b));
        let reads = |i: &InstId| self.mf.operands(*i).iter().any(|o| o.is_use() && o.vreg() == Some(vreg));
        insts.filter(reads).collect()
    }

    /// The addresses that are computed from `index`, which is the counter shifted by `shift`, in each round.
    fn addresses(
        &self,
        around: &Around<'_>,
        index: VReg,
        shift: u32,
        shifted: Option<InstId>,
    ) -> Vec<Address> {
        let mut found = Vec::new();
        for inst in self.users(around, index) {
            let Some(AddressStep::Add(a, b)) = self.arithmetic.step(self.mf, inst) else {
                continue;
            };
            let base = if a == index { b } else { a };
            let (Some(result), Some(block)) = (self.mf.vreg_operand(inst, 0), self.mf.block_of(inst)) else {
                continue;
            };
            let alike = self.mf.reg_attr(result) == self.mf.reg_attr(base);
            let always = self.tree.dominates(block, around.latch);
            if base != index && alike && always && self.is_invariant(around, base) {
                found.push(Address { inst, result, base, shift, shifted });
            }
        }
        found
    }

    fn replace(&mut self, around: &Around<'_>, counter: &Counter) {
        let users = self.users(around, counter.value);
        let mut addresses = self.addresses(around, counter.value, 0, None);
        let mut shifts = Vec::new();
        for &user in &users {
            if let Some(AddressStep::ShiftLeft(_, k)) = self.arithmetic.step(self.mf, user)
                && let Some(result) = self.mf.vreg_operand(user, 0)
                && counter.step.abs() <= self.arithmetic.farthest() >> k.min(63)
            {
                let of_shift = self.addresses(around, result, k, Some(user));
                if !of_shift.is_empty() && self.mf.use_count(result) as usize == of_shift.len() {
                    shifts.push(user);
                }
                addresses.extend(of_shift);
            }
        }
        let mut groups: Vec<(VReg, u32)> = addresses.iter().map(|a| (a.base, a.shift)).collect();
        groups.sort_unstable();
        groups.dedup();
        if groups.is_empty() || groups.len() > MOST_POINTERS {
            return;
        }
        let covers =
            |i: &InstId| shifts.contains(i) || addresses.iter().any(|a| a.inst == *i && a.shifted.is_none());
        let rest: Vec<InstId> =
            users.iter().copied().filter(|i| *i != counter.increment && !covers(i)).collect();
        let test = self.only_test(around, counter, &users, &rest);
        let removed = addresses.len() + shifts.len() + usize::from(test.is_some());
        if removed <= groups.len() {
            return;
        }
        self.make(around, counter, &addresses, &groups, test);
        self.dead.extend(shifts);
    }

    /// The exit test, if it is all that keeps the counter once the addresses are erased; `rest` are the other users of its value.
    fn only_test(
        &self,
        around: &Around<'_>,
        counter: &Counter,
        users: &[InstId],
        rest: &[InstId],
    ) -> Option<Test> {
        let of_next: Vec<InstId> =
            self.users(around, counter.next).into_iter().filter(|&i| i != counter.phi).collect();
        let (inst, used, is_next) = match (rest, &of_next[..]) {
            ([], &[test]) => (test, counter.next, true),
            (&[test], []) => (test, counter.value, false),
            _ => return None,
        };
        let (a, b) = self.arithmetic.equality_branch(self.mf, inst)?;
        let (operand, bound_operand) =
            if self.mf.vreg_operand(inst, a) == Some(used) { (a, b) } else { (b, a) };
        let bound = self.mf.vreg_operand(inst, bound_operand)?;
        let all_inside = self.mf.use_count(counter.value) as usize == users.len()
            && self.mf.use_count(counter.next) as usize == of_next.len() + 1;
        let is_small = |v| self.arithmetic.is_small_integer(self.mf, v);
        let fits = all_inside
            && self.mf.vreg_operand(inst, operand) == Some(used)
            && self.is_invariant(around, bound)
            && is_small(bound)
            && is_small(counter.start);
        fits.then_some(Test { inst, operand, of_next: is_next, bound_operand, bound })
    }

    /// Makes a pointer for each of the groups, by base and shift, and has the addresses and the test use them.
    fn make(
        &mut self,
        around: &Around<'_>,
        counter: &Counter,
        addresses: &[Address],
        groups: &[(VReg, u32)],
        test: Option<Test>,
    ) {
        self.same.resize(self.mf.num_vregs(), None);
        let header = self.loops.get(around.id).header;
        for (n, &(base, shift)) in groups.iter().enumerate() {
            let first = self.offset(around.before, base, counter.start, shift);
            let attr = self.mf.reg_attr(base);
            let pointer = self.mf.create_vreg_with(self.mf.ty(base), attr);
            let mut b = Builder::new(self.mf, InsertPoint::Before(counter.increment));
            let step = AddressStep::AddImm(pointer, counter.step << shift);
            let next = self.arithmetic.build(&mut b, step);
            let operands = [
                Operand::def(pointer),
                Operand::use_of(first),
                Operand::block(around.before),
                Operand::use_of(next),
                Operand::block(around.latch),
            ];
            let phi = self.mf.create_inst(PHI, &operands, None);
            self.mf.prepend_inst(header, phi);
            for address in addresses.iter().filter(|a| (a.base, a.shift) == (base, shift)) {
                self.same[address.result.index()] = Some(pointer);
                self.dead.push(address.inst);
            }
            if let Some(test) = test.as_ref().filter(|_| n == 0) {
                let end = self.offset(around.before, base, test.bound, shift);
                let tested = if test.of_next { next } else { pointer };
                self.mf.set_operand(test.inst, test.operand, Operand::use_of(tested));
                self.mf.set_operand(test.inst, test.bound_operand, Operand::use_of(end));
                self.dead.extend([counter.phi, counter.increment]);
                self.bounds.extend([counter.start, test.bound]);
            }
        }
    }

    /// `base + (index << shift)` at the end of `block`.
    fn offset(&mut self, block: BlockId, base: VReg, index: VReg, shift: u32) -> VReg {
        let arithmetic = self.arithmetic;
        let constant = self.mf.def(index).and_then(|def| arithmetic.integer_constant(self.mf, def));
        let offset = constant.map(|c| c << shift).filter(|o| o.abs() <= arithmetic.farthest());
        let point = self.mf.before_terminators(self.target, block);
        let mut b = Builder::new(self.mf, point);
        match offset {
            Some(0) => base,
            Some(offset) => arithmetic.build(&mut b, AddressStep::AddImm(base, offset)),
            None if shift == 0 => arithmetic.build(&mut b, AddressStep::Add(base, index)),
            None => {
                let index = arithmetic.build(&mut b, AddressStep::ShiftLeft(index, shift));
                arithmetic.build(&mut b, AddressStep::Add(base, index))
            }
        }
    }
}
