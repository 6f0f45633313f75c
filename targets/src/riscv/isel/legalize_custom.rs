//! The `custom` legalizer actions of RISC-V: operations on the lower 32 bits, jump tables,
//! `va_start`.

use crate::riscv::features::Features;
use crate::riscv::instr_info::GUARDED_JUMP_REGISTER;
use crate::riscv::isel::code_model::is_medlow;
use crate::riscv::isel::float_values;
use crate::riscv::isel::fp_environment;
use crate::riscv::isel::intrinsics;
use crate::riscv::isel::legalize_atomics;
use crate::riscv::mc::instructions::op::*;
use crate::riscv::registers::classes;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S16, S32, S64};
use gisel_codegen::ir::mir::{
    FloatPredicate, IntPredicate, JumpTableEntryKind, MemFlags, MemOperand, Operand, PointerInfo,
};
use gisel_codegen::ir::module::{Module, RelocModel};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::isel::legalizer::build::constant_value;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Legalizes `inst`, for which a rule has the action `custom`.
pub(crate) fn legalize_custom(
    b: &mut Builder<'_>,
    inst: InstId,
    features: Features,
    module: &Module,
) -> Outcome {
    match b.mf.opcode(inst) {
        G_ADD | G_SUB => wrapped_word(b, inst),
        G_SHL => word_shift(b, inst, G_SLLW),
        G_LSHR => word_shift(b, inst, G_SRLW),
        G_ASHR => word_shift(b, inst, G_SRAW),
        G_ROTL => word_operation(b, inst, G_ROLW),
        G_ROTR => word_operation(b, inst, G_RORW),
        G_FSHL | G_FSHR => shifted_pair(b, inst),
        G_MUL => product_without_multiplication(b, inst),
        G_SDIV => word_operation(b, inst, G_DIVW),
        G_UDIV => word_operation(b, inst, G_DIVUW),
        G_UREM => word_operation(b, inst, G_REMUW),
        G_CTLZ | G_CTLZ_ZERO_UNDEF => count_in_word(b, inst, G_CLZW),
        G_CTTZ | G_CTTZ_ZERO_UNDEF => count_in_word(b, inst, G_CTZW),
        G_BITREVERSE => reversed_byte(b, inst),
        G_FPTOSI => word_of_float(b, inst, G_FCVT_W_RV64),
        G_FPTOUI => word_of_float(b, inst, G_FCVT_WU_RV64),
        G_INTRINSIC_ROUNDEVEN | G_INTRINSIC_TRUNC | G_FFLOOR | G_FCEIL | G_INTRINSIC_ROUND | G_FRINT => {
            rounded(b, inst)
        }
        G_IS_FPCLASS => class(b, inst),
        G_LOAD | G_STORE | G_PHI | G_SELECT | G_FREEZE | G_IMPLICIT_DEF | G_CONSTANT_FOLD_BARRIER => {
            whole_float(b, inst)
        }
        G_ANYEXT | G_SEXT | G_ZEXT => extended_half(b, inst),
        G_GET_ROUNDING | G_SET_ROUNDING | G_GET_FPENV | G_SET_FPENV | G_RESET_FPENV | G_GET_FPMODE
        | G_SET_FPMODE | G_RESET_FPMODE => fp_environment::legalize(b, inst),
        G_BRJT => jump_through_table(b, inst, features, module),
        G_VASTART => va_start(b, inst),
        G_READCYCLECOUNTER => wide_counter(b, inst, CYCLE),
        G_READSTEADYCOUNTER => wide_counter(b, inst, TIME),
        G_INTRINSIC_W_SIDE_EFFECTS => intrinsics::legalize(b, inst),
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => legalize_atomics::legalize(b, inst, features),
        opcode if (G_ATOMICRMW_XCHG.0..=G_ATOMICRMW_UMIN.0).contains(&opcode.0) => {
            legalize_atomics::legalize(b, inst, features)
        }
        _ => Outcome::Declined,
    }
}

/// Keeps a double or a half in one register, if it is aligned in memory; the following rules split
/// or widen others.
fn whole_float(b: &Builder<'_>, inst: InstId) -> Outcome {
    let Some(value) = b.mf.vreg_operand(inst, 0) else { return Outcome::Declined };
    let ty = b.mf.ty(value);
    let bytes = ty.bytes();
    let is_whole = |mem: &MemOperand| mem.size() == bytes && mem.align >= bytes && !mem.is_atomic();
    let aligned = b.mf.mem_operand(inst).is_none_or(is_whole);
    if matches!(ty, S16 | S64) && aligned && float_values::moves_float(b.mf, inst) {
        Outcome::Legal
    } else {
        Outcome::Declined
    }
}

/// Returns the bits of a half in a general register, whose upper bits are undefined.
fn extended_half(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    if opcode == G_ANYEXT {
        return Outcome::Legal;
    }
    let word = b.op(G_ANYEXT, b.word(), &[src]);
    let value = match opcode {
        G_SEXT => b.sext_inreg(word, 16),
        _ => b.bin_int(G_AND, word, 0xffff),
    };
    b.define(dst, value);
    Outcome::Replaced
}

/// Computes in 64 bits, with the result marked as a sign-extended word.
fn wrapped_word(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (lhs, rhs) = (b.resize(G_ANYEXT, S64, lhs), b.resize(G_ANYEXT, S64, rhs));
    let wide = b.bin(opcode, lhs, rhs);
    let word = b.sext_inreg(wide, 32);
    b.define_by(dst, G_TRUNC, &[word]);
    Outcome::Replaced
}

/// Leaves constant amounts to the 64-bit shifts, which select equally well.
fn word_shift(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    match constant_value(b.mf, b.reg(inst, 2)) {
        Some(_) => Outcome::Declined,
        None => word_operation(b, inst, opcode),
    }
}

/// Uses an instruction that reads the lower words and writes a sign-extended one.
fn word_operation(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (lhs, rhs) = (b.resize(G_ANYEXT, S64, lhs), b.resize(G_ANYEXT, S64, rhs));
    let word = b.op(opcode, S64, &[lhs, rhs]);
    b.define_by(dst, G_TRUNC, &[word]);
    Outcome::Replaced
}

/// Shifts two words in one register, which one instruction merges.
fn shifted_pair(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let [dst, high, low, amount] = [0, 1, 2, 3].map(|n| b.reg(inst, n));
    let (high, low) = (b.resize(G_ANYEXT, S64, high), b.resize(G_ZEXT, S64, low));
    let upper = b.bin_int(G_SHL, high, 32);
    let pair = b.bin(G_OR, low, upper);
    let left = b.mf.opcode(inst) == G_FSHL;
    let shifted = match constant_value(b.mf, amount).map(|n| n & 31) {
        Some(n) if left && n != 0 => b.bin_int(G_LSHR, pair, i128::from(32 - n)),
        _ => {
            let amount = b.resize(G_ANYEXT, S64, amount);
            let amount = b.bin_int(G_AND, amount, 31);
            let moved = b.bin(if left { G_SHL } else { G_LSHR }, pair, amount);
            if left { b.bin_int(G_LSHR, moved, 32) } else { moved }
        }
    };
    b.define_by(dst, G_TRUNC, &[shifted]);
    Outcome::Replaced
}

/// The maximum number of shifted terms in a product with a constant; more take longer than the
/// routine's call.
const MAX_TERMS: u32 = 3;

fn product_without_multiplication(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let [dst, x, factor] = [0, 1, 2].map(|n| b.reg(inst, n));
    let Some(factor) = constant_value(b.mf, factor) else { return Outcome::Declined };
    // The non-adjacent form: digits 1, 0 and -1, without adjacent non-zero ones. They are the bits
    // of the triple that the number does not have, and the reverse.
    let (number, triple) = (i128::from(factor), 3 * i128::from(factor));
    let (plus, minus) = (triple & !number, number & !triple);
    if (plus | minus).count_ones() > MAX_TERMS || factor == 0 {
        return Outcome::Declined;
    }
    let bits = b.ty(dst).bits();
    let shifts = |digits: i128| (0..bits).filter(move |n| digits >> (n + 1) & 1 != 0);
    let mut sum: Option<VReg> = None;
    for (digits, opcode) in [(plus, G_ADD), (minus, G_SUB)] {
        for n in shifts(digits) {
            let shifted = if n == 0 { x } else { b.bin_int(G_SHL, x, n.into()) };
            sum = Some(match (sum, opcode) {
                (None, G_ADD) => shifted,
                (None, _) => b.neg(shifted),
                (Some(sum), opcode) => b.bin(opcode, sum, shifted),
            });
        }
    }
    let Some(sum) = sum else { return Outcome::Declined };
    b.define(dst, sum);
    Outcome::Replaced
}

/// Uses the instruction that reverses the bits of each byte, from which byte and bit reversals are
/// selected.
fn reversed_byte(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let word = b.word();
    let bytes = b.resize(G_ANYEXT, word, src);
    let bytes = b.op(G_BSWAP, word, &[bytes]);
    let bits = b.op(G_BITREVERSE, word, &[bytes]);
    b.define_by(dst, G_TRUNC, &[bits]);
    Outcome::Replaced
}

/// Uses an instruction that reads the lower word.
fn count_in_word(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let src = b.resize(G_ANYEXT, S64, src);
    b.define_by(dst, opcode, &[src]);
    Outcome::Replaced
}

/// Rounding modes of instructions: to nearest, ties to even; towards zero, down, up; to nearest,
/// ties away from zero; the dynamic mode.
const RNE: i64 = 0;
const RTZ: i64 = 1;
const RDN: i64 = 2;
const RUP: i64 = 3;
const RMM: i64 = 4;
const DYNAMIC: i64 = 7;

/// Returns the rounding mode of an operation that rounds a float to an integer.
pub(crate) fn rounding_mode(opcode: Opcode) -> Option<i64> {
    Some(match opcode {
        G_INTRINSIC_ROUNDEVEN => RNE,
        G_INTRINSIC_TRUNC => RTZ,
        G_FFLOOR => RDN,
        G_FCEIL => RUP,
        G_INTRINSIC_ROUND => RMM,
        G_FRINT => DYNAMIC,
        _ => return None,
    })
}

fn word_of_float(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let word = b.op_imm(opcode, S64, src, RTZ);
    b.define_by(dst, G_TRUNC, &[word]);
    Outcome::Replaced
}

/// Rounds by a conversion to an integer and back, with the operand's sign, which preserves the sign
/// of zero. From the bound on, where a float has no fraction, and for NaNs, the operand is the
/// result.
fn rounded(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let Some(mode) = rounding_mode(b.mf.opcode(inst)) else { return Outcome::Declined };
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    // 2 to the number of bits of the mantissa.
    let word = b.word();
    let (to_int, bound) = match ty {
        S16 => (G_FCVT_W_RV64, (15 + 10) << 10),
        S32 => (G_FCVT_W_RV64, (127 + 23) << 23),
        _ => (G_FCVT_L_RV64, (1023 + 52) << 52),
    };
    let magnitude = b.op(G_FABS, ty, &[src]);
    let bound = b.fconstant(ty, bound);
    let has_fraction = b.fcmp(word, FloatPredicate::Olt, magnitude, bound);
    let integer = b.op_imm(to_int, word, src, mode);
    let back = b.op(G_SITOFP, ty, &[integer]);
    let signed = b.op(G_FCOPYSIGN, ty, &[back, src]);
    b.define_by(dst, G_SELECT, &[has_fraction, signed, src]);
    Outcome::Replaced
}

/// Uses `fclass`, whose bits have another order: NaNs last.
fn class(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, mask) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2));
    let word = b.word();
    let bit = b.op(G_FCLASS, word, &[src]);
    let wanted = mask >> 2 & 0xff | (mask & 3) << 8;
    let any = b.bin_int(G_AND, bit, wanted as i128);
    let zero = b.int(word, 0);
    let holds = b.icmp(word, IntPredicate::Ne, any, zero);
    b.define(dst, holds);
    Outcome::Replaced
}

/// Lowers a jump through a table. With landing pads, the jump uses the register that may land
/// anywhere, as tables are read-only.
fn jump_through_table(b: &mut Builder<'_>, inst: InstId, features: Features, module: &Module) -> Outcome {
    let (table, index) = (b.reg(inst, 0), b.reg(inst, 2));
    let (pointer, word) = (b.pointer(), b.word());
    let kind = jump_table_kind(module, word);
    b.mf.jump_table_kind = kind;
    let entry_type = if kind == JumpTableEntryKind::BlockAddress { word } else { S32 };
    let offset = b.bin_int(G_SHL, index, entry_type.bytes().ilog2().into());
    let place = b.op(G_PTR_ADD, pointer, &[table, offset]);
    let entry = b.mf.create_vreg(word);
    let load = b.regs(if word == entry_type { G_LOAD } else { G_SEXTLOAD }, &[entry], &[place]);
    let mem = MemOperand::new(MemFlags::LOAD | MemFlags::INVARIANT, entry_type, entry_type.bytes());
    b.mf.add_mem_operand(load, mem.with_pointer(PointerInfo::JumpTable));
    let target = match kind {
        JumpTableEntryKind::LabelDifference32 => b.op(G_PTR_ADD, pointer, &[table, entry]),
        JumpTableEntryKind::Custom32 | JumpTableEntryKind::BlockAddress => {
            b.op(G_INTTOPTR, pointer, &[entry])
        }
    };
    if features.contains(Features::ZICFILP) {
        b.copy(GUARDED_JUMP_REGISTER, target);
        b.inst(PseudoBRIND, &[Operand::use_of(GUARDED_JUMP_REGISTER), Operand::small_imm(0)]);
    } else {
        b.inst(G_BRINDIRECT, &[Operand::use_of(target)]);
    }
    Outcome::Replaced
}

/// Returns the kind of jump tables: distances from the table in position-independent code; else
/// addresses, of 32 bits if all are within 2 GiB of zero.
fn jump_table_kind(module: &Module, word: Llt) -> JumpTableEntryKind {
    if module.reloc_model == RelocModel::Pic {
        JumpTableEntryKind::LabelDifference32
    } else if word == S64 && is_medlow(module) {
        JumpTableEntryKind::Custom32
    } else {
        JumpTableEntryKind::BlockAddress
    }
}

/// The numbers of the registers `cycle` and `time`, and the distance to their upper words.
const CYCLE: i64 = 0xc00;
const TIME: i64 = 0xc01;
const UPPER_WORDS: i64 = 0x80;

/// Reads a counter of two words, until no carry comes between the reads.
fn wide_counter(b: &mut Builder<'_>, inst: InstId, number: i64) -> Outcome {
    let dst = b.reg(inst, 0);
    let [lo, hi, again] = [0; 3].map(|_| b.mf.create_class_vreg(classes::GPR));
    let [low_number, high_number] = [number, number + UPPER_WORDS].map(|number| b.mf.imm(number));
    let operands = [Operand::def(lo), Operand::def(hi), Operand::def(again), low_number, high_number];
    b.inst(ReadCounterWide, &operands);
    let words = [lo, hi].map(|word| b.op(COPY, S32, &[word]));
    b.regs(G_MERGE_VALUES, &[dst], &words);
    Outcome::Replaced
}

/// Initializes a `va_list`: a pointer to the next argument.
fn va_start(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let list = b.reg(inst, 0);
    let Some(first) = b.mf.frame.var_args_frame_index else { return Outcome::Declined };
    let pointer = b.pointer();
    let address = b.frame_index(pointer, first);
    b.store(address, list, MemOperand::new(MemFlags::STORE, pointer, pointer.bytes()));
    Outcome::Replaced
}
