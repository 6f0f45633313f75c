//! Frames of RISC-V: saved registers, prologue and epilogue, and the addressing of objects.
//!
//! From the stack pointer at entry (the CFA) down: the register save area of a variadic function,
//! saved registers, locals and spills, outgoing arguments. With a frame pointer, `s0` points to the
//! bottom of the save area (the CFA, if there is none), so `ra` and the caller's `s0` are at its -8
//! and -16. `s1` holds the realigned stack pointer in functions that also move it. A frame that is
//! too large for one `addi` is allocated in two steps. After the first step, the saves reach their
//! slots.
//!
//! Source: the RISC-V ELF psABI, "Procedure Calling Convention".

use crate::frame;
use crate::riscv::features::{Abi, Features};
use crate::riscv::frame::frame_registers::{BASE_POINTER, FRAME_POINTER, SCRATCH, STACK_POINTER};
use crate::riscv::frame::interrupts;
use crate::riscv::frame::return_address;
use crate::riscv::frame::stack_probes;
use crate::riscv::instr_info::{GUARDED_JUMP_REGISTER, long_branch_register, spill_opcodes};
use crate::riscv::isel::materialize::{low12, materialize};
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::registers::calling_conventions;
use crate::riscv::registers::xlen;
use crate::riscv::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, InstId};
use gisel_codegen::ir::mir::{CalleeSaved, CfiDirective, MachineFunction, Operand};
use gisel_codegen::isel::call_lowering::tail_adjustment;
use gisel_codegen::machine::calling_convention::CalleeSavedReg;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::print::inst_to_string;
use gisel_codegen::support::error::{CompileError, Result};
use gisel_codegen::target::frame_index_reference;
use gisel_codegen::target::{CallUsedReg, FrameLowering, FrameRegisters, FrameShape, Scavenger};

/// The first step of a frame too large for one `addi`.
const FIRST_STEP: i64 = 2048 - 16;

/// The first step after which compressed instructions reach the saved registers. The epilogue's
/// step is compressed as well.
const COMPRESSED_STEP: i64 = 512 - 16;

/// The maximum number of registers that are saved within `COMPRESSED_STEP`.
const MAX_COMPRESSED_SAVES: usize = 48;

const fn call_used(reg: PhysReg, is_argument: bool) -> CallUsedReg {
    CallUsedReg { reg, is_general: reg.0 < regs::F0_D.0, is_argument }
}

/// The call-used registers, except `ra`.
#[rustfmt::skip]
static CALL_USED: &[CallUsedReg] = &[
    call_used(regs::X5, false), call_used(regs::X6, false), call_used(regs::X7, false),
    call_used(regs::X10, true), call_used(regs::X11, true), call_used(regs::X12, true), call_used(regs::X13, true),
    call_used(regs::X14, true), call_used(regs::X15, true), call_used(regs::X16, true), call_used(regs::X17, true),
    call_used(regs::X28, false), call_used(regs::X29, false), call_used(regs::X30, false), call_used(regs::X31, false),
    call_used(regs::F0_D, false), call_used(regs::F1_D, false),
    call_used(regs::F2_D, false), call_used(regs::F3_D, false),
    call_used(regs::F4_D, false), call_used(regs::F5_D, false),
    call_used(regs::F6_D, false), call_used(regs::F7_D, false),
    call_used(regs::F10_D, true), call_used(regs::F11_D, true),
    call_used(regs::F12_D, true), call_used(regs::F13_D, true),
    call_used(regs::F14_D, true), call_used(regs::F15_D, true),
    call_used(regs::F16_D, true), call_used(regs::F17_D, true),
    call_used(regs::F28_D, false), call_used(regs::F29_D, false),
    call_used(regs::F30_D, false), call_used(regs::F31_D, false),
];

/// The frames of lp64d.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RiscvFrame {
    /// The subtarget's features.
    pub features: Features,
    /// The ABI: argument passing, and preserved registers.
    pub abi: Abi,
    /// The general registers that it reserves: bit `n` represents `x<n>`.
    pub reserved: u32,
}

impl FrameRegisters for RiscvFrame {
    fn stack_pointer(&self) -> PhysReg {
        STACK_POINTER
    }

    fn frame_pointer(&self) -> PhysReg {
        FRAME_POINTER
    }

    fn base_pointer(&self) -> PhysReg {
        BASE_POINTER
    }

    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg> {
        let mut out = vec![regs::X0, STACK_POINTER, regs::X3, regs::X4, regs::FFLAGS, regs::FRM];
        if self.has_fp(mf) || mf.attrs.frame_pointer_reserved {
            out.push(FRAME_POINTER);
        }
        if self.has_base_pointer(mf) {
            out.push(BASE_POINTER);
        }
        if interrupts::is_preemptible(&mf.attrs) {
            out.extend(interrupts::CONTEXT);
        }
        if mf.frame.long_branches {
            out.push(long_branch_register(self.features));
        }
        if self.features.contains(Features::ZICFILP) {
            out.push(GUARDED_JUMP_REGISTER);
        }
        let general = (0..32).map(|n| PhysReg(regs::X0.0 + n));
        out.extend(general.filter(|&reg| !self.features.has_register(reg)));
        out.extend(self.user_reserved());
        out
    }

    fn shadow_stack_pointer(&self) -> Option<PhysReg> {
        Some(return_address::SHADOW)
    }

    fn user_reserved(&self) -> Vec<PhysReg> {
        // Most subtargets reserve none.
        let candidates = if self.reserved == 0 { 0..0 } else { 0..32 };
        candidates.filter(|n| self.reserved >> n & 1 != 0).map(|n| PhysReg(regs::X0.0 + n)).collect()
    }

    fn needed_by_calls(&self) -> &'static [PhysReg] {
        &[regs::X1]
    }

    fn callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg] {
        calling_conventions::callee_saved(mf, self.abi, self.features)
    }

    fn call_used(&self, mf: &MachineFunction) -> Vec<CallUsedReg> {
        let (reserved, by_user) = (self.reserved(mf), self.user_reserved());
        // The register of long jumps holds no value between them.
        let jumps = |reg: &PhysReg| *reg == long_branch_register(self.features) && !by_user.contains(reg);
        let is_there = |used: &&CallUsedReg| used.is_general || self.features.flen() != 0;
        let kept = |reg: &PhysReg| jumps(reg) || !reserved.contains(reg);
        CALL_USED.iter().filter(is_there).filter(|used| kept(&used.reg)).copied().collect()
    }

    fn clear(&self, b: &mut Builder<'_>, reg: PhysReg) {
        let (def, zero) = (Operand::def(reg), Operand::use_of(regs::X0));
        match REGISTERS.contains(classes::GPR, reg) {
            true => b.inst(op::ADDI, &[def, zero, Operand::small_imm(0)]),
            // Bits above single precision are cleared too.
            false if self.features.flen() == 32 => b.inst(op::FMV_W_X, &[def, zero]),
            false if !self.features.contains(Features::RV64) => {
                b.inst(op::FCVT_D_W, &[def, zero, Operand::small_imm(0)])
            }
            false => b.inst(op::FMV_D_X, &[def, zero]),
        };
    }

    fn eh_data_registers(&self) -> &'static [CalleeSavedReg] {
        &EH_DATA
    }

    fn prologue_scratch(&self) -> Option<PhysReg> {
        Some(SCRATCH)
    }
}

impl FrameShape for RiscvFrame {
    fn stack_alignment(&self) -> u32 {
        self.abi.stack_alignment(self.features.xlen())
    }

    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64 {
        -area_above_frame_pointer(self, mf)
    }

    fn needs_emergency_slot(&self, _: &MachineFunction, size: u64) -> bool {
        size >= FIRST_STEP as u64
    }

    fn emergency_reach(&self) -> Option<u64> {
        Some(FIRST_STEP as u64)
    }
}

impl FrameLowering for RiscvFrame {
    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>) {
        let needed = |reg: PhysReg| saved.iter().any(|s| s.reg == reg);
        let (fp, bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        // Functions that restore temporaries have no free register for own addresses and long
        // jumps.
        let temporaries = self.callee_saved(mf).iter().any(|s| s.reg == SCRATCH);
        let (scratch, jumps) = (temporaries && may_be_large(mf), temporaries && mf.frame.long_branches);
        let context = if interrupts::is_preemptible(&mf.attrs) { &interrupts::CONTEXT[..] } else { &[] };
        let keep = |r: PhysReg| {
            needed(r)
                || context.contains(&r)
                || fp && (r == regs::X1 || r == FRAME_POINTER)
                || bp && r == BASE_POINTER
                || scratch && r == SCRATCH
                || jumps && r == long_branch_register(self.features)
        };
        let kept: Vec<_> = self.callee_saved(mf).iter().copied().filter(|s| keep(s.reg)).collect();
        *saved = kept;
    }

    /// In a large frame, only the frame pointer reaches the upper end.
    fn frame_index_reference(&self, mf: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
        let (base, offset) = frame_index_reference(self, mf, index);
        if base == STACK_POINTER && offset > 2047 && self.has_fp(mf) && !self.needs_realignment(mf) {
            let from_fp = mf.frame.object(index).offset - self.frame_pointer_offset(mf);
            if from_fp >= -2048 {
                return (FRAME_POINTER, from_fp);
            }
        }
        (base, offset)
    }

    /// As in LLVM, from the frame pointer if there is one.
    fn root_offset(&self, mf: &MachineFunction, index: FrameIndex) -> i64 {
        match self.has_fp(mf) && !self.needs_realignment(mf) {
            true => mf.frame.object(index).offset - self.frame_pointer_offset(mf),
            false => self.frame_index_reference(mf, index).1,
        }
    }

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (op::ADJCALLSTACKDOWN, op::ADJCALLSTACKUP)
    }

    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let (first, second) = steps(mf, self.features);
        let (fp, area) = (self.has_fp(mf), area_above_frame_pointer(self, mf));
        let align = self.needs_realignment(mf).then(|| self.realigned_to(mf));
        if fp && interrupts::is_preemptible(&mf.attrs) {
            // It holds what another interrupt changes.
            let message = "a preemptible interrupt handler cannot have a frame pointer";
            return Err(CompileError::new(&mf.name, "", message));
        }
        let bp = self.has_base_pointer(mf);
        if bp && mf.attrs.calling_convention == calling_conventions::GHC {
            // It holds an argument.
            let message = "`ghccc` leaves no register for a base pointer";
            return Err(CompileError::new(&mf.name, "", message));
        }
        let mut b = frame::prologue(mf, block);
        interrupts::swap_stack(&mut b);
        interrupts::enter(&mut b);
        return_address::push(&mut b, self.features);
        let probes = stack_probes::distance(&b.mf.attrs);
        let entered = entered(b.mf);
        match probes {
            // Memory that saves do not access is probed.
            Some(distance) if second != 0 || first > distance.min(FIRST_STEP) => {
                stack_probes::allocate(&mut b, first, distance, Some(0))?;
            }
            _ => move_stack_pointer(&mut b, entered - first, Some(entered)),
        }
        save(&mut b, first);
        if fp {
            if entered == 0 {
                add(&mut b, FRAME_POINTER, STACK_POINTER, first - area, SCRATCH);
            }
            b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(FRAME_POINTER), area));
        }
        if second != 0 {
            let depth = (!fp).then_some(first);
            match probes {
                Some(distance) => stack_probes::allocate(&mut b, second, distance, depth)?,
                None => move_stack_pointer(&mut b, -second, depth),
            }
        }
        match align {
            Some(align) if probes.is_some() => stack_probes::realign(&mut b, align)?,
            Some(align) => realign(&mut b, align),
            None => {}
        }
        if bp {
            add(&mut b, BASE_POINTER, STACK_POINTER, 0, SCRATCH);
        }
        Ok(())
    }

    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let removed = removed_arguments(mf, block);
        let (first, second) = steps(mf, self.features);
        let (fp, area, entered) = (self.has_fp(mf), area_above_frame_pointer(self, mf), entered(mf));
        let moved = fp && (mf.frame.has_variable_sized || self.needs_realignment(mf));
        let mut b = frame::epilogue(mf, block, &TABLE);
        if moved {
            add(&mut b, STACK_POINTER, FRAME_POINTER, area - first, SCRATCH);
        } else {
            move_stack_pointer(&mut b, second, (!fp).then_some(first + second));
        }
        if first != 0 && fp {
            b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(STACK_POINTER), first));
        }
        restore(&mut b, block, first);
        // A tail call's arguments may lie in this frame: the stack pointer must not pass them.
        move_stack_pointer(&mut b, first - entered + removed.min(0), Some(first));
        return_address::pop(&mut b, self.features);
        interrupts::swap_stack(&mut b);
        move_stack_pointer(&mut b, removed.max(0), Some(0));
        Ok(())
    }

    fn adjust_stack(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        amount: i64,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()> {
        let scratch =
            if one_or_two_steps(amount) { SCRATCH } else { scavenger.scavenge(mf, classes::GPR, inst)? };
        let mut b = Builder::before(mf, inst);
        add(&mut b, STACK_POINTER, STACK_POINTER, amount, scratch);
        Ok(())
    }

    fn address_directly(&self, _: Opcode, operands: &mut [Operand], n: usize, offset: i64) -> bool {
        // From 2048 on, the frame pointer may be nearer.
        offset <= 2047 && place_directly(operands, n, STACK_POINTER, offset)
    }

    fn eliminate_frame_index(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        n: usize,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()> {
        let target = scavenger.target();
        let error = |mf: &MachineFunction, message: &str| {
            CompileError::new(&mf.name, inst_to_string(mf, target, inst), message)
        };
        let Some(index) = mf.operand(inst, n).as_frame_index() else {
            return Err(error(mf, "no frame index to replace"));
        };
        let (base, offset) = self.frame_index_reference(mf, index);
        if place_directly(mf.operands_mut(inst), n, base, offset) {
            return Ok(());
        }
        let immediate = mf.operands(inst).get(n + 1).copied().and_then(|o| mf.imm_value(o));
        let Some(immediate) = immediate else {
            return Err(error(mf, "no offset after the frame index"));
        };
        let total = offset + immediate;
        let own = own_destination(mf, inst);
        let scratch = match own {
            Some(reg) => reg,
            None => scavenger.scavenge(mf, classes::GPR, inst)?,
        };
        let low = low12(total);
        debug_assert!((-2048..=2047).contains(&low), "{low} is no immediate");
        debug_assert_eq!((total - low) & 0xfff, 0, "the upper part of {total} is a multiple of 4096");
        let mut b = Builder::before(mf, inst);
        build_constant(&mut b, scratch, total - low);
        b.inst(op::ADD, &[Operand::def(scratch), Operand::use_of(scratch), Operand::use_of(base)]);
        let low = mf.imm(low);
        let operands = mf.operands_mut(inst);
        (operands[n], operands[n + 1]) = (Operand::use_of(scratch), low);
        Ok(())
    }
}

/// Replaces the frame index at operand `n` and the following immediate by `base + offset`, if that
/// is in range. Returns false without effect if it is not.
fn place_directly(operands: &mut [Operand], n: usize, base: PhysReg, offset: i64) -> bool {
    let own = operands.get(n + 1).and_then(|o| o.as_small_imm());
    let total = own.map(|own| offset + i64::from(own)).filter(|total| (-2048..=2047).contains(total));
    let Some(total) = total else { return false };
    (operands[n], operands[n + 1]) = (Operand::use_of(base), Operand::small_imm(total as i32));
    true
}

/// Returns the integer register that `inst` writes and does not read, which is free for the
/// address.
fn own_destination(mf: &MachineFunction, inst: InstId) -> Option<PhysReg> {
    let operands = mf.operands(inst);
    let first = operands.first().filter(|o| o.is_def())?.phys()?;
    let read = operands.iter().any(|o| o.is_use() && o.phys() == Some(first));
    (REGISTERS.contains(classes::GPRNOX0, first) && !read).then_some(first)
}

/// Returns the difference of the stack pointer at the end of `block` and at entry. A return removes
/// the function's arguments; a tail call may have smaller arguments than the function.
fn removed_arguments(mf: &MachineFunction, block: BlockId) -> i64 {
    match mf.last_inst(block).map(|last| (last, mf.opcode(last))) {
        Some((last, op::PseudoTAIL | op::PseudoTAILIndirect)) => tail_adjustment(mf, last),
        Some((_, op::PseudoRET)) => mf.frame.argument_pop as i64,
        _ => 0,
    }
}

/// Bytes of fixed objects below the stack pointer at entry, a multiple of the stack's alignment.
fn save_area(frames: &RiscvFrame, mf: &MachineFunction) -> i64 {
    let align = i64::from(frames.stack_alignment());
    (-mf.frame.lowest_fixed() + align - 1) & -align
}

/// Bytes of the frame above the address in the frame pointer.
fn area_above_frame_pointer(frames: &RiscvFrame, mf: &MachineFunction) -> i64 {
    // The instruction that saves registers sets it.
    if entered(mf) != 0 { 0 } else { save_area(frames, mf) }
}

/// Bytes of the frame that one instruction saves registers in, at entry.
fn entered(mf: &MachineFunction) -> i64 {
    if interrupts::saves_at_once(&mf.attrs) { interrupts::SAVED_AT_ONCE as i64 } else { 0 }
}

/// Returns true if the frame's size or alignment may require a scratch register in prologue and
/// epilogue.
fn may_be_large(mf: &MachineFunction) -> bool {
    let objects: u64 = mf.frame.objects.iter().filter(|o| !o.dead).map(|o| o.size + u64::from(o.align)).sum();
    objects + mf.frame.max_call_frame_size + calling_conventions::INTERRUPT_SAVED.len() as u64 * 8
        >= FIRST_STEP as u64
}

/// Returns true if compressed instructions can save all registers after a first step of
/// `COMPRESSED_STEP`, and the second step then takes no more instructions.
fn has_compressed_saves(mf: &MachineFunction, features: Features, size: i64) -> bool {
    let fits = mf.frame.callee_saved.len() <= MAX_COMPRESSED_SAVES;
    let instructions = |step: i64| -> usize {
        let one_way = |amount: i64| match (-2048..=2047).contains(&amount) {
            true => 1,
            false if one_or_two_steps(amount) => 2,
            false => materialize(amount, features).len() + 1,
        };
        one_way(step - size) + one_way(size - step)
    };
    fits && features.contains(Features::ZCA | Features::RV64)
        && instructions(COMPRESSED_STEP) <= instructions(FIRST_STEP)
}

/// Returns the two steps of the frame's allocation, in bytes; the second is 0 if one is enough.
fn steps(mf: &MachineFunction, features: Features) -> (i64, i64) {
    let size = mf.frame.stack_size as i64;
    // Registers are saved below the arguments of a tail call that exceed the function's own area.
    let first = match -mf.frame.lowest_fixed() {
        0 if size > 2047 && has_compressed_saves(mf, features, size) => COMPRESSED_STEP,
        area if area <= FIRST_STEP / 2 => FIRST_STEP,
        area => (FIRST_STEP + ((area + 15) & -16)).min(size),
    };
    debug_assert!(size <= 2047 || first <= size, "{}: a first step of {first} in {size} bytes", mf.name);
    if size <= 2047 || mf.frame.callee_saved.is_empty() { (size, 0) } else { (first, size - first) }
}

/// Returns the saved registers with their offsets in bytes from the stack pointer at entry.
fn slots(mf: &MachineFunction) -> Vec<(CalleeSaved, i64)> {
    mf.frame.callee_saved.iter().map(|&s| (s, mf.frame.object(s.slot).offset)).collect()
}

/// Stores the saved registers, with the stack pointer `depth` bytes below its value at entry.
fn save(b: &mut Builder<'_>, depth: i64) {
    let slots = slots(b.mf);
    let context = interrupts::is_preemptible(&b.mf.attrs);
    let holds_context = |saved: &CalleeSaved| context && interrupts::CONTEXT.contains(&saved.reg);
    for &(saved, offset) in &slots {
        let store = spill_opcodes(b.mf, calling_conventions::saved(saved.reg).class).0;
        memory(b, store, Operand::use_of(saved.reg), depth + offset);
        if context && saved.reg == interrupts::CONTEXT[1] {
            interrupts::allow_others(b);
        }
    }
    for &(saved, offset) in slots.iter().filter(|(saved, _)| !holds_context(saved)) {
        b.cfi(CfiDirective::Offset(REGISTERS.dwarf(saved.reg), offset));
    }
}

/// The registers with an exception's data. Source: GCC's `EH_RETURN_DATA_REGNO`.
static EH_DATA: [CalleeSavedReg; 4] = [
    calling_conventions::saved(regs::X10),
    calling_conventions::saved(regs::X11),
    calling_conventions::saved(regs::X12),
    calling_conventions::saved(regs::X13),
];

/// Loads the saved registers, the reverse of [`save`]. Only the return of an unwinder at the end of
/// `block` loads the registers of exceptions' data.
fn restore(b: &mut Builder<'_>, block: BlockId, depth: i64) {
    let mut slots = slots(b.mf);
    let last = b.mf.last_inst(block).map(|last| b.mf.opcode(last));
    if b.mf.attrs.eh_return && last != Some(op::PseudoEHReturn) {
        slots.retain(|(saved, _)| EH_DATA.iter().all(|data| data.reg != saved.reg));
    }
    let context = if interrupts::is_preemptible(&b.mf.attrs) { interrupts::CONTEXT.len() } else { 0 };
    let (context, others) = slots.split_at(context.min(slots.len()));
    let load = |b: &mut Builder<'_>, &(saved, offset): &(CalleeSaved, i64)| {
        let load = spill_opcodes(b.mf, calling_conventions::saved(saved.reg).class).1;
        memory(b, load, Operand::def(saved.reg), depth + offset);
    };
    others.iter().for_each(|slot| load(b, slot));
    for (saved, _) in others {
        b.cfi(CfiDirective::Restore(REGISTERS.dwarf(saved.reg)));
    }
    if !context.is_empty() {
        interrupts::forbid_others(b);
        context.iter().rev().for_each(|slot| load(b, slot));
    }
}

fn memory(b: &mut Builder<'_>, opcode: Opcode, reg: Operand, offset: i64) {
    debug_assert!((-2048..=2047).contains(&offset), "{}: a register is saved at {offset}", b.mf.name);
    let offset = b.mf.imm(offset);
    b.inst(opcode, &[reg, Operand::use_of(STACK_POINTER), offset]);
}

/// Rounds the stack pointer down to a multiple of `align`.
fn realign(b: &mut Builder<'_>, align: u32) {
    let sp = STACK_POINTER;
    debug_assert!(align.is_power_of_two(), "{}: a frame alignment of {align}", b.mf.name);
    if align <= 2048 {
        let mask = Operand::small_imm(-(align as i32));
        b.inst(op::ANDI, &[Operand::def(sp), Operand::use_of(sp), mask]);
        return;
    }
    let shift = Operand::small_imm(align.trailing_zeros() as i32);
    b.inst(op::SRLI, &[Operand::def(SCRATCH), Operand::use_of(sp), shift]);
    b.inst(op::SLLI, &[Operand::def(sp), Operand::use_of(SCRATCH), shift]);
}

/// Adds `amount` to the stack pointer. `depth` is its distance below the canonical frame address,
/// if unwind rules use the stack pointer: they are updated after each step.
pub(crate) fn move_stack_pointer(b: &mut Builder<'_>, amount: i64, depth: Option<i64>) {
    let one_step = (-2048..=2047).contains(&amount) || !one_or_two_steps(amount);
    let low = if one_step { amount } else { first_of_two(amount) };
    let add = |b: &mut Builder<'_>, step| add(b, STACK_POINTER, STACK_POINTER, step, SCRATCH);
    frame::move_stack_pointer(b, [low, amount - low], depth, add);
}

/// Returns the first of two steps, which preserves the stack pointer's alignment like the second
/// one.
fn first_of_two(amount: i64) -> i64 {
    if amount < 0 { -2048 } else { FIRST_STEP }
}

/// Returns true if [`add`] requires no scratch register.
fn one_or_two_steps(amount: i64) -> bool {
    (-4096..=2 * FIRST_STEP).contains(&amount)
}

/// Computes `dst = src + amount`, by `addi` if it is in range, else through `scratch`.
pub(crate) fn add(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg, amount: i64, scratch: PhysReg) {
    let addi = |b: &mut Builder<'_>, dst, src, amount: i64| {
        b.inst(op::ADDI, &[Operand::def(dst), Operand::use_of(src), Operand::small_imm(amount as i32)]);
    };
    if amount == 0 && dst == src {
        return;
    }
    if (-2048..=2047).contains(&amount) {
        addi(b, dst, src, amount);
    } else if one_or_two_steps(amount) {
        let first = first_of_two(amount);
        addi(b, dst, src, first);
        addi(b, dst, dst, amount - first);
    } else {
        build_constant(b, scratch, amount);
        b.inst(op::ADD, &[Operand::def(dst), Operand::use_of(src), Operand::use_of(scratch)]);
    }
}

/// Computes `dst = value`, with instructions that every subtarget has.
pub(crate) fn build_constant(b: &mut Builder<'_>, dst: PhysReg, value: i64) {
    let mut source = regs::X0;
    for step in materialize(value, xlen::features(b.mf)) {
        let operands =
            step.operands(Operand::def(dst), Operand::use_of(source), Operand::use_of(regs::X0), |value| {
                b.mf.imm(value)
            });
        b.inst(step.opcode, &operands);
        source = dst;
    }
}
