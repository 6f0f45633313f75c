//! `switch`: emits the plan of `switch_plan` as a balanced tree of comparisons.
//!
//! Cost: n log n in the number of cases; jump tables have at most ten entries for each case.

use gisel_codegen::ir::entity::{BlockId, JumpTableId, VReg};
use gisel_codegen::ir::llt::{Llt, S1, S32};
use gisel_codegen::ir::mir::{IntPredicate, JumpTable, Operand};
use gisel_codegen::ir::opcodes::*;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::switch_plan::{Cluster, Limits, Range, plan};
use crate::ir::{Inst, IntConstant, Opcode};

/// The maximum number of clusters that are compared one after the other.
const LEAF: usize = 3;

/// The constant state of one switch.
#[derive(Clone, Copy)]
struct Switch {
    value: VReg,
    bits: u32,
    default: BlockId,
    /// True if the default is unreachable: the value is one of the cases.
    exhaustive: bool,
}

/// The values that can still reach a test.
#[derive(Clone, Copy)]
struct ReachingRange {
    low: i128,
    high: i128,
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub(crate) fn switch(&mut self, inst: Inst<'m>) -> Result<()> {
        let default_ir = inst.successor(0).ok_or_else(|| Stop::new("switch without default"))?;
        let default = self.machine_block(default_ir)?;
        let mut value = self.operand(inst.value(), 0)?;
        let narrow = self.b.mf.ty(value).scalar_bits();
        // A register is at least this wide, and a loaded value is zero-extended.
        let unsigned = (narrow < 32).then(|| (1_i128 << narrow) - 1);
        if unsigned.is_some() {
            value = self.b.op(G_ZEXT, S32, &[value]);
        }
        let mut cases = Vec::new();
        for (case, block) in inst.switch_cases() {
            let target = self.machine_block(block)?;
            // Cases with the default's target require no test.
            if target == default {
                continue;
            }
            match case.as_i128() {
                Some(number) => cases.push((unsigned.map_or(number, |mask| number & mask), target)),
                None => self.wide_case(value, case, target),
            }
        }
        let word = self.b.word().scalar_bits();
        let attrs = &self.b.mf.attrs;
        let tables = self.function.string_attribute("no-jump-tables") != Some("true");
        let least = self.target.tables().min_jump_table_entries;
        let limits = Limits::new(word, attrs.opt_size, tables, least);
        let exhaustive = default_ir.insts().next().is_some_and(|i| i.opcode() == Opcode::Unreachable);
        let clusters = plan(cases, limits);
        if clusters.is_empty() {
            self.jump(default);
            return Ok(());
        }
        if self.b.mf.ty(value).scalar_bits() > 128 {
            value = self.as_128_bits(value, default);
        }
        let bits = self.b.mf.ty(value).scalar_bits();
        let known = match unsigned {
            Some(high) => ReachingRange { low: 0, high },
            None => ReachingRange { low: minimum(bits), high: maximum(bits) },
        };
        let switch = Switch { value, bits, default, exhaustive };
        self.tree(switch, &clusters, known);
        Ok(())
    }

    /// Tests for a case value that 128 bits do not hold.
    fn wide_case(&mut self, value: VReg, case: IntConstant<'m>, target: BlockId) {
        let number = self.b.wide_constant(self.b.mf.ty(value), case.words);
        let hit = self.b.icmp(S1, IntPredicate::Eq, value, number);
        let next = self.b.mf.create_block();
        self.branch_if(hit, target, next);
        self.enter(next);
    }

    /// Truncates a wider value to 128 bits; values that do not fit branch to the default.
    fn as_128_bits(&mut self, value: VReg, default: BlockId) -> VReg {
        let narrow = self.b.op(G_TRUNC, Llt::scalar(128), &[value]);
        let back = self.b.op(G_SEXT, self.b.mf.ty(value), &[narrow]);
        let fits = self.b.icmp(S1, IntPredicate::Eq, value, back);
        let inside = self.b.mf.create_block();
        self.branch_if(fits, inside, default);
        self.enter(inside);
        narrow
    }

    /// Decides between clusters whose values all lie in `known`. Uses a worklist instead of
    /// recursion.
    fn tree(&mut self, switch: Switch, clusters: &[Cluster<BlockId>], known: ReachingRange) {
        let mut work = vec![(self.b.block(), clusters, known)];
        while let Some((block, clusters, known)) = work.pop() {
            if self.b.block() != block {
                self.enter(block);
            }
            if clusters.len() <= LEAF {
                self.leaf(switch, clusters, known);
                continue;
            }
            let (left, right) = clusters.split_at(clusters.len() / 2);
            let pivot = right[0].low();
            let (below, above) = (self.b.mf.create_block(), self.b.mf.create_block());
            let pivot_reg = self.case_number(switch, pivot);
            let less = self.b.icmp(S1, IntPredicate::Slt, switch.value, pivot_reg);
            self.branch_if(less, below, above);
            work.push((above, right, ReachingRange { low: pivot, ..known }));
            work.push((below, left, ReachingRange { high: pivot - 1, ..known }));
        }
    }

    /// Tests a few clusters one by one, then branches to the default.
    fn leaf(&mut self, switch: Switch, clusters: &[Cluster<BlockId>], mut known: ReachingRange) {
        for (index, cluster) in clusters.iter().enumerate() {
            if let (true, Some(end)) = (switch.exhaustive, clusters.last()) {
                known.low = known.low.max(cluster.low());
                known.high = known.high.min(end.high());
            }
            let covers = cluster.low() <= known.low && known.high <= cluster.high();
            let last = index + 1 == clusters.len();
            match cluster {
                Cluster::Range(range) if covers => self.jump(range.target),
                Cluster::Range(range) => {
                    let hit = self.in_range(switch, range, known);
                    self.test(switch, hit, range.target, last);
                }
                Cluster::Bits(parts) => self.bit_tests(switch, parts, covers, last),
                Cluster::Table(parts) => self.table(switch, parts, covers, last),
            }
            if covers {
                return;
            }
            if cluster.low() <= known.low {
                known.low = known.low.max(cluster.high().saturating_add(1));
            }
        }
    }

    /// Branches to `target` if `hit`, else to the next test, or to the default after the last one.
    fn test(&mut self, switch: Switch, hit: VReg, target: BlockId, last: bool) {
        let next = if last { switch.default } else { self.b.mf.create_block() };
        self.branch_if(hit, target, next);
        if !last {
            self.enter(next);
        }
    }

    pub(crate) fn branch_if(&mut self, condition: VReg, yes: BlockId, no: BlockId) {
        let from = self.b.block();
        self.b.brcond(condition, yes);
        self.b.br(no);
        self.b.mf.add_edge(from, yes);
        self.b.mf.add_edge(from, no);
    }

    /// Returns a case value as a constant of the switch's type.
    fn case_number(&mut self, switch: Switch, value: i128) -> VReg {
        let ty = self.b.mf.ty(switch.value);
        let mask = if switch.bits >= 128 { u128::MAX } else { (1 << switch.bits) - 1 };
        let value = value as u128 & mask;
        self.b.wide_constant(ty, &[value as u64, (value >> 64) as u64][..switch.bits.div_ceil(64) as usize])
    }

    fn in_range(&mut self, switch: Switch, range: &Range<BlockId>, known: ReachingRange) -> VReg {
        let Range { low, high, .. } = *range;
        let (predicate, bound) = if low == high {
            (IntPredicate::Eq, low)
        } else if low <= known.low {
            (IntPredicate::Sle, high)
        } else if known.high <= high {
            (IntPredicate::Sge, low)
        } else {
            let distance = self.distance(switch, low);
            let span = self.case_number(switch, high.wrapping_sub(low));
            return self.b.icmp(S1, IntPredicate::Ule, distance, span);
        };
        let bound = self.case_number(switch, bound);
        self.b.icmp(S1, predicate, switch.value, bound)
    }

    /// Returns the value minus `low`, modulo its width.
    fn distance(&mut self, switch: Switch, low: i128) -> VReg {
        if low == 0 {
            return switch.value;
        }
        let ty = self.b.mf.ty(switch.value);
        let low = self.case_number(switch, low);
        self.b.op(G_SUB, ty, &[switch.value, low])
    }

    /// Returns the value as an offset from `low` in a machine word. If it may be out of range,
    /// branches to the next test and returns the test's block.
    fn offset_in(
        &mut self,
        switch: Switch,
        low: i128,
        high: i128,
        covers: bool,
        last: bool,
    ) -> (VReg, Option<BlockId>) {
        let distance = self.distance(switch, low);
        let mut next = None;
        if !covers {
            let miss = if last { switch.default } else { self.b.mf.create_block() };
            let span = self.case_number(switch, high.wrapping_sub(low));
            let outside = self.b.icmp(S1, IntPredicate::Ugt, distance, span);
            let inside = self.b.mf.create_block();
            self.branch_if(outside, miss, inside);
            self.enter(inside);
            next = (!last).then_some(miss);
        }
        let (bits, word) = (self.b.mf.ty(distance).scalar_bits(), self.b.word().scalar_bits());
        // Within the range both extensions are equal, unless its end has the sign bit set.
        let is_positive = high.wrapping_sub(low) as u128 >> bits.saturating_sub(1).min(127) == 0;
        let signed = is_positive && self.target.legalizer_info().sext_cheaper_than_zext == Some((bits, word));
        (self.resize(distance, word, signed), next)
    }

    /// Appends a block to the layout and continues there.
    pub(crate) fn enter(&mut self, block: BlockId) {
        self.b.mf.layout.push(block);
        self.go_to(block);
    }

    fn bit_tests(&mut self, switch: Switch, parts: &[Range<BlockId>], covers: bool, last: bool) {
        let (low, high) = span(parts);
        // If all values are below the word's width, no subtraction is required.
        let base = if low >= 0 && high < i128::from(self.b.word().scalar_bits()) { 0 } else { low };
        let (offset, next) = self.offset_in(switch, base, high, covers, last);
        let word = self.b.word();
        let mut masks: Vec<(BlockId, u64)> = Vec::new();
        for part in parts {
            let width = part.high.wrapping_sub(part.low) as u32 + 1;
            let bits = u64::MAX >> (64 - width.min(64)) << (part.low.wrapping_sub(base) as u32);
            match masks.iter_mut().find(|(target, _)| *target == part.target) {
                Some((_, mask)) => *mask |= bits,
                None => masks.push((part.target, bits)),
            }
        }
        let one = self.b.constant(word, 1);
        let bit = self.b.op(G_SHL, word, &[one, offset]);
        let count = masks.len();
        for (index, (target, mask)) in masks.into_iter().enumerate() {
            let mask = self.b.constant(word, mask as i64);
            let common = self.b.op(G_AND, word, &[bit, mask]);
            let zero = self.b.constant(word, 0);
            let hit = self.b.icmp(S1, IntPredicate::Ne, common, zero);
            if index + 1 == count {
                self.branch_if(hit, target, switch.default);
            } else {
                let other = self.b.mf.create_block();
                self.branch_if(hit, target, other);
                self.enter(other);
            }
        }
        if let Some(next) = next {
            self.enter(next);
        }
    }

    fn table(&mut self, switch: Switch, parts: &[Range<BlockId>], covers: bool, last: bool) {
        let (low, high) = span(parts);
        let (offset, next) = self.offset_in(switch, low, high, covers, last);
        let mut targets = Vec::new();
        let mut end = low;
        for part in parts {
            let holes = part.low.wrapping_sub(end) as usize;
            targets.resize(targets.len() + holes, switch.default);
            let width = part.high.wrapping_sub(part.low) as usize + 1;
            targets.resize(targets.len() + width, part.target);
            end = part.high.saturating_add(1);
        }
        let from = self.b.block();
        self.b.mf.jump_tables.push(JumpTable { targets: targets.clone() });
        let table = Operand::jump_table(JumpTableId::new(self.b.mf.jump_tables.len() - 1));
        let space = self.cx.types.layout.alloca_address_space();
        let ty = Llt::pointer(space, self.cx.types.layout.pointer_bits(space));
        let base = self.b.mf.create_vreg(ty);
        self.b.inst(G_JUMP_TABLE, &[Operand::def(base), table]);
        self.b.inst(G_BRJT, &[Operand::use_of(base), table, Operand::use_of(offset)]);
        self.connect(from, targets);
        if let Some(next) = next {
            self.enter(next);
        }
    }
}

fn span(parts: &[Range<BlockId>]) -> (i128, i128) {
    (parts.first().map_or(0, |part| part.low), parts.last().map_or(0, |part| part.high))
}

fn minimum(bits: u32) -> i128 {
    i128::MIN >> (128 - bits.clamp(1, 128))
}

fn maximum(bits: u32) -> i128 {
    i128::MAX >> (128 - bits.clamp(1, 128))
}
