//! Narrowing of loads and stores: one access for each word.

use super::Outcome;
use super::build::{Regs, point_after};
use super::narrow::num_parts;
use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::Operand;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;

/// Splits a load into accesses of `ty`; an extending load only loads the words in memory.
pub(crate) fn load(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, addr) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let Some(mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    if mem.is_atomic() || ty.is_vector() {
        return Outcome::Declined;
    }
    let whole = b.ty(dst);
    if mem.ty.bits() <= ty.bits() {
        let (old, new) = b.replace_def(inst, 0, ty);
        if opcode != G_LOAD && mem.ty.bits() == ty.bits() {
            b.mf.inst_mut(inst).opcode = G_LOAD;
        }
        b.set_point(point_after(b.mf, inst));
        b.define_by(old, extension(opcode), &[new]);
        return Outcome::Updated;
    }
    if mem.ty.bits() < whole.bits() && mem.ty.is_scalar() {
        let loaded = b.load(mem.ty, addr, mem);
        b.define_by(dst, extension(opcode), &[loaded]);
        return Outcome::Replaced;
    }
    if mem.ty.bits() != whole.bits() || num_parts(whole, ty).is_none() {
        return Outcome::Declined;
    }
    let parts: Regs = (0..whole.bits() / ty.bits())
        .map(|n| {
            let offset = (n * ty.bits() / 8) as i64;
            let place = b.ptr_add_imm(addr, offset);
            b.load(ty, place, mem.part(offset, ty))
        })
        .collect();
    b.define_merge(dst, &parts);
    Outcome::Replaced
}

/// Returns the extension that a load performs.
fn extension(opcode: Opcode) -> Opcode {
    match opcode {
        G_LOAD => G_ANYEXT,
        G_SEXTLOAD => G_SEXT,
        _ => G_ZEXT,
    }
}

/// Splits a store into accesses of `ty`; a truncating store only stores the words that fit.
pub(crate) fn store(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (value, addr) = (b.reg(inst, 0), b.reg(inst, 1));
    let Some(mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    if mem.is_atomic() || ty.is_vector() {
        return Outcome::Declined;
    }
    let whole = b.ty(value);
    if mem.ty.bits() <= ty.bits() {
        let low = b.op(G_TRUNC, ty, &[value]);
        b.mf.set_operand(inst, 0, Operand::use_of(low));
        return Outcome::Updated;
    }
    if mem.ty.bits() < whole.bits() && mem.ty.is_scalar() {
        let low = b.op(G_TRUNC, mem.ty, &[value]);
        b.store(low, addr, mem);
        return Outcome::Replaced;
    }
    if mem.ty.bits() != whole.bits() || num_parts(whole, ty).is_none() {
        return Outcome::Declined;
    }
    for (n, &part) in b.unmerge(ty, value).iter().enumerate() {
        let offset = (n as u32 * ty.bits() / 8) as i64;
        let place = b.ptr_add_imm(addr, offset);
        b.store(part, place, mem.part(offset, ty));
    }
    Outcome::Replaced
}
