//! Matchers of operands that AArch64's instructions fold, and the conditions of comparisons. They
//! emit no instructions.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::isel::select::vectors::is_all_ones;
use crate::aarch64::registers::subs;
use crate::isle::prelude::uconst;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand};
use gisel_codegen::ir::opcodes as op;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Matches 12 bits, or 12 bits shifted left by 12: number and shift.
pub(crate) fn arithmetic(value: u64) -> Option<(i64, i64)> {
    match value {
        0..0x1000 => Some((value as i64, 0)),
        0x1000..0x100_0000 if value & 0xfff == 0 => Some(((value >> 12) as i64, 12)),
        _ => None,
    }
}

/// Matches a constant (or its inverse) as an encoded logical immediate of its register's width.
pub(crate) fn logical(mf: &MachineFunction, v: VReg, inverted: bool) -> Option<i64> {
    let value = uconst(mf, v)?;
    let value = if inverted { !value } else { value };
    let bits = if mf.ty(v).bits() > 32 { 64 } else { 32 };
    logical_immediate::encode(value, bits).map(|v| v as i64)
}

/// Returns the number of bits that a mask selects of a register of `bits` bits that is shifted left
/// by `shift`, if they are its low bits.
pub(crate) fn inserted_width(mf: &MachineFunction, bits: u32, shift: i64, mask: VReg) -> Option<i64> {
    let (bits, shift) = (if bits > 32 { 64 } else { 32 }, u32::try_from(shift).ok()?);
    let field = uconst(mf, mask)?.checked_shr(shift)?;
    let width = field.trailing_ones();
    let contiguous = width > 0 && (width == 64 || field >> width == 0);
    (contiguous && shift > 0 && shift + width <= bits).then_some(i64::from(width))
}

/// Returns the instruction of this opcode that defines `v`.
fn def_of(mf: &MachineFunction, v: VReg, opcode: Opcode) -> Option<InstId> {
    mf.def(v).filter(|&d| mf.opcode(d) == opcode)
}

/// Returns operand `n` of `inst`, a register.
fn operand(mf: &MachineFunction, inst: InstId, n: usize) -> Option<VReg> {
    mf.vreg_operand(inst, n)
}

/// Matches a shift by a constant whose result is used once: source and `kind << 6 | amount`.
pub(crate) fn shifted(mf: &MachineFunction, v: VReg, rotation: bool) -> Option<(VReg, i64)> {
    if mf.use_count(v) != 1 {
        return None;
    }
    let def = mf.def(v)?;
    let kind = match mf.opcode(def) {
        op::G_SHL => 0,
        op::G_LSHR => 1,
        op::G_ASHR => 2,
        op::G_ROTR if rotation => 3,
        _ => return None,
    };
    let bits = mf.ty(v).bits();
    if mf.ty(v).is_vector() || !matches!(bits, 32 | 64) {
        return None;
    }
    let amount = mf.constant(operand(mf, def, 2)?).filter(|a| (0..i64::from(bits)).contains(a))?;
    Some((operand(mf, def, 1)?, kind << 6 | amount))
}

/// Matches an extension to 32 or 64 bits that is used once, shifted left by at most 4. Returns the
/// source as a 32-bit operand, and `extension << 3 | shift`.
pub(crate) fn extended(mf: &MachineFunction, v: VReg) -> Option<(Operand, i64)> {
    if mf.use_count(v) != 1 || mf.ty(v).is_vector() {
        return None;
    }
    if let Some(shift) = def_of(mf, v, op::G_SHL) {
        let amount = mf.constant(operand(mf, shift, 2)?).filter(|a| (1..=4).contains(a))?;
        let (source, extension) = extension(mf, operand(mf, shift, 1)?)?;
        return Some((source, extension << 3 | amount));
    }
    let (source, extension) = extension(mf, v)?;
    Some((source, extension << 3))
}

/// The extension of an unsigned word.
pub(crate) const UXTW: i64 = 2;

/// Returns the source and kind of an extension, if an operand can fold it.
fn extension(mf: &MachineFunction, v: VReg) -> Option<(Operand, i64)> {
    let def = mf.def(v)?;
    let source = operand(mf, def, 1)?;
    let from = mf.ty(source);
    if from.is_vector() {
        return None;
    }
    let kind = match mf.opcode(def) {
        op::G_ZEXT if from.bits() == 32 => UXTW,
        op::G_SEXT if from.bits() == 32 => 6,
        op::G_SEXT_INREG => match mf.imm_value(mf.operand(def, 2))? {
            8 => 4,
            16 => 5,
            32 if from.bits() == 64 => 6,
            _ => return None,
        },
        op::G_AND => match uconst(mf, operand(mf, def, 2)?)? {
            0xff => 0,
            0xffff => 1,
            0xffff_ffff if from.bits() == 64 => 2,
            _ => return None,
        },
        _ => return None,
    };
    let part = Operand::use_of(source);
    Some((if from.bits() == 64 { part.with_sub_reg(subs::SUB_32) } else { part }, kind))
}

/// Returns true if `v`, of 32 bits, comes from an instruction that writes a W register, which
/// clears the upper half.
pub(crate) fn is_zero_extended(mf: &MachineFunction, v: VReg) -> bool {
    if mf.ty(v).bits() != 32 {
        return false;
    }
    let arithmetic = [
        op::G_ADD,
        op::G_SUB,
        op::G_MUL,
        op::G_AND,
        op::G_OR,
        op::G_XOR,
        op::G_SHL,
        op::G_LSHR,
        op::G_ASHR,
        op::G_UDIV,
        op::G_SDIV,
        op::G_ICMP,
        op::G_FCMP,
        op::G_CONSTANT,
        op::G_SEXT_INREG,
        op::G_CTLZ,
        op::G_BSWAP,
        op::G_EXTRACT_VECTOR_ELT,
    ];
    let loads = [op::G_LOAD, op::G_ZEXTLOAD, op::G_SEXTLOAD];
    mf.def(v).is_some_and(|d| arithmetic.contains(&mf.opcode(d)) || loads.contains(&mf.opcode(d)))
}

/// Returns the condition code of a predicate after a comparison.
pub(crate) fn condition(predicate: IntPredicate) -> i64 {
    match predicate {
        IntPredicate::Eq => 0,
        IntPredicate::Ne => 1,
        IntPredicate::Uge => 2,
        IntPredicate::Ult => 3,
        IntPredicate::Ugt => 8,
        IntPredicate::Ule => 9,
        IntPredicate::Sge => 10,
        IntPredicate::Slt => 11,
        IntPredicate::Sgt => 12,
        IntPredicate::Sle => 13,
    }
}

/// Returns the condition codes of a predicate after `fcmp`, where unordered operands set carry and
/// overflow. Two predicates require a second condition, either of which suffices. `al` and `nv`
/// represent the constant predicates.
pub(crate) fn float_conditions(predicate: FloatPredicate) -> (i64, Option<i64>) {
    let one = |cc| (cc, None);
    match predicate {
        FloatPredicate::Oeq => one(0),
        FloatPredicate::Une => one(1),
        FloatPredicate::Olt => one(4),
        FloatPredicate::Uge => one(5),
        FloatPredicate::Uno => one(6),
        FloatPredicate::Ord => one(7),
        FloatPredicate::Ugt => one(8),
        FloatPredicate::Ole => one(9),
        FloatPredicate::Oge => one(10),
        FloatPredicate::Ult => one(11),
        FloatPredicate::Ogt => one(12),
        FloatPredicate::Ule => one(13),
        FloatPredicate::One => (4, Some(12)),
        FloatPredicate::Ueq => (0, Some(6)),
        FloatPredicate::True => one(14),
        FloatPredicate::False => one(15),
    }
}

/// Matches a disjunction of bits under a mask and bits under the inverted mask: the mask and both.
pub fn bit_select(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg, VReg)> {
    let used_once = |v: VReg, opcode: Opcode| {
        let def = mf.def(v).filter(|&d| mf.opcode(d) == opcode && mf.use_count(v) == 1)?;
        Some([mf.vreg_operand(def, 1)?, mf.vreg_operand(def, 2)?])
    };
    let halves = [1, 2].map(|n| used_once(mf.vreg_operand(inst, n)?, op::G_AND));
    let [Some(first), Some(second)] = halves else { return None };
    let inverted = |v: VReg| {
        let def = mf.def(v).filter(|&d| mf.opcode(d) == op::G_XOR)?;
        let [a, b] = [mf.vreg_operand(def, 1)?, mf.vreg_operand(def, 2)?];
        is_all_ones(mf, b).then_some(a)
    };
    let select = |[chosen, other]: [[VReg; 2]; 2]| {
        let (mask, otherwise) = [(other[0], other[1]), (other[1], other[0])]
            .into_iter()
            .find_map(|(inverse, otherwise)| Some((inverted(inverse)?, otherwise)))?;
        match chosen {
            [a, b] if b == mask => Some((mask, a, otherwise)),
            [a, b] if a == mask => Some((mask, b, otherwise)),
            _ => None,
        }
    };
    select([first, second]).or_else(|| select([second, first]))
}
