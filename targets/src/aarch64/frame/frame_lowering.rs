//! Stack frames of AArch64.
//!
//! From high to low: register save area of variadic functions, callee-saved registers (the frame
//! record X29, X30 first), locals, outgoing arguments. Saved registers are stored in pairs. Small
//! frames are allocated at once, large ones after the area of saved registers. X16 is never
//! allocated and serves for offsets out of range. Source: AAPCS64, "The Frame Pointer".

use crate::aarch64::frame::frame_index::{add_immediate, eliminate, place_directly};
use crate::aarch64::frame::return_address;
use crate::aarch64::frame::stack_pointer::move_stack_pointer;
use crate::aarch64::frame::stack_probes;
use crate::aarch64::isel::async_context;
use crate::aarch64::isel::call_lowering::Files;
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::registers::calling_conventions;
use crate::aarch64::registers::{REGISTERS, classes, regs, subs};
use crate::frame;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, InstId};
use gisel_codegen::ir::mir::{CfiDirective, FrameObject, FrameObjectKind, MachineFunction, Operand};
use gisel_codegen::machine::calling_convention::CalleeSavedReg;
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::support::error::{CompileError, Result};
use gisel_codegen::target::{CallUsedReg, FrameLowering, FrameRegisters, FrameShape, Scavenger};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// AArch64's frames.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AArch64FrameLowering {
    /// The registers of the subtarget.
    pub files: Files,
    /// True if returns can authenticate their address.
    pub authenticates_in_returns: bool,
    /// True if there are instructions that sign return addresses with their own address, too.
    pub signs_with_pc: bool,
    /// The general registers that the subtarget reserves: bit `n` represents `x<n>`.
    pub reserved: u32,
    /// True if the link register holds only return addresses.
    pub reserves_lr: bool,
}

/// The general registers by number, without the link register.
#[rustfmt::skip]
static GENERAL: [PhysReg; 30] = [
    regs::X0, regs::X1, regs::X2, regs::X3, regs::X4, regs::X5, regs::X6, regs::X7, regs::X8, regs::X9,
    regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15, regs::X16, regs::X17, regs::X18, regs::X19,
    regs::X20, regs::X21, regs::X22, regs::X23, regs::X24, regs::X25, regs::X26, regs::X27, regs::X28, regs::FP,
];

/// The maximum frame size in bytes at which pair instructions reach the saved registers from the
/// bottom.
const PAIR_REACH: i64 = 504;

/// The maximum update of the stack pointer by a single-register access, in bytes.
const SINGLE_REACH: i64 = 255;

/// The limit of pair offsets, in multiples of the register size.
const PAIR_LIMIT: i64 = 64;

/// The minimum size of local variables, in bytes, at which spill slots after them are assumed to be
/// out of the frame pointer's range.
const LARGE_LOCALS: u64 = 128;

/// One or two saved registers, adjacent in memory: the lower address first.
struct SaveGroup {
    offset: i64,
    low: PhysReg,
    high: Option<PhysReg>,
}

/// The opcodes that save registers of one kind.
struct SaveOpcodes {
    /// Their class.
    class: RegClassId,
    /// Their size in bytes.
    size: i64,
    /// Stores of one and of two.
    stores: [Opcode; 2],
    /// The stores with write-back.
    stores_pre: [Opcode; 2],
    /// Loads.
    loads: [Opcode; 2],
    /// The loads with write-back.
    loads_post: [Opcode; 2],
}

static SAVE_OPCODES: [SaveOpcodes; 3] = [
    SaveOpcodes {
        class: classes::GPR64ALL,
        size: 8,
        stores: [op::STRXui, op::STPXi],
        stores_pre: [op::STRXpre, op::STPXpre],
        loads: [op::LDRXui, op::LDPXi],
        loads_post: [op::LDRXpost, op::LDPXpost],
    },
    SaveOpcodes {
        class: classes::FPR64,
        size: 8,
        stores: [op::STRDui, op::STPDi],
        stores_pre: [op::STRDpre, op::STPDpre],
        loads: [op::LDRDui, op::LDPDi],
        loads_post: [op::LDRDpost, op::LDPDpost],
    },
    SaveOpcodes {
        class: classes::FPR128,
        size: 16,
        stores: [op::STRQui, op::STPQi],
        stores_pre: [op::STRQpre, op::STPQpre],
        loads: [op::LDRQui, op::LDPQi],
        loads_post: [op::LDRQpost, op::LDPQpost],
    },
];

/// Returns the opcodes that save a register.
fn save_opcodes(reg: PhysReg) -> &'static SaveOpcodes {
    let [general, double, quad] = &SAVE_OPCODES;
    match () {
        () if REGISTERS.contains(general.class, reg) => general,
        () if REGISTERS.contains(double.class, reg) => double,
        () => quad,
    }
}

/// The registers in which exceptions have their data. Source: GCC's `EH_RETURN_DATA_REGNO`.
static EH_DATA: [CalleeSavedReg; 4] = [
    CalleeSavedReg { reg: regs::X0, class: classes::GPR64 },
    CalleeSavedReg { reg: regs::X1, class: classes::GPR64 },
    CalleeSavedReg { reg: regs::X2, class: classes::GPR64 },
    CalleeSavedReg { reg: regs::X3, class: classes::GPR64 },
];

/// Returns the saved registers in groups, from low to high addresses; offsets count from the stack
/// pointer at entry. Pairs are formed from the top, so an unpaired register is the lowest of its
/// kind.
fn save_groups(mf: &MachineFunction) -> SmallVec<[SaveGroup; 10]> {
    groups_of(mf, |_| true)
}

/// Returns the groups that are loaded at the end of `block`. Only an `EH_RETURN` also loads the
/// registers of exceptions' data.
fn restored_groups(mf: &MachineFunction, block: BlockId) -> SmallVec<[SaveGroup; 10]> {
    if !mf.attrs.eh_return || mf.last_inst(block).is_some_and(|last| mf.opcode(last) == op::EH_RETURN) {
        return save_groups(mf);
    }
    groups_of(mf, |reg| EH_DATA.iter().all(|data| data.reg != reg))
}

/// Returns the saved registers that satisfy `is_meant`, in groups.
fn groups_of(mf: &MachineFunction, is_meant: impl Fn(PhysReg) -> bool) -> SmallVec<[SaveGroup; 10]> {
    let meant = mf.frame.callee_saved.iter().filter(|saved| is_meant(saved.reg));
    let mut saved: SmallVec<[(i64, PhysReg); 20]> =
        meant.map(|s| (mf.frame.object(s.slot).offset, s.reg)).collect();
    saved.sort_unstable_by_key(|&(offset, _)| Reverse(offset));
    debug_assert!(
        saved.is_sorted_by(|high, low| low.0 + save_opcodes(low.1).size <= high.0),
        "slots of saved registers overlap: {saved:?}"
    );
    let mut groups: SmallVec<[SaveGroup; 10]> = SmallVec::new();
    for (offset, reg) in saved {
        match groups.last_mut() {
            Some(last)
                if last.high.is_none()
                    && last.offset == offset + save_opcodes(reg).size
                    && save_opcodes(last.low).class == save_opcodes(reg).class =>
            {
                *last = SaveGroup { offset, low: reg, high: Some(last.low) };
            }
            _ => groups.push(SaveGroup { offset, low: reg, high: None }),
        }
    }
    groups.reverse();
    groups
}

/// Moves an unpaired lowest register to the bottom of the frame, if only padding is below the saved
/// registers. Its store can then move the stack pointer.
fn move_unpaired_to_bottom(mf: &mut MachineFunction) {
    let size = mf.frame.stack_size as i64;
    let Some(lowest) =
        mf.frame.callee_saved.iter().map(|s| s.slot).min_by_key(|&s| mf.frame.object(s).offset)
    else {
        return;
    };
    let offset = mf.frame.object(lowest).offset;
    let is_below = |o: &FrameObject| !o.dead && o.kind != FrameObjectKind::VariableSized && o.offset < offset;
    let only_padding = mf.frame.max_call_frame_size == 0 && !mf.frame.objects.iter().any(is_below);
    let unpaired = save_groups(mf).first().is_some_and(|group| group.high.is_none());
    if only_padding && unpaired && -size < offset && size <= SINGLE_REACH {
        mf.frame.objects[lowest.index()].offset = -size;
    }
}

/// The steps of the stack pointer: first by `first` (in reach of the saved registers), then by
/// `rest`.
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
    debug_assert!((0..=size).contains(&first), "saved registers reach {first} bytes into {size}");
    Steps { first, rest: size - first }
}

/// Stores or loads one group at `offset` from the stack pointer.
fn access_group(b: &mut Builder<'_>, group: &SaveGroup, offset: i64, load: bool) {
    let opcodes = save_opcodes(group.low);
    let [one, two] = if load { opcodes.loads } else { opcodes.stores };
    let reg = |r| if load { Operand::def(r) } else { Operand::use_of(r) };
    debug_assert_eq!(offset % opcodes.size, 0, "a saved register at {offset} is not aligned");
    debug_assert!(offset >= 0, "a saved register at {offset} from the stack pointer");
    let in_reach = group.high.is_none() || offset / opcodes.size < PAIR_LIMIT;
    if !in_reach {
        add_immediate(b, regs::X16, regs::SP, offset);
    }
    let (base, offset) = if in_reach { (regs::SP, offset) } else { (regs::X16, 0) };
    let (address, imm) = (Operand::use_of(base), Operand::small_imm((offset / opcodes.size) as i32));
    match group.high {
        Some(high) => b.inst(two, &[reg(group.low), reg(high), address, imm]),
        None => b.inst(one, &[reg(group.low), address, imm]),
    };
}

impl SaveGroup {
    /// Returns true if the group is at the bottom of a frame of `size` bytes, and its access can
    /// move the stack pointer by that size.
    fn moves_stack_pointer(&self, size: i64) -> bool {
        let reaches = match self.high {
            Some(_) => size / save_opcodes(self.low).size < PAIR_LIMIT,
            None => size <= SINGLE_REACH,
        };
        self.offset == -size && reaches
    }
}

/// Stores the lowest group and decrements the stack pointer by `size`, or loads it and increments,
/// if the group allows it.
fn access_with_update(b: &mut Builder<'_>, group: &SaveGroup, size: i64, load: bool) -> bool {
    if !group.moves_stack_pointer(size) {
        return false;
    }
    let opcodes = save_opcodes(group.low);
    let [one, two] = if load { opcodes.loads_post } else { opcodes.stores_pre };
    let unit = if group.high.is_some() { opcodes.size } else { 1 };
    debug_assert_eq!(size % unit, 0, "a pair cannot move the stack pointer by {size}");
    let by = if load { size / unit } else { -size / unit };
    let reg = |r| if load { Operand::def(r) } else { Operand::use_of(r) };
    let [def, from] = [Operand::def(regs::SP), Operand::use_of(regs::SP)];
    let by = Operand::small_imm(by as i32);
    match group.high {
        Some(high) => b.inst(two, &[def, reg(group.low), reg(high), from, by]),
        None => b.inst(one, &[def, reg(group.low), from, by]),
    };
    true
}

/// Adds the unwind rules of the saved registers.
fn describe_saved(b: &mut Builder<'_>, groups: &[SaveGroup]) {
    for group in groups.iter().rev() {
        if let Some(high) = group.high {
            b.cfi(CfiDirective::Offset(REGISTERS.dwarf(high), group.offset + save_opcodes(group.low).size));
        }
        b.cfi(CfiDirective::Offset(REGISTERS.dwarf(group.low), group.offset));
    }
}

/// Adds the unwind rules of the saved registers after they are reloaded.
fn describe_restored(b: &mut Builder<'_>, groups: &[SaveGroup]) {
    for group in groups.iter().rev() {
        for reg in group.high.into_iter().chain([group.low]) {
            b.cfi(CfiDirective::Restore(REGISTERS.dwarf(reg)));
        }
    }
}

impl AArch64FrameLowering {
    /// Returns true if the frame record of `mf` is extended by the context of asynchronous calls.
    fn extends_record(&self, mf: &MachineFunction) -> bool {
        self.record_extension(mf) != 0 && mf.frame.callee_saved.iter().any(|saved| saved.reg == regs::FP)
    }

    /// Rounds the stack pointer down to the largest alignment that an object requires.
    fn realign(&self, b: &mut Builder<'_>, size: i64) -> Result<()> {
        let mask = u64::from(self.realigned_to(b.mf)).wrapping_neg();
        let Some(mask) = crate::aarch64::isel::logical_immediate::encode(mask, 64) else {
            return Err(CompileError::new(&b.mf.name, "", "an object's alignment is no power of two"));
        };
        add_immediate(b, regs::X16, regs::SP, -size);
        let probed = stack_probes::distance(&b.mf.attrs).is_some();
        let aligned = if probed { regs::X16 } else { regs::SP };
        let operands = [Operand::def(aligned), Operand::use_of(regs::X16), Operand::small_imm(mask as i32)];
        b.inst(op::ANDXri, &operands);
        if probed {
            b.inst(op::PROBED_STACKALLOC_DYN, &[Operand::use_of(regs::X16)]);
        }
        Ok(())
    }
}

/// Returns the registers that a function's convention preserves.
fn preserved(mf: &MachineFunction) -> &'static [CalleeSavedReg] {
    let convention = calling_conventions::named(mf.attrs.calling_convention);
    convention.map_or(&[][..], |convention| convention.info.callee_saved)
}

/// Divides preserved registers into the general ones, which come first, and the others.
fn by_file(saved: &'static [CalleeSavedReg]) -> (&'static [CalleeSavedReg], &'static [CalleeSavedReg]) {
    let is_other = |saved: &CalleeSavedReg| !REGISTERS.contains(classes::GPR64ALL, saved.reg);
    debug_assert!(saved.is_sorted_by_key(is_other), "general registers come first");
    saved.split_at(saved.partition_point(|saved| REGISTERS.contains(classes::GPR64ALL, saved.reg)))
}

impl FrameRegisters for AArch64FrameLowering {
    fn stack_pointer(&self) -> PhysReg {
        regs::SP
    }

    fn frame_pointer(&self) -> PhysReg {
        regs::FP
    }

    fn base_pointer(&self) -> PhysReg {
        regs::X19
    }

    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg> {
        let mut reserved = vec![regs::SP, regs::XZR, regs::X16, regs::X17];
        if self.has_fp(mf) || mf.attrs.frame_pointer_reserved {
            reserved.push(regs::FP);
        }
        if self.has_base_pointer(mf) {
            reserved.push(regs::X19);
        }
        if self.reserves_lr {
            reserved.push(regs::LR);
        }
        reserved.extend(self.user_reserved());
        reserved
    }

    fn callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg] {
        if self.files.floats { preserved(mf) } else { by_file(preserved(mf)).0 }
    }

    /// Includes only whole vector registers: calls preserve the lower halves of AAPCS64's.
    fn missing_callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg] {
        let (_, vectors) = by_file(preserved(mf));
        let is_whole = vectors.first().is_some_and(|saved| saved.class == classes::FPR128);
        if is_whole && !self.files.floats { vectors } else { &[] }
    }

    fn shadow_stack_pointer(&self) -> Option<PhysReg> {
        Some(return_address::SHADOW)
    }

    fn user_reserved(&self) -> Vec<PhysReg> {
        // Most subtargets reserve none.
        let candidates = if self.reserved == 0 { &[][..] } else { &GENERAL[..] };
        let all = candidates.iter().enumerate().filter(|(n, _)| self.reserved >> n & 1 != 0);
        all.map(|(_, &reg)| reg).collect()
    }

    /// Any callee may take arguments.
    fn needed_by_calls(&self) -> &'static [PhysReg] {
        &GENERAL[..8]
    }

    fn call_used(&self, mf: &MachineFunction) -> Vec<CallUsedReg> {
        let reserved = self.reserved(mf);
        // Scratch registers hold no value between instructions.
        let scratch = [regs::X16, regs::X17];
        let kept = |reg: &PhysReg| scratch.contains(reg) || !reserved.contains(reg);
        let general = (regs::X0.0..=regs::X18.0).map(|n| CallUsedReg {
            reg: PhysReg(n),
            is_general: true,
            is_argument: n <= regs::X8.0 || n == regs::X15.0,
        });
        let low = regs::Q0.0..=regs::Q7.0;
        let vectors = (regs::Q0.0..=regs::Q31.0).map(|n| CallUsedReg {
            reg: PhysReg(n),
            is_general: false,
            is_argument: low.contains(&n),
        });
        let vectors = vectors.filter(|_| self.files.floats);
        general.chain(vectors).filter(|used| kept(&used.reg)).collect()
    }

    fn clear(&self, b: &mut Builder<'_>, reg: PhysReg) {
        let (def, zero) = (Operand::def(reg), Operand::small_imm(0));
        match REGISTERS.contains(classes::GPR64ALL, reg) {
            true => b.inst(op::MOVZXi, &[def, zero, zero]),
            false if self.files.vectors => b.inst(op::MOVIv2d_ns, &[def, zero]),
            false => {
                let low = REGISTERS.part(reg, subs::DSUB);
                b.inst(op::FMOVXDr, &[Operand::def(low), Operand::use_of(regs::XZR)])
            }
        };
    }

    fn eh_data_registers(&self) -> &'static [CalleeSavedReg] {
        &EH_DATA
    }
}

impl FrameShape for AArch64FrameLowering {
    fn record_extension(&self, mf: &MachineFunction) -> u64 {
        if mf.attrs.swift_async && self.has_fp(mf) { 16 } else { 0 }
    }

    fn maps_need_frame_pointer(&self) -> bool {
        true
    }

    /// Besides realigned frames, large ones: offsets below the frame pointer reach 256 bytes only.
    fn has_base_pointer(&self, mf: &MachineFunction) -> bool {
        let local = |o: &&FrameObject| !o.dead && o.kind == FrameObjectKind::Local;
        let locals: u64 = mf.frame.objects.iter().filter(local).map(|o| o.size).sum();
        mf.frame.has_variable_sized && (self.needs_realignment(mf) || locals >= LARGE_LOCALS)
    }

    fn stack_alignment(&self) -> u32 {
        calling_conventions::STACK_ALIGNMENT
    }

    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64 {
        let record = mf.frame.callee_saved.iter().find(|s| s.reg == regs::FP);
        record.map_or(-16, |s| mf.frame.object(s.slot).offset)
    }

    fn needs_emergency_slot(&self, _mf: &MachineFunction, _size: u64) -> bool {
        false
    }
}

impl FrameLowering for AArch64FrameLowering {
    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>) {
        let (has_fp, has_bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        let needed = |reg: PhysReg| {
            saved.iter().any(|s| s.reg == reg)
                || reg == regs::LR && (has_fp || mf.frame.has_calls || mf.frame.return_address_taken)
                || reg == regs::FP && has_fp
                || reg == regs::X19 && has_bp
        };
        let all: Vec<CalleeSavedReg> =
            self.callee_saved(mf).iter().copied().filter(|s| needed(s.reg)).collect();
        *saved = all;
    }

    /// As in LLVM, from the nearer one of frame pointer and stack pointer.
    fn root_offset(&self, mf: &MachineFunction, index: FrameIndex) -> i64 {
        let (base, offset) = self.frame_index_reference(mf, index);
        let from_fp = mf.frame.object(index).offset - self.frame_pointer_offset(mf);
        let is_nearer = from_fp >= 0 || offset > -from_fp;
        let has_choice = base == regs::SP && self.has_fp(mf) && !self.needs_realignment(mf);
        if has_choice && is_nearer { from_fp } else { offset }
    }

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (op::ADJCALLSTACKDOWN, op::ADJCALLSTACKUP)
    }

    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let (has_fp, has_bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        let realigned = self.needs_realignment(mf);
        if !realigned {
            move_unpaired_to_bottom(mf);
        }
        let groups = save_groups(mf);
        let Steps { first, rest } = steps(mf, realigned);
        let fp_offset = self.frame_pointer_offset(mf);
        let mut b = frame::prologue(mf, block);
        let is_reserved = |mf: &MachineFunction| self.reserved(mf).contains(&return_address::SHADOW);
        return_address::protect(&mut b, self.signs_with_pc, is_reserved)?;
        let extended = self.extends_record(b.mf);
        if extended {
            async_context::mark(&mut b);
        }
        if b.mf.frame.stack_size == 0 && b.mf.frame.callee_saved.is_empty() {
            return Ok(());
        }
        let updated = groups.first().is_some_and(|lowest| access_with_update(&mut b, lowest, first, false));
        if updated {
            b.cfi(CfiDirective::DefCfaOffset(first));
        } else {
            move_stack_pointer(&mut b, -first, Some(0));
        }
        for group in groups.iter().skip(usize::from(updated)) {
            access_group(&mut b, group, first + group.offset, false);
        }
        if extended {
            async_context::store(&mut b, first + fp_offset);
        }
        if has_fp {
            add_immediate(&mut b, regs::FP, regs::SP, first + fp_offset);
            b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(regs::FP), -fp_offset));
        }
        describe_saved(&mut b, &groups);
        if realigned {
            self.realign(&mut b, rest)?;
        } else if rest != 0 {
            stack_probes::allocate(&mut b, rest, (!has_fp).then_some(first));
        }
        if has_bp {
            add_immediate(&mut b, regs::X19, regs::SP, 0);
        }
        Ok(())
    }

    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let removed = removed_arguments(mf, block);
        let realigned = self.needs_realignment(mf);
        let (has_fp, with_rules) = (self.has_fp(mf), mf.attrs.async_uwtable);
        let from_fp = realigned || mf.frame.has_variable_sized;
        let groups = restored_groups(mf, block);
        let Steps { first, rest } = steps(mf, realigned);
        let fp_offset = self.frame_pointer_offset(mf);
        let mut b = frame::epilogue(mf, block, &TABLE);
        if from_fp {
            add_immediate(&mut b, regs::SP, regs::FP, -(first + fp_offset));
        } else if rest != 0 {
            // A tail call's arguments may be in this frame: the stack pointer must not pass them.
            let rest = if groups.is_empty() { rest + removed.min(0) } else { rest };
            move_stack_pointer(&mut b, rest, (with_rules && !has_fp).then_some(first + rest));
        }
        if has_fp && with_rules {
            b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(regs::SP), first));
        }
        let lowest = groups.first().filter(|g| g.moves_stack_pointer(first) && removed >= 0);
        for group in groups.iter().skip(usize::from(lowest.is_some())).rev() {
            access_group(&mut b, group, first + group.offset, true);
        }
        let updated = lowest.is_some_and(|lowest| access_with_update(&mut b, lowest, first, true));
        if self.extends_record(b.mf) {
            async_context::clear(&mut b);
        }
        if !updated && first != 0 {
            move_stack_pointer(&mut b, first + removed.min(0), with_rules.then_some(first));
        } else if updated && with_rules {
            b.cfi(CfiDirective::DefCfaOffset(0));
        }
        if with_rules {
            describe_restored(&mut b, &groups);
        }
        return_address::pop(&mut b, with_rules);
        let in_return = self.authenticates_in_returns && removed == 0;
        return_address::authenticate(&mut b, block, in_return, removed, with_rules)?;
        move_stack_pointer(&mut b, removed.max(0), with_rules.then_some(0));
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

    fn address_directly(&self, opcode: Opcode, operands: &mut [Operand], n: usize, offset: i64) -> bool {
        place_directly(opcode, operands, n, regs::SP, offset)
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

/// Returns the distance of the stack pointer at the end of `block` from its value at entry, in
/// bytes. A return pops the function's arguments, and a tail call may have fewer of them.
fn removed_arguments(mf: &MachineFunction, block: BlockId) -> i64 {
    let Some(last) = mf.last_inst(block) else { return 0 };
    match mf.opcode(last) {
        op::TCRETURNdi | op::TCRETURNri | op::AUTH_TCRETURN => mf.expect_imm(last, 1),
        opcode if opcode.is_target() && TABLE.desc(opcode).has(InstrFlags::RETURN) => {
            mf.frame.argument_pop as i64
        }
        _ => 0,
    }
}
