//! Instruction selection of patterns that only LLVM's passes create.

use crate::aarch64::target::AArch64Target;
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::select;
use gisel_codegen::machine::print;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::pipeline::RuleConfig;

/// Vectors of 64 and 128 bits: type, LLVM's arrangement.
const SHAPES: [(&str, &str); 7] = [
    ("<8 x s8>", "v8i8"),
    ("<16 x s8>", "v16i8"),
    ("<4 x s16>", "v4i16"),
    ("<8 x s16>", "v8i16"),
    ("<2 x s32>", "v2i32"),
    ("<4 x s32>", "v4i32"),
    ("<2 x s64>", "v2i64"),
];

/// Returns the byte arrangement of a vector with this arrangement.
fn bytes(shape: &str) -> &'static str {
    if ["v8i8", "v4i16", "v2i32"].contains(&shape) { "v8i8" } else { "v16i8" }
}

/// Returns the letter of the vector registers that hold a type.
fn letter(ty: &str) -> char {
    match ty {
        "<8 x s8>" | "<4 x s16>" | "<2 x s32>" | "s64" => 'd',
        "s32" => 's',
        _ => 'q',
    }
}

/// Returns the selected instructions of a block's lines, without the registers written: `%0` to
/// `%2` are of type `ty` in vector registers, `%3:gpr(p0)`, `%4:gpr(s64)` and `%5:gpr(s32)` in
/// general ones. `copy` reads the result.
fn selected(ty: &str, lines: &[&str], copy: &str) -> Vec<String> {
    let target = AArch64Target::new("", "+dotprod,+i8mm").unwrap();
    let part = letter(ty);
    let mut body = format!("    liveins: ${part}0, ${part}1, ${part}2, $x0, $x1, $w2\n");
    (0..3).for_each(|n| body += &format!("    %{n}:fpr({ty}) = COPY ${part}{n}\n"));
    body += "    %3:gpr(p0) = COPY $x0\n    %4:gpr(s64) = COPY $x1\n    %5:gpr(s32) = COPY $w2\n";
    lines.iter().for_each(|line| body += &format!("    {line}\n"));
    let text =
        format!("name: f\nlegalized: true\nregBankSelected: true\nbody: |\n  bb.0:\n{body}    {copy}\n");
    let mut module = Module::default();
    let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).unwrap().remove(0);
    verifier::verify(&mf, &target).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    select::run(&mut mf, &target, &module, &RuleConfig::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
    verifier::verify(&mf, &target).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let insts = mf.insts(mf.entry()).map(|i| print::inst_to_string(&mf, &target, i).trim().to_owned());
    let made = insts.filter(|line| !line.contains(" = COPY "));
    made.map(|line| line.split_once(" = ").map_or(line.clone(), |(_, rest)| rest.to_owned())).collect()
}

/// Returns the selected instructions of one instruction whose result is of type `result` in a
/// vector register.
fn vector(ty: &str, result: &str, inst: &str) -> Vec<String> {
    let copy = format!("${}0 = COPY %9({result})", letter(result));
    selected(ty, &[&format!("%9:fpr({result}) = {inst}")], &copy)
}

#[test]
fn vectors_shift_by_a_number() {
    for (ty, shape) in SHAPES {
        assert_eq!(vector(ty, ty, "G_VASHR %0, 8"), [format!("SSHR{shape}_shift %0, 8")]);
        assert_eq!(vector(ty, ty, "G_VLSHR %0, 7"), [format!("USHR{shape}_shift %0, 7")]);
    }
}

#[test]
fn bits_and_bytes_are_selected_from_two_vectors() {
    for (ty, shape) in SHAPES {
        assert_eq!(vector(ty, ty, "G_BSP %0, %1, %2"), [format!("BSL{} %0, %1, %2", bytes(shape))]);
        let extract = format!("%9:fpr({ty}) = G_EXT %0, %1, %8(s32)");
        let lines = ["%8:gpr(s32) = G_CONSTANT i32 4", &extract];
        let copy = format!("${}0 = COPY %9({ty})", letter(ty));
        assert_eq!(selected(ty, &lines, &copy), [format!("EXT{} %0, %1, 4", bytes(shape))]);
    }
}

/// The instruction reads the whole register, also if the source is a sub-register.
#[test]
fn a_lane_is_duplicated() {
    for (bits, from, results) in [
        (8, "<16 x s8>", ["<8 x s8>", "<16 x s8>"]),
        (16, "<8 x s16>", ["<4 x s16>", "<8 x s16>"]),
        (32, "<4 x s32>", ["<2 x s32>", "<4 x s32>"]),
        (64, "<2 x s64>", ["<2 x s64>", "<2 x s64>"]),
    ] {
        for result in results {
            let shape = SHAPES.iter().find(|(ty, _)| *ty == result).map(|(_, shape)| shape).unwrap();
            let lane = format!("%9:fpr({result}) = G_DUPLANE{bits} %0({from}), %8(s64)");
            let lines = ["%8:gpr(s64) = G_CONSTANT i64 1", &lane];
            let copy = format!("${}0 = COPY %9({result})", letter(result));
            assert_eq!(selected(from, &lines, &copy), [format!("DUP{shape}lane %0, 1")]);
        }
    }
}

#[test]
fn all_lanes_are_added() {
    let sums = ["hsub", "hsub", "ssub", "ssub", "dsub", "dsub"];
    for ((ty, shape), sub) in SHAPES.into_iter().zip(sums) {
        let result = if sub == "dsub" { "<2 x s64>" } else { "<4 x s32>" };
        let made = if shape == "v2i32" { "LPv2i32_v1i64".to_owned() } else { format!("LV{shape}v") };
        for sign in ["S", "U"] {
            let lines = vector(ty, result, &format!("G_{sign}ADDLV %0"));
            assert_eq!(lines[0], format!("{sign}ADD{made} %0"));
            assert!(lines[1].starts_with("SUBREG_TO_REG") && lines[1].ends_with(sub), "{lines:?}");
        }
    }
}

#[test]
fn products_of_bytes_are_added_by_fours() {
    for (ty, result, shape) in [("<8 x s8>", "<2 x s32>", "v8i8"), ("<16 x s8>", "<4 x s32>", "v16i8")] {
        for sign in ["S", "U", "US"] {
            let sum = format!("%8:fpr({result}) = G_BITCAST %0({ty})");
            let dot = format!("%9:fpr({result}) = G_{sign}DOT %8, %1, %2");
            let copy = format!("${}0 = COPY %9({result})", letter(result));
            assert_eq!(selected(ty, &[&sum, &dot], &copy), [format!("{sign}DOT{shape} %8, %1, %2")]);
        }
    }
}

#[test]
fn integers_are_converted_in_their_registers() {
    for (ty, bits) in [("s32", 32), ("s64", 64)] {
        for (opcode, made) in [("G_SITOF", "SCVTF"), ("G_UITOF", "UCVTF")] {
            let lines = vector(ty, ty, &format!("{opcode} %0"));
            assert_eq!(lines, [format!("{made}v1i{bits} %0, implicit $fpcr")]);
        }
    }
}

#[test]
fn words_shift_by_doublewords() {
    for (opcode, made) in [("G_SHL", "LSL"), ("G_LSHR", "LSR"), ("G_ASHR", "ASR"), ("G_ROTR", "ROR")] {
        let inst = format!("%9:gpr(s32) = {opcode} %5, %4(s64)");
        let lines = selected("s32", &[&inst], "$w0 = COPY %9(s32)");
        assert!(lines[0].starts_with(&format!("{made}VWr %5, ")), "{lines:?}");
    }
}

#[test]
fn narrow_elements_are_truncated_general_registers() {
    for (ty, shape) in [("<16 x s8>", "i8"), ("<8 x s16>", "i16")] {
        let lines = [
            "%8:gpr(s64) = G_CONSTANT i64 3",
            &format!("%9:fpr({ty}) = G_INSERT_VECTOR_ELT %0, %5(s32), %8(s64)"),
        ];
        let copy = format!("$q0 = COPY %9({ty})");
        assert_eq!(selected(ty, &lines, &copy), [format!("INSv{shape}gpr %0, 3, %5")]);
    }
}

#[test]
fn a_prefetch_names_its_kind() {
    assert_eq!(selected("s32", &["G_AARCH64_PREFETCH 18, %3(p0)"], ""), ["PRFMui 18, %3, 0"]);
}

#[test]
fn a_prefetch_folds_its_address() {
    let at = |offset: &str, sum: &str| {
        let sum = format!("%9:gpr(p0) = G_PTR_ADD %3, {sum}(s64)");
        selected("s32", &[offset, &sum, "G_AARCH64_PREFETCH 18, %9(p0)"], "")
    };
    assert_eq!(at("%8:gpr(s64) = G_CONSTANT i64 64", "%8"), ["PRFMui 18, %3, 8"]);
    assert_eq!(at("%8:gpr(s64) = G_CONSTANT i64 -64", "%8"), ["PRFUMi 18, %3, -64"]);
    assert_eq!(at("%8:gpr(s64) = G_CONSTANT i64 0", "%4"), ["PRFMroX 18, %3, %4, 0, 0"]);
}

/// Only the low bits of the amount count, so it may be computed in fewer instructions.
#[test]
fn amounts_of_shifts_are_taken_modulo_the_width() {
    let shifted = |constant: i64, opcode: &str, operands: &str| {
        let constant = format!("%8:gpr(s64) = G_CONSTANT i64 {constant}");
        let amount = format!("%9:gpr(s64) = {opcode} {operands}");
        let shift = "%10:gpr(s64) = G_LSHR %4, %9(s64)";
        selected("s32", &[&constant, &amount, shift], "$x0 = COPY %10(s64)")
    };
    assert_eq!(shifted(63, "G_AND", "%4, %8"), ["LSRVXr %4, %4"]);
    assert_eq!(shifted(127, "G_SUB", "%8, %4")[0], "ORNXrr $xzr, %4");
    assert_eq!(shifted(64, "G_SUB", "%8, %4")[0], "SUBXrr $xzr, %4");
    assert_eq!(shifted(31, "G_AND", "%4, %8").len(), 2);
}

/// LLVM's legalizer lowers intrinsics to these.
#[test]
fn generic_opcodes_of_intrinsics_are_single_instructions() {
    for (ty, shape) in SHAPES {
        for (opcode, instruction) in
            [("G_SRSHR_I", "SRSHR"), ("G_URSHR_I", "URSHR"), ("G_SQSHLU_I", "SQSHLU")]
        {
            assert_eq!(
                vector(ty, ty, &format!("{opcode} %0, 3")),
                [format!("{instruction}{shape}_shift %0, 3")]
            );
        }
        for (opcode, instruction) in [("G_SLI", "SLI"), ("G_SRI", "SRI")] {
            let expected = format!("{instruction}{shape}_shift %0, %1, 3");
            assert_eq!(vector(ty, ty, &format!("{opcode} %0, %1, 3")), [expected]);
        }
        for (opcode, instruction) in [
            ("G_ABDS", "SABD"),
            ("G_ABDU", "UABD"),
            ("G_SAVGCEIL", "SRHADD"),
            ("G_SAVGFLOOR", "SHADD"),
            ("G_UAVGCEIL", "URHADD"),
            ("G_UAVGFLOOR", "UHADD"),
        ] {
            if ty != "<2 x s64>" {
                assert_eq!(
                    vector(ty, ty, &format!("{opcode} %0, %1")),
                    [format!("{instruction}{shape} %0, %1")]
                );
            }
        }
    }
    for (wide, narrow, shape) in [
        ("<8 x s16>", "<8 x s8>", "v8i8"),
        ("<4 x s32>", "<4 x s16>", "v4i16"),
        ("<2 x s64>", "<2 x s32>", "v2i32"),
    ] {
        for (opcode, instruction) in
            [("G_TRUNC_SSAT_S", "SQXTN"), ("G_TRUNC_SSAT_U", "SQXTUN"), ("G_TRUNC_USAT_U", "UQXTN")]
        {
            let inst = format!("{opcode} %0({wide})");
            assert_eq!(vector(wide, narrow, &inst), [format!("{instruction}{shape} %0")]);
        }
    }
    assert_eq!(vector("<8 x s8>", "<8 x s16>", "G_PMULL %0(<8 x s8>), %1"), ["PMULLv8i8 %0, %1"]);
}

/// Returns the opcodes that select `lines`, whose result is `%9`, a word.
fn opcodes(lines: &[&str]) -> Vec<String> {
    let lines = selected("s64", lines, "$w0 = COPY %9(s32)");
    lines.iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn combined_comparisons_set_the_flags_one_after_the_other() {
    let (small, large) = ("%10:gpr(s32) = G_CONSTANT i32 31", "%11:gpr(s32) = G_CONSTANT i32 32");
    let negative = "%10:gpr(s32) = G_CONSTANT i32 -31";
    let first = "%12:gpr(s32) = G_ICMP intpred(slt), %5(s32), %10";
    let second = "%13:gpr(s32) = G_ICMP intpred(ugt), %5(s32), %11";
    let long = "%13:gpr(s32) = G_ICMP intpred(eq), %4(s64), %4";
    let third = "%14:gpr(s32) = G_ICMP intpred(ne), %5(s32), %5";
    for op in ["G_AND", "G_OR"] {
        let combine = format!("%9:gpr(s32) = {op} %12, %13");
        // `ccmp` gets the number that it can encode.
        let made = opcodes(&[small, large, first, second, &combine]);
        assert_eq!(made, ["SUBSWri", "CCMPWi", "CSINCWr"]);
        let made = opcodes(&[negative, large, first, second, &combine]);
        assert_eq!(made, ["SUBSWri", "CCMNWi", "CSINCWr"]);
        assert_eq!(opcodes(&[small, first, long, &combine]), ["SUBSWri", "CCMPXr", "CSINCWr"]);
        // Three comparisons, and a select.
        let combine = format!("%15:gpr(s32) = {op} %12, %13");
        let lines = [small, first, long, third, &combine, "%9:gpr(s32) = G_OR %15, %14"];
        assert_eq!(opcodes(&lines), ["SUBSWri", "CCMPXr", "CCMPWr", "CSINCWr"]);
        let choose = "%9:gpr(s32) = G_SELECT %15(s32), %5, %10";
        assert_eq!(opcodes(&[small, first, long, &combine, choose])[..3], ["MOVi32imm", "SUBSWri", "CCMPXr"]);
        // A comparison with other users is materialized.
        let lines =
            [small, first, long, &combine, "%16:gpr(s32) = G_ADD %12, %13", "%9:gpr(s32) = G_XOR %15, %16"];
        assert!(!opcodes(&lines).iter().any(|opcode| opcode.starts_with("CCMP")));
    }
}

#[test]
fn truth_values_are_added_by_conditional_increments() {
    let compare = "%10:gpr(s32) = G_ICMP intpred(slt), %5(s32), %5";
    for operands in ["%5, %10", "%10, %5"] {
        let made = opcodes(&[compare, &format!("%9:gpr(s32) = G_ADD {operands}")]);
        assert_eq!(made, ["SUBSWrr", "CSINCWr"]);
    }
}

#[test]
fn bits_shifted_and_masked_are_one_instruction() {
    let (amount, shift) = ("%10:gpr(s32) = G_CONSTANT i32 4", "%11:gpr(s32) = G_SHL %5, %10(s32)");
    for (mask, one) in [(0x70, true), (0x7f, true), (-16, true), (0x60, false), (0x50, false)] {
        let mask = format!("%12:gpr(s32) = G_CONSTANT i32 {mask}");
        let made = opcodes(&[amount, shift, &mask, "%9:gpr(s32) = G_AND %11, %12"]);
        assert_eq!(made == ["UBFMWri"], one, "{mask}: {made:?}");
    }
}

#[test]
fn fields_of_other_registers_are_inserted() {
    let number = |n: u32, value: i64| format!("%{n}:gpr(s64) = G_CONSTANT i64 {value}");
    let (low, rest) = (number(10, 127), number(11, -128));
    let masked = ["%12:gpr(s64) = G_AND %4, %10", "%6:gpr(s64) = COPY $x0", "%13:gpr(s64) = G_AND %6, %11"];
    for sum in ["%9:gpr(s64) = G_OR %12, %13", "%9:gpr(s64) = G_OR %13, %12"] {
        let lines = [low.as_str(), &rest, masked[0], masked[1], masked[2], sum];
        let made = selected("s64", &lines, "$x0 = COPY %9(s64)");
        assert!(made.len() == 1 && made[0].starts_with("BFMXri"), "{made:?}");
    }
    // The masks overlap.
    let wide = number(11, -64);
    let lines = [low.as_str(), &wide, masked[0], masked[1], masked[2], "%9:gpr(s64) = G_OR %12, %13"];
    assert_eq!(selected("s64", &lines, "$x0 = COPY %9(s64)").len(), 3);
}

#[test]
fn an_amount_of_32_bits_is_neither_masked_nor_extended() {
    let amount = ["%10:gpr(s32) = G_CONSTANT i32 63", "%11:gpr(s32) = G_AND %5, %10"];
    for (shift, expected) in [("G_SHL", "LSLVXr"), ("G_LSHR", "LSRVXr"), ("G_ASHR", "ASRVXr")] {
        let shift = format!("%9:gpr(s64) = {shift} %4, %12(s64)");
        let lines = [amount[0], amount[1], "%12:gpr(s64) = G_ZEXT %11(s32)", &shift];
        let made = selected("s64", &lines, "$x0 = COPY %9(s64)");
        assert!(made[0].starts_with("SUBREG_TO_REG") && made[1].starts_with(expected), "{made:?}");
        assert_eq!(made.len(), 2, "{made:?}");
    }
    let small = "%10:gpr(s32) = G_CONSTANT i32 31";
    let lines = [small, amount[1], "%12:gpr(s64) = G_ZEXT %11(s32)", "%9:gpr(s64) = G_SHL %4, %12(s64)"];
    assert!(selected("s64", &lines, "$x0 = COPY %9(s64)")[0].starts_with("ANDWri"));
}

#[test]
fn additions_of_negated_values_are_subtractions() {
    let negated = ["%10:gpr(s64) = G_CONSTANT i64 0", "%11:gpr(s64) = G_SUB %10, %4"];
    let sum = "%9:gpr(p0) = G_PTR_ADD %3, %11(s64)";
    let made = selected("s64", &[negated[0], negated[1], sum], "$x0 = COPY %9(p0)");
    assert!(made[0].starts_with("SUBXrr"), "{made:?}");
    // The subtraction extends an unsigned word, also if the sum is an address.
    let (word, from_word) = ("%12:gpr(s64) = G_ZEXT %5(s32)", "%11:gpr(s64) = G_SUB %10, %12");
    let load = "%13:gpr(s64) = G_LOAD %9(p0) :: (load (s64))";
    let made = selected("s64", &[negated[0], word, from_word, sum, load], "$x0 = COPY %13(s64)");
    let opcodes: Vec<&str> = made.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(opcodes[..2], ["SUBXrx", "LDRXui"], "{made:?}");
}

#[test]
fn a_sum_that_is_in_a_register_is_the_address() {
    let sum = ["%10:gpr(p0) = G_PTR_ADD %3, %4(s64)", "%11:gpr(s64) = G_CONSTANT i64 8"];
    let (next, first) =
        ("%12:gpr(p0) = G_PTR_ADD %10, %11(s64)", "%13:gpr(s64) = G_LOAD %10(p0) :: (load (s64))");
    let second = "%14:gpr(s64) = G_LOAD %12(p0) :: (load (s64))";
    let both = "%9:gpr(s64) = G_ADD %13, %14";
    let made = selected("s64", &[sum[0], first, sum[1], next, second, both], "$x0 = COPY %9(s64)");
    let count = |opcode| made.iter().filter(|line| line.starts_with(opcode)).count();
    assert_eq!((count("LDRXui"), count("LDRXroX"), count("ADDXrr")), (2, 0, 2), "{made:?}");
    let made = selected("s64", &[sum[0], first], "$x0 = COPY %13(s64)");
    assert!(made[0].starts_with("LDRXroX"), "{made:?}");
}
