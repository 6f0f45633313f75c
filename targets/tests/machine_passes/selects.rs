//! RISC-V's selects that become branches.

use super::{SSA, after, count, target};
use gisel_targets::riscv::passes::select_branches;

type Blocks = Vec<(String, Vec<String>)>;

fn branches(lines: &str) -> Blocks {
    let body = format!(
        "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11, $f10_d, $f11_d
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    %2:fpr64 = COPY $f10_d
    %3:fpr64 = COPY $f11_d
{lines}    PseudoBR %bb.1
  bb.1:
    %20:gpr = PHI %9, %bb.0
    $x10 = COPY %20
    PseudoRET implicit $x10
"
    );
    after(SSA, &body, |mf| select_branches::run(mf, &target()))
}

#[test]
fn a_value_that_only_a_select_reads_is_computed_if_it_is_selected() {
    let sum = "    %4:gpr = ADD %0, %1\n    %9:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4, %1\n";
    let blocks = branches(sum);
    assert_eq!(blocks.len(), 4, "{blocks:?}");
    assert_eq!(blocks[0].1[4..], ["BGE %0, %1, %bb.3", "PseudoBR %bb.2"]);
    assert_eq!(blocks[1].1, ["%4:gpr = ADD %0, %1", "PseudoBR %bb.3"]);
    assert_eq!(blocks[2].1, ["%9:gpr = PHI %4, %bb.2, %1, %bb.0", "PseudoBR %bb.1"]);
    // The phi of the next block names the new predecessor.
    assert_eq!(blocks[3].1[0], "%20:gpr = PHI %9, %bb.3");
    let other = sum.replace("%4, %1\n", "%1, %4\n");
    let blocks = branches(&other);
    assert_eq!(blocks[0].1[4], "BLT %0, %1, %bb.3");
    assert_eq!(blocks[2].1[0], "%9:gpr = PHI %4, %bb.2, %1, %bb.0");
}

#[test]
fn a_shared_value_stays() {
    let twice = "    %4:gpr = ADD %0, %1\n    %5:gpr = ADD %4, %0\n    %9:gpr = Select_GPR_Using_CC_GPR %5, %1, 2, %4, %1\n";
    assert_eq!(branches(twice).len(), 2);
    let loaded =
        "    %4:gpr = LD %0, 8 :: (load (s64))\n    %9:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4, %1\n";
    assert_eq!(branches(loaded).len(), 2);
    let constant = "    %4:gpr = ADDI $x0, 5\n    %9:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4, %1\n";
    assert_eq!(branches(constant).len(), 2);
}

#[test]
fn a_select_for_a_value_of_a_later_select_is_skipped_with_it() {
    let first = "    %4:gpr = ADD %0, %1\n    %5:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4, %1\n";
    let second = "    %6:gpr = ADDI %5, 3\n    %9:gpr = Select_GPR_Using_CC_GPR %1, $x0, 1, %6, %1\n";
    let blocks = branches(&format!("{first}{second}"));
    assert_eq!(blocks.len(), 4, "{blocks:?}");
    assert_eq!((count(&blocks, "BEQ %1, $x0, %bb.3"), count(&blocks, "Select_GPR")), (1, 1), "{blocks:?}");
    // It is read elsewhere too.
    let third = "    %7:gpr = ADD %5, %9\n    $x10 = COPY %7\n";
    assert_eq!(branches(&format!("{first}{second}{third}")).len(), 6);
}

#[test]
fn selects_of_one_condition_share_a_branch() {
    let two = "    %9:gpr = Select_GPR_Using_CC_GPR %0, %1, 4, $x0, %1
    %5:fpr64 = Select_FPR64_Using_CC_GPR %0, %1, 4, %2, %3
    FSD %5, %0, 0 :: (store (s64))
";
    let blocks = branches(two);
    assert_eq!((count(&blocks, "BGEU"), count(&blocks, "PHI")), (1, 3), "{blocks:?}");
    // A phi has no operand that is the zero register.
    assert_eq!(count(&blocks, "COPY $x0"), 1, "{blocks:?}");
    // The second condition differs.
    assert_eq!(branches(&two.replacen("%0, %1, 4", "%0, %1, 5", 1)).len(), 2);
    // The second select reads the first one's result.
    let chain = two.replace("FPR64_Using_CC_GPR %0, %1, 4, %2, %3", "GPR_Using_CC_GPR %0, %1, 4, %9, %0");
    let chain = chain.replace("%5:fpr64", "%5:gpr").replace("FSD", "SD");
    assert_eq!(branches(&chain).len(), 2);
}

/// The next value of a phi is computed from it in two ways.
#[test]
fn a_value_that_would_be_copied_has_a_block_too() {
    let loop_of = |odd: &str, even: &str| {
        let body = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %5:gpr = PHI %0, %bb.0, %9, %bb.1
    %6:gpr = ANDI %5, 1
    %7:gpr = SLLI {odd}, 1
    %8:gpr = ADDI %7, 1
    %4:gpr = SRAI {even}, 1
    %9:gpr = Select_GPR_Using_CC_GPR %6, $x0, 1, %8, %4
    BNE %9, %1, %bb.1
    PseudoBR %bb.2
  bb.2:
    $x10 = COPY %9
    PseudoRET implicit $x10
"
        );
        after(SSA, &body, |mf| select_branches::run(mf, &target()))
    };
    let blocks = loop_of("%5", "%5");
    assert_eq!(blocks.len(), 6, "{blocks:?}");
    assert_eq!(blocks[1].1[3..], ["BEQ %6, $x0, %bb.5", "PseudoBR %bb.3"]);
    assert_eq!(blocks[2].1, ["%8:gpr = ADDI %7, 1", "PseudoBR %bb.4"]);
    assert_eq!(blocks[3].1, ["%4:gpr = SRAI %5, 1", "PseudoBR %bb.4"]);
    assert_eq!(blocks[4].1[0], "%9:gpr = PHI %8, %bb.3, %4, %bb.5");
    // The phi's register is free for the result, or the result is another value's.
    for (odd, even) in [("%1", "%5"), ("%5", "%1")] {
        assert_eq!(loop_of(odd, even).len(), 5);
    }
}

#[test]
fn halves_of_pairs_are_no_operands_of_phis() {
    let pair = "    %4:gprpair = REG_SEQUENCE %0, %subreg.sub_gpr_even, %1, %subreg.sub_gpr_odd
    %9:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4.sub_gpr_even, %1
    %5:gpr = Select_GPR_Using_CC_GPR %0, %1, 2, %4.sub_gpr_odd, %0
    SD %5, %0, 0 :: (store (s64))
";
    assert_eq!(branches(pair).len(), 2);
    // Selects of whole registers would share a branch.
    let whole = pair.replace("%4.sub_gpr_even", "%0").replace("%4.sub_gpr_odd", "%1");
    assert_eq!(branches(&whole).len(), 4);
}
