//! Runtime routines that generated code may call by name: [`crate::ir::mir::Operand::external`]
//! indexes this table.
//!
//! Each row has the name, the opcode that it implements, result and arguments. The names are those
//! of the C library and of libgcc or compiler-rt. A routine for several opcodes is listed under the
//! one that the legalizer searches.

use crate::ir::llt::Llt;
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;
use crate::machine::desc::instructions::Opcode;

/// The type of a routine's argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutineType {
    /// The same on all machines.
    Value(ValueType),
    /// C's `long` and `size_t`: an integer with the bits of a pointer.
    Long,
    /// A pointer.
    Pointer,
}

impl RoutineType {
    /// Returns the type where pointers have `pointer_bits` bits.
    pub(crate) const fn value_type(self, pointer_bits: u32) -> ValueType {
        match self {
            RoutineType::Value(ty) => ty,
            RoutineType::Long => ValueType::Int(pointer_bits),
            RoutineType::Pointer => ValueType::Pointer { address_space: 0, bits: pointer_bits },
        }
    }
}

/// One runtime routine.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    /// Its symbol.
    pub name: &'static str,
    /// The opcode that it implements.
    pub opcode: Opcode,
    /// The type of its result, if there is one.
    pub result: Option<RoutineType>,
    /// The types of its arguments.
    pub args: &'static [RoutineType],
}

const POINTER: RoutineType = RoutineType::Pointer;
const LONG: RoutineType = RoutineType::Long;
const I32: RoutineType = RoutineType::Value(ValueType::Int(32));
const I64: RoutineType = RoutineType::Value(ValueType::Int(64));
const I128: RoutineType = RoutineType::Value(ValueType::Int(128));
const HALF: RoutineType = RoutineType::Value(ValueType::Half);
const FLOAT: RoutineType = RoutineType::Value(ValueType::Float);
const DOUBLE: RoutineType = RoutineType::Value(ValueType::Double);
const FP128: RoutineType = RoutineType::Value(ValueType::Fp128);

const fn routine(
    name: &'static str,
    opcode: Opcode,
    result: RoutineType,
    args: &'static [RoutineType],
) -> Routine {
    Routine { name, opcode, result: Some(result), args }
}

/// All routines.
pub static ROUTINES: &[Routine] = &TABLE;

#[rustfmt::skip]
const TABLE: [Routine; 229] = [
    routine("memcpy", G_MEMCPY, POINTER, &[POINTER, POINTER, LONG]),
    routine("memmove", G_MEMMOVE, POINTER, &[POINTER, POINTER, LONG]),
    routine("memset", G_MEMSET, POINTER, &[POINTER, I32, LONG]),
    routine("__divti3", G_SDIV, I128, &[I128, I128]),
    routine("__udivti3", G_UDIV, I128, &[I128, I128]),
    routine("__modti3", G_SREM, I128, &[I128, I128]),
    routine("__umodti3", G_UREM, I128, &[I128, I128]),
    routine("__multi3", G_MUL, I128, &[I128, I128]),
    routine("__addtf3", G_FADD, FP128, &[FP128, FP128]),
    routine("__subtf3", G_FSUB, FP128, &[FP128, FP128]),
    routine("__multf3", G_FMUL, FP128, &[FP128, FP128]),
    routine("__divtf3", G_FDIV, FP128, &[FP128, FP128]),
    routine("ceilf", G_FCEIL, FLOAT, &[FLOAT]),
    routine("ceil", G_FCEIL, DOUBLE, &[DOUBLE]),
    routine("ceill", G_FCEIL, FP128, &[FP128]),
    routine("floorf", G_FFLOOR, FLOAT, &[FLOAT]),
    routine("floor", G_FFLOOR, DOUBLE, &[DOUBLE]),
    routine("floorl", G_FFLOOR, FP128, &[FP128]),
    routine("truncf", G_INTRINSIC_TRUNC, FLOAT, &[FLOAT]),
    routine("trunc", G_INTRINSIC_TRUNC, DOUBLE, &[DOUBLE]),
    routine("truncl", G_INTRINSIC_TRUNC, FP128, &[FP128]),
    routine("roundf", G_INTRINSIC_ROUND, FLOAT, &[FLOAT]),
    routine("round", G_INTRINSIC_ROUND, DOUBLE, &[DOUBLE]),
    routine("roundl", G_INTRINSIC_ROUND, FP128, &[FP128]),
    routine("roundevenf", G_INTRINSIC_ROUNDEVEN, FLOAT, &[FLOAT]),
    routine("roundeven", G_INTRINSIC_ROUNDEVEN, DOUBLE, &[DOUBLE]),
    routine("roundevenl", G_INTRINSIC_ROUNDEVEN, FP128, &[FP128]),
    routine("rintf", G_FRINT, FLOAT, &[FLOAT]),
    routine("rint", G_FRINT, DOUBLE, &[DOUBLE]),
    routine("rintl", G_FRINT, FP128, &[FP128]),
    routine("nearbyintf", G_FNEARBYINT, FLOAT, &[FLOAT]),
    routine("nearbyint", G_FNEARBYINT, DOUBLE, &[DOUBLE]),
    routine("nearbyintl", G_FNEARBYINT, FP128, &[FP128]),
    routine("sqrtf", G_FSQRT, FLOAT, &[FLOAT]),
    routine("sqrt", G_FSQRT, DOUBLE, &[DOUBLE]),
    routine("sqrtl", G_FSQRT, FP128, &[FP128]),
    routine("expf", G_FEXP, FLOAT, &[FLOAT]),
    routine("exp", G_FEXP, DOUBLE, &[DOUBLE]),
    routine("expl", G_FEXP, FP128, &[FP128]),
    routine("exp2f", G_FEXP2, FLOAT, &[FLOAT]),
    routine("exp2", G_FEXP2, DOUBLE, &[DOUBLE]),
    routine("exp2l", G_FEXP2, FP128, &[FP128]),
    routine("exp10f", G_FEXP10, FLOAT, &[FLOAT]),
    routine("exp10", G_FEXP10, DOUBLE, &[DOUBLE]),
    routine("exp10l", G_FEXP10, FP128, &[FP128]),
    routine("logf", G_FLOG, FLOAT, &[FLOAT]),
    routine("log", G_FLOG, DOUBLE, &[DOUBLE]),
    routine("logl", G_FLOG, FP128, &[FP128]),
    routine("log2f", G_FLOG2, FLOAT, &[FLOAT]),
    routine("log2", G_FLOG2, DOUBLE, &[DOUBLE]),
    routine("log2l", G_FLOG2, FP128, &[FP128]),
    routine("log10f", G_FLOG10, FLOAT, &[FLOAT]),
    routine("log10", G_FLOG10, DOUBLE, &[DOUBLE]),
    routine("log10l", G_FLOG10, FP128, &[FP128]),
    routine("sinf", G_FSIN, FLOAT, &[FLOAT]),
    routine("sin", G_FSIN, DOUBLE, &[DOUBLE]),
    routine("sinl", G_FSIN, FP128, &[FP128]),
    routine("cosf", G_FCOS, FLOAT, &[FLOAT]),
    routine("cos", G_FCOS, DOUBLE, &[DOUBLE]),
    routine("cosl", G_FCOS, FP128, &[FP128]),
    routine("tanf", G_FTAN, FLOAT, &[FLOAT]),
    routine("tan", G_FTAN, DOUBLE, &[DOUBLE]),
    routine("tanl", G_FTAN, FP128, &[FP128]),
    routine("asinf", G_FASIN, FLOAT, &[FLOAT]),
    routine("asin", G_FASIN, DOUBLE, &[DOUBLE]),
    routine("asinl", G_FASIN, FP128, &[FP128]),
    routine("acosf", G_FACOS, FLOAT, &[FLOAT]),
    routine("acos", G_FACOS, DOUBLE, &[DOUBLE]),
    routine("acosl", G_FACOS, FP128, &[FP128]),
    routine("atanf", G_FATAN, FLOAT, &[FLOAT]),
    routine("atan", G_FATAN, DOUBLE, &[DOUBLE]),
    routine("atanl", G_FATAN, FP128, &[FP128]),
    routine("sinhf", G_FSINH, FLOAT, &[FLOAT]),
    routine("sinh", G_FSINH, DOUBLE, &[DOUBLE]),
    routine("sinhl", G_FSINH, FP128, &[FP128]),
    routine("coshf", G_FCOSH, FLOAT, &[FLOAT]),
    routine("cosh", G_FCOSH, DOUBLE, &[DOUBLE]),
    routine("coshl", G_FCOSH, FP128, &[FP128]),
    routine("tanhf", G_FTANH, FLOAT, &[FLOAT]),
    routine("tanh", G_FTANH, DOUBLE, &[DOUBLE]),
    routine("tanhl", G_FTANH, FP128, &[FP128]),
    routine("fmodf", G_FREM, FLOAT, &[FLOAT, FLOAT]),
    routine("fmod", G_FREM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fmodl", G_FREM, FP128, &[FP128, FP128]),
    routine("powf", G_FPOW, FLOAT, &[FLOAT, FLOAT]),
    routine("pow", G_FPOW, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("powl", G_FPOW, FP128, &[FP128, FP128]),
    routine("atan2f", G_FATAN2, FLOAT, &[FLOAT, FLOAT]),
    routine("atan2", G_FATAN2, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("atan2l", G_FATAN2, FP128, &[FP128, FP128]),
    routine("fminf", G_FMINNUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fmin", G_FMINNUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fminl", G_FMINNUM, FP128, &[FP128, FP128]),
    routine("fmaxf", G_FMAXNUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fmax", G_FMAXNUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fmaxl", G_FMAXNUM, FP128, &[FP128, FP128]),
    routine("fminimumf", G_FMINIMUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fminimum", G_FMINIMUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fminimuml", G_FMINIMUM, FP128, &[FP128, FP128]),
    routine("fmaximumf", G_FMAXIMUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fmaximum", G_FMAXIMUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fmaximuml", G_FMAXIMUM, FP128, &[FP128, FP128]),
    routine("fminimum_numf", G_FMINIMUMNUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fminimum_num", G_FMINIMUMNUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fminimum_numl", G_FMINIMUMNUM, FP128, &[FP128, FP128]),
    routine("fmaximum_numf", G_FMAXIMUMNUM, FLOAT, &[FLOAT, FLOAT]),
    routine("fmaximum_num", G_FMAXIMUMNUM, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("fmaximum_numl", G_FMAXIMUMNUM, FP128, &[FP128, FP128]),
    routine("fmaf", G_FMA, FLOAT, &[FLOAT, FLOAT, FLOAT]),
    routine("ldexpf", G_FLDEXP, FLOAT, &[FLOAT, I32]),
    routine("frexpf", G_FFREXP, FLOAT, &[FLOAT, POINTER]),
    routine("modff", G_FMODF, FLOAT, &[FLOAT, POINTER]),
    routine("lrintf", G_INTRINSIC_LRINT, LONG, &[FLOAT]),
    routine("llrintf", G_INTRINSIC_LLRINT, I64, &[FLOAT]),
    routine("lroundf", G_LROUND, LONG, &[FLOAT]),
    routine("llroundf", G_LLROUND, I64, &[FLOAT]),
    routine("fma", G_FMA, DOUBLE, &[DOUBLE, DOUBLE, DOUBLE]),
    routine("ldexp", G_FLDEXP, DOUBLE, &[DOUBLE, I32]),
    routine("frexp", G_FFREXP, DOUBLE, &[DOUBLE, POINTER]),
    routine("modf", G_FMODF, DOUBLE, &[DOUBLE, POINTER]),
    routine("lrint", G_INTRINSIC_LRINT, LONG, &[DOUBLE]),
    routine("llrint", G_INTRINSIC_LLRINT, I64, &[DOUBLE]),
    routine("lround", G_LROUND, LONG, &[DOUBLE]),
    routine("llround", G_LLROUND, I64, &[DOUBLE]),
    routine("fmal", G_FMA, FP128, &[FP128, FP128, FP128]),
    routine("ldexpl", G_FLDEXP, FP128, &[FP128, I32]),
    routine("frexpl", G_FFREXP, FP128, &[FP128, POINTER]),
    routine("modfl", G_FMODF, FP128, &[FP128, POINTER]),
    routine("lrintl", G_INTRINSIC_LRINT, LONG, &[FP128]),
    routine("llrintl", G_INTRINSIC_LLRINT, I64, &[FP128]),
    routine("lroundl", G_LROUND, LONG, &[FP128]),
    routine("llroundl", G_LLROUND, I64, &[FP128]),
    routine("__powisf2", G_FPOWI, FLOAT, &[FLOAT, I32]),
    routine("__powidf2", G_FPOWI, DOUBLE, &[DOUBLE, I32]),
    routine("__powitf2", G_FPOWI, FP128, &[FP128, I32]),
    routine("__extendhfsf2", G_FPEXT, FLOAT, &[HALF]),
    routine("__extendsftf2", G_FPEXT, FP128, &[FLOAT]),
    routine("__extenddftf2", G_FPEXT, FP128, &[DOUBLE]),
    routine("__truncsfhf2", G_FPTRUNC, HALF, &[FLOAT]),
    routine("__truncdfhf2", G_FPTRUNC, HALF, &[DOUBLE]),
    routine("__trunctfhf2", G_FPTRUNC, HALF, &[FP128]),
    routine("__trunctfsf2", G_FPTRUNC, FLOAT, &[FP128]),
    routine("__trunctfdf2", G_FPTRUNC, DOUBLE, &[FP128]),
    routine("__fixsfti", G_FPTOSI, I128, &[FLOAT]),
    routine("__fixunssfti", G_FPTOUI, I128, &[FLOAT]),
    routine("__floattisf", G_SITOFP, FLOAT, &[I128]),
    routine("__floatuntisf", G_UITOFP, FLOAT, &[I128]),
    routine("__fixdfti", G_FPTOSI, I128, &[DOUBLE]),
    routine("__fixunsdfti", G_FPTOUI, I128, &[DOUBLE]),
    routine("__floattidf", G_SITOFP, DOUBLE, &[I128]),
    routine("__floatuntidf", G_UITOFP, DOUBLE, &[I128]),
    routine("__fixtfsi", G_FPTOSI, I32, &[FP128]),
    routine("__fixunstfsi", G_FPTOUI, I32, &[FP128]),
    routine("__floatsitf", G_SITOFP, FP128, &[I32]),
    routine("__floatunsitf", G_UITOFP, FP128, &[I32]),
    routine("__fixtfdi", G_FPTOSI, I64, &[FP128]),
    routine("__fixunstfdi", G_FPTOUI, I64, &[FP128]),
    routine("__floatditf", G_SITOFP, FP128, &[I64]),
    routine("__floatunditf", G_UITOFP, FP128, &[I64]),
    routine("__fixtfti", G_FPTOSI, I128, &[FP128]),
    routine("__fixunstfti", G_FPTOUI, I128, &[FP128]),
    routine("__floattitf", G_SITOFP, FP128, &[I128]),
    routine("__floatuntitf", G_UITOFP, FP128, &[I128]),
    routine("fegetround", G_GET_ROUNDING, I32, &[]),
    routine("fesetround", G_SET_ROUNDING, I32, &[I32]),
    routine("fegetenv", G_GET_FPENV, I32, &[POINTER]),
    routine("fesetenv", G_SET_FPENV, I32, &[POINTER]),
    routine("fegetmode", G_GET_FPMODE, I32, &[POINTER]),
    routine("fesetmode", G_SET_FPMODE, I32, &[POINTER]),
    routine("__eqtf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__netf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__gttf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__getf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__lttf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__letf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__unordtf2", G_FCMP, I32, &[FP128, FP128]),
    routine("__mulsi3", G_MUL, I32, &[I32, I32]),
    routine("__muldi3", G_MUL, I64, &[I64, I64]),
    routine("__divsi3", G_SDIV, I32, &[I32, I32]),
    routine("__divdi3", G_SDIV, I64, &[I64, I64]),
    routine("__udivsi3", G_UDIV, I32, &[I32, I32]),
    routine("__udivdi3", G_UDIV, I64, &[I64, I64]),
    routine("__modsi3", G_SREM, I32, &[I32, I32]),
    routine("__moddi3", G_SREM, I64, &[I64, I64]),
    routine("__umodsi3", G_UREM, I32, &[I32, I32]),
    routine("__umoddi3", G_UREM, I64, &[I64, I64]),
    routine("__addsf3", G_FADD, FLOAT, &[FLOAT, FLOAT]),
    routine("__subsf3", G_FSUB, FLOAT, &[FLOAT, FLOAT]),
    routine("__mulsf3", G_FMUL, FLOAT, &[FLOAT, FLOAT]),
    routine("__divsf3", G_FDIV, FLOAT, &[FLOAT, FLOAT]),
    routine("__adddf3", G_FADD, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("__subdf3", G_FSUB, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("__muldf3", G_FMUL, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("__divdf3", G_FDIV, DOUBLE, &[DOUBLE, DOUBLE]),
    routine("__extendsfdf2", G_FPEXT, DOUBLE, &[FLOAT]),
    routine("__truncdfsf2", G_FPTRUNC, FLOAT, &[DOUBLE]),
    routine("__fixsfsi", G_FPTOSI, I32, &[FLOAT]),
    routine("__fixunssfsi", G_FPTOUI, I32, &[FLOAT]),
    routine("__floatsisf", G_SITOFP, FLOAT, &[I32]),
    routine("__floatunsisf", G_UITOFP, FLOAT, &[I32]),
    routine("__fixsfdi", G_FPTOSI, I64, &[FLOAT]),
    routine("__fixunssfdi", G_FPTOUI, I64, &[FLOAT]),
    routine("__floatdisf", G_SITOFP, FLOAT, &[I64]),
    routine("__floatundisf", G_UITOFP, FLOAT, &[I64]),
    routine("__fixdfsi", G_FPTOSI, I32, &[DOUBLE]),
    routine("__fixunsdfsi", G_FPTOUI, I32, &[DOUBLE]),
    routine("__floatsidf", G_SITOFP, DOUBLE, &[I32]),
    routine("__floatunsidf", G_UITOFP, DOUBLE, &[I32]),
    routine("__fixdfdi", G_FPTOSI, I64, &[DOUBLE]),
    routine("__fixunsdfdi", G_FPTOUI, I64, &[DOUBLE]),
    routine("__floatdidf", G_SITOFP, DOUBLE, &[I64]),
    routine("__floatundidf", G_UITOFP, DOUBLE, &[I64]),
    routine("__eqsf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__nesf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__gtsf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__gesf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__ltsf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__lesf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__unordsf2", G_FCMP, I32, &[FLOAT, FLOAT]),
    routine("__eqdf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__nedf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__gtdf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__gedf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__ltdf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__ledf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    routine("__unorddf2", G_FCMP, I32, &[DOUBLE, DOUBLE]),
    // Addresses of thread-local variables; the last name is no routine but the start of a module's
    // block.
    routine("__tls_get_addr", G_GLOBAL_VALUE, POINTER, &[POINTER]),
    routine("__emutls_get_address", G_GLOBAL_VALUE, POINTER, &[POINTER]),
    routine(TLS_MODULE_BASE, G_GLOBAL_VALUE, POINTER, &[]),
];

/// The symbol for the start of a module's block of thread-local variables.
pub const TLS_MODULE_BASE: &str = "_TLS_MODULE_BASE_";

const NAME_TABLE: [&str; TABLE.len()] = {
    let mut names = [""; TABLE.len()];
    let mut n = 0;
    while n < TABLE.len() {
        names[n] = TABLE[n].name;
        n += 1;
    }
    names
};

/// All names, by number.
pub(crate) static NAMES: &[&str] = &NAME_TABLE;

/// Returns the name with number `index`.
pub(crate) fn name(index: u16) -> Option<&'static str> {
    NAMES.get(index as usize).copied()
}

fn position(holds: impl Fn(&Routine) -> bool) -> Option<u16> {
    ROUTINES.iter().position(holds).map(|n| n as u16)
}

/// Returns the number of the routine with this name.
pub fn by_name(name: &str) -> Option<u16> {
    position(|r| r.name == name)
}

/// Returns the number of the routine that implements `opcode` on registers of these types, where
/// pointers have `pointer_bits` bits.
pub fn find(opcode: Opcode, result: Llt, args: &[Llt], pointer_bits: u32) -> Option<u16> {
    let llt = |ty: RoutineType| ty.value_type(pointer_bits).llt();
    position(|r| {
        r.opcode == opcode
            && r.result.is_some_and(|ty| llt(ty) == result)
            && r.args.iter().map(|&ty| llt(ty)).eq(args.iter().copied())
    })
}

/// The comparison routines for floating-point numbers, by the test of their result against zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// 0 if they are equal.
    Eq,
    /// Not 0 if they are not equal.
    Ne,
    /// Above 0 if the first is greater.
    Gt,
    /// Not below 0 if the first is not less.
    Ge,
    /// Below 0 if the first is less.
    Lt,
    /// Not above 0 if the first is not greater.
    Le,
    /// Not 0 if one is a NaN.
    Unord,
}

/// Their names by precision: single, double, quadruple.
const COMPARISONS: [[&str; 3]; 7] = [
    ["__eqsf2", "__eqdf2", "__eqtf2"],
    ["__nesf2", "__nedf2", "__netf2"],
    ["__gtsf2", "__gtdf2", "__gttf2"],
    ["__gesf2", "__gedf2", "__getf2"],
    ["__ltsf2", "__ltdf2", "__lttf2"],
    ["__lesf2", "__ledf2", "__letf2"],
    ["__unordsf2", "__unorddf2", "__unordtf2"],
];

/// Returns the number of the routine for a comparison of numbers of `bits` bits.
pub(crate) fn comparison(comparison: Comparison, bits: u32) -> Option<u16> {
    let names = COMPARISONS[comparison as usize];
    let precision = [32, 64, 128].iter().position(|&known| known == bits)?;
    by_name(names[precision])
}

/// Returns the number of the first routine that implements `opcode`, for any types.
pub(crate) fn of_opcode(opcode: Opcode) -> Option<u16> {
    position(|r| r.opcode == opcode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::llt::{S32, S64, S128};

    #[test]
    fn names_are_unique_and_found() {
        for (n, name) in NAMES.iter().enumerate() {
            assert_eq!(by_name(name), Some(n as u16), "{name} stands twice");
        }
        let found = |opcode, result, args: &[Llt]| find(opcode, result, args, 64).and_then(name);
        assert_eq!(found(G_FREM, S64, &[S64, S64]), Some("fmod"));
        assert_eq!(found(G_FPTOSI, S128, &[S32]), Some("__fixsfti"));
        assert_eq!(found(G_UITOFP, S128, &[S64]), Some("__floatunditf"));
        assert_eq!(found(G_ADD, S64, &[S64, S64]), None);
    }
}
