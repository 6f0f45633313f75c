//! Lowering: replaces an operation by simpler ones of the same types. Each family has a file.

mod bits;
mod conversions;
mod float;
mod memory;
mod memory_blocks;
mod merges;
mod minmax;
mod mul_div;
mod overflow;
mod saturate;
mod shifts;
mod vectors;

pub use mul_div::{define_fixed_quotient, scale_dividend};

pub use vectors::reduction;

use super::widen::widen_scalar;
use super::{Cx, Outcome};
use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::opcodes::*;
use crate::support::error::Result;

/// Lowers `inst` as [`lower`] does, in the wider type `ty` at type `index` if it can be widened.
pub(crate) fn lower_in(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    inst: InstId,
    index: usize,
    ty: Llt,
) -> Result<Outcome> {
    match widen_scalar(cx, b, inst, index, ty) {
        Outcome::Updated => Ok(match lower(cx, b, inst)? {
            Outcome::Declined => Outcome::Updated,
            lowered => lowered,
        }),
        Outcome::Declined => lower(cx, b, inst),
        replaced => Ok(replaced),
    }
}

/// Replaces `inst` by simpler operations; declines unknown ones.
pub(crate) fn lower(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    Ok(match b.mf.opcode(inst) {
        G_MERGE_VALUES => merges::merge(b, inst),
        G_UNMERGE_VALUES => merges::unmerge(b, inst),
        G_EXTRACT => merges::extract(b, inst),
        G_INSERT => merges::insert(b, inst),
        G_BITCAST => merges::bitcast(b, inst),
        G_ADDRSPACE_CAST => merges::address_space_cast(b, inst),
        G_SEXT_INREG => shifts::sext_inreg(b, inst),
        G_ROTL | G_ROTR => shifts::rotate(cx, b, inst),
        G_FSHL | G_FSHR => shifts::funnel(b, inst),
        G_SBFX | G_UBFX => shifts::bit_field(b, inst),
        G_SMULH | G_UMULH => mul_div::multiply_high(b, inst),
        G_SREM | G_UREM => mul_div::remainder(b, inst),
        G_SDIVREM | G_UDIVREM => mul_div::divide_with_remainder(b, inst),
        G_SMULFIX | G_UMULFIX | G_SMULFIXSAT | G_UMULFIXSAT => mul_div::multiply_fixed(b, inst),
        G_SDIVFIX | G_UDIVFIX | G_SDIVFIXSAT | G_UDIVFIXSAT => mul_div::divide_fixed(b, inst),
        G_CTLZ | G_CTLZ_ZERO_UNDEF => bits::leading_zeros(cx, b, inst),
        G_CTTZ | G_CTTZ_ZERO_UNDEF => bits::trailing_zeros(cx, b, inst),
        G_CTPOP => bits::population(cx, b, inst),
        G_BSWAP => bits::byte_swap(b, inst),
        G_BITREVERSE => bits::bit_reverse(b, inst),
        G_SMIN | G_SMAX | G_UMIN | G_UMAX => minmax::min_max(b, inst),
        G_ABS => minmax::absolute(b, inst),
        G_SCMP | G_UCMP => minmax::three_way(b, inst),
        G_ABDS | G_ABDU => minmax::absolute_difference(b, inst),
        G_UAVGFLOOR | G_SAVGFLOOR | G_UAVGCEIL | G_SAVGCEIL => minmax::average(b, inst),
        G_SELECT => vectors::select(b, inst),
        G_UADDO | G_USUBO | G_UADDE | G_USUBE => overflow::unsigned_add_sub(b, inst),
        G_SADDO | G_SSUBO | G_SADDE | G_SSUBE => overflow::signed_add_sub(b, inst),
        G_UMULO | G_SMULO => overflow::multiply(b, inst),
        G_UADDSAT | G_USUBSAT => saturate::unsigned_add_sub(b, inst),
        G_SADDSAT | G_SSUBSAT => saturate::signed_add_sub(b, inst),
        G_USHLSAT | G_SSHLSAT => saturate::shift_left(b, inst),
        G_TRUNC_SSAT_S | G_TRUNC_SSAT_U | G_TRUNC_USAT_U => saturate::truncate(b, inst),
        G_FCONSTANT => float::constant(b, inst),
        G_FNEG | G_FABS => float::sign_bit(b, inst),
        G_FCOPYSIGN => float::copy_sign(b, inst),
        G_FMINIMUM | G_FMAXIMUM => float::minimum(cx, b, inst),
        G_FMINNUM_IEEE | G_FMAXNUM_IEEE => float::plain_min_max(b, inst),
        G_FCANONICALIZE => float::canonicalize(cx, b, inst),
        G_FMAD => float::multiply_add(b, inst),
        G_GET_ROUNDING => float::only_rounding(b, inst),
        G_FSINCOS => float::sine_and_cosine(b, inst),
        G_FFREXP | G_FMODF => return float::with_out_pointer(cx, b, inst),
        G_IS_FPCLASS => float::class(b, inst),
        G_FPEXT => conversions::extend(b, inst),
        G_SITOFP | G_UITOFP => conversions::wide_to_float(b, inst),
        G_FPTOSI | G_FPTOUI => conversions::float_to_wide(b, inst),
        G_INTRINSIC_LRINT | G_LROUND | G_INTRINSIC_LLRINT | G_LLROUND => conversions::round_to_wide(b, inst),
        G_FPTOSI_SAT | G_FPTOUI_SAT => conversions::to_int_saturating(b, inst),
        G_LOAD | G_SEXTLOAD | G_ZEXTLOAD => memory::load(b, inst),
        G_STORE => memory::store(b, inst),
        G_VAARG => memory::va_arg(b, inst),
        G_PREFETCH => Outcome::Replaced,
        G_ASSERT_SEXT | G_ASSERT_ZEXT => {
            let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
            b.define(dst, src);
            Outcome::Replaced
        }
        G_MEMCPY | G_MEMCPY_INLINE | G_MEMMOVE | G_MEMSET | G_BZERO => memory_blocks::inline(cx, b, inst),
        G_BUILD_VECTOR_TRUNC => vectors::build_truncated(b, inst),
        G_CONCAT_VECTORS => vectors::concat(b, inst),
        G_SPLAT_VECTOR => vectors::splat(b, inst),
        G_EXTRACT_VECTOR_ELT => vectors::extract_element(b, inst),
        G_INSERT_VECTOR_ELT => vectors::insert_element(b, inst),
        G_SHUFFLE_VECTOR => vectors::shuffle(b, inst),
        opcode if vectors::reduction(opcode).is_some() => vectors::reduce(cx, b, inst),
        _ => Outcome::Declined,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::{SubtargetId, SymbolId};
    use crate::ir::llt::{S8, S32};
    use crate::ir::mir::MachineFunction;
    use crate::ir::module::Module;
    use crate::isel::legalizer::LegalizerInfo;
    use crate::machine::desc::instructions::Opcode;
    use crate::testing::toy::TOY;

    /// Returns the outcome of `lower_in` for `opcode` on two `s8`, and the resulting opcodes with
    /// their result types.
    fn lowered_in_s32(opcode: Opcode) -> (Outcome, Vec<(Opcode, Llt)>) {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let mut b = Builder::at_end(&mut mf, entry);
        let (left, right) = (b.mf.create_vreg(S8), b.mf.create_vreg(S8));
        let value = b.op(opcode, S8, &[left, right]);
        let inst = b.mf.def(value).expect("just made");
        let (info, module) = (LegalizerInfo::new(64), Module::default());
        let cx = Cx { target: TOY, info: &info, module: &module };
        let outcome = lower_in(&cx, &mut Builder::before(&mut mf, inst), inst, 0, S32).expect("lowers");
        if outcome == Outcome::Replaced {
            mf.remove_inst(inst);
        }
        let result = |inst| (mf.opcode(inst), mf.vreg_operand(inst, 0).map_or(Llt::INVALID, |v| mf.ty(v)));
        (outcome, mf.insts(entry).map(result).collect())
    }

    #[test]
    fn lower_in_works_in_the_wider_type() {
        let (outcome, made) = lowered_in_s32(G_SMIN);
        assert_eq!(outcome, Outcome::Replaced);
        assert_eq!(made[..2], [(G_SEXT, S32), (G_SEXT, S32)]);
        assert!(
            made.contains(&(G_SELECT, S32)) && !made.iter().any(|&(opcode, _)| opcode == G_SMIN),
            "{made:?}"
        );
        assert_eq!(made.last(), Some(&(G_TRUNC, S8)));
    }

    #[test]
    fn lower_in_keeps_the_type_where_widening_is_declined() {
        let (outcome, made) = lowered_in_s32(G_ROTL);
        assert_eq!(outcome, Outcome::Replaced);
        assert!(made.iter().all(|&(opcode, ty)| opcode != G_ROTL && ty == S8), "{made:?}");
    }

    #[test]
    fn lower_in_widens_what_has_no_lowering() {
        let (outcome, made) = lowered_in_s32(G_ADD);
        assert_eq!(outcome, Outcome::Updated);
        assert_eq!(made, [(G_ANYEXT, S32), (G_ANYEXT, S32), (G_ADD, S32), (G_TRUNC, S8)]);
    }
}
