//! Runtime routines that generated code may call by name: [`crate::mir::Operand::external`] numbers this table.
//!
//! A line a routine: name, the opcode that it does, result, arguments. The names are those of the C library and of
//! libgcc or compiler-rt; a routine of several uses stands where the legalizer looks for it.

use crate::llt::Llt;
use crate::opcodes::*;
use crate::target::instructions::Opcode;
use crate::value_type::ValueType;
use ValueType::{Double, Float, Fp128, Half};

/// One runtime routine.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    /// Its symbol.
    pub name: &'static str,
    /// The opcode that it does.
    pub opcode: Opcode,
    /// The type of its result, if there is one.
    pub result: Option<ValueType>,
    /// The types of its arguments.
    pub args: &'static [ValueType],
}

const POINTER: ValueType = ValueType::Pointer { address_space: 0, bits: 64 };
const I32: ValueType = ValueType::Int(32);
const I64: ValueType = ValueType::Int(64);
const I128: ValueType = ValueType::Int(128);

const fn routine(
    name: &'static str,
    opcode: Opcode,
    result: ValueType,
    args: &'static [ValueType],
) -> Routine {
    Routine { name, opcode, result: Some(result), args }
}

/// All routines.
pub static ROUTINES: &[Routine] = &TABLE;

#[rustfmt::skip]
const TABLE: [Routine; 179] = [
    routine("memcpy", G_MEMCPY, POINTER, &[POINTER, POINTER, I64]),
    routine("memmove", G_MEMMOVE, POINTER, &[POINTER, POINTER, I64]),
    routine("memset", G_MEMSET, POINTER, &[POINTER, I32, I64]),
    routine("__divti3", G_SDIV, I128, &[I128, I128]),
    routine("__udivti3", G_UDIV, I128, &[I128, I128]),
    routine("__modti3", G_SREM, I128, &[I128, I128]),
    routine("__umodti3", G_UREM, I128, &[I128, I128]),
    routine("__multi3", G_MUL, I128, &[I128, I128]),
    routine("__addtf3", G_FADD, Fp128, &[Fp128, Fp128]),
    routine("__subtf3", G_FSUB, Fp128, &[Fp128, Fp128]),
    routine("__multf3", G_FMUL, Fp128, &[Fp128, Fp128]),
    routine("__divtf3", G_FDIV, Fp128, &[Fp128, Fp128]),
    routine("ceilf", G_FCEIL, Float, &[Float]),
    routine("ceil", G_FCEIL, Double, &[Double]),
    routine("ceill", G_FCEIL, Fp128, &[Fp128]),
    routine("floorf", G_FFLOOR, Float, &[Float]),
    routine("floor", G_FFLOOR, Double, &[Double]),
    routine("floorl", G_FFLOOR, Fp128, &[Fp128]),
    routine("truncf", G_INTRINSIC_TRUNC, Float, &[Float]),
    routine("trunc", G_INTRINSIC_TRUNC, Double, &[Double]),
    routine("truncl", G_INTRINSIC_TRUNC, Fp128, &[Fp128]),
    routine("roundf", G_INTRINSIC_ROUND, Float, &[Float]),
    routine("round", G_INTRINSIC_ROUND, Double, &[Double]),
    routine("roundl", G_INTRINSIC_ROUND, Fp128, &[Fp128]),
    routine("roundevenf", G_INTRINSIC_ROUNDEVEN, Float, &[Float]),
    routine("roundeven", G_INTRINSIC_ROUNDEVEN, Double, &[Double]),
    routine("roundevenl", G_INTRINSIC_ROUNDEVEN, Fp128, &[Fp128]),
    routine("rintf", G_FRINT, Float, &[Float]),
    routine("rint", G_FRINT, Double, &[Double]),
    routine("rintl", G_FRINT, Fp128, &[Fp128]),
    routine("nearbyintf", G_FNEARBYINT, Float, &[Float]),
    routine("nearbyint", G_FNEARBYINT, Double, &[Double]),
    routine("nearbyintl", G_FNEARBYINT, Fp128, &[Fp128]),
    routine("sqrtf", G_FSQRT, Float, &[Float]),
    routine("sqrt", G_FSQRT, Double, &[Double]),
    routine("sqrtl", G_FSQRT, Fp128, &[Fp128]),
    routine("expf", G_FEXP, Float, &[Float]),
    routine("exp", G_FEXP, Double, &[Double]),
    routine("expl", G_FEXP, Fp128, &[Fp128]),
    routine("exp2f", G_FEXP2, Float, &[Float]),
    routine("exp2", G_FEXP2, Double, &[Double]),
    routine("exp2l", G_FEXP2, Fp128, &[Fp128]),
    routine("exp10f", G_FEXP10, Float, &[Float]),
    routine("exp10", G_FEXP10, Double, &[Double]),
    routine("exp10l", G_FEXP10, Fp128, &[Fp128]),
    routine("logf", G_FLOG, Float, &[Float]),
    routine("log", G_FLOG, Double, &[Double]),
    routine("logl", G_FLOG, Fp128, &[Fp128]),
    routine("log2f", G_FLOG2, Float, &[Float]),
    routine("log2", G_FLOG2, Double, &[Double]),
    routine("log2l", G_FLOG2, Fp128, &[Fp128]),
    routine("log10f", G_FLOG10, Float, &[Float]),
    routine("log10", G_FLOG10, Double, &[Double]),
    routine("log10l", G_FLOG10, Fp128, &[Fp128]),
    routine("sinf", G_FSIN, Float, &[Float]),
    routine("sin", G_FSIN, Double, &[Double]),
    routine("sinl", G_FSIN, Fp128, &[Fp128]),
    routine("cosf", G_FCOS, Float, &[Float]),
    routine("cos", G_FCOS, Double, &[Double]),
    routine("cosl", G_FCOS, Fp128, &[Fp128]),
    routine("tanf", G_FTAN, Float, &[Float]),
    routine("tan", G_FTAN, Double, &[Double]),
    routine("tanl", G_FTAN, Fp128, &[Fp128]),
    routine("asinf", G_FASIN, Float, &[Float]),
    routine("asin", G_FASIN, Double, &[Double]),
    routine("asinl", G_FASIN, Fp128, &[Fp128]),
    routine("acosf", G_FACOS, Float, &[Float]),
    routine("acos", G_FACOS, Double, &[Double]),
    routine("acosl", G_FACOS, Fp128, &[Fp128]),
    routine("atanf", G_FATAN, Float, &[Float]),
    routine("atan", G_FATAN, Double, &[Double]),
    routine("atanl", G_FATAN, Fp128, &[Fp128]),
    routine("sinhf", G_FSINH, Float, &[Float]),
    routine("sinh", G_FSINH, Double, &[Double]),
    routine("sinhl", G_FSINH, Fp128, &[Fp128]),
    routine("coshf", G_FCOSH, Float, &[Float]),
    routine("cosh", G_FCOSH, Double, &[Double]),
    routine("coshl", G_FCOSH, Fp128, &[Fp128]),
    routine("tanhf", G_FTANH, Float, &[Float]),
    routine("tanh", G_FTANH, Double, &[Double]),
    routine("tanhl", G_FTANH, Fp128, &[Fp128]),
    routine("fmodf", G_FREM, Float, &[Float, Float]),
    routine("fmod", G_FREM, Double, &[Double, Double]),
    routine("fmodl", G_FREM, Fp128, &[Fp128, Fp128]),
    routine("powf", G_FPOW, Float, &[Float, Float]),
    routine("pow", G_FPOW, Double, &[Double, Double]),
    routine("powl", G_FPOW, Fp128, &[Fp128, Fp128]),
    routine("atan2f", G_FATAN2, Float, &[Float, Float]),
    routine("atan2", G_FATAN2, Double, &[Double, Double]),
    routine("atan2l", G_FATAN2, Fp128, &[Fp128, Fp128]),
    routine("fminf", G_FMINNUM, Float, &[Float, Float]),
    routine("fmin", G_FMINNUM, Double, &[Double, Double]),
    routine("fminl", G_FMINNUM, Fp128, &[Fp128, Fp128]),
    routine("fmaxf", G_FMAXNUM, Float, &[Float, Float]),
    routine("fmax", G_FMAXNUM, Double, &[Double, Double]),
    routine("fmaxl", G_FMAXNUM, Fp128, &[Fp128, Fp128]),
    routine("fminimumf", G_FMINIMUM, Float, &[Float, Float]),
    routine("fminimum", G_FMINIMUM, Double, &[Double, Double]),
    routine("fminimuml", G_FMINIMUM, Fp128, &[Fp128, Fp128]),
    routine("fmaximumf", G_FMAXIMUM, Float, &[Float, Float]),
    routine("fmaximum", G_FMAXIMUM, Double, &[Double, Double]),
    routine("fmaximuml", G_FMAXIMUM, Fp128, &[Fp128, Fp128]),
    routine("fminimum_numf", G_FMINIMUMNUM, Float, &[Float, Float]),
    routine("fminimum_num", G_FMINIMUMNUM, Double, &[Double, Double]),
    routine("fminimum_numl", G_FMINIMUMNUM, Fp128, &[Fp128, Fp128]),
    routine("fmaximum_numf", G_FMAXIMUMNUM, Float, &[Float, Float]),
    routine("fmaximum_num", G_FMAXIMUMNUM, Double, &[Double, Double]),
    routine("fmaximum_numl", G_FMAXIMUMNUM, Fp128, &[Fp128, Fp128]),
    routine("fmaf", G_FMA, Float, &[Float, Float, Float]),
    routine("ldexpf", G_FLDEXP, Float, &[Float, I32]),
    routine("frexpf", G_FFREXP, Float, &[Float, POINTER]),
    routine("modff", G_FMODF, Float, &[Float, POINTER]),
    routine("lrintf", G_INTRINSIC_LRINT, I64, &[Float]),
    routine("llrintf", G_INTRINSIC_LLRINT, I64, &[Float]),
    routine("lroundf", G_LROUND, I64, &[Float]),
    routine("llroundf", G_LLROUND, I64, &[Float]),
    routine("fma", G_FMA, Double, &[Double, Double, Double]),
    routine("ldexp", G_FLDEXP, Double, &[Double, I32]),
    routine("frexp", G_FFREXP, Double, &[Double, POINTER]),
    routine("modf", G_FMODF, Double, &[Double, POINTER]),
    routine("lrint", G_INTRINSIC_LRINT, I64, &[Double]),
    routine("llrint", G_INTRINSIC_LLRINT, I64, &[Double]),
    routine("lround", G_LROUND, I64, &[Double]),
    routine("llround", G_LLROUND, I64, &[Double]),
    routine("fmal", G_FMA, Fp128, &[Fp128, Fp128, Fp128]),
    routine("ldexpl", G_FLDEXP, Fp128, &[Fp128, I32]),
    routine("frexpl", G_FFREXP, Fp128, &[Fp128, POINTER]),
    routine("modfl", G_FMODF, Fp128, &[Fp128, POINTER]),
    routine("lrintl", G_INTRINSIC_LRINT, I64, &[Fp128]),
    routine("llrintl", G_INTRINSIC_LLRINT, I64, &[Fp128]),
    routine("lroundl", G_LROUND, I64, &[Fp128]),
    routine("llroundl", G_LLROUND, I64, &[Fp128]),
    routine("__powisf2", G_FPOWI, Float, &[Float, I32]),
    routine("__powidf2", G_FPOWI, Double, &[Double, I32]),
    routine("__powitf2", G_FPOWI, Fp128, &[Fp128, I32]),
    routine("__extendhfsf2", G_FPEXT, Float, &[Half]),
    routine("__extendsftf2", G_FPEXT, Fp128, &[Float]),
    routine("__extenddftf2", G_FPEXT, Fp128, &[Double]),
    routine("__truncsfhf2", G_FPTRUNC, Half, &[Float]),
    routine("__truncdfhf2", G_FPTRUNC, Half, &[Double]),
    routine("__trunctfhf2", G_FPTRUNC, Half, &[Fp128]),
    routine("__trunctfsf2", G_FPTRUNC, Float, &[Fp128]),
    routine("__trunctfdf2", G_FPTRUNC, Double, &[Fp128]),
    routine("__fixsfti", G_FPTOSI, I128, &[Float]),
    routine("__fixunssfti", G_FPTOUI, I128, &[Float]),
    routine("__floattisf", G_SITOFP, Float, &[I128]),
    routine("__floatuntisf", G_UITOFP, Float, &[I128]),
    routine("__fixdfti", G_FPTOSI, I128, &[Double]),
    routine("__fixunsdfti", G_FPTOUI, I128, &[Double]),
    routine("__floattidf", G_SITOFP, Double, &[I128]),
    routine("__floatuntidf", G_UITOFP, Double, &[I128]),
    routine("__fixtfsi", G_FPTOSI, I32, &[Fp128]),
    routine("__fixunstfsi", G_FPTOUI, I32, &[Fp128]),
    routine("__floatsitf", G_SITOFP, Fp128, &[I32]),
    routine("__floatunsitf", G_UITOFP, Fp128, &[I32]),
    routine("__fixtfdi", G_FPTOSI, I64, &[Fp128]),
    routine("__fixunstfdi", G_FPTOUI, I64, &[Fp128]),
    routine("__floatditf", G_SITOFP, Fp128, &[I64]),
    routine("__floatunditf", G_UITOFP, Fp128, &[I64]),
    routine("__fixtfti", G_FPTOSI, I128, &[Fp128]),
    routine("__fixunstfti", G_FPTOUI, I128, &[Fp128]),
    routine("__floattitf", G_SITOFP, Fp128, &[I128]),
    routine("__floatuntitf", G_UITOFP, Fp128, &[I128]),
    routine("fegetround", G_GET_ROUNDING, I32, &[]),
    routine("fesetround", G_SET_ROUNDING, I32, &[I32]),
    routine("fegetenv", G_GET_FPENV, I32, &[POINTER]),
    routine("fesetenv", G_SET_FPENV, I32, &[POINTER]),
    routine("fegetmode", G_GET_FPMODE, I32, &[POINTER]),
    routine("fesetmode", G_SET_FPMODE, I32, &[POINTER]),
    routine("__eqtf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__netf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__gttf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__getf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__lttf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__letf2", G_FCMP, I32, &[Fp128, Fp128]),
    routine("__unordtf2", G_FCMP, I32, &[Fp128, Fp128]),
    // Addresses of thread-local variables; the last is no routine but the start of a module's block.
    routine("__tls_get_addr", G_GLOBAL_VALUE, POINTER, &[POINTER]),
    routine("__emutls_get_address", G_GLOBAL_VALUE, POINTER, &[POINTER]),
    routine(TLS_MODULE_BASE, G_GLOBAL_VALUE, POINTER, &[]),
];

/// Stands for the start of a module's block of thread-local variables.
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
pub static NAMES: &[&str] = &NAME_TABLE;

/// The name with number `index`.
pub fn name(index: u16) -> Option<&'static str> {
    NAMES.get(index as usize).copied()
}

fn position(holds: impl Fn(&Routine) -> bool) -> Option<u16> {
    ROUTINES.iter().position(holds).map(|n| n as u16)
}

/// The number of the routine with this name.
pub fn by_name(name: &str) -> Option<u16> {
    position(|r| r.name == name)
}

/// The number of the routine that does `opcode` on registers of these types.
pub fn find(opcode: Opcode, result: Llt, args: &[Llt]) -> Option<u16> {
    position(|r| {
        let same = r.result.is_some_and(|t| t.llt() == result);
        r.opcode == opcode && same && r.args.iter().map(|a| a.llt()).eq(args.iter().copied())
    })
}

/// The number of the first routine that does `opcode`, whatever the types.
pub fn of_opcode(opcode: Opcode) -> Option<u16> {
    position(|r| r.opcode == opcode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llt::{S32, S64, S128};

    #[test]
    fn names_are_unique_and_found() {
        for (n, name) in NAMES.iter().enumerate() {
            assert_eq!(by_name(name), Some(n as u16), "{name} stands twice");
        }
        let found = |opcode, result, args: &[Llt]| find(opcode, result, args).and_then(name);
        assert_eq!(found(G_FREM, S64, &[S64, S64]), Some("fmod"));
        assert_eq!(found(G_FPTOSI, S128, &[S32]), Some("__fixsfti"));
        assert_eq!(found(G_UITOFP, S128, &[S64]), Some("__floatunditf"));
        assert_eq!(found(G_ADD, S64, &[S64, S64]), None);
    }
}
