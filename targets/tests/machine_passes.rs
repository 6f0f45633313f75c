//! The passes between selection and emission that -O1 and -O2 add, each on the smallest function
//! that shows it.

mod after_pass;
#[path = "machine_passes/branches.rs"]
mod branches;
#[path = "machine_passes/interleaved.rs"]
mod interleaved;
#[path = "machine_passes/pointers.rs"]
mod pointers;
#[path = "machine_passes/post_increment.rs"]
mod post_increment;
#[path = "machine_passes/post_ra.rs"]
mod post_ra;
#[path = "machine_passes/selects.rs"]
mod selects;

use after_pass::after_pass;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::passes::post_ra::block_placement;
use gisel_codegen::passes::pre_ra::loop_reduce;
use gisel_codegen::passes::pre_ra::machine_cse;
use gisel_codegen::passes::pre_ra::machine_licm;
use gisel_codegen::passes::pre_ra::machine_sink;
use gisel_codegen::passes::pre_ra::peephole_optimizer;
use gisel_codegen::passes::pre_ra::phi_constants;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::passes::address_steps::AddressSteps;
use gisel_targets::riscv::passes::opt_w_instrs;
use gisel_targets::riscv::target::RiscvTarget;

fn target() -> RiscvTarget {
    RiscvTarget::new("", "").expect("rv64gc")
}

const SSA: &str = "isSSA: true\ntracksRegLiveness: true\n";

const PHYSICAL: &str = "tracksRegLiveness: true\n";

fn after(header: &str, body: &str, pass: fn(&mut MachineFunction)) -> Vec<(String, Vec<String>)> {
    after_pass(&target(), header, body, pass)
}

/// Returns the number of instructions in the function that contain `part`.
fn count(blocks: &[(String, Vec<String>)], part: &str) -> usize {
    blocks.iter().flat_map(|b| &b.1).filter(|line| line.contains(part)).count()
}

#[test]
fn copies_of_virtual_registers_go() {
    let body = "  bb.0:
    liveins: $x10
    %0:gpr = COPY $x10
    %1:gpr = COPY %0
    %2:gpr = COPY %1
    %3:gpr = ADDI %2, 1
    $x10 = COPY %3
    PseudoRET implicit $x10
";
    let blocks = after(SSA, body, |mf| peephole_optimizer::run(mf, &target()));
    assert_eq!(
        blocks[0].1,
        ["%0:gpr = COPY $x10", "%3:gpr = ADDI %0, 1", "$x10 = COPY %3", "PseudoRET implicit $x10"]
    );
}

/// Returns the instructions of a block of AArch64 code before register allocation, after a pass.
fn after_aarch64(body: &str, pass: fn(&mut MachineFunction)) -> Vec<String> {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let text = format!(
        "  bb.0:
    liveins: $x0, $x1
    %0:gpr64 = COPY $x0
    %1:gpr32 = COPY $w1
{body}    RET undef $lr
"
    );
    after_pass(&target, SSA, &text, pass).remove(0).1
}

#[test]
fn parts_of_registers_are_read_where_they_are() {
    let body = "    %2:gpr32 = COPY %0.sub_32
    %3:gpr32 = ADDWrr %2, %1
    %4:gpr64 = SUBREG_TO_REG 0, %3, %subreg.sub_32
    STRXui %4, %0, 0 :: (store (s64))
";
    let pass = |mf: &mut _| peephole_optimizer::run(mf, &AArch64Target::new("", "").expect("armv8-a"));
    let lines = after_aarch64(&body.replace("%4, %0, 0", "%4, $sp, 0"), pass);
    assert!(lines.contains(&"%3:gpr32 = ADDWrr %0.sub_32, %1".to_string()), "{lines:?}");
    assert_eq!(lines.len(), 6, "{lines:?}");
    // A register that is tied to the result is copied.
    let tied = "    %2:gpr32 = COPY %0.sub_32
    %3:gpr32 = BFMWri %2, %1, 4, 7
    STRWui %3, $sp, 0 :: (store (s32))
";
    let lines = after_aarch64(tied, pass);
    assert!(lines.contains(&"%3:gpr32 = BFMWri %2, %1, 4, 7".to_string()), "{lines:?}");
}

#[test]
fn widened_values_are_in_the_wide_register() {
    let pass = |mf: &mut _| peephole_optimizer::run(mf, &AArch64Target::new("", "").expect("armv8-a"));
    let body = "    %2:fpr64 = LDRDui $sp, 0 :: (load (s64))
    %3:fpr64 = FADDDrr %2, %2, implicit $fpcr
    %4:fpr128 = SUBREG_TO_REG 0, %2, %subreg.dsub
    %5:fpr128 = SUBREG_TO_REG 0, %2, %subreg.dsub
    %6:fpr128 = FADDv2f64 %4, %5, implicit $fpcr
    STRQui %6, $sp, 1 :: (store (s128))
    STRDui %2, $sp, 0 :: (store (s64))
";
    let lines = after_aarch64(body, pass);
    assert!(lines[3].starts_with("%4:fpr128 = SUBREG_TO_REG 0, %2"), "{lines:?}");
    assert!(lines[4].contains("FADDDrr %4.dsub, %4.dsub"), "{lines:?}");
    assert!(lines[5].contains("FADDv2f64 %4, %4") && lines[7].starts_with("STRDui %4.dsub"), "{lines:?}");
    // A call preserves only the narrow register; and a phi reads no sub-registers.
    let call = "    BL &g, csr_aarch64_aapcs, implicit-def $lr\n    STRDui";
    let lines = after_aarch64(&body.replace("    STRDui", call), pass);
    assert!(lines[3].contains("FADDDrr %2, %2") && lines[9].starts_with("STRDui %2"), "{lines:?}");
    let phi =
        body.replace("    STRDui %2", "    B %bb.1\n  bb.1:\n    %7:fpr64 = PHI %2, %bb.0\n    STRDui %7");
    let lines = after_aarch64(&phi.replace("    %2", "    successors: %bb.1\n    %2"), pass);
    assert!(lines[3].contains("FADDDrr %2, %2"), "{lines:?}");
}

#[test]
fn a_comparison_is_done_once_while_the_flags_stay() {
    let registers = "    $wzr = SUBSWrr %0.sub_32, %1, implicit-def $nzcv\n";
    let constant = "    $xzr = SUBSXri %5, 12, 0, implicit-def $nzcv\n";
    let body = |compare: &str, between: &str| {
        format!(
            "    %5:gpr64sp = COPY %0
{compare}    %2:gpr32 = CSELWr %1, %1, 3, implicit $nzcv
{between}{compare}    %3:gpr32 = CSELWr %2, %1, 3, implicit $nzcv
    STRWui %3, $sp, 0 :: (store (s32))
"
        )
    };
    for (compare, between, left) in [
        (registers, "", 1),
        (constant, "", 1),
        (constant, "    $xzr = SUBSXri %5, 13, 0, implicit-def $nzcv\n", 3),
        (registers, "    %4:gpr32 = ADDWrr %1, %2\n", 1),
        (registers, "    $wzr = SUBSWrr %2, %1, implicit-def $nzcv\n", 3),
        (registers, "    BL &g, csr_aarch64_aapcs, implicit-def $lr, implicit-def $nzcv\n", 2),
    ] {
        let lines = after_aarch64(&body(compare, between), |mf| {
            machine_cse::run(mf, &AArch64Target::new("", "").expect("armv8-a"))
        });
        let found = lines.iter().filter(|line| line.contains("SUBS")).count();
        assert_eq!(found, left, "{lines:?}");
    }
}

#[test]
fn loops_stay_together_and_what_ends_in_a_trap_comes_last() {
    let body = "  bb.0:
    successors: %bb.4, %bb.1
    liveins: $x10
    %0:gpr = COPY $x10
    BEQ %0, $x0, %bb.4
    PseudoBR %bb.1
  bb.1:
    successors: %bb.3
    PseudoBR %bb.3
  bb.2:
    PseudoRET
  bb.4:
    UNIMP
  bb.3:
    successors: %bb.1, %bb.2
    BNE %0, $x0, %bb.1
    PseudoBR %bb.2
";
    let blocks = after(SSA, body, |mf| block_placement::run(mf, &target()));
    let last = |n: usize| blocks[n].1.last().map(String::as_str);
    assert_eq!(blocks.len(), 5);
    assert_eq!(last(2), Some("PseudoBR %bb.2"), "{blocks:?}");
    assert!(blocks[2].1[0].starts_with("BNE"), "{blocks:?}");
    assert_eq!((last(3), last(4)), (Some("PseudoRET"), Some("UNIMP")), "{blocks:?}");
}

#[test]
fn values_are_computed_once_and_constants_where_a_copy_would_be() {
    let body = "  bb.0:
    successors: %bb.1, %bb.3
    liveins: $x10
    %0:gpr = COPY $x10
    %1:gpr = PseudoMovImm 123456789
    %2:gpr = ADDI $x0, 7
    %8:gpr = ADD %0, %2
    %9:gpr = ADD %0, %2
    BEQ %8, %9, %bb.3
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2
    %3:gpr = PseudoMovImm 123456789
    %4:gpr = ADDI $x0, 7
    %5:gpr = ADD %0, %2
    SD %3, %0, 0
    SD %4, %0, 8
    SD %5, %0, 16
    SD %1, %0, 24
    PseudoBR %bb.2
  bb.2:
    successors: %bb.3
    %6:gpr = ADDI $x0, 7
    %7:gpr = ADD %6, %0
    SD %7, %0, 32
    %10:gpr = ADDI $x0, 7
    SD %10, %0, 40
    PseudoCALL &f, implicit-def dead $x1
    %11:gpr = ADDI $x0, 7
    SD %11, %0, 48
    PseudoBR %bb.3
  bb.3:
    PseudoRET
";
    let blocks = after(SSA, body, |mf| machine_cse::run(mf, &target()));
    let expected = [
        ("PseudoMovImm", 1, "long constants are shared everywhere"),
        (" = ADD ", 1, "so is what takes an instruction, by the values of constants"),
        ("ADDI", 3, "constants are made anew in a block that is not the next, and after a call"),
        ("BEQ %8, %8", 1, "within a block"),
        ("SD %1, %0, 0", 1, "by the first"),
        ("SD %2, %0, 8", 1, "a constant in the next block"),
        ("SD %8, %0, 32", 1, "by the first, whose constant is another register"),
    ];
    for (text, times, why) in expected {
        assert_eq!(count(&blocks, text), times, "{text}: {why}: {blocks:?}");
    }
}

#[test]
fn loop_invariants_are_hoisted() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    %4:gpr = ADDIW %1, 0
    %5:gpr = LD %1, 0
    %3:gpr = SUB %2, %4
    %6:gpr = ADD %4, %1
    BLT %6, %5, %bb.1
    PseudoBR %bb.2
  bb.2:
    $x10 = COPY %3
    PseudoRET implicit $x10
";
    let blocks = after(SSA, body, |mf| machine_licm::run(mf, &target()));
    assert_eq!(blocks[0].1[2..4], ["%4:gpr = ADDIW %1, 0".to_string(), "%6:gpr = ADD %4, %1".to_string()]);
    // Memory may change, and so may the difference.
    assert_eq!(blocks[1].1.iter().filter(|l| l.contains("LD") || l.contains("SUB")).count(), 2);
}

#[test]
fn constants_leave_an_outer_loop_only_if_few_values_come_into_it() {
    for (count, home) in [(4, 0), (16, 1)] {
        let values: String = (0..count).map(|n| format!("    %1{n:02}:gpr = LD %0, {}\n", 8 * n)).collect();
        let stores: String = (0..count).map(|n| format!("    SD %1{n:02}, %0, {}\n", 8 * n)).collect();
        let body = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $x10
    %0:gpr = COPY $x10
{values}    PseudoBR %bb.1
  bb.1:
    successors: %bb.2
    PseudoBR %bb.2
  bb.2:
    successors: %bb.2, %bb.3
    %1:gpr = ADDI $x0, 7
    SD %1, %0, 0
    BNE %0, $x0, %bb.2
    PseudoBR %bb.3
  bb.3:
    successors: %bb.1, %bb.4
{stores}    BNE %0, $x0, %bb.1
    PseudoBR %bb.4
  bb.4:
    PseudoRET
"
        );
        let blocks = after(SSA, &body, |mf| machine_licm::run(mf, &target()));
        let found = blocks.iter().position(|block| block.1.iter().any(|line| line.contains("ADDI")));
        assert_eq!(found, Some(home), "{blocks:?}");
    }
}

#[test]
fn a_loop_with_calls_has_invariants_from_outside() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10
    %0:gpr = COPY $x10
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %1:gpr = PseudoMovImm 123456789
    %2:gpr = ADDI $x0, 7
    %3:gpr = ADDIW %0, 0
    SD %1, %0, 0
    SD %2, %0, 8
    %4:gpr = ADDI $x0, 9
    $x10 = COPY %4
    PseudoCALL &g, csr_ilp32d_lp64d, implicit-def $x1, implicit $x10
    BNE %3, $x0, %bb.1
    PseudoBR %bb.2
  bb.2:
    PseudoRET
";
    let blocks = after(SSA, body, |mf| machine_licm::run(mf, &target()));
    let hoisted = ["%1:gpr = PseudoMovImm 123456789", "%2:gpr = ADDI $x0, 7", "%3:gpr = ADDIW %0, 0"];
    assert_eq!(blocks[0].1[1..4], hoisted);
    // An argument would be copied instead.
    assert_eq!(blocks[1].1[2], "%4:gpr = ADDI $x0, 9");
}

#[test]
fn a_phi_takes_what_has_been_compared_with_its_constant() {
    let body = |predicate: &str| {
        format!(
            "  bb.0:
    successors: %bb.2, %bb.1
    liveins: $x10
    %0:_(s64) = COPY $x10
    %1:_(s64) = G_CONSTANT i64 7
    %2:_(s1) = G_ICMP intpred({predicate}), %0(s64), %1
    G_BRCOND %2(s1), %bb.2
    G_BR %bb.1
  bb.1:
    successors: %bb.2
    G_BR %bb.2
  bb.2:
    %3:_(s64) = G_PHI %1(s64), %bb.0, %1(s64), %bb.1
    $x10 = COPY %3(s64)
    PseudoRET implicit $x10
"
        )
    };
    let phi = |predicate: &str| {
        let blocks = after("isSSA: true\n", &body(predicate), phi_constants::run);
        blocks[2].1[0].clone()
    };
    assert_eq!(phi("eq"), "%3:_(s64) = G_PHI %0(s64), %bb.0, %1(s64), %bb.1");
    for other in ["ne", "ult"] {
        assert_eq!(phi(other), "%3:_(s64) = G_PHI %1(s64), %bb.0, %1(s64), %bb.1");
    }
}

const LEGAL: &str = "legalized: true\nisSSA: true\n";

#[test]
fn inputs_of_phis_are_extended_instead_of_results() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    %0:_(p0) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s64) = G_CONSTANT i64 1
    %3:_(s64) = G_LOAD %0(p0) :: (load (s32))
    G_BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:_(s64) = G_PHI %3(s64), %bb.0, %5(s64), %bb.1
    %5:_(s64) = G_ADD %4, %2
    %6:_(s64) = G_SEXT_INREG %4, 32
    %7:_(s64) = G_ICMP intpred(slt), %6(s64), %1
    G_BRCOND %7(s64), %bb.1
    G_BR %bb.2
  bb.2:
    PseudoRET
";
    let blocks = after(LEGAL, body, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!(count(&blocks, "G_SEXTLOAD"), 1, "{blocks:?}");
    assert_eq!(count(&blocks, "%5:_(s64) = G_SEXT_INREG"), 1);
    assert_eq!(count(&blocks, "G_ICMP intpred(slt), %4(s64), %1"), 1);
    // If the upper half of the sum is used, it cannot be changed.
    let seen = body.replace("  bb.2:\n", "  bb.2:\n    $x10 = COPY %5(s64)\n");
    let blocks = after(LEGAL, &seen, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!(count(&blocks, "%6:_(s64) = G_SEXT_INREG %4, 32"), 1, "{blocks:?}");
}

#[test]
fn loaded_words_are_extended_by_the_load_where_nobody_sees_the_upper_half() {
    let body = "  bb.0:
    liveins: $x10
    %0:_(p0) = COPY $x10
    %1:_(s64) = G_CONSTANT i64 1
    %2:_(s64) = G_CONSTANT i64 4294967295
    %3:_(s64) = G_SEXTLOAD %0(p0) :: (load (s32))
    %4:_(s64) = G_ADD %3, %1
    %5:_(s32) = G_TRUNC %4(s64)
    G_STORE %5(s32), %0(p0) :: (store (s32))
    %6:_(s64) = G_AND %3, %2
    $x10 = COPY %6(s64)
    PseudoRET implicit $x10
";
    let blocks = after(LEGAL, body, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!(count(&blocks, "%3:_(s64) = G_ZEXTLOAD"), 1, "{blocks:?}");
    assert_eq!((count(&blocks, "G_AND"), count(&blocks, "$x10 = COPY %3")), (0, 1), "{blocks:?}");
    let cases = [
        (
            "the sign is seen",
            body.replace(
                "    PseudoRET implicit $x10",
                "    $x11 = COPY %3(s64)\n    PseudoRET implicit $x10",
            ),
        ),
        ("other bits are kept", body.replace("4294967295", "4294967294")),
        ("so is a half-word", body.replace("load (s32)", "load (s16)")),
    ];
    for (why, body) in cases {
        let blocks = after(LEGAL, &body, |mf| opt_w_instrs::run(mf, &target()));
        assert_eq!((count(&blocks, "G_SEXTLOAD"), count(&blocks, "G_AND")), (1, 1), "{why}: {blocks:?}");
    }
}

#[test]
fn words_that_come_through_phis_are_loaded_with_zeros() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    %0:_(p0) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s64) = G_CONSTANT i64 4294967295
    %3:_(s64) = G_CONSTANT i64 17
    %4:_(s64) = G_SEXTLOAD %0(p0) :: (load (s32))
    G_BRCOND %1(s64), %bb.1
    G_BR %bb.2
  bb.1:
    successors: %bb.2
    %5:_(s64) = G_LOAD %0(p0) :: (load (s32))
    G_BR %bb.2
  bb.2:
    %6:_(s64) = G_PHI %4(s64), %bb.0, %5(s64), %bb.1
    %7:_(s64) = G_ICMP intpred(ult), %6(s64), %3
    %8:_(s64) = G_AND %6, %2
    $x10 = COPY %8(s64)
    $x11 = COPY %7(s64)
    PseudoRET implicit $x10, implicit $x11
";
    let blocks = after(LEGAL, body, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!((count(&blocks, "G_ZEXTLOAD"), count(&blocks, "G_AND")), (2, 0), "{blocks:?}");
    let cases = [
        ("signs are compared", body.replace("(ult)", "(slt)")),
        ("the number is extended by its sign", body.replace("i64 17", "i64 -17")),
        (
            "one is a half-word",
            body.replace("G_LOAD %0(p0) :: (load (s32))", "G_LOAD %0(p0) :: (load (s16))"),
        ),
    ];
    for (why, body) in cases {
        let blocks = after(LEGAL, &body, |mf| opt_w_instrs::run(mf, &target()));
        assert_eq!((count(&blocks, "G_ZEXTLOAD"), count(&blocks, "G_AND")), (0, 1), "{why}: {blocks:?}");
    }
}

#[test]
fn extensions_whose_upper_half_nobody_sees_are_erased() {
    let body = "  bb.0:
    liveins: $x10, $x11
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s64) = G_CONSTANT i64 65535
    %3:_(s64) = G_ADD %0, %1
    %4:_(s64) = G_SEXT_INREG %3, 32
    %5:_(s64) = G_MUL %4, %1
    %6:_(s64) = G_AND %5, %2
    $x10 = COPY %6(s64)
    PseudoRET implicit $x10
";
    let blocks = after(LEGAL, body, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!((count(&blocks, "G_SEXT_INREG"), count(&blocks, "G_MUL %3, %1")), (0, 1), "{blocks:?}");
    // A value truncated to a word may be extended again, which is free now.
    let truncated = body.replace("    %6:", "    %7:_(s32) = G_TRUNC %5(s64)\n    %6:");
    for kept in [body.replace("i64 65535", "i64 -2"), truncated] {
        let blocks = after(LEGAL, &kept, |mf| opt_w_instrs::run(mf, &target()));
        assert_eq!(count(&blocks, "G_SEXT_INREG"), 1, "{blocks:?}");
    }
}

#[test]
fn values_are_sunk_to_the_only_successor_that_reads_them() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    %2:gpr = ADDI %0, 7
    %3:gpr = ADDI %0, 8
    BEQ %1, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    %4:gpr = ADD %1, %2
    $x10 = COPY %4
    $x11 = COPY %3
    PseudoRET implicit $x10, implicit $x11
  bb.2:
    $x10 = COPY %3
    PseudoRET implicit $x10
";
    let blocks = after(SSA, body, |mf| machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1[2..], ["%3:gpr = ADDI %0, 8", "BEQ %1, $x0, %bb.2", "PseudoBR %bb.1"]);
    assert_eq!(blocks[1].1[..2], ["%2:gpr = ADDI %0, 7", "%4:gpr = ADD %1, %2"]);
}

#[test]
fn the_next_value_of_a_phi_is_computed_after_its_uses() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    %3:gpr = ADDI %2, 1
    %4:gpr = LBU %2, 1
    SB %1, %2, 0
    BNE %4, $x0, %bb.1
    PseudoBR %bb.2
  bb.2:
    PseudoRET
";
    let blocks = after(SSA, body, |mf| machine_sink::run(mf, &target()));
    assert_eq!(blocks[1].1[1..4], ["%4:gpr = LBU %2, 1", "SB %1, %2, 0", "%3:gpr = ADDI %2, 1"]);
}

/// Returns a loop that counts from zero to a bound below 2³², with these instructions before and
/// after the increment.
fn counting(before: &str, after: &str) -> String {
    format!(
        "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11, $x12
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    %20:gpr = COPY $x12
    %2:gpr = ADDI $x0, 0
    %3:gpr = ADDIW %1, 0
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:gpr = PHI %2, %bb.0, %8, %bb.1
{before}    %8:gpr = ADDI %4, 1
{after}    BNE %8, %3, %bb.1
    PseudoBR %bb.2
  bb.2:
    PseudoRET
"
    )
}

/// Returns a loop that loads and stores words.
fn copying() -> String {
    let work = "    %5:gpr = SLLI %4, 2
    %6:gpr = ADD %0, %5
    %7:gpr = LW %6, 0 :: (load (s32))
    SW %7, %6, 4 :: (store (s32))
";
    counting(work, "")
}

#[test]
fn a_pointer_takes_the_place_of_a_counter() {
    let reduced = |body: &str| {
        after(SSA, body, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }))
    };
    let blocks = reduced(&copying());
    assert_eq!(blocks[1].1.len(), 6, "{blocks:?}");
    assert_eq!(
        (count(&blocks, "PHI"), count(&blocks, "SLLI"), count(&blocks, "ADDI ")),
        (1, 1, 1),
        "{blocks:?}"
    );
    // A bound of any size is only shifted if accesses fault before others wrap around to it.
    let any = copying().replace("ADDIW %1, 0", "ADDI %1, 1");
    let blocks = reduced(&any);
    assert_eq!((count(&blocks, "PHI"), blocks[1].1.len()), (1, 6), "{blocks:?}");
    let elsewhere = any.replace("LW %6, 0", "LW %0, 0").replace("SW %7, %6, 4", "SW %6, %0, 4");
    for kept in [any.replace("(load (s32))", "(volatile load (s32))"), elsewhere] {
        let blocks = reduced(&kept);
        assert_eq!((count(&blocks, "PHI"), blocks[1].1.len()), (2, 8), "{blocks:?}");
    }
    // A pointer besides the counter saves nothing for one addition.
    let plain = copying().replace("SLLI %4, 2", "ADDI %4, 4").replace("ADD %0, %5", "ADD %0, %4");
    let plain = plain.replace("SW %7, %6, 4", "SW %5, %6, 4");
    assert_eq!(count(&reduced(&plain), "PHI"), 1);
    // The final value of a multiple is a product.
    let multiple = copying().replace("ADD %0, %5", "ADD %4, %5");
    assert_eq!(reduced(&multiple)[1].1.len(), 6);
    let steps = |mf: &mut _| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: false });
    assert_eq!(after(SSA, &multiple, steps)[1].1.len(), 8);
}

#[test]
fn addresses_at_a_constant_distance_share_a_pointer() {
    let body = copying().replace("SW %7, %6, 4", "%30:gpr = ADD %29, %5\n    SW %7, %30, 0");
    let body =
        body.replace("    %2:gpr = ADDI $x0, 0\n", "    %2:gpr = ADDI $x0, 0\n    %29:gpr = ADDI %0, 960\n");
    let blocks = after(SSA, &body, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }));
    assert_eq!((count(&blocks, "PHI"), count(&blocks, ", 960")), (1, 1), "{blocks:?}");
    // Only the store has the distance; the other base is erased.
    assert!(blocks[1].1.iter().any(|line| line.contains("SW") && line.contains(", 960")), "{blocks:?}");
}

#[test]
fn selects_of_truncated_registers_are_widened() {
    let body = "  bb.0:
    liveins: $x10
    %0:_(s64) = COPY $x10
    %1:_(s64) = G_SEXT_INREG %0, 32
    %2:_(s32) = G_TRUNC %1
    %3:_(s64) = G_CONSTANT i64 7
    %4:_(s32) = G_TRUNC %3
    %5:_(s32) = G_SELECT %0, %2, %4
    %6:_(s64) = G_ANYEXT %5
    %7:_(s64) = G_SEXT_INREG %6, 32
    $x10 = COPY %7
    PseudoRET implicit $x10
";
    let blocks = after(LEGAL, body, |mf| opt_w_instrs::run(mf, &target()));
    assert_eq!((count(&blocks, "G_SEXT_INREG"), count(&blocks, "G_ANYEXT")), (1, 0), "{blocks:?}");
    assert_eq!(count(&blocks, "G_SELECT %0(s64), %1, %3"), 1, "{blocks:?}");
}

#[test]
fn a_pointer_takes_the_place_of_a_product() {
    let body = copying().replace("SLLI %4, 2", "MUL %4, %1").replace("ADD %0, %5", "ADD %9, %0");
    let body = body.replace("    %6:gpr", "    %9:gpr = SLLI %5, 2\n    %6:gpr");
    let blocks = after(SSA, &body, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }));
    assert_eq!((count(&blocks, "MUL"), count(&blocks, "PHI")), (0, 2), "{blocks:?}");
    assert_eq!(blocks[0].1.iter().filter(|line| line.contains("SLLI %1, 2")).count(), 1, "{blocks:?}");
    // A square is no add-recurrence.
    let changing = body.replace("MUL %4, %1", "MUL %4, %4");
    let blocks =
        after(SSA, &changing, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }));
    assert_eq!(count(&blocks, "MUL"), 1, "{blocks:?}");
}

#[test]
fn a_phi_that_follows_a_counter_is_a_pointer_too() {
    let follower = "    %2:gpr = ADDI $x0, 0\n    %10:gpr = ADDI $x0, 1\n";
    let body = copying()
        .replace("    %2:gpr = ADDI $x0, 0\n", follower)
        .replace("PHI %2, %bb.0, %8", "PHI %10, %bb.0, %8");
    let body =
        body.replace("    %5:gpr = SLLI %4", "    %11:gpr = PHI %2, %bb.0, %4, %bb.1\n    %5:gpr = SLLI %11");
    let reduced = |body: &str| {
        after(SSA, body, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }))
    };
    let blocks = reduced(&body);
    assert_eq!((count(&blocks, "PHI"), blocks[1].1.len()), (1, 6), "{blocks:?}");
    // A value with another start is not the previous iteration's.
    let other = body.replace("%10:gpr = ADDI $x0, 1", "%10:gpr = ADDI $x0, 2");
    assert_eq!((count(&reduced(&other), "PHI"), count(&reduced(&other), "SLLI")), (2, 1));
}
