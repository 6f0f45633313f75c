//! A forward walk that prepares allocation. It converts to two-address form and numbers positions.
//! It finds fixed ranges, the ranges of block-local registers, and registers that are live in
//! several blocks.
//!
//! A definition opens a range, and each use up to the next definition extends it. That holds for
//! units of physical registers, and for virtual registers that are used in their defining block.
//! Other uses are listed, and their registers become intervals ([`super::build`]). Facts for frame
//! layout are collected too. Cost: linear.

use super::fixed::Fixed;
use super::interval::Hint;
use super::intervals::Intervals;
use super::locals::Locals;
use super::numbering::{BlockSpan, Numbering, Position};
use crate::frame::target::FrameTarget;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, OperandTag, Reg};
use crate::ir::opcodes::{COPY, LIFETIME_END, LIFETIME_START, PHI};
use crate::machine::desc::instructions::{Descs, InstrDesc, InstrFlags, Opcode};
use crate::machine::desc::registers::{PhysReg, RegisterInfo, SubReg, UnitSet};
use crate::passes::analysis::liveness::{Exposed, collect_phi};
use crate::passes::pre_ra::two_address;

/// The results of the walk; the memory is reused for the next function.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// Positions.
    pub numbering: Numbering,
    /// The ranges of physical registers.
    pub fixed: Fixed,
    /// Ranges of virtual registers within blocks.
    pub locals: Locals,
    /// Upward-exposed uses, outside of the defining blocks.
    pub exposed: Exposed,
    /// Instructions that refer to the frame: with frame indices, call-frame pseudos, lifetime
    /// markers.
    pub of_frame: Vec<InstId>,
    /// The maximum size in bytes of a call's arguments.
    pub call_frame_size: u64,
    /// The units that instructions except copies, and returning calls, overwrite explicitly.
    pub overwritten: UnitSet,
    /// Memory for intervals.
    pub intervals: Intervals,
}

/// Converts `mf` to two-address form and collects the results.
///
/// If `parallel`, copies that make up a tuple or take it apart happen at once: a `REG_SEQUENCE`
/// stays, and copies of parts of one register to physical registers share a position.
pub fn run(mf: &mut MachineFunction, target: &dyn FrameTarget, found: &mut Collected, parallel: bool) {
    let mut reserved = target.frame_lowering().reserved(mf);
    reserved.push(target.frame_lowering().stack_pointer());
    found.numbering.reset(mf);
    found.fixed.reset(target, &reserved);
    found.locals.reset(mf.num_vregs());
    found.exposed.clear();
    found.of_frame.clear();
    (found.call_frame_size, found.overwritten) = (0, 0);
    let (set_up, destroy) = target.frame_lowering().call_frame_opcodes();
    let mut collector = Collector {
        target,
        registers: target.registers(),
        descs: target.descs(),
        set_up,
        destroy,
        found,
        block: BlockId::from_raw(0),
        in_terminators: false,
        invoke: None,
        parallel,
    };
    for n in 0..mf.layout.len() {
        collector.block(mf, n);
    }
    found.numbering.inst_pos.resize(mf.num_insts(), 0);
    two_address::finish(mf);
}

struct Collector<'a> {
    target: &'a dyn FrameTarget,
    registers: &'static RegisterInfo,
    descs: Descs,
    set_up: Opcode,
    destroy: Opcode,
    found: &'a mut Collected,
    /// The current block.
    block: BlockId,
    in_terminators: bool,
    /// The call of the block's invoke.
    invoke: Option<InstId>,
    /// True if copies of the parts of a register happen at once.
    parallel: bool,
}

impl Collector<'_> {
    fn block(&mut self, mf: &mut MachineFunction, n: usize) {
        let block = mf.layout[n];
        let start = self.found.numbering.start_block();
        (self.block, self.in_terminators) = (block, false);
        self.invoke = mf.invoke(block).map(|invoke| invoke.call);
        self.found.fixed.start_block(self.registers, block, start, &mf.block(block).live_ins);
        let mut next = mf.first_inst(block);
        while let Some(inst) = self.plain(mf, next, None) {
            next = mf.next_inst(inst);
            match mf.opcode(inst) {
                PHI => self.phi(mf, inst),
                _ => self.converted(mf, inst, next),
            }
        }
        let numbering = &mut self.found.numbering;
        let end = numbering.end_block(n as u32);
        debug_assert!(start < end, "{block:?} has no position");
        numbering.spans[block.index()] = BlockSpan { start, end };
    }

    fn phi(&mut self, mf: &MachineFunction, phi: InstId) {
        if let Some(result) = mf.vreg_operand(phi, 0) {
            self.found.locals.enter(result, self.block);
        }
        collect_phi(mf, self.block, phi, &mut self.found.exposed);
    }

    /// Converts an instruction, and visits its expansion, up to the one before `next`.
    fn converted(&mut self, mf: &mut MachineFunction, inst: InstId, next: Option<InstId>) {
        let before = mf.prev_inst(inst);
        if !self.parallel || !two_address::is_sequence(mf, inst) {
            two_address::convert(mf, self.target, inst);
        }
        let mut at = before.map_or_else(|| mf.first_inst(self.block), |before| mf.next_inst(before));
        // The expansion may again have an opcode that is to be converted, such as inline assembly.
        while let Some(inst) = self.plain(mf, at, next) {
            at = mf.next_inst(inst);
            self.inst(mf, inst);
        }
    }

    /// Visits instructions from `next` to before `end`, up to the first phi or instruction to be
    /// converted, which is returned.
    fn plain(
        &mut self,
        mf: &MachineFunction,
        mut next: Option<InstId>,
        end: Option<InstId>,
    ) -> Option<InstId> {
        while let Some(inst) = next.filter(|_| next != end) {
            let (data, operands) = mf.inst_and_operands(inst);
            let desc = self.descs.get(data.opcode);
            if data.opcode == PHI || two_address::is_concerned(data.opcode, desc) {
                return Some(inst);
            }
            next = data.next_inst();
            self.inst_with::<false>(mf, inst, data.opcode, operands, desc);
        }
        None
    }

    #[inline(never)]
    fn inst(&mut self, mf: &MachineFunction, inst: InstId) {
        let (data, operands) = mf.inst_and_operands(inst);
        self.inst_with::<true>(mf, inst, data.opcode, operands, self.descs.get(data.opcode));
    }

    /// Visits an instruction, which has register constraints only if `CONSTRAINED`.
    #[inline(always)]
    fn inst_with<const CONSTRAINED: bool>(
        &mut self,
        mf: &MachineFunction,
        inst: InstId,
        opcode: Opcode,
        operands: &[Operand],
        desc: &InstrDesc,
    ) {
        let joins = self.in_terminators || opcode == COPY && self.parallel && joins_previous(mf, inst);
        let pos = self.found.numbering.number(inst, joins);
        self.in_terminators |= desc.has(InstrFlags::TERMINATOR) || Some(inst) == self.invoke;
        let (mut writes_fixed, mut is_of_frame) = (!desc.implicit_defs.is_empty(), false);
        let defined = self.found.locals.num_definitions();
        for (n, &operand) in operands.iter().enumerate() {
            match operand.tag() {
                OperandTag::Imm => {}
                OperandTag::Reg => match (operand.vreg(), operand.is_def()) {
                    (Some(vreg), true) => {
                        let is_early = match CONSTRAINED {
                            true => is_early(desc, n, operand),
                            false => operand.flags.contains(OperandFlags::EARLY_CLOBBER),
                        };
                        self.found.locals.write(vreg, self.block, pos + u32::from(!is_early));
                    }
                    (Some(vreg), false) if !is_ignored(operand) => self.read(vreg, pos + 1),
                    (None, true) => writes_fixed = true,
                    (None, false) if !is_ignored(operand) => self.phys_use(operand, pos + 1),
                    _ => {}
                },
                OperandTag::FrameIndex => is_of_frame = true,
                OperandTag::RegMask => self.call(mf, desc, operand, pos + 1),
                _ => {}
            }
        }
        self.found.locals.order_definitions(defined);
        for &reg in desc.implicit_uses {
            self.found.fixed.extend(self.registers, reg, pos + 1);
        }
        if writes_fixed {
            self.phys_defs(desc, operands, pos, opcode == COPY);
        }
        if opcode == COPY {
            self.copy(operands[0], operands[1], pos);
        } else if is_of_frame || desc.size == 0 && self.is_of_frame(opcode) {
            self.of_frame(mf, inst, opcode);
        }
    }

    /// Records a read of a virtual register that ends at `end`.
    #[inline]
    fn read(&mut self, vreg: VReg, end: Position) {
        if !self.found.locals.read(vreg, self.block, end) {
            self.exposed_read(vreg, end);
        }
    }

    #[inline(never)]
    fn exposed_read(&mut self, vreg: VReg, end: Position) {
        self.found.exposed.add_use(vreg, self.block, end);
    }

    #[inline(never)]
    fn is_of_frame(&self, opcode: Opcode) -> bool {
        [self.set_up, self.destroy, LIFETIME_START, LIFETIME_END].contains(&opcode)
    }

    #[inline(never)]
    fn of_frame(&mut self, mf: &MachineFunction, inst: InstId, opcode: Opcode) {
        if opcode == self.set_up {
            let size = mf.expect_imm(inst, 0) as u64;
            self.found.call_frame_size = self.found.call_frame_size.max(size);
        }
        self.found.of_frame.push(inst);
    }

    /// Records a call with this mask.
    #[inline(never)]
    fn call(&mut self, mf: &MachineFunction, desc: &InstrDesc, mask: Operand, at: Position) {
        let lost = self.found.fixed.add_call(mf, self.target, mask, at);
        // The callee of a tail call preserves the callee-saved registers, and returns to this
        // function's caller.
        if !desc.has(InstrFlags::RETURN) {
            self.found.overwritten |= lost;
        }
    }

    fn part(&self, operand: Operand) -> PhysReg {
        operand.phys().map_or(PhysReg::NONE, |reg| self.registers.part(reg, operand.sub_reg()))
    }

    #[inline(never)]
    fn phys_use(&mut self, operand: Operand, end: Position) {
        let reg = self.part(operand);
        self.found.fixed.extend(self.registers, reg, end);
    }

    /// Opens ranges of the physical registers that an instruction writes. `rewrite` tracks the
    /// final destinations of copies.
    #[inline(never)]
    fn phys_defs(&mut self, desc: &InstrDesc, operands: &[Operand], pos: Position, is_copy: bool) {
        if is_copy {
            let reg = self.part(operands[0]);
            return self.found.fixed.open(self.registers, reg, pos + 1);
        }
        let found = &mut *self.found;
        for &reg in desc.implicit_defs {
            found.fixed.open(self.registers, reg, pos + 1);
            found.overwritten |= self.registers.unit_set(reg);
        }
        for (n, &operand) in operands.iter().enumerate() {
            let Some(reg) = operand.phys().filter(|_| operand.is_def()) else { continue };
            let reg = self.registers.part(reg, operand.sub_reg());
            found.fixed.open(self.registers, reg, pos + u32::from(!is_early(desc, n, operand)));
            found.overwritten |= self.registers.unit_set(reg);
        }
    }

    /// Records the hints of a copy: for its result the source, and for its source a physical
    /// destination. A virtual destination would not be assigned yet when the hint is used.
    #[inline(never)]
    fn copy(&mut self, dst: Operand, source: Operand, pos: Position) {
        let (Some(d), Some(s)) = (dst.reg(), source.reg()) else { return };
        if source.flags.contains(OperandFlags::UNDEF) {
            return;
        }
        let locals = &mut self.found.locals;
        if let Some(vreg) = d.as_virt() {
            locals.add_hint(
                vreg,
                Hint { other: s, sub: dst.sub_reg(), other_sub: source.sub_reg(), pos, copy_pos: pos },
            );
        } else if let Some(vreg) = s.as_virt().filter(|_| d != Reg::NONE) {
            locals.add_hint(
                vreg,
                Hint { other: d, sub: source.sub_reg(), other_sub: dst.sub_reg(), pos, copy_pos: pos },
            );
        }
    }
}

/// Returns the virtual register of which `inst` copies a part to a full register.
pub(super) fn source_of_part(mf: &MachineFunction, inst: InstId) -> Option<VReg> {
    let &[dst, source] = mf.operands(inst) else { return None };
    let is_full = dst.sub_reg() == SubReg::default();
    let is_part = mf.opcode(inst) == COPY && is_full && source.sub_reg() != SubReg::default();
    source.vreg().filter(|_| is_part && !is_ignored(source))
}

/// Returns true if `inst` and the instruction before it copy parts of one register.
fn joins_previous(mf: &MachineFunction, inst: InstId) -> bool {
    let source = source_of_part(mf, inst);
    source.is_some() && mf.prev_inst(inst).is_some_and(|previous| source_of_part(mf, previous) == source)
}

/// Returns true if operand `n`, a definition, is written before all uses are read.
#[inline]
pub(super) fn is_early(desc: &InstrDesc, n: usize, operand: Operand) -> bool {
    operand.flags.contains(OperandFlags::EARLY_CLOBBER)
        || desc.constrained && desc.operands.get(n).is_some_and(|listed| listed.early_clobber)
}

/// Returns true if the value of a use does not matter.
#[inline]
pub(super) fn is_ignored(operand: Operand) -> bool {
    operand.flags.intersects(OperandFlags::UNDEF.union(OperandFlags::DEBUG))
}
