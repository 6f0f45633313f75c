//! What is legal on RV64GC, and how the rest becomes so.
//!
//! As in LLVM, integers live in `s64`; `s32` is legal where it is only moved (loads, stores, phis,
//! selects), where it is a float, and as the source or result of an extension or truncation. Conditions are
//! `s64`. Vectors are taken apart. Arithmetic on `s32` is done in `s64`, with `G_SEXT_INREG 32` and the
//! `G_…W` opcodes where the upper half matters.

use super::features::Features;
use super::instructions::op::*;
use gisel_codegen::legalizer::mutations::change_to;
use gisel_codegen::legalizer::predicates::*;
use gisel_codegen::legalizer::{LegalizerInfo, RuleSet};
use gisel_codegen::llt::{Llt, P0, S1, S8, S16, S32, S64, S128};
use gisel_codegen::opcodes::*;

/// The rules for a subtarget.
pub fn legalizer_info(features: Features) -> LegalizerInfo {
    let mut info = LegalizerInfo::new(64);
    info.sext_cheaper_than_zext = Some((32, 64));
    info.rounding_modes = (0, 0b10_11_00_01);
    crate::legalizer_info::define(&mut info);
    values(&mut info);
    artifacts(&mut info);
    integers(&mut info, features);
    bits(&mut info, features);
    pointers(&mut info);
    memory(&mut info, features);
    control(&mut info);
    floats(&mut info);
    conversions(&mut info);
    vectors(&mut info);
    atomics(&mut info);
    info.finish()
}

fn values(info: &mut LegalizerInfo) {
    info.define([G_CONSTANT]).legal_for([S64, P0]).widen_scalar_to_next_pow2(0).clamp_scalar(0, S64, S64);
    info.define([G_IMPLICIT_DEF, G_FREEZE, G_CONSTANT_FOLD_BARRIER, G_PHI])
        .legal_for([S32, S64, P0])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S32, S64);
    info.define([G_SELECT])
        .legal_for([(S32, S64), (S64, S64), (P0, S64)])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S32, S64)
        .min_scalar(1, S64);
}

fn artifacts(info: &mut LegalizerInfo) {
    info.define([G_ANYEXT, G_SEXT, G_ZEXT])
        .legal_for([(S64, S32)])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .max_scalar(0, S64)
        .min_scalar_if(scalar_narrower_than(1, 32), 0, S64)
        .lower();
    info.define([G_TRUNC]).legal_for([(S32, S64)]).scalarize(0).max_scalar(1, S64).always_legal();
    info.define([G_MERGE_VALUES]).lower_if(any(scalar_narrower_than(0, 65), scalar_across_words(1)));
    info.define([G_UNMERGE_VALUES]).lower_if(any(scalar_narrower_than(1, 65), scalar_across_words(0)));
    info.define([G_EXTRACT, G_INSERT, G_BITCAST]).lower();
    info.define([G_SEXT_INREG])
        .legal_for([S64])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S64, S64);
    info.define([G_BUILD_VECTOR, G_BUILD_VECTOR_TRUNC, G_CONCAT_VECTORS]);
}

/// `s64` only, widened and narrowed to it.
fn natural(rules: &mut RuleSet) -> &mut RuleSet {
    rules.legal_for([S64]).scalarize(0).widen_scalar_to_next_pow2(0).clamp_scalar(0, S64, S64)
}

fn integers(info: &mut LegalizerInfo, features: Features) {
    let zbb = features.contains(Features::ZBB);
    info.define([G_ADD, G_SUB])
        .legal_for([S64])
        .custom_for([S32])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S64, S64);
    natural(info.define([G_AND, G_OR, G_XOR]));
    natural(info.define([G_MUL]));
    info.define([G_SMULH, G_UMULH]).legal_for([S64]).scalarize(0).lower();
    info.define([G_SDIV, G_UDIV, G_UREM])
        .legal_for([S64])
        .custom_for([S32])
        .libcall_for([S128])
        .scalarize(0)
        .min_scalar(0, S32)
        .widen_scalar_to_next_pow2(0);
    info.define([G_SREM])
        .legal_for([S64])
        .libcall_for([S128])
        .scalarize(0)
        .min_scalar(0, S64)
        .widen_scalar_to_next_pow2(0);
    info.define([G_SDIVREM, G_UDIVREM]).scalarize(0).lower();
    info.define([G_SHL, G_LSHR, G_ASHR])
        .legal_for([(S64, S64)])
        .scalarize(0)
        .custom_for([(S32, S32), (S32, S64)])
        .min_scalar_if(scalar_narrower_than(0, 32), 0, S32)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S64, S64)
        .min_scalar(1, S64);
    info.define([G_ROTL, G_ROTR])
        .when(zbb, |r| {
            r.legal_for([(S64, S64)]).custom_for([(S32, S32)]);
        })
        .scalarize(0)
        .lower();
    info.define([G_FSHL, G_FSHR]).scalarize(0).lower();
    info.define([G_ICMP])
        .legal_for([(S64, S64), (S64, P0)])
        .scalarize(0)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, S64, S64)
        .min_scalar(0, S64);
    info.define([G_SMIN, G_SMAX, G_UMIN, G_UMAX])
        .when(zbb, |r| {
            r.legal_for([S64]).scalarize(0).min_scalar(0, S64);
        })
        .scalarize(0)
        .lower();
    info.define([G_ABS]).scalarize(0).min_scalar(0, S64).lower();
    info.define([
        G_SCMP,
        G_UCMP,
        G_ABDS,
        G_ABDU,
        G_UAVGFLOOR,
        G_UAVGCEIL,
        G_SAVGFLOOR,
        G_SAVGCEIL,
        G_UADDO,
        G_UADDE,
        G_USUBO,
        G_USUBE,
        G_SADDO,
        G_SADDE,
        G_SSUBO,
        G_SSUBE,
        G_UMULO,
        G_SMULO,
        G_UADDSAT,
        G_SADDSAT,
        G_USUBSAT,
        G_SSUBSAT,
        G_USHLSAT,
        G_SSHLSAT,
        G_SMULFIX,
        G_UMULFIX,
        G_SMULFIXSAT,
        G_UMULFIXSAT,
        G_SDIVFIX,
        G_UDIVFIX,
        G_SDIVFIXSAT,
        G_UDIVFIXSAT,
        G_TRUNC_SSAT_S,
        G_TRUNC_SSAT_U,
        G_TRUNC_USAT_U,
        G_SBFX,
        G_UBFX,
    ])
    .scalarize(0)
    .lower();
}

fn bits(info: &mut LegalizerInfo, features: Features) {
    let zbb = features.contains(Features::ZBB);
    info.define([G_CTLZ, G_CTTZ, G_CTLZ_ZERO_UNDEF, G_CTTZ_ZERO_UNDEF])
        .scalarize(0)
        .when(zbb, |r| {
            r.legal_for([(S64, S64)])
                .custom_for([(S64, S32)])
                .clamp_scalar(0, S64, S64)
                .widen_scalar_to_next_pow2(1)
                .clamp_scalar(1, S64, S64);
        })
        .clamp_scalar(0, S64, S64)
        .widen_scalar_to_next_pow2(1)
        .max_scalar(1, S64)
        .lower();
    info.define([G_CTPOP])
        .scalarize(0)
        .when(zbb, |r| {
            r.legal_for([(S64, S64)]);
        })
        .clamp_scalar(0, S64, S64)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, if zbb { S64 } else { S8 }, S64)
        .lower();
    info.define([G_BSWAP])
        .scalarize(0)
        .when(zbb, |r| {
            r.legal_for([S64]).min_scalar(0, S64);
        })
        .max_scalar_if(size_is_multiple(0, 64), 0, S64)
        .lower();
    info.define([G_BITREVERSE])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .min_scalar(0, S8)
        .max_scalar(0, S64)
        .lower();
}

fn pointers(info: &mut LegalizerInfo) {
    info.define([G_PTR_ADD, G_PTRMASK]).legal_for([(P0, S64)]).scalarize(0);
    info.define([G_PTRTOINT])
        .legal_for([(S64, P0)])
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S64, S64);
    info.define([G_INTTOPTR])
        .legal_for([(P0, S64)])
        .scalarize(0)
        .widen_scalar_to_next_pow2(1)
        .clamp_scalar(1, S64, S64);
}

/// (value, address, in memory, alignment in bits) of loads and stores without extension or with any.
const ACCESSES: [(Llt, Llt, Llt, u32); 8] = [
    (S32, P0, S8, 8),
    (S32, P0, S16, 16),
    (S32, P0, S32, 32),
    (S64, P0, S8, 8),
    (S64, P0, S16, 16),
    (S64, P0, S32, 32),
    (S64, P0, S64, 64),
    (P0, P0, S64, 64),
];

fn memory(info: &mut LegalizerInfo, features: Features) {
    let unaligned = features.contains(Features::UNALIGNED_SCALAR_MEM);
    let align = |a: (Llt, Llt, Llt, u32)| if unaligned { (a.0, a.1, a.2, 8) } else { a };
    let accesses = || ACCESSES.into_iter().map(align);
    let prefetches = features.contains(Features::ZICBOP);
    info.define([G_PREFETCH])
        .when(prefetches, |r| {
            r.always_legal();
        })
        .lower();
    info.define([G_LOAD, G_STORE])
        .custom_if(is_ordered())
        .legal_for_types_with_mem_desc(accesses())
        .custom_if(is_atomic())
        .scalarize_if(element_is_byte_sized(0), 0)
        .lower_if(is_vector(0))
        .lower_if_mem_size_not_byte_pow2()
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S32, S64)
        .lower();
    info.define([G_SEXTLOAD, G_ZEXTLOAD])
        .custom_if(is_ordered())
        .legal_for_types_with_mem_desc(accesses().filter(|a| a.0.is_scalar() && a.0 != a.2))
        .custom_if(is_atomic())
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, S32, S64)
        .lower();
    info.define([G_VASTART]).custom_for([P0]);
    info.define([G_VAARG]).lower();
}

fn control(info: &mut LegalizerInfo) {
    info.define([G_BRCOND]).legal_for([S64]).min_scalar(0, S64);
    info.define([G_BRJT]).custom_for([(P0, S64)]);
    info.define([G_READ_REGISTER, G_WRITE_REGISTER]).unsupported();
}

fn floats(info: &mut LegalizerInfo) {
    info.define([
        G_FADD,
        G_FSUB,
        G_FMUL,
        G_FDIV,
        G_FSQRT,
        G_STRICT_FADD,
        G_STRICT_FSUB,
        G_STRICT_FMUL,
        G_STRICT_FDIV,
        G_STRICT_FSQRT,
    ])
    .legal_for([S32, S64])
    .scalarize(0)
    .libcall_for([S128])
    .min_scalar(0, S32);
    // In 64 bits the product of halves is exact and the sum precise enough for rounding once more; in 32 it is not.
    info.define([G_FMA, G_STRICT_FMA])
        .legal_for([S32, S64])
        .scalarize(0)
        .libcall_for([S128])
        .widen_scalar_if(type_is(0, S16), change_to(0, S64));
    info.define([G_FNEG, G_FABS]).legal_for([S32, S64]).scalarize(0).lower();
    info.define([G_FMINNUM, G_FMAXNUM, G_FMINIMUMNUM, G_FMAXIMUMNUM])
        .legal_for([S32, S64])
        .scalarize(0)
        .libcall_for([S128])
        .min_scalar(0, S32);
    info.define([G_FMINNUM_IEEE, G_FMAXNUM_IEEE, G_FCANONICALIZE]).scalarize(0).min_scalar(0, S32).lower();
    info.define([G_FMINIMUM, G_FMAXIMUM]).scalarize(0).libcall_for([S128]).min_scalar(0, S32).lower();
    info.define([G_FMAD]).scalarize(0).lower();
    info.define([G_FCEIL, G_FFLOOR, G_FRINT, G_INTRINSIC_TRUNC, G_INTRINSIC_ROUND, G_INTRINSIC_ROUNDEVEN])
        .custom_for([S32, S64])
        .scalarize(0)
        .libcall_for([S128])
        .min_scalar(0, S32);
    // Conversions raise the exception for inexact results, which this is not to raise.
    info.define([G_FNEARBYINT]).scalarize(0).libcall_for([S32, S64, S128]).min_scalar(0, S32);
    info.define([G_FCOPYSIGN]).legal_for([(S32, S32), (S64, S64)]).scalarize(0).lower();
    info.define([G_FCMP])
        .legal_for([(S64, S32), (S64, S64)])
        .scalarize(0)
        .libcall_for([(S64, S128), (S32, S128), (S1, S128)])
        .min_scalar(1, S32)
        .min_scalar(0, S64);
    info.define([G_IS_FPCLASS]).custom_for([(S64, S32), (S64, S64)]).scalarize(0).min_scalar(0, S64).lower();
}

fn conversions(info: &mut LegalizerInfo) {
    info.define([G_FPEXT])
        .legal_for([(S64, S32)])
        .scalarize(0)
        .libcall_for([(S128, S32), (S128, S64), (S32, S16)])
        .lower();
    info.define([G_FPTRUNC]).legal_for([(S32, S64)]).scalarize(0).libcall_for([
        (S32, S128),
        (S64, S128),
        (S16, S32),
        (S16, S64),
        (S16, S128),
    ]);
    info.define([G_FPTOSI, G_FPTOUI])
        .legal_for([(S64, S32), (S64, S64)])
        .scalarize(0)
        .lower_if(scalar_wider_than(0, 128))
        .custom_for([(S32, S32), (S32, S64)])
        .min_scalar(1, S32)
        .libcall_for([(S32, S128), (S64, S128), (S128, S32), (S128, S64), (S128, S128)])
        .widen_scalar_to_next_pow2(0)
        .min_scalar(0, S32);
    info.define([G_SITOFP, G_UITOFP])
        .legal_for([(S32, S64), (S64, S64)])
        .scalarize(0)
        .lower_if(scalar_wider_than(1, 128))
        .widen_scalar_if(type_is(0, S16), change_to(0, S32))
        .libcall_for([(S128, S32), (S128, S64), (S32, S128), (S64, S128), (S128, S128)])
        .widen_scalar_to_next_pow2(1)
        .min_scalar(1, S64);
    info.define([G_FPTOSI_SAT, G_FPTOUI_SAT]).scalarize(0).min_scalar(1, S32).lower();
    info.define([G_INTRINSIC_LRINT, G_INTRINSIC_LLRINT, G_LROUND, G_LLROUND])
        .legal_for([(S64, S32), (S64, S64)])
        .scalarize(0)
        .libcall_for([(S64, S128)])
        .min_scalar(1, S32)
        .min_scalar(0, S64);
}

fn vectors(info: &mut LegalizerInfo) {
    info.define([G_EXTRACT_VECTOR_ELT, G_INSERT_VECTOR_ELT, G_SHUFFLE_VECTOR, G_SPLAT_VECTOR]).lower();
    info.define([
        G_VECREDUCE_SEQ_FADD,
        G_VECREDUCE_SEQ_FMUL,
        G_VECREDUCE_FADD,
        G_VECREDUCE_FMUL,
        G_VECREDUCE_FMAX,
        G_VECREDUCE_FMIN,
        G_VECREDUCE_FMAXIMUM,
        G_VECREDUCE_FMINIMUM,
        G_VECREDUCE_ADD,
        G_VECREDUCE_MUL,
        G_VECREDUCE_AND,
        G_VECREDUCE_OR,
        G_VECREDUCE_XOR,
        G_VECREDUCE_SMAX,
        G_VECREDUCE_SMIN,
        G_VECREDUCE_UMAX,
        G_VECREDUCE_UMIN,
    ])
    .lower();
}

fn atomics(info: &mut LegalizerInfo) {
    info.define([
        G_ATOMIC_CMPXCHG_WITH_SUCCESS,
        G_ATOMICRMW_XCHG,
        G_ATOMICRMW_ADD,
        G_ATOMICRMW_SUB,
        G_ATOMICRMW_AND,
        G_ATOMICRMW_NAND,
        G_ATOMICRMW_OR,
        G_ATOMICRMW_XOR,
        G_ATOMICRMW_MAX,
        G_ATOMICRMW_MIN,
        G_ATOMICRMW_UMAX,
        G_ATOMICRMW_UMIN,
    ])
    .custom()
    .unsupported();
    info.define([G_ATOMIC_CMPXCHG]).legal_for([(S64, P0)]).unsupported();
    info.define([G_INTRINSIC_W_SIDE_EFFECTS]).custom().unsupported();
    info.define([
        G_MASKED_CMPXCHG,
        G_MASKED_ATOMICRMW_XCHG,
        G_MASKED_ATOMICRMW_ADD,
        G_MASKED_ATOMICRMW_SUB,
        G_MASKED_ATOMICRMW_NAND,
        G_MASKED_ATOMICRMW_MAX,
        G_MASKED_ATOMICRMW_MIN,
        G_MASKED_ATOMICRMW_UMAX,
        G_MASKED_ATOMICRMW_UMIN,
    ])
    .legal_for([(S64, P0)]);
}
