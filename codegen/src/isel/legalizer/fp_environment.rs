//! The floating-point environment and rounding mode, by the C library's routines of `<fenv.h>`.

use super::{Cx, Outcome, libcall};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::libcalls;
use crate::ir::llt::{Llt, S32};
use crate::ir::mir::{FrameObjectKind, MemFlags, MemOperand, PointerInfo};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use crate::support::error::Result;

/// An upper bound of any target's `fenv_t`, in bytes.
const MIN_SIZE: u64 = 16;

/// Returns the address of a stack slot for an environment as a value of type `ty`, and the access
/// to it.
fn place(b: &mut Builder<'_>, ty: Llt, access: MemFlags) -> (VReg, MemOperand) {
    let slot = b.mf.frame.create(FrameObjectKind::Local, MIN_SIZE.max(ty.bytes().into()), 16);
    let mem = MemOperand::new(access, ty, 16).with_pointer(PointerInfo::Stack(slot, 0));
    (b.frame_index(b.pointer(), slot), mem)
}

fn call(cx: &Cx<'_>, b: &mut Builder<'_>, opcode: Opcode, arg: VReg) -> Result<Outcome> {
    let Some(number) = libcalls::of_opcode(opcode) else { return Ok(Outcome::Declined) };
    libcall::call(cx.target, b, number, None, &[arg])?;
    Ok(Outcome::Replaced)
}

/// Lowers reads: the routine writes to memory.
pub(crate) fn get(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (opcode, dst) = (b.mf.opcode(inst), b.reg(inst, 0));
    let ty = b.ty(dst);
    let (address, mem) = place(b, ty, MemFlags::LOAD);
    let outcome = call(cx, b, opcode, address)?;
    let value = b.load(ty, address, mem);
    b.define(dst, value);
    Ok(outcome)
}

/// Lowers writes: the routine reads from memory.
pub(crate) fn set(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (opcode, value) = (b.mf.opcode(inst), b.reg(inst, 0));
    let ty = b.ty(value);
    let (address, mem) = place(b, ty, MemFlags::STORE);
    b.store(value, address, mem);
    call(cx, b, opcode, address)
}

/// Lowers resets. `FE_DFL_ENV` and `FE_DFL_MODE` are a pointer with all bits set.
pub(crate) fn reset(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let opcode = if b.mf.opcode(inst) == G_RESET_FPENV { G_SET_FPENV } else { G_SET_FPMODE };
    let word = b.word();
    let ones = b.int(word, -1);
    let default = b.op(G_INTTOPTR, b.pointer(), &[ones]);
    call(cx, b, opcode, default)
}

/// Lowers `G_GET_ROUNDING`: maps the C library's number to `FLT_ROUNDS`.
pub(crate) fn get_rounding(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let dst = b.reg(inst, 0);
    let (shift, modes) = cx.info.rounding_modes;
    let mode = b.mf.create_vreg(S32);
    if libcall::call_routine(cx, b, G_GET_ROUNDING, mode, &[])?.is_none() {
        return Ok(Outcome::Declined);
    }
    let number = b.bin_int(G_LSHR, mode, shift as i128);
    let found = mapped(b, number, modes);
    let ty = b.ty(dst);
    let found = b.resize(G_ZEXT, ty, found);
    b.define(dst, found);
    Ok(Outcome::Replaced)
}

/// Lowers `G_SET_ROUNDING`: maps `FLT_ROUNDS` to the C library's number.
pub(crate) fn set_rounding(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (shift, modes) = cx.info.rounding_modes;
    let inverse = (0..4).fold(0, |all, number| all | number << (2 * (modes >> (2 * number) & 3)));
    let mode = b.reg(inst, 0);
    let number = mapped(b, mode, inverse);
    let number = b.bin_int(G_SHL, number, shift as i128);
    call(cx, b, G_SET_ROUNDING, number)
}

/// Returns entry `number` (modulo 4) of a table of four two-bit numbers.
fn mapped(b: &mut Builder<'_>, number: VReg, table: u32) -> VReg {
    let number = b.bin_int(G_AND, number, 3);
    let place = b.bin_int(G_SHL, number, 1);
    let table = b.int(S32, table.into());
    let found = b.bin(G_LSHR, table, place);
    b.bin_int(G_AND, found, 3)
}
