//! Loads and stores of odd sizes, of vectors with odd elements, and unaligned ones; `va_arg`.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MemFlags, MemOperand};
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;

/// The lowering of a scalar access.
enum Plan {
    /// Round up to whole bytes: this number of bits.
    RoundUp(u32),
    /// Split into two accesses: the one to the lower address has this number of bits.
    Split(u32),
    /// Not lowered here.
    None,
}

fn plan(mem: &MemOperand) -> Plan {
    let bits = mem.ty.bits();
    if !bits.is_multiple_of(8) {
        return Plan::RoundUp(bits.next_multiple_of(8));
    }
    if !bits.is_power_of_two() {
        return Plan::Split(1 << bits.ilog2());
    }
    if bits > 8 && mem.align.saturating_mul(8) < bits {
        return Plan::Split(bits / 2);
    }
    Plan::None
}

/// Lowers a load: splits it, rounds it up to whole bytes, or loads an integer.
pub(crate) fn load(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, addr) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let Some(mem) = b.mf.mem_operand(inst).copied().filter(|m| !m.is_atomic()) else {
        return Outcome::Declined;
    };
    let to = b.ty(dst);
    if to.is_vector() || to.has_pointer_elements() {
        return load_as_int(b, dst, addr, mem, to);
    }
    let bits = mem.ty.bits();
    let loaded = match plan(&mem) {
        Plan::RoundUp(whole) => {
            let ty = Llt::scalar(whole);
            b.load(ty, addr, mem.part(0, ty))
        }
        Plan::Split(low) => load_split(b, addr, &mem, low),
        Plan::None if opcode == G_LOAD => {
            // An extending load of a plain size: load, then extend.
            if bits >= to.bits() {
                return Outcome::Declined;
            }
            b.load(Llt::scalar(bits), addr, mem)
        }
        Plan::None => return Outcome::Declined,
    };
    let whole = b.ty(loaded).bits();
    let value = match opcode {
        G_SEXTLOAD if whole > bits => {
            let wide = b.resize(G_ANYEXT, to, loaded);
            b.sext_inreg(wide, bits)
        }
        G_SEXTLOAD => b.resize(G_SEXT, to, loaded),
        // Bits above an odd size are stored as zeros; mask them explicitly.
        _ if whole > bits => {
            let wide = b.resize(G_ANYEXT, to, loaded);
            if b.ty(wide).bits() > bits { b.zext_inreg(wide, bits) } else { wide }
        }
        G_ZEXTLOAD => b.resize(G_ZEXT, to, loaded),
        _ => b.resize(G_ANYEXT, to, loaded),
    };
    b.define(dst, value);
    Outcome::Replaced
}

/// Loads the lower `low` bits and the rest, merges them in the next power of two, then truncates.
fn load_split(b: &mut Builder<'_>, addr: VReg, mem: &MemOperand, low: u32) -> VReg {
    let bits = mem.ty.bits();
    let ty = Llt::scalar(bits);
    let work = Llt::scalar(bits.next_power_of_two());
    let (low_ty, high_ty) = (Llt::scalar(low), Llt::scalar(bits - low));
    let lower = zext_load(b, work, addr, mem.part(0, low_ty));
    let offset = (low / 8) as i64;
    let place = b.ptr_add_imm(addr, offset);
    let upper = zext_load(b, work, place, mem.part(offset, high_ty));
    let upper = b.bin_int(G_SHL, upper, low as i128);
    let whole = b.bin(G_OR, upper, lower);
    b.resize(G_TRUNC, ty, whole)
}

fn zext_load(b: &mut Builder<'_>, ty: Llt, addr: VReg, mem: MemOperand) -> VReg {
    if ty.bits() == mem.ty.bits() {
        return b.load(ty, addr, mem);
    }
    let dst = b.mf.create_vreg(ty);
    let inst = b.regs(G_ZEXTLOAD, &[dst], &[addr]);
    b.mf.add_mem_operand(inst, mem);
    dst
}

/// Loads a vector or pointer as an integer of the same width.
fn load_as_int(b: &mut Builder<'_>, dst: VReg, addr: VReg, mut mem: MemOperand, to: Llt) -> Outcome {
    if mem.ty.bits() != to.bits() {
        return Outcome::Declined;
    }
    let int = Llt::scalar(to.bits());
    mem.ty = int;
    let loaded = b.load(int, addr, mem);
    let value = b.cast(to, loaded);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers a store: splits it, rounds it up to whole bytes, or stores an integer.
pub(crate) fn store(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (value, addr) = (b.reg(inst, 0), b.reg(inst, 1));
    let Some(mut mem) = b.mf.mem_operand(inst).copied().filter(|m| !m.is_atomic()) else {
        return Outcome::Declined;
    };
    let from = b.ty(value);
    if from.is_vector() || from.has_pointer_elements() {
        if mem.ty.bits() != from.bits() {
            return Outcome::Declined;
        }
        mem.ty = Llt::scalar(from.bits());
        let int = b.cast(mem.ty, value);
        b.store(int, addr, mem);
        return Outcome::Replaced;
    }
    let bits = mem.ty.bits();
    match plan(&mem) {
        Plan::RoundUp(whole) => {
            let ty = Llt::scalar(whole);
            let cut = if from.bits() > whole { b.op(G_TRUNC, ty, &[value]) } else { value };
            let clean = if b.ty(cut).bits() > bits { b.zext_inreg(cut, bits) } else { cut };
            let padded = b.resize(G_ZEXT, ty, clean);
            b.store(padded, addr, mem.part(0, ty));
        }
        Plan::Split(low) => {
            let work = Llt::scalar(bits.next_power_of_two().max(from.bits()));
            let wide = b.resize(G_ANYEXT, work, value);
            let upper = b.bin_int(G_LSHR, wide, low as i128);
            b.store(wide, addr, mem.part(0, Llt::scalar(low)));
            let offset = (low / 8) as i64;
            let place = b.ptr_add_imm(addr, offset);
            b.store(upper, place, mem.part(offset, Llt::scalar(bits - low)));
        }
        Plan::None => {
            if bits >= from.bits() {
                return Outcome::Declined;
            }
            let cut = b.op(G_TRUNC, Llt::scalar(bits), &[value]);
            b.store(cut, addr, mem);
        }
    }
    Outcome::Replaced
}

/// Lowers `va_arg` for a `va_list` that is a pointer into the argument area, in pointer-sized
/// slots.
pub(crate) fn va_arg(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, list, align) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2));
    let (ty, pointer) = (b.ty(dst), b.ty(list));
    let slot = pointer.scalar_bits() / 8;
    let int = Llt::scalar(pointer.scalar_bits());
    let list_mem = |flags| MemOperand::new(flags, pointer, slot);
    let mut place = b.load(pointer, list, list_mem(MemFlags::LOAD));
    if align > slot as i64 {
        let up = b.ptr_add_imm(place, align - 1);
        let mask = b.int(int, -(align as i128));
        place = b.op(G_PTRMASK, pointer, &[up, mask]);
    }
    let size = ty.bytes().next_multiple_of(slot);
    let next = b.ptr_add_imm(place, size as i64);
    b.store(next, list, list_mem(MemFlags::STORE));
    let align = (align.max(1) as u32).max(slot.min(ty.bytes().next_power_of_two()));
    let value = b.load(ty, place, MemOperand::new(MemFlags::LOAD, ty, align.min(slot * 2)));
    b.define(dst, value);
    Outcome::Replaced
}
