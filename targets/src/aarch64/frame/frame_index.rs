//! Replaces frame indices by a register and an offset: scaled, unscaled, or through the scratch
//! register X16.

use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::registers::regs;
use crate::table::ImmKind;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::support::error::{CompileError, Result};

/// `uxtx` by 0, the plain form of additions that allow the stack pointer as an operand.
pub(crate) const UXTX: i32 = 3 << 3;

/// Accesses with a scaled unsigned offset, and their forms with an unscaled signed one.
static UNSCALED: [(Opcode, Opcode); 24] = [
    (op::LDRBBui, op::LDURBBi),
    (op::LDRHHui, op::LDURHHi),
    (op::LDRWui, op::LDURWi),
    (op::LDRXui, op::LDURXi),
    (op::LDRSBWui, op::LDURSBWi),
    (op::LDRSBXui, op::LDURSBXi),
    (op::LDRSHWui, op::LDURSHWi),
    (op::LDRSHXui, op::LDURSHXi),
    (op::LDRSWui, op::LDURSWi),
    (op::LDRBui, op::LDURBi),
    (op::LDRHui, op::LDURHi),
    (op::LDRSui, op::LDURSi),
    (op::LDRDui, op::LDURDi),
    (op::LDRQui, op::LDURQi),
    (op::STRBBui, op::STURBBi),
    (op::STRHHui, op::STURHHi),
    (op::STRWui, op::STURWi),
    (op::STRXui, op::STURXi),
    (op::STRBui, op::STURBi),
    (op::STRHui, op::STURHi),
    (op::STRSui, op::STURSi),
    (op::STRDui, op::STURDi),
    (op::STRQui, op::STURQi),
    (op::PRFMui, op::PRFUMi),
];

/// Returns the form of an access with an unscaled offset.
pub(crate) fn unscaled(opcode: Opcode) -> Option<Opcode> {
    UNSCALED.iter().find(|(scaled, _)| *scaled == opcode).map(|&(_, unscaled)| unscaled)
}

/// Returns the form of an access with a scaled offset.
pub(crate) fn scaled(opcode: Opcode) -> Option<Opcode> {
    UNSCALED.iter().find(|(_, unscaled)| *unscaled == opcode).map(|&(scaled, _)| scaled)
}

/// Returns the scale of an access's offset in bytes.
pub(crate) fn scale(opcode: Opcode) -> Option<i64> {
    immediate_kind(opcode, 2).map(|kind| kind.scale)
}

/// Builds `dst = src + amount`. X16 may be written if the amount has more than 24 bits. Flags are
/// unchanged.
pub(crate) fn add_immediate(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg, amount: i64) {
    let opcode = if amount < 0 { op::SUBXri } else { op::ADDXri };
    let size = amount.unsigned_abs();
    let mut add = |src: PhysReg, part: u64, shift: i32| {
        let imm = [Operand::small_imm(part as i32), Operand::small_imm(shift)];
        b.inst(opcode, &[Operand::def(dst), Operand::use_of(src), imm[0], imm[1]]);
    };
    match (size >> 12, size & 0xfff) {
        (0, 0) if dst == src => {}
        (0, low) => add(src, low, 0),
        (high @ 1..=0xfff, low) => {
            add(src, high, 12);
            if low != 0 {
                add(dst, low, 0);
            }
        }
        _ => {
            let value = b.mf.imm(amount);
            b.inst(op::MOVi64imm, &[Operand::def(regs::X16), value]);
            let operands = [Operand::use_of(src), Operand::use_of(regs::X16), Operand::small_imm(UXTX)];
            b.inst(op::ADDXrx64, &[Operand::def(dst), operands[0], operands[1], operands[2]]);
        }
    }
}

/// Replaces the frame index at operand `n` and the following immediate by `base + offset`, if that
/// is in range. Returns false without effect if it is not.
pub(crate) fn place_directly(
    opcode: Opcode,
    operands: &mut [Operand],
    n: usize,
    base: PhysReg,
    offset: i64,
) -> bool {
    let small = |at: usize| operands.get(at).and_then(|o| o.as_small_imm()).map(i64::from);
    let Some(own) = small(n + 1) else { return false };
    if opcode == op::ADDXri {
        let Some(shift) = small(n + 2) else { return false };
        let total = offset + (own << shift);
        let fits = (0..1 << 12).contains(&total);
        if fits {
            place(operands, n, base, total);
            operands[n + 2] = Operand::small_imm(0);
        }
        return fits;
    }
    let Some(kind) = immediate_kind(opcode, n + 1) else { return false };
    let total = offset + own * kind.scale;
    let fits = total % kind.scale == 0 && kind.accepts(total / kind.scale);
    if fits {
        place(operands, n, base, total / kind.scale);
    }
    fits
}

/// Replaces the frame index at operand `n` of `inst` and the following immediate by `base +
/// offset`.
pub(crate) fn eliminate(
    mf: &mut MachineFunction,
    inst: InstId,
    n: usize,
    base: PhysReg,
    offset: i64,
) -> Result<()> {
    let opcode = mf.opcode(inst);
    if place_directly(opcode, mf.operands_mut(inst), n, base, offset) {
        return Ok(());
    }
    if opcode == op::ADDXri {
        return address(mf, inst, n, base, offset);
    }
    let Some(kind) = immediate_kind(opcode, n + 1) else {
        return through_scratch(mf, inst, n, base, offset);
    };
    let Some(own) = mf.operands(inst).get(n + 1).and_then(|&o| mf.imm_value(o)) else {
        return Err(CompileError::new(&mf.name, TABLE.desc(opcode).name, "no offset after a frame index"));
    };
    let total = offset + own * kind.scale;
    if let Some(short) = unscaled(opcode).filter(|_| (-256..256).contains(&total)) {
        mf.inst_mut(inst).opcode = short;
        place(mf.operands_mut(inst), n, base, total);
        return Ok(());
    }
    add_immediate(&mut Builder::before(mf, inst), regs::X16, base, total);
    place(mf.operands_mut(inst), n, regs::X16, 0);
    Ok(())
}

/// Returns the immediate kind of operand `n` of `opcode`, if it is an immediate.
fn immediate_kind(opcode: Opcode, n: usize) -> Option<&'static ImmKind> {
    let listed = opcode.is_target().then(|| TABLE.desc(opcode).operands.get(n))??;
    match listed.kind {
        OperandKind::Imm(kind) | OperandKind::Expr(kind) => Some(TABLE.imm_kind(kind)),
        _ => None,
    }
}

fn place(operands: &mut [Operand], n: usize, base: PhysReg, imm: i64) {
    debug_assert!(i32::try_from(imm).is_ok(), "an offset of {imm} is in no instruction's range");
    (operands[n], operands[n + 1]) = (Operand::use_of(base), Operand::small_imm(imm as i32));
}

/// Builds the address of a frame object out of an addition's range, by several additions.
fn address(mf: &mut MachineFunction, inst: InstId, n: usize, base: PhysReg, offset: i64) -> Result<()> {
    let value = |at: usize| mf.operands(inst).get(at).and_then(|&o| mf.imm_value(o));
    let (Some(dst), Some(own), Some(shift)) =
        (mf.operands(inst).first().and_then(|o| o.phys()), value(n + 1), value(n + 2))
    else {
        return Err(CompileError::new(&mf.name, "ADDXri", "a frame address without an offset"));
    };
    let total = offset + (own << shift);
    add_immediate(&mut Builder::before(mf, inst), dst, base, total);
    mf.remove_inst(inst);
    Ok(())
}

/// Builds the address in X16, for instructions whose address is a plain register.
fn through_scratch(
    mf: &mut MachineFunction,
    inst: InstId,
    n: usize,
    base: PhysReg,
    offset: i64,
) -> Result<()> {
    let taken = mf.operands(inst).iter().any(|o| o.phys() == Some(regs::X16));
    if taken {
        return Err(CompileError::new(&mf.name, "", "two addresses in the frame need the scratch register"));
    }
    if offset != 0 {
        add_immediate(&mut Builder::before(mf, inst), regs::X16, base, offset);
    }
    let address = if offset == 0 { base } else { regs::X16 };
    mf.set_operand(inst, n, Operand::use_of(address));
    Ok(())
}
