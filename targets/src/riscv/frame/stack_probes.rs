//! Stack probes (`probe-stack`="inline-asm"): the stack grows in steps smaller than a guard page,
//! each followed by an access.

use crate::riscv::frame::frame_lowering::{add, move_stack_pointer};
use crate::riscv::frame::frame_registers::SCRATCH;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::mc_inst_lower::Lowering;
use crate::riscv::mc::mc_inst_lower::reg;
use crate::riscv::mc::mc_inst_lower::to;
use crate::riscv::registers::xlen;
use crate::riscv::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::{CfiDirective, FunctionAttrs, Operand};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::support::error::{CompileError, Result};

/// A register that [`emit`] clobbers. Like [`SCRATCH`], it is free in prologues of functions with
/// probes, which are at the entry.
const SECOND_SCRATCH: PhysReg = regs::X6;

/// The maximum step in bytes, which two instructions build.
const LARGEST: u32 = 1 << 30;

/// Returns the distance between probes in bytes; `None` without probes.
pub(crate) fn distance(attrs: &FunctionAttrs) -> Option<i64> {
    attrs.stack_probe_size.map(|size| i64::from((size & !15).clamp(16, LARGEST)))
}

/// Moves the stack pointer down by `amount`, and probes the memory at its final value and on the
/// way. `depth` is its distance from the frame's top, if unwind rules use the stack pointer.
///
/// Errors: the function must preserve the clobbered registers.
pub(crate) fn allocate(b: &mut Builder<'_>, amount: i64, distance: i64, depth: Option<i64>) -> Result<()> {
    debug_assert!(amount >= 0 && distance > 0, "{amount} bytes with probes each {distance}");
    if amount <= distance {
        move_stack_pointer(b, -amount, depth);
        b.inst(
            xlen::store(b.mf),
            &[Operand::use_of(regs::X0), Operand::use_of(regs::X2), Operand::small_imm(0)],
        );
        return Ok(());
    }
    add(b, SCRATCH, regs::X2, -amount, SCRATCH);
    // While the stack pointer moves, its final value determines the frame.
    if let Some(depth) = depth {
        b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(SCRATCH), depth + amount));
    }
    go_to_scratch(b)?;
    if depth.is_some() {
        b.cfi(CfiDirective::DefCfaRegister(REGISTERS.dwarf(regs::X2)));
    }
    Ok(())
}

/// Rounds the stack pointer down to a multiple of `align`, with probes on the way.
///
/// Errors: see [`allocate`].
pub(crate) fn realign(b: &mut Builder<'_>, align: u32) -> Result<()> {
    debug_assert!(align.is_power_of_two(), "{}: a frame alignment of {align}", b.mf.name);
    let shift = Operand::small_imm(align.trailing_zeros() as i32);
    b.inst(op::SRLI, &[Operand::def(SCRATCH), Operand::use_of(regs::X2), shift]);
    b.inst(op::SLLI, &[Operand::def(SCRATCH), Operand::use_of(SCRATCH), shift]);
    go_to_scratch(b)
}

fn go_to_scratch(b: &mut Builder<'_>) -> Result<()> {
    if b.mf.attrs.interrupt.is_some() {
        return Err(CompileError::new(&b.mf.name, "", "stack probes in an interrupt handler"));
    }
    b.inst(op::PROBED_STACKALLOC_DYN, &[Operand::use_of(SCRATCH)]);
    Ok(())
}

/// Emits `li scratch, distance; 1: sub sp, sp, scratch; bltu sp, target, 2f; sd zero, 0(sp); bne
/// sp, target, 1b; 2: mv sp, target; ld zero, 0(sp)`. If the stack pointer does not move, the
/// memory there is unchanged.
pub(crate) fn emit(l: &mut Lowering<'_, '_>, distance: i64) -> Result<()> {
    let target = l.mc(0)?;
    let [sp, zero, scratch] = [regs::X2, regs::X0, SECOND_SCRATCH].map(reg);
    let touch = [zero, sp, McOperand::Imm(0)];
    l.emit_constant(scratch, distance)?;
    let (start, end) = (l.ctx.label_here(), l.ctx.new_label());
    l.emit(op::SUB, &[sp, sp, scratch])?;
    l.emit(op::BLTU, &[sp, target, to(end)])?;
    l.emit(xlen::store(l.mf()), &touch)?;
    l.emit(op::BNE, &[sp, target, to(start)])?;
    l.ctx.bind(end);
    l.emit(op::ADDI, &[sp, target, McOperand::Imm(0)])?;
    l.emit(xlen::load(l.mf()), &touch)
}
