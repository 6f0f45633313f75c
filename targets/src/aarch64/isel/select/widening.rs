//! Lanes of twice the size: extensions, sums and products of extended lanes, sums with products.
//!
//! Most have a second instruction that reads the upper half of a 128-bit register, without a move
//! to the lower half.

use crate::aarch64::isel::select::shapes::*;
use crate::aarch64::registers::subs;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns the index of a vector of wide lanes in the lists of three.
fn wide_shape(ty: Llt) -> Option<usize> {
    let shapes = [(8, 16), (4, 32), (2, 64)];
    shapes.iter().position(|&s| s == (ty.elements(), ty.scalar_bits()))
}

/// Returns the register of which `v` is a half; true for the upper one.
fn half_of(mf: &MachineFunction, v: VReg) -> Option<(VReg, bool)> {
    let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_UNMERGE_VALUES && mf.operands(d).len() == 3)?;
    let whole = mf.vreg_operand(def, 2).filter(|&w| mf.ty(w).bits() == 128 && mf.ty(w).is_vector())?;
    Some((whole, mf.vreg_operand(def, 1) == Some(v)))
}

/// Returns the register of which `v` is the upper half.
fn upper_half_of(mf: &MachineFunction, v: VReg) -> Option<VReg> {
    half_of(mf, v).filter(|half| half.1).map(|half| half.0)
}

/// Returns `v`, of 64 bits, as an operand.
fn low_operand(mf: &MachineFunction, v: VReg) -> Operand {
    match half_of(mf, v) {
        Some((whole, false)) => Operand::use_of(whole).with_sub_reg(subs::DSUB),
        _ => Operand::use_of(v),
    }
}

/// Matches `v` as the source of an extension to twice its size: opcodes for a signed and an
/// unsigned one, and their operand.
pub(crate) fn lengthened(mf: &MachineFunction, v: VReg) -> Option<(Opcode, Opcode, Operand)> {
    let n = wide_shape(mf.ty(v).with_scalar_bits(mf.ty(v).scalar_bits() * 2))?;
    match upper_half_of(mf, v) {
        Some(whole) => Some((SSHLL2[n], USHLL2[n], Operand::use_of(whole))),
        None => Some((SSHLL[n], USHLL[n], low_operand(mf, v))),
    }
}

/// Returns the value that `v` extends to twice the size; true for a sign extension.
fn extension_of(mf: &MachineFunction, v: VReg) -> Option<(VReg, bool)> {
    let def = mf.def(v)?;
    let signed = match mf.opcode(def) {
        gop::G_SEXT => true,
        gop::G_ZEXT => false,
        _ => return None,
    };
    let source = mf.vreg_operand(def, 1)?;
    (mf.ty(source).scalar_bits() * 2 == mf.ty(v).scalar_bits()).then_some((source, signed))
}

/// Returns the sources of two extensions of one signedness.
fn extensions_of(mf: &MachineFunction, a: VReg, b: VReg) -> Option<(VReg, VReg, bool)> {
    let ((x, signed), (y, other)) = (extension_of(mf, a)?, extension_of(mf, b)?);
    (signed == other).then_some((x, y, signed))
}

/// Returns one opcode of a family for signed or for unsigned lanes.
fn pick(signed: bool, n: usize, families: [&[Opcode; 3]; 2]) -> Opcode {
    families[usize::from(!signed)][n]
}

/// Matches a sum, difference or product of two extensions, and a sum or difference with one
/// extension: opcode and operands.
pub(crate) fn widened(mf: &MachineFunction, inst: InstId) -> Option<(Opcode, Operand, Operand)> {
    let (result, a, b) = (mf.vreg_operand(inst, 0)?, mf.vreg_operand(inst, 1)?, mf.vreg_operand(inst, 2)?);
    let n = wide_shape(mf.ty(result))?;
    let opcode = mf.opcode(inst);
    if let Some((x, y, signed)) = extensions_of(mf, a, b) {
        let (both, upper) = match opcode {
            gop::G_ADD => ([&SADDL, &UADDL], [&SADDL2, &UADDL2]),
            gop::G_SUB => ([&SSUBL, &USUBL], [&SSUBL2, &USUBL2]),
            _ => ([&SMULL, &UMULL], [&SMULL2, &UMULL2]),
        };
        return Some(match (upper_half_of(mf, x), upper_half_of(mf, y)) {
            (Some(x), Some(y)) => (pick(signed, n, upper), Operand::use_of(x), Operand::use_of(y)),
            _ => (pick(signed, n, both), low_operand(mf, x), low_operand(mf, y)),
        });
    }
    let with = |b: VReg| extension_of(mf, b).filter(|_| mf.use_count(b) == 1);
    match opcode {
        gop::G_ADD => {
            let (other, (x, signed)) = with(b).map(|e| (a, e)).or_else(|| with(a).map(|e| (b, e)))?;
            Some((pick(signed, n, [&SADDW, &UADDW]), Operand::use_of(other), low_operand(mf, x)))
        }
        gop::G_SUB => with(b)
            .map(|(x, signed)| (pick(signed, n, [&SSUBW, &USUBW]), Operand::use_of(a), low_operand(mf, x))),
        _ => None,
    }
}

/// Matches a sum or difference of a vector and a product without other uses: opcode, addend,
/// factors.
pub(crate) fn accumulated(mf: &MachineFunction, inst: InstId) -> Option<(Opcode, Operand, Operand, Operand)> {
    let (a, b) = (mf.vreg_operand(inst, 1)?, mf.vreg_operand(inst, 2)?);
    let add = mf.opcode(inst) == gop::G_ADD;
    let product = |v: VReg| {
        let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_MUL && mf.use_count(v) == 1)?;
        Some((mf.vreg_operand(def, 1)?, mf.vreg_operand(def, 2)?))
    };
    let (addend, (x, y)) = match product(b) {
        Some(factors) => (a, factors),
        None => (b, product(a).filter(|_| add)?),
    };
    let ty = mf.ty(a);
    if let (Some(n), Some((x, y, signed))) = (wide_shape(ty), extensions_of(mf, x, y)) {
        let families = if add { [&SMLAL, &UMLAL] } else { [&SMLSL, &UMLSL] };
        return Some((
            pick(signed, n, families),
            Operand::use_of(addend),
            low_operand(mf, x),
            low_operand(mf, y),
        ));
    }
    let opcode = by_shape(if add { &MLA } else { &MLS }, ty)?;
    Some((opcode, Operand::use_of(addend), Operand::use_of(x), Operand::use_of(y)))
}
