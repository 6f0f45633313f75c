//! XRay sleds, and the tables by which the run-time library finds them.
//!
//! `xray_instr_map` has 32 bytes for each sled. They hold the distances from the word itself to the
//! sled and to its function, the kind, the always-instrument flag, and the version. `xray_fn_idx`
//! holds for each function the start of its entries and their number. Source: LLVM's *XRay
//! Instrumentation*.

use super::context::EmitContext;
use super::inst::{Label, McOperand};
use crate::ir::entity::InstId;
use crate::ir::mir::{MachineFunction, OperandTag};
use crate::ir::opcodes as op;
use crate::ir::section::SectionFlags;
use crate::machine::desc::instructions::Opcode;
use crate::mc::function_records::SledKind;
use crate::mc::streamer::sections::Padding;
use crate::support::error::{CompileError, Result};

/// The error if the target has no sleds.
pub(crate) const NO_SLEDS: &str = "the target has no room for patches of XRay's";

/// The alignment of sleds in bytes.
const ALIGN: u32 = 4;

/// Addresses in the table are relative to their own word.
const VERSION: u8 = 2;

/// The size in bytes of an address in the table, and the rest of an entry.
const WORD: u8 = 8;
const REST: usize = 13;

/// Returns true if `opcode` is an XRay sled.
pub(crate) fn is_sled(mf: &MachineFunction, opcode: Opcode) -> bool {
    match opcode {
        op::PATCHABLE_FUNCTION_ENTER => mf.attrs.xray.is_some() && mf.attrs.patchable.entry == 0,
        opcode => matches!(opcode, op::PATCHABLE_FUNCTION_EXIT | op::PATCHABLE_TAIL_CALL),
    }
}

/// Emits the sled of `opcode`.
pub(super) fn emit_sled(ctx: &mut EmitContext<'_>, opcode: Opcode) -> Result<()> {
    let logs_args = ctx.function.attrs.xray.is_some_and(|xray| xray.logs_args);
    let kind = match opcode {
        op::PATCHABLE_FUNCTION_EXIT => SledKind::Exit,
        op::PATCHABLE_TAIL_CALL => SledKind::TailCall,
        _ if logs_args => SledKind::EntryWithArgument,
        _ => SledKind::Entry,
    };
    let (sled, nop) = (ctx.target.mc().xray_sled(), ctx.target.mc().nop());
    let sled = sled.ok_or_else(|| CompileError::new(&ctx.function.name, "XRay", NO_SLEDS))?;
    let end = ctx.new_label();
    ctx.out.align(ALIGN, Padding::Code);
    let start = ctx.label_here();
    ctx.sleds.push((start, kind));
    let mut jump = sled.jump;
    jump.operands.push(McOperand::Expr(end.into()));
    ctx.emit_inst(&jump)?;
    (0..sled.nops).try_for_each(|_| ctx.emit_inst(&nop))?;
    ctx.bind(end);
    Ok(())
}

/// Emits the sled of an event: a jump over a call, whose arguments are in their registers.
pub(super) fn emit_event(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let (kind, arguments) = match ctx.function.opcode(inst) {
        op::PATCHABLE_EVENT_CALL => (SledKind::CustomEvent, 2),
        _ => (SledKind::TypedEvent, 3),
    };
    let sled = ctx.target.mc().xray_event_sled(arguments);
    let mut sled = sled.ok_or_else(|| CompileError::new(&ctx.function.name, "XRay", NO_SLEDS))?;
    let routine = ctx.function.operands(inst).iter().find(|operand| operand.tag() == OperandTag::Global);
    let routine = *routine.ok_or_else(|| ctx.error(inst, "an event without a routine"))?;
    let routine = ctx.operand(inst, routine)?;
    sled.insts[sled.call].operands.push(routine);
    let end = ctx.new_label();
    ctx.out.align(ALIGN, Padding::Code);
    let start = ctx.label_here();
    ctx.sleds.push((start, kind));
    sled.jump.operands.push(McOperand::Expr(end.into()));
    ctx.emit_inst(&sled.jump)?;
    sled.insts.iter().try_for_each(|inst| ctx.emit_inst(inst))?;
    ctx.bind(end);
    Ok(())
}

/// Emits the tables of a function that starts at `start`, in companion sections of the function's
/// section.
pub(super) fn emit_table(ctx: &mut EmitContext<'_>, start: Label) -> Result<()> {
    let sleds = std::mem::take(&mut ctx.sleds);
    if sleds.is_empty() {
        return Ok(());
    }
    let always = ctx.function.attrs.xray.is_some_and(|xray| xray.always);
    ctx.switch_to_companion("xray_instr_map", SectionFlags::ALLOC);
    let entries = ctx.label_here();
    for &(sled, kind) in &sleds {
        ctx.emit_distance(sled, WORD, "XRay's tables")?;
        ctx.emit_distance(start, WORD, "XRay's tables")?;
        ctx.out.bytes(&[kind as u8, u8::from(always), VERSION]);
        ctx.out.bytes(&[0; REST]);
    }
    if ctx.module.options.omits_xray_index {
        return Ok(());
    }
    ctx.switch_to_companion("xray_fn_idx", SectionFlags::ALLOC);
    ctx.out.align(WORD.into(), Padding::Zero);
    ctx.emit_distance(entries, WORD, "XRay's tables")?;
    ctx.out.bytes(&(sleds.len() as u64).to_le_bytes());
    Ok(())
}
