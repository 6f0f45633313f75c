//! `global-merge`: addresses of nearby variables share a base register.
//!
//! LLVM's pass of this name merges variables into one, which code then reaches by one address. Here
//! variables are not moved: the distances within a section are known before code generation
//! (`SectionAnchors`). For several nearby addresses,
//! one is computed in a dominating block. The others are that base and an offset, which folds into
//! loads and stores.
//!
//! This is done if it takes fewer instructions, and does not execute more by block frequencies. An
//! access with a symbol takes two instructions, one with a base takes one. Only functions optimized
//! for size compute the base in a block without accesses: elsewhere, saving and restoring its
//! register costs more than is gained.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: one walk over the
//! instructions, two if there are nearby addresses; each address is compared with at most
//! `MAX_COMPARED` others.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, SymbolRef};
use crate::ir::module::{Linkage, Module};
use crate::ir::opcodes::COPY;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::target::PassTarget;
use rustc_hash::FxHashMap;

/// The maximum number of addresses with which one is compared.
const MAX_COMPARED: usize = 256;

/// The maximum number of steps up the dominator tree to place a base.
const MAX_STEPS: usize = 64;

/// The use of a symbol's address by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolUse {
    /// It materializes the address in a register.
    Address,
    /// It loads or stores at the address.
    Access,
}

/// The hooks of a target that reaches symbols by two instructions.
pub trait SymbolAddressing {
    /// Returns the range of offsets from a base.
    fn reach(&self) -> std::ops::RangeInclusive<i64>;

    /// Returns how `inst` uses a symbol's address, if that takes one instruction more than with a
    /// base.
    fn symbol_use(&self, mf: &MachineFunction, inst: InstId) -> Option<(SymbolRef, SymbolUse)>;

    /// Returns the offset from `base` of the access `inst`, if it uses that register only as its
    /// address.
    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64>;

    /// Returns true if the access `inst` can have this offset from a register.
    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool;

    /// Changes the address of the access `inst` to a register and an offset.
    fn set_base(&self, mf: &mut MachineFunction, inst: InstId, base: VReg, offset: i64);

    /// Builds a symbol's address into a new register.
    fn address(&self, b: &mut Builder<'_>, symbol: SymbolRef) -> VReg;

    /// Builds the sum of a register and an offset within range into `result`.
    fn sum(&self, b: &mut Builder<'_>, result: VReg, base: VReg, offset: i64) -> InstId;
}

/// Makes addresses of `mf` share base registers.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
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

/// Symbols at known distances from each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    /// One symbol.
    Symbol(SymbolId),
    /// Variables after an anchor.
    Anchor(SymbolId),
}

/// A use of a symbol's address.
#[derive(Clone, Debug)]
struct Candidate {
    inst: InstId,
    block: BlockId,
    symbol: SymbolRef,
    group: Group,
    /// The offset within the group.
    position: i64,
    /// The register with the address, if it is materialized.
    address: Option<VReg>,
    done: bool,
}

/// Returns the uses of symbols' addresses that may be near each other, in walk order; `None` if
/// there are no two.
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

/// Returns the uses of the registers with materialized addresses.
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
    target: &'a dyn PassTarget,
    addressing: &'a dyn SymbolAddressing,
    flow: &'a ControlFlow,
    frequency: &'a BlockFrequency,
    users: FxHashMap<VReg, Vec<InstId>>,
}

/// A base for the first candidates of a list.
struct Choice {
    /// The number of candidates.
    count: usize,
    /// A block that dominates them.
    block: BlockId,
    /// The number of saved instructions.
    saved: i64,
}

impl GlobalMerge<'_> {
    /// Makes the candidates of a group, in dominator tree order, share bases.
    fn merge(&mut self, group: &mut [Candidate]) {
        for n in 0..group.len() {
            if group[n].done {
                continue;
            }
            let end = group.len().min(n + 1 + MAX_COMPARED);
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
                debug_assert!(
                    self.flow.tree.dominates(choice.block, candidate.block),
                    "{}: a base in {:?} does not dominate {:?}",
                    self.mf.name,
                    choice.block,
                    candidate.block
                );
                debug_assert!(
                    self.is_within_reach(candidate, base),
                    "{}: {:?} does not reach its base",
                    self.mf.name,
                    candidate.inst
                );
                if candidate.address != Some(register) {
                    self.rewrite(candidate, register, candidate.position - base);
                }
                candidate.done = true;
            }
        }
    }

    /// Returns the symbol and offset of a base for the candidates. It is the address that the first
    /// one materializes, or else the lowest offset into its symbol that a candidate uses.
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

    /// Chooses the number of candidates that share the base, if it is profitable. Most instructions
    /// are saved, and no more are executed.
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

    /// Returns true if an exception may leave `block` before its end.
    fn unwinds(&self, block: BlockId) -> bool {
        self.mf.block(block).successors.iter().any(|&to| self.mf.block(to).is_eh_pad)
    }

    /// Returns the nearest common dominator, unless it is far up the tree.
    fn common_dominator(&self, mut a: BlockId, b: BlockId) -> Option<BlockId> {
        let tree = &self.flow.tree;
        for _ in 0..MAX_STEPS {
            if tree.dominates(a, b) {
                return Some(a);
            }
            a = tree.parent(a)?;
        }
        None
    }

    /// Returns the number of instructions that a base at this distance saves.
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

    /// Returns true if the offset folds into all uses of the candidate's address.
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

    /// Rewrites `candidate` to use the base.
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

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::module::{Linkage, Module, Symbol};
    use crate::testing::passes::{SELECTED, body, parse, verified};
    use crate::testing::toy::{Symbols, TOY};

    /// Returns the lines of a block after the pass. Only `@weak` may lack a definition.
    fn merged(text: &str) -> Vec<String> {
        let mut module = Module::default();
        let weak = Symbol { name: "weak".into(), linkage: Linkage::ExternalWeak, ..Symbol::default() };
        module.add_symbol(weak);
        let text = format!("bb.0:\nliveins: $r0\n%0:gpr = COPY $r0\n{text}\nRET");
        let mut mf = parse(&mut module, SELECTED, &text);
        verified(&mf, &module);
        run(&mut mf, TOY, &module, &Symbols);
        verified(&mf, &module);
        let mut lines = body(&mf, &module).split_off(2);
        assert_eq!(lines.pop().as_deref(), Some("RET"));
        lines
    }

    #[test]
    fn accesses_share_a_base() {
        let lines = merged("%1:gpr = LOADSYM @a + 8\n%2:gpr = LOADSYM @a\n%3:gpr = LOADSYM @a + 16");
        let base = lines[0].split(':').next().expect("a register").to_owned();
        let load = |n: u32, offset: u32| format!("%{n}:gpr = LOADI {base}, {offset}");
        let expected = [format!("{base}:gpr = ADDRESS @a"), load(1, 8), load(2, 0), load(3, 16)];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_base_is_executed_no_more_often_than_it_saves() {
        let shared = |taken: &str, other: &str| {
            let text = format!(
                "bb.0:
                    successors: %bb.1({taken}), %bb.2({other})
                    liveins: $r0
                    %0:gpr = COPY $r0
                    %1:gpr = LOADSYM @a
                    BCC %0, %bb.1
                    BR %bb.2
                bb.1:
                    successors: %bb.2
                    %2:gpr = LOADSYM @a + 4
                    %3:gpr = LOADSYM @a + 8
                    BR %bb.2
                bb.2:
                    RET"
            );
            let mut module = Module::default();
            let mut mf = parse(&mut module, SELECTED, &text);
            run(&mut mf, TOY, &module, &Symbols);
            verified(&mf, &module);
            body(&mf, &module).iter().filter(|line| line.contains("LOADI")).count()
        };
        assert_eq!(shared("0x60000000", "0x20000000"), 3);
        assert_eq!(shared("0x20000000", "0x60000000"), 0);
    }

    #[test]
    fn an_address_folds_into_accesses_or_is_a_sum() {
        let addresses = "%1:gpr = ADDRESS @a\nSTOREI %0, %1, 0\n%2:gpr = ADDRESS @a + 8\n";
        let folded = merged(&format!("{addresses}STOREI %0, %2, 4"));
        assert_eq!(folded, ["%1:gpr = ADDRESS @a", "STOREI %0, %1, 0", "STOREI %0, %1, 12"]);
        // The address itself is used; the sum does not save instructions, but a third access does.
        let stored = merged(&format!("{addresses}STOREI %2, %0, 0\n%3:gpr = LOADSYM @a + 4"));
        let expected = [
            "%1:gpr = ADDRESS @a",
            "STOREI %0, %1, 0",
            "%2:gpr = ADDI %1, 8",
            "STOREI %2, %0, 0",
            "%3:gpr = LOADI %1, 4",
        ];
        assert_eq!(stored, expected);
    }

    #[test]
    fn symbols_at_unknown_distances_stay() {
        for stays in [
            // Two accesses save nothing.
            "%1:gpr = LOADSYM @a\n%2:gpr = LOADSYM @a + 4",
            "%1:gpr = LOADSYM @a\n%2:gpr = LOADSYM @b\n%3:gpr = LOADSYM @c",
            "%1:gpr = LOADSYM @weak\n%2:gpr = LOADSYM @weak + 4\n%3:gpr = LOADSYM @weak + 8",
            "%1:gpr = LOADSYM @a\n%2:gpr = LOADSYM @a + 64\n%3:gpr = LOADSYM @a + 128",
        ] {
            assert_eq!(merged(stays), stays.lines().collect::<Vec<_>>());
        }
    }
}
