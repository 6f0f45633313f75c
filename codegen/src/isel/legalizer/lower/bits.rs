//! Counting and reversing bits, in logarithmic steps.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S8, S32, S64};
use crate::ir::mir::{IntPredicate, MemFlags, MemOperand, Operand, PointerInfo};
use crate::ir::opcodes::*;
use crate::isel::legalizer::query::LegalityQuery;
use crate::isel::legalizer::{Cx, Outcome};
use crate::machine::desc::instructions::Opcode;

fn is_legal(cx: &Cx<'_>, opcode: Opcode, types: &[Llt]) -> bool {
    cx.info.is_legal_or_custom(&LegalityQuery::new(opcode, types))
}

/// Lowers by the opcode that is also defined for zero; else counts the ones in the complement of
/// the smeared value.
pub(crate) fn leading_zeros(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, ty) = (b.ty(dst), b.ty(src));
    if opcode == G_CTLZ_ZERO_UNDEF && (is_legal(cx, G_CTLZ, &[to, ty]) || is_legal(cx, G_CTLZ, &[ty, ty])) {
        b.define_by(dst, G_CTLZ, &[src]);
        return Outcome::Replaced;
    }
    if opcode == G_CTLZ && is_legal(cx, G_CTLZ_ZERO_UNDEF, &[to, ty]) {
        let count = b.op(G_CTLZ_ZERO_UNDEF, to, &[src]);
        return zero_or(b, dst, src, count);
    }
    let mut smeared = src;
    let mut distance = 1;
    while distance < ty.scalar_bits() {
        let moved = b.bin_int(G_LSHR, smeared, distance as i128);
        smeared = b.bin(G_OR, smeared, moved);
        distance *= 2;
    }
    let above = b.not(smeared);
    b.define_by(dst, G_CTPOP, &[above]);
    Outcome::Replaced
}

/// Lowers by the reversed value's leading zeros if both are legal, else by a table; else counts the
/// ones below the lowest set bit.
pub(crate) fn trailing_zeros(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, ty) = (b.ty(dst), b.ty(src));
    if opcode == G_CTTZ_ZERO_UNDEF && is_legal(cx, G_CTTZ, &[to, ty]) {
        b.define_by(dst, G_CTTZ, &[src]);
        return Outcome::Replaced;
    }
    if is_legal(cx, G_BITREVERSE, &[ty]) && is_legal(cx, G_CTLZ, &[ty, ty]) {
        let reversed = b.un(G_BITREVERSE, src);
        b.define_by(dst, G_CTLZ, &[reversed]);
        return Outcome::Replaced;
    }
    let counts = is_legal(cx, G_CTPOP, &[ty, ty]);
    let multiplies = cx.info.is_legal(&LegalityQuery::new(G_MUL, &[b.word()]));
    if let Some(sequence) = de_bruijn_sequence(ty).filter(|_| multiplies && !counts) {
        let count = looked_up(b, src, sequence);
        let count = b.resize(G_ZEXT, to, count);
        if opcode == G_CTTZ {
            return zero_or(b, dst, src, count);
        }
        b.define(dst, count);
        return Outcome::Replaced;
    }
    let less = b.bin_int(G_ADD, src, -1);
    let complement = b.not(src);
    let below = b.bin(G_AND, complement, less);
    b.define_by(dst, G_CTPOP, &[below]);
    Outcome::Replaced
}

/// Returns a de Bruijn sequence of pointer width, in which each substring of a fixed length occurs
/// once; its top bits are 0. (Leiserson, Prokop, Randall: "Using de Bruijn Sequences to Index a 1
/// in a Computer Word", 1998.)
fn de_bruijn_sequence(ty: Llt) -> Option<u64> {
    match ty {
        S32 => Some(0x077c_b531),
        S64 => Some(0x03f7_9d71_b4cb_0a89),
        _ => None,
    }
}

/// Returns the number of the lowest set bit in `src`, as a byte. The product of that bit and
/// `sequence` has a unique number at the top, which indexes a table. The result for zero is 0.
fn looked_up(b: &mut Builder<'_>, src: VReg, sequence: u64) -> VReg {
    let ty = b.ty(src);
    let (bits, unused) = (ty.bits(), 64 - ty.bits());
    let to_row = bits - bits.trailing_zeros();
    let mut table = vec![0; bits as usize];
    for (number, shifted) in (0..bits as u8).map(|n| (n, sequence << n)) {
        table[(shifted << unused >> unused >> to_row) as usize] = number;
    }
    let entry = Operand::constant_pool(b.mf.constant_pool_entry(&table, 1));
    let negated = b.neg(src);
    let lowest = b.bin(G_AND, src, negated);
    let product = b.bin_int(G_MUL, lowest, sequence.into());
    let row = b.bin_int(G_LSHR, product, to_row.into());
    let start = b.mf.create_vreg(b.mf.pointer);
    b.inst(G_CONSTANT_POOL, &[Operand::def(start), entry]);
    let row = b.resize(G_ZEXT, b.word(), row);
    let place = b.op(G_PTR_ADD, b.mf.pointer, &[start, row]);
    let access = MemOperand::new(MemFlags::LOAD | MemFlags::INVARIANT, S8, 1);
    b.load(S8, place, access.with_pointer(PointerInfo::ConstantPool))
}

/// Returns the width for zero, else `count`.
fn zero_or(b: &mut Builder<'_>, dst: VReg, src: VReg, count: VReg) -> Outcome {
    let (to, ty) = (b.ty(dst), b.ty(src));
    let zero = b.cmp_int(IntPredicate::Eq, src, 0);
    let width = b.int(to, ty.scalar_bits() as i128);
    b.define_by(dst, G_SELECT, &[zero, width, count]);
    Outcome::Replaced
}

/// Builds `pattern` (of 8 bits) in every byte of `ty`.
fn bytes(b: &mut Builder<'_>, ty: Llt, pattern: u8) -> VReg {
    repeated(b, ty, u64::from_ne_bytes([pattern; 8]))
}

fn repeated(b: &mut Builder<'_>, ty: Llt, word: u64) -> VReg {
    let words = vec![word; ty.scalar_bits().div_ceil(64) as usize];
    let one = b.words(ty.element(), &words);
    b.splat(ty, one)
}

/// Lowers a population count: adds neighbouring fields of 1, 2 and 4 bits, then bytes, by a
/// multiplication if it is legal.
pub(crate) fn population(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, ty) = (b.ty(dst), b.ty(src));
    let bits = ty.scalar_bits();
    if bits % 8 != 0 || !(bits / 8).is_power_of_two() || bits > 128 {
        return Outcome::Declined;
    }
    let (ones, twos, fours) = (bytes(b, ty, 0x55), bytes(b, ty, 0x33), bytes(b, ty, 0x0f));
    let half = b.bin_int(G_LSHR, src, 1);
    let half = b.bin(G_AND, half, ones);
    let pairs = b.bin(G_SUB, src, half);
    let upper = b.bin_int(G_LSHR, pairs, 2);
    let upper = b.bin(G_AND, upper, twos);
    let lower = b.bin(G_AND, pairs, twos);
    let quads = b.bin(G_ADD, upper, lower);
    let upper = b.bin_int(G_LSHR, quads, 4);
    let sum = b.bin(G_ADD, quads, upper);
    let mut count = b.bin(G_AND, sum, fours);
    if bits > 8 {
        let total = if cx.info.is_legal(&LegalityQuery::new(G_MUL, &[b.word()])) {
            let each = bytes(b, ty, 1);
            b.bin(G_MUL, count, each)
        } else {
            shifted_sums(b, count)
        };
        count = b.bin_int(G_LSHR, total, bits as i128 - 8);
    }
    let count = b.resize(G_ZEXT, to, count);
    b.define(dst, count);
    Outcome::Replaced
}

/// Returns the sum of all bytes in the top byte, without a multiplication.
fn shifted_sums(b: &mut Builder<'_>, mut sums: VReg) -> VReg {
    let mut by = 8;
    while by < b.ty(sums).scalar_bits() {
        let shifted = b.bin_int(G_SHL, sums, by.into());
        sums = b.bin(G_ADD, sums, shifted);
        by *= 2;
    }
    sums
}

/// Exchanges neighbouring fields of `field` bits, by masks of the lower ones.
fn exchange(b: &mut Builder<'_>, value: VReg, field: u32) -> VReg {
    let ty = b.ty(value);
    if field * 2 == ty.scalar_bits() {
        let up = b.bin_int(G_SHL, value, field as i128);
        let down = b.bin_int(G_LSHR, value, field as i128);
        return b.bin(G_OR, up, down);
    }
    let low = match field {
        1 => 0x5555_5555_5555_5555,
        2 => 0x3333_3333_3333_3333,
        4 => 0x0f0f_0f0f_0f0f_0f0f,
        8 => 0x00ff_00ff_00ff_00ff,
        16 => 0x0000_ffff_0000_ffff,
        32 => 0x0000_0000_ffff_ffff,
        _ => unreachable!("fields of {field} bits are not exchanged"),
    };
    let mask = repeated(b, ty, low);
    let up = b.bin(G_AND, value, mask);
    let up = b.bin_int(G_SHL, up, field as i128);
    let down = b.bin_int(G_LSHR, value, field as i128);
    let down = b.bin(G_AND, down, mask);
    b.bin(G_OR, up, down)
}

/// Lowers a byte swap: exchanges bytes, then pairs of bytes, and so on; byte by byte for odd
/// widths.
pub(crate) fn byte_swap(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(src);
    let bits = ty.scalar_bits();
    if !bits.is_multiple_of(8) {
        return Outcome::Declined;
    }
    let result =
        if bits.is_power_of_two() && bits <= 64 { swap_fields(b, src, 8) } else { swap_bytes(b, src) };
    b.define(dst, result);
    Outcome::Replaced
}

fn swap_fields(b: &mut Builder<'_>, mut value: VReg, mut field: u32) -> VReg {
    while field < b.ty(value).scalar_bits() {
        value = exchange(b, value, field);
        field *= 2;
    }
    value
}

fn swap_bytes(b: &mut Builder<'_>, src: VReg) -> VReg {
    let ty = b.ty(src);
    let count = ty.scalar_bits() / 8;
    let byte = b.int(ty, 0xff);
    let mut all = None;
    for n in 0..count {
        let down = b.bin_int(G_LSHR, src, (n * 8) as i128);
        let one = b.bin(G_AND, down, byte);
        let up = b.bin_int(G_SHL, one, ((count - 1 - n) * 8) as i128);
        all = Some(all.map_or(up, |a| b.bin(G_OR, a, up)));
    }
    all.expect("there is a byte at least")
}

/// Lowers a bit reversal: exchanges bits, pairs and nibbles within bytes, then the bytes.
pub(crate) fn bit_reverse(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let bits = b.ty(src).scalar_bits();
    if !bits.is_power_of_two() || !(8..=64).contains(&bits) {
        return Outcome::Declined;
    }
    let mut value = if bits > 8 { b.un(G_BSWAP, src) } else { src };
    for field in [4, 2, 1] {
        value = exchange(b, value, field);
    }
    b.define(dst, value);
    Outcome::Replaced
}
