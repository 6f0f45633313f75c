//! Stack frames of AArch64.
//!
//! From high to low: register save area of variadic functions, callee-saved registers (the frame record X29, X30
//! first), locals, outgoing arguments. Saved registers are stored in pairs. Small frames are
//! allocated at once; of large ones first the part with the saved registers. X16 is never allocated and serves for
//! offsets out of range. Source: AAPCS64, "The Frame Pointer".

use super::frame_index::{add_immediate, eliminate};
use super::instructions::{TABLE, op};
use super::registers::{REGISTERS, classes, regs};
use gisel_codegen::builder::{Builder, InsertPoint};
use gisel_codegen::entity::{BlockId, InstId};
use gisel_codegen::error::{CompileError, Result};
use gisel_codegen::frame::Scavenger;
use gisel_codegen::mir::{CfiDirective, FrameObject, FrameObjectKind, InstFlags, MachineFunction, Operand};
use gisel_codegen::opcodes;
use gisel_codegen::target::frame_lowering::{CalleeSavedReg, FrameLowering};
use gisel_codegen::target::instructions::{InstrFlags, Opcode};
use gisel_codegen::target::registers::PhysReg;
use smallvec::SmallVec;

/// AArch64's frames.
pub struct AArch64FrameLowering;

const fn general(reg: PhysReg) -> CalleeSavedReg {
    CalleeSavedReg { reg, class: classes::GPR64 }
}

const fn vector(reg: PhysReg) -> CalleeSavedReg {
    CalleeSavedReg { reg, class: classes::FPR64 }
}

/// In the order of their slots: the second of each pair is at the lower address.
static CALLEE_SAVED: [CalleeSavedReg; 20] = [
    general(regs::LR),
    general(regs::FP),
    general(regs::X19),
    general(regs::X20),
    general(regs::X21),
    general(regs::X22),
    general(regs::X23),
    general(regs::X24),
    general(regs::X25),
    general(regs::X26),
    general(regs::X27),
    general(regs::X28),
    vector(regs::D8),
    vector(regs::D9),
    vector(regs::D10),
    vector(regs::D11),
    vector(regs::D12),
    vector(regs::D13),
    vector(regs::D14),
    vector(regs::D15),
];

/// The largest frame whose saved registers are in reach of pair instructions from its bottom.
const PAIR_REACH: i64 = 504;

/// From so many bytes of local variables on, the spill slots behind them are taken to be out of the frame pointer's reach.
const LARGE_LOCALS: u64 = 128;

/// One or two saved registers, next to each other in memory: the lower address first.
struct SaveGroup {
    offset: i64,
    low: PhysReg,
    high: Option<PhysReg>,
}

/// Whether a saved register is a general one.
fn is_general(reg: PhysReg) -> bool {
    REGISTERS.contains(classes::GPR64ALL, reg)
}

/// The saved registers in groups, from low to high addresses; offsets count from the entry's stack pointer.
fn save_groups(mf: &MachineFunction) -> SmallVec<[SaveGroup; 10]> {
    let mut saved: SmallVec<[(i64, PhysReg); 20]> =
        mf.frame.callee_saved.iter().map(|s| (mf.frame.object(s.slot).offset, s.reg)).collect();
    saved.sort_unstable_by_key(|&(offset, _)| offset);
    let mut groups: SmallVec<[SaveGroup; 10]> = SmallVec::new();
    for (offset, reg) in saved {
        match groups.last_mut() {
            Some(last)
                if last.high.is_none()
                    && offset == last.offset + 8
                    && is_general(last.low) == is_general(reg) =>
            {
                last.high = Some(reg);
            }
            _ => groups.push(SaveGroup { offset, low: reg, high: None }),
        }
    }
    groups
}

/// How the stack pointer goes down: first by `first` (in reach of the saved registers), then by `rest`.
struct Steps {
    first: i64,
    rest: i64,
}

fn steps(mf: &MachineFunction, moves: bool) -> Steps {
    let size = mf.frame.stack_size as i64;
    if size <= PAIR_REACH && !moves {
        return Steps { first: size, rest: 0 };
    }
    let lowest = mf.frame.callee_saved.iter().map(|s| mf.frame.object(s.slot).offset).min().unwrap_or(0);
    let first = (-lowest + 15) & !15;
    Steps { first, rest: size - first }
}

/// Stores or loads one group at `base + offset`.
fn access_group(b: &mut Builder<'_>, group: &SaveGroup, offset: i64, load: bool) {
    let reg = |r| if load { Operand::def(r) } else { Operand::use_of(r) };
    let (address, imm) = (Operand::use_of(regs::SP), Operand::small_imm((offset / 8) as i32));
    let general = is_general(group.low);
    match group.high {
        Some(high) => {
            let opcode = match (general, load) {
                (true, true) => op::LDPXi,
                (true, false) => op::STPXi,
                (false, true) => op::LDPDi,
                (false, false) => op::STPDi,
            };
            b.inst(opcode, &[reg(group.low), reg(high), address, imm]);
        }
        None => {
            let opcode = match (general, load) {
                (true, true) => op::LDRXui,
                (true, false) => op::STRXui,
                (false, true) => op::LDRDui,
                (false, false) => op::STRDui,
            };
            b.inst(opcode, &[reg(group.low), address, imm]);
        }
    }
}

/// Stores the lowest group with the stack pointer going down by `size`, or loads it with it going up, if the
/// group is at the bottom and a pair.
fn access_with_update(b: &mut Builder<'_>, group: &SaveGroup, size: i64, load: bool) -> bool {
    let Some(high) = group.high.filter(|_| group.offset == -size && size <= 504) else { return false };
    let sp = [Operand::def(regs::SP), Operand::use_of(regs::SP)];
    let by = (size / 8) as i32;
    let opcode = match (is_general(group.low), load) {
        (true, true) => op::LDPXpost,
        (true, false) => op::STPXpre,
        (false, true) => op::LDPDpost,
        (false, false) => op::STPDpre,
    };
    if load {
        let defs = [Operand::def(group.low), Operand::def(high)];
        b.inst(opcode, &[sp[0], defs[0], defs[1], sp[1], Operand::small_imm(by)]);
    } else {
        let uses = [Operand::use_of(group.low), Operand::use_of(high)];
        b.inst(opcode, &[sp[0], uses[0], uses[1], sp[1], Operand::small_imm(-by)]);
    }
    true
}

fn cfi(b: &mut Builder<'_>, directive: CfiDirective) {
    let index = b.mf.create_cfi(directive);
    b.inst(opcodes::CFI_INSTRUCTION, &[Operand::cfi(index)]);
}

fn dwarf(reg: PhysReg) -> u16 {
    REGISTERS.reg(reg).dwarf.unwrap_or_default()
}

/// Unwind rules for the saved registers.
fn describe_saved(b: &mut Builder<'_>, groups: &[SaveGroup]) {
    for group in groups.iter().rev() {
        if let Some(high) = group.high {
            cfi(b, CfiDirective::Offset(dwarf(high), group.offset + 8));
        }
        cfi(b, CfiDirective::Offset(dwarf(group.low), group.offset));
    }
}

impl AArch64FrameLowering {
    /// Rounds the stack pointer down to the largest alignment that an object asks for.
    fn realign(&self, b: &mut Builder<'_>, size: i64) -> Result<()> {
        let align = b.mf.frame.objects.iter().filter(|o| !o.dead).map(|o| o.align).max().unwrap_or(16);
        let mask = (u64::from(align)).wrapping_neg();
        let Some(mask) = super::logical_immediate::encode(mask, 64) else {
            return Err(CompileError::new(&b.mf.name, "", "an object's alignment is no power of two"));
        };
        add_immediate(b, regs::X16, regs::SP, -size);
        let operands = [Operand::def(regs::SP), Operand::use_of(regs::X16), Operand::small_imm(mask as i32)];
        b.inst(op::ANDXri, &operands);
        Ok(())
    }
}

impl FrameLowering for AArch64FrameLowering {
    fn stack_pointer(&self) -> PhysReg {
        regs::SP
    }

    fn frame_pointer(&self) -> PhysReg {
        regs::FP
    }

    fn base_pointer(&self) -> PhysReg {
        regs::X19
    }

    /// Besides realigned frames, large ones: offsets below the frame pointer reach 256 bytes only.
    fn has_base_pointer(&self, mf: &MachineFunction) -> bool {
        let local = |o: &&FrameObject| !o.dead && o.kind == FrameObjectKind::Local;
        let locals: u64 = mf.frame.objects.iter().filter(local).map(|o| o.size).sum();
        mf.frame.has_variable_sized && (self.needs_realignment(mf) || locals >= LARGE_LOCALS)
    }

    fn stack_alignment(&self) -> u32 {
        16
    }

    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg> {
        let mut reserved = vec![regs::SP, regs::XZR, regs::X16, regs::X17];
        if self.has_fp(mf) {
            reserved.push(regs::FP);
        }
        if self.has_base_pointer(mf) {
            reserved.push(regs::X19);
        }
        reserved
    }

    fn callee_saved(&self, _mf: &MachineFunction) -> &'static [CalleeSavedReg] {
        &CALLEE_SAVED
    }

    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>) {
        let (has_fp, has_bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        let needed = |reg: PhysReg| {
            saved.iter().any(|s| s.reg == reg)
                || reg == regs::LR && (has_fp || mf.frame.has_calls || mf.frame.return_address_taken)
                || reg == regs::FP && has_fp
                || reg == regs::X19 && has_bp
        };
        let all: Vec<CalleeSavedReg> = CALLEE_SAVED.iter().copied().filter(|s| needed(s.reg)).collect();
        *saved = all;
    }

    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64 {
        let record = mf.frame.callee_saved.iter().find(|s| s.reg == regs::FP);
        record.map_or(-16, |s| mf.frame.object(s.slot).offset)
    }

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (op::ADJCALLSTACKDOWN, op::ADJCALLSTACKUP)
    }

    fn needs_emergency_slot(&self, _mf: &MachineFunction, _size: u64) -> bool {
        false
    }

    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        if mf.frame.stack_size == 0 && mf.frame.callee_saved.is_empty() {
            return Ok(());
        }
        let (has_fp, has_bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        let realigned = self.needs_realignment(mf);
        let groups = save_groups(mf);
        let Steps { first, rest } = steps(mf, realigned);
        let fp_offset = self.frame_pointer_offset(mf);
        let point = mf.first_inst(block).map_or(InsertPoint::End(block), InsertPoint::Before);
        let mut b = Builder::new(mf, point);
        b.flags = InstFlags::FRAME_SETUP;
        b.debug_loc = None;
        let updated = groups.first().is_some_and(|lowest| access_with_update(&mut b, lowest, first, false));
        if !updated {
            add_immediate(&mut b, regs::SP, regs::SP, -first);
        }
        if first != 0 {
            cfi(&mut b, CfiDirective::DefCfaOffset(first));
        }
        for group in groups.iter().skip(usize::from(updated)) {
            access_group(&mut b, group, first + group.offset, false);
        }
        if has_fp {
            add_immediate(&mut b, regs::FP, regs::SP, first + fp_offset);
            cfi(&mut b, CfiDirective::DefCfa(dwarf(regs::FP), -fp_offset));
        }
        describe_saved(&mut b, &groups);
        if realigned {
            self.realign(&mut b, rest)?;
        } else if rest != 0 {
            add_immediate(&mut b, regs::SP, regs::SP, -rest);
            if !has_fp {
                cfi(&mut b, CfiDirective::DefCfaOffset(first + rest));
            }
        }
        if has_bp {
            add_immediate(&mut b, regs::X19, regs::SP, 0);
        }
        Ok(())
    }

    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        if mf.frame.stack_size == 0 && mf.frame.callee_saved.is_empty() {
            return Ok(());
        }
        let realigned = self.needs_realignment(mf);
        let from_fp = realigned || mf.frame.has_variable_sized;
        let groups = save_groups(mf);
        let Steps { first, rest } = steps(mf, realigned);
        let fp_offset = self.frame_pointer_offset(mf);
        let point = first_terminator(mf, block).map_or(InsertPoint::End(block), InsertPoint::Before);
        let mut b = Builder::new(mf, point);
        b.flags = InstFlags::FRAME_DESTROY;
        if from_fp {
            add_immediate(&mut b, regs::SP, regs::FP, -(first + fp_offset));
        } else if rest != 0 {
            add_immediate(&mut b, regs::SP, regs::SP, rest);
        }
        let lowest = groups.first().filter(|g| g.offset == -first && g.high.is_some() && first <= PAIR_REACH);
        for group in groups.iter().skip(usize::from(lowest.is_some())).rev() {
            access_group(&mut b, group, first + group.offset, true);
        }
        let updated = lowest.is_some_and(|lowest| access_with_update(&mut b, lowest, first, true));
        if !updated && first != 0 {
            add_immediate(&mut b, regs::SP, regs::SP, first);
        }
        Ok(())
    }

    fn adjust_stack(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        amount: i64,
        _scavenger: &mut Scavenger<'_>,
    ) -> Result<()> {
        if amount != 0 {
            add_immediate(&mut Builder::before(mf, inst), regs::SP, regs::SP, amount);
        }
        Ok(())
    }

    fn eliminate_frame_index(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        n: usize,
        _scavenger: &mut Scavenger<'_>,
    ) -> Result<()> {
        let Some(index) = mf.operands(inst).get(n).and_then(|o| o.as_frame_index()) else {
            return Err(CompileError::new(&mf.name, "", "no frame index at the operand to rewrite"));
        };
        let (base, offset) = self.frame_index_reference(mf, index);
        eliminate(mf, inst, n, base, offset)
    }
}

/// The first of the terminators that end `block`.
fn first_terminator(mf: &MachineFunction, block: BlockId) -> Option<InstId> {
    mf.first_at_end(block, |opcode| opcode.is_target() && TABLE.desc(opcode).has(InstrFlags::TERMINATOR))
}
