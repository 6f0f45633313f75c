//! `machine-cse`: erases computations whose value is available on all paths.
//!
//! The pass walks the dominator tree. Available expressions are in hash chains by opcode and
//! operands. An entry is available while the walk is below its block. Between blocks only addresses
//! and expensive constants are shared: these can be rematerialized under register pressure.
//! Instructions that only set flags, such as comparisons, are shared within a block while the flags
//! are unchanged.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear in
//! instructions.

use crate::ir::entity::{BlockId, InstId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandTag, RegAttr};
use crate::ir::opcodes::SUBREG_TO_REG;
use crate::machine::desc::instructions::{Descs, InstrFlags, Opcode};
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::pre_ra::machine_licm::loads_constant;
use crate::passes::target::PassTarget;
use std::iter;

const NONE: u32 = u32::MAX;

/// The maximum number of compared entries with equal hashes. Others do not count: which share a chain
/// depends on the size of the table.
const MAX_CHAIN: usize = 16;

/// Removes redundant computations of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let flow = ControlFlow::of(mf);
    let tree = &flow.tree;
    let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); mf.num_blocks()];
    for &block in &tree.order {
        if let Some(parent) = tree.parent(block) {
            children[parent.index()].push(block);
        }
    }
    let heads = vec![NONE; (mf.num_insts() / 2).next_power_of_two().max(64)];
    let calls_of = vec![0; mf.num_blocks()];
    let mut cse = Cse {
        mf,
        target,
        descs: target.descs(),
        heads,
        entries: Vec::new(),
        same: Vec::new(),
        flags: None,
        calls: 0,
        calls_of,
        unused: Vec::new(),
    };
    let Some(&entry) = tree.order.first() else { return };
    // Blocks to enter; after the subtree of a block, the number of entries before it.
    let mut stack: Vec<(BlockId, Option<usize>)> = vec![(entry, None)];
    while let Some((block, leave)) = stack.pop() {
        if let Some(count) = leave {
            cse.exit_scope(count);
            continue;
        }
        stack.push((block, Some(cse.entries.len())));
        cse.block(block);
        stack.extend(children[block.index()].iter().map(|&b| (b, None)));
    }
    let (same, mut unused) = (cse.same, cse.unused);
    if !same.is_empty() {
        mf.rewrite_uses(|vreg| resolve(&same, vreg));
        mf.remove_dead(target.descs(), &mut unused);
    }
}

fn resolve(same: &[Option<VReg>], mut vreg: VReg) -> VReg {
    while let Some(&Some(other)) = same.get(vreg.index()) {
        vreg = other;
    }
    vreg
}

/// An available expression.
struct Entry {
    inst: InstId,
    slot: u32,
    /// Its hash, of which `slot` is a part.
    tag: u32,
    /// The previous entry in the same chain, or `NONE`.
    older: u32,
    /// The number of calls before it in its block.
    calls: u32,
}

struct Cse<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    descs: Descs,
    /// By hash value: the newest entry, or `NONE`.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// By register: the register with the same value that replaces it.
    same: Vec<Option<VReg>>,
    /// The comparison in this block that last set the flags.
    flags: Option<InstId>,
    /// The number of calls so far in this block, and in each visited block.
    calls: u32,
    calls_of: Vec<u32>,
    /// Definitions whose uses have been removed, unless they replace others.
    unused: Vec<InstId>,
}

impl Cse<'_> {
    /// Removes the newest entries until `count` are left.
    fn exit_scope(&mut self, count: usize) {
        for entry in self.entries.drain(count..).rev() {
            self.heads[entry.slot as usize] = entry.older;
        }
    }

    fn block(&mut self, block: BlockId) {
        self.flags = None;
        self.calls = 0;
        let mut next = self.mf.first_inst(block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            let Some(result) = self.candidate(inst) else {
                self.compare(inst);
                self.calls += u32::from(self.descs.get(self.mf.opcode(inst)).has(InstrFlags::CALL));
                continue;
            };
            let (slot, tag) = self.slot(inst);
            match self.known((slot, tag), inst, block) {
                Some(other) => {
                    self.same.resize(self.mf.num_vregs(), None);
                    self.same[result.index()] = Some(other);
                    self.mf.note_same_value(result, other);
                    self.mf.remove_inst_listing(inst, &mut self.unused);
                }
                None => {
                    let older = std::mem::replace(&mut self.heads[slot], self.entries.len() as u32);
                    let slot = slot as u32;
                    self.entries.push(Entry { inst, slot, tag, older, calls: self.calls });
                }
            }
        }
        self.calls_of[block.index()] = self.calls;
    }

    /// Removes `inst` if it only sets flags, to their present value.
    fn compare(&mut self, inst: InstId) {
        let operands = self.mf.operands(inst);
        let writes = |o: &Operand| o.is_def() && o.phys().is_some() || o.tag() == OperandTag::RegMask;
        if !operands.iter().any(writes) {
            return;
        }
        let only_flags = self.sets_only_flags(inst);
        match self.flags.filter(|&known| only_flags && self.equal_comparisons(known, inst)) {
            Some(_) => self.mf.remove_inst(inst),
            None => self.flags = Some(inst).filter(|_| only_flags),
        }
    }

    /// Returns true if `inst` depends only on virtual registers and constants, and defines only
    /// physical registers.
    fn sets_only_flags(&self, inst: InstId) -> bool {
        let opcode = self.mf.opcode(inst);
        let unfit = self.mf.effects() | InstrFlags::MAY_LOAD;
        let constant = |o: &Operand| match o.phys() {
            Some(reg) => o.is_def() || self.target.instr_info().is_constant_register(reg),
            None => !o.is_def() && o.tag() != OperandTag::RegMask,
        };
        opcode.is_target()
            && !self.descs.get(opcode).flags.intersects(unfit)
            && self.mf.operands(inst).iter().all(constant)
    }

    /// Returns the symbol that deactivates an instruction, which does not compute its value then.
    #[inline]
    fn deactivation(&self, inst: InstId) -> Option<SymbolId> {
        self.mf.metadata_of(inst).and_then(|metadata| metadata.deactivation)
    }

    fn equal_comparisons(&self, a: InstId, b: InstId) -> bool {
        let (x, y) = (self.mf.operands(a), self.mf.operands(b));
        self.mf.opcode(a) == self.mf.opcode(b)
            && self.deactivation(a) == self.deactivation(b)
            && x.len() == y.len()
            && x.iter().zip(y).all(|(&x, &y)| self.equal_operands(x, y))
    }

    /// Returns the available register with the value of `inst`, in `block`.
    fn known(&self, (slot, tag): (usize, u32), inst: InstId, block: BlockId) -> Option<VReg> {
        let chain = iter::successors(self.entries.get(self.heads[slot] as usize), |entry| {
            self.entries.get(entry.older as usize)
        });
        // Constants of all kinds may be in one chain.
        let mut equal = chain.filter(|entry| entry.tag == tag).take(MAX_CHAIN);
        let found = equal.find(|entry| self.equal(entry.inst, inst) && self.may_share(entry, block))?;
        self.mf.vreg_operand(found.inst, 0)
    }

    /// Returns the result of `inst`, if it depends only on its operands and has no other effect.
    fn candidate(&self, inst: InstId) -> Option<VReg> {
        let opcode = self.mf.opcode(inst);
        let desc = self.descs.get(opcode);
        let unfit = self.mf.effects();
        if !opcode.is_target() && opcode != SUBREG_TO_REG
            || desc.flags.intersects(unfit)
            || desc.has(InstrFlags::MAY_LOAD) && !loads_constant(self.mf, self.target, inst)
            || desc.num_defs != 1
            // A branch's jump table is determined from its block.
            || self.mf.operands(inst).iter().any(|o| o.tag() == OperandTag::JumpTable)
        {
            return None;
        }
        let constant = |o: &Operand| {
            o.phys().is_none_or(|reg| o.is_use() && self.target.instr_info().is_constant_register(reg))
        };
        let operands = self.mf.operands(inst);
        operands.iter().all(constant).then(|| self.mf.vreg_operand(inst, 0))?
    }

    /// Returns the hash chain of `inst`, and its hash.
    fn slot(&self, inst: InstId) -> (usize, u32) {
        let tag = (self.hash(inst) >> 32) as u32;
        (tag as usize & (self.heads.len() - 1), tag)
    }

    fn hash(&self, inst: InstId) -> u64 {
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let first = u64::from(self.mf.opcode(inst).0);
        let operands = &self.mf.operands(inst)[1..];
        if self.descs.get(self.mf.opcode(inst)).has(InstrFlags::COMMUTABLE) {
            let sum = operands
                .iter()
                .fold(first, |sum, &o| sum.wrapping_add(self.operand_hash(o).wrapping_mul(MULTIPLIER)));
            return sum.wrapping_mul(MULTIPLIER);
        }
        operands
            .iter()
            .fold(first, |hash, &o| (hash.rotate_left(5) ^ self.operand_hash(o)).wrapping_mul(MULTIPLIER))
    }

    fn operand_hash(&self, operand: Operand) -> u64 {
        match operand.vreg() {
            Some(vreg) => match self.constant(vreg) {
                Some(def) => self.hash(def),
                None => resolve(&self.same, vreg).raw().into(),
            },
            None => self.mf.operand_hash(operand),
        }
    }

    /// Returns the definition of `vreg`, if it is a cheap constant, which is not worth a register
    /// across blocks.
    fn constant(&self, vreg: VReg) -> Option<InstId> {
        let def = self.mf.def(resolve(&self.same, vreg))?;
        let desc = self.descs.get(self.mf.opcode(def));
        let is_constant = desc.has(InstrFlags::REMATERIALIZABLE | InstrFlags::CHEAP)
            && self.mf.operands(def).iter().all(|o| o.is_def() || o.vreg().is_none());
        (is_constant && !self.mf.defines_one_unknown(def)).then_some(def)
    }

    fn equal(&self, a: InstId, b: InstId) -> bool {
        let (x, y) = (self.mf.operands(a), self.mf.operands(b));
        let class = |inst: InstId| self.mf.vreg_operand(inst, 0).map(|v| self.mf.reg_attr(v));
        self.mf.opcode(a) == self.mf.opcode(b)
            && self.deactivation(a) == self.deactivation(b)
            && x.len() == y.len()
            && class(a) == class(b)
            && matches!(class(a), Some(RegAttr::Class(_)))
            && (x[1..].iter().zip(&y[1..]).all(|(&x, &y)| self.equal_operands(x, y))
                || self.is_commuted(self.mf.opcode(a), &x[1..], &y[1..]))
    }

    /// Returns true if the instructions are equal with their first two operands commuted, and the
    /// operation is commutable.
    fn is_commuted(&self, opcode: Opcode, x: &[Operand], y: &[Operand]) -> bool {
        let &[a, b, ref rest @ ..] = x else { return false };
        let &[c, d, ref others @ ..] = y else { return false };
        self.descs.get(opcode).has(InstrFlags::COMMUTABLE)
            && self.equal_operands(a, d)
            && self.equal_operands(b, c)
            && rest.iter().zip(others).all(|(&x, &y)| self.equal_operands(x, y))
    }

    fn equal_operands(&self, x: Operand, y: Operand) -> bool {
        let same = match (x.vreg(), y.vreg()) {
            (Some(a), Some(b)) => {
                let same = || resolve(&self.same, a) == resolve(&self.same, b);
                let constants = || self.constant(a).zip(self.constant(b));
                x.sub_reg() == y.sub_reg() && (same() || constants().is_some_and(|(a, b)| self.equal(a, b)))
            }
            _ => self.mf.is_identical_operand(x, y),
        };
        same && x.flags == y.flags
    }

    /// Returns true if the value of an entry is worth a register up to here, in `block`. Cheap
    /// values and constant pool loads are shared with the next block at most. Constants are not
    /// shared across a call, where they would occupy a callee-saved register and require copies.
    fn may_share(&self, entry: &Entry, block: BlockId) -> bool {
        let Some(home) = self.mf.block_of(entry.inst) else { return false };
        let desc = self.descs.get(self.mf.opcode(entry.inst));
        let is_loaded = self.mf.operands(entry.inst).iter().any(|o| o.tag() == OperandTag::ConstantPool);
        let is_loaded = is_loaded && desc.has(InstrFlags::MAY_LOAD);
        let is_cheap = desc.has(InstrFlags::CHEAP) || self.mf.opcode(entry.inst) == SUBREG_TO_REG;
        if !is_cheap && !is_loaded {
            return true;
        }
        let calls_since = if home == block {
            self.calls - entry.calls
        } else {
            self.calls + self.calls_of[home.index()] - entry.calls
        };
        let successors = &self.mf.block(home).successors;
        let is_near = home == block || successors.len() <= 2 && successors.contains(&block);
        is_near && (calls_since == 0 || !is_loaded && !desc.has(InstrFlags::REMATERIALIZABLE))
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{SELECTED, after, assert_changes};
    use crate::testing::toy::TOY;

    /// Returns the number of instructions with this opcode after the pass.
    fn count(opcode: &str, body: &str) -> usize {
        let start = "bb.0:\nliveins: $r0, $r1\n%0:gpr = COPY $r0\n%1:gpr = COPY $r1\n";
        let lines = after(SELECTED, &format!("{start}{body}"), |mf| run(mf, TOY));
        lines.iter().filter(|line| line.contains(&format!("{opcode} "))).count()
    }

    #[test]
    fn a_computation_is_replaced_by_an_equal_one_in_a_dominating_block() {
        let from = "bb.0:
                liveins: $r0, $r1
                %0:gpr = COPY $r0
                %1:gpr = COPY $r1
                %2:gpr = ADD %0, %1
                BCC %2, %bb.2
            bb.1:
                %3:gpr = ADD %1, %0
                %4:gpr = ADDI %3, 1
                TRACE %4
            bb.2:
                RET";
        let to = "bb.0:
                %0:gpr = COPY $r0
                %1:gpr = COPY $r1
                %2:gpr = ADD %0, %1
                BCC %2, %bb.2
            bb.1:
                %4:gpr = ADDI %2, 1
                TRACE %4
            bb.2:
                RET";
        assert_changes(SELECTED, from, to, |mf| run(mf, TOY));
    }

    #[test]
    fn other_computations_stay() {
        let table = [
            // Operands of other opcodes do not commute.
            ("SWAPPED", "%2:gpr = SWAPPED %0, %1\n%3:gpr = SWAPPED %1, %0\nRET"),
            // Memory may change between loads.
            ("LOADI", "%2:gpr = LOADI %0, 0\n%3:gpr = LOADI %0, 0\nRET"),
            // The results are in different classes.
            ("ADD", "%2:gpr = ADD %0, %1\n%3:lowgpr = ADD %0, %1\nRET"),
            // Of two results only one could be replaced.
            ("TWO", "%2:gpr, %3:gpr = TWO %0\n%4:gpr, %5:gpr = TWO %0\nTRACE %3\nTRACE %5\nRET"),
            // Neither block dominates the other.
            ("ADD", "BCC %0, %bb.2\nbb.1:\n%2:gpr = ADD %0, %1\nRET\nbb.2:\n%3:gpr = ADD %0, %1\nRET"),
            // A constant is not live across a call.
            ("CONST", "%2:gpr = CONST 7\nCALL csr_toy\n%3:gpr = CONST 7\nRET"),
        ];
        table.iter().for_each(|(opcode, body)| assert_eq!(count(opcode, body), 2, "{body}"));
        assert_eq!(count("CONST", "%2:gpr = CONST 7\n%3:gpr = CONST 7\nRET"), 1);
    }

    #[test]
    fn loaded_constants_are_shared_nearby_and_not_across_calls() {
        let header = format!("{SELECTED}constants:\n  - {{ id: 0, value: 'double 1.0', alignment: 8 }}\n");
        let load = |n: u32| format!("%{n}:gpr = LOADSYM %const.0\nTRACE %{n}\n");
        let with = |between: &str| {
            let text = format!("bb.0:\n{}{between}{}RET", load(0), load(1));
            let lines = after(&header, &text, |mf| run(mf, TOY));
            lines.iter().filter(|line| line.contains("LOADSYM")).count()
        };
        assert_eq!(with(""), 1);
        assert_eq!(with("BR %bb.1\nbb.1:\n"), 1);
        assert_eq!(with("BR %bb.1\nbb.1:\nBR %bb.2\nbb.2:\n"), 2);
        assert_eq!(with("CALL csr_toy\n"), 2);
    }

    #[test]
    fn a_comparison_is_erased_while_the_flags_hold_its_result() {
        let compare = "COMPARE %0, %1, implicit-def $flags\n";
        let select = |n: u32| format!("%{n}:gpr = SELECT %0, %1, implicit $flags\n");
        let with = |between: &str| format!("{compare}{}{between}{compare}{}RET", select(2), select(3));
        let other = "COMPARE %1, %0, implicit-def $flags\n";
        for (between, left) in [("", 1), (other, 3), ("CALL csr_toy\n", 2)] {
            assert_eq!(count("COMPARE", &with(between)), left, "{between}");
        }
    }
}
