//! `vector-forms` on blocks of a few lines: what each kind of form absorbs, and where it stays.

use super::run;
use crate::aarch64::target::AArch64Target;
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::Module;
use gisel_codegen::machine::print;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;

/// Returns the lines of a block after the pass, without copies of physical registers and the
/// return. `%0` to `%2` are whole vector registers, `%3` is half of one, `%4` a pointer, and `%5`
/// and `%6` are integers that were in vector registers.
fn after(lines: &str) -> Vec<String> {
    let target = AArch64Target::new("", "").expect("generic");
    let mut body = String::from("  bb.0:\n    liveins: $q0, $q1, $q2, $d3, $x0, $d5, $d6\n");
    (0..3).for_each(|n| body += &format!("    %{n}:fpr128 = COPY $q{n}\n"));
    body += "    %3:fpr64 = COPY $d3\n    %4:gpr64sp = COPY $x0\n";
    (5..7).for_each(|n| body += &format!("    %{n}:gpr64 = COPY $d{n}\n"));
    lines.lines().for_each(|line| body += &format!("    {}\n", line.trim()));
    let text = format!(
        "name: f\nlegalized: true\nregBankSelected: true\nselected: true\nisSSA: true\n\
         tracksRegLiveness: true\nbody: |\n{body}    RET_ReallyLR\n"
    );
    let mut module = Module::default();
    let read = parser::parse(&text, &target, SubtargetId::new(0), &mut module);
    let mut mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
    verifier::verify(&mf, &target).unwrap_or_else(|violations| panic!("{text}: {violations:?}"));
    run(&mut mf, &target);
    verifier::verify(&mf, &target).unwrap_or_else(|violations| panic!("{text}: {violations:?}"));
    let shown = mf.insts(mf.entry()).map(|inst| print::inst_to_string(&mf, &target, inst).trim().to_owned());
    shown
        .filter(|line| !line.contains(":fpr") && !line.contains(":gpr") || !line.contains("COPY $"))
        .filter(|line| line != "RET_ReallyLR")
        .collect()
}

/// Returns the opcodes after the pass, apart from copies.
fn opcodes(lines: &str) -> Vec<String> {
    let opcode = |line: String| {
        let rest = line.split_once(" = ").map_or(line.as_str(), |(_, rest)| rest);
        rest.split(' ').next().unwrap_or_default().to_owned()
    };
    after(lines).into_iter().map(opcode).filter(|opcode| opcode != "COPY").collect()
}

#[test]
fn a_product_is_absorbed_by_its_only_use() {
    let product = "%7:fpr128 = SMULLv4i16_v4i32 %3, %0.dsub";
    let sum = "%8:fpr128 = ADDv4i32 %7, %1";
    let read = "$q0 = COPY %8";
    let absorbed = after(&format!("{product}\n{sum}\n{read}"));
    assert_eq!(absorbed, ["%8:fpr128 = SMLALv4i16_v4i32 %1, %3, %0.dsub", read]);
    let twice = format!("{product}\n{sum}\n{read}\n$q1 = COPY %7");
    assert_eq!(opcodes(&twice), ["SMULLv4i16_v4i32", "ADDv4i32"]);
    // A difference has its product on the right.
    let difference = |operands: &str| opcodes(&format!("{product}\n%8:fpr128 = SUBv4i32 {operands}\n{read}"));
    assert_eq!(difference("%1, %7"), ["SMLSLv4i16_v4i32"]);
    assert_eq!(difference("%7, %1"), ["SMULLv4i16_v4i32", "SUBv4i32"]);
}

#[test]
fn a_number_must_fit_the_new_instruction() {
    let narrowed = |by: u32| {
        opcodes(&format!("%7:fpr128 = USHRv4i32_shift %0, {by}\n%8:fpr64 = XTNv4i16 %7\n$d0 = COPY %8"))
    };
    assert_eq!(narrowed(16), ["SHRNv4i16_shift"]);
    assert_eq!(narrowed(17), ["USHRv4i32_shift", "XTNv4i16"]);
}

#[test]
fn all_operands_must_be_upper_halves() {
    let first = "%7:fpr128 = DUPv2i64lane %0, 1";
    let product = |second: &str, operand: &str| {
        opcodes(&format!("{first}\n{second}\n%9:fpr128 = SMULLv4i16_v4i32 %7.dsub, {operand}\n$q0 = COPY %9"))
    };
    assert_eq!(product("%8:fpr128 = DUPv2i64lane %1, 1", "%8.dsub"), ["SMULLv8i16_v4i32"]);
    assert_eq!(product("%8:fpr128 = EXTv16i8 %1, %1, 8", "%8.dsub"), ["SMULLv8i16_v4i32"]);
    let lower = product("%8:fpr128 = DUPv2i64lane %1, 0", "%8.dsub");
    assert_eq!(lower[lower.len() - 1], "SMULLv4i16_v4i32");
    let rotated = product("%8:fpr128 = EXTv16i8 %1, %2, 8", "%8.dsub");
    assert_eq!(rotated[rotated.len() - 1], "SMULLv4i16_v4i32");
    // A constant of equal lanes is widened.
    let constant = product("%8:fpr64 = MOVIv4i16 3, 0", "%8");
    assert_eq!(constant, ["MOVIv8i16", "SMULLv8i16_v4i32"]);
}

#[test]
fn a_lane_of_another_size_or_block_stays() {
    let by =
        |splat: &str| opcodes(&format!("%7:fpr128 = {splat}\n%8:fpr128 = MULv4i32 %7, %1\n$q0 = COPY %8"));
    assert_eq!(by("DUPv4i32lane %0, 2"), ["MULv4i32_indexed"]);
    assert_eq!(by("DUPv8i16lane %0, 2"), ["DUPv8i16lane", "MULv4i32"]);
}

#[test]
fn a_loaded_element_passes_no_store() {
    let load = |address: &str| format!("%7:fpr32 = LDRSui {address} :: (load (s32))\n");
    let insert =
        "%8:fpr128 = SUBREG_TO_REG 0, %7, %subreg.ssub\n%9:fpr128 = INSvi32lane %0, 2, %8, 0\n$q0 = COPY %9";
    let store = "STRXui %5, %4, 1 :: (store (s64))\n";
    assert_eq!(opcodes(&format!("{}{insert}", load("%4, 0"))), ["LD1i32"]);
    assert!(opcodes(&format!("{}{store}{insert}", load("%4, 0"))).contains(&"LDRSui".to_owned()));
    assert!(opcodes(&format!("{}{insert}", load("%4, 1"))).contains(&"LDRSui".to_owned()));
    let volatile = load("%4, 0").replace("(load", "(volatile load");
    assert!(opcodes(&format!("{volatile}{insert}")).contains(&"LDRSui".to_owned()));
}

#[test]
fn integers_of_vector_registers_are_computed_there() {
    let sum = "%7:gpr64 = ADDXrr %5, %6\n";
    assert_eq!(opcodes(&format!("{sum}$d0 = COPY %7")), ["ADDv1i64"]);
    assert_eq!(opcodes(&format!("{sum}$d0 = COPY %7\n$x0 = COPY %7")), ["ADDv1i64", "FMOVDXr"]);
    assert_eq!(opcodes("%7:gpr64 = MADDXrrr %5, %6, $xzr\n$d0 = COPY %7"), ["MADDXrrr"]);
    assert_eq!(opcodes("%7:gpr64 = UBFMXri %5, 61, 60\n$d0 = COPY %7"), ["SHLd"]);
    assert_eq!(opcodes("%7:gpr64 = UBFMXri %5, 8, 15\n$d0 = COPY %7"), ["UBFMXri"]);
}

#[test]
fn a_comparison_for_a_mask_alone_is_made_in_vector_registers() {
    let compare = "$xzr = SUBSXrr %5, %6, implicit-def $nzcv\n";
    let mask = |condition: u32| format!("%7:gpr64 = CSINVXr $xzr, $xzr, {condition}, implicit $nzcv\n");
    let read = "$d0 = COPY %7";
    // The mask is set if the condition is false.
    for (condition, expected) in
        [(0, &["CMEQv1i64", "NOTv8i8"][..]), (1, &["CMEQv1i64"]), (2, &["CMHIv1i64"]), (3, &["CMHSv1i64"])]
    {
        assert_eq!(opcodes(&format!("{compare}{}{read}", mask(condition))), expected, "{condition}");
    }
    let again = "%8:gpr64 = CSELXr %5, %6, 2, implicit $nzcv\n";
    let kept = opcodes(&format!("{compare}{}{again}{read}\n$x0 = COPY %8", mask(2)));
    assert_eq!(kept, ["SUBSXrr", "CSINVXr", "CSELXr"]);
}

#[test]
fn a_sum_rounds_if_its_constant_has_lanes_of_its_size() {
    let shifted = |constant: &str, sum: &str, by: u32, narrow: &str| {
        opcodes(&format!(
            "%7:fpr128 = {constant}\n%8:fpr128 = {sum} %0, %7\n%9:fpr64 = SHRN{narrow}_shift %8, {by}\n$d0 = COPY %9"
        ))
    };
    assert_eq!(shifted("MOVIv4i32 8, 0", "ADDv4i32", 4, "v4i16"), ["RSHRNv4i16_shift"]);
    assert_eq!(shifted("MOVIv8i16 8, 0", "ADDv8i16", 4, "v8i8"), ["RSHRNv8i8_shift"]);
    assert_eq!(shifted("MOVIv8i16 128, 0", "ADDv8i16", 8, "v8i8"), ["RSHRNv8i8_shift"]);
    // Half a unit of other lanes, and another number.
    for (constant, sum, by, narrow) in [
        ("MOVIv8i16 8, 0", "ADDv4i32", 4, "v4i16"),
        ("MOVIv4i32 8, 0", "ADDv8i16", 4, "v8i8"),
        ("MOVIv4i32 8, 0", "ADDv2i64", 4, "v2i32"),
        ("MOVIv4i32 4, 0", "ADDv4i32", 4, "v4i16"),
    ] {
        let shift = format!("SHRN{narrow}_shift");
        let opcode = constant.split(' ').next().expect("an opcode");
        assert_eq!(shifted(constant, sum, by, narrow), [opcode, sum, shift.as_str()]);
    }
    // The upper halves of sums.
    let by_half = |constant: &str, sum: &str, narrow: &str| {
        opcodes(&format!("%7:fpr128 = {constant}\n%8:fpr64 = ADDHN{sum}_{narrow} %0, %7\n$d0 = COPY %8"))
    };
    assert_eq!(by_half("MOVIv4i32 128, 8", "v4i32", "v4i16"), ["RSHRNv4i16_shift"]);
    assert_eq!(by_half("MOVIv8i16 128, 8", "v4i32", "v4i16"), ["MOVIv8i16", "ADDHNv4i32_v4i16"]);
    assert_eq!(by_half("MOVIv4i32 128, 24", "v2i64", "v2i32"), ["MOVIv4i32", "ADDHNv2i64_v2i32"]);
}

#[test]
fn an_extension_is_absorbed_by_all_users_or_none() {
    let extension = "%7:fpr128 = USHLLv8i8_shift %3, 0\n";
    let sums = "%8:fpr128 = ADDv8i16 %0, %7\n%9:fpr128 = SUBv8i16 %1, %7\n$q0 = COPY %8\n$q1 = COPY %9";
    assert_eq!(opcodes(&format!("{extension}{sums}")), ["UADDWv8i8_v8i16", "USUBWv8i8_v8i16"]);
    let read = format!("{extension}{sums}\n$q2 = COPY %7");
    assert_eq!(opcodes(&read), ["USHLLv8i8_shift", "ADDv8i16", "SUBv8i16"]);
    // The subtrahend is extended, not the minuend.
    let exchanged = sums.replace("%1, %7", "%7, %1");
    assert_eq!(opcodes(&format!("{extension}{exchanged}"))[0], "USHLLv8i8_shift");
    // A product is absorbed instead.
    let product = "%10:fpr128 = MULv8i16 %1, %2\n";
    let sum = sums.replace("%1, %7", "%10, %7").replace("SUB", "ADD");
    let with_product = opcodes(&format!("{extension}{product}{sum}"));
    assert_eq!(with_product, ["USHLLv8i8_shift", "ADDv8i16", "MLAv8i16"]);
}

#[test]
fn tuples_of_the_same_registers_become_one() {
    let first = "%7:fpr128 = ADDv8i16 %0, %1\n";
    let tuple = |n: u32, a: &str| format!("%{n}:qq = REG_SEQUENCE {a}, %subreg.qsub0, %1, %subreg.qsub1\n");
    let store = |n: u32| format!("ST2i16 %{n}, {n}, %4 :: (store (s32))\n").replace(", 8,", ", 1,");
    let both = |a: &str| {
        let text = format!(
            "{first}{}{}{}{}",
            tuple(8, "%7"),
            store(8),
            tuple(9, a),
            store(9).replace(", 9,", ", 2,")
        );
        opcodes(&text).iter().filter(|opcode| *opcode == "REG_SEQUENCE").count()
    };
    assert_eq!(both("%7"), 1);
    assert_eq!(both("%2"), 2);
    let constants = |second: &str| {
        let constant = |n: u32, text: &str| format!("%{n}:fpr128 = {text}\n");
        let text = format!(
            "{first}{}{}{}{}{}{}",
            constant(10, "MOVIv8i16 3, 0"),
            tuple(8, "%7").replace("%1,", "%10,"),
            store(8),
            constant(11, second),
            tuple(9, "%7").replace("%1,", "%11,"),
            store(9).replace(", 9,", ", 2,")
        );
        opcodes(&text).iter().filter(|opcode| *opcode == "REG_SEQUENCE").count()
    };
    assert_eq!(constants("MOVIv8i16 3, 0"), 1);
    assert_eq!(constants("MOVIv8i16 4, 0"), 2);
}

#[test]
fn a_lowest_lane_is_extended_to_a_general_register() {
    let extended = |by: &str| {
        opcodes(&format!(
            "%7:fpr32 = ADDVv4i32v %0\n%8:gpr32 = FMOVSWr %7\n%9:gpr64 = SUBREG_TO_REG 0, %8, %subreg.sub_32\n\
             %10:gpr64 = {by}\n$x0 = COPY %10"
        ))
    };
    assert_eq!(extended("SBFMXri %9, 0, 31"), ["ADDVv4i32v", "SUBREG_TO_REG", "SMOVvi32to64"]);
    assert_eq!(extended("SBFMXri %9, 0, 15"), ["ADDVv4i32v", "SUBREG_TO_REG", "SMOVvi16to64"]);
    let kept = extended("SBFMXri %9, 1, 31");
    assert_eq!(kept, ["ADDVv4i32v", "FMOVSWr", "SUBREG_TO_REG", "SBFMXri"]);
}

#[test]
fn a_select_by_integers_of_vector_registers_is_a_mask() {
    let compare = "$xzr = SUBSXrr %5, %6, implicit-def $nzcv\n";
    let select = |operands: &str, condition: u32| {
        format!("%9:fpr64 = FCSELDrrr {operands}, {condition}, implicit $nzcv\n$d0 = COPY %9")
    };
    let zero = "%7:fpr64 = FMOVXDr $xzr\n";
    let ones = "%8:gpr64 = MOVi64imm -1\n%7:fpr64 = FMOVXDr %8\n";
    let selected = |constant: &str, operands: &str, condition: u32| {
        opcodes(&format!("{constant}{compare}{}", select(operands, condition)))
    };
    assert_eq!(selected(zero, "%3, %7", 0), ["CMEQv1i64", "ANDv8i8"]);
    assert_eq!(selected(zero, "%7, %3", 0), ["CMEQv1i64", "BICv8i8"]);
    assert_eq!(selected(ones, "%7, %3", 0), ["CMEQv1i64", "ORRv8i8"]);
    assert_eq!(selected(ones, "%3, %7", 0), ["CMEQv1i64", "ORNv8i8"]);
    // An inverted mask exchanges the values.
    assert_eq!(selected(zero, "%3, %7", 1), ["CMEQv1i64", "BICv8i8"]);
    assert_eq!(selected("", "%3, %0.dsub", 8), ["CMHIv1i64", "BSLv8i8"]);
    // The flags are read again.
    let again = "%10:gpr64 = CSELXr %5, %6, 2, implicit $nzcv\n$x0 = COPY %10";
    let kept = opcodes(&format!("{zero}{compare}{}\n{again}", select("%3, %7", 0)));
    assert_eq!(kept, ["FMOVXDr", "SUBSXrr", "FCSELDrrr", "CSELXr"]);
    // Numbers in vector registers gain with a constant only.
    let floats = "FCMPDrr %3, %0.dsub, implicit-def $nzcv, implicit $fpcr\n";
    let plain = opcodes(&format!("{floats}{}", select("%3, %1.dsub", 12)));
    assert_eq!(plain, ["FCMPDrr", "FCSELDrrr"]);
    let constant = opcodes(&format!("{zero}{floats}{}", select("%3, %7", 12)));
    assert_eq!(constant, ["FCMGT64", "ANDv8i8"]);
}

#[test]
fn accesses_of_integers_of_vector_registers_are_made_there() {
    let sum = "%7:gpr64 = ADDXrr %5, %6\n";
    assert_eq!(opcodes(&format!("{sum}STRXui %7, %4, 1 :: (store (s64))")), ["ADDv1i64", "STRDui"]);
    let both = opcodes(&format!("{sum}STRXui %7, %4, 1 :: (store (s64))\n$x0 = COPY %7"));
    assert_eq!(both, ["ADDv1i64", "FMOVDXr", "STRXui"]);
    let load = "%7:gpr64 = LDRXui %4, 1 :: (load (s64))\n";
    let used = "%8:gpr64 = EORXrr %5, %7\n$d0 = COPY %8";
    assert_eq!(opcodes(&format!("{load}{used}")), ["LDRDui", "EORv8i8"]);
    let volatile = load.replace("(load", "(volatile load");
    assert_eq!(opcodes(&format!("{volatile}{used}"))[0], "LDRXui");
    // A copy of memory stays in a general register.
    assert_eq!(opcodes(&format!("{load}STRXui %7, %4, 2 :: (store (s64))")), ["LDRXui", "STRXui"]);
}

#[test]
fn lanes_of_moved_integers_are_lanes_of_the_vector() {
    let lane = |lines: &str| opcodes(&format!("{lines}\n$q0 = COPY %9"));
    assert_eq!(lane("%9:fpr128 = DUPv16i8gpr %5.sub_32"), ["SUBREG_TO_REG", "DUPv16i8lane"]);
    assert_eq!(lane("%7:gpr64 = FMOVDXr %3\n%9:fpr128 = DUPv2i64gpr %7"), ["SUBREG_TO_REG", "DUPv2i64lane"]);
    let extracted =
        "%7:gpr32 = UMOVvi8 %0, 15\n%8:gpr64 = SUBREG_TO_REG 0, %7, %subreg.sub_32\n$d0 = COPY %8";
    assert_eq!(opcodes(extracted), ["DUPi8", "SUBREG_TO_REG"]);
}

#[test]
fn an_upper_half_is_not_known_to_be_zero_if_there_are_calls() {
    let cleared = "%7:fpr64 = ADDv8i8 %3, %3\n%8:fpr64 = FMOVDr %7\n";
    let whole = "%9:fpr128 = SUBREG_TO_REG 0, %8, %subreg.dsub\n$q0 = COPY %9";
    let call = "BL @f, csr_aarch64_aapcs, implicit-def $lr, implicit $sp\n";
    assert_eq!(opcodes(&format!("{cleared}{whole}")), ["ADDv8i8", "SUBREG_TO_REG"]);
    let kept = ["ADDv8i8", "FMOVDr", "BL", "SUBREG_TO_REG"];
    assert_eq!(opcodes(&format!("{cleared}{call}{whole}")), kept);
}

#[test]
fn a_mask_of_single_precision_numbers_is_made_in_vector_registers() {
    let mask = |condition: u32| {
        opcodes(&format!(
            "FCMPSrr %0.ssub, %1.ssub, implicit-def $nzcv, implicit $fpcr\n\
             %7:gpr32 = CSINVWr $wzr, $wzr, {condition}, implicit $nzcv\n\
             %8:fpr32 = FMOVWSr %7\n$s0 = COPY %8"
        ))
    };
    // The mask is set if the condition is false.
    assert_eq!(mask(13), ["FCMGT32"]);
    assert_eq!(mask(1), ["FCMEQ32"]);
    assert_eq!(mask(0), ["FCMPSrr", "CSINVWr", "FMOVWSr"]);
}

#[test]
fn a_complement_of_a_difference_is_cleared() {
    let not = "%7:fpr128 = NOTv16i8 %0\n";
    let sum = "%8:fpr128 = MLAv4i32 %7, %1, %2\n";
    let and = "%9:fpr128 = ANDv16i8 %8, %1\n$q0 = COPY %9";
    assert_eq!(opcodes(&format!("{not}{sum}{and}")), ["MLSv4i32", "BICv16i8"]);
    let read = opcodes(&format!("{not}{sum}{and}\n$q1 = COPY %7"));
    assert_eq!(read, ["NOTv16i8", "MLAv4i32", "ANDv16i8"]);
}
