//! `global-merge`: addresses of variables that are near each other share a register.
//!
//! LLVM's pass of this name moves variables into one, which code then reaches by one address. Here variables stay where they are: how far those
//! of one section are from each other is known before any code is made ([`SectionAnchors`](crate::ir::section_anchors::SectionAnchors)).
//! Where several addresses near each other are needed, one is computed in a block that dominates all, and the others are that and a
//! number, which goes into loads and stores.
//!
//! That is done where it takes fewer instructions, and no more of them are executed, by the blocks' frequencies. An access that has the
//! symbol in it takes two; from a base it is one. The base is computed in a block without accesses only in functions that are to be small:
//! elsewhere, the register that it then needs is saved and restored more often than is gained.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: one walk over the instructions, two where addresses are near each
//! other; each address is compared with at most `MOST_COMPARED` others.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, SymbolRef};
use crate::ir::module::{Linkage, Module};
use crate::ir::opcodes::COPY;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::target::Target;
use rustc_hash::FxHashMap;

/// With how many other addresses one is compared at most.
const MOST_COMPARED: usize = 256;

/// How far up in the dominator tree a base is at most put.
const MOST_STEPS: usize = 64;

/// What an instruction does with a symbol's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolUse {
    /// It sets a register to it.
    Address,
    /// It loads from there or stores there.
    Access,
}

/// What the pass asks of a target that reaches symbols by two instructions.
pub trait SymbolAddressing {
    /// How far what is reached from a base may be from it.
    fn reach(&self) -> std::ops::RangeInclusive<i64>;

    /// What `inst` does with a symbol's address, if that takes one instruction more than from a base.
    fn symbol_use(&self, mf: &MachineFunction, inst: InstId) -> Option<(SymbolRef, SymbolUse)>;

    /// Returns the offset from `base` of what `inst` accesses, if it uses that register for nothing
    /// else.
    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64>;

    /// Returns true if `inst`, an access, can have this offset from a register.
    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool;

    /// Has `inst`, an access, be that of what is at an offset from a register.
    fn set_base(&self, mf: &mut MachineFunction, inst: InstId, base: VReg, offset: i64);

    /// Builds a symbol's address into a new register.
    fn address(&self, b: &mut Builder<'_>, symbol: SymbolRef) -> VReg;

    /// Builds the sum of a register and a number within reach into `result`.
    fn sum(&self, b: &mut Builder<'_>, result: VReg, base: VReg, offset: i64) -> InstId;
}

/// Has addresses of `mf` share registers.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    module: &Module,
    addressing: &dyn SymbolAddressing,
) {
    let flow = ControlFlow::of(mf);
    let Some(mut candidates) = candidates(mf, module, addressing, &flow) else { return };
    let frequency = flow.frequency(mf, target);
    let users = users(mf, &candidates, &flow);
    let mut pass = GlobalMerge { mf, target, addressing, flow: &flow, frequency, users };
    candidates.sort_by_key(|c| (c.group, flow.tree.preorder(c.block)));
    for group in candidates.chunk_by_mut(|a, b| a.group == b.group) {
        pass.merge(group);
    }
}

/// What is at known distances from each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    /// What a symbol names, whatever that is.
    Symbol(SymbolId),
    /// Variables after an anchor.
    Anchor(SymbolId),
}

/// The use of a symbol's address.
#[derive(Clone, Debug)]
struct Candidate {
    inst: InstId,
    block: BlockId,
    symbol: SymbolRef,
    group: Group,
    /// The distance from what distances in the group are counted from.
    position: i64,
    /// The register that is set to the address, if one is.
    address: Option<VReg>,
    done: bool,
}

/// Returns the uses of symbols' addresses that may be near each other, in the order of the walk;
/// none where there are no two.
fn candidates(
    mf: &MachineFunction,
    module: &Module,
    addressing: &dyn SymbolAddressing,
    flow: &ControlFlow,
) -> Option<Vec<Candidate>> {
    let mut found = Vec::new();
    for &block in &flow.tree.order {
        for inst in mf.insts(block) {
            let Some((symbol, used)) = addressing.symbol_use(mf, inst) else { continue };
            if module.symbol(symbol.symbol).linkage == Linkage::ExternalWeak {
                continue;
            }
            let anchors = module.section_anchors.as_ref();
            let (group, position) = match anchors.and_then(|anchors| anchors.place(symbol.symbol)) {
                Some((anchor, distance)) => (Group::Anchor(anchor), i64::from(distance)),
                None => (Group::Symbol(symbol.symbol), 0),
            };
            let address = match used {
                SymbolUse::Address => mf.vreg_operand(inst, 0),
                SymbolUse::Access => None,
            };
            let Some(position) = symbol.offset.checked_add(position) else { continue };
            found.push(Candidate { inst, block, symbol, group, position, address, done: false });
        }
    }
    let mut groups: Vec<Group> = found.iter().map(|c| c.group).collect();
    groups.sort_unstable();
    groups.windows(2).any(|pair| pair[0] == pair[1]).then_some(found)
}

/// What reads the registers that are set to addresses.
fn users(mf: &MachineFunction, candidates: &[Candidate], flow: &ControlFlow) -> FxHashMap<VReg, Vec<InstId>> {
    let addresses = candidates.iter().filter_map(|c| c.address);
    let mut users: FxHashMap<VReg, Vec<InstId>> = addresses.map(|vreg| (vreg, Vec::new())).collect();
    if users.is_empty() {
        return users;
    }
    for inst in flow.tree.order.iter().flat_map(|&block| mf.insts(block)) {
        for operand in mf.operands(inst).iter().filter(|o| o.is_use()) {
            if let Some(of) = operand.vreg().and_then(|vreg| users.get_mut(&vreg)) {
                of.push(inst);
            }
        }
    }
    users
}

struct GlobalMerge<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    addressing: &'a dyn SymbolAddressing,
    flow: &'a ControlFlow,
    frequency: &'a BlockFrequency,
    users: FxHashMap<VReg, Vec<InstId>>,
}

/// A base for the first candidates of a list.
struct Choice {
    /// How many.
    count: usize,
    /// A block that dominates all of theirs.
    block: BlockId,
    /// Instructions.
    saved: i64,
}

impl GlobalMerge<'_> {
    /// Has the candidates of a group, in the order of the dominator tree, share bases.
    fn merge(&mut self, group: &mut [Candidate]) {
        for n in 0..group.len() {
            if group[n].done {
                continue;
            }
            let end = group.len().min(n + 1 + MOST_COMPARED);
            let mut left: Vec<&mut Candidate> = group[n..end].iter_mut().filter(|c| !c.done).collect();
            let first = left[0].clone();
            let symbol = self.base(&left);
            let base = first.position - first.symbol.offset + symbol.offset;
            left.retain(|c| self.is_within_reach(c, base));
            let Some(choice) = self.choose(&left, base).filter(|_| self.is_within_reach(&first, base)) else {
                continue;
            };
            let register =
                match first.address.filter(|_| first.position == base && first.block == choice.block) {
                    Some(vreg) => vreg,
                    None => self.make_base(&first, choice.block, symbol),
                };
            for candidate in left.into_iter().take(choice.count) {
                if candidate.address != Some(register) {
                    self.rewrite(candidate, register, candidate.position - base);
                }
                candidate.done = true;
            }
        }
    }

    /// What a base for candidates is the address of: the lowest part of the first one's symbol that one of them needs, or what that one sets a
    /// register to.
    fn base(&self, left: &[&mut Candidate]) -> SymbolRef {
        let first = &left[0];
        if first.address.is_some() {
            return first.symbol;
        }
        let of_same = left.iter().filter(|c| c.symbol.symbol == first.symbol.symbol);
        let near = of_same.filter(|c| self.is_within_reach(first, c.position));
        let lowest = near.map(|c| c.symbol.offset).min();
        SymbolRef { offset: lowest.unwrap_or(first.symbol.offset), ..first.symbol }
    }

    /// How many of the first candidates are best served by a base, if any are: so that most instructions are saved, and no more are executed.
    fn choose(&self, left: &[&mut Candidate], base: i64) -> Option<Choice> {
        let first = left.first()?;
        let mut block = first.block;
        let (mut size, mut executed) = (0, 0);
        let for_size = self.mf.attrs.opt_size || self.mf.attrs.min_size;
        let mut best: Option<Choice> = None;
        for (n, candidate) in left.iter().enumerate() {
            let Some(dominator) = self.common_dominator(block, candidate.block) else { break };
            block = dominator;
            let fewer = self.fewer(candidate, candidate.position - base);
            size += fewer;
            executed += fewer * self.frequency.of(candidate.block) as i64;
            let (saved, executed) = (size - 2, executed - 2 * self.frequency.of(block) as i64);
            let is_better = best.as_ref().is_none_or(|best| saved > best.saved);
            let has_point = block == first.block || for_size && !self.unwinds(block);
            if n > 0 && saved > 0 && executed >= 0 && is_better && has_point {
                best = Some(Choice { count: n + 1, block, saved });
            }
        }
        best
    }

    /// Returns true if control may leave `block` by an exception, and so before its end.
    fn unwinds(&self, block: BlockId) -> bool {
        self.mf.block(block).successors.iter().any(|&to| self.mf.block(to).is_eh_pad)
    }

    /// Returns the nearest block that dominates both, unless it is far up in the tree.
    fn common_dominator(&self, mut a: BlockId, b: BlockId) -> Option<BlockId> {
        let tree = &self.flow.tree;
        for _ in 0..MOST_STEPS {
            if tree.dominates(a, b) {
                return Some(a);
            }
            a = tree.parent(a)?;
        }
        None
    }

    /// How many instructions fewer it takes if a base is so far away.
    fn fewer(&self, candidate: &Candidate, offset: i64) -> i64 {
        match candidate.address {
            Some(_) if offset == 0 || self.folds(candidate, offset) => 2,
            Some(_) | None => 1,
        }
    }

    fn is_within_reach(&self, candidate: &Candidate, base: i64) -> bool {
        let offset = candidate.position - base;
        match candidate.address {
            Some(_) => self.addressing.reach().contains(&offset),
            None => self.addressing.fits(self.mf, candidate.inst, offset),
        }
    }

    /// Returns true if the offset goes into all that uses the address of `candidate`.
    fn folds(&self, candidate: &Candidate, offset: i64) -> bool {
        let Some(vreg) = candidate.address else { return false };
        let folds = |&inst: &InstId| {
            let own = self.addressing.offset(self.mf, inst, vreg);
            own.is_some_and(|own| self.addressing.fits(self.mf, inst, own + offset))
        };
        self.users.get(&vreg).is_some_and(|users| users.iter().all(folds))
    }

    /// Returns a new register with the address of `symbol`: before `first` if that is in `block`,
    /// else at its end.
    fn make_base(&mut self, first: &Candidate, block: BlockId, symbol: SymbolRef) -> VReg {
        let at_end = |mf: &MachineFunction| mf.before_terminators(self.target, block);
        let point = if first.block == block { InsertPoint::Before(first.inst) } else { at_end(self.mf) };
        self.addressing.address(&mut Builder::new(self.mf, point), symbol)
    }

    /// Has `candidate` use the base.
    fn rewrite(&mut self, candidate: &Candidate, base: VReg, offset: i64) {
        let Some(vreg) = candidate.address else {
            return self.addressing.set_base(self.mf, candidate.inst, base, offset);
        };
        if !self.folds(candidate, offset) {
            let mut b = Builder::before(self.mf, candidate.inst);
            match offset {
                0 => b.inst(COPY, &[Operand::def(vreg), Operand::use_of(base)]),
                _ => self.addressing.sum(&mut b, vreg, base, offset),
            };
            self.mf.remove_inst(candidate.inst);
            return;
        }
        for inst in self.users.remove(&vreg).unwrap_or_default() {
            let own = self.addressing.offset(self.mf, inst, vreg).unwrap_or_default();
            self.addressing.set_base(self.mf, inst, base, own + offset);
        }
        self.mf.note_sum(vreg, base, offset);
        self.mf.remove_inst(candidate.inst);
    }
}
