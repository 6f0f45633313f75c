//! Selection of the halves of 128-bit floats without vectors: by moves through general registers.

use crate::aarch64::isel::select::vectors::{is_fpr, sources, used};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, subs};
use crate::isle::prelude::subreg_to_reg;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::isel::select::{Selected, Selection};

/// Returns 64 bits in a general register.
fn in_general(s: &mut Selection<'_>, value: VReg) -> VReg {
    if is_fpr(s, value) { s.op(op::FMOVDXr, &[used(value)]) } else { value }
}

/// Returns 64 bits of a general register in the bank of `like`.
fn in_bank_of(s: &mut Selection<'_>, like: VReg, value: VReg) -> VReg {
    if is_fpr(s, like) { s.op(op::FMOVXDr, &[used(value)]) } else { value }
}

/// Selects `G_MERGE_VALUES` of two halves.
pub(crate) fn merge(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [whole, low, high] = sources(s.mf, inst, 0)[..] else { return None };
    if !is_fpr(s, whole) || s.mf.ty(whole).bits() != 128 {
        return None;
    }
    let low = if is_fpr(s, low) { low } else { s.op(op::FMOVXDr, &[used(low)]) };
    let high = in_general(s, high);
    let base = subreg_to_reg(s, classes::FPR128, low, subs::DSUB);
    Some(Selected::One(s.op(op::FMOVXDHighr, &[used(base), used(high)])))
}

/// Selects `G_UNMERGE_VALUES` into two halves.
pub(crate) fn unmerge(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [low, high, whole] = sources(s.mf, inst, 0)[..] else { return None };
    if !is_fpr(s, whole) || s.mf.ty(whole).bits() != 128 {
        return None;
    }
    let lower = s.extract_sub(classes::FPR64, whole, subs::DSUB);
    let lower = if is_fpr(s, low) { lower } else { s.op(op::FMOVDXr, &[used(lower)]) };
    let upper = s.op(op::FMOVDXHighr, &[used(whole)]);
    let upper = in_bank_of(s, high, upper);
    Some(s.several([lower, upper]))
}
