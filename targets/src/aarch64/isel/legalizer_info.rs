//! The legalizer rules of AArch64 with NEON.
//!
//! As in LLVM: integers in `s32` and `s64`, conditions in `s32`, vectors of 64 and 128 bits. `s8`
//! and `s16` are legal where they are only moved: in memory, in vector elements, as sources of
//! extensions. `s128` is legal as a float that is moved: merged, unmerged, loaded, stored.

use crate::aarch64::features::Features;
use crate::aarch64::isel::legalize_masks::is_mask;
use crate::aarch64::mc::instructions::op::*;
use crate::legalizer_info::{ATOMICRMW, FloatEnvironment};
use gisel_codegen::ir::llt::{Llt, P0, S8, S16, S32, S64, S128};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::mutations::{
    Mutation, change_element_size_to_that_of, change_element_to, change_to,
};
use gisel_codegen::isel::legalizer::predicates::*;
use gisel_codegen::isel::legalizer::query::MemDesc;
use gisel_codegen::isel::legalizer::{BlockLimits, LegalizerInfo, RuleSet};
use gisel_codegen::machine::desc::instructions::Opcode;

const V8S8: Llt = Llt::vector(8, S8);
const V16S8: Llt = Llt::vector(16, S8);
const V4S16: Llt = Llt::vector(4, S16);
const V8S16: Llt = Llt::vector(8, S16);
const V2S32: Llt = Llt::vector(2, S32);
const V4S32: Llt = Llt::vector(4, S32);
pub(super) const V2S64: Llt = Llt::vector(2, S64);
const V2P0: Llt = Llt::vector(2, P0);

/// The vectors that fill a register, except vectors of pointers.
const VECTORS: [Llt; 7] = [V8S8, V16S8, V4S16, V8S16, V2S32, V4S32, V2S64];
/// Vectors of halves.
const HALF_VECTORS: [Llt; 2] = [V4S16, V8S16];
/// Vectors of floats.
const FLOAT_VECTORS: [Llt; 3] = [V2S32, V4S32, V2S64];

/// Returns the rules for a subtarget.
pub(crate) fn legalizer_info(features: Features) -> LegalizerInfo {
    let mut info = LegalizerInfo::new(64);
    info.rounding_modes = (22, 0b00_11_10_01);
    info.block_limits = match features.contains(Features::STRICT_ALIGN) {
        true => BlockLimits { small_fill: 8, ..BlockLimits::default() },
        false => BlockLimits { copy: 16, fill: 32, small_copy: 4, small_fill: 8 },
    };
    let environment = match features.contains(Features::FP) {
        true => FloatEnvironment::RoundingMode,
        false => FloatEnvironment::Routines,
    };
    crate::legalizer_info::define(&mut info, P0, &[S32, S64], environment);
    values(&mut info);
    artifacts(&mut info);
    let short_sequences = features.contains(Features::CSSC);
    integers(&mut info, short_sequences);
    bits(&mut info, features);
    pointers(&mut info);
    memory(&mut info, features.contains(Features::STRICT_ALIGN));
    control(&mut info);
    let halves = features.contains(Features::FULLFP16);
    floats(&mut info, halves);
    conversions(&mut info, halves);
    vectors(&mut info, halves);
    atomics(&mut info);
    info.finish()
}

/// Resizes vectors of integers at `index` to a register of 64 or 128 bits.
fn fit_vectors(rules: &mut RuleSet, index: usize) -> &mut RuleSet {
    rules
        .scalarize_if(wide_elements(index), index)
        .widen_scalar_or_elt_to_next_pow2(index, 8)
        .more_elements_to_next_pow2(index)
        .widen_vector_elts_to_vector_min_size(index, 64);
    split_vectors(rules, index)
}

/// Splits long vectors of integers at `index` into registers of 128 bits.
fn split_vectors(rules: &mut RuleSet, index: usize) -> &mut RuleSet {
    rules
        .clamp_max_num_elements(index, S8, 16)
        .clamp_max_num_elements(index, S16, 8)
        .clamp_max_num_elements(index, S32, 4)
        .clamp_max_num_elements(index, S64, 2)
}

/// Applies [`fit_vectors`] to vectors of pointers too.
fn fit_all_vectors(rules: &mut RuleSet, index: usize) -> &mut RuleSet {
    fit_vectors(rules, index).clamp_max_num_elements(index, P0, 2)
}

/// Matches a vector at `index` with elements of more than 64 bits.
fn wide_elements(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).scalar_bits() > 64)
}

/// Matches a vector of integers at `index` whose elements are wider than 32 bits, but have no
/// register's element size.
fn odd_wide_elements(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && (33..64).contains(&q.ty(index).scalar_bits()))
}

/// Legalizes `s32`, `s64` and all vectors.
fn natural(rules: &mut RuleSet) -> &mut RuleSet {
    fit_vectors(rules.legal_for([S32, S64]).legal_for(VECTORS), 0).clamp_scalar(0, S32, S64)
}

fn values(info: &mut LegalizerInfo) {
    info.define([G_CONSTANT])
        .legal_for([P0, S8, S16, S32, S64])
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S8, S64);
    let moved = info.define([G_IMPLICIT_DEF, G_FREEZE, G_CONSTANT_FOLD_BARRIER]);
    moved.legal_for([P0, S8, S16, S32, S64, V2P0]).legal_for(VECTORS);
    fit_all_vectors(moved, 0).max_scalar(0, S64);
    let phi = info.define([G_PHI]);
    phi.legal_for([P0, S16, S32, S64, V2P0]).legal_for(VECTORS);
    fit_all_vectors(phi, 0).clamp_scalar(0, S32, S64);
    let select = info.define([G_SELECT]);
    select
        .legal_for([(S32, S32), (S64, S32), (P0, S32)])
        .legal_for_cartesian_product((VECTORS.into_iter().chain([V2P0]), [S32]))
        .lower_if(all([is_vector(1), any([register_vector(0), fills_registers(0)])]));
    fit_all_vectors(select, 0).clamp_scalar(0, S32, S64).min_scalar(1, S32);
}

/// Matches a vector at `index` that fills a register.
fn register_vector(index: usize) -> Predicate {
    type_in_set(index, VECTORS.into_iter().chain([V2P0]).collect())
}

/// Matches a vector of integers at `index` that fills several registers.
fn fills_registers(index: usize) -> Predicate {
    let is_long = is_long_vector(index);
    Box::new(move |q| is_long(q) && !q.ty(index).has_pointer_elements())
}

/// Matches a vector of integers or pointers at `index` that fills several registers.
fn is_long_vector(index: usize) -> Predicate {
    Box::new(move |q| {
        let ty = q.ty(index);
        let is_long = ty.is_vector() && ty.bits() > 128 && ty.bits().is_multiple_of(128);
        is_long && matches!(ty.scalar_bits(), 8 | 16 | 32 | 64)
    })
}

fn artifacts(info: &mut LegalizerInfo) {
    let extend = info.define([G_ANYEXT, G_SEXT, G_ZEXT]);
    extend
        .legal_for_cartesian_product(([S32, S64], [S8, S16]))
        .legal_for([(S64, S32)])
        .legal_for([(V8S16, V8S8), (V4S32, V4S16), (V2S64, V2S32)])
        .scalarize_if(wide_elements(0), 0)
        .widen_scalar_or_elt_to_next_pow2(0, 8)
        .custom_if(is_vector(0))
        .scalarize(0)
        .min_scalar(0, S32)
        .max_scalar(0, S64)
        .lower();
    info.define([G_TRUNC])
        .legal_for_cartesian_product(([S8, S16], [S32, S64]))
        .legal_for([(S32, S64)])
        .legal_for([(V8S8, V8S16), (V4S16, V4S32), (V2S32, V2S64)])
        .custom_if(is_vector(0))
        .scalarize(0)
        .max_scalar(1, S64)
        .widen_scalar_to_next_pow2(1)
        .always_legal();
    info.define([G_MERGE_VALUES])
        .legal_for([(S128, S64), (S64, S32)])
        .lower_if(any([scalar_narrower_than(0, 65), scalar_narrower_than(1, 64)]))
        .lower_if(scalar_across_words(1, 64));
    info.define([G_UNMERGE_VALUES])
        .legal_for([(S64, S128)])
        .legal_for(INTEGER_VECTORS)
        .legal_for([(V8S8, V16S8), (V4S16, V8S16), (V2S32, V4S32), (P0, V2P0)])
        .lower_if(any([scalar_narrower_than(1, 65), scalar_across_words(0, 64)]))
        .lower_if(is_vector(1));
    info.define([G_EXTRACT, G_INSERT]).lower();
    info.define([G_BITCAST])
        .legal_if(all([same_size(0, 1), fits_register(0), fits_register(1)]))
        .custom_if(any([short_vector(0), short_vector(1), mask(0), mask(1)]))
        .lower();
    let inreg = info.define([G_SEXT_INREG]);
    inreg.legal_for([S32, S64]).lower_if(register_vector(0));
    fit_vectors(inreg, 0).clamp_scalar(0, S32, S64);
    info.define([G_BUILD_VECTOR])
        .legal_for([(V8S8, S8), (V16S8, S8), (V4S16, S16), (V8S16, S16), (V2S32, S32), (V4S32, S32)])
        .legal_for([(V2S64, S64), (V2P0, P0)])
        .lower();
    info.define([G_BUILD_VECTOR_TRUNC]).lower();
    info.define([G_CONCAT_VECTORS]).legal_for([(V16S8, V8S8), (V8S16, V4S16), (V4S32, V2S32)]).lower();
}

/// Matches a vector at `index` of more than 128 bits.
fn long_vector(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).bits() > 128)
}

/// Matches a vector at `index` of less than 64 bits.
fn short_vector(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && matches!(q.ty(index).bits(), 16 | 32))
}

/// Matches a vector of bools at `index` with as many elements as a register.
fn mask(index: usize) -> Predicate {
    Box::new(move |q| is_mask(q.ty(index)))
}

/// Matches a type at `index` that one register of 64 or 128 bits holds.
fn fits_register(index: usize) -> Predicate {
    let types = VECTORS.into_iter().chain([V2P0, S64, S128]).collect();
    type_in_set(index, types)
}

fn integers(info: &mut LegalizerInfo, short_sequences: bool) {
    natural(info.define([G_ADD, G_SUB, G_AND, G_OR, G_XOR]));
    let mul = info.define([G_MUL]);
    mul.legal_for([S32, S64, V8S8, V16S8, V4S16, V8S16, V2S32, V4S32])
        .custom_if(type_is(0, V2S64))
        .scalarize_if(type_is(0, V2S64), 0);
    fit_vectors(mul, 0).clamp_scalar(0, S32, S64);
    info.define([G_SMULH, G_UMULH]).legal_for([S64]).lower();
    info.define([G_SDIV, G_UDIV])
        .legal_for([S32, S64])
        .scalarize(0)
        .libcall_for([S128])
        .min_scalar(0, S32)
        .widen_scalar_to_next_pow2(0);
    info.define([G_SREM, G_UREM])
        .scalarize(0)
        .libcall_for([S128])
        .min_scalar(0, S32)
        .widen_scalar_to_next_pow2(0)
        .lower();
    info.define([G_SDIVREM, G_UDIVREM]).lower();
    let shift = info.define([G_SHL, G_LSHR, G_ASHR]);
    shift.legal_for([(S32, S32), (S32, S64), (S64, S64)]).legal_for(VECTORS.map(|v| (v, v)));
    fit_vectors(shift, 0).clamp_scalar(0, S32, S64).min_scalar_same_as(1, 0);
    let icmp = info.define([G_ICMP]);
    icmp.legal_for([(S32, S32), (S32, S64), (S32, P0)])
        .legal_for(VECTORS.map(|v| (v, v)))
        .legal_for([(V2S64, V2P0)]);
    icmp.widen_scalar_if(long_result_differs(), result_like_operand());
    fit_all_vectors(icmp, 1)
        .widen_scalar_if(vector_result_differs(), result_like_operand())
        .clamp_scalar(1, S32, S64)
        .min_scalar(0, S32);
    let minmax = info.define([G_SMIN, G_SMAX, G_UMIN, G_UMAX]);
    minmax
        .legal_for([V8S8, V16S8, V4S16, V8S16, V2S32, V4S32])
        .when(short_sequences, |r| {
            r.legal_for([S32, S64]);
            r.widen_scalar_if(scalar_narrower_than(0, 32), change_to(0, S32));
        })
        .lower_if(type_is(0, V2S64))
        .lower_if(is_scalar(0));
    fit_vectors(minmax, 0);
    let abs = info.define([G_ABS]);
    abs.legal_for(VECTORS).legal_for([S32, S64]);
    fit_vectors(abs, 0).min_scalar(0, S32).lower();
    info.define([G_UADDO, G_USUBO, G_SADDO, G_SSUBO, G_UADDE, G_USUBE, G_SADDE, G_SSUBE])
        .legal_for([(S32, S32), (S64, S32)])
        .scalarize(0)
        .lower_if(scalar_narrower_than(0, 32))
        .lower_if(size_not_pow2(0))
        .min_scalar(1, S32)
        .max_scalar(0, S64);
    let saturate = info.define([G_UADDSAT, G_SADDSAT, G_USUBSAT, G_SSUBSAT]);
    saturate
        .legal_for(VECTORS)
        .lower_if(is_scalar(0))
        .scalarize_if(wide_elements(0), 0)
        .lower_if(any([scalar_or_elt_size_not_pow2(0), small_vector(0)]));
    split_vectors(saturate, 0);
    let funnel = info.define([G_FSHL, G_FSHR]);
    funnel.custom_for([(S32, S32), (S64, S64)]);
    split_vectors(funnel, 0).scalarize_if(not(register_vector(0)), 0).lower();
    let rotate = info.define([G_ROTR, G_ROTL]);
    rotate.legal_if(all([opcode_is(G_ROTR), tuple_in_set(vec![(S32, S32), (S32, S64), (S64, S64)])]));
    rotate.scalarize_if(wide_elements(0), 0).lower();
    info.define([G_ABDS, G_ABDU, G_UAVGFLOOR, G_UAVGCEIL, G_SAVGFLOOR, G_SAVGCEIL])
        .legal_for([V8S8, V16S8, V4S16, V8S16, V2S32, V4S32])
        .lower_if(type_is(0, V2S64))
        .scalarize(0)
        .lower();
    info.define([G_TRUNC_SSAT_S, G_TRUNC_SSAT_U, G_TRUNC_USAT_U])
        .legal_for([(V8S8, V8S16), (V4S16, V4S32), (V2S32, V2S64)])
        .scalarize(0)
        .lower();
}

/// Matches a vector at `index` of less than 64 bits, with elements of less than a byte, or with a
/// count that is no power of two.
fn small_vector(index: usize) -> Predicate {
    Box::new(move |q| {
        let ty = q.ty(index);
        ty.is_vector() && (ty.bits() < 64 || ty.scalar_bits() < 8 || !ty.elements().is_power_of_two())
    })
}

/// Matches this opcode of the rule set.
fn opcode_is(opcode: Opcode) -> Predicate {
    Box::new(move |q| q.opcode == opcode)
}

/// Matches a vector comparison whose result has other elements than its operands.
fn vector_result_differs() -> Predicate {
    Box::new(|q| {
        register_vector(1)(q) && q.ty(0).is_vector() && q.ty(0).scalar_bits() < q.ty(1).scalar_bits()
    })
}

/// Matches a comparison of long vectors whose result has other elements. If it were split first,
/// the results would be joined element by element.
fn long_result_differs() -> Predicate {
    let is_long = is_long_vector(1);
    Box::new(move |q| is_long(q) && q.ty(0).is_vector() && q.ty(0).scalar_bits() < q.ty(1).scalar_bits())
}

/// Changes the result of a vector comparison to the element size of its operands.
fn result_like_operand() -> Mutation {
    Box::new(|q| (0, q.ty(0).with_scalar_bits(q.ty(1).scalar_bits())))
}

fn bits(info: &mut LegalizerInfo, features: Features) {
    let short_sequences = features.contains(Features::CSSC);
    let leading = info.define([G_CTLZ, G_CTLZ_ZERO_UNDEF]);
    leading
        .legal_for([(S32, S32), (S64, S64)])
        .legal_for([V8S8, V16S8, V4S16, V8S16, V2S32, V4S32].map(|v| (v, v)));
    split_vectors(leading, 0)
        .scalarize(0)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, S32, S64)
        .min_scalar_same_as(0, 1);
    let trailing = info.define([G_CTTZ, G_CTTZ_ZERO_UNDEF]);
    trailing.when(short_sequences, |r| {
        r.legal_for([(S32, S32), (S64, S64)]);
        r.widen_scalar_if(scalar_narrower_than(1, 32), change_to(1, S32));
        r.widen_scalar_if(scalar_narrower_than(0, 32), change_to(0, S32));
    });
    split_vectors(trailing, 0)
        .scalarize_if(not(register_vector(0)), 0)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, S32, S64)
        .lower();
    let ones = info.define([G_CTPOP]);
    let counted = features.intersects(Features::NEON | Features::CSSC);
    ones.when(counted, |r| {
        r.legal_for([(S32, S32), (S64, S64)]);
    });
    ones.legal_for([(V8S8, V8S8), (V16S8, V16S8)]).custom_if(register_vector(0));
    split_vectors(ones, 0)
        .scalarize(0)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, S32, S64)
        .min_scalar_same_as(0, 1)
        .lower();
    info.define([G_BSWAP])
        .legal_for([S32, S64, V4S16, V8S16, V2S32, V4S32, V2S64])
        .clamp_max_num_elements(0, S16, 8)
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2)
        .scalarize(0)
        .lower_if(not(any([scalar_narrower_than(0, 32), size_is_multiple(0, 64)])))
        .clamp_scalar(0, S32, S64);
    let reverse = info.define([G_BITREVERSE]);
    reverse.legal_for([S32, S64, V8S8, V16S8]).custom_if(register_vector(0));
    split_vectors(reverse, 0).scalarize(0).widen_scalar_to_next_pow2(0).clamp_scalar(0, S32, S64);
}

fn pointers(info: &mut LegalizerInfo) {
    info.define([G_PTR_ADD])
        .legal_for([(P0, S64), (V2P0, V2S64)])
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, P0, 2);
    info.define([G_PTRMASK])
        .legal_for([(P0, S64), (V2P0, V2S64)])
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, P0, 2);
    info.define([G_PTRTOINT])
        .legal_for([(S64, P0), (V2S64, V2P0)])
        .more_elements_to_next_pow2(1)
        .clamp_max_num_elements(1, P0, 2)
        .min_scalar_or_elt(0, S64)
        .scalarize(0)
        .max_scalar(0, S64);
    info.define([G_INTTOPTR])
        .legal_for([(P0, S64), (V2P0, V2S64)])
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, P0, 2)
        .min_scalar_or_elt(1, S64)
        .scalarize(0)
        .max_scalar(1, S64);
}

/// Returns (value, address, memory type, alignment in bits) of loads and stores: with any
/// alignment, or if `strict`, natural alignment.
fn accesses(strict: bool) -> Vec<(Llt, Llt, Llt, u32)> {
    let scalars = [
        (S8, S8),
        (S16, S8),
        (S16, S16),
        (S32, S8),
        (S32, S16),
        (S32, S32),
        (S64, S8),
        (S64, S16),
        (S64, S32),
        (S64, S64),
        (P0, S64),
        (V2P0, S128),
    ];
    let vectors = VECTORS.map(|v| (v, v));
    let align = |mem: Llt| if strict { mem.bits() } else { 8 };
    scalars.into_iter().chain(vectors).map(|(value, mem)| (value, P0, mem, align(mem))).collect()
}

/// Matches a scalar of at most 64 bits in memory without natural alignment.
fn unaligned_scalar() -> Predicate {
    Box::new(|q| {
        let unaligned = |m: &MemDesc| m.align_bits < m.ty.bits() && m.ty.bits() <= 64;
        !q.ty(0).is_vector() && q.mem.as_ref().is_some_and(unaligned)
    })
}

/// Matches a vector in memory without natural alignment.
fn unaligned_vector() -> Predicate {
    Box::new(|q| q.ty(0).is_vector() && q.mem.as_ref().is_some_and(|m| m.align_bits < m.ty.bits()))
}

fn memory(info: &mut LegalizerInfo, strict: bool) {
    info.define([G_PREFETCH]).custom();
    let plain = info.define([G_LOAD, G_STORE]);
    plain
        .legal_for_types_with_mem_desc(accesses(strict))
        .lower_if(all([is_vector(0), not(element_is_byte_sized(0))]))
        .when(strict, |r| {
            r.scalarize_if(unaligned_vector(), 0)
                .lower_if_mem_size_not_byte_pow2()
                .lower_if(unaligned_scalar());
        })
        .fewer_elements_if(several_registers(0), registers(0))
        .scalarize_if(any([wide_elements(0), odd_vector(0)]), 0)
        .bitcast_if(vector_of_bits(0, 32), change_to(0, S32))
        .bitcast_if(vector_of_bits(0, 16), change_to(0, S16))
        .clamp_max_num_elements(0, S8, 16)
        .clamp_max_num_elements(0, S16, 8)
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2)
        .clamp_max_num_elements(0, P0, 2)
        .lower_if_mem_size_not_byte_pow2()
        .max_scalar(0, S64);
    info.define([G_SEXTLOAD, G_ZEXTLOAD])
        .legal_for_types_with_mem_desc(
            accesses(strict).into_iter().filter(|a| (a.0 == S32 || a.0 == S64) && a.0.bits() > a.2.bits()),
        )
        .lower_if_mem_size_not_byte_pow2()
        .when(strict, |r| {
            r.lower_if(unaligned_scalar());
        })
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S32, S64);
    info.define([G_VASTART]).legal_for([P0]);
    info.define([G_VAARG]).unsupported();
}

/// Matches a vector whose number of elements or element size is no power of two.
fn odd_vector(index: usize) -> Predicate {
    any([num_elements_not_pow2(index), all([is_vector(index), scalar_or_elt_size_not_pow2(index)])])
}

/// Matches a vector that fills several registers of one size, their number no power of two.
fn several_registers(index: usize) -> Predicate {
    Box::new(move |q| {
        let ty = q.ty(index);
        let is_filling = ty.is_vector() && matches!(ty.scalar_bits(), 8 | 16 | 32 | 64);
        is_filling && !ty.elements().is_power_of_two() && register_bits(ty) > ty.scalar_bits()
    })
}

/// Changes a vector to the register's that matches [`several_registers`].
fn registers(index: usize) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_elements(register_bits(ty) / ty.scalar_bits()))
    })
}

/// Returns the size of the registers that a vector fills, perhaps with a half of one at its end; 0 if
/// there is none.
fn register_bits(ty: Llt) -> u32 {
    match ty.bits() {
        bits if !bits.is_multiple_of(64) => 0,
        bits if bits > 128 => 128,
        _ => 64,
    }
}

/// Matches a vector of `bits` bits.
fn vector_of_bits(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).bits() == bits)
}

fn control(info: &mut LegalizerInfo) {
    info.define([G_INTRINSIC]).custom().always_legal();
    info.define([G_INTRINSIC_W_SIDE_EFFECTS]).always_legal();
    info.define([G_PTRAUTH_GLOBAL_VALUE]).legal_for([(P0, P0)]);
    info.define([G_BRCOND]).legal_for([S32]).min_scalar(0, S32);
    info.define([G_BRJT]).legal_for([(P0, S64)]);
    info.define([G_READ_REGISTER, G_WRITE_REGISTER]).legal_for([S64]);
}

/// Legalizes `s32`, `s64` and vectors of them, and halves if `halves`; `s128` by a routine; `s16`
/// in `s32`.
fn float(rules: &mut RuleSet, halves: bool) -> &mut RuleSet {
    rules
        .legal_for([S32, S64])
        .legal_for(FLOAT_VECTORS)
        .when(halves, |r| {
            r.legal_for([S16]).legal_for(HALF_VECTORS);
        })
        .libcall_for([S128])
        .scalarize_if(wide_elements(0), 0)
        .widen_scalar_if(widened_halves(halves, 0), change_element_to(0, S32))
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, S16, 8)
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2)
        .min_scalar(0, S32)
}

/// Matches a vector of halves whose elements are widened: any, unless `halves`, else one of two.
fn widened_halves(halves: bool, index: usize) -> Predicate {
    Box::new(move |q| half_elements(index)(q) && (!halves || q.ty(index).elements() <= 2))
}

/// Matches a vector of halves.
fn half_elements(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).scalar_bits() == 16)
}

fn floats(info: &mut LegalizerInfo, halves: bool) {
    let computed = info.define([
        G_FADD,
        G_FSUB,
        G_FMUL,
        G_FDIV,
        G_FSQRT,
        G_FMINNUM,
        G_FMAXNUM,
        G_FMINIMUMNUM,
        G_FMAXIMUMNUM,
        G_FMINIMUM,
        G_FMAXIMUM,
        G_FMINNUM_IEEE,
        G_FMAXNUM_IEEE,
        G_FCEIL,
        G_FFLOOR,
        G_FRINT,
        G_FNEARBYINT,
        G_INTRINSIC_TRUNC,
        G_INTRINSIC_ROUND,
        G_INTRINSIC_ROUNDEVEN,
        G_STRICT_FADD,
        G_STRICT_FSUB,
        G_STRICT_FMUL,
        G_STRICT_FDIV,
        G_STRICT_FSQRT,
    ]);
    float(computed, halves);
    // In 64 bits the product of halves is exact and the sum precise enough for a second rounding;
    // in 32 it is not.
    let fused = info.define([G_FMA, G_STRICT_FMA]);
    fused.when(halves, |r| {
        r.legal_for([S16]).legal_for(HALF_VECTORS);
    });
    fused.widen_scalar_if(
        any([type_is(0, S16), widened_halves(halves, 0)]),
        Box::new(|q| (0, q.ty(0).with_scalar_bits(64))),
    );
    float(fused, halves);
    let sign = info.define([G_FNEG, G_FABS]);
    sign.legal_for([S32, S64]).legal_for(FLOAT_VECTORS);
    sign.when(halves, |r| {
        r.legal_for([S16]).legal_for(HALF_VECTORS);
    });
    sign.lower_if(any([is_scalar(0), half_elements(0)]));
    sign.scalarize_if(wide_elements(0), 0)
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2);
    info.define([G_FCANONICALIZE]).scalarize(0).min_scalar(0, S32).lower();
    info.define([G_FMAD]).scalarize(0).lower();
    info.define([G_FCOPYSIGN])
        .legal_for([(S32, S32), (S64, S64)])
        .legal_for(FLOAT_VECTORS.map(|v| (v, v)))
        .lower_if(half_elements(0))
        .scalarize_if(wide_elements(0), 0)
        .more_elements_to_next_pow2(0)
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2)
        .lower();
    info.define([G_FCMP])
        .legal_for([(S32, S32), (S32, S64)])
        .legal_for(FLOAT_VECTORS.map(|v| (v, v)))
        .when(halves, |r| {
            r.legal_for([(S32, S16)]).legal_for(HALF_VECTORS.map(|v| (v, v)));
            r.widen_scalar_if(all([type_is(1, S16), scalar_narrower_than(0, 32)]), change_to(0, S32));
        })
        .scalarize_if(wide_elements(1), 0)
        .widen_scalar_if(widened_halves(halves, 1), change_element_to(1, S32))
        .libcall_if(type_is(1, S128))
        .widen_scalar_if(long_result_differs(), result_like_operand())
        .more_elements_to_next_pow2(1)
        .clamp_max_num_elements(1, S16, 8)
        .clamp_max_num_elements(1, S32, 4)
        .clamp_max_num_elements(1, S64, 2)
        .widen_scalar_if(vector_result_differs(), result_like_operand())
        .min_scalar(1, S32)
        .min_scalar(0, S32);
    info.define([G_IS_FPCLASS]).scalarize(0).lower();
}

/// Resizes vectors with elements of 32 and 64 bits at index 0 to a register.
fn fit_floats(rules: &mut RuleSet) -> &mut RuleSet {
    rules.more_elements_to_next_pow2(0).clamp_max_num_elements(0, S32, 4).clamp_max_num_elements(0, S64, 2)
}

/// Matches vectors if the one at `narrow` has the smaller elements.
fn narrower_elements(narrow: usize, wide: usize) -> Predicate {
    Box::new(move |q| {
        let (a, b) = (q.ty(narrow), q.ty(wide));
        a.is_vector() && a.scalar_bits() < b.scalar_bits() && matches!(b.scalar_bits(), 32 | 64)
    })
}

/// Matches a half of an integer that is smaller than a general register.
fn half_from_small() -> Predicate {
    all([type_is(0, S16), scalar_narrower_than(1, 32)])
}

/// Matches types with one element size.
fn same_element_size(a: usize, b: usize) -> Predicate {
    Box::new(move |q| q.ty(a).scalar_bits() == q.ty(b).scalar_bits())
}

fn conversions(info: &mut LegalizerInfo, halves: bool) {
    let two_halves = Llt::vector(2, S16);
    info.define([G_FPEXT])
        .legal_for([(S32, S16), (S64, S16), (S64, S32)])
        .legal_for([(V4S32, V4S16), (V2S64, V2S32)])
        .libcall_for([(S128, S32), (S128, S64)])
        .scalarize_if(wide_elements(0), 0)
        .more_elements_to_next_pow2(0)
        .more_elements_for([(V2S32, two_halves)], change_to(0, V4S32))
        .clamp_max_num_elements(0, S32, 4)
        .clamp_max_num_elements(0, S64, 2)
        .lower();
    info.define([G_FPTRUNC])
        .legal_for([(S16, S32), (S16, S64), (S32, S64)])
        .legal_for([(V4S16, V4S32), (V2S32, V2S64)])
        .libcall_for([(S16, S128), (S32, S128), (S64, S128)])
        .scalarize_if(wide_elements(1), 0)
        .more_elements_to_next_pow2(0)
        .more_elements_for([(two_halves, V2S32)], change_to(0, V4S16))
        .clamp_max_num_elements(1, S32, 4)
        .clamp_max_num_elements(1, S64, 2)
        .scalarize(0);
    let to_int = info.define([G_FPTOSI, G_FPTOUI]);
    to_int
        .legal_for_cartesian_product(([S32, S64], [S32, S64]))
        .legal_for(FLOAT_VECTORS.map(|v| (v, v)))
        .when(halves, |r| {
            r.legal_for_cartesian_product(([S32, S64], [S16])).legal_for(HALF_VECTORS.map(|v| (v, v)));
        })
        .scalarize_if(any([wide_elements(0), wide_elements(1)]), 0)
        .scalarize_if(odd_wide_elements(0), 0)
        .lower_if(scalar_wider_than(0, 128))
        .widen_scalar_if(half_elements(1), change_element_to(1, S32))
        .widen_scalar_if(narrower_elements(1, 0), change_element_size_to_that_of(1, 0))
        .widen_scalar_if(narrower_elements(0, 1), change_element_size_to_that_of(0, 1));
    fit_floats(to_int)
        .min_scalar(1, S32)
        .libcall_for([(S32, S128), (S64, S128), (S128, S32), (S128, S64), (S128, S128)])
        .widen_scalar_to_next_pow2(0)
        .min_scalar(0, S32);
    let to_float = info.define([G_SITOFP, G_UITOFP]);
    to_float
        .legal_for_cartesian_product(([S32, S64], [S32, S64]))
        .legal_for(FLOAT_VECTORS.map(|v| (v, v)))
        .when(halves, |r| {
            r.legal_for_cartesian_product(([S16], [S32, S64])).legal_for(HALF_VECTORS.map(|v| (v, v)));
            r.widen_scalar_if(half_from_small(), change_to(1, S32));
        })
        .scalarize_if(any([wide_elements(0), wide_elements(1)]), 0)
        .scalarize_if(odd_wide_elements(1), 0)
        .lower_if(scalar_wider_than(1, 128))
        .widen_scalar_if(type_is(0, S16), change_to(0, S32))
        .widen_scalar_if(half_elements(0), change_element_to(0, S32))
        .widen_scalar_if(narrower_elements(1, 0), change_element_size_to_that_of(1, 0))
        .scalarize_if(narrower_elements(0, 1), 0);
    fit_floats(to_float)
        .libcall_for([(S128, S32), (S128, S64), (S32, S128), (S64, S128), (S128, S128)])
        .widen_scalar_to_next_pow2(1)
        .min_scalar(1, S32);
    let saturated = info.define([G_FPTOSI_SAT, G_FPTOUI_SAT]);
    saturated
        .legal_for_cartesian_product(([S32, S64], [S32, S64]))
        .legal_for(FLOAT_VECTORS.map(|v| (v, v)))
        .scalarize_if(any([half_elements(1), wide_elements(1), not(same_element_size(0, 1))]), 0);
    fit_floats(saturated).min_scalar(1, S32).lower();
    info.define([G_INTRINSIC_LRINT, G_INTRINSIC_LLRINT, G_LROUND, G_LLROUND])
        .legal_for_cartesian_product(([S32, S64], [S32, S64]))
        .scalarize(0)
        .lower_if(scalar_wider_than(0, 64))
        .libcall_for([(S64, S128)])
        .min_scalar(1, S32)
        .min_scalar_if(type_is(1, S128), 0, S64)
        .min_scalar(0, S32)
        .widen_scalar_to_next_pow2(0);
}

/// The vectors that registers hold, and their element types.
const INTEGER_VECTORS: [(Llt, Llt); 7] =
    [(S8, V8S8), (S8, V16S8), (S16, V4S16), (S16, V8S16), (S32, V2S32), (S32, V4S32), (S64, V2S64)];

fn vectors(info: &mut LegalizerInfo, halves: bool) {
    let elements = || INTEGER_VECTORS.into_iter().chain([(P0, V2P0)]);
    // Legal with a constant lane, which the custom action checks.
    info.define([G_EXTRACT_VECTOR_ELT])
        .custom_for(elements().map(|(e, v)| (e, v, S64)))
        .custom_if(long_vector(1))
        .lower();
    info.define([G_INSERT_VECTOR_ELT])
        .custom_for(elements().map(|(e, v)| (v, e, S64)))
        // As in LLVM, values from a general register have at least 32 bits.
        .custom_for([V8S8, V16S8, V4S16, V8S16].map(|v| (v, S32, S64)))
        .custom_if(long_vector(0))
        .lower();
    info.define([G_SHUFFLE_VECTOR]).custom_if(is_vector(0)).lower();
    info.define([G_SPLAT_VECTOR]).lower();
    info.define([G_VECREDUCE_ADD]).legal_for(INTEGER_VECTORS).custom_if(is_vector(1)).lower();
    info.define([G_VECREDUCE_SMAX, G_VECREDUCE_SMIN, G_VECREDUCE_UMAX, G_VECREDUCE_UMIN])
        .legal_for(INTEGER_VECTORS.into_iter().filter(|&(element, _)| element != S64))
        .custom_if(is_vector(1))
        .lower();
    info.define([G_VECREDUCE_FMAX, G_VECREDUCE_FMIN, G_VECREDUCE_FMAXIMUM, G_VECREDUCE_FMINIMUM])
        .legal_for([(S32, V2S32), (S32, V4S32), (S64, V2S64)])
        .when(halves, |r| {
            r.legal_for(HALF_VECTORS.map(|v| (S16, v)));
        })
        .custom_if(is_vector(1))
        .lower();
    info.define([G_VECREDUCE_FADD]).legal_for([(S32, V2S32), (S64, V2S64)]).custom_if(is_vector(1)).lower();
    info.define([G_VECREDUCE_FMUL, G_VECREDUCE_MUL, G_VECREDUCE_AND, G_VECREDUCE_OR, G_VECREDUCE_XOR])
        .custom_if(is_vector(1))
        .lower();
    info.define([G_VECREDUCE_SEQ_FADD, G_VECREDUCE_SEQ_FMUL]).lower();
}

fn atomics(info: &mut LegalizerInfo) {
    info.define([G_ATOMIC_CMPXCHG_WITH_SUCCESS]).custom();
    info.define([G_ATOMIC_CMPXCHG].into_iter().chain(ATOMICRMW))
        .legal_for([(S8, P0), (S16, P0), (S32, P0), (S64, P0)])
        .unsupported();
    info.define([G_CMP_SWAP_128]).legal_for([(S64, P0)]);
}
