//! Every combiner rule alone: it changes its case, and preserves the results of the case and of
//! random functions.

mod execution;
#[path = "combiner/random_functions.rs"]
mod random_functions;
#[path = "combiner/vector_cases.rs"]
mod vector_cases;

use execution::{Arguments, Random, compare, run};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{SubtargetId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, MemOperand};
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes::{G_PTRTOINT, G_ZEXT};
use gisel_codegen::isel::combiner::{self, Stage};
use gisel_codegen::isel::known_bits::KnownBits;
use gisel_codegen::isel::legalizer;
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::pipeline::RuleConfig;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::target::RiscvTarget;
use random_functions::random_function;
use std::array;
use std::collections::BTreeSet;
use vector_cases::VECTOR_CASES;

/// The rule and a function that it changes: `%0` to `%2` are arguments, `%3` is the first one as an
/// address, and `%9` is the result. A line `4:s64 = …` abbreviates `%4:_(s64) = …`.
const CASES: &[(&str, &str)] = &[
    ("fold_binary", "4:s64 = G_CONSTANT i64 -6\n5:s64 = G_CONSTANT i64 3\n9:s64 = G_ASHR %4, %5"),
    (
        "fold_compare",
        "4:s64 = G_CONSTANT i64 -6\n5:s64 = G_CONSTANT i64 3\n9:s64 = G_ICMP intpred(slt), %4(s64), %5",
    ),
    ("right_identity_zero", "4:s64 = G_CONSTANT i64 0\n5:s64 = G_OR %1, %4\n9:s64 = G_ADD %5, %2"),
    ("right_identity_one", "4:s64 = G_CONSTANT i64 1\n5:s64 = G_MUL %1, %4\n9:s64 = G_ADD %5, %2"),
    ("binop_same_val", "4:s64 = G_XOR %1, %1\n5:s64 = G_AND %2, %2\n9:s64 = G_ADD %4, %5"),
    ("commute_constant_to_rhs", "4:s64 = G_CONSTANT i64 77\n9:s64 = G_ADD %4, %1"),
    (
        "not_compare",
        "4:s64 = G_CONSTANT i64 1\n5:s64 = G_ICMP intpred(slt), %1(s64), %2\n9:s64 = G_XOR %5, %4",
    ),
    ("select_constant", "4:s64 = G_CONSTANT i64 0\n5:s64 = G_SELECT %4(s64), %1, %2\n9:s64 = G_ADD %5, %1"),
    (
        "select_not",
        "4:s64 = G_CONSTANT i64 1\n5:s64 = G_AND %0, %4\n6:s64 = G_XOR %5, %4\n9:s64 = G_SELECT %6(s64), %1, %2",
    ),
    (
        "brcond_not",
        "4:s64 = G_CONSTANT i64 1\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n5:s64 = G_PHI %1(s64), %bb.0, %9(s64), %bb.1\n6:s64 = G_ADD %5, %4\n9:s64 = G_AND %6, %4\n8:s64 = G_XOR %9, %4\nG_BRCOND %8(s64), %bb.1\nG_BR %bb.2\n\n  bb.2:",
    ),
    (
        "icmp_of_mask_bits",
        "%4:_(<4 x s16>) = G_BITCAST %1(s64)\n%5:_(<4 x s16>) = G_BITCAST %2(s64)\n%6:_(<4 x s1>) = G_ICMP intpred(ult), %4(<4 x s16>), %5\n7:s4 = G_BITCAST %6(<4 x s1>)\n8:s4 = G_CONSTANT i4 0\n10:s1 = G_ICMP intpred(eq), %7(s4), %8\n9:s64 = G_ZEXT %10(s1)",
    ),
    (
        "sum_with_mask",
        "%4:_(<4 x s16>) = G_BITCAST %1(s64)\n%5:_(<4 x s16>) = G_BITCAST %2(s64)\n%6:_(<4 x s1>) = G_ICMP intpred(ult), %4(<4 x s16>), %5\n%7:_(<4 x s16>) = G_ZEXT %6(<4 x s1>)\n%8:_(<4 x s16>) = G_ADD %7, %4\n9:s64 = G_BITCAST %8(<4 x s16>)",
    ),
    (
        "sum_with_mask",
        "%4:_(<4 x s16>) = G_BITCAST %1(s64)\n%5:_(<4 x s16>) = G_BITCAST %2(s64)\n%6:_(<4 x s1>) = G_ICMP intpred(ult), %4(<4 x s16>), %5\n%7:_(<4 x s16>) = G_ZEXT %6(<4 x s1>)\n%8:_(<4 x s16>) = G_SUB %4, %7\n9:s64 = G_BITCAST %8(<4 x s16>)",
    ),
    ("select_same_val", "4:s64 = G_SELECT %0(s64), %1, %1\n9:s64 = G_ADD %4, %2"),
    (
        "disjoint_or_to_add",
        "4:s64 = G_CONSTANT i64 4\n5:s64 = G_CONSTANT i64 12\n6:s64 = G_SHL %1, %4(s64)\n9:s64 = disjoint G_OR %6, %5",
    ),
    (
        "ordered_with_constant",
        "4:s64 = G_FCONSTANT double 0x3FF0000000000000\n9:s64 = G_FCMP floatpred(ord), %1(s64), %4",
    ),
    (
        "ordered_with_constant",
        "4:s64 = G_FCONSTANT double 0x8000000000000000\n9:s64 = G_FCMP floatpred(uno), %1(s64), %4",
    ),
    (
        "quad_operand",
        "4:s128 = G_LOAD %3(p0) :: (load (s128), align 8)\n5:s128 = G_SITOFP %1(s64)\n6:s128 = G_FMUL %4, %5\n%9:_(s64), %7:_(s64) = G_UNMERGE_VALUES %6(s128)",
    ),
    (
        "quad_operand",
        "4:s128 = G_FCONSTANT fp128 0xL00000000000000004001C00000000000\n5:s128 = G_SITOFP %1(s64)\n6:s1 = G_TRUNC %2(s64)\n7:s128 = G_SELECT %6(s1), %5, %4\n9:s64 = G_FPTOSI %7(s128)",
    ),
    (
        "quad_operand",
        "4:s128 = G_FCONSTANT fp128 0xL00000000000000004001C00000000000\n5:s64 = G_CONSTANT i64 3\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n6:s128 = G_PHI %4(s128), %bb.0, %7(s128), %bb.1\n8:s64 = G_PHI %1(s64), %bb.0, %10(s64), %bb.1\n7:s128 = G_FADD %6, %4\n10:s64 = G_AND %8, %5\n11:s1 = G_ICMP intpred(ne), %8(s64), %10\nG_BRCOND %11(s1), %bb.1\nG_BR %bb.2\n\n  bb.2:\n9:s64 = G_FPTOSI %7(s128)",
    ),
    (
        "quad_store",
        "4:s128 = G_SITOFP %1(s64)\nG_STORE %4(s128), %3(p0) :: (store (s128), align 8)\n9:s64 = G_LOAD %3(p0) :: (load (s64))",
    ),
    (
        "fmul_negated",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_SITOFP %2(s64)\n6:s64 = G_FNEG %5\n9:s64 = G_FMUL %4, %6",
    ),
    (
        "fmul_negated",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_SITOFP %2(s64)\n6:s64 = G_FNEG %5\n9:s64 = G_FMUL %6, %4",
    ),
    (
        "fmul_by_constant",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_FCONSTANT double 0x4000000000000000\n9:s64 = G_FMUL %4, %5",
    ),
    (
        "fmul_by_constant",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_FCONSTANT double 0x3FF0000000000000\n9:s64 = G_FMUL %4, %5",
    ),
    (
        "fmul_by_constant",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_FCONSTANT double 0xBFF0000000000000\n9:s64 = G_FMUL %4, %5",
    ),
    (
        "build_of_vectors",
        "%4:_(<2 x s32>) = G_BITCAST %1(s64)\n%5:_(<2 x s32>) = G_BITCAST %2(s64)\n%6:_(s32), %7:_(s32) = G_UNMERGE_VALUES %4(<2 x s32>)\n%8:_(s32), %10:_(s32) = G_UNMERGE_VALUES %5(<2 x s32>)\n%11:_(<4 x s32>) = G_BUILD_VECTOR %6(s32), %7(s32), %8(s32), %10(s32)\n%12:_(<4 x s32>) = G_MUL %11, %11\n%13:_(s32), %14:_(s32), %15:_(s32), %16:_(s32) = G_UNMERGE_VALUES %12(<4 x s32>)\n%17:_(s32) = G_SUB %14, %16\n%18:_(s32) = G_XOR %13, %17\n%19:_(s32) = G_SUB %18, %15\n9:s64 = G_ZEXT %19(s32)",
    ),
    (
        "build_of_vectors",
        "%4:_(<2 x s32>) = G_BITCAST %1(s64)\n%5:_(<2 x s32>) = G_BITCAST %2(s64)\n%6:_(<4 x s32>) = G_CONCAT_VECTORS %4(<2 x s32>), %5(<2 x s32>)\n%20:_(<4 x s32>) = G_MUL %6, %6\n%7:_(s32), %8:_(s32), %10:_(s32), %11:_(s32) = G_UNMERGE_VALUES %20(<4 x s32>)\n%12:_(<2 x s32>) = G_BUILD_VECTOR %10(s32), %11(s32)\n9:s64 = G_BITCAST %12(<2 x s32>)",
    ),
    (
        "fadd_negated",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_SITOFP %2(s64)\n6:s64 = G_FNEG %5\n9:s64 = G_FADD %4, %6",
    ),
    (
        "fadd_negated",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_SITOFP %2(s64)\n6:s64 = G_FNEG %5\n9:s64 = G_FADD %6, %4",
    ),
    (
        "fadd_negated",
        "4:s64 = G_SITOFP %1(s64)\n5:s64 = G_SITOFP %2(s64)\n6:s64 = G_FNEG %5\n9:s64 = G_FSUB %4, %6",
    ),
    ("shift_shift", "4:s64 = G_CONSTANT i64 40\n5:s64 = G_ASHR %1, %4\n9:s64 = G_ASHR %5, %4"),
    ("shift_shift", "4:s64 = G_CONSTANT i64 40\n5:s64 = G_SHL %1, %4\n9:s64 = G_SHL %5, %4"),
    ("shift_shift", "4:s64 = G_CONSTANT i64 20\n5:s64 = G_LSHR %1, %4\n9:s64 = G_LSHR %5, %4"),
    ("add_add", "4:s64 = G_CONSTANT i64 40\n5:s64 = G_ADD %1, %4\n9:s64 = G_ADD %5, %4"),
    (
        "known_constant",
        "4:s64 = G_CONSTANT i64 255\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 8\n9:s64 = G_LSHR %5, %6",
    ),
    (
        "and_known",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_CONSTANT i64 40\n6:s64 = G_LSHR %1, %5\n7:s64 = G_AND %6, %4\n9:s64 = G_ADD %7, %2",
    ),
    (
        "and_known",
        "4:s32 = G_TRUNC %1(s64)\n5:s32 = G_CONSTANT i32 8\n6:s32 = G_LSHR %4, %5\n7:s64 = G_ANYEXT %6(s32)\n8:s64 = G_CONSTANT i64 16777215\n9:s64 = G_AND %7, %8",
    ),
    (
        "icmp_masked",
        "4:s64 = G_SEXTLOAD %3(p0) :: (load (s8))\n5:s64 = G_CONSTANT i64 65535\n6:s64 = G_AND %4, %5\n7:s64 = G_CONSTANT i64 65500\n8:s1 = G_ICMP intpred(ugt), %6(s64), %7\n9:s64 = G_ZEXT %8(s1)",
    ),
    (
        "icmp_masked",
        "4:s64 = G_SEXTLOAD %3(p0) :: (load (s8))\n5:s64 = G_CONSTANT i64 65535\n6:s64 = G_AND %4, %5\n7:s64 = G_SEXT_INREG %1, 12\n8:s64 = G_AND %7, %5\n10:s1 = G_ICMP intpred(ule), %6(s64), %8\n9:s64 = G_ZEXT %10(s1)",
    ),
    (
        "low_bits_are_zero",
        "4:s64 = G_CONSTANT i64 65535\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 0\n8:s1 = G_ICMP intpred(eq), %5(s64), %6\n9:s64 = G_ZEXT %8(s1)",
    ),
    (
        "and_and",
        "4:s64 = G_CONSTANT i64 4095\n5:s64 = G_CONSTANT i64 -16\n6:s64 = G_AND %1, %4\n9:s64 = G_AND %6, %5",
    ),
    (
        "sext_inreg_known",
        "4:s64 = G_CONSTANT i64 40\n5:s64 = G_ASHR %1, %4\n6:s64 = G_SEXT_INREG %5, 32\n9:s64 = G_ADD %6, %2",
    ),
    ("sext_inreg_shifted", "4:s64 = G_CONSTANT i64 32\n5:s64 = G_LSHR %1, %4\n9:s64 = G_SEXT_INREG %5, 32"),
    (
        "shift_high_half",
        "4:s64 = G_CONSTANT i64 32\n5:s64 = G_LSHR %1, %4\n6:s32 = G_TRUNC %5(s64)\n7:s32 = G_CONSTANT i32 3\n8:s32 = G_ASHR %6, %7\n9:s64 = G_SEXT %8(s32)",
    ),
    (
        "zext_known",
        "4:s64 = G_CONSTANT i64 40\n5:s64 = G_LSHR %1, %4\n6:s32 = G_TRUNC %5(s64)\n7:s64 = G_ZEXT %6(s32)\n9:s64 = G_ADD %7, %2",
    ),
    (
        "zext_of_nuw_trunc",
        "4:s64 = G_CONSTANT i64 1\n5:s64 = G_AND %1, %4\n6:s1 = nuw G_TRUNC %5(s64)\n7:s1 = G_CONSTANT i1 -1\n8:s1 = G_XOR %6, %7\n9:s64 = G_ZEXT %8(s1)",
    ),
    (
        "zext_of_nuw_trunc",
        "4:s64 = G_CONSTANT i64 200\n5:s64 = G_AND %1, %4\n6:s8 = nuw G_TRUNC %5(s64)\n9:s64 = G_ZEXT %6(s8)",
    ),
    ("extend_truncated", "6:s32 = G_TRUNC %1(s64)\n9:s64 = G_SEXT %6(s32)"),
    ("extend_truncated", "6:s32 = G_TRUNC %1(s64)\n9:s64 = G_ZEXT %6(s32)"),
    (
        "extend_partly_truncated",
        "4:s32 = G_CONSTANT i32 25\n5:s32 = G_TRUNC %1(s64)\n6:s32 = G_LSHR %5, %4(s32)\n7:s16 = G_TRUNC %6(s32)\n9:s64 = G_ZEXT %7(s16)",
    ),
    (
        "logic_of_truncated",
        " %4:_(<2 x s32>) = G_BITCAST %1(s64)\n %5:_(<2 x s32>) = G_BITCAST %2(s64)\n %6:_(<2 x s16>) = G_TRUNC %4(<2 x s32>)\n %7:_(<2 x s16>) = G_TRUNC %5(<2 x s32>)\n %8:_(<2 x s16>) = G_XOR %6, %7\n10:s32 = G_BITCAST %8(<2 x s16>)\n9:s64 = G_ZEXT %10(s32)",
    ),
    (
        "test_variable_bit",
        "4:s64 = G_CONSTANT i64 1\n5:s64 = G_CONSTANT i64 63\n6:s64 = G_AND %2, %5\n7:s64 = G_SHL %4, %6(s64)\n8:s64 = G_AND %7, %1\n10:s64 = G_CONSTANT i64 0\n11:s32 = G_ICMP intpred(ne), %8(s64), %10\n9:s64 = G_ZEXT %11(s32)",
    ),
    (
        "field_of_logic",
        "4:s64 = G_CONSTANT i64 24\n5:s64 = G_CONSTANT i64 255\n6:s64 = G_LSHR %1, %4\n7:s64 = G_ZEXTLOAD %3(p0) :: (load (s8))\n8:s64 = G_XOR %7, %6\n9:s64 = G_AND %8, %5",
    ),
    (
        "field_of_logic",
        "4:s64 = G_CONSTANT i64 40\n5:s64 = G_CONSTANT i64 255\n6:s64 = G_LSHR %1, %4\n7:s32 = G_TRUNC %6(s64)\n8:s32 = G_LOAD %3(p0) :: (load (s8))\n10:s32 = G_OR %7, %8\n11:s64 = G_ANYEXT %10(s32)\n9:s64 = G_AND %11, %5",
    ),
    (
        "bool_compare",
        "4:s64 = G_CONSTANT i64 0\n5:s64 = G_ICMP intpred(slt), %1(s64), %2\n6:s64 = G_ICMP intpred(eq), %5(s64), %4\n9:s64 = G_ADD %6, %5",
    ),
    (
        "demanded_and",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_CONSTANT i64 255\n6:s64 = G_AND %1, %4\n7:s64 = G_ADD %6, %2\n9:s64 = G_AND %7, %5",
    ),
    (
        "demanded_and",
        "4:s32 = G_TRUNC %1(s64)\n5:s64 = G_ZEXT %4(s32)\n6:s64 = G_XOR %5, %2\n7:s64 = G_CONSTANT i64 255\n9:s64 = G_AND %6, %7",
    ),
    (
        "demanded_sext_inreg",
        "4:s64 = G_CONSTANT i64 4294967295\n6:s64 = G_AND %1, %4\n7:s64 = G_ADD %6, %2\n9:s64 = G_SEXT_INREG %7, 32",
    ),
    (
        "demanded_shift",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_CONSTANT i64 40\n6:s64 = G_AND %1, %4\n9:s64 = G_SHL %6, %5",
    ),
    (
        // The shift may wrap when the extension becomes an any-extension.
        "demanded_shift",
        "4:s32 = G_TRUNC %1(s64)\n5:s32 = G_CONSTANT i32 255\n6:s32 = G_AND %4, %5\n7:s64 = G_ZEXT %6(s32)\n8:s64 = G_CONSTANT i64 40\n9:s64 = nuw nsw G_SHL %7, %8",
    ),
    (
        "demanded_store",
        "4:s64 = G_CONSTANT i64 255\n9:s64 = G_AND %1, %4\nG_STORE %9(s64), %3(p0) :: (store (s8))\n9:s64 = COPY %2",
    ),
    (
        "demanded_store",
        "4:s64 = G_CONSTANT i64 65535\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 7\n7:s64 = G_AND %2, %6\n9:s64 = G_SHL %5, %7\nG_STORE %9(s64), %3(p0) :: (store (s16))\n9:s64 = COPY %2",
    ),
    (
        "demanded_and",
        "4:s64 = G_CONSTANT i64 65535\n5:s64 = G_CONSTANT i64 255\n6:s64 = G_AND %1, %4\n7:s64 = G_ICMP intpred(slt), %1(s64), %2\n8:s64 = G_SELECT %7(s64), %6, %2\n9:s64 = G_AND %8, %5",
    ),
    (
        "zext_load",
        "4:s64 = G_CONSTANT i64 255\n5:s64 = G_LOAD %3(p0) :: (load (s8))\n6:s64 = G_AND %5, %4\n9:s64 = G_ADD %6, %2",
    ),
    (
        "zext_and_of_load",
        "4:s64 = G_CONSTANT i64 255\n5:s64 = G_LOAD %3(p0) :: (load (s8))\n6:s64 = G_AND %5, %1\n7:s64 = G_AND %6, %4\n9:s64 = G_ADD %7, %2",
    ),
    ("sext_load", "5:s64 = G_LOAD %3(p0) :: (load (s16))\n6:s64 = G_SEXT_INREG %5, 16\n9:s64 = G_ADD %6, %2"),
    ("widen_load_64", "4:s32 = G_LOAD %3(p0) :: (load (s32))\n9:s64 = G_SEXT %4(s32)"),
    ("widen_load_32", "4:s8 = G_LOAD %3(p0) :: (load (s8))\n9:s64 = G_ZEXT %4(s8)"),
    ("widen_signed_load", "4:s32 = G_LOAD %3(p0) :: (load (s32))\n9:s64 = G_SEXT %4(s32)"),
    (
        "shl_field",
        "4:s64 = G_CONSTANT i64 7\n5:s64 = G_LSHR %1, %4\n6:s64 = G_CONSTANT i64 255\n7:s64 = G_AND %5, %6\n8:s64 = G_CONSTANT i64 3\n9:s64 = G_SHL %7, %8",
    ),
    (
        "mul_words",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_AND %1, %4\n6:s64 = G_AND %2, %4\n9:s64 = G_MUL %5, %6",
    ),
    (
        "mul_words",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 4000000000\n9:s64 = G_MUL %5, %6",
    ),
    (
        "split_scaled_offset",
        "4:s64 = G_CONSTANT i64 64036\n5:p0 = G_PTR_ADD %3, %4(s64)\n9:s64 = G_SEXTLOAD %5(p0) :: (load (s32))",
    ),
    (
        "split_offset",
        "4:s64 = G_CONSTANT i64 4090\n5:p0 = G_PTR_ADD %3, %4(s64)\n9:s64 = G_SEXTLOAD %5(p0) :: (load (s32), align 2)",
    ),
    (
        "narrow_compare",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 4294967289\n7:s32 = G_ICMP intpred(ult), %5(s64), %6\n9:s64 = G_ZEXT %7(s32)",
    ),
    (
        "reduce_load_width",
        "4:s32 = G_LOAD %3(p0) :: (load (s32))\n5:s32 = G_CONSTANT i32 255\n6:s32 = G_AND %4, %5\n9:s64 = G_ZEXT %6(s32)",
    ),
    (
        "reduce_load_width",
        "4:s32 = G_LOAD %3(p0) :: (load (s32))\n5:s32 = G_CONSTANT i32 65535\n6:s32 = G_CONSTANT i32 16\n7:s32 = G_LSHR %4, %6(s32)\n8:s32 = G_AND %7, %5\n9:s64 = G_ZEXT %8(s32)",
    ),
    (
        "reduce_load_width",
        "4:s24 = G_LOAD %3(p0) :: (load (s24), align 1)\n5:s24 = G_CONSTANT i24 28\n6:s24 = G_CONSTANT i24 10\n7:s24 = G_LSHR %4, %6(s24)\n8:s24 = G_AND %7, %5\n9:s64 = G_ZEXT %8(s24)",
    ),
    (
        "reduce_load_width",
        "4:s24 = G_LOAD %3(p0) :: (load (s24), align 1)\n5:s24 = G_CONSTANT i24 -32768\n8:s24 = G_AND %4, %5\n9:s64 = G_ZEXT %8(s24)",
    ),
    (
        "load_or_combine",
        "10:s64 = G_CONSTANT i64 5\n11:p0 = G_PTR_ADD %3, %10(s64)\n12:s8 = G_LOAD %11(p0) :: (load (s8))\n13:s32 = G_ZEXT %12(s8)\n14:s32 = G_CONSTANT i32 24\n15:s32 = G_SHL %13, %14(s32)\n16:s64 = G_CONSTANT i64 6\n17:p0 = G_PTR_ADD %3, %16(s64)\n18:s8 = G_LOAD %17(p0) :: (load (s8))\n19:s32 = G_ZEXT %18(s8)\n20:s32 = G_CONSTANT i32 16\n21:s32 = G_SHL %19, %20(s32)\n22:s64 = G_CONSTANT i64 7\n23:p0 = G_PTR_ADD %3, %22(s64)\n24:s8 = G_LOAD %23(p0) :: (load (s8))\n25:s32 = G_ZEXT %24(s8)\n26:s32 = G_CONSTANT i32 8\n27:s32 = G_SHL %25, %26(s32)\n28:s64 = G_CONSTANT i64 8\n29:p0 = G_PTR_ADD %3, %28(s64)\n30:s8 = G_LOAD %29(p0) :: (load (s8))\n31:s32 = G_ZEXT %30(s8)\n32:s32 = G_OR %15, %21\n33:s32 = G_OR %32, %27\n8:s32 = G_OR %33, %31\n9:s64 = G_SEXT %8(s32)",
    ),
    (
        "load_or_combine",
        "10:s64 = G_CONSTANT i64 5\n11:p0 = G_PTR_ADD %3, %10(s64)\n12:s8 = G_LOAD %11(p0) :: (load (s8))\n13:s32 = G_ZEXT %12(s8)\n14:s64 = G_CONSTANT i64 6\n15:p0 = G_PTR_ADD %3, %14(s64)\n16:s8 = G_LOAD %15(p0) :: (load (s8))\n17:s32 = G_ZEXT %16(s8)\n18:s32 = G_CONSTANT i32 8\n19:s32 = G_SHL %17, %18(s32)\n20:s64 = G_CONSTANT i64 7\n21:p0 = G_PTR_ADD %3, %20(s64)\n22:s8 = G_LOAD %21(p0) :: (load (s8))\n23:s32 = G_ZEXT %22(s8)\n24:s32 = G_CONSTANT i32 16\n25:s32 = G_SHL %23, %24(s32)\n26:s64 = G_CONSTANT i64 8\n27:p0 = G_PTR_ADD %3, %26(s64)\n28:s8 = G_LOAD %27(p0) :: (load (s8))\n29:s32 = G_ZEXT %28(s8)\n30:s32 = G_CONSTANT i32 24\n31:s32 = G_SHL %29, %30(s32)\n32:s32 = G_OR %13, %19\n33:s32 = G_OR %32, %25\n8:s32 = G_OR %33, %31\n9:s64 = G_SEXT %8(s32)",
    ),
    (
        "load_or_combine",
        "10:s64 = G_CONSTANT i64 5\n11:p0 = G_PTR_ADD %3, %10(s64)\n12:s8 = G_LOAD %11(p0) :: (load (s8))\n13:s64 = G_ZEXT %12(s8)\n14:s64 = G_CONSTANT i64 6\n15:p0 = G_PTR_ADD %3, %14(s64)\n16:s8 = G_LOAD %15(p0) :: (load (s8))\n17:s64 = G_ZEXT %16(s8)\n18:s64 = G_CONSTANT i64 8\n19:s64 = G_SHL %17, %18(s64)\n20:s64 = G_CONSTANT i64 7\n21:p0 = G_PTR_ADD %3, %20(s64)\n22:s8 = G_LOAD %21(p0) :: (load (s8))\n23:s64 = G_ZEXT %22(s8)\n24:s64 = G_CONSTANT i64 16\n25:s64 = G_SHL %23, %24(s64)\n26:s64 = G_CONSTANT i64 8\n27:p0 = G_PTR_ADD %3, %26(s64)\n28:s8 = G_LOAD %27(p0) :: (load (s8))\n29:s64 = G_ZEXT %28(s8)\n30:s64 = G_CONSTANT i64 24\n31:s64 = G_SHL %29, %30(s64)\n32:s64 = G_OR %13, %19\n33:s64 = G_OR %32, %25\n9:s64 = G_OR %33, %31",
    ),
    (
        "copy_unaligned",
        "4:s64 = G_CONSTANT i64 24\n5:p0 = G_PTR_ADD %3, %4(s64)\n6:s64 = G_CONSTANT i64 22\n7:p0 = G_PTR_ADD %3, %6(s64)\n8:s64 = G_LOAD %5(p0) :: (load (s64), align 1)\n9:s64 = G_ADD %1, %2\nG_STORE %8(s64), %7(p0) :: (store (s64), align 2)",
    ),
    (
        "merge_stores",
        "4:s8 = G_CONSTANT i8 17\n5:s8 = G_CONSTANT i8 -1\n6:s64 = G_CONSTANT i64 25\n7:p0 = G_PTR_ADD %3, %6(s64)\n8:s64 = G_CONSTANT i64 24\n10:p0 = G_PTR_ADD %3, %8(s64)\nG_STORE %4(s8), %7(p0) :: (store (s8))\n9:s64 = G_LOAD %3(p0) :: (load (s64))\nG_STORE %5(s8), %10(p0) :: (store (s8), align 2)",
    ),
    (
        "merge_stores",
        "4:s32 = G_CONSTANT i32 0\n5:s64 = G_CONSTANT i64 20\n6:p0 = G_PTR_ADD %3, %5(s64)\n7:s64 = G_CONSTANT i64 16\n8:p0 = G_PTR_ADD %3, %7(s64)\n9:s64 = G_ADD %1, %2\nG_STORE %4(s32), %8(p0) :: (store (s32), align 8)\nG_STORE %9(s64), %3(p0) :: (store (s64))\nG_STORE %4(s32), %6(p0) :: (store (s32))",
    ),
    (
        "zext_nneg",
        "4:s64 = G_CONSTANT i64 40\n5:s64 = G_LSHR %1, %4\n6:s32 = G_TRUNC %5(s64)\n9:s64 = nneg G_ZEXT %6(s32)",
    ),
    (
        "shl_add",
        "4:s64 = G_CONSTANT i64 -3\n5:s64 = G_ADD %1, %4\n6:s64 = G_CONSTANT i64 4\n9:s64 = G_SHL %5, %6",
    ),
    (
        "ptr_add_scaled_sum",
        "4:s64 = G_CONSTANT i64 1\n5:s64 = G_SHL %1, %4\n6:s64 = G_CONSTANT i64 2\n7:s64 = G_ADD %5, %6\n8:s64 = G_SHL %7, %6\n10:p0 = G_PTR_ADD %3, %8(s64)\n9:s64 = G_PTRTOINT %10(p0)",
    ),
    (
        "ptr_add_scaled_sum",
        "4:s64 = G_CONSTANT i64 2\n5:s64 = G_SHL %1, %4\n6:s64 = G_CONSTANT i64 3\n7:s64 = G_OR %5, %6\n8:s64 = G_SHL %7, %4\n10:p0 = G_PTR_ADD %3, %8(s64)\n9:s64 = G_PTRTOINT %10(p0)",
    ),
    (
        "select_bit",
        "4:s64 = G_CONSTANT i64 4\n5:s64 = G_CONSTANT i64 0\n6:s64 = G_ICMP intpred(ult), %1(s64), %2\n9:s64 = G_SELECT %6(s64), %4, %5",
    ),
    (
        "select_bit",
        "4:s64 = G_CONSTANT i64 4096\n5:s64 = G_CONSTANT i64 0\n6:s64 = G_ICMP intpred(sgt), %1(s64), %2\n7:s64 = G_SELECT %6(s64), %5, %4\n9:s64 = G_ADD %7, %6",
    ),
    (
        "ptr_add_offset_last",
        "4:s64 = G_CONSTANT i64 -24\n5:s64 = G_ADD %1, %4\n6:p0 = G_PTR_ADD %3, %5(s64)\n9:s64 = G_PTRTOINT %6(p0)",
    ),
    (
        "ptr_add_offset_last",
        "4:s64 = G_CONSTANT i64 -24\n5:p0 = G_PTR_ADD %3, %4(s64)\n6:p0 = G_PTR_ADD %5, %1(s64)\n9:s64 = G_PTRTOINT %6(p0)",
    ),
    (
        "compare_words",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_AND %1, %4\n6:s64 = G_AND %2, %4\n9:s64 = G_ICMP intpred(ult), %5(s64), %6",
    ),
    (
        "compare_words",
        "4:s64 = G_CONSTANT i64 4294967295\n5:s64 = G_AND %1, %4\n6:s64 = G_CONSTANT i64 4294967289\n9:s64 = G_ICMP intpred(uge), %5(s64), %6",
    ),
    ("multiply_words", "4:s64 = G_SEXT_INREG %1, 32\n5:s64 = G_CONSTANT i64 -5\n9:s64 = G_MUL %4, %5"),
    ("udiv_constant", "4:s64 = G_CONSTANT i64 7\n9:s64 = G_UDIV %1, %4"),
    ("udiv_constant", "4:s64 = G_CONSTANT i64 1000\n9:s64 = G_UDIV %1, %4"),
    ("udiv_constant", "4:s64 = G_CONSTANT i64 -7\n9:s64 = G_UDIV %1, %4"),
    (
        "udiv_constant",
        "4:s64 = G_CONSTANT i64 24\n5:s64 = G_CONSTANT i64 8\n6:s64 = G_LSHR %1, %5(s64)\n7:s64 = G_MUL %6, %4\n9:s64 = exact G_UDIV %7, %4",
    ),
    ("sdiv_constant", "4:s64 = G_CONSTANT i64 -12\n9:s64 = G_SDIV %1, %4"),
    ("sdiv_constant", "4:s64 = G_CONSTANT i64 -8\n9:s64 = G_SDIV %1, %4"),
    (
        "sdiv_constant",
        "4:s8 = G_CONSTANT i8 7\n5:s8 = G_TRUNC %1(s64)\n6:s8 = G_SDIV %5, %4\n9:s64 = G_SEXT %6(s8)",
    ),
    (
        "sdiv_constant",
        "4:s64 = G_CONSTANT i64 -24\n5:s64 = G_CONSTANT i64 8\n6:s64 = G_ASHR %1, %5(s64)\n7:s64 = G_MUL %6, %4\n9:s64 = exact G_SDIV %7, %4",
    ),
    ("urem_constant", "4:s64 = G_CONSTANT i64 1000\n9:s64 = G_UREM %1, %4"),
    (
        "urem_constant",
        "4:s32 = G_CONSTANT i32 64\n5:s32 = G_TRUNC %1(s64)\n6:s32 = G_UREM %5, %4\n9:s64 = G_SEXT %6(s32)",
    ),
    ("srem_constant", "4:s64 = G_CONSTANT i64 -1000\n9:s64 = G_SREM %1, %4"),
    (
        "srem_constant",
        "4:s32 = G_CONSTANT i32 16\n5:s32 = G_TRUNC %1(s64)\n6:s32 = G_SREM %5, %4\n9:s64 = G_SEXT %6(s32)",
    ),
    ("srem_constant", "4:s64 = G_CONSTANT i64 -9223372036854775808\n9:s64 = G_SREM %1, %4"),
    (
        "remainder_is_zero",
        "4:s64 = G_CONSTANT i64 15\n5:s64 = G_UREM %1, %4\n6:s64 = G_CONSTANT i64 0\n7:s1 = G_ICMP intpred(eq), %5(s64), %6\n9:s64 = G_ZEXT %7(s1)",
    ),
    ("mul_constant", "4:s64 = G_CONSTANT i64 65\n9:s64 = G_MUL %1, %4"),
    ("mul_constant", "4:s64 = G_CONSTANT i64 -31\n9:s64 = G_MUL %1, %4"),
    ("mul_constant", "4:s64 = G_CONSTANT i64 -64\n9:s64 = G_MUL %1, %4"),
    ("mul_constant", "4:s64 = G_CONSTANT i64 63\n9:s64 = G_MUL %1, %4"),
    ("mul_constant_even", "4:s64 = G_CONSTANT i64 40\n9:s64 = G_MUL %1, %4"),
    (
        "mul_extended",
        "4:s128 = G_SEXT %1(s64)\n5:s128 = G_SEXT %2(s64)\n6:s128 = G_MUL %4, %5\n7:s64, %9:_(s64) = G_UNMERGE_VALUES %6(s128)",
    ),
    (
        "zext_phi_of_loads",
        "4:s64 = G_LOAD %3(p0) :: (load (s8))\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n5:s64 = G_PHI %4(s64), %bb.0, %6(s64), %bb.1\n6:s64 = G_LOAD %3(p0) :: (load (s8))\n8:s64 = G_CONSTANT i64 255\n9:s64 = G_AND %5, %8\nG_BRCOND %9(s64), %bb.1\nG_BR %bb.2\n\n  bb.2:",
    ),
    (
        "zext_phi_of_loads",
        "4:s8 = G_LOAD %3(p0) :: (load (s8))\n5:s64 = G_ANYEXT %4(s8)\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n6:s64 = G_PHI %5(s64), %bb.0, %7(s64), %bb.1\n7:s64 = G_LOAD %3(p0) :: (load (s8))\n8:s64 = G_CONSTANT i64 255\n9:s64 = G_AND %6, %8\nG_BRCOND %9(s64), %bb.1\nG_BR %bb.2\n\n  bb.2:",
    ),
    (
        "widen_phi_64",
        "4:s32 = G_LOAD %3(p0) :: (load (s8))\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n5:s32 = G_PHI %4(s32), %bb.0, %6(s32), %bb.1\n6:s32 = G_LOAD %3(p0) :: (load (s8))\n7:s64 = G_ANYEXT %5(s32)\n8:s64 = G_CONSTANT i64 255\n9:s64 = G_AND %7, %8\nG_BRCOND %7(s64), %bb.1\nG_BR %bb.2\n\n  bb.2:",
    ),
    (
        "widen_phi_32",
        "4:s8 = G_LOAD %3(p0) :: (load (s8))\nG_BR %bb.1\n\n  bb.1:\n    successors: %bb.1, %bb.2\n5:s8 = G_PHI %4(s8), %bb.0, %6(s8), %bb.1\n6:s8 = G_LOAD %3(p0) :: (load (s8))\n9:s64 = G_ZEXT %5(s8)\nG_BRCOND %9(s64), %bb.1\nG_BR %bb.2\n\n  bb.2:",
    ),
    (
        "convert_rounded",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_SITOFP %5(s64)\n7:s64 = G_FCONSTANT double 0x3FF4CCCCCCCCCCCD\n8:s64 = G_FMUL %6, %7\n10:s64 = G_FFLOOR %8\n9:s64 = G_FPTOSI %10(s64)",
    ),
    (
        "convert_rounded",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_SITOFP %5(s64)\n7:s64 = G_FCONSTANT double 0x3FF4CCCCCCCCCCCD\n8:s64 = G_FMUL %6, %7\n10:s64 = G_FCEIL %8\n11:s32 = G_FPTOSI %10(s64)\n9:s64 = G_SEXT %11(s32)",
    ),
    (
        "convert_rounded",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_SITOFP %5(s64)\n7:s64 = G_FCONSTANT double 0x3FF4CCCCCCCCCCCD\n8:s64 = G_FMUL %6, %7\n10:s64 = G_INTRINSIC_ROUND %8\n11:s32 = G_FPTOUI %10(s64)\n9:s64 = G_SEXT %11(s32)",
    ),
];

fn targets() -> [Box<dyn Target>; 2] {
    [
        Box::new(RiscvTarget::new("", "").expect("rv64gc")),
        Box::new(AArch64Target::new("", "").expect("armv8-a")),
    ]
}

fn rule_names(target: &dyn Target) -> BTreeSet<&'static str> {
    target.combiner().names().collect()
}

fn parse(target: &dyn Target, case: &str) -> MachineFunction {
    let first = if target.name() == "riscv64" { 10 } else { 0 };
    let line = |line: &str| match line.split_once(':').filter(|l| l.0.parse::<u32>().is_ok()) {
        Some((number, rest)) => match rest.split_once([' ', ',']) {
            Some((ty, _)) => format!("    %{number}:_({ty}){}\n", &rest[ty.len()..]),
            None => line.to_string(),
        },
        None if line.starts_with(' ') => format!("{line}\n"),
        None => format!("    {line}\n"),
    };
    let body: String = case.lines().map(line).collect();
    let copies: String = (0..3).map(|n| format!("    %{n}:_(s64) = COPY $x{}\n", first + n)).collect();
    let successors = if case.contains("bb.1:") { "    successors: %bb.1\n" } else { "" };
    let text = format!(
        "name: f\nisSSA: true\nbody: |\n  bb.0:\n{successors}    liveins: $x{}, $x{}, $x{}\n{copies}    %3:_(p0) = G_INTTOPTR %0(s64)\n{body}    G_STORE %9(s64), %3(p0) :: (store (s64))\n",
        first,
        first + 1,
        first + 2
    );
    let parsed = parser::parse(&text, target, SubtargetId::new(0), &mut Module::default());
    let mut mf = parsed.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
    let last = mf.layout.last().copied().expect("a block");
    Builder::at_end(&mut mf, last).inst(target.convention().opcodes().ret, &[]);
    mf
}

/// Applies one rule alone; returns true if anything changed.
fn apply(target: &dyn Target, rule: &str, stage: Stage, mf: &mut MachineFunction) -> bool {
    let rules = target.combiner().only(rule).unwrap_or_else(|| panic!("no rule {rule}"));
    let before = function_to_string(mf, target, None);
    combiner::run(mf, target, &rules, stage, &RuleConfig::default());
    let after = function_to_string(mf, target, None);
    verifier::verify(mf, target).unwrap_or_else(|v| panic!("{rule}: {v:?}\n{before}\n{after}"));
    before != after
}

/// Checks that both compute the same from random words in registers and the given number in memory.
/// Some of these inputs must be defined.
fn assert_same(
    target: &dyn Target,
    rule: &str,
    before: &MachineFunction,
    after: &MachineFunction,
    seed: u64,
    memory: usize,
) {
    let mut random = Random::new(seed);
    let mut runs = 0;
    for seed in 0..16 {
        let mut words: [u64; 4] = array::from_fn(|_| random.next() >> random.below(64));
        if seed % 4 == 3 {
            words[0] = [0, u64::MAX, 1 << 63, 1 << 31][seed as usize / 4];
        }
        let row: Vec<u64> = (0..memory).map(|_| random.next()).collect();
        let arguments = Arguments { memory: &[&row], results: memory as u64, words: &words, seed };
        let ran = compare(before, after, target, &arguments);
        runs += u32::from(ran.unwrap_or_else(|text| panic!("{rule}: {text}")));
    }
    assert_ne!(runs, 0, "{rule}: {}", function_to_string(before, target, None));
}

#[test]
fn every_rule_does_something_to_its_case() {
    for target in targets() {
        let target = &*target;
        for rule in rule_names(target) {
            let all = CASES.iter().chain(VECTOR_CASES);
            let cases: Vec<&str> = all.filter(|case| case.0 == rule).map(|case| case.1).collect();
            assert!(!cases.is_empty(), "{rule} has no case");
            for case in cases {
                let before = parse(target, case);
                let mut after = before.clone();
                assert!(
                    apply(target, rule, Stage::Prelegalizer, &mut after),
                    "{rule} does nothing to\n{case}"
                );
                assert_same(target, rule, &before, &after, 1, 1 << 13);
            }
        }
    }
}

#[test]
fn a_remainder_that_is_compared_with_zero_is_one_product() {
    let case = CASES.iter().find(|case| case.0 == "remainder_is_zero").expect("a case").1;
    for target in targets() {
        let mut mf = parse(&*target, case);
        let config = RuleConfig::default();
        combiner::run(&mut mf, &*target, target.combiner(), Stage::Prelegalizer, &config);
        let text = function_to_string(&mf, &*target, None);
        assert!(
            text.contains("intpred(ule)") && !text.contains("G_UMULH") && !text.contains("G_UREM"),
            "{text}"
        );
    }
}

#[test]
fn every_case_has_a_rule() {
    let names: BTreeSet<&str> = targets().iter().flat_map(|target| rule_names(&**target)).collect();
    for (rule, _) in CASES.iter().chain(VECTOR_CASES) {
        assert!(names.contains(rule), "no rule {rule}");
    }
}

#[test]
fn every_rule_alone_keeps_what_random_functions_compute() {
    for target in targets() {
        let target = &*target;
        let before_legalizer: BTreeSet<&str> = target.combiner().names_at(Stage::Prelegalizer).collect();
        for seed in 1..60 {
            let plain = random_function(target, &mut Random::new(seed));
            let mut legal = plain.clone();
            legalizer::run(&mut legal, target, &Module::default()).expect("legal");
            for rule in rule_names(target) {
                let (before, stage) = match before_legalizer.contains(rule) {
                    true => (&plain, Stage::Prelegalizer),
                    false => (&legal, Stage::Postlegalizer),
                };
                let mut after = before.clone();
                if apply(target, rule, stage, &mut after) {
                    assert_same(target, rule, before, &after, seed, 6);
                }
            }
        }
    }
}

#[test]
fn known_bits_hold() {
    for target in targets() {
        let target = &*target;
        for seed in 1..400 {
            let mf = random_function(target, &mut Random::new(seed));
            let mut known_bits = KnownBits::default();
            let stored = with_all_values_stored(&mf);
            let mut random = Random::new(seed);
            for seed in 0..8 {
                let words: [u64; 4] = array::from_fn(|_| random.next() >> random.below(64));
                let values = 4 + mf.num_vregs();
                let arguments =
                    Arguments { memory: &[&vec![0; values]], results: values as u64, words: &words, seed };
                let values = run(&stored, target, &arguments).unwrap_or_else(|trap| panic!("{trap}"));
                for (n, value) in values[4..].iter().enumerate() {
                    // Poison may have any value.
                    let Some(value) = *value else { continue };
                    let known = known_bits.of(&mf, target, VReg::new(n));
                    let extended = (value << (64 - known.bits)) as i64 >> (64 - known.bits);
                    let equal = extended.leading_zeros().max(extended.leading_ones()) + known.bits - 64;
                    let holds =
                        value & known.zero == 0 && value & known.one == known.one && equal >= known.sign_bits;
                    let text = || function_to_string(&mf, target, None);
                    assert!(holds, "%{n} is {value:x}, {known:x?} in\n{}", text());
                }
            }
        }
    }
}

/// Returns the function with the values of all its registers stored after its results.
fn with_all_values_stored(mf: &MachineFunction) -> MachineFunction {
    let mut stored = mf.clone();
    let ret = stored.last_inst(stored.entry()).expect("a return");
    let mut b = Builder::before(&mut stored, ret);
    for n in 0..mf.num_vregs() {
        let value = VReg::new(n);
        let word = if mf.ty(value).is_pointer() {
            b.op(G_PTRTOINT, S64, &[value])
        } else {
            b.resize(G_ZEXT, S64, value)
        };
        // The first register is the address of the results.
        let place = b.ptr_add_imm(VReg::new(0), 32 + 8 * n as i64);
        b.store(word, place, MemOperand::new(MemFlags::STORE, S64, 8));
    }
    stored
}

#[test]
fn all_rules_before_the_legalizer_keep_what_random_functions_compute() {
    let config = RuleConfig::default();
    for target in targets() {
        let target = &*target;
        for seed in 1000..1400 {
            let before = random_function(target, &mut Random::new(seed));
            let mut after = before.clone();
            combiner::run(&mut after, target, target.combiner(), Stage::Prelegalizer, &config);
            assert_same(target, "all", &before, &after, seed, 6);
            legalizer::run(&mut after, target, &Module::default()).expect("legal");
            combiner::run(&mut after, target, target.combiner(), Stage::Postlegalizer, &config);
            assert_same(target, "all", &before, &after, seed, 6);
        }
    }
}
