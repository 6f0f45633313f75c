//! Legalization of vectors for NEON: permutations of registers, extensions and truncations in steps
//! of two, bit counts by bytes, reductions.
//!
//! Each function handles an instruction of a `custom` rule and builds instructions on 64 and 128
//! bits.

use crate::aarch64::isel::{legalize_masks, permutations};
use crate::aarch64::mc::instructions::op;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S8, S16, S32, S64};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::build::{Regs, source_def, unmerged};
use gisel_codegen::isel::legalizer::{Outcome, split};
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns true if vectors of `ty` have elements of a register's type, and fill one register of 64
/// bits or several of 128.
fn fills_registers(ty: Llt) -> bool {
    let whole = ty.bits() == 64 || ty.bits().is_multiple_of(128);
    ty.is_vector() && whole && matches!(ty.scalar_bits(), 8 | 16 | 32 | 64)
}

/// Returns the vector of `bits` bits with elements of `ty`.
fn of_bits(ty: Llt, bits: u32) -> Llt {
    ty.with_elements(bits / ty.scalar_bits())
}

/// Lowers `G_SHUFFLE_VECTOR` to permutations of registers.
pub(crate) fn shuffle(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, sources) = (b.reg(inst, 0), [b.reg(inst, 1), b.reg(inst, 2)]);
    let (to, from) = (b.ty(dst), b.ty(sources[0]));
    let Some(mask) = b.mf.shuffle_mask_value(b.mf.operand(inst, 3)).map(<[i32]>::to_vec) else {
        return Outcome::Declined;
    };
    let is_of_halves =
        |ty: Llt| is_element(ty.scalar_bits()) && ty.is_vector() && ty.bits().is_multiple_of(64);
    if is_of_halves(from) && to.scalar_bits() >= 8 && to.is_vector() && [16, 32].contains(&to.bits()) {
        let (filled, wide) = (of_bits(to, 64), to.with_scalar_bits(64 / to.elements()));
        // Each lane is the low part of a wider one.
        let others = vec![-1; (64 / to.bits()) as usize - 1];
        let mask: Vec<i32> = mask.iter().flat_map(|&lane| [&[lane], &others[..]].concat()).collect();
        let lanes = b.mf.create_vreg(filled);
        b.shuffle_vector(lanes, sources, &mask);
        let lanes = b.cast(wide, lanes);
        b.define_by(dst, G_TRUNC, &[lanes]);
        return Outcome::Replaced;
    }
    if !is_of_halves(to) || !is_of_halves(from) {
        return legalize_masks::shuffle(b, inst);
    }
    if to == from && to.bits() <= 128 {
        return Outcome::Legal;
    }
    let register = of_bits(to, 128);
    let lanes = register.elements() as usize;
    let fragments: Regs = match from.bits() {
        64 => std::iter::once(b.merge(register, &sources)).collect(),
        _ => sources.iter().flat_map(|&s| registers(b, s)).collect(),
    };
    // The second vector starts in a register of its own.
    let (count, padded) = (from.elements() as i32, fragments.len() as i32 * lanes as i32 / 2);
    let moved = |&m: &i32| if from.bits() > 64 && m >= count { m - count + padded } else { m };
    let mask: Vec<i32> = mask.iter().map(moved).collect();
    let parts: Regs = mask.chunks(lanes).map(|part| gather(b, register, &fragments, part)).collect();
    if to.bits().is_multiple_of(128) {
        b.define_merge(dst, &parts);
    } else {
        let half = of_bits(to, 64);
        let mut halves: Regs = parts.iter().flat_map(|&part| b.unmerge(half, part)).collect();
        halves.truncate((to.bits() / 64) as usize);
        b.define_merge(dst, &halves);
    }
    Outcome::Replaced
}

/// Splits a vector of several 64 bits into registers of 128 bits, of which the last may be half
/// undefined.
fn registers(b: &mut Builder<'_>, vector: VReg) -> Regs {
    let ty = b.ty(vector);
    let register = of_bits(ty, 128);
    if ty.bits().is_multiple_of(128) {
        return b.parts(register, vector);
    }
    let mut halves = b.parts(of_bits(ty, 64), vector);
    let undefined = b.undef(of_bits(ty, 64));
    halves.push(undefined);
    halves.chunks(2).map(|pair| b.merge(register, pair)).collect()
}

/// Returns a register with the lanes of `mask` (negative, or missing at the end: undefined) of the
/// concatenated `fragments`.
fn gather(b: &mut Builder<'_>, register: Llt, fragments: &[VReg], mask: &[i32]) -> VReg {
    let lanes = register.elements() as usize;
    let lane_of = |i: usize| mask.get(i).and_then(|&m| usize::try_from(m).ok());
    let mut used: Vec<usize> = (0..lanes).filter_map(lane_of).map(|m| m / lanes).collect();
    used.sort_unstable();
    used.dedup();
    // The lanes of the used fragments.
    let lane = |i: usize| {
        let from = lane_of(i)?;
        Some((used.iter().position(|&fragment| fragment == from / lanes)? * lanes + from % lanes) as i32)
    };
    let mask: Vec<i32> = (0..lanes).map(|i| lane(i).unwrap_or(-1)).collect();
    let used: Vec<VReg> = used.iter().map(|&fragment| fragments[fragment]).collect();
    match used[..] {
        [] => b.undef(register),
        [one] => permute(b, one, None, mask),
        [first, second] => permute(b, first, Some(second), mask),
        [first, second, third] => gather_four(b, [first, second, third, third], mask),
        [first, second, third, fourth] => gather_four(b, [first, second, third, fourth], mask),
        _ => gather_many(b, &used, &mask),
    }
}

/// Returns the lanes of four registers: two pairs are permuted first if that is cheap.
fn gather_four(b: &mut Builder<'_>, fragments: [VReg; 4], mask: Vec<i32>) -> VReg {
    let ty = b.ty(fragments[0]);
    let Some(tree) = permutations::tree(&mask, ty.scalar_bits() as usize / 8) else {
        return gather_many(b, &fragments, &mask);
    };
    let [a, c, d, e] = fragments;
    let [first, second] = tree.inputs;
    let (first, second) = (permute(b, a, Some(c), first), permute(b, d, Some(e), second));
    permute(b, first, Some(second), tree.last)
}

/// Returns the lanes of registers: two at once; each further one inserts its lanes into the result.
fn gather_many(b: &mut Builder<'_>, fragments: &[VReg], mask: &[i32]) -> VReg {
    let lanes = mask.len() as i32;
    let of_two = |&m: &i32| if m < 2 * lanes { m } else { -1 };
    let first = mask.iter().map(of_two).collect();
    let mut result = permute(b, fragments[0], Some(fragments[1]), first);
    for (n, &next) in (2..).zip(&fragments[2..]) {
        let place = |(i, &m): (i32, &i32)| match m / lanes {
            _ if m < 0 => -1,
            fragment if fragment < n => i,
            fragment if fragment == n => m % lanes + lanes,
            _ => -1,
        };
        let inserted: Vec<i32> = (0..).zip(mask).map(place).collect();
        if inserted.iter().any(|&m| m >= lanes) {
            result = permute(b, result, Some(next), inserted);
        }
    }
    result
}

/// Builds `G_SHUFFLE_VECTOR` of one register or two.
fn permute(b: &mut Builder<'_>, first: VReg, second: Option<VReg>, mask: Vec<i32>) -> VReg {
    if mask.iter().enumerate().all(|(i, &m)| m < 0 || m == i as i32) {
        return first;
    }
    let ty = b.ty(first);
    let second = second.unwrap_or_else(|| b.undef(ty));
    let dst = b.mf.create_vreg(ty);
    b.shuffle_vector(dst, [first, second], &mask);
    dst
}

/// Returns true if elements of `bits` bits double or halve to a register's element size.
fn is_element(bits: u32) -> bool {
    matches!(bits, 8 | 16 | 32 | 64)
}

/// Lowers `G_ANYEXT`, `G_SEXT` and `G_ZEXT` of vectors: doubles the size repeatedly, register by
/// register.
pub(crate) fn extend(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let twice = from.scalar_bits() * 2;
    if !is_element(to.scalar_bits()) || !to.elements().is_power_of_two() {
        return Outcome::Declined;
    }
    if is_element(from.scalar_bits()) && to.scalar_bits() > twice {
        let step = b.op(opcode, from.with_scalar_bits(twice), &[src]);
        b.define_by(dst, opcode, &[step]);
        return Outcome::Replaced;
    }
    if to.bits() <= 128 {
        return Outcome::Declined;
    }
    let fragment = of_bits(to, 128);
    let narrow = b.parts(from.with_elements(fragment.elements()), src);
    let wide: Regs = narrow.iter().map(|&n| b.op(opcode, fragment, &[n])).collect();
    b.define_merge(dst, &wide);
    Outcome::Replaced
}

/// Returns a vector of 64 bits with `word` in the lower half; the upper half is undefined.
fn in_register(b: &mut Builder<'_>, word: VReg, ty: Llt) -> VReg {
    let undef = b.undef(S32);
    let words = b.op(G_BUILD_VECTOR, Llt::vector(2, S32), &[word, undef]);
    b.cast(ty, words)
}

/// Lowers `G_TRUNC` of vectors: halves the size repeatedly, register by register.
pub(crate) fn truncate(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let half = from.scalar_bits() / 2;
    if !is_element(to.scalar_bits()) || !is_element(from.scalar_bits()) || !to.elements().is_power_of_two() {
        return Outcome::Declined;
    }
    if to.scalar_bits() < half {
        let step = b.op(G_TRUNC, from.with_scalar_bits(half), &[src]);
        b.define_by(dst, G_TRUNC, &[step]);
        return Outcome::Replaced;
    }
    if from.bits() <= 128 {
        return Outcome::Declined;
    }
    let wide = b.parts(of_bits(from, 128), src);
    let halves: Regs = wide.iter().map(|&w| b.op(G_TRUNC, of_bits(to, 64), &[w])).collect();
    let whole: Regs = halves.chunks(2).map(|two| b.merge(of_bits(to, 128), two)).collect();
    b.define_merge(dst, &whole);
    Outcome::Replaced
}

/// Replaces an access to lane `lane` of a long vector by an access to its register.
pub(crate) fn access_lane(b: &mut Builder<'_>, inst: InstId, vector: VReg, lane: usize) -> Outcome {
    let ty = b.ty(vector);
    if !fills_registers(ty) {
        return Outcome::Declined;
    }
    let register = of_bits(ty, 128);
    let (fragment, lane) = (lane / register.elements() as usize, lane % register.elements() as usize);
    let mut fragments = b.parts(register, vector);
    let lane = b.int(S64, lane as i128);
    let dst = b.reg(inst, 0);
    if b.mf.opcode(inst) == G_EXTRACT_VECTOR_ELT {
        b.define_by(dst, G_EXTRACT_VECTOR_ELT, &[fragments[fragment], lane]);
    } else {
        let value = b.reg(inst, 2);
        fragments[fragment] = b.op(G_INSERT_VECTOR_ELT, register, &[fragments[fragment], value, lane]);
        b.define_merge(dst, &fragments);
    }
    Outcome::Replaced
}

/// Lowers `G_BITCAST` between a short vector and an integer: the elements are widened to fill 64
/// bits.
pub(crate) fn cast_short(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let (short, int) = if to.is_vector() { (to, from) } else { (from, to) };
    let element = short.scalar_bits();
    if int.is_vector() || !is_element(element) || !short.elements().is_power_of_two() {
        return Outcome::Declined;
    }
    if to.is_vector() {
        let register = Llt::vector(64 / element, Llt::scalar(element));
        let mut value = match int.bits() {
            32 => in_register(b, src, register),
            _ => {
                let word = b.resize(G_ANYEXT, S64, src);
                b.cast(register, word)
            }
        };
        while b.ty(value).elements() > to.elements() {
            let wide = b.ty(value).with_scalar_bits(b.ty(value).scalar_bits() * 2);
            let wide = b.op(G_ANYEXT, wide, &[value]);
            value = b.unmerge(of_bits(b.ty(wide), 64), wide)[0];
        }
        b.define_by(dst, G_TRUNC, &[value]);
    } else {
        let mut value = b.op(G_ANYEXT, from.with_scalar_bits(64 / from.elements()), &[src]);
        while b.ty(value).scalar_bits() > element {
            let undef = b.undef(b.ty(value));
            let long = b.merge(of_bits(b.ty(value), 128), &[value, undef]);
            value = b.op(G_TRUNC, b.ty(long).with_scalar_bits(b.ty(long).scalar_bits() / 2), &[long]);
        }
        if int == S32 {
            let words = b.cast(Llt::vector(2, S32), value);
            let low = b.unmerge(S32, words)[0];
            b.define(dst, low);
        } else {
            let word = b.cast(S64, value);
            b.define_by(dst, G_TRUNC, &[word]);
        }
    }
    Outcome::Replaced
}

/// Lowers a product of extended elements of 32 bits, as there is no 64-bit product.
pub(crate) fn multiply_long(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, factors) = (b.reg(inst, 0), [b.reg(inst, 1), b.reg(inst, 2)]);
    for (extension, product) in [(G_SEXT, op::G_SMULL), (G_ZEXT, op::G_UMULL)] {
        let extended = factors.map(|f| extended_from(b, f, extension));
        if let [Some(x), Some(y)] = extended {
            let halves = [x, y].map(|(whole, n)| {
                let words = b.resize(extension, b.ty(whole).with_scalar_bits(32), whole);
                b.parts(Llt::vector(2, S32), words)[n]
            });
            b.define_by(dst, product, &halves);
            return Outcome::Replaced;
        }
    }
    Outcome::Declined
}

/// Returns the vector with elements of at most 32 bits of which `value` is an extension, or a
/// fragment of one, with the fragment's index.
fn extended_from(b: &mut Builder<'_>, value: VReg, extension: Opcode) -> Option<(VReg, usize)> {
    let (whole, fragment) = unmerged(b.mf, value).unwrap_or((value, 0));
    let def = source_def(b.mf, whole)?;
    if matches!(b.mf.opcode(def), G_BUILD_VECTOR | G_SHUFFLE_VECTOR) {
        let first = fragment * b.ty(value).elements() as usize;
        let words = constant_words(b, def, first, extension).or_else(|| splat_of_words(b, def, extension));
        return Some((words?, 0));
    }
    let from = b.mf.vreg_operand(def, 1).filter(|_| b.mf.opcode(def) == extension)?;
    let ty = b.ty(from);
    let is_word = matches!(ty.scalar_bits(), 8 | 16 | 32) && fills_registers(ty.with_scalar_bits(32));
    is_word.then_some((from, fragment))
}

/// Returns a vector of two words whose extensions are the constants that `vector` has from lane
/// `first` on.
fn constant_words(b: &mut Builder<'_>, vector: InstId, first: usize, extension: Opcode) -> Option<VReg> {
    let constant = |n: usize| -> Option<i64> {
        let value = b.mf.constant_operand(vector, 1 + first + n)?;
        let is_word = match extension {
            G_ZEXT => u32::try_from(value).is_ok(),
            _ => i32::try_from(value).is_ok(),
        };
        is_word.then_some(value)
    };
    if b.mf.opcode(vector) != G_BUILD_VECTOR {
        return None;
    }
    let constants = [constant(0)?, constant(1)?];
    let words = constants.map(|value| b.int(S32, i128::from(value)));
    Some(b.merge(Llt::vector(2, S32), &words))
}

/// Returns a vector of two words of which `splat` has the extension in all lanes.
fn splat_of_words(b: &mut Builder<'_>, splat: InstId, extension: Opcode) -> Option<VReg> {
    let value = repeated_element(b, splat)?;
    let def = source_def(b.mf, value).filter(|&def| b.mf.opcode(def) == extension)?;
    let word = b.mf.vreg_operand(def, 1).filter(|&word| b.ty(word) == S32)?;
    Some(b.splat(Llt::vector(2, S32), word))
}

/// Returns the element that `splat` has in all lanes.
fn repeated_element(b: &Builder<'_>, splat: InstId) -> Option<VReg> {
    let mf = &*b.mf;
    if mf.opcode(splat) == G_BUILD_VECTOR {
        let (first, others) = mf.operands(splat)[1..].split_first()?;
        return first.vreg().filter(|_| others.iter().all(|other| other.vreg() == first.vreg()));
    }
    let is_first = mf.shuffle_mask_value(mf.operand(splat, 3))?.iter().all(|&lane| lane == 0);
    let insert = source_def(mf, mf.vreg_operand(splat, 1)?).filter(|_| is_first)?;
    let is_insert = mf.opcode(insert) == G_INSERT_VECTOR_ELT && mf.constant_operand(insert, 3) == Some(0);
    mf.vreg_operand(insert, 2).filter(|_| is_insert)
}

/// Lowers `G_CTPOP` of elements of more than a byte: adds up the bytes' counts in pairs.
pub(crate) fn count_ones(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let bytes = b.cast(Llt::vector(ty.bits() / 8, S8), src);
    let mut counts = b.un(G_CTPOP, bytes);
    for element in [S16, S32, S64] {
        if b.ty(counts) != ty {
            counts = b.op(op::G_UADDLP, Llt::vector(ty.bits() / element.bits(), element), &[counts]);
        }
    }
    b.define(dst, counts);
    Outcome::Replaced
}

/// Lowers `G_BITREVERSE` of elements of more than a byte: reverses the bytes, and the bits of each.
pub(crate) fn reverse_bits(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let swapped = b.un(G_BSWAP, src);
    let bytes = b.cast(Llt::vector(ty.bits() / 8, S8), swapped);
    let reversed = b.un(G_BITREVERSE, bytes);
    let value = b.cast(ty, reversed);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers reductions without an instruction: combines the halves of a long vector, and the bits of
/// a short one in a general register.
pub(crate) fn reduce(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (reduction, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(src);
    let bitwise = matches!(opcode, G_AND | G_OR | G_XOR);
    if bitwise && ty.scalar_bits() < 8 && matches!(ty.elements(), 2 | 4 | 8 | 16) {
        let wide = ty.with_scalar_bits((64 / ty.elements()).max(8));
        let wide = b.op(G_ANYEXT, wide, &[src]);
        let value = b.op(reduction, b.ty(wide).element(), &[wide]);
        let value = b.resize(G_ANYEXT, b.ty(dst), value);
        b.define(dst, value);
        return Outcome::Replaced;
    }
    let is_uneven = ty.bits() > 128 && !ty.elements().is_power_of_two();
    if is_uneven && matches!(ty.scalar_bits(), 8 | 16 | 32 | 64) && !ty.has_pointer_elements() {
        return reduce_registers(b, inst, opcode);
    }
    if !fills_registers(ty) || ty.has_pointer_elements() {
        return Outcome::Declined;
    }
    b.flags = b.mf.inst(inst).flags;
    if ty.bits() > 64 {
        let halves = b.unmerge(ty.with_elements(ty.elements() / 2), src);
        match halves.len() {
            2 if ty.elements() > 2 => {
                let both = b.bin(opcode, halves[0], halves[1]);
                b.define_by(dst, reduction, &[both]);
            }
            _ => b.define_by(dst, opcode, &halves),
        }
        return Outcome::Replaced;
    }
    if !bitwise {
        return Outcome::Declined;
    }
    let mut bits = b.cast(S64, src);
    let mut width = 64;
    while width > ty.scalar_bits() {
        width /= 2;
        let moved = b.bin_int(G_LSHR, bits, width as i128);
        bits = b.bin(opcode, bits, moved);
    }
    let to = b.ty(dst);
    let value = b.resize(G_ANYEXT, to, bits);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers the reduction of a vector that halves do not fill: combines its whole registers, and the
/// result with the elements that are left.
fn reduce_registers(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (reduction, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(src);
    let each = 128 / ty.scalar_bits();
    let whole = (ty.elements() / each) as usize;
    b.flags = b.mf.inst(inst).flags;
    let parts = split(b, src, each);
    let combined = parts[1..whole].iter().fold(parts[0], |sum, &part| b.bin(opcode, sum, part));
    let mut value = b.op(reduction, ty.element(), &[combined]);
    for &rest in &parts[whole..] {
        let rest = if b.ty(rest).is_vector() { b.op(reduction, ty.element(), &[rest]) } else { rest };
        value = b.bin(opcode, value, rest);
    }
    let value = if b.ty(dst) == b.ty(value) { value } else { b.resize(G_ANYEXT, b.ty(dst), value) };
    b.define(dst, value);
    Outcome::Replaced
}
