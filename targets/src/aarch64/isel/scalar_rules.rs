//! The legalizer rules of AArch64 without vectors, and without floating-point registers. They are
//! tried before the rules of NEON (`legalizer_info.rs`), which hold for all else.
//!
//! Vectors are scalarized. Without floating-point registers, floats are integers, and routines
//! compute with them.

use crate::legalizer_info::REDUCTIONS;
use gisel_codegen::ir::llt::{Llt, S16, S32, S64, S128};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::mutations::change_to;
use gisel_codegen::isel::legalizer::predicates::*;
use gisel_codegen::isel::legalizer::{LegalizerInfo, RuleSet};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::target::Target;
use std::sync::Arc;

/// All floating-point types but halves.
const FLOATS: [Llt; 3] = [S32, S64, S128];

/// The integers that routines convert.
const CONVERTED: [Llt; 3] = [S32, S64, S128];

/// Returns the rules over those of `base`, which has vectors. `floats`: whether there are
/// floating-point registers.
pub(crate) fn over(base: Arc<dyn Target>, floats: bool) -> LegalizerInfo {
    let mut info = LegalizerInfo::over(base);
    scalarized(&mut info);
    artifacts(&mut info, floats);
    memory(&mut info);
    bits(&mut info);
    self::floats(&mut info, floats);
    conversions(&mut info, floats);
    info.finish()
}

/// Operations that have the rules of scalars for each element.
#[rustfmt::skip]
const SCALARIZED: [Opcode; 50] = [
    G_IMPLICIT_DEF, G_FREEZE, G_CONSTANT_FOLD_BARRIER, G_PHI, G_SELECT,
    G_ANYEXT, G_SEXT, G_ZEXT, G_TRUNC, G_SEXT_INREG,
    G_ADD, G_SUB, G_AND, G_OR, G_XOR, G_MUL, G_SMULH, G_UMULH, G_SHL, G_LSHR, G_ASHR, G_ICMP,
    G_SMIN, G_SMAX, G_UMIN, G_UMAX, G_ABS, G_UADDSAT, G_SADDSAT, G_USUBSAT, G_SSUBSAT,
    G_FSHL, G_FSHR, G_ROTR, G_ROTL, G_ABDS, G_ABDU, G_UAVGFLOOR, G_UAVGCEIL, G_SAVGFLOOR, G_SAVGCEIL,
    G_CTLZ, G_CTLZ_ZERO_UNDEF, G_CTTZ, G_CTTZ_ZERO_UNDEF, G_BSWAP, G_BITREVERSE,
    G_PTR_ADD, G_PTRTOINT, G_INTTOPTR,
];

fn scalarized(info: &mut LegalizerInfo) {
    info.define(SCALARIZED).scalarize(0);
    info.define([G_TRUNC_SSAT_S, G_TRUNC_SSAT_U, G_TRUNC_USAT_U]).scalarize(0);
}

fn artifacts(info: &mut LegalizerInfo, floats: bool) {
    for (opcode, whole, part) in [(G_MERGE_VALUES, 0, 1), (G_UNMERGE_VALUES, 1, 0)] {
        let types = if opcode == G_MERGE_VALUES { (S128, S64) } else { (S64, S128) };
        info.define([opcode])
            .when(floats, |r| {
                r.legal_for([types]).lower_if(all([type_is(whole, S128), scalar_narrower_than(part, 64)]));
            })
            .lower_if(any([scalar_narrower_than(whole, 65), scalar_across_words(part, 64)]))
            .unsupported();
    }
    info.define([G_BITCAST])
        .when(floats, |r| {
            r.legal_for([(S64, S64), (S128, S128)]);
        })
        .lower();
    info.define([G_BUILD_VECTOR, G_BUILD_VECTOR_TRUNC, G_CONCAT_VECTORS]).unsupported();
    info.define([G_EXTRACT_VECTOR_ELT, G_INSERT_VECTOR_ELT, G_SHUFFLE_VECTOR, G_SPLAT_VECTOR]).lower();
    info.define(REDUCTIONS).lower();
}

fn memory(info: &mut LegalizerInfo) {
    info.define([G_LOAD, G_STORE]).scalarize_if(element_is_byte_sized(0), 0).lower_if(is_vector(0));
}

/// Vectors count the bits of integers, unless there is an instruction for it.
fn bits(info: &mut LegalizerInfo) {
    info.define([G_CTPOP]).scalarize(0);
}

/// Adds rules that call routines for `types`, unless `floats`; both for the elements of vectors.
fn routines(rules: &mut RuleSet, floats: bool, types: impl IntoIterator<Item = Llt>) -> &mut RuleSet {
    rules.scalarize(0).when(!floats, |r| {
        r.libcall_for(types);
    })
}

fn floats(info: &mut LegalizerInfo, floats: bool) {
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
        G_FMA,
        G_STRICT_FMA,
    ]);
    routines(computed, floats, FLOATS);
    // These have no routine, but for fp128.
    info.define([G_FMINIMUM, G_FMAXIMUM, G_FMINNUM_IEEE, G_FMAXNUM_IEEE]).scalarize(0).when(!floats, |r| {
        r.libcall_for([S128]).min_scalar(0, S32).lower();
    });
    info.define([G_FNEG, G_FABS]).scalarize(0).when(!floats, |r| {
        r.lower();
    });
    // The instruction for scalars is of vectors, too.
    info.define([G_FCOPYSIGN]).scalarize(0).lower();
    info.define([G_FCMP]).scalarize(0).when(!floats, |r| {
        r.libcall_if(type_in_set(1, FLOATS.to_vec())).min_scalar(1, S32);
    });
    info.define([G_FCONSTANT]).when(!floats, |r| {
        r.lower();
    });
}

/// Defines the rules of conversions between floats, and between floats and integers.
fn conversions(info: &mut LegalizerInfo, floats: bool) {
    let pairs = |float_first: bool| {
        let pairs = CONVERTED.into_iter().flat_map(|int| FLOATS.map(|float| (int, float)));
        pairs.map(move |(int, float)| if float_first { (float, int) } else { (int, float) })
    };
    info.define([G_FPEXT]).scalarize(0).when(!floats, |r| {
        r.libcall_for([(S128, S32), (S128, S64), (S64, S32), (S32, S16)]).lower();
    });
    info.define([G_FPTRUNC]).scalarize(0).when(!floats, |r| {
        r.libcall_for([(S32, S128), (S64, S128), (S32, S64), (S16, S32), (S16, S64), (S16, S128)]);
    });
    info.define([G_FPTOSI, G_FPTOUI]).scalarize(0).when(!floats, |r| {
        r.lower_if(scalar_wider_than(0, 128)).min_scalar(1, S32);
        r.libcall_for(pairs(false)).widen_scalar_to_next_pow2(0).min_scalar(0, S32);
    });
    info.define([G_SITOFP, G_UITOFP]).scalarize(0).when(!floats, |r| {
        r.lower_if(scalar_wider_than(1, 128)).widen_scalar_if(type_is(0, S16), change_to(0, S32));
        r.libcall_for(pairs(true)).widen_scalar_to_next_pow2(1).min_scalar(1, S32);
    });
    info.define([G_FPTOSI_SAT, G_FPTOUI_SAT]).scalarize(0).when(!floats, |r| {
        r.min_scalar(1, S32).lower();
    });
    info.define([G_INTRINSIC_LRINT, G_LROUND, G_INTRINSIC_LLRINT, G_LLROUND]).scalarize(0).when(
        !floats,
        |r| {
            r.lower_if(scalar_wider_than(0, 64))
                .libcall_for(FLOATS.map(|float| (S64, float)))
                .min_scalar(1, S32)
                .min_scalar(0, S64);
        },
    );
}
