//! Builds live intervals.
//!
//! One backward walk over the blocks that mention their registers, with liveness at block
//! boundaries from [`Liveness`]. After Wimmer and Franz, "Linear Scan Register Allocation on SSA
//! Form" (2010). For linear scan, intervals are built from liveness alone, which determines their
//! ranges. Their uses are added when the first interval is split. Cost: linear in the instructions
//! of these blocks and in the size of the live-in sets.

use super::collect::{is_early, is_ignored};
use super::interval::{Hint, Interval, UsePos};
use super::locals::Locals;
use super::numbering::{Numbering, Position};
use super::remat;
use crate::frame::target::FrameTarget;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::stack_map::first_location;
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, Reg, RegAttr};
use crate::ir::opcodes::{COPY, PHI, REG_SEQUENCE};
use crate::machine::desc::instructions::Descs;
use crate::machine::desc::registers::SubReg;
use crate::passes::analysis::liveness::{Liveness, phi_inputs};
use crate::passes::pre_ra::two_address;
use crate::regalloc::intervals::Intervals;
use crate::support::error::{CompileError, Result};

/// The registers that get intervals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    /// Registers that are live in several blocks.
    Crossing,
    /// The uses of registers that are live in several blocks; their ranges exist already.
    CrossingUses,
    /// Registers that are local to one block.
    Local,
}

/// Builds the intervals of all registers of `mf`.
pub fn all(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    numbering: &Numbering,
    liveness: &Liveness,
) -> Result<Intervals> {
    let mut builder = IntervalBuilder::new(mf, target, numbering, liveness, Which::All, Intervals::default());
    builder.intervals.reserve(mf.num_vregs());
    for &block in mf.layout.iter().rev() {
        builder.live_out(block)?;
        builder.block(block)?;
    }
    let mut intervals = builder.intervals;
    intervals.list.iter_mut().for_each(Interval::reverse);
    Ok(intervals)
}

/// Builds the intervals of registers that are live in several blocks, from liveness and `locals`.
/// Their uses are missing: see [`add_uses`]. The memory of a previous result is reused. Cost:
/// linear in the live-in sets and in the definitions.
pub(crate) fn crossing(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    numbering: &Numbering,
    liveness: &Liveness,
    locals: &Locals,
    mut memory: Intervals,
) -> Result<Intervals> {
    if liveness.is_empty() {
        memory.clear(0);
        return Ok(memory);
    }
    let mut builder = IntervalBuilder::new(mf, target, numbering, liveness, Which::Crossing, memory);
    debug_assert!(locals.definitions().is_sorted_by_key(|row| row.0), "{}: definitions ascend", mf.name);
    let mut definitions = locals.definitions().iter().peekable();
    for &block in &numbering.order {
        let span = numbering.spans[block.index()];
        for live in liveness.live_in(block) {
            builder.hinted_interval(live.vreg, locals)?.add_range(span.start, live.end.min(span.end));
        }
        if liveness.has_phis(block) {
            builder.phis(block, locals)?;
        }
        while let Some(&(at, vreg)) = definitions.next_if(|definition| definition.0 < span.end) {
            if liveness.crosses_blocks(vreg) {
                builder.hinted_interval(vreg, locals)?.define(at, span.end);
            }
        }
    }
    Ok(builder.intervals)
}

/// Adds the uses to the intervals of registers that are live in several blocks. None of these may
/// have been split.
pub(crate) fn add_uses(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    numbering: &Numbering,
    liveness: &Liveness,
    intervals: &mut Intervals,
) -> Result<()> {
    debug_assert!(
        intervals.list.iter().all(|interval| interval.next.is_none()),
        "{}: uses are added after a split",
        mf.name
    );
    let descs = target.descs();
    let which = Which::CrossingUses;
    let intervals_of = std::mem::take(intervals);
    let mut builder =
        IntervalBuilder { mf, target, descs, numbering, liveness, which, intervals: intervals_of };
    for &block in mf.layout.iter().rev().filter(|&&block| liveness.names_crossing(block)) {
        builder.block(block)?;
    }
    *intervals = builder.intervals;
    let crossing = intervals.list.iter_mut().filter(|interval| liveness.crosses_blocks(interval.vreg));
    crossing.for_each(Interval::reverse_uses);
    Ok(())
}

/// Builds the intervals of registers that are local to `block`, in the memory of intervals that are
/// not required any more. Cost: linear in the block and in those intervals.
pub(crate) fn intervals_of_block(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    numbering: &Numbering,
    liveness: &Liveness,
    block: BlockId,
    others: Intervals,
) -> Result<Intervals> {
    let mut builder = IntervalBuilder::new(mf, target, numbering, liveness, Which::Local, others);
    builder.block(block)?;
    let mut intervals = builder.intervals;
    intervals.list.iter_mut().for_each(Interval::reverse);
    let span = numbering.spans[block.index()];
    debug_assert!(
        intervals.list.iter().all(|local| span.start <= local.start() && local.end() <= span.end),
        "{}: an interval of {block:?} leaves it",
        mf.name
    );
    intervals.hints.iter_mut().for_each(|hints| hints.reverse());
    Ok(intervals)
}

struct IntervalBuilder<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn FrameTarget,
    descs: Descs,
    numbering: &'a Numbering,
    liveness: &'a Liveness,
    which: Which,
    intervals: Intervals,
}

impl<'a> IntervalBuilder<'a> {
    fn new(
        mf: &'a MachineFunction,
        target: &'a dyn FrameTarget,
        numbering: &'a Numbering,
        liveness: &'a Liveness,
        which: Which,
        mut intervals: Intervals,
    ) -> IntervalBuilder<'a> {
        intervals.clear(mf.num_vregs());
        IntervalBuilder { mf, target, descs: target.descs(), numbering, liveness, which, intervals }
    }

    #[inline]
    fn interval(&mut self, vreg: VReg) -> Result<&mut Interval> {
        let slot = self.intervals.of_vreg[vreg.index()];
        if slot != u32::MAX {
            return Ok(&mut self.intervals.list[slot as usize]);
        }
        self.new_interval(vreg)
    }

    fn new_interval(&mut self, vreg: VReg) -> Result<&mut Interval> {
        let RegAttr::Class(class) = self.mf.reg_attr(vreg) else {
            return Err(CompileError::new(&self.mf.name, vreg, "virtual register without a class"));
        };
        let id = self.intervals.add(Interval::new(vreg, class));
        self.intervals.remat[id.index()] = remat::definition(self.mf, self.target, vreg);
        Ok(&mut self.intervals.list[id.index()])
    }

    /// Returns the interval of `vreg`, with its hints, the latest first.
    #[inline]
    fn hinted_interval(&mut self, vreg: VReg, locals: &Locals) -> Result<&mut Interval> {
        let slot = self.intervals.of_vreg[vreg.index()];
        if slot != u32::MAX {
            return Ok(&mut self.intervals.list[slot as usize]);
        }
        self.new_hinted_interval(vreg, locals)
    }

    #[inline(never)]
    fn new_hinted_interval(&mut self, vreg: VReg, locals: &Locals) -> Result<&mut Interval> {
        self.new_interval(vreg)?;
        let index = self.intervals.of_vreg[vreg.index()] as usize;
        let hints = &mut self.intervals.hints[index];
        hints.extend(locals.hints(vreg));
        hints.reverse();
        Ok(&mut self.intervals.list[index])
    }

    /// Adds the results of the phis of `block`, and their hints.
    fn phis(&mut self, block: BlockId, locals: &Locals) -> Result<()> {
        let (mf, span) = (self.mf, self.numbering.spans[block.index()]);
        for phi in mf.insts(block).take_while(|&inst| mf.opcode(inst) == PHI) {
            let Some(result) = mf.vreg_operand(phi, 0) else { continue };
            let end = match self.liveness.leaves_block(result) {
                true => span.end,
                false => locals.end(result).max(span.start + 1),
            };
            self.hinted_interval(result, locals)?.define(span.start, end);
            for (value, _) in phi_inputs(mf.operands(phi)) {
                self.hinted_interval(value, locals)?;
            }
            self.phi_hints(phi, result, span.start)?;
        }
        Ok(())
    }

    /// Returns true if ranges and hints are built, not only uses.
    fn builds_ranges(&self) -> bool {
        self.which != Which::CrossingUses
    }

    /// Returns true if `vreg` gets an interval.
    #[inline]
    fn takes(&self, vreg: VReg) -> bool {
        match self.which {
            Which::All => true,
            Which::Crossing | Which::CrossingUses => self.liveness.crosses_blocks(vreg),
            Which::Local => !self.liveness.crosses_blocks(vreg),
        }
    }

    /// Adds the ranges of registers that are live out of `block`.
    fn live_out(&mut self, block: BlockId) -> Result<()> {
        let span = self.numbering.spans[block.index()];
        let (mf, liveness) = (self.mf, self.liveness);
        for &successor in &mf.block(block).successors {
            for live in liveness.live_in(successor) {
                self.interval(live.vreg)?.add_range_before(span.start, span.end);
            }
            for input in liveness.phi_inputs_on_edge(block, successor) {
                self.interval(input.value)?.add_range_before(span.start, span.end);
            }
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId) -> Result<()> {
        let start = self.numbering.spans[block.index()].start;
        let mut next = self.mf.last_inst(block);
        while let Some(inst) = next {
            next = self.mf.prev_inst(inst);
            if self.mf.opcode(inst) != PHI {
                self.inst(inst, start)?;
            } else if self.which != Which::Local {
                self.phi(inst, start)?;
            }
        }
        Ok(())
    }

    fn phi(&mut self, inst: InstId, start: Position) -> Result<()> {
        let mf = self.mf;
        let Some(result) = mf.vreg_operand(inst, 0) else { return Ok(()) };
        let builds_ranges = self.builds_ranges();
        let interval = self.interval(result)?;
        interval.add_use_before(UsePos { pos: start, must: false, is_def: true, is_free: false });
        if !builds_ranges {
            return Ok(());
        }
        if interval.newest_range().is_none_or(|r| r.start != start) {
            interval.add_range_before(start, start + 1);
        }
        self.phi_hints(inst, result, start)
    }

    fn phi_hints(&mut self, phi: InstId, result: VReg, start: Position) -> Result<()> {
        let mf = self.mf;
        for (value, pred) in phi_inputs(mf.operands(phi)) {
            let whole = SubReg::default();
            let end = self.numbering.spans[pred.index()].end - 1;
            let hint = |other, pos| Hint {
                other: Reg::virt(other),
                sub: whole,
                other_sub: whole,
                pos,
                copy_pos: end,
            };
            self.hint(result, hint(value, start))?;
            self.hint(value, hint(result, end))?;
        }
        Ok(())
    }

    fn hint(&mut self, vreg: VReg, hint: Hint) -> Result<()> {
        if self.takes(vreg) {
            self.interval(vreg)?;
            let index = self.intervals.of_vreg[vreg.index()] as usize;
            self.intervals.hints[index].push(hint);
        }
        Ok(())
    }

    fn inst(&mut self, inst: InstId, start: Position) -> Result<()> {
        let mf = self.mf;
        let pos = self.numbering.inst_pos[inst.index()];
        let desc = self.descs.get(mf.opcode(inst));
        let operands = mf.operands(inst);
        let is_copy = mf.opcode(inst) == COPY;
        for (n, &operand) in operands.iter().enumerate() {
            let Some(vreg) = operand.vreg().filter(|&v| operand.is_def() && self.takes(v)) else { continue };
            let at = pos + Position::from(!is_early(desc, n, operand));
            let from_phys = is_copy && operands[1].phys().is_some();
            let must = !(from_phys && self.copy_from_memory(vreg, operand, operands[1]));
            self.vreg_def(vreg, operand, at, start, must)?;
        }
        let recorded = first_location(mf, inst);
        let uses = operands.iter().enumerate().filter(|(_, o)| o.is_use() && !is_ignored(**o));
        for (n, &operand) in uses {
            let Some(vreg) = operand.vreg().filter(|&v| self.takes(v)) else { continue };
            let is_recorded = n >= recorded && operand.sub_reg() == SubReg::default();
            let must = !is_recorded && (!is_copy || !self.copy_from_memory(vreg, operand, operands[0]));
            let builds_ranges = self.builds_ranges();
            if is_recorded {
                self.keep_in_one_place(vreg)?;
            }
            let interval = self.interval(vreg)?;
            if builds_ranges {
                interval.add_range_before(start, pos + 1);
            }
            interval.add_use_before(UsePos { pos, must, is_def: false, is_free: false });
        }
        if is_copy && self.builds_ranges() {
            self.copy_hints(operands[0], operands[1], pos)?;
        } else if mf.opcode(inst) == REG_SEQUENCE && self.builds_ranges() {
            for (part, source) in two_address::sequence_parts(mf, inst) {
                self.part_hints(operands[0].with_sub_reg(part), source, pos)?;
            }
        }
        Ok(())
    }

    /// Adds the hints of a part of a `REG_SEQUENCE`. A part that is copied from a physical register
    /// gives its own hint, as its register is not known before it is assigned. So does a part whose
    /// lower half is copied.
    fn part_hints(&mut self, part: Operand, source: Operand, pos: Position) -> Result<()> {
        self.copy_hints(part, source, pos)?;
        let def = source.vreg().and_then(|v| self.mf.def(v)).filter(|&d| self.mf.opcode(d) == COPY);
        let copied = def.map(|def| (self.mf.operand(def, 0), self.mf.operand(def, 1)));
        match copied {
            Some((_, fixed)) if fixed.phys().is_some() => self.copy_hints(part, fixed, pos),
            Some((widened, half)) if widened.sub_reg() != SubReg::default() => {
                let (Some(tuple), Some(half)) = (part.reg(), half.vreg()) else { return Ok(()) };
                let sub = SubReg::default();
                self.hint(half, Hint { other: tuple, sub, other_sub: part.sub_reg(), pos, copy_pos: pos })
            }
            _ => Ok(()),
        }
    }

    /// Marks `vreg`, whose location is recorded, as spilled instead of rematerialized. A
    /// rematerialized value has no location.
    fn keep_in_one_place(&mut self, vreg: VReg) -> Result<()> {
        self.interval(vreg)?;
        let index = self.intervals.of_vreg[vreg.index()] as usize;
        self.intervals.remat[index] = None;
        Ok(())
    }

    /// Returns true if a copy between `vreg`, if it is spilled, and `other` can be a load or a
    /// store.
    fn copy_from_memory(&self, vreg: VReg, operand: Operand, other: Operand) -> bool {
        let (RegAttr::Class(class), Some(reg)) = (self.mf.reg_attr(vreg), other.reg()) else { return false };
        let plain = operand.sub_reg() == SubReg::default() && other.sub_reg() == SubReg::default();
        plain
            && match (reg.as_phys(), reg.as_virt()) {
                (Some(phys), _) => self.target.registers().contains(class, phys),
                (_, Some(vreg)) => self.mf.reg_attr(vreg) == RegAttr::Class(class),
                _ => false,
            }
    }

    fn copy_hints(&mut self, dst: Operand, source: Operand, pos: Position) -> Result<()> {
        let (Some(d), Some(s)) = (dst.reg(), source.reg()) else { return Ok(()) };
        if source.flags.contains(OperandFlags::UNDEF) {
            return Ok(());
        }
        if let Some(vreg) = d.as_virt() {
            self.hint(
                vreg,
                Hint { other: s, sub: dst.sub_reg(), other_sub: source.sub_reg(), pos, copy_pos: pos },
            )?;
        }
        if let Some(vreg) = s.as_virt() {
            self.hint(
                vreg,
                Hint { other: d, sub: source.sub_reg(), other_sub: dst.sub_reg(), pos, copy_pos: pos },
            )?;
        }
        Ok(())
    }

    fn vreg_def(
        &mut self,
        vreg: VReg,
        operand: Operand,
        at: Position,
        block_start: Position,
        must: bool,
    ) -> Result<()> {
        let partial = operand.sub_reg() != SubReg::default() && !operand.flags.contains(OperandFlags::UNDEF);
        if self.builds_ranges() {
            let interval = self.interval(vreg)?;
            let live_after = interval.newest_range().is_some_and(|r| r.start == block_start && r.end > at);
            if !live_after {
                interval.add_range_before(at, (at | 1) + 1);
            } else if !partial && let Some(last) = interval.newest_range() {
                last.start = at;
            }
            if partial {
                interval.add_range_before(block_start, at);
            }
        }
        let interval = self.interval(vreg)?;
        if at.is_multiple_of(2) {
            // An early definition is written early and still live after the instruction.
            interval.add_use_before(UsePos { pos: at + 1, must: true, is_def: true, is_free: false });
        }
        interval.add_use_before(UsePos { pos: at, must: must || partial, is_def: true, is_free: false });
        if partial {
            interval.add_use_before(UsePos { pos: at & !1, must: true, is_def: false, is_free: false });
        }
        Ok(())
    }
}
