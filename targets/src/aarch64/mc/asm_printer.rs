//! Lowers machine instructions after register allocation for the encoder and the printer.
//!
//! Most are one to one. Pseudos are expanded here: constants, addresses, tail calls, returns,
//! entries of jump tables.
//!
//! Requires: no virtual registers, frame indices replaced. Cost: linear.

use crate::aarch64::frame::frame_index;
use crate::aarch64::frame::stack_probes;
use crate::aarch64::isel::atomics;
use crate::aarch64::isel::pointer_authentication;
use crate::aarch64::isel::thread_local;
use crate::aarch64::mc::branches::bti;
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::mc::mc_inst_lower::address;
use crate::aarch64::mc::mc_inst_lower::load_got;
use crate::aarch64::mc::mc_inst_lower::materialize;
use crate::aarch64::mc::mc_inst_lower::operand;
use crate::aarch64::mc::mc_inst_lower::register;
use crate::aarch64::mc::mc_inst_lower::symbol;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::machine::branch_info::Landing;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McOperand, McSymbol};
use gisel_codegen::support::error::Result;

/// Emits `inst`, of the target's opcodes.
pub(crate) fn lower_inst(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    match ctx.function.opcode(inst) {
        op::MOVi32imm => constant(ctx, inst, 32),
        op::MOVi64imm => constant(ctx, inst, 64),
        op::MOVaddr | op::MOVaddrJT | op::MOVaddrCP | op::MOVaddrBA | op::MOVaddrEXT => {
            let (rd, symbol) = (register(ctx, inst, 0)?, symbol(ctx, inst, 1)?);
            address(ctx, inst, rd, symbol)
        }
        op::MOVMCSym => {
            let (rd, offset) = (register(ctx, inst, 0)?, symbol(ctx, inst, 1)?);
            let high = offset.with(spec::ABS_G1_S);
            ctx.emit(op::MOVZXi, &[rd.into(), high.into(), McOperand::Imm(16)])?;
            let low = offset.with(spec::ABS_G0_NC);
            ctx.emit(op::MOVKXi, &[rd.into(), rd.into(), low.into(), McOperand::Imm(0)])
        }
        op::LOADgot => match operand(ctx, inst, 1)? {
            McOperand::Expr(symbol) if symbol.addend == 0 => load_got(ctx, register(ctx, inst, 0)?, symbol),
            _ => Err(ctx.error(inst, "an entry of the global offset table is one symbol's")),
        },
        op::TLSDESC_CALLSEQ => thread_local::emit_call(ctx, inst),
        op::ADDXri => thread_local::emit_sum(ctx, inst),
        op::PROBED_STACKALLOC_DYN => stack_probes::emit(ctx, inst),
        op::JumpTableDest32 => jump_table_entry(ctx, inst),
        op::BR_JumpTable => checked_jump(ctx, inst),
        op::ATOMIC_RMW_8 | op::ATOMIC_RMW_16 | op::ATOMIC_RMW_32 | op::ATOMIC_RMW_64 => {
            atomics::read_modify_write(ctx, inst)
        }
        op::CMP_SWAP_8 | op::CMP_SWAP_16 | op::CMP_SWAP_32 | op::CMP_SWAP_64 => {
            atomics::compare_and_swap(ctx, inst)
        }
        op::CMP_SWAP_128 => atomics::compare_and_swap_pair(ctx, inst),
        op::RET_ReallyLR => ctx.emit(op::RET, &[regs::LR.into()]),
        op::BL | op::TCRETURNdi => direct_call(ctx, inst),
        op::TCRETURNri => jump_to_callee(ctx, inst, 0),
        op::EH_RETURN => {
            let adjustment = operand(ctx, inst, 0)?;
            let (sp, extend) = (regs::SP.into(), McOperand::Imm(frame_index::UXTX.into()));
            ctx.emit(op::ADDXrx64, &[sp, sp, adjustment, extend])?;
            jump_to_callee(ctx, inst, 1)
        }
        op::PAC | op::AUTxMxN | op::AUTPACxMxN | op::MOVaddrPAC | op::LOADgotPAC => {
            pointer_authentication::emit(ctx, inst)
        }
        op::BLRA | op::AUTH_TCRETURN | op::BRA => pointer_authentication::emit(ctx, inst),
        op::STGloop | op::STZGloop => crate::aarch64::isel::memory_tags::emit(ctx, inst),
        op::MOPSMemorySetTaggingPseudo => crate::aarch64::isel::memory_tags::emit_fill(ctx, inst),
        op::SPACE => Ok(()),
        op::KCFI_CHECK => crate::aarch64::mc::kcfi::emit(ctx, inst),
        op::BL_BTI => {
            let callee = symbol(ctx, inst, 0)?;
            call_with_landing(ctx, op::BL, callee.into())
        }
        op::BL_RVMARKER => {
            let callee = symbol(ctx, inst, 0)?;
            call_with_return_value_mark(ctx, op::BL, callee.into())
        }
        op::BLR_RVMARKER => {
            let callee = operand(ctx, inst, 0)?;
            call_with_return_value_mark(ctx, op::BLR, callee)
        }
        op::BLR_BTI => {
            let callee = operand(ctx, inst, 0)?;
            call_with_landing(ctx, op::BLR, callee)
        }
        opcode if TABLE.encoded_size(opcode) != 0 => ctx.emit_plain(inst),
        _ => Err(ctx.error(inst, "there is no machine instruction for this")),
    }
}

fn constant(ctx: &mut EmitContext<'_>, inst: InstId, bits: u32) -> Result<()> {
    let (rd, McOperand::Imm(value)) = (register(ctx, inst, 0)?, operand(ctx, inst, 1)?) else {
        return Err(ctx.error(inst, "the constant is no immediate"));
    };
    materialize(ctx, rd, value as u64, bits)
}

/// Emits `bl callee; bti j`.
fn call_with_landing(ctx: &mut EmitContext<'_>, opcode: Opcode, callee: McOperand) -> Result<()> {
    ctx.emit(opcode, &[callee])?;
    ctx.emit(op::HINT, &[McOperand::Imm(bti(Landing::JUMP))])
}

/// Emits `bl callee; mov x29, x29`, which Objective-C's runtime looks for.
fn call_with_return_value_mark(ctx: &mut EmitContext<'_>, opcode: Opcode, callee: McOperand) -> Result<()> {
    ctx.emit(opcode, &[callee])?;
    ctx.emit(op::ORRXrr, &[regs::FP.into(), regs::XZR.into(), regs::FP.into()])
}

/// Emits `br callee`. With branch target enforcement, the jump is through X16: such a branch may
/// land where calls may.
fn jump_to_callee(ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> Result<()> {
    let mut callee = operand(ctx, inst, n)?;
    if ctx.function.attrs.branch_target_enforcement {
        ctx.emit(op::ORRXrr, &[regs::X16.into(), regs::XZR.into(), callee])?;
        callee = regs::X16.into();
    }
    ctx.emit(op::BR, &[callee])
}

/// Emits `bl routine`, or `b routine`. With early binding, the routine's address comes from the
/// global offset table, through X16. No call preserves X16 or passes a value in it, since the
/// linker's own jumps may use it (AAPCS64, "Use of IP0 and IP1 by the linker").
fn direct_call(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let (callee, is_tail) = (symbol(ctx, inst, 0)?, ctx.function.opcode(inst) == op::TCRETURNdi);
    let by_got = match callee.symbol {
        McSymbol::External(_) => true,
        McSymbol::Symbol(id) => ctx.module.symbol(id).by_got,
        _ => false,
    };
    if ctx.module.routines_by_got && by_got && callee.addend == 0 {
        if ctx.module.signed_got {
            return Err(ctx.error(inst, "a routine that is called by a signed global offset table"));
        }
        load_got(ctx, regs::X16, callee)?;
        return ctx.emit(if is_tail { op::BR } else { op::BLR }, &[regs::X16.into()]);
    }
    ctx.emit(if is_tail { op::B } else { op::BL }, &[callee.into()])
}

/// Emits `ldrsw scratch, [table, entry, lsl #2]; add rd, table, scratch`.
fn jump_table_entry(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let [rd, scratch] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?];
    let [table, entry] = [register(ctx, inst, 2)?, register(ctx, inst, 3)?];
    let (plain, scaled) = (McOperand::Imm(0), McOperand::Imm(1));
    ctx.emit(op::LDRSWroX, &[scratch.into(), table.into(), entry.into(), plain, scaled])?;
    ctx.emit(op::ADDXrr, &[rd.into(), table.into(), scratch.into()])
}

/// The condition `ls`.
const LS: i64 = 9;

/// Emits a jump through a table with a checked index; an index beyond the table takes the first
/// entry.
///
/// `cmp x16, #last; csel x16, x16, xzr, ls; adrp x17, table; add x17, x17, :lo12:table; ldrsw x16,
/// [x17, x16, lsl #2]; add x16, x17, x16; br x16`. No other instruction reads these registers.
fn checked_jump(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let (entry, table) = (register(ctx, inst, 0)?, symbol(ctx, inst, 1)?);
    let number = ctx.function.operand(inst, 1).as_jump_table();
    let entries = number.and_then(|number| ctx.function.jump_tables.get(number.index()));
    let last = entries.and_then(|table| table.targets.len().checked_sub(1));
    let last = last.ok_or_else(|| ctx.error(inst, "a jump table without entries"))? as u64;
    let [index, base, zero] = [regs::X16, regs::X17, regs::XZR].map(McOperand::Reg);
    let [plain, scaled] = [0, 1].map(McOperand::Imm);
    ctx.emit(op::ORRXrr, &[index, zero, entry.into()])?;
    if last < 1 << 12 {
        ctx.emit(op::SUBSXri, &[zero, index, McOperand::Imm(last as i64), plain])?;
    } else {
        materialize(ctx, regs::X17, last, 64)?;
        ctx.emit(op::SUBSXrr, &[zero, index, base])?;
    }
    ctx.emit(op::CSELXr, &[index, index, zero, McOperand::Imm(LS)])?;
    address(ctx, inst, regs::X17, table)?;
    ctx.emit(op::LDRSWroX, &[index, base, index, plain, scaled])?;
    ctx.emit(op::ADDXrr, &[index, base, index])?;
    ctx.emit(op::BR, &[index])
}
