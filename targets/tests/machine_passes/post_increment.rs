//! `loop-reduce` for AArch64, whose accesses have an index and post-increment pointers.

use super::{SSA, count};
use crate::after_pass::after_pass;
use gisel_codegen::passes::pre_ra::loop_reduce;
use gisel_targets::aarch64::passes::address_steps::AddressSteps;
use gisel_targets::aarch64::target::AArch64Target;

type Blocks = Vec<(String, Vec<String>)>;

fn reduced(body: &str) -> Blocks {
    let target = AArch64Target::new("", "").expect("armv8-a");
    after_pass(&target, SSA, body, |mf| {
        loop_reduce::run(mf, &AArch64Target::new("", "").expect("armv8-a"), &AddressSteps);
    })
}

/// Returns a loop with these instructions between its phis and its test.
fn counting(work: &str) -> String {
    format!(
        "  bb.0:
    successors: %bb.1
    liveins: $x0, $x1, $x2, $x3
    %0:gpr64common = COPY $x0
    %1:gpr64common = COPY $x1
    %2:gpr64 = COPY $x2
    %3:gpr64common = COPY $x3
    %4:gpr64 = MOVi64imm 0
    B %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %5:gpr64common = PHI %4, %bb.0, %6, %bb.1
{work}    %6:gpr64common = ADDXri %5, 2, 0
    $xzr = SUBSXrr %6, %2, implicit-def $nzcv
    Bcc 1, %bb.1, implicit $nzcv
    B %bb.2
  bb.2:
    RET_ReallyLR
"
    )
}

const COPYING: &str = "    %7:gpr64 = LDRXroX %0, %5, 0, 1 :: (load (s64))
    STRXroX %7, %1, %5, 0, 1 :: (store (s64))
";

#[test]
fn pointers_move_on_by_accesses_and_the_counter_counts_down() {
    let blocks = reduced(&counting(COPYING));
    assert_eq!((count(&blocks, "roX"), count(&blocks, "SUBSXrr"), count(&blocks, "PHI")), (0, 0, 3));
    assert_eq!((count(&blocks, "SUBSXri"), count(&blocks, ", 16, 0")), (1, 2), "{blocks:?}");
    // The phi of the remaining count starts with the bound, as the counter started with zero.
    assert!(blocks[1].1.iter().any(|line| line.contains("PHI %2, %bb.0")), "{blocks:?}");
    let other_start =
        counting(COPYING).replace("MOVi64imm 0", "ADDXri %3, 1, 0").replace("%4:gpr64 ", "%4:gpr64common ");
    let blocks = reduced(&other_start);
    assert_eq!(
        (count(&blocks, "SUBXrr"), count(&blocks, "ADDXrs"), blocks[0].1.len()),
        (1, 2, 9),
        "{blocks:?}"
    );
}

#[test]
fn counters_that_are_needed_stay() {
    let same = |body: &str| {
        let blocks = reduced(body);
        assert_eq!((count(&blocks, "roX"), count(&blocks, "PHI")), (2, 1), "{blocks:?}");
    };
    // Another use, a test for less, flags with another reader, and a variable bound.
    same(&counting(COPYING).replace("RET_ReallyLR", "STRXui %6, %0, 0 :: (store (s64))\n    RET_ReallyLR"));
    same(&counting(COPYING).replace("Bcc 1", "Bcc 3"));
    let select = "    %9:gpr64 = CSELXr %0, %1, 11, implicit $nzcv\n    Bcc 1";
    same(&counting(COPYING).replace("    Bcc 1", select));
    same(&counting(COPYING).replace("SUBSXrr %6, %2", "SUBSXrr %6, %7"));
}

#[test]
fn computed_addresses_become_pointers() {
    // One pointer for both, as `5 | 1` is `5 + 1` for an even 5; it holds the address of the last
    // access.
    let work = "    %7:gpr64common = ORRXri %5, 4096
    %8:gpr64common = ADDXrs %0, %7, 3
    %9:gpr64common = ADDXrs %0, %5, 3
    %10:fpr64 = LDRDui %8, 1 :: (load (s64))
    STRDui %10, %9, 0 :: (store (s64))
";
    let blocks = reduced(&counting(work));
    assert_eq!((count(&blocks, "ADDXrs"), count(&blocks, "ORRXri"), count(&blocks, "PHI")), (0, 0, 2));
    assert_eq!((count(&blocks, "LDRDui"), count(&blocks, ", 2 :: ")), (1, 1), "{blocks:?}");
    // The index is not even if it starts with another number.
    let odd = counting(work).replace("MOVi64imm 0", "MOVi64imm 1");
    assert_eq!(count(&reduced(&odd), "ORRXri"), 1);
    // A product with an invariant steps by the invariant, as the counter steps by one.
    let product = "    %7:gpr64 = MADDXrrr %5, %3, $xzr
    %8:gpr64common = ADDXrs %0, %7, 3
    %10:fpr64 = LDRDui %8, 0 :: (load (s64))
    STRDroX %10, %1, %5, 0, 1 :: (store (s64))
";
    let blocks = reduced(&counting(product));
    assert_eq!(count(&blocks, "MADDXrrr"), 0, "{blocks:?}");
    assert!(blocks[0].1.iter().any(|line| line.ends_with("UBFMXri %3, 60, 59")), "{blocks:?}");
    // If the counter does not start with 0, one instruction adds the first product to the base.
    let bytes = product.replace("ADDXrs %0, %7, 3", "ADDXrr %0, %7");
    let blocks = reduced(&counting(&bytes).replace("MOVi64imm 0", "MOVi64imm 5"));
    let adds = |line: &&String| line.contains("MADDXrrr") && line.ends_with("%0");
    assert_eq!(blocks[0].1.iter().filter(adds).count(), 1, "{blocks:?}");
    // The shifted value is the sum of the counter and an invariant.
    let sum = "    %7:gpr64common = ADDXrr %5, %3
    %8:gpr64common = ADDXrs %0, %7, 3
    %10:fpr64 = LDRDui %8, 0 :: (load (s64))
    STRDroX %10, %1, %7, 0, 1 :: (store (s64))
";
    let blocks = reduced(&counting(sum));
    assert_eq!(
        (count(&blocks, "ADDXrr"), count(&blocks, "ADDXrs %0, %3, 3"), blocks[1].1.len()),
        (0, 1, 10),
        "{blocks:?}"
    );
}

#[test]
fn loops_may_have_several_entries() {
    let entry = "    CBZX %3, %bb.3
    B %bb.1
  bb.3:
    successors: %bb.1
    $x9 = COPY %2
    B %bb.1
  bb.1:";
    let body = counting(COPYING).replacen("    B %bb.1\n  bb.1:", entry, 1);
    let body = body.replacen("successors: %bb.1\n", "successors: %bb.3, %bb.1\n", 1);
    let body = body.replace("PHI %4, %bb.0, ", "PHI %4, %bb.0, %4, %bb.3, ");
    let blocks = reduced(&body);
    assert_eq!((count(&blocks, "roX"), count(&blocks, ", %bb.3, ")), (0, 3), "{blocks:?}");
    // They start with the same number.
    let other = body.replace("%4, %bb.3, ", "%3, %bb.3, ");
    assert_eq!(count(&reduced(&other), "roX"), 2);
}

#[test]
fn reads_after_a_search_use_the_next_pointer() {
    let search = |after: &str| {
        format!(
            "  bb.0:
    successors: %bb.1
    liveins: $x0, $x1
    %0:gpr64common = COPY $x0
    %1:gpr64 = COPY $x1
    B %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr64common = PHI %0, %bb.0, %3, %bb.1
    %4:gpr64 = LDRXui %2, 0 :: (load (s64))
    %3:gpr64common = ADDXri %2, 8, 0
    $xzr = SUBSXrr %4, %1, implicit-def $nzcv
    Bcc 3, %bb.1, implicit $nzcv
    B %bb.2
  bb.2:
{after}    RET_ReallyLR
"
        )
    };
    let store = "    STRXui %3, %2, 0 :: (store (s64))\n";
    let blocks = reduced(&search(store));
    assert_eq!(blocks[2].1[0], "STURXi %3, %3, -8 :: (store (s64))", "{blocks:?}");
    let sum = "    %5:gpr64 = ADDXrr %2, %3\n    STRXui %5, $sp, 0 :: (store (s64))\n";
    let blocks = reduced(&search(sum));
    assert_eq!((count(&blocks, "SUBXri %3, 8, 0"), count(&blocks, "ADDXrr %6, %3")), (1, 1), "{blocks:?}");
    // The old value alone would also be live besides the next one at the branch.
    let blocks = reduced(&search("    STRXui %1, %2, 0 :: (store (s64))\n"));
    assert_eq!(blocks[2].1[0], "STURXi %1, %3, -8 :: (store (s64))");
}

#[test]
fn a_step_that_is_no_immediate_is_in_a_register() {
    let far = "    %7:gpr64common = ADDXrs %0, %5, 12
    STRXui %3, %7, 0 :: (store (s64))
    STRXui %3, %7, 1 :: (store (s64))
";
    let blocks = reduced(&counting(far));
    assert_eq!((count(&blocks, "ADDXrs"), count(&blocks, "MOVi64imm 8192")), (0, 1), "{blocks:?}");
    let near = far.replace("%5, 12", "%5, 10");
    assert_eq!(count(&reduced(&counting(&near)), "ADDXrs"), 0);
}
