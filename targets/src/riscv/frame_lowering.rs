//! Frames of RISC-V: which registers are saved, prologue and epilogue, and how objects are addressed.
//!
//! From the stack pointer at entry (the CFA) down: the register save area of a variadic function, saved registers,
//! locals and spills, outgoing arguments. `s0` points to the bottom of the save area (the CFA, if there is none)
//! where a frame pointer is kept, so that `ra` and the caller's `s0` lie at its -8 and -16; `s1` keeps the
//! realigned stack pointer in functions that also move it. A frame that is too large for one `addi` is made in two
//! steps, the first small enough that the saves reach their slots.
//!
//! Source: the RISC-V ELF psABI, "Procedure Calling Convention".

use super::instr_info::LONG_BRANCH_REGISTER;
use super::instructions::{TABLE, op};
use super::materialize::materialize;
use super::registers::{REGISTERS, classes, regs};
use gisel_codegen::builder::{Builder, InsertPoint};
use gisel_codegen::entity::{BlockId, FrameIndex, InstId};
use gisel_codegen::error::{CompileError, Result};
use gisel_codegen::frame::Scavenger;
use gisel_codegen::frame::reference::frame_index_reference;
use gisel_codegen::mir::{
    CalleeSaved, CfiDirective, FrameObjectKind, InstFlags, MachineFunction, Operand, inst_to_string,
};
use gisel_codegen::opcodes::CFI_INSTRUCTION;
use gisel_codegen::target::frame_lowering::{CalleeSavedReg, FrameLowering};
use gisel_codegen::target::instructions::{InstrFlags, Opcode};
use gisel_codegen::target::registers::PhysReg;

const STACK_ALIGN: u32 = 16;

/// The first step of a frame too large for one `addi`.
const FIRST_STEP: i64 = 2048 - STACK_ALIGN as i64;

/// Free in prologues and epilogues: no argument, no result, and no target of a tail call; elsewhere shrink wrapping looks.
const SCRATCH: PhysReg = regs::X5;
const FRAME_POINTER: PhysReg = regs::X8;
const BASE_POINTER: PhysReg = regs::X9;
const STACK_POINTER: PhysReg = regs::X2;

const fn saved(reg: PhysReg) -> CalleeSavedReg {
    let class = if reg.0 >= regs::F0_D.0 { classes::FPR64 } else { classes::GPR };
    CalleeSavedReg { reg, class }
}

/// What a function may change only if it restores it, in the order of their slots (lp64d).
#[rustfmt::skip]
static CALLEE_SAVED: &[CalleeSavedReg] = &[
    saved(regs::X1), saved(regs::X8), saved(regs::X9),
    saved(regs::X18), saved(regs::X19), saved(regs::X20), saved(regs::X21), saved(regs::X22),
    saved(regs::X23), saved(regs::X24), saved(regs::X25), saved(regs::X26), saved(regs::X27),
    saved(regs::F8_D), saved(regs::F9_D),
    saved(regs::F18_D), saved(regs::F19_D), saved(regs::F20_D), saved(regs::F21_D), saved(regs::F22_D),
    saved(regs::F23_D), saved(regs::F24_D), saved(regs::F25_D), saved(regs::F26_D), saved(regs::F27_D),
];

/// The frames of lp64d.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiscvFrame;

impl FrameLowering for RiscvFrame {
    fn stack_pointer(&self) -> PhysReg {
        STACK_POINTER
    }

    fn frame_pointer(&self) -> PhysReg {
        FRAME_POINTER
    }

    fn base_pointer(&self) -> PhysReg {
        BASE_POINTER
    }

    fn stack_alignment(&self) -> u32 {
        STACK_ALIGN
    }

    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg> {
        let mut out = vec![regs::X0, STACK_POINTER, regs::X3, regs::X4, regs::FFLAGS, regs::FRM];
        if self.has_fp(mf) {
            out.push(FRAME_POINTER);
        }
        if self.has_base_pointer(mf) {
            out.push(BASE_POINTER);
        }
        if mf.frame.long_branches {
            out.push(LONG_BRANCH_REGISTER);
        }
        out
    }

    fn callee_saved(&self, _: &MachineFunction) -> &'static [CalleeSavedReg] {
        CALLEE_SAVED
    }

    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>) {
        let needed = |reg: PhysReg| saved.iter().any(|s| s.reg == reg);
        let (fp, bp) = (self.has_fp(mf), self.has_base_pointer(mf));
        let keep =
            |r: PhysReg| needed(r) || fp && (r == regs::X1 || r == FRAME_POINTER) || bp && r == BASE_POINTER;
        let kept: Vec<_> = CALLEE_SAVED.iter().copied().filter(|s| keep(s.reg)).collect();
        *saved = kept;
    }

    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64 {
        -save_area(mf)
    }

    /// Of a large frame, the upper end is in reach of the frame pointer only.
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

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (op::ADJCALLSTACKDOWN, op::ADJCALLSTACKUP)
    }

    fn needs_emergency_slot(&self, _: &MachineFunction, size: u64) -> bool {
        size >= FIRST_STEP as u64
    }

    fn prologue_scratch(&self) -> Option<PhysReg> {
        Some(SCRATCH)
    }

    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let (first, second) = steps(mf);
        let (fp, area, align) =
            (self.has_fp(mf), save_area(mf), self.needs_realignment(mf).then(|| max_align(mf)));
        let bp = self.has_base_pointer(mf);
        let mut b = at_start(mf, block);
        b.flags = InstFlags::FRAME_SETUP;
        if first != 0 {
            add(&mut b, STACK_POINTER, STACK_POINTER, -first, SCRATCH);
            cfi(&mut b, CfiDirective::DefCfaOffset(first));
        }
        save(&mut b, first);
        if fp {
            add(&mut b, FRAME_POINTER, STACK_POINTER, first - area, SCRATCH);
            cfi(&mut b, CfiDirective::DefCfa(dwarf(FRAME_POINTER), area));
        }
        if second != 0 {
            add(&mut b, STACK_POINTER, STACK_POINTER, -second, SCRATCH);
            if !fp {
                cfi(&mut b, CfiDirective::DefCfaOffset(first + second));
            }
        }
        if let Some(align) = align {
            realign(&mut b, align);
        }
        if bp {
            add(&mut b, BASE_POINTER, STACK_POINTER, 0, SCRATCH);
        }
        Ok(())
    }

    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()> {
        let (first, second) = steps(mf);
        let (fp, area) = (self.has_fp(mf), save_area(mf));
        let moved = fp && (mf.frame.has_variable_sized || self.needs_realignment(mf));
        let unwinds = first != 0;
        let mut b = before_terminators(mf, block);
        b.flags = InstFlags::FRAME_DESTROY;
        if moved {
            add(&mut b, STACK_POINTER, FRAME_POINTER, area - first, SCRATCH);
        } else {
            add(&mut b, STACK_POINTER, STACK_POINTER, second, SCRATCH);
        }
        if unwinds && (fp || second != 0) {
            cfi(&mut b, CfiDirective::DefCfa(dwarf(STACK_POINTER), first));
        }
        restore(&mut b, first);
        if unwinds {
            add(&mut b, STACK_POINTER, STACK_POINTER, first, SCRATCH);
            cfi(&mut b, CfiDirective::DefCfaOffset(0));
        }
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
        let immediate = mf.operands(inst).get(n + 1).copied().and_then(|o| mf.imm_value(o));
        let Some(immediate) = immediate else {
            return Err(error(mf, "no offset behind the frame index"));
        };
        let total = offset + immediate;
        let (base, rest) = if (-2048..=2047).contains(&total) {
            (base, total)
        } else {
            let own = own_destination(mf, inst);
            let scratch = match own {
                Some(reg) => reg,
                None => scavenger.scavenge(mf, classes::GPR, inst)?,
            };
            let low = total << 52 >> 52;
            let mut b = Builder::before(mf, inst);
            build_constant(&mut b, scratch, total - low);
            b.inst(op::ADD, &[Operand::def(scratch), Operand::use_of(scratch), Operand::use_of(base)]);
            (scratch, low)
        };
        let rest = mf.imm(rest);
        let operands = mf.operands_mut(inst);
        (operands[n], operands[n + 1]) = (Operand::use_of(base), rest);
        Ok(())
    }
}

/// The integer register that `inst` writes, if it reads it nowhere: free for the address.
fn own_destination(mf: &MachineFunction, inst: InstId) -> Option<PhysReg> {
    let operands = mf.operands(inst);
    let first = operands.first().filter(|o| o.is_def())?.phys()?;
    let read = operands.iter().any(|o| o.is_use() && o.phys() == Some(first));
    (REGISTERS.contains(classes::GPRNOX0, first) && !read).then_some(first)
}

/// Bytes of fixed objects below the stack pointer at entry, a multiple of the stack's alignment.
fn save_area(mf: &MachineFunction) -> i64 {
    (-mf.frame.lowest_fixed() + i64::from(STACK_ALIGN) - 1) & -i64::from(STACK_ALIGN)
}

fn max_align(mf: &MachineFunction) -> u32 {
    let local = mf.frame.objects.iter().filter(|o| !o.dead && o.kind != FrameObjectKind::Fixed);
    local.map(|o| o.align).max().unwrap_or(STACK_ALIGN)
}

/// The two steps in which the frame is made, in bytes; the second is 0 if one is enough.
fn steps(mf: &MachineFunction) -> (i64, i64) {
    let size = mf.frame.stack_size as i64;
    if size <= 2047 || mf.frame.callee_saved.is_empty() { (size, 0) } else { (FIRST_STEP, size - FIRST_STEP) }
}

fn at_start(mf: &mut MachineFunction, block: BlockId) -> Builder<'_> {
    match mf.first_inst(block) {
        Some(first) => Builder::new(mf, InsertPoint::Before(first)),
        None => Builder::at_end(mf, block),
    }
}

fn before_terminators(mf: &mut MachineFunction, block: BlockId) -> Builder<'_> {
    let ends = |opcode: Opcode| opcode.is_target() && TABLE.desc(opcode).has(InstrFlags::TERMINATOR);
    match mf.first_at_end(block, ends) {
        Some(first) => Builder::before(mf, first),
        None => Builder::at_end(mf, block),
    }
}

/// The saved registers with their offsets from the stack pointer at entry.
fn slots(mf: &MachineFunction) -> Vec<(CalleeSaved, i64)> {
    mf.frame.callee_saved.iter().map(|&s| (s, mf.frame.object(s.slot).offset)).collect()
}

/// Stores the saved registers, with the stack pointer `depth` bytes below where it was.
fn save(b: &mut Builder<'_>, depth: i64) {
    let slots = slots(b.mf);
    for &(saved, offset) in &slots {
        let store = if REGISTERS.contains(classes::GPR, saved.reg) { op::SD } else { op::FSD };
        memory(b, store, Operand::use_of(saved.reg), depth + offset);
    }
    for &(saved, offset) in &slots {
        cfi(b, CfiDirective::Offset(dwarf(saved.reg), offset));
    }
}

/// The reverse of [`save`].
fn restore(b: &mut Builder<'_>, depth: i64) {
    let slots = slots(b.mf);
    for &(saved, offset) in &slots {
        let load = if REGISTERS.contains(classes::GPR, saved.reg) { op::LD } else { op::FLD };
        memory(b, load, Operand::def(saved.reg), depth + offset);
    }
    for &(saved, _) in &slots {
        cfi(b, CfiDirective::Restore(dwarf(saved.reg)));
    }
}

fn memory(b: &mut Builder<'_>, opcode: Opcode, reg: Operand, offset: i64) {
    let offset = b.mf.imm(offset);
    b.inst(opcode, &[reg, Operand::use_of(STACK_POINTER), offset]);
}

/// Rounds the stack pointer down to a multiple of `align`.
fn realign(b: &mut Builder<'_>, align: u32) {
    let sp = STACK_POINTER;
    if align <= 2048 {
        let mask = Operand::small_imm(-(align as i32));
        b.inst(op::ANDI, &[Operand::def(sp), Operand::use_of(sp), mask]);
        return;
    }
    let shift = Operand::small_imm(align.trailing_zeros() as i32);
    b.inst(op::SRLI, &[Operand::def(SCRATCH), Operand::use_of(sp), shift]);
    b.inst(op::SLLI, &[Operand::def(sp), Operand::use_of(SCRATCH), shift]);
}

/// Whether [`add`] needs no scratch register.
fn one_or_two_steps(amount: i64) -> bool {
    (-4096..=2 * FIRST_STEP).contains(&amount)
}

/// `dst = src + amount`, by `addi` where it reaches, else through `scratch`.
fn add(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg, amount: i64, scratch: PhysReg) {
    let addi = |b: &mut Builder<'_>, dst, src, amount: i64| {
        b.inst(op::ADDI, &[Operand::def(dst), Operand::use_of(src), Operand::small_imm(amount as i32)]);
    };
    if amount == 0 && dst == src {
        return;
    }
    if (-2048..=2047).contains(&amount) {
        addi(b, dst, src, amount);
    } else if one_or_two_steps(amount) {
        // Both steps keep the stack pointer aligned.
        let first = if amount < 0 { -2048 } else { FIRST_STEP };
        addi(b, dst, src, first);
        addi(b, dst, dst, amount - first);
    } else {
        build_constant(b, scratch, amount);
        b.inst(op::ADD, &[Operand::def(dst), Operand::use_of(src), Operand::use_of(scratch)]);
    }
}

/// `dst = value`.
fn build_constant(b: &mut Builder<'_>, dst: PhysReg, value: i64) {
    let mut source = regs::X0;
    for step in materialize(value) {
        let imm = b.mf.imm(step.imm);
        if step.opcode == op::LUI {
            b.inst(op::LUI, &[Operand::def(dst), imm]);
        } else {
            b.inst(step.opcode, &[Operand::def(dst), Operand::use_of(source), imm]);
        }
        source = dst;
    }
}

fn cfi(b: &mut Builder<'_>, directive: CfiDirective) {
    let index = b.mf.create_cfi(directive);
    b.inst(CFI_INSTRUCTION, &[Operand::cfi(index)]);
}

fn dwarf(reg: PhysReg) -> u16 {
    REGISTERS.reg(reg).dwarf.unwrap_or(reg.0)
}
