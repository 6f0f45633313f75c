//! Stack probes (`probe-stack`="inline-asm"): the stack grows in steps smaller than a guard page,
//! each followed by an access.
//!
//! At most [`UNPROBED`] bytes below the stack pointer are not probed.

use crate::aarch64::frame::frame_index::{UXTX, add_immediate};
use crate::aarch64::frame::stack_pointer::move_stack_pointer;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::mc_inst_lower::register;
use crate::aarch64::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{CfiDirective, FunctionAttrs, Operand};
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McOperand};
use gisel_codegen::support::error::Result;

/// The number of unprobed bytes that callees may use: they store their saved registers within them.
const UNPROBED: i64 = 1024;

/// The maximum step in bytes, which two immediates encode.
const LARGEST: u32 = 0xff_f000;

/// Returns the distance between probes in bytes; `None` without probes.
pub(crate) fn distance(attrs: &FunctionAttrs) -> Option<i64> {
    attrs.stack_probe_size.map(|size| i64::from((size & !15).clamp(16, LARGEST)))
}

/// Moves the stack pointer down by `amount`, with probes if the function has them. `depth` is its
/// distance from the frame's top, if unwind rules use the stack pointer.
pub(crate) fn allocate(b: &mut Builder<'_>, amount: i64, depth: Option<i64>) {
    let Some(distance) = distance(&b.mf.attrs) else {
        return move_stack_pointer(b, -amount, depth);
    };
    if amount <= distance {
        move_stack_pointer(b, -amount, depth);
        if amount > UNPROBED.min(distance - 1) {
            b.inst(
                op::STRXui,
                &[Operand::use_of(regs::XZR), Operand::use_of(regs::SP), Operand::small_imm(0)],
            );
        }
        return;
    }
    add_immediate(b, regs::X16, regs::SP, -amount);
    // While the stack pointer moves, its final value determines the frame.
    if let Some(depth) = depth {
        b.cfi(CfiDirective::DefCfa(REGISTERS.dwarf(regs::X16), depth + amount));
    }
    b.inst(op::PROBED_STACKALLOC_DYN, &[Operand::use_of(regs::X16)]);
    if depth.is_some() {
        b.cfi(CfiDirective::DefCfaRegister(REGISTERS.dwarf(regs::SP)));
    }
}

/// Emits `1: sub sp, sp, #distance; sub x17, sp, target; tbnz x17, #63, 2f; str xzr, [sp]; cbnz
/// x17, 1b; 2: mov sp, target; ldr xzr, [sp]`. If the stack pointer does not move, the memory there
/// is unchanged.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let target = register(ctx, inst, 0)?;
    let distance = distance(&ctx.function.attrs);
    let none = || ctx.error(inst, "a probe in a function that does not probe its stack");
    let distance = distance.ok_or_else(none)?;
    let [sp, zero, x17] = [regs::SP, regs::XZR, regs::X17].map(McOperand::Reg);
    let touch = [zero, sp, McOperand::Imm(0)];
    let (start, end) = (ctx.label_here(), ctx.new_label());
    for (part, shift) in [(distance >> 12, 12), (distance & 0xfff, 0)] {
        if part != 0 {
            ctx.emit(op::SUBXri, &[sp, sp, McOperand::Imm(part), McOperand::Imm(shift)])?;
        }
    }
    ctx.emit(op::SUBXrx64, &[x17, sp, target.into(), McOperand::Imm(UXTX.into())])?;
    ctx.emit(op::TBNZX, &[x17, McOperand::Imm(63), to(end)])?;
    ctx.emit(op::STRXui, &touch)?;
    ctx.emit(op::CBNZX, &[x17, to(start)])?;
    ctx.bind(end);
    ctx.emit(op::ADDXri, &[sp, target.into(), McOperand::Imm(0), McOperand::Imm(0)])?;
    ctx.emit(op::LDRXui, &touch)
}

fn to(label: Label) -> McOperand {
    McOperand::Expr(McExpr::from(label))
}
