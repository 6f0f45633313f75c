//! Memory tags: loops that set them, and addresses with the tag of another address.
//!
//! Source: the Arm ARM, "The Memory Tagging Extension".

use crate::aarch64::isel::intrinsics::immediate;
use crate::aarch64::mc::conditions::NE;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::mc_inst_lower::operand;
use crate::aarch64::mc::mc_inst_lower::register;
use crate::aarch64::registers::{classes, subs};
use crate::isle::prelude::{subreg_to_reg, value};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McOperand};
use gisel_codegen::support::error::Result;

/// The number of bytes that share a tag.
const GRANULE: i64 = 16;

/// The maximum number of bytes whose tags are set without a loop.
const MAX_UNROLLED: i64 = 160;

/// Selects `llvm.aarch64.tagp`: an address with the tag of another one, plus an offset.
pub(crate) fn tag_like(s: &mut Selection<'_>, args: &[Operand]) -> Option<Selected> {
    let &[address, like, more] = args else { return None };
    let more = Operand::small_imm(immediate(s, more)? as i32 & 15);
    let [address, like] = [Operand::use_of(address.vreg()?), Operand::use_of(like.vreg()?)];
    let distance = s.op(op::SUBP, &[address, like]);
    let tagged = s.op(op::ADDXrr, &[like, Operand::use_of(distance)]);
    Some(value(s.op(op::ADDG, &[Operand::use_of(tagged), Operand::small_imm(0), more])))
}

/// Selects `llvm.aarch64.settag` and `llvm.aarch64.settag.zero`: address and size.
pub(crate) fn set_tags(s: &mut Selection<'_>, opcode: Opcode, args: &[Operand]) -> Option<Selected> {
    let &[address, size] = args else { return None };
    let size = immediate(s, size).filter(|size| *size >= 0 && size % GRANULE == 0);
    let Some(size) = size else {
        s.fail("the tags of memory of this size");
        return None;
    };
    if size == 0 {
        return Some(Selected::default());
    }
    let [end, left] = [(); 2].map(|()| s.mf.create_class_vreg(classes::GPR64COMMON));
    let size = s.mf.imm(size);
    s.emit(opcode, &[Operand::def(end), Operand::def(left), Operand::use_of(address.vreg()?), size]);
    Some(Selected::default())
}

/// Selects `llvm.aarch64.mops.memset.tag`: address, byte and size.
pub(crate) fn fill(s: &mut Selection<'_>, opcode: Opcode, args: &[Operand]) -> Option<Selected> {
    let &[address, byte, size] = args else { return None };
    let [end, left] = [(); 2].map(|()| s.mf.create_class_vreg(classes::GPR64COMMON));
    let byte = subreg_to_reg(s, classes::GPR64, byte.vreg()?, subs::SUB_32);
    let (address, size) = (Operand::use_of(address.vreg()?), Operand::use_of(size.vreg()?));
    s.emit(opcode, &[Operand::def(end), Operand::def(left), address, size, Operand::use_of(byte)]);
    Some(value(end))
}

/// Emits `STGloop` or `STZGloop`: few instructions with offsets, or a loop over 32 bytes.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let (address, left) = (register(ctx, inst, 0)?, register(ctx, inst, 1)?);
    let McOperand::Imm(size) = operand(ctx, inst, 3)? else {
        return Err(ctx.error(inst, "the size is no number"));
    };
    let (address, left) = (McOperand::from(address), McOperand::from(left));
    let ([one, two], [one_post, two_post]) = match ctx.function.opcode(inst) {
        op::STGloop => ([op::STGi, op::ST2Gi], [op::STGpost, op::ST2Gpost]),
        _ => ([op::STZGi, op::STZ2Gi], [op::STZGpost, op::STZ2Gpost]),
    };
    let (pairs, odd) = (size - size % (2 * GRANULE), size % (2 * GRANULE));
    if size <= MAX_UNROLLED {
        for at in (0..pairs).step_by(2 * GRANULE as usize) {
            ctx.emit(two, &[address, address, McOperand::Imm(at / GRANULE)])?;
        }
        return match odd {
            0 => Ok(()),
            _ => ctx.emit(one, &[address, address, McOperand::Imm(pairs / GRANULE)]),
        };
    }
    if odd != 0 {
        ctx.emit(one_post, &[address, address, address, McOperand::Imm(1)])?;
    }
    crate::aarch64::mc::mc_inst_lower::materialize(ctx, register(ctx, inst, 1)?, pairs as u64, 64)?;
    let start = ctx.label_here();
    ctx.emit(two_post, &[address, address, address, McOperand::Imm(2)])?;
    ctx.emit(op::SUBSXri, &[left, left, McOperand::Imm(2 * GRANULE), McOperand::Imm(0)])?;
    ctx.emit(op::Bcc, &[McOperand::Imm(NE), McExpr::from(start).into()])
}

/// Emits the three instructions that fill memory and set its tags.
pub(crate) fn emit_fill(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let [end, left, value] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?, register(ctx, inst, 4)?];
    for opcode in [op::SETGP, op::SETGM, op::SETGE] {
        ctx.emit(opcode, &[end.into(), left.into(), value.into()])?;
    }
    Ok(())
}
