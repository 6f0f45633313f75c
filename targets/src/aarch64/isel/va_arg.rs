//! `va_arg`: the next argument of a `va_list`, in the register save area or on the stack.
//!
//! Source: AAPCS64, "The va_list type" and "The va_arg() macro". An IR aggregate does not determine
//! its registers, which depend on the C type, so only values in one kind of register are accepted.

use crate::aarch64::registers::calling_conventions::is_legal_vector;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, P0, S32, S64};
use gisel_codegen::ir::mir::{IntPredicate, MemFlags, MemOperand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;

/// The offset of the stack's address in a `va_list`, in bytes.
const STACK: i64 = 0;

/// The register class of a type's arguments.
struct Class {
    /// The offset of the end of the save area in a `va_list`, in bytes.
    end: i64,
    /// The offset of the (negative) distance from there to the next argument, in bytes.
    distance: i64,
    /// The size of an argument in the save area, in bytes.
    step: i64,
    /// The size of an argument on the stack, in bytes.
    room: i64,
    /// The alignment on the stack and among general registers, in bytes.
    align: i64,
}

impl Class {
    fn of(ty: ValueType) -> Option<Class> {
        let general = |step, align| Some(Class { end: 8, distance: 24, step, room: step, align });
        let vector = |room| Some(Class { end: 16, distance: 28, step: 16, room, align: room });
        match ty {
            ValueType::Int(1..=64) | ValueType::Pointer { .. } => general(8, 8),
            ValueType::Int(128) => general(16, 16),
            ValueType::Half | ValueType::BFloat | ValueType::Float | ValueType::Double => vector(8),
            ValueType::Fp128 => vector(16),
            ValueType::Vector { count, element, scalable: false } if is_legal_vector(count, element) => {
                vector(i64::from(ty.bits() / 8))
            }
            _ => None,
        }
    }

    fn is_general(&self) -> bool {
        self.end == 8
    }
}

/// Loads a field of a `va_list`.
fn field(b: &mut Builder<'_>, list: VReg, offset: i64, ty: Llt) -> VReg {
    let at = b.ptr_add_imm(list, offset);
    b.load(ty, at, MemOperand::new(MemFlags::LOAD, ty, ty.bytes()))
}

fn set_field(b: &mut Builder<'_>, list: VReg, offset: i64, value: VReg) {
    let at = b.ptr_add_imm(list, offset);
    let ty = b.mf.ty(value);
    b.store(value, at, MemOperand::new(MemFlags::STORE, ty, ty.bytes()));
}

/// Returns `value` rounded up to a multiple of a power of two.
fn round_up(b: &mut Builder<'_>, value: VReg, align: i64) -> VReg {
    let ty = b.mf.ty(value);
    let (more, mask) = (b.constant(ty, align - 1), b.constant(ty, -align));
    let sum = b.op(G_ADD, ty, &[value, more]);
    b.op(G_AND, ty, &[sum, mask])
}

/// Builds `dst` = the next argument of `list`, of type `ty`.
///
/// # Errors
/// The location of arguments of the type is unknown.
pub(crate) fn lower(b: &mut Builder<'_>, dst: VReg, list: VReg, ty: ValueType) -> Result<(), String> {
    let class = Class::of(ty).ok_or_else(|| format!("`va_arg` of {ty}: its class is not known"))?;
    let (condition, zero) = (Llt::scalar(1), b.constant(S32, 0));
    // Registers: an exhausted list is unchanged.
    let old = field(b, list, class.distance, S32);
    let aligned = if class.is_general() && class.align > 8 { round_up(b, old, class.align) } else { old };
    let step = b.constant(S32, class.step);
    let next = b.op(G_ADD, S32, &[aligned, step]);
    let some_left = b.icmp(condition, IntPredicate::Slt, old, zero);
    let changed = b.op(G_SELECT, S32, &[some_left, next, old]);
    set_field(b, list, class.distance, changed);
    let enough = b.icmp(condition, IntPredicate::Sle, next, zero);
    let in_registers = b.op(G_AND, condition, &[some_left, enough]);
    let end = field(b, list, class.end, P0);
    let distance = b.op(G_SEXT, S64, &[aligned]);
    let saved = b.op(G_PTR_ADD, P0, &[end, distance]);
    // The stack.
    let top = field(b, list, STACK, P0);
    let place = match class.align {
        8 => top,
        align => {
            let (up, mask) = (b.ptr_add_imm(top, align - 1), b.constant(S64, -align));
            b.op(G_PTRMASK, P0, &[up, mask])
        }
    };
    let above = b.ptr_add_imm(place, class.room);
    let changed = b.op(G_SELECT, P0, &[in_registers, top, above]);
    set_field(b, list, STACK, changed);
    let address = b.op(G_SELECT, P0, &[in_registers, saved, place]);
    read(b, dst, address, ty);
    Ok(())
}

/// Loads the argument, or the word that contains it in its low bits.
fn read(b: &mut Builder<'_>, dst: VReg, address: VReg, ty: ValueType) {
    let own = b.mf.ty(dst);
    let word = match ty {
        ValueType::Int(bits @ 1..=64) if bits < 8 || !bits.is_power_of_two() => {
            if bits < 32 {
                S32
            } else {
                S64
            }
        }
        _ => own,
    };
    let align = word.bytes().min(8);
    let value = b.load(word, address, MemOperand::new(MemFlags::LOAD, word, align));
    if word == own {
        b.copy(dst, value);
    } else {
        b.regs(G_TRUNC, &[dst], &[value]);
    }
}
