//! Cases of combiner rules about vectors, in the form of the others. `%4` and `%5` are the arguments
//! as vectors of bytes.

/// Returns a case of instructions on two vectors of bytes.
macro_rules! bytes {
    ($($line:literal)*) => {
        concat!(
            " %4:_(<8 x s8>) = G_BITCAST %1(s64)\n %5:_(<8 x s8>) = G_BITCAST %2(s64)\n",
            $($line, "\n",)*
        )
    };
}

/// Returns a case whose result, `%8`, is a vector of bytes.
macro_rules! to_bytes {
    ($($line:literal)*) => { bytes!($($line)* "9:s64 = G_BITCAST %8(<8 x s8>)") };
}

/// Returns a case whose result is the sum of the elements of `%8`, of 16 bits.
macro_rules! to_sum {
    ($($line:literal)*) => {
        bytes!($($line)* "30:s16 = G_VECREDUCE_ADD %8(<8 x s16>)" "9:s64 = G_SEXT %30(s16)")
    };
}

/// Returns a case whose result is the sum of the elements of `%8`, of 32 bits.
macro_rules! to_long_sum {
    ($($line:literal)*) => {
        bytes!($($line)* "30:s32 = G_VECREDUCE_ADD %8(<8 x s32>)" "9:s64 = G_SEXT %30(s32)")
    };
}

pub const VECTOR_CASES: &[(&str, &str)] = &[
    (
        "contract_product",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_AND %2, %4\n7:s64 = G_SITOFP %5(s64)\n8:s64 = G_SITOFP %6(s64)\n10:s64 = contract G_FMUL %7, %8\n9:s64 = contract G_FADD %7, %10",
    ),
    (
        "contract_product",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_AND %2, %4\n7:s64 = G_SITOFP %5(s64)\n8:s64 = G_SITOFP %6(s64)\n10:s64 = contract G_FMUL %7, %8\n9:s64 = contract G_FSUB %10, %8",
    ),
    (
        "contract_product",
        "4:s64 = G_CONSTANT i64 1023\n5:s64 = G_AND %1, %4\n6:s64 = G_AND %2, %4\n7:s64 = G_SITOFP %5(s64)\n8:s64 = G_SITOFP %6(s64)\n10:s64 = contract G_FMUL %7, %8\n9:s64 = contract G_FSUB %8, %10",
    ),
    (
        "select_of_bools",
        to_bytes!(
            " %6:_(<8 x s1>) = G_ICMP intpred(sgt), %4(<8 x s8>), %5"
            " %7:_(<8 x s1>) = G_ICMP intpred(ult), %4(<8 x s8>), %5"
            "10:s1 = G_CONSTANT i1 0"
            " %11:_(<8 x s1>) = G_BUILD_VECTOR %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1)"
            " %12:_(<8 x s1>) = G_SELECT %6(<8 x s1>), %7, %11"
            " %8:_(<8 x s8>) = G_SELECT %12(<8 x s1>), %4, %5"
        ),
    ),
    (
        "select_of_bools",
        to_bytes!(
            " %6:_(<8 x s1>) = G_ICMP intpred(sgt), %4(<8 x s8>), %5"
            " %7:_(<8 x s1>) = G_ICMP intpred(ult), %4(<8 x s8>), %5"
            "10:s1 = G_CONSTANT i1 -1"
            " %11:_(<8 x s1>) = G_BUILD_VECTOR %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1), %10(s1)"
            " %12:_(<8 x s1>) = G_SELECT %6(<8 x s1>), %11, %7"
            " %8:_(<8 x s8>) = G_SELECT %12(<8 x s1>), %4, %5"
        ),
    ),
    ("three_way_lanes", to_bytes!(" %8:_(<8 x s8>) = G_SCMP %4(<8 x s8>), %5")),
    ("three_way_lanes", to_sum!(" %8:_(<8 x s16>) = G_UCMP %4(<8 x s8>), %5")),
    (
        "add_constant_last",
        to_bytes!(
            "10:s8 = G_CONSTANT i8 5"
            " %11:_(<8 x s8>) = G_BUILD_VECTOR %10(s8), %10(s8), %10(s8), %10(s8), %10(s8), %10(s8), %10(s8), %10(s8)"
            " %6:_(<8 x s8>) = G_ADD %4, %11"
            " %8:_(<8 x s8>) = G_ADD %5, %6"
        ),
    ),
    (
        "mul_extended_lanes",
        to_long_sum!(
            " %6:_(<8 x s32>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s32>) = G_SEXT %5(<8 x s8>)"
            " %8:_(<8 x s32>) = G_MUL %6, %7"
        ),
    ),
    (
        "mul_extended_lanes",
        to_long_sum!(
            " %6:_(<8 x s32>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s32>) = G_ZEXT %5(<8 x s8>)"
            " %8:_(<8 x s32>) = G_MUL %6, %7"
        ),
    ),
    (
        "mul_extended_lanes",
        to_long_sum!(
            " %6:_(<8 x s32>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s32>) = G_SEXT %5(<8 x s8>)"
            " %8:_(<8 x s32>) = G_MUL %6, %7"
        ),
    ),
    (
        "mul_extended_lanes",
        to_long_sum!(
            " %6:_(<8 x s32>) = G_ZEXT %4(<8 x s8>)"
            "10:s32 = G_CONSTANT i32 255"
            " %11:_(<8 x s32>) = G_BUILD_VECTOR %10(s32), %10(s32), %10(s32), %10(s32), %10(s32), %10(s32), %10(s32), %10(s32)"
            " %8:_(<8 x s32>) = G_MUL %6, %11"
        ),
    ),
    (
        "mul_by_narrow_constant",
        to_sum!(
            " %6:_(<8 x s16>) = G_ZEXT %4(<8 x s8>)"
            "10:s16 = G_CONSTANT i16 255"
            " %11:_(<8 x s16>) = G_BUILD_VECTOR %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16)"
            " %8:_(<8 x s16>) = G_MUL %6, %11"
        ),
    ),
    (
        "mul_by_narrow_constant",
        to_sum!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            "10:s16 = G_CONSTANT i16 -128"
            " %11:_(<8 x s16>) = G_BUILD_VECTOR %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16)"
            " %8:_(<8 x s16>) = G_MUL %6, %11"
        ),
    ),
    (
        "and_extended_lanes",
        to_sum!(
            " %6:_(<8 x s16>) = G_ANYEXT %4(<8 x s8>)"
            "10:s16 = G_CONSTANT i16 255"
            " %11:_(<8 x s16>) = G_BUILD_VECTOR %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16), %10(s16)"
            " %8:_(<8 x s16>) = G_AND %6, %11"
        ),
    ),
    (
        "mul_extended_splat",
        to_sum!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_SEXT %5(<8 x s8>)"
            " %11:_(<8 x s16>) = G_IMPLICIT_DEF"
            " %12:_(<8 x s16>) = G_SHUFFLE_VECTOR %7(<8 x s16>), %11, shufflemask(3, 3, 3, 3, 3, 3, 3, 3)"
            " %8:_(<8 x s16>) = G_MUL %12, %6"
        ),
    ),
    (
        "extended_extreme",
        to_sum!(
            " %6:_(<8 x s16>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_ZEXT %5(<8 x s8>)"
            " %8:_(<8 x s16>) = G_SMAX %6, %7"
        ),
    ),
    (
        "extended_extreme",
        to_sum!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_SEXT %5(<8 x s8>)"
            " %8:_(<8 x s16>) = G_UMIN %6, %7"
        ),
    ),
    (
        "extended_word",
        " %6:_(<4 x s8>) = G_LOAD %3(p0) :: (load (<4 x s8>))\n %7:_(<4 x s16>) = G_SEXT %6(<4 x s8>)\n9:s64 = G_BITCAST %7(<4 x s16>)",
    ),
    (
        "extended_word",
        " %6:_(<4 x s8>) = G_LOAD %3(p0) :: (load (<4 x s8>))\n %7:_(<4 x s32>) = G_ZEXT %6(<4 x s8>)\n10:s32 = G_VECREDUCE_ADD %7(<4 x s32>)\n9:s64 = G_SEXT %10(s32)",
    ),
    (
        "extended_word",
        " %6:_(<2 x s16>) = G_LOAD %3(p0) :: (load (<2 x s16>))\n %7:_(<2 x s32>) = G_UITOFP %6(<2 x s16>)\n9:s64 = G_BITCAST %7(<2 x s32>)",
    ),
    (
        "concatenated_words",
        " %6:_(<4 x s8>) = G_LOAD %3(p0) :: (load (<4 x s8>))\n10:s64 = G_CONSTANT i64 5\n11:p0 = G_PTR_ADD %3, %10(s64)\n %7:_(<4 x s8>) = G_LOAD %11(p0) :: (load (<4 x s8>), align 1)\n %8:_(<8 x s8>) = G_CONCAT_VECTORS %7(<4 x s8>), %6(<4 x s8>)\n9:s64 = G_BITCAST %8(<8 x s8>)",
    ),
    (
        "concatenated_words",
        " %6:_(<2 x s16>) = G_LOAD %3(p0) :: (load (<2 x s16>))\n10:s64 = G_CONSTANT i64 6\n11:p0 = G_PTR_ADD %3, %10(s64)\n %7:_(<2 x s16>) = G_LOAD %11(p0) :: (load (<2 x s16>), align 2)\n %8:_(<4 x s16>) = G_SHUFFLE_VECTOR %6(<2 x s16>), %7, shufflemask(0, 1, 2, 3)\n9:s64 = G_BITCAST %8(<4 x s16>)",
    ),
    (
        "merge_of_unmerged",
        to_bytes!(
            " %6:_(<4 x s8>), %7:_(<4 x s8>) = G_UNMERGE_VALUES %4(<8 x s8>)"
            " %10:_(<8 x s8>) = G_CONCAT_VECTORS %6(<4 x s8>), %7(<4 x s8>)"
            " %8:_(<8 x s8>) = G_ADD %10, %5"
        ),
    ),
    (
        "narrowed_average",
        to_bytes!(
            " %6:_(<8 x s16>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_ZEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_ADD %6, %7"
            "11:s16 = G_CONSTANT i16 1"
            " %12:_(<8 x s16>) = G_BUILD_VECTOR %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16)"
            " %13:_(<8 x s16>) = G_ADD %10, %12"
            " %14:_(<8 x s16>) = G_LSHR %13, %12(<8 x s16>)"
            " %8:_(<8 x s8>) = G_TRUNC %14(<8 x s16>)"
        ),
    ),
    (
        "narrowed_average",
        to_bytes!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_SEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_ADD %6, %7"
            "11:s16 = G_CONSTANT i16 1"
            " %12:_(<8 x s16>) = G_BUILD_VECTOR %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16)"
            " %14:_(<8 x s16>) = G_LSHR %10, %12(<8 x s16>)"
            " %8:_(<8 x s8>) = G_TRUNC %14(<8 x s16>)"
        ),
    ),
    (
        "narrowed_saturated",
        to_bytes!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_SEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_ADD %6, %7"
            "11:s16 = G_CONSTANT i16 127"
            " %12:_(<8 x s16>) = G_BUILD_VECTOR %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16)"
            "13:s16 = G_CONSTANT i16 -128"
            " %14:_(<8 x s16>) = G_BUILD_VECTOR %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16)"
            " %15:_(<8 x s16>) = G_SMIN %10, %12"
            " %16:_(<8 x s16>) = G_SMAX %15, %14"
            " %8:_(<8 x s8>) = G_TRUNC %16(<8 x s16>)"
        ),
    ),
    (
        "narrowed_saturated",
        to_bytes!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_ZEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_ADD %6, %7"
            "11:s16 = G_CONSTANT i16 255"
            " %12:_(<8 x s16>) = G_BUILD_VECTOR %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16)"
            "13:s16 = G_CONSTANT i16 0"
            " %14:_(<8 x s16>) = G_BUILD_VECTOR %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16), %13(s16)"
            " %15:_(<8 x s16>) = G_SMAX %10, %14"
            " %16:_(<8 x s16>) = G_SMIN %15, %12"
            " %8:_(<8 x s8>) = G_TRUNC %16(<8 x s16>)"
        ),
    ),
    (
        "narrowed_saturated",
        to_bytes!(
            " %6:_(<8 x s16>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_ZEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_MUL %6, %7"
            "11:s16 = G_CONSTANT i16 255"
            " %12:_(<8 x s16>) = G_BUILD_VECTOR %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16), %11(s16)"
            " %16:_(<8 x s16>) = G_UMIN %10, %12"
            " %8:_(<8 x s8>) = G_TRUNC %16(<8 x s16>)"
        ),
    ),
    (
        "selected_difference",
        to_bytes!(
            " %6:_(<8 x s1>) = G_ICMP intpred(ugt), %4(<8 x s8>), %5"
            " %7:_(<8 x s8>) = G_SUB %4, %5"
            " %10:_(<8 x s8>) = G_SUB %5, %4"
            " %8:_(<8 x s8>) = G_SELECT %6(<8 x s1>), %7, %10"
        ),
    ),
    (
        "selected_difference",
        to_bytes!(
            " %6:_(<8 x s1>) = G_ICMP intpred(sle), %4(<8 x s8>), %5"
            " %7:_(<8 x s8>) = G_SUB %5, %4"
            " %10:_(<8 x s8>) = G_SUB %4, %5"
            " %8:_(<8 x s8>) = G_SELECT %6(<8 x s1>), %7, %10"
        ),
    ),
    (
        "extended_difference",
        to_sum!(
            " %6:_(<8 x s16>) = G_SEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_SEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_SUB %6, %7"
            " %8:_(<8 x s16>) = G_ABS %10"
        ),
    ),
    (
        "extended_difference",
        to_sum!(
            " %6:_(<8 x s16>) = G_ZEXT %4(<8 x s8>)"
            " %7:_(<8 x s16>) = G_ZEXT %5(<8 x s8>)"
            " %10:_(<8 x s16>) = G_SUB %6, %7"
            " %8:_(<8 x s16>) = G_ABS %10"
        ),
    ),
    ("sum_extended_lanes", to_long_sum!(" %8:_(<8 x s32>) = G_ZEXT %4(<8 x s8>)")),
    ("sum_extended_lanes", to_long_sum!(" %8:_(<8 x s32>) = G_SEXT %4(<8 x s8>)")),
];
