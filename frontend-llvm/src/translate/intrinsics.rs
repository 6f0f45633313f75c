//! What becomes of each LLVM intrinsic: one line an intrinsic.
//!
//! * Requires: an intrinsic's number, by which the table is looked up once per intrinsic and module.
//! * Cost: a binary search by name at an intrinsic's first call, an index into a vector at the others.

use gisel_codegen::coverage::{Coverage, Kind};
use gisel_codegen::opcodes::*;
use gisel_codegen::target::instructions::Opcode;

use crate::ir::function::intrinsic_name;

/// How an intrinsic is translated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lower {
    /// Results are an opcode's definitions; so many arguments are its uses, the rest (immediates that only bound the
    /// result) are dropped.
    Plain(Opcode, u8),
    /// An opcode whose last use is an immediate, after so many register arguments.
    WithImmediate(Opcode, u8),
    /// No code, and why that is right. A result is undefined.
    Harmless(&'static str),
    /// The result is the first argument.
    FirstArgument,
    /// One opcode when the last argument is false, the other when it is true.
    ZeroIsPoison(Opcode, Opcode),
    /// A constrained operation: so many arguments, then metadata.
    Constrained(Opcode, u8),
    /// A copy, move or fill of memory.
    Memory(Opcode),
    /// Anything that needs a function of its own.
    Special(Special),
}

/// Intrinsics with a translation of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    ActiveLaneMask,
    CompressStore,
    ExpandLoad,
    FrameAddress,
    GetVectorLength,
    MaskedLoad,
    MaskedStore,
    PartialReduction(Opcode),
    PredicatedLoad,
    PredicatedMerge,
    PredicatedReduction(Opcode),
    PredicatedStore,
    VectorDeinterleave(u32),
    VectorInterleave(u32),
    VectorSplice { left: bool },
    ClearCache,
    ConstrainedFmuladd,
    ExceptionTypeId,
    FakeUse,
    FloatToHalf,
    Fmuladd,
    FunnelShift { funnel: Opcode, rotate: Opcode },
    HalfToFloat,
    IsConstant,
    LoadRelative,
    MemsetInline,
    ObjectSize,
    Prefetch,
    ReturnAddress,
    StartValueReduction { sequential: Opcode, step: Opcode, reduce: Opcode },
    StackRestore,
    StackSave,
    ThreadPointer,
    Trap(Opcode),
    VaCopy,
    VaStart,
    VectorExtract,
    VectorInsert,
    VectorReverse,
}

use Lower::{Constrained, FirstArgument, Harmless, Memory, Plain, Special as S, WithImmediate, ZeroIsPoison};

/// In the order of the names.
#[rustfmt::skip]
const TABLE: &[(&str, Lower)] = &[
    ("llvm.abs", Plain(G_ABS, 1)),
    ("llvm.acos", Plain(G_FACOS, 1)),
    ("llvm.annotation", FirstArgument),
    ("llvm.arithmetic.fence", FirstArgument),
    ("llvm.asin", Plain(G_FASIN, 1)),
    ("llvm.assume", Harmless("a fact for optimizations")),
    ("llvm.atan", Plain(G_FATAN, 1)),
    ("llvm.atan2", Plain(G_FATAN2, 2)),
    ("llvm.bitreverse", Plain(G_BITREVERSE, 1)),
    ("llvm.bswap", Plain(G_BSWAP, 1)),
    ("llvm.canonicalize", Plain(G_FCANONICALIZE, 1)),
    ("llvm.ceil", Plain(G_FCEIL, 1)),
    ("llvm.clear_cache", S(Special::ClearCache)),
    ("llvm.convert.from.fp16", S(Special::HalfToFloat)),
    ("llvm.convert.to.fp16", S(Special::FloatToHalf)),
    ("llvm.copysign", Plain(G_FCOPYSIGN, 2)),
    ("llvm.cos", Plain(G_FCOS, 1)),
    ("llvm.cosh", Plain(G_FCOSH, 1)),
    ("llvm.ctlz", ZeroIsPoison(G_CTLZ, G_CTLZ_ZERO_UNDEF)),
    ("llvm.ctpop", Plain(G_CTPOP, 1)),
    ("llvm.cttz", ZeroIsPoison(G_CTTZ, G_CTTZ_ZERO_UNDEF)),
    ("llvm.debugtrap", S(Special::Trap(G_DEBUGTRAP))),
    ("llvm.donothing", Harmless("does nothing by definition")),
    ("llvm.eh.typeid.for", S(Special::ExceptionTypeId)),
    ("llvm.exp", Plain(G_FEXP, 1)),
    ("llvm.exp10", Plain(G_FEXP10, 1)),
    ("llvm.exp2", Plain(G_FEXP2, 1)),
    ("llvm.expect", FirstArgument),
    ("llvm.expect.with.probability", FirstArgument),
    ("llvm.experimental.constrained.fadd", Constrained(G_STRICT_FADD, 2)),
    ("llvm.experimental.constrained.fdiv", Constrained(G_STRICT_FDIV, 2)),
    ("llvm.experimental.constrained.fma", Constrained(G_STRICT_FMA, 3)),
    ("llvm.experimental.constrained.fmul", Constrained(G_STRICT_FMUL, 2)),
    ("llvm.experimental.constrained.fmuladd", S(Special::ConstrainedFmuladd)),
    ("llvm.experimental.constrained.frem", Constrained(G_STRICT_FREM, 2)),
    ("llvm.experimental.constrained.fsub", Constrained(G_STRICT_FSUB, 2)),
    ("llvm.experimental.constrained.ldexp", Constrained(G_STRICT_FLDEXP, 2)),
    ("llvm.experimental.constrained.sqrt", Constrained(G_STRICT_FSQRT, 1)),
    ("llvm.experimental.get.vector.length", S(Special::GetVectorLength)),
    ("llvm.experimental.noalias.scope.decl", Harmless("a fact for alias analysis, of which none is made")),
    ("llvm.fabs", Plain(G_FABS, 1)),
    ("llvm.fake.use", S(Special::FakeUse)),
    ("llvm.floor", Plain(G_FFLOOR, 1)),
    ("llvm.fma", Plain(G_FMA, 3)),
    ("llvm.fmuladd", S(Special::Fmuladd)),
    ("llvm.fptosi.sat", Plain(G_FPTOSI_SAT, 1)),
    ("llvm.fptoui.sat", Plain(G_FPTOUI_SAT, 1)),
    ("llvm.frameaddress", S(Special::FrameAddress)),
    ("llvm.frexp", Plain(G_FFREXP, 1)),
    ("llvm.fshl", S(Special::FunnelShift { funnel: G_FSHL, rotate: G_ROTL })),
    ("llvm.fshr", S(Special::FunnelShift { funnel: G_FSHR, rotate: G_ROTR })),
    ("llvm.get.active.lane.mask", S(Special::ActiveLaneMask)),
    ("llvm.get.fpenv", Plain(G_GET_FPENV, 0)),
    ("llvm.get.fpmode", Plain(G_GET_FPMODE, 0)),
    ("llvm.get.rounding", Plain(G_GET_ROUNDING, 0)),
    ("llvm.invariant.end", Harmless("a fact for optimizations")),
    ("llvm.invariant.start", Harmless("a fact for optimizations; of its result only that intrinsic makes use")),
    ("llvm.is.constant", S(Special::IsConstant)),
    ("llvm.is.fpclass", WithImmediate(G_IS_FPCLASS, 1)),
    ("llvm.launder.invariant.group", FirstArgument),
    ("llvm.ldexp", Plain(G_FLDEXP, 2)),
    ("llvm.lifetime.end", Harmless("stack slots are shared by no variables")),
    ("llvm.lifetime.start", Harmless("stack slots are shared by no variables")),
    ("llvm.llrint", Plain(G_INTRINSIC_LLRINT, 1)),
    ("llvm.llround", Plain(G_LLROUND, 1)),
    ("llvm.load.relative", S(Special::LoadRelative)),
    ("llvm.log", Plain(G_FLOG, 1)),
    ("llvm.log10", Plain(G_FLOG10, 1)),
    ("llvm.log2", Plain(G_FLOG2, 1)),
    ("llvm.lrint", Plain(G_INTRINSIC_LRINT, 1)),
    ("llvm.lround", Plain(G_LROUND, 1)),
    ("llvm.masked.compressstore", S(Special::CompressStore)),
    ("llvm.masked.expandload", S(Special::ExpandLoad)),
    ("llvm.masked.gather", S(Special::MaskedLoad)),
    ("llvm.masked.load", S(Special::MaskedLoad)),
    ("llvm.masked.scatter", S(Special::MaskedStore)),
    ("llvm.masked.store", S(Special::MaskedStore)),
    ("llvm.maximum", Plain(G_FMAXIMUM, 2)),
    ("llvm.maximumnum", Plain(G_FMAXIMUMNUM, 2)),
    ("llvm.maxnum", Plain(G_FMAXNUM, 2)),
    ("llvm.memcpy", Memory(G_MEMCPY)),
    ("llvm.memcpy.inline", Memory(G_MEMCPY_INLINE)),
    ("llvm.memmove", Memory(G_MEMMOVE)),
    ("llvm.memset", Memory(G_MEMSET)),
    ("llvm.memset.inline", S(Special::MemsetInline)),
    ("llvm.minimum", Plain(G_FMINIMUM, 2)),
    ("llvm.minimumnum", Plain(G_FMINIMUMNUM, 2)),
    ("llvm.minnum", Plain(G_FMINNUM, 2)),
    ("llvm.modf", Plain(G_FMODF, 1)),
    ("llvm.nearbyint", Plain(G_FNEARBYINT, 1)),
    ("llvm.objectsize", S(Special::ObjectSize)),
    ("llvm.pow", Plain(G_FPOW, 2)),
    ("llvm.powi", Plain(G_FPOWI, 2)),
    ("llvm.prefetch", S(Special::Prefetch)),
    ("llvm.pseudoprobe", Harmless("information for profiles, which the program does not see")),
    ("llvm.ptr.annotation", FirstArgument),
    ("llvm.ptrmask", Plain(G_PTRMASK, 2)),
    ("llvm.readcyclecounter", Plain(G_READCYCLECOUNTER, 0)),
    ("llvm.readsteadycounter", Plain(G_READSTEADYCOUNTER, 0)),
    ("llvm.reset.fpenv", Plain(G_RESET_FPENV, 0)),
    ("llvm.reset.fpmode", Plain(G_RESET_FPMODE, 0)),
    ("llvm.returnaddress", S(Special::ReturnAddress)),
    ("llvm.rint", Plain(G_FRINT, 1)),
    ("llvm.round", Plain(G_INTRINSIC_ROUND, 1)),
    ("llvm.roundeven", Plain(G_INTRINSIC_ROUNDEVEN, 1)),
    ("llvm.sadd.sat", Plain(G_SADDSAT, 2)),
    ("llvm.sadd.with.overflow", Plain(G_SADDO, 2)),
    ("llvm.scmp", Plain(G_SCMP, 2)),
    ("llvm.sdiv.fix", WithImmediate(G_SDIVFIX, 2)),
    ("llvm.sdiv.fix.sat", WithImmediate(G_SDIVFIXSAT, 2)),
    ("llvm.set.fpenv", Plain(G_SET_FPENV, 1)),
    ("llvm.set.fpmode", Plain(G_SET_FPMODE, 1)),
    ("llvm.set.rounding", Plain(G_SET_ROUNDING, 1)),
    ("llvm.sideeffect", Harmless("keeps loops from being removed, and none is")),
    ("llvm.sin", Plain(G_FSIN, 1)),
    ("llvm.sincos", Plain(G_FSINCOS, 1)),
    ("llvm.sinh", Plain(G_FSINH, 1)),
    ("llvm.smax", Plain(G_SMAX, 2)),
    ("llvm.smin", Plain(G_SMIN, 2)),
    ("llvm.smul.fix", WithImmediate(G_SMULFIX, 2)),
    ("llvm.smul.fix.sat", WithImmediate(G_SMULFIXSAT, 2)),
    ("llvm.smul.with.overflow", Plain(G_SMULO, 2)),
    ("llvm.sqrt", Plain(G_FSQRT, 1)),
    ("llvm.sshl.sat", Plain(G_SSHLSAT, 2)),
    ("llvm.ssub.sat", Plain(G_SSUBSAT, 2)),
    ("llvm.ssub.with.overflow", Plain(G_SSUBO, 2)),
    ("llvm.stackrestore", S(Special::StackRestore)),
    ("llvm.stacksave", S(Special::StackSave)),
    ("llvm.strip.invariant.group", FirstArgument),
    ("llvm.tan", Plain(G_FTAN, 1)),
    ("llvm.tanh", Plain(G_FTANH, 1)),
    ("llvm.thread.pointer", S(Special::ThreadPointer)),
    ("llvm.threadlocal.address", FirstArgument),
    ("llvm.trap", S(Special::Trap(G_TRAP))),
    ("llvm.trunc", Plain(G_INTRINSIC_TRUNC, 1)),
    ("llvm.uadd.sat", Plain(G_UADDSAT, 2)),
    ("llvm.uadd.with.overflow", Plain(G_UADDO, 2)),
    ("llvm.ubsantrap", S(Special::Trap(G_UBSANTRAP))),
    ("llvm.ucmp", Plain(G_UCMP, 2)),
    ("llvm.udiv.fix", WithImmediate(G_UDIVFIX, 2)),
    ("llvm.udiv.fix.sat", WithImmediate(G_UDIVFIXSAT, 2)),
    ("llvm.umax", Plain(G_UMAX, 2)),
    ("llvm.umin", Plain(G_UMIN, 2)),
    ("llvm.umul.fix", WithImmediate(G_UMULFIX, 2)),
    ("llvm.umul.fix.sat", WithImmediate(G_UMULFIXSAT, 2)),
    ("llvm.umul.with.overflow", Plain(G_UMULO, 2)),
    ("llvm.ushl.sat", Plain(G_USHLSAT, 2)),
    ("llvm.usub.sat", Plain(G_USUBSAT, 2)),
    ("llvm.usub.with.overflow", Plain(G_USUBO, 2)),
    ("llvm.va_copy", S(Special::VaCopy)),
    ("llvm.va_end", Harmless("a list of arguments owns nothing on these targets")),
    ("llvm.va_start", S(Special::VaStart)),
    ("llvm.var.annotation", Harmless("a note for tools that read IR")),
    ("llvm.vector.deinterleave2", S(Special::VectorDeinterleave(2))),
    ("llvm.vector.deinterleave3", S(Special::VectorDeinterleave(3))),
    ("llvm.vector.deinterleave4", S(Special::VectorDeinterleave(4))),
    ("llvm.vector.deinterleave5", S(Special::VectorDeinterleave(5))),
    ("llvm.vector.deinterleave6", S(Special::VectorDeinterleave(6))),
    ("llvm.vector.deinterleave7", S(Special::VectorDeinterleave(7))),
    ("llvm.vector.deinterleave8", S(Special::VectorDeinterleave(8))),
    ("llvm.vector.extract", S(Special::VectorExtract)),
    ("llvm.vector.insert", S(Special::VectorInsert)),
    ("llvm.vector.interleave2", S(Special::VectorInterleave(2))),
    ("llvm.vector.interleave3", S(Special::VectorInterleave(3))),
    ("llvm.vector.interleave4", S(Special::VectorInterleave(4))),
    ("llvm.vector.interleave5", S(Special::VectorInterleave(5))),
    ("llvm.vector.interleave6", S(Special::VectorInterleave(6))),
    ("llvm.vector.interleave7", S(Special::VectorInterleave(7))),
    ("llvm.vector.interleave8", S(Special::VectorInterleave(8))),
    ("llvm.vector.partial.reduce.add", S(Special::PartialReduction(G_ADD))),
    ("llvm.vector.partial.reduce.fadd", S(Special::PartialReduction(G_FADD))),
    ("llvm.vector.reduce.add", Plain(G_VECREDUCE_ADD, 1)),
    ("llvm.vector.reduce.and", Plain(G_VECREDUCE_AND, 1)),
    ("llvm.vector.reduce.fadd", S(Special::StartValueReduction { sequential: G_VECREDUCE_SEQ_FADD, step: G_FADD, reduce: G_VECREDUCE_FADD })),
    ("llvm.vector.reduce.fmax", Plain(G_VECREDUCE_FMAX, 1)),
    ("llvm.vector.reduce.fmaximum", Plain(G_VECREDUCE_FMAXIMUM, 1)),
    ("llvm.vector.reduce.fmin", Plain(G_VECREDUCE_FMIN, 1)),
    ("llvm.vector.reduce.fminimum", Plain(G_VECREDUCE_FMINIMUM, 1)),
    ("llvm.vector.reduce.fmul", S(Special::StartValueReduction { sequential: G_VECREDUCE_SEQ_FMUL, step: G_FMUL, reduce: G_VECREDUCE_FMUL })),
    ("llvm.vector.reduce.mul", Plain(G_VECREDUCE_MUL, 1)),
    ("llvm.vector.reduce.or", Plain(G_VECREDUCE_OR, 1)),
    ("llvm.vector.reduce.smax", Plain(G_VECREDUCE_SMAX, 1)),
    ("llvm.vector.reduce.smin", Plain(G_VECREDUCE_SMIN, 1)),
    ("llvm.vector.reduce.umax", Plain(G_VECREDUCE_UMAX, 1)),
    ("llvm.vector.reduce.umin", Plain(G_VECREDUCE_UMIN, 1)),
    ("llvm.vector.reduce.xor", Plain(G_VECREDUCE_XOR, 1)),
    ("llvm.vector.reverse", S(Special::VectorReverse)),
    ("llvm.vector.splice.left", S(Special::VectorSplice { left: true })),
    ("llvm.vector.splice.right", S(Special::VectorSplice { left: false })),
    ("llvm.vp.abs", Plain(G_ABS, 1)),
    ("llvm.vp.add", Plain(G_ADD, 2)),
    ("llvm.vp.and", Plain(G_AND, 2)),
    ("llvm.vp.ashr", Plain(G_ASHR, 2)),
    ("llvm.vp.bitreverse", Plain(G_BITREVERSE, 1)),
    ("llvm.vp.bswap", Plain(G_BSWAP, 1)),
    ("llvm.vp.ceil", Plain(G_FCEIL, 1)),
    ("llvm.vp.copysign", Plain(G_FCOPYSIGN, 2)),
    ("llvm.vp.ctlz", ZeroIsPoison(G_CTLZ, G_CTLZ_ZERO_UNDEF)),
    ("llvm.vp.ctpop", Plain(G_CTPOP, 1)),
    ("llvm.vp.cttz", ZeroIsPoison(G_CTTZ, G_CTTZ_ZERO_UNDEF)),
    ("llvm.vp.fabs", Plain(G_FABS, 1)),
    ("llvm.vp.fadd", Plain(G_FADD, 2)),
    ("llvm.vp.fdiv", Plain(G_FDIV, 2)),
    ("llvm.vp.floor", Plain(G_FFLOOR, 1)),
    ("llvm.vp.fma", Plain(G_FMA, 3)),
    ("llvm.vp.fmul", Plain(G_FMUL, 2)),
    ("llvm.vp.fmuladd", S(Special::Fmuladd)),
    ("llvm.vp.fneg", Plain(G_FNEG, 1)),
    ("llvm.vp.fptosi", Plain(G_FPTOSI, 1)),
    ("llvm.vp.fptoui", Plain(G_FPTOUI, 1)),
    ("llvm.vp.frem", Plain(G_FREM, 2)),
    ("llvm.vp.fshl", Plain(G_FSHL, 3)),
    ("llvm.vp.fshr", Plain(G_FSHR, 3)),
    ("llvm.vp.fsub", Plain(G_FSUB, 2)),
    ("llvm.vp.gather", S(Special::PredicatedLoad)),
    ("llvm.vp.inttoptr", Plain(G_INTTOPTR, 1)),
    ("llvm.vp.is.fpclass", WithImmediate(G_IS_FPCLASS, 1)),
    ("llvm.vp.llrint", Plain(G_INTRINSIC_LLRINT, 1)),
    ("llvm.vp.load", S(Special::PredicatedLoad)),
    ("llvm.vp.lrint", Plain(G_INTRINSIC_LRINT, 1)),
    ("llvm.vp.lshr", Plain(G_LSHR, 2)),
    ("llvm.vp.maximum", Plain(G_FMAXIMUM, 2)),
    ("llvm.vp.maxnum", Plain(G_FMAXNUM, 2)),
    ("llvm.vp.merge", S(Special::PredicatedMerge)),
    ("llvm.vp.minimum", Plain(G_FMINIMUM, 2)),
    ("llvm.vp.minnum", Plain(G_FMINNUM, 2)),
    ("llvm.vp.mul", Plain(G_MUL, 2)),
    ("llvm.vp.nearbyint", Plain(G_FNEARBYINT, 1)),
    ("llvm.vp.or", Plain(G_OR, 2)),
    ("llvm.vp.ptrtoint", Plain(G_PTRTOINT, 1)),
    ("llvm.vp.reduce.add", S(Special::PredicatedReduction(G_ADD))),
    ("llvm.vp.reduce.and", S(Special::PredicatedReduction(G_AND))),
    ("llvm.vp.reduce.fadd", S(Special::PredicatedReduction(G_FADD))),
    ("llvm.vp.reduce.fmax", S(Special::PredicatedReduction(G_FMAXNUM))),
    ("llvm.vp.reduce.fmaximum", S(Special::PredicatedReduction(G_FMAXIMUM))),
    ("llvm.vp.reduce.fmin", S(Special::PredicatedReduction(G_FMINNUM))),
    ("llvm.vp.reduce.fminimum", S(Special::PredicatedReduction(G_FMINIMUM))),
    ("llvm.vp.reduce.fmul", S(Special::PredicatedReduction(G_FMUL))),
    ("llvm.vp.reduce.mul", S(Special::PredicatedReduction(G_MUL))),
    ("llvm.vp.reduce.or", S(Special::PredicatedReduction(G_OR))),
    ("llvm.vp.reduce.smax", S(Special::PredicatedReduction(G_SMAX))),
    ("llvm.vp.reduce.smin", S(Special::PredicatedReduction(G_SMIN))),
    ("llvm.vp.reduce.umax", S(Special::PredicatedReduction(G_UMAX))),
    ("llvm.vp.reduce.umin", S(Special::PredicatedReduction(G_UMIN))),
    ("llvm.vp.reduce.xor", S(Special::PredicatedReduction(G_XOR))),
    ("llvm.vp.rint", Plain(G_FRINT, 1)),
    ("llvm.vp.round", Plain(G_INTRINSIC_ROUND, 1)),
    ("llvm.vp.roundeven", Plain(G_INTRINSIC_ROUNDEVEN, 1)),
    ("llvm.vp.roundtozero", Plain(G_INTRINSIC_TRUNC, 1)),
    ("llvm.vp.sadd.sat", Plain(G_SADDSAT, 2)),
    ("llvm.vp.scatter", S(Special::PredicatedStore)),
    ("llvm.vp.sdiv", Plain(G_SDIV, 2)),
    ("llvm.vp.select", S(Special::PredicatedMerge)),
    ("llvm.vp.sext", Plain(G_SEXT, 1)),
    ("llvm.vp.shl", Plain(G_SHL, 2)),
    ("llvm.vp.sitofp", Plain(G_SITOFP, 1)),
    ("llvm.vp.smax", Plain(G_SMAX, 2)),
    ("llvm.vp.smin", Plain(G_SMIN, 2)),
    ("llvm.vp.sqrt", Plain(G_FSQRT, 1)),
    ("llvm.vp.srem", Plain(G_SREM, 2)),
    ("llvm.vp.ssub.sat", Plain(G_SSUBSAT, 2)),
    ("llvm.vp.store", S(Special::PredicatedStore)),
    ("llvm.vp.sub", Plain(G_SUB, 2)),
    ("llvm.vp.trunc", Plain(G_TRUNC, 1)),
    ("llvm.vp.uadd.sat", Plain(G_UADDSAT, 2)),
    ("llvm.vp.udiv", Plain(G_UDIV, 2)),
    ("llvm.vp.uitofp", Plain(G_UITOFP, 1)),
    ("llvm.vp.umax", Plain(G_UMAX, 2)),
    ("llvm.vp.umin", Plain(G_UMIN, 2)),
    ("llvm.vp.urem", Plain(G_UREM, 2)),
    ("llvm.vp.usub.sat", Plain(G_USUBSAT, 2)),
    ("llvm.vp.xor", Plain(G_XOR, 2)),
    ("llvm.vp.zext", Plain(G_ZEXT, 1)),
];

/// The table by number, filled as intrinsics are met.
#[derive(Default)]
pub struct Intrinsics {
    by_id: Vec<Option<Option<Lower>>>,
}

impl Intrinsics {
    /// How an intrinsic is translated; `None` when it is not supported.
    pub fn lower(&mut self, id: u32) -> Option<Lower> {
        let index = id as usize;
        if index >= self.by_id.len() {
            self.by_id.resize(index + 1, None);
        }
        *self.by_id[index].get_or_insert_with(|| by_name(intrinsic_name(id)?))
    }
}

fn by_name(name: &str) -> Option<Lower> {
    let index = TABLE.binary_search_by_key(&name, |&(name, _)| name).ok()?;
    Coverage::hit(Kind::Translate, FIRST_ENTRY + index as u32);
    Some(TABLE[index].1)
}

/// The number of the first intrinsic among the translator's entries, behind the opcodes.
const FIRST_ENTRY: u32 = 256;

/// Number and name of each entry, for coverage.
pub fn entries() -> impl Iterator<Item = (u32, &'static str)> {
    (FIRST_ENTRY..).zip(TABLE.iter().map(|&(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::function::intrinsic_by_name;

    #[test]
    fn table_is_sorted_and_llvm_has_every_name() {
        assert!(TABLE.windows(2).all(|w| w[0].0 < w[1].0));
        for (name, _) in TABLE {
            let id = intrinsic_by_name(name);
            assert_eq!(id.and_then(intrinsic_name), Some(*name));
        }
    }
}
