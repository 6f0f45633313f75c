//! The combiner: each rule on the smallest function that triggers it, and random functions checked
//! by an interpreter.

mod execution;
#[path = "combiner/random_functions.rs"]
mod random_functions;

use execution::{Arguments, Random, compare};
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::combiner::{self, CombinerInfo, Rule, Stage, fold, multiply};
use gisel_codegen::isel::legalizer;
use gisel_codegen::machine::print;
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::pipeline::RuleConfig;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::passes::opt_w_instrs;
use gisel_targets::riscv::target::RiscvTarget;
use random_functions::random_function;
use std::array;

fn riscv() -> RiscvTarget {
    RiscvTarget::new("", "").expect("rv64gc")
}

fn aarch64() -> AArch64Target {
    AArch64Target::new("", "").expect("armv8-a")
}

/// Returns the instructions of `body` after the combiner, with `$x10` to `$x12` (or `$x0` to `$x2`)
/// as `%0` to `%2`.
fn combined(target: &dyn Target, body: &str) -> String {
    let first = if target.name() == "riscv64" { 10 } else { 0 };
    let regs: Vec<String> = (first..first + 3).map(|n| format!("$x{n}")).collect();
    let arguments: String =
        regs.iter().enumerate().map(|(n, reg)| format!("    %{n}:_(s64) = COPY {reg}\n")).collect();
    let successors = if body.contains("bb.1:") { "    successors: %bb.1\n" } else { "" };
    let text = format!(
        "name: f\nlegalized: true\nisSSA: true\nbody: |\n  bb.0:\n{successors}    liveins: {}\n{arguments}    %3:_(p0) = G_INTTOPTR %0(s64)\n{body}",
        regs.join(", ")
    );
    let mut module = Module::default();
    let mut mf = parser::parse(&text, target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    combiner::run(&mut mf, target, target.combiner(), Stage::Postlegalizer, &RuleConfig::default());
    verifier::verify(&mf, target)
        .unwrap_or_else(|v| panic!("{v:?}\n{}", function_to_string(&mf, target, None)));
    let insts: Vec<_> = mf.layout.iter().flat_map(|&b| mf.insts(b)).collect();
    let line = |i| print::inst_to_string(&mf, target, i).trim().to_string() + "\n";
    insts.into_iter().map(line).collect()
}

/// Checks that the result contains all of `present` and none of `absent`.
fn check(target: &dyn Target, body: &str, present: &[&str], absent: &[&str]) {
    let text = combined(target, body);
    for part in present {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    for part in absent {
        assert!(!text.contains(part), "'{part}' in\n{text}");
    }
}

const LOW_HALF: &str = "    %8:_(s64) = G_CONSTANT i64 4294967295\n";
const BYTE: &str = "    %9:_(s64) = G_CONSTANT i64 255\n";

#[test]
fn masks_that_do_nothing_go() {
    let body = format!(
        "{LOW_HALF}    %4:_(s64) = G_CONSTANT i64 40\n    %5:_(s64) = G_LSHR %0, %4\n    %6:_(s64) = G_AND %5, %8\n    $x10 = COPY %6(s64)\n"
    );
    check(&riscv(), &body, &["G_LSHR"], &["G_AND"]);
}

#[test]
fn bits_that_nobody_sees_are_not_computed() {
    let body = format!(
        "{LOW_HALF}{BYTE}    %4:_(s64) = G_AND %0, %8\n    %5:_(s64) = G_CONSTANT i64 7\n    %6:_(s64) = G_LSHR %4, %5\n    %7:_(s64) = G_AND %6, %9\n    $x10 = COPY %7(s64)\n"
    );
    check(&riscv(), &body, &["G_LSHR %0", "i64 255"], &["4294967295"]);
    // One bit of the mask is demanded.
    check(&riscv(), &body.replace("i64 7", "i64 25"), &["G_AND %0, %8"], &[]);
    let twice = "    %4:_(s64) = G_SEXT_INREG %1, 8\n    %5:_(s64) = G_ADD %0, %4\n    %6:_(s64) = G_SEXT_INREG %5, 32\n    %7:_(s64) = G_ADD %6, %1\n    %8:_(s64) = G_SEXT_INREG %7, 8\n    $x10 = COPY %6(s64)\n    $x11 = COPY %8(s64)\n";
    check(&riscv(), twice, &["G_SEXT_INREG %1, 8", "G_ADD %0, %4"], &[]);
    let store = format!("{BYTE}    %4:_(s64) = G_AND %1, %9\n    G_STORE %4(s64), %3(p0) :: (store (s8))\n");
    check(&riscv(), &store, &["G_STORE %1"], &["G_AND"]);
}

#[test]
fn a_value_with_another_user_keeps_its_bits() {
    let body = format!(
        "{LOW_HALF}{BYTE}    %4:_(s64) = G_AND %0, %8\n    %5:_(s64) = G_CONSTANT i64 7\n    %6:_(s64) = G_LSHR %4, %5\n    %7:_(s64) = G_AND %6, %9\n    $x10 = COPY %7(s64)\n    $x11 = COPY %6(s64)\n"
    );
    check(&riscv(), &body, &["G_LSHR %4"], &[]);
}

#[test]
fn masks_of_masks_are_one() {
    let body = format!(
        "{BYTE}    %4:_(s64) = G_CONSTANT i64 3084\n    %5:_(s64) = G_AND %0, %9\n    %6:_(s64) = G_AND %5, %4\n    $x10 = COPY %6(s64)\n"
    );
    check(&riscv(), &body, &["i64 12", "G_AND %0"], &["i64 255"]);
}

#[test]
fn sign_extensions_of_what_is_one_go() {
    let body = "    %4:_(s64) = G_ASSERT_SEXT %0, 16\n    %5:_(s64) = G_XOR %4, %4\n    %6:_(s64) = G_ADD %4, %4\n    %7:_(s64) = G_SEXT_INREG %6, 32\n    $x10 = COPY %7(s64)\n";
    check(&riscv(), body, &["G_ADD"], &["G_SEXT_INREG"]);
    check(&riscv(), &body.replace(", 16", ", 32"), &["G_SEXT_INREG"], &[]);
}

#[test]
fn comparisons_of_truth_values_go() {
    let body = |predicate: &str| {
        format!(
            "    %4:_(s64) = G_ICMP intpred(slt), %0(s64), %1\n    %5:_(s64) = G_CONSTANT i64 0\n    %6:_(s64) = G_ICMP intpred({predicate}), %4(s64), %5\n    $x10 = COPY %6(s64)\n"
        )
    };
    check(&riscv(), &body("ne"), &["intpred(slt)"], &["intpred(ne)", "G_XOR"]);
    check(&riscv(), &body("eq"), &["intpred(sge)"], &["intpred(eq)", "G_XOR"]);
}

#[test]
fn constants_fold() {
    let body = "    %4:_(s64) = G_CONSTANT i64 -6\n    %5:_(s64) = G_CONSTANT i64 1\n    %6:_(s64) = G_ASHR %4, %5\n    %7:_(s64) = G_MUL %6, %6\n    $x10 = COPY %7(s64)\n";
    check(&riscv(), body, &["G_CONSTANT i64 9"], &["G_ASHR", "G_MUL"]);
    let identity = "    %4:_(s64) = G_CONSTANT i64 0\n    %5:_(s64) = G_OR %0, %4\n    %6:_(s64) = G_SELECT %1(s64), %5, %0\n    $x10 = COPY %6(s64)\n";
    check(&riscv(), identity, &["$x10 = COPY %0"], &["G_OR", "G_SELECT"]);
    let sum = "    %4:_(s64) = G_CONSTANT i64 8\n    %5:_(p0) = G_PTR_ADD %3, %4(s64)\n    %6:_(p0) = G_PTR_ADD %5, %4(s64)\n    $x10 = COPY %6(p0)\n";
    check(&riscv(), sum, &["i64 16", "G_PTR_ADD %3"], &["i64 8"]);
}

#[test]
fn known_results_are_constants() {
    let body = format!(
        "{BYTE}    %4:_(s64) = G_AND %0, %9\n    %5:_(s64) = G_CONSTANT i64 8\n    %6:_(s64) = G_LSHR %4, %5\n    $x10 = COPY %6(s64)\n"
    );
    check(&riscv(), &body, &["G_CONSTANT i64 0"], &["G_LSHR", "G_AND"]);
}

#[test]
fn loads_extend() {
    let body = "    %4:_(s32) = G_LOAD %3(p0) :: (load (s8))\n    %5:_(s64) = G_ANYEXT %4(s32)\n    %9:_(s64) = G_CONSTANT i64 255\n    %6:_(s64) = G_AND %5, %9\n    G_STORE %4(s32), %3(p0) :: (store (s8))\n    $x10 = COPY %6(s64)\n";
    check(&riscv(), body, &["(s64) = G_ZEXTLOAD"], &["G_AND"]);
    check(&riscv(), &body.replace("load (s8)", "load acquire (s8)"), &["G_LOAD", "G_AND"], &[]);
    let signed = "    %4:_(s32) = G_LOAD %3(p0) :: (load (s16))\n    %5:_(s64) = G_ANYEXT %4(s32)\n    %6:_(s64) = G_SEXT_INREG %5, 16\n    $x10 = COPY %6(s64)\n";
    check(&riscv(), signed, &["(s64) = G_SEXTLOAD"], &["G_SEXT_INREG"]);
    let small = "    %4:_(s8) = G_LOAD %3(p0) :: (load (s8))\n    %5:_(s64) = G_ZEXT %4(s8)\n    $x0 = COPY %5(s64)\n";
    check(&aarch64(), small, &["(s32) = G_ZEXTLOAD", "G_ZEXT"], &["(s8)  ="]);
}

#[test]
fn a_word_that_is_masked_twice_is_loaded_with_zeros() {
    let body = format!(
        "{LOW_HALF}    %4:_(s64) = G_SEXTLOAD %3(p0) :: (load (s32))\n    %5:_(s64) = G_AND %1, %4\n    %6:_(s64) = G_AND %5, %8\n    $x10 = COPY %6(s64)\n"
    );
    check(&riscv(), &body, &["G_ZEXTLOAD", "G_AND %1, %4"], &["4294967295"]);
    let shared = format!("{body}    $x11 = COPY %5(s64)\n");
    check(&riscv(), &shared, &["G_SEXTLOAD"], &[]);
}

#[test]
fn phis_are_as_wide_as_registers() {
    let body = "    %4:_(s32) = G_LOAD %3(p0) :: (load (s8))
    G_BR %bb.1

  bb.1:
    successors: %bb.1, %bb.2
    %5:_(s32) = G_PHI %4(s32), %bb.0, %6(s32), %bb.1
    %6:_(s32) = G_LOAD %3(p0) :: (load (s8))
    %7:_(s64) = G_ANYEXT %5(s32)
    %9:_(s64) = G_CONSTANT i64 255
    %10:_(s64) = G_AND %7, %9
    G_BRCOND %10(s64), %bb.1
    G_BR %bb.2

  bb.2:
    $x10 = COPY %10(s64)
";
    check(&riscv(), body, &["(s64) = G_PHI", "G_ZEXTLOAD"], &["G_AND", "G_ANYEXT", "G_LOAD"]);
    let narrow =
        body.replace("x10", "x0").replace("(s32)", "(s8)").replace("_(s64) = G_ANYEXT", "_(s32) = G_ZEXT");
    let narrow = narrow.replace("%9:_(s64) = G_CONSTANT i64", "%9:_(s32) = G_CONSTANT i32");
    let narrow =
        narrow.replace("%10:_(s64)", "%10:_(s32)").replace("%10(s64)", "%10(s32)").replace("$x0 =", "$w0 =");
    check(&aarch64(), &narrow, &["(s32) = G_PHI", "G_ZEXTLOAD"], &["G_LOAD", "G_AND", "G_ZEXT "]);
}

#[test]
fn bit_fields_move_into_immediates() {
    let body = |mask: &str| {
        format!(
            "    %4:_(s64) = G_CONSTANT i64 7\n    %5:_(s64) = G_LSHR %0, %4\n    %6:_(s64) = G_CONSTANT i64 {mask}\n    %7:_(s64) = G_AND %5, %6\n    %8:_(s64) = G_CONSTANT i64 3\n    %9:_(s64) = G_SHL %7, %8\n    $x10 = COPY %9(s64)\n"
        )
    };
    check(&riscv(), &body("255"), &["G_LSHR %0", "i64 4", "i64 2040"], &["G_SHL"]);
    check(&riscv(), &body("511"), &["G_SHL"], &[]);
    check(&aarch64(), &body("255").replace("x10", "x0"), &["G_SHL"], &[]);
}

#[test]
fn every_rule_has_a_name_of_its_own() {
    let twice =
        |rules: &'static [Rule]| std::panic::catch_unwind(|| CombinerInfo::new(&[rules], &[])).is_err();
    assert!(twice(fold::RULES) && !twice(multiply::SHIFTED));
}

#[test]
fn offsets_that_an_access_cannot_hold_are_split() {
    let body = |offset: i64, size: u32| {
        format!(
            "    %4:_(s64) = G_CONSTANT i64 {offset}\n    %5:_(p0) = G_PTR_ADD %3, %4(s64)\n    G_STORE %1(s64), %5(p0) :: (store (s{size}))\n"
        )
    };
    check(&riscv(), &body(6000, 64), &["i64 4096", "i64 1904"], &["i64 6000"]);
    check(&riscv(), &body(4090, 64), &["i64 2047", "i64 2043"], &["i64 4090"]);
    check(&riscv(), &body(2047, 64), &["i64 2047"], &["i64 4096"]);
    check(&riscv(), &body(1 << 40, 64), &["i64 1099511627776"], &["i64 0"]);
    check(&aarch64(), &body(64036, 32), &["i64 61440", "i64 2596"], &["i64 64036"]);
    check(&aarch64(), &body(-5000, 64), &["i64 -8192", "i64 3192"], &["i64 -5000"]);
    check(&aarch64(), &body(32760, 64), &["i64 32760"], &[]);
    check(&aarch64(), &body(1 << 24, 64), &["i64 16777216"], &[]);
    // A symbol's address is in a register if something else reads it.
    let variable = |offset: i64| body(offset, 64).replace("%3, %4", "%9, %4");
    let alone = format!("    %9:_(p0) = G_GLOBAL_VALUE @v\n{}", variable(6000));
    check(&riscv(), &alone, &["i64 6000"], &["i64 4096"]);
    let shared = format!("{alone}    %10:_(s64) = G_PTRTOINT %9(p0)\n    $x10 = COPY %10(s64)\n");
    check(&riscv(), &shared, &["i64 4096", "i64 1904"], &["i64 6000"]);
}

#[test]
fn low_halves_are_compared_as_words() {
    let body = |predicate: &str, constant: u64| {
        format!(
            "{LOW_HALF}    %4:_(s64) = G_CONSTANT i64 {constant}\n    %5:_(s64) = G_AND %0, %8\n    %6:_(s32) = G_ICMP intpred({predicate}), %5(s64), %4\n    $w0 = COPY %6(s32)\n"
        )
    };
    check(&aarch64(), &body("eq", 4294967289), &["G_TRUNC %0", "i32 -7"], &["G_AND"]);
    check(&aarch64(), &body("ult", 12), &["G_TRUNC %0", "i32 12"], &["G_AND"]);
    check(&aarch64(), &body("slt", 12), &["G_AND"], &["G_TRUNC"]);
    check(&aarch64(), &body("eq", 1 << 32), &[], &["G_TRUNC"]);
}

#[test]
fn random_functions_compute_the_same() {
    for target in [&riscv() as &dyn Target, &aarch64()] {
        for seed in 1..400 {
            let mut random = Random::new(seed);
            let mut mf = random_function(target, &mut random);
            legalizer::run(&mut mf, target, &Module::default()).expect("legal");
            let before = mf.clone();
            combiner::run(&mut mf, target, target.combiner(), Stage::Postlegalizer, &RuleConfig::default());
            if target.name() == "riscv64" {
                opt_w_instrs::run(&mut mf, target);
            }
            let illegal = legalizer::illegal_instructions(&mf, target, target.legalizer_info());
            assert!(illegal.is_empty(), "seed {seed}: {}", function_to_string(&mf, target, None));
            for seed in 0..8 {
                let words: [u64; 4] = array::from_fn(|_| random.next() >> random.below(64));
                let arguments = Arguments { memory: &[&[0; 6]], results: 6, words: &words, seed };
                let ran = compare(&before, &mf, target, &arguments);
                assert_eq!(ran, Ok(true), "{}", target.name());
            }
        }
    }
}
