//! Legalization of vectors of bools for NEON, whose comparisons have elements of all ones and zeros.
//!
//! Requires: a `custom` rule. Establishes: instructions on masks of 64 and 128 bits, with the
//! elements of the comparison that makes the mask.

use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S1, S8, S16, S32};
use gisel_codegen::ir::mir::IntPredicate;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::isel::legalizer::build::{constant_value, source_def};
use gisel_codegen::machine::desc::instructions::Opcode;

/// The maximum number of operations between a mask and the comparison that makes it.
const MAX_DEPTH: usize = 4;

/// Returns true if a vector of bools has a mask that fills a register.
pub fn is_mask(ty: Llt) -> bool {
    ty.is_vector() && !ty.is_scalable() && ty.element() == S1 && matches!(ty.elements(), 2 | 4 | 8 | 16)
}

/// Returns the type of the mask of `bools`: that of the compared vectors, if they fill a register, or
/// else the one of 64 or 128 bits with the smallest elements.
fn mask_type(b: &Builder<'_>, bools: VReg) -> Llt {
    let elements = b.ty(bools).elements();
    let smallest = Llt::vector(elements, Llt::scalar((64 / elements).max(8)));
    let mut value = bools;
    for _ in 0..MAX_DEPTH {
        let Some(def) = source_def(b.mf, value) else { break };
        let operand = match b.mf.opcode(def) {
            G_ICMP | G_FCMP => {
                let compared = b.ty(b.reg(def, 2));
                let bits = compared.scalar_bits();
                return match compared.bits() {
                    64 | 128 if matches!(bits, 8 | 16 | 32 | 64) => Llt::vector(elements, Llt::scalar(bits)),
                    _ => smallest,
                };
            }
            G_AND | G_OR | G_XOR => 1,
            _ => break,
        };
        value = b.reg(def, operand);
    }
    smallest
}

/// Lowers the conjunction or disjunction of bools: the least or greatest element of their mask.
pub fn reduce(b: &mut Builder<'_>, inst: InstId, opcode: Opcode) -> Outcome {
    let (dst, bools) = (b.reg(inst, 0), b.reg(inst, 1));
    let reduction = match opcode {
        G_OR => G_VECREDUCE_UMAX,
        G_AND => G_VECREDUCE_UMIN,
        _ => return Outcome::Declined,
    };
    if !is_mask(b.ty(bools)) {
        return Outcome::Declined;
    }
    let ty = mask_type(b, bools);
    let mut mask = b.op(G_SEXT, ty, &[bools]);
    if ty.scalar_bits() == 64 {
        // Words of all ones and zeros have the same extremes.
        mask = b.cast(Llt::vector(4, S32), mask);
    }
    let reduced = b.op(reduction, b.ty(mask).element(), &[mask]);
    let value = b.resize(G_ANYEXT, b.ty(dst), reduced);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers `G_BITCAST` between bools and an integer.
pub fn cast(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    if is_mask(b.ty(src)) && b.ty(dst).is_scalar() {
        return to_integer(b, dst, src);
    }
    if is_mask(b.ty(dst)) && b.ty(src).is_scalar() {
        return from_integer(b, dst, src);
    }
    Outcome::Declined
}

/// Lowers `G_SHUFFLE_VECTOR` of bools to one of their masks.
pub fn shuffle(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, sources) = (b.reg(inst, 0), [b.reg(inst, 1), b.reg(inst, 2)]);
    let (to, from) = (b.ty(dst), b.ty(sources[0]));
    let Some(lanes) = b.mf.shuffle_mask_value(b.mf.operand(inst, 3)).map(<[i32]>::to_vec) else {
        return Outcome::Declined;
    };
    if !is_mask(to) || !is_mask(from) {
        return Outcome::Declined;
    }
    let first = lanes.iter().copied().find(|&lane| lane >= 0).and_then(|lane| usize::try_from(lane).ok());
    let bits = mask_type(b, sources[0]).scalar_bits().max(64 / to.elements());
    let element = Llt::scalar(bits);
    let repeated = first.filter(|&first| lanes.iter().all(|&lane| lane < 0 || lane as usize == first));
    let count = from.elements() as usize;
    let mask = match repeated.and_then(|lane| inserted(b, sources[lane / count], lane % count)) {
        Some(value) => {
            let value = b.op(G_SEXT, element, &[value]);
            b.splat(to.with_scalar_bits(bits), value)
        }
        None => {
            let masks = sources.map(|bools| match source_def(b.mf, bools) {
                Some(def) if b.mf.opcode(def) == G_IMPLICIT_DEF => b.undef(from.with_scalar_bits(bits)),
                _ => b.op(G_SEXT, from.with_scalar_bits(bits), &[bools]),
            });
            let mask = b.mf.create_vreg(to.with_scalar_bits(bits));
            b.shuffle_vector(mask, masks, &lanes);
            mask
        }
    };
    b.define_by(dst, G_TRUNC, &[mask]);
    Outcome::Replaced
}

/// Returns the bool that is inserted into this lane of `bools`.
fn inserted(b: &Builder<'_>, bools: VReg, lane: usize) -> Option<VReg> {
    let def = source_def(b.mf, bools)?;
    match b.mf.opcode(def) {
        G_BUILD_VECTOR => Some(b.reg(def, lane + 1)),
        G_INSERT_VECTOR_ELT => {
            let is_there = constant_value(b.mf, b.reg(def, 3)) == Some(lane as i64);
            is_there.then(|| b.reg(def, 2))
        }
        _ => None,
    }
}

/// Returns the vector with bit `n` in element `n`, counted from the start of each group of 8 bytes.
fn powers(b: &mut Builder<'_>, ty: Llt) -> VReg {
    let each: Vec<VReg> = (0..ty.elements()).map(|n| b.int(ty.element(), 1 << (n % 8))).collect();
    b.from_elements(&each)
}

/// Returns the elements of `vector` with these numbers.
fn permuted(b: &mut Builder<'_>, vector: VReg, elements: &[i32]) -> VReg {
    let ty = b.ty(vector);
    let permuted = b.mf.create_vreg(ty);
    b.shuffle_vector(permuted, [vector, vector], elements);
    permuted
}

/// Defines `dst` as the sum of the bits of `bools`.
fn to_integer(b: &mut Builder<'_>, dst: VReg, bools: VReg) -> Outcome {
    let ty = mask_type(b, bools);
    let mask = b.op(G_SEXT, ty, &[bools]);
    let powers = powers(b, ty);
    let mut bits = b.bin(G_AND, mask, powers);
    if ty.elements() == 16 {
        // Bytes n and n + 8 form an element of 16 bits.
        let pairs: Vec<i32> = (0..8).flat_map(|n| [n, n + 8]).collect();
        let paired = permuted(b, bits, &pairs);
        bits = b.cast(Llt::vector(8, S16), paired);
    }
    let sum = b.op(G_VECREDUCE_ADD, b.ty(bits).element(), &[bits]);
    let value = b.resize(G_ANYEXT, b.ty(dst), sum);
    b.define(dst, value);
    Outcome::Replaced
}

/// Defines `dst` as the bits of an integer, each tested in a copy of it.
fn from_integer(b: &mut Builder<'_>, dst: VReg, src: VReg) -> Outcome {
    let elements = b.ty(dst).elements();
    let ty = match elements {
        16 => Llt::vector(16, S8),
        _ => Llt::vector(elements, Llt::scalar(64 / elements)),
    };
    let copies = match elements {
        16 => {
            let halves = b.resize(G_ANYEXT, S16, src);
            let halves = b.splat(Llt::vector(8, S16), halves);
            let bytes = b.cast(ty, halves);
            let spread: Vec<i32> = (0..16).map(|n| n / 8).collect();
            permuted(b, bytes, &spread)
        }
        _ => {
            let value = b.resize(G_ANYEXT, ty.element(), src);
            b.splat(ty, value)
        }
    };
    let powers = powers(b, ty);
    let tested = b.bin(G_AND, copies, powers);
    let zero = b.int(ty, 0);
    let bools = b.icmp(b.ty(dst), IntPredicate::Ne, tested, zero);
    b.define(dst, bools);
    Outcome::Replaced
}
