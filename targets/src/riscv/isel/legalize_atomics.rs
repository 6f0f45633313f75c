//! Atomic operations on RISC-V: words in whole registers, smaller ones as parts of the aligned
//! word, unless Zabha has an instruction.

use crate::riscv::features::Features;
use crate::riscv::mc::instructions::op::*;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S32;
use gisel_codegen::ir::mir::{IntPredicate, MemOperand, Operand, Ordering};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::machine::desc::instructions::Opcode;

/// LLVM's number of the strongest ordering, for a fence.
const ALL: i32 = 7;

/// Legalizes the atomic operation `inst`.
pub(crate) fn legalize(b: &mut Builder<'_>, inst: InstId, features: Features) -> Outcome {
    let Some(mem) = b.mf.mem_operand(inst).copied() else { return Outcome::Declined };
    let opcode = b.mf.opcode(inst);
    // Instructions access at most a whole register.
    if !mem.size().is_power_of_two() || mem.size() > b.word().bytes() {
        return Outcome::Declined;
    }
    let native = mem.size() >= 4 || has_part_instruction(opcode, features);
    match opcode {
        G_ATOMIC_CMPXCHG_WITH_SUCCESS if native => compare_exchange(b, inst, mem, features),
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => masked_compare_exchange(b, inst, mem),
        _ if !native => part_operation(b, inst, opcode, mem),
        G_ATOMICRMW_SUB => subtraction(b, inst),
        _ if b.ty(b.reg(inst, 0)) != b.word() => word_operation(b, inst, opcode, mem),
        _ => Outcome::Legal,
    }
}

/// Returns true if one instruction performs the operation on bytes and half-words.
fn has_part_instruction(opcode: Opcode, features: Features) -> bool {
    match opcode {
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => features.contains(Features::ZABHA | Features::ZACAS),
        G_ATOMICRMW_NAND => false,
        _ => features.contains(Features::ZABHA),
    }
}

/// Emits the opcode on whole registers with the memory operand of `inst`. Returns its result.
fn emit(b: &mut Builder<'_>, inst: InstId, opcode: Opcode, uses: &[VReg]) -> VReg {
    let old = b.mf.create_vreg(b.word());
    let emitted = b.regs(opcode, &[old], uses);
    b.mf.copy_mem_operands(inst, emitted);
    old
}

/// Emits the opcode if the old value is the whole memory operand, and sign-extends the result.
fn emit_extending(b: &mut Builder<'_>, inst: InstId, mem: MemOperand, opcode: Opcode, uses: &[VReg]) -> VReg {
    let old = emit(b, inst, opcode, uses);
    let (word, bits) = (b.word(), mem.size() * 8);
    if bits < word.bits() { b.op_imm(G_ASSERT_SEXT, word, old, bits.into()) } else { old }
}

/// Legalizes a subtraction as an addition of the negated operand.
fn subtraction(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let [dst, pointer, value] = [0, 1, 2].map(|n| b.reg(inst, n));
    let ty = b.ty(value);
    let zero = b.int(ty, 0);
    let negated = b.bin(G_SUB, zero, value);
    let sum = b.regs(G_ATOMICRMW_ADD, &[dst], &[pointer, negated]);
    b.mf.copy_mem_operands(inst, sum);
    Outcome::Replaced
}

fn word_operation(b: &mut Builder<'_>, inst: InstId, opcode: Opcode, mem: MemOperand) -> Outcome {
    let [dst, pointer, value] = [0, 1, 2].map(|n| b.reg(inst, n));
    let word = b.word();
    let value = b.resize(G_ANYEXT, word, value);
    let old = emit_extending(b, inst, mem, opcode, &[pointer, value]);
    b.define_by(dst, G_TRUNC, &[old]);
    Outcome::Replaced
}

/// Legalizes a compare-exchange. `lr.w` and `amocas` sign-extend, so the expected value must be
/// sign-extended too.
///
/// A failing `amocas` is no release, so a sequentially consistent one comes after a fence (the
/// psABI's mapping).
fn compare_exchange(b: &mut Builder<'_>, inst: InstId, mem: MemOperand, features: Features) -> Outcome {
    let [dst, success, pointer, expected, new] = [0, 1, 2, 3, 4].map(|n| b.reg(inst, n));
    let word = b.word();
    let wide = b.ty(expected) == word;
    let (expected, new) = (b.resize(G_SEXT, word, expected), b.resize(G_ANYEXT, word, new));
    if features.contains(Features::ZACAS) && mem.failure_ordering == Ordering::SequentiallyConsistent {
        let scope = i32::from(!mem.single_thread);
        b.inst(G_FENCE, &[ALL, scope].map(Operand::small_imm));
    }
    let old = emit_extending(b, inst, mem, G_ATOMIC_CMPXCHG, &[pointer, expected, new]);
    if wide {
        b.define(dst, old);
    } else {
        b.define_by(dst, G_TRUNC, &[old]);
    }
    equal(b, success, old, expected);
    Outcome::Replaced
}

fn equal(b: &mut Builder<'_>, dst: VReg, lhs: VReg, rhs: VReg) {
    let operands = [
        Operand::def(dst),
        Operand::int_predicate(IntPredicate::Eq),
        Operand::use_of(lhs),
        Operand::use_of(rhs),
    ];
    b.inst(G_ICMP, &operands);
}

/// A part of an aligned word.
struct WordField {
    word: VReg,
    /// Its distance from bit 0; only the low five bits are used.
    shift: VReg,
    /// Its mask in the word, extended from 32 bits.
    mask: VReg,
    bits: u32,
}

fn part(b: &mut Builder<'_>, pointer: VReg, mem: MemOperand) -> WordField {
    let bits = mem.size() * 8;
    let (ty, pointer_ty) = (b.word(), b.pointer());
    let aligned = b.int(ty, -4);
    let word = b.op(G_PTRMASK, pointer_ty, &[pointer, aligned]);
    let address = b.op(G_PTRTOINT, ty, &[pointer]);
    let shift = b.bin_int(G_SHL, address, 3);
    let ones = b.int(ty, (1 << bits) - 1);
    let mask = shifted(b, G_SHL, ones, shift);
    WordField { word, shift, mask, bits }
}

/// Returns the low 32 bits of `value` shifted by the low five bits of an amount.
fn shifted(b: &mut Builder<'_>, shift: Opcode, value: VReg, amount: VReg) -> VReg {
    let word = b.word();
    if word == S32 {
        // Instructions read no other bits.
        let amount = b.bin_int(G_AND, amount, 31);
        return b.bin(shift, value, amount);
    }
    b.op(if shift == G_SHL { G_SLLW } else { G_SRLW }, word, &[value, amount])
}

impl WordField {
    /// Returns `value` shifted to the part, with the rest of the word zero. Alternatively
    /// sign-extends it into the bits above.
    fn place(&self, b: &mut Builder<'_>, value: VReg, extend: Opcode) -> VReg {
        let word = b.word();
        let value = b.resize(extend, word, value);
        shifted(b, G_SHL, value, self.shift)
    }

    /// Defines `dst` as the part of `word`.
    fn take(&self, b: &mut Builder<'_>, dst: VReg, word: VReg) {
        let low = shifted(b, G_LSHR, word, self.shift);
        let ty = b.ty(dst);
        let part = b.resize(G_TRUNC, ty, low);
        b.define(dst, part);
    }
}

fn masked_compare_exchange(b: &mut Builder<'_>, inst: InstId, mem: MemOperand) -> Outcome {
    let [dst, success, pointer, expected, new] = [0, 1, 2, 3, 4].map(|n| b.reg(inst, n));
    let part = part(b, pointer, mem);
    let (expected, new) = (part.place(b, expected, G_ZEXT), part.place(b, new, G_ZEXT));
    let old = emit(b, inst, G_MASKED_CMPXCHG, &[part.word, expected, new, part.mask]);
    part.take(b, dst, old);
    let old = b.bin(G_AND, old, part.mask);
    equal(b, success, old, expected);
    Outcome::Replaced
}

fn part_operation(b: &mut Builder<'_>, inst: InstId, opcode: Opcode, mem: MemOperand) -> Outcome {
    let [dst, pointer, value] = [0, 1, 2].map(|n| b.reg(inst, n));
    let part = part(b, pointer, mem);
    let old = match opcode {
        // Operates on the whole word, with an operand that preserves the rest.
        G_ATOMICRMW_AND | G_ATOMICRMW_OR | G_ATOMICRMW_XOR => {
            let mut value = part.place(b, value, G_ZEXT);
            if opcode == G_ATOMICRMW_AND {
                let rest = b.bin_int(G_XOR, part.mask, -1);
                value = b.bin(G_OR, value, rest);
            }
            let old = b.mf.create_vreg(b.word());
            let operation = b.regs(opcode, &[old], &[part.word, value]);
            let word = MemOperand { ty: S32, align: 4, pointer: Default::default(), ..mem };
            b.mf.add_mem_operand(operation, word);
            old
        }
        G_ATOMICRMW_MAX | G_ATOMICRMW_MIN => {
            let value = part.place(b, value, G_SEXT);
            // The distance of the part's sign bit from the top of the register.
            let word = b.word();
            let top = b.int(word, i128::from(word.bits() - part.bits));
            let low = b.bin_int(G_AND, part.shift, 24);
            let sign = b.bin(G_SUB, top, low);
            let masked =
                if opcode == G_ATOMICRMW_MAX { G_MASKED_ATOMICRMW_MAX } else { G_MASKED_ATOMICRMW_MIN };
            emit(b, inst, masked, &[part.word, value, part.mask, sign])
        }
        _ => {
            let masked = match opcode {
                G_ATOMICRMW_XCHG => G_MASKED_ATOMICRMW_XCHG,
                G_ATOMICRMW_ADD => G_MASKED_ATOMICRMW_ADD,
                G_ATOMICRMW_SUB => G_MASKED_ATOMICRMW_SUB,
                G_ATOMICRMW_NAND => G_MASKED_ATOMICRMW_NAND,
                G_ATOMICRMW_UMAX => G_MASKED_ATOMICRMW_UMAX,
                G_ATOMICRMW_UMIN => G_MASKED_ATOMICRMW_UMIN,
                _ => return Outcome::Declined,
            };
            let value = part.place(b, value, G_ZEXT);
            emit(b, inst, masked, &[part.word, value, part.mask])
        }
    };
    part.take(b, dst, old);
    Outcome::Replaced
}
