//! Legalizer rules that are valid for every machine.

use gisel_codegen::ir::llt::{Llt, S32, S64, S128};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::predicates::scalar_wider_than;
use gisel_codegen::isel::legalizer::{LegalizerInfo, RuleSet};
use gisel_codegen::machine::desc::instructions::Opcode;

/// Atomic read-modify-writes of integers in memory.
pub(crate) const ATOMICRMW: [Opcode; 11] = [
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
];

/// Integer operations that no machine has, which are lowered element by element.
const LOWERED_INTEGERS: [Opcode; 16] = [
    G_SCMP,
    G_UCMP,
    G_UMULO,
    G_SMULO,
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
    G_SBFX,
    G_UBFX,
];

/// The parts of the floating-point environment that a target accesses itself; routines access the
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatEnvironment {
    /// None.
    Routines,
    /// The rounding mode.
    RoundingMode,
    /// The whole environment.
    Whole,
}

/// Adds the rules to `info`, for a machine with such addresses and registers for floats of these
/// types.
pub(crate) fn define(
    info: &mut LegalizerInfo,
    pointer: Llt,
    floats_in_registers: &[Llt],
    environment: FloatEnvironment,
) {
    values(info, pointer, floats_in_registers);
    info.define(LOWERED_INTEGERS).scalarize(0).lower();
    memory(info, pointer);
    floats(info);
    fp_environment(info, floats_in_registers, environment);
    unavailable(info);
}

/// The reductions of vectors in any order.
pub(crate) const REDUCTIONS: [Opcode; 15] = [
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
];

fn values(info: &mut LegalizerInfo, pointer: Llt, floats_in_registers: &[Llt]) {
    info.define([G_FCONSTANT]).legal_for(floats_in_registers.iter().copied()).lower();
    // Assertions about split values are dropped.
    info.define([G_ASSERT_SEXT, G_ASSERT_ZEXT]).lower_if(scalar_wider_than(0, pointer.bits())).always_legal();
    info.define([G_ASSERT_ALIGN]).always_legal();
    info.define([G_FRAME_INDEX, G_GLOBAL_VALUE, G_CONSTANT_POOL, G_JUMP_TABLE, G_BLOCK_ADDR])
        .legal_for([pointer]);
    info.define([G_ADDRSPACE_CAST]).scalarize(0).lower();
    info.define([G_BRINDIRECT]).legal_for([pointer]);
    info.define([G_BR, G_TRAP, G_DEBUGTRAP, G_UBSANTRAP, G_INVOKE_REGION_START]).always_legal();
    info.define([G_INTRINSIC_CONVERGENT, G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS]).always_legal();
    info.define([G_READCYCLECOUNTER, G_READSTEADYCOUNTER])
        .when(pointer.bits() == 64, |r| {
            r.legal_for([S64]);
        })
        .custom_for([S64])
        .unsupported();
}

fn memory(info: &mut LegalizerInfo, pointer: Llt) {
    let word = Llt::scalar(pointer.bits());
    info.define([G_STACKSAVE, G_STACKRESTORE]).legal_for([pointer]);
    info.define([G_DYN_STACKALLOC]).legal_for([(pointer, word)]);
    info.define([G_MEMCPY, G_MEMMOVE, G_MEMSET, G_BZERO]).lower().libcall();
    info.define([G_MEMCPY_INLINE]).lower().unsupported();
    info.define([G_FENCE]).always_legal();
}

fn floats(info: &mut LegalizerInfo) {
    info.define([
        G_FREM,
        G_FPOW,
        G_FEXP,
        G_FEXP2,
        G_FEXP10,
        G_FLOG,
        G_FLOG2,
        G_FLOG10,
        G_FCOS,
        G_FSIN,
        G_FTAN,
        G_FACOS,
        G_FASIN,
        G_FATAN,
        G_FATAN2,
        G_FCOSH,
        G_FSINH,
        G_FTANH,
        G_STRICT_FREM,
    ])
    .scalarize(0)
    .libcall_for([S32, S64, S128])
    .min_scalar(0, S32);
    info.define([G_FPOWI, G_FLDEXP, G_STRICT_FLDEXP])
        .scalarize(0)
        .clamp_scalar(1, S32, S32)
        .libcall_for([(S32, S32), (S64, S32), (S128, S32)])
        .min_scalar(0, S32);
    info.define([G_FFREXP, G_FMODF, G_FSINCOS]).scalarize(0).min_scalar(0, S32).lower();
}

fn fp_environment(info: &mut LegalizerInfo, floats_in_registers: &[Llt], own: FloatEnvironment) {
    let custom = |r: &mut RuleSet| {
        r.custom();
    };
    let (rounding, whole) = (own != FloatEnvironment::Routines, own == FloatEnvironment::Whole);
    info.define([G_GET_ROUNDING])
        .when(rounding, custom)
        .when(floats_in_registers.is_empty(), |r| {
            r.lower();
        })
        .libcall();
    info.define([G_SET_ROUNDING]).when(rounding, custom).libcall();
    info.define([G_GET_FPENV, G_SET_FPENV, G_RESET_FPENV, G_GET_FPMODE, G_SET_FPMODE, G_RESET_FPMODE])
        .when(whole, custom)
        .libcall();
}

/// Adds the rules of operations that no target has.
fn unavailable(info: &mut LegalizerInfo) {
    info.define([G_INDEXED_LOAD, G_INDEXED_SEXTLOAD, G_INDEXED_ZEXTLOAD, G_INDEXED_STORE]).unsupported();
    info.define([G_INTRINSIC_FPTRUNC_ROUND]).unsupported();
    info.define([G_INSERT_SUBVECTOR, G_EXTRACT_SUBVECTOR, G_VECTOR_COMPRESS, G_STEP_VECTOR, G_VSCALE])
        .unsupported();
    // The IRTranslator expands these.
    info.define([
        G_ATOMICRMW_FADD,
        G_ATOMICRMW_FSUB,
        G_ATOMICRMW_FMAX,
        G_ATOMICRMW_FMIN,
        G_ATOMICRMW_FMAXIMUM,
        G_ATOMICRMW_FMINIMUM,
        G_ATOMICRMW_UINC_WRAP,
        G_ATOMICRMW_UDEC_WRAP,
        G_ATOMICRMW_USUB_COND,
        G_ATOMICRMW_USUB_SAT,
    ])
    .unsupported();
}
