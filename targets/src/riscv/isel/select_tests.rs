//! Bank selection and instruction selection of small functions.

use crate::riscv::target::RiscvTarget;
use gisel_codegen::ir::entity::SubtargetId;
use gisel_codegen::ir::module::Module;
use gisel_codegen::isel::regbankselect;
use gisel_codegen::isel::select;
use gisel_codegen::machine::print;
use gisel_codegen::mir_text::parser;
use gisel_codegen::passes::verifier;
use gisel_codegen::pipeline::RuleConfig;
use gisel_codegen::support::error::Result;
use gisel_codegen::target::Target;

/// Returns the opcodes and operands of the one block `body` after selection, one per line.
fn selected(features: &str, body: &str) -> Result<Vec<String>> {
    let target = RiscvTarget::new("", features).unwrap();
    let mut module = Module::default();
    let text = format!("name: f\nbody: |\n  bb.0:\n    liveins: $x10, $x11, $f10_d\n{body}\n");
    let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).unwrap().remove(0);
    regbankselect::run(&mut mf, &target, regbankselect::Mode::Fast)?;
    verifier::verify(&mf, &target).unwrap();
    select::run(&mut mf, &target, &module, &RuleConfig::default())?;
    verifier::verify(&mf, &target).unwrap();
    let block = mf.entry();
    Ok(mf
        .insts(block)
        .map(|i| print::inst_to_string(&mf, &target as &dyn Target, i).trim().to_string())
        .collect())
}

fn check(body: &str, expected: &[&str]) {
    assert_eq!(selected("", body).unwrap(), expected);
}

const ARGUMENTS: &str = "    %0:_(s64) = COPY $x10\n    %1:_(s64) = COPY $x11\n";

fn with_arguments(body: &str) -> String {
    format!("{ARGUMENTS}{body}")
}

const COPIES: [&str; 2] = ["%0:gpr = COPY $x10", "%1:gpr = COPY $x11"];

#[test]
fn constants_fold_and_their_definitions_go() {
    let body = "    %2:_(s64) = G_CONSTANT i64 -7\n    %3:_(s64) = G_SUB %0, %2\n    $x10 = COPY %3(s64)";
    check(&with_arguments(body), &[COPIES[0], "%3:gpr = ADDI %0, 7", "$x10 = COPY %3"]);
}

#[test]
fn a_constant_that_does_not_fit_stays() {
    let body = "    %2:_(s64) = G_CONSTANT i64 2048\n    %3:_(s64) = G_ADD %0, %2\n    $x10 = COPY %3(s64)";
    let lines = selected("", &with_arguments(body)).unwrap();
    assert!(lines.contains(&"%3:gpr = ADD %0, %2".to_string()), "{lines:?}");
}

#[test]
fn a_constant_of_equal_halves_is_one_half_and_itself() {
    let lines = |value: i64| {
        let body = format!("    %2:_(s64) = G_CONSTANT i64 {value}\n    $x10 = COPY %2(s64)");
        selected("", &body).unwrap()
    };
    let expected = ["PseudoMovImm 1431655765", "SLLI", "ADD"];
    let found = lines(0x5555_5555_5555_5555);
    assert!(found.iter().zip(expected).all(|(line, part)| line.contains(part)), "{found:?}");
    // One step less than the half and two more, or as many: it is built whole.
    assert_eq!(lines(0x1_0000_0001).len(), 2);
}

#[test]
fn amounts_of_shifts_are_taken_modulo_the_width() {
    let shifted = |constant: i64| {
        let body = format!(
            "    %2:_(s64) = G_CONSTANT i64 {constant}\n    %3:_(s64) = G_SUB %2, %1\n    %4:_(s64) = G_SHL %0, %3(s64)\n    $x10 = COPY %4(s64)"
        );
        selected("", &with_arguments(&body)).unwrap()[2].clone()
    };
    assert!(shifted(127).contains("XORI %1, -1"));
    assert!(shifted(64).contains("SUB $x0, %1"));
    assert!(shifted(31).contains("ADDI $x0, 31"));
}

#[test]
fn a_prefetch_holds_offsets_of_cache_lines() {
    let prefetch = |offset: i64| {
        let body = format!(
            "    %2:_(s64) = G_CONSTANT i64 {offset}\n    %3:_(p0) = G_INTTOPTR %0(s64)\n    %4:_(p0) = G_PTR_ADD %3, %2(s64)\n    G_PREFETCH %4(p0), 1, 3, 1"
        );
        selected("+zicbop", &with_arguments(&body)).unwrap().pop().unwrap()
    };
    assert!(prefetch(64).starts_with("PREFETCH_W") && prefetch(64).ends_with(", 64"));
    assert!(prefetch(65).ends_with(", 0"));
}

#[test]
fn extensions_that_words_do_not_need_go() {
    let body = "    %2:_(s64) = G_SEXT_INREG %0, 32\n    %3:_(s64) = G_MUL %2, %1\n    %4:_(s64) = G_SEXT_INREG %3, 32\n    $x10 = COPY %4(s64)";
    check(&with_arguments(body), &[COPIES[0], COPIES[1], "%4:gpr = MULW %0, %1", "$x10 = COPY %4"]);
}

#[test]
fn an_extension_with_another_use_stays() {
    let body = "    %2:_(s64) = G_SEXT_INREG %0, 32\n    %3:_(s64) = G_MUL %2, %1\n    %4:_(s64) = G_SEXT_INREG %3, 32\n    $x10 = COPY %4(s64)\n    $x11 = COPY %2(s64)";
    let lines = selected("", &with_arguments(body)).unwrap();
    assert!(lines.contains(&"%2:gpr = ADDIW %0, 0".to_string()), "{lines:?}");
}

#[test]
fn offsets_add_up_in_an_access() {
    let body = "    %2:_(p0) = G_INTTOPTR %0(s64)\n    %3:_(s64) = G_CONSTANT i64 2000\n    %4:_(p0) = G_PTR_ADD %2, %3(s64)\n    %5:_(s64) = G_CONSTANT i64 40\n    %6:_(p0) = G_PTR_ADD %4, %5(s64)\n    G_STORE %1(s64), %6(p0) :: (store (s64))";
    check(
        &with_arguments(body),
        &[COPIES[0], COPIES[1], "%2:gpr = COPY %0", "SD %1, %2, 2040 :: (store (s64))"],
    );
}

#[test]
fn an_offset_beyond_12_bits_is_added_before() {
    let body = "    %2:_(p0) = G_INTTOPTR %0(s64)\n    %3:_(s64) = G_CONSTANT i64 2040\n    %4:_(p0) = G_PTR_ADD %2, %3(s64)\n    %5:_(s64) = G_CONSTANT i64 8\n    %6:_(p0) = G_PTR_ADD %4, %5(s64)\n    G_STORE %1(s64), %6(p0) :: (store (s64))";
    let lines = selected("", &with_arguments(body)).unwrap();
    assert_eq!(lines.last().unwrap(), "SD %1, %4, 8 :: (store (s64))");
    assert!(lines.contains(&"%4:gpr = ADDI %2, 2040".to_string()), "{lines:?}");
}

#[test]
fn a_load_for_a_float_goes_to_its_bank() {
    let body = "    %2:_(p0) = G_INTTOPTR %0(s64)\n    %3:_(s64) = G_LOAD %2(p0) :: (load (s64))\n    %4:_(s64) = COPY $f10_d\n    %5:_(s64) = G_FADD %3, %4\n    $f10_d = COPY %5(s64)";
    let lines = selected("", &with_arguments(body)).unwrap();
    assert!(lines.contains(&"%3:fpr64 = FLD %2, 0 :: (load (s64))".to_string()), "{lines:?}");
}

#[test]
fn a_value_in_the_wrong_bank_is_moved() {
    let body = "    %2:_(s64) = G_ADD %0, %1\n    %3:_(s64) = G_FNEG %2\n    $f10_d = COPY %3(s64)";
    let lines = selected("", &with_arguments(body)).unwrap();
    assert!(lines.iter().any(|l| l.contains("FMV_D_X %4")), "{lines:?}");
}

#[test]
fn a_byte_is_loaded_as_it_is_extended() {
    let load = "    %2:_(p0) = G_INTTOPTR %0(s64)\n    %3:_(s64) = G_LOAD %2(p0) :: (load (s8))\n";
    let signed = format!("{load}    %4:_(s64) = G_SEXT_INREG %3, 8\n    $x10 = COPY %4(s64)");
    let zero = format!(
        "{load}    %5:_(s64) = G_CONSTANT i64 255\n    %4:_(s64) = G_AND %3, %5\n    $x10 = COPY %4(s64)"
    );
    for (body, load) in [(signed, "LB"), (zero, "LBU")] {
        let lines = selected("", &with_arguments(&body)).unwrap();
        assert!(lines.contains(&format!("%3:gpr = {load} %2, 0 :: (load (s8))")), "{lines:?}");
        assert!(lines.contains(&"%4:gpr = COPY %3".to_string()), "{lines:?}");
    }
}

#[test]
fn extensions_of_the_subtarget_are_used_where_they_are() {
    let body = "    %2:_(s64) = G_CONSTANT i64 3\n    %3:_(s64) = G_SHL %1, %2(s64)\n    %4:_(s64) = G_ADD %0, %3\n    $x10 = COPY %4(s64)";
    let lines = selected("+zba", &with_arguments(body)).unwrap();
    assert!(lines.contains(&"%4:gpr = SH3ADD %1, %0".to_string()), "{lines:?}");
    let lines = selected("", &with_arguments(body)).unwrap();
    assert!(lines.contains(&"%4:gpr = ADD %0, %3".to_string()), "{lines:?}");
}

#[test]
fn instructions_without_a_rule_are_errors() {
    let body = "    %2:_(s64) = G_UADDSAT %0, %1\n    $x10 = COPY %2(s64)";
    let error = selected("", &with_arguments(body)).unwrap_err();
    assert_eq!(error.message, "cannot select");
    assert!(error.instruction.contains("G_UADDSAT %0"), "{error}");
}

/// MIR after the legalizer is checked against the features again.
#[test]
fn atomic_operations_on_bytes_are_selected_with_their_extensions_only() {
    let add =
        "    %2:_(s64) = G_ATOMICRMW_ADD %3(p0), %1 :: (load store acquire (s8))\n    $x10 = COPY %2(s64)";
    let exchange = "    %2:_(s64) = G_ATOMIC_CMPXCHG %3(p0), %1, %1 :: (load store release monotonic (s16))\n    $x10 = COPY %2(s64)";
    let with_pointer = |body: &str| with_arguments(&format!("    %3:_(p0) = COPY $x10\n{body}"));
    for (body, features, name) in
        [(add, "+zabha", "AMOADD_B_AQ "), (exchange, "+zabha,+zacas", "AMOCAS_H_RL ")]
    {
        let lines = selected(features, &with_pointer(body)).unwrap();
        assert!(lines.iter().any(|line| line.contains(name)), "{lines:?}");
        for without in ["", "+zacas"] {
            assert!(selected(without, &with_pointer(body)).is_err(), "{body} with '{without}'");
        }
    }
}
