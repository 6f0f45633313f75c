//! `loop-reduce`: strength reduction of addresses in innermost loops.
//!
//! A loop that counts and computes `base + (i << k)` each time keeps a pointer instead, which continues by a number: the
//! shift and the addition are erased. Where the counter is then needed for the exit test only, the pointer is tested instead and the
//! counter is erased (linear function test replacement). That is done where it takes instructions out of the loop, for targets whose accesses cannot
//! hold an index. After Cocke and Kennedy: "An Algorithm for Reduction of Operator Strength" (1977).
//!
//! A product of the counter and an invariant is kept in the same way. So is a phi that follows a counter, one round later: then it is
//! erased.
//!
//! Where accesses hold an index themselves, and move pointers on at no cost, see `post_increment`; for pointers that are read after their
//! loops, `exit_values`.
//!
//! The test is for equality with a bound. Shifted, counter and bound are equal only if they were before where both and the counter's start are below 2³³
//! by what defines them. They are too in a loop that is left by the test alone and accesses memory by the pointer in each round: the others that are
//! equal when shifted are so many rounds away that the accesses would go through the whole address space.
//!
//! Requires: selected instructions in SSA form, invariants before their loops. Establishes: nothing new. Cost: linear;
//! each of at most `MOST_COUNTERS` counters of a loop goes over its instructions.

mod exit_values;
mod post_increment;

pub use post_increment::{Bound, IndexedAccess, PostIncrement};

use exit_values::ExitValue;

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::{Loop, Loops};
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;
use crate::target::desc::registers::RegClassId;
use smallvec::SmallVec;

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
    /// The product of two registers.
    Multiply(VReg, VReg),
    /// A register, and another one shifted left.
    AddShifted(VReg, VReg, u32),
    /// The bits of a register, and those of a number.
    OrImm(VReg, i64),
}

/// What the pass asks of a target.
pub trait AddressArithmetic {
    /// The class of pointers.
    fn pointer_class(&self) -> RegClassId;

    /// The most bytes by which one instruction moves a pointer on.
    fn farthest(&self) -> i64;

    /// What `inst`, in SSA form, computes from virtual registers, if it is address arithmetic.
    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep>;

    /// Builds the computation into a new register.
    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg;

    /// The number that `inst` sets a register to.
    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64>;

    /// What accesses do besides, for a target whose accesses can hold an index.
    fn post_increment(&self) -> Option<&dyn PostIncrement> {
        None
    }

    /// The operands that `inst` compares, if it is a branch by whether two registers are equal, or are not.
    fn equality_branch(&self, mf: &MachineFunction, inst: InstId) -> Option<(usize, usize)>;

    /// The register by which `inst` loads or stores, with or without a number.
    fn accessed(&self, mf: &MachineFunction, inst: InstId) -> Option<VReg>;

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
    let (same, dead, bounds, exits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut pass = LoopReduce { mf, target, arithmetic, tree, loops, same, dead, bounds, exits };
    for id in loops.iter().filter(|id| !bodies[id.index()].is_empty()) {
        pass.reduce(id, &bodies[id.index()]);
    }
    let (same, dead, bounds, exits) = (pass.same, pass.dead, pass.bounds, pass.exits);
    if !same.is_empty() {
        mf.rewrite_uses(|vreg| same.get(vreg.index()).copied().flatten().unwrap_or(vreg));
    }
    dead.into_iter().for_each(|inst| mf.remove_inst(inst));
    for bound in bounds {
        let unused = mf.def(bound).filter(|&def| mf.use_count(bound) == 0 && is_movable(mf, target, def));
        unused.into_iter().for_each(|def| mf.remove_inst(def));
    }
    exit_values::run(mf, target, arithmetic, (tree, loops), &exits);
}

/// A loop with the blocks from which its header is reached.
struct Around<'b> {
    id: LoopId,
    body: &'b [BlockId],
    /// Those outside of it.
    entries: SmallVec<[BlockId; 2]>,
    /// The block through which all of them are reached, or the only one itself.
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
    /// Whether `next` is a counter itself, which is one round ahead.
    follows: bool,
}

/// What becomes one pointer: `base + (counter * factor << shift)`, without a factor if there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    factor: Option<VReg>,
    base: VReg,
    shift: u32,
}

/// An instruction that computes a point of the line.
struct Address {
    inst: InstId,
    result: VReg,
    line: Line,
    /// Whether it reads the counter itself.
    direct: bool,
}

/// A value that is the counter times a factor, shifted.
#[derive(Clone, Copy)]
struct Index {
    value: VReg,
    factor: Option<VReg>,
    shift: u32,
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
    exits: Vec<ExitValue>,
}

impl LoopReduce<'_> {
    fn reduce(&mut self, id: LoopId, body: &[BlockId]) {
        let Some(around) = self.around(id, body) else { return };
        let header = self.loops.get(id).header;
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        let counters: Vec<Counter> =
            phis.filter_map(|phi| self.counter(&around, phi)).take(MOST_COUNTERS).collect();
        if let Some(accesses) = self.arithmetic.post_increment() {
            counters.iter().for_each(|counter| self.replace_by_post_increments(&around, counter, accesses));
        } else {
            for follower in self.followers(&around, &counters) {
                self.replace(&around, &follower);
            }
            counters.iter().for_each(|counter| self.replace(&around, counter));
        }
        let exits: Vec<ExitValue> = counters.iter().filter_map(|c| self.exit_value(&around, c)).collect();
        self.exits.extend(exits);
    }

    /// The blocks around a loop, if one leads back to its header, and others do from one block of the loop around it.
    fn around<'b>(&self, id: LoopId, body: &'b [BlockId]) -> Option<Around<'b>> {
        let &Loop { header, parent, .. } = self.loops.get(id);
        let preds = self.mf.block(header).predecessors.iter().copied();
        let (latches, entries): (SmallVec<[BlockId; 2]>, SmallVec<[BlockId; 2]>) =
            preds.partition(|&pred| self.loops.contains(id, pred));
        let &[latch] = &latches[..] else { return None };
        let before = match entries[..] {
            [] => return None,
            [entry] => entry,
            _ => self.tree.parent(header).filter(|&block| self.loops.innermost(block) == parent)?,
        };
        let fits = self.mf.block(before).successors.len() <= 2
            && entries.iter().all(|&entry| self.tree.is_reachable(entry));
        fits.then_some(Around { id, body, entries, before, latch })
    }

    /// The phis that have in each round what a counter had in the round before, and began one step before it.
    fn followers(&self, around: &Around<'_>, counters: &[Counter]) -> Vec<Counter> {
        let header = self.loops.get(around.id).header;
        let constant = |v: VReg| self.arithmetic.integer_constant(self.mf, self.mf.def(v)?);
        let follower = |phi: InstId| {
            let (value, start, next) = self.incoming(around, phi)?;
            let ahead = counters.iter().find(|counter| counter.value == next)?;
            let begins = constant(ahead.start)?.checked_sub(constant(start)?)? == ahead.step;
            let (increment, step) = (ahead.increment, ahead.step);
            begins.then_some(Counter { phi, value, start, increment, next, step, follows: true })
        };
        let phis = self.mf.insts(header).take_while(|&i| self.mf.opcode(i) == PHI);
        phis.filter_map(follower).take(MOST_COUNTERS).collect()
    }

    /// What a phi of the header defines, what it is at first, and what in the rounds after.
    fn incoming(&self, around: &Around<'_>, phi: InstId) -> Option<(VReg, VReg, VReg)> {
        let [result, incoming @ ..] = self.mf.operands(phi) else { return None };
        let (mut start, mut next) = (None, None);
        for pair in incoming.chunks_exact(2) {
            let value = pair[0].vreg()?;
            if pair[1].as_block() == Some(around.latch) {
                next = Some(value);
            } else if start.replace(value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some((result.vreg()?, start?, next?))
    }

    fn counter(&self, around: &Around<'_>, phi: InstId) -> Option<Counter> {
        let (value, start, next) = self.incoming(around, phi)?;
        let increment = self.mf.def(next).filter(|&i| self.is_inside(around, i))?;
        match self.arithmetic.step(self.mf, increment)? {
            AddressStep::AddImm(from, step) if from == value => {
                Some(Counter { phi, value, start, increment, next, step, follows: false })
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

    /// The addresses that are computed from `index` in each round.
    fn addresses(&self, around: &Around<'_>, index: Index, direct: bool) -> Vec<Address> {
        let mut found = Vec::new();
        for inst in self.users(around, index.value) {
            let Some(AddressStep::Add(a, b)) = self.arithmetic.step(self.mf, inst) else {
                continue;
            };
            let base = if a == index.value { b } else { a };
            let (Some(result), Some(block)) = (self.mf.vreg_operand(inst, 0), self.mf.block_of(inst)) else {
                continue;
            };
            let alike = self.mf.reg_attr(result) == self.mf.reg_attr(base);
            let always = self.tree.dominates(block, around.latch);
            if base != index.value && alike && always && self.is_invariant(around, base) {
                let line = Line { factor: index.factor, base, shift: index.shift };
                found.push(Address { inst, result, line, direct });
            }
        }
        found
    }

    /// What `inst`, which reads `index`, makes of it that an address may be computed from.
    fn derived(&self, around: &Around<'_>, counter: &Counter, index: Index, inst: InstId) -> Option<Index> {
        let value = self.mf.vreg_operand(inst, 0)?;
        match self.arithmetic.step(self.mf, inst)? {
            AddressStep::ShiftLeft(_, by) if index.shift == 0 => {
                let fits = counter.step.abs() <= self.arithmetic.farthest() >> by.min(63);
                fits.then_some(Index { value, shift: by, ..index })
            }
            AddressStep::Multiply(a, b)
                if index.factor.is_none() && index.shift == 0 && counter.step == 1 =>
            {
                let factor = if a == index.value { b } else { a };
                let fits = factor != index.value && self.is_invariant(around, factor);
                fits.then_some(Index { value, factor: Some(factor), ..index })
            }
            _ => None,
        }
    }

    /// The addresses that are computed from `index` and from what is made of it, and the instructions that are needed for these alone.
    fn all_addresses(
        &self,
        around: &Around<'_>,
        counter: &Counter,
        index: Index,
        unneeded: &mut Vec<InstId>,
    ) -> Vec<Address> {
        let mut found = self.addresses(around, index, index.value == counter.value);
        for user in self.users(around, index.value) {
            let Some(made) = self.derived(around, counter, index, user) else { continue };
            let before = unneeded.len();
            let of_made = self.all_addresses(around, counter, made, unneeded);
            let of_others = unneeded[before..].iter().filter(|i| self.reads(**i, made.value)).count();
            let ends = of_made.iter().filter(|address| self.reads(address.inst, made.value)).count();
            if !of_made.is_empty() && self.mf.use_count(made.value) as usize == ends + of_others {
                unneeded.push(user);
            }
            found.extend(of_made);
        }
        found
    }

    fn reads(&self, inst: InstId, vreg: VReg) -> bool {
        self.mf.operands(inst).iter().any(|o| o.is_use() && o.vreg() == Some(vreg))
    }

    fn replace(&mut self, around: &Around<'_>, counter: &Counter) {
        let users = self.users(around, counter.value);
        let mut unneeded = Vec::new();
        let whole = Index { value: counter.value, factor: None, shift: 0 };
        let addresses = self.all_addresses(around, counter, whole, &mut unneeded);
        let mut lines: Vec<Line> = addresses.iter().map(|a| a.line).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.is_empty() || lines.len() > MOST_POINTERS {
            return;
        }
        let covers = |i: &InstId| unneeded.contains(i) || addresses.iter().any(|a| a.inst == *i && a.direct);
        let rest: Vec<InstId> =
            users.iter().copied().filter(|i| *i != counter.increment && !covers(i)).collect();
        if counter.follows && !(rest.is_empty() && self.mf.use_count(counter.value) as usize == users.len()) {
            return;
        }
        let test = match lines[0].factor {
            None if !counter.follows => self.only_test(around, counter, &users, &rest),
            _ => None,
        };
        let test = test.filter(|test| {
            let is_small = |v| self.arithmetic.is_small_integer(self.mf, v);
            let small = is_small(test.bound) && is_small(counter.start);
            small || lines[0].shift == 0 || self.ends_by(around, test, &addresses, lines[0].shift)
        });
        let removed = addresses.len() + unneeded.len() + usize::from(test.is_some() || counter.follows);
        if removed <= lines.len() {
            return;
        }
        self.make(around, counter, &addresses, &lines, test);
        self.dead.extend(unneeded);
        if counter.follows {
            self.dead.push(counter.phi);
            let ahead = self.mf.operands(counter.phi).iter().position(|o| o.vreg() == Some(counter.next));
            ahead.into_iter().for_each(|n| {
                self.mf.set_operand(counter.phi, n, Operand::use_of(counter.value));
            });
        }
    }

    /// Whether the loop is left by the test alone, and accesses memory in each round by an address that is shifted by `shift` at least.
    fn ends_by(&self, around: &Around<'_>, test: &Test, addresses: &[Address], shift: u32) -> bool {
        let stops = InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
        let of_test = self.mf.block_of(test.inst);
        let stays = |&block: &BlockId| {
            let inside = |next: &BlockId| self.loops.contains(around.id, *next);
            Some(block) == of_test || self.mf.block(block).successors.iter().all(inside)
        };
        let harmless = |inst: InstId| {
            let flags = self.target.desc(self.mf.opcode(inst)).flags;
            !flags.intersects(stops) && self.mf.mem_operands(inst).all(|m| m.is_unordered())
        };
        let accesses = |address: &Address| {
            let by = |&inst: &InstId| {
                let always = self.mf.block_of(inst).is_some_and(|b| self.tree.dominates(b, around.latch));
                always && self.arithmetic.accessed(self.mf, inst) == Some(address.result)
            };
            address.line.factor.is_none()
                && address.line.shift >= shift
                && self.users(around, address.result).iter().any(by)
        };
        around.body.iter().all(stays)
            && around.body.iter().flat_map(|&block| self.mf.insts(block)).all(harmless)
            && addresses.iter().any(accesses)
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
        let fits = all_inside
            && self.mf.vreg_operand(inst, operand) == Some(used)
            && self.is_invariant(around, bound);
        fits.then_some(Test { inst, operand, of_next: is_next, bound_operand, bound })
    }

    /// The phi of `result`, in the header, which is `first` before the loop and `next` in the rounds after.
    fn create_phi(&mut self, around: &Around<'_>, result: VReg, first: VReg, next: VReg) {
        let entries = around.entries.iter().map(|&entry| (first, entry));
        let incoming = entries.chain([(next, around.latch)]);
        let pairs = incoming.flat_map(|(value, from)| [Operand::use_of(value), Operand::block(from)]);
        let operands: SmallVec<[Operand; 8]> = [Operand::def(result)].into_iter().chain(pairs).collect();
        let phi = self.mf.create_inst(PHI, &operands, None);
        self.mf.prepend_inst(self.loops.get(around.id).header, phi);
    }

    /// Makes a pointer for each of the lines, and has the addresses and the test use them.
    fn make(
        &mut self,
        around: &Around<'_>,
        counter: &Counter,
        addresses: &[Address],
        lines: &[Line],
        test: Option<Test>,
    ) {
        self.same.resize(self.mf.num_vregs(), None);
        for (n, &line) in lines.iter().enumerate() {
            let first = self.point(around.before, line, counter.start);
            let factor = line.factor.map(|factor| self.shifted(around.before, factor, line.shift));
            let attr = self.mf.reg_attr(line.base);
            let pointer = self.mf.create_vreg_with(self.mf.ty(line.base), attr);
            let mut b = Builder::new(self.mf, InsertPoint::Before(counter.increment));
            let step = match factor {
                Some(factor) => AddressStep::Add(pointer, factor),
                None => AddressStep::AddImm(pointer, counter.step << line.shift),
            };
            let next = self.arithmetic.build(&mut b, step);
            self.create_phi(around, pointer, first, next);
            for address in addresses.iter().filter(|a| a.line == line) {
                self.same[address.result.index()] = Some(pointer);
                self.dead.push(address.inst);
            }
            if let Some(test) = test.as_ref().filter(|_| n == 0) {
                let end = self.point(around.before, line, test.bound);
                let tested = if test.of_next { next } else { pointer };
                self.mf.set_operand(test.inst, test.operand, Operand::use_of(tested));
                self.mf.set_operand(test.inst, test.bound_operand, Operand::use_of(end));
                self.dead.extend([counter.phi, counter.increment]);
                self.bounds.extend([counter.start, test.bound]);
            }
        }
    }

    /// Where the line is for a value of the counter, at the end of `block`.
    fn point(&mut self, block: BlockId, line: Line, counter: VReg) -> VReg {
        let Line { factor, base, shift } = line;
        let arithmetic = self.arithmetic;
        let constant = self.mf.def(counter).and_then(|def| arithmetic.integer_constant(self.mf, def));
        let near = |offset: &i64| offset.abs() <= arithmetic.farthest();
        let offset = constant.map(|c| c << shift).filter(near).filter(|&o| o == 0 || factor.is_none());
        match offset {
            Some(0) => return base,
            Some(offset) => return self.build(block, AddressStep::AddImm(base, offset)),
            None => {}
        }
        let index = factor.map_or(counter, |f| self.build(block, AddressStep::Multiply(counter, f)));
        let index = self.shifted(block, index, shift);
        self.build(block, AddressStep::Add(base, index))
    }

    /// `vreg << by` at the end of `block`.
    fn shifted(&mut self, block: BlockId, vreg: VReg, by: u32) -> VReg {
        if by == 0 { vreg } else { self.build(block, AddressStep::ShiftLeft(vreg, by)) }
    }

    fn build(&mut self, block: BlockId, step: AddressStep) -> VReg {
        let point = self.mf.before_terminators(self.target, block);
        self.arithmetic.build(&mut Builder::new(self.mf, point), step)
    }
}
