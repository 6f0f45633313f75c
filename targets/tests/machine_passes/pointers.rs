//! `loop-reduce` for RISC-V, whose accesses have an offset but no index.

use super::after_pass::after_pass;
use super::{SSA, after, count, counting, target};
use gisel_codegen::passes::pre_ra::loop_reduce;
use gisel_targets::features::Request;
use gisel_targets::riscv::features::Subtarget;
use gisel_targets::riscv::passes::address_steps::AddressSteps;
use gisel_targets::riscv::target::RiscvTarget;

type Blocks = Vec<(String, Vec<String>)>;

fn reduced(body: &str) -> Blocks {
    after(SSA, body, |mf| loop_reduce::run(mf, &target(), &AddressSteps { multiplies: true }))
}

/// Returns a loop with these instructions before it, and with `work` in it.
fn with_preheader(before: &str, work: &str) -> String {
    let end = "    PseudoBR %bb.1\n  bb.1";
    counting(work, "").replacen(end, &format!("{before}{end}"), 1)
}

/// Returns the number of lines of the loop that contain `text`.
fn in_loop(blocks: &Blocks, text: &str) -> usize {
    blocks[1].1.iter().filter(|line| line.contains(text)).count()
}

const NEIGHBOURS: &str = "    %5:gpr = SLLI %4, 2
    %6:gpr = ADD %0, %5
    %7:gpr = LW %6, 0 :: (load (s32))
    %9:gpr = SLLI %8, 2
    %10:gpr = ADD %0, %9
    SW %7, %10, 0 :: (store (s32))
";

#[test]
fn addresses_that_differ_by_a_number_share_a_pointer() {
    let blocks = reduced(&counting("", NEIGHBOURS));
    assert_eq!((count(&blocks, "PHI"), blocks[1].1.len()), (1, 6), "{blocks:?}");
    assert_eq!((in_loop(&blocks, "LW"), in_loop(&blocks, ", 4 :: (store")), (1, 1), "{blocks:?}");
    // The pointer serves an access without an offset; a second such value takes an addition.
    let stored = NEIGHBOURS.replace("SW %7, %10, 0", "SW %10, %6, 0");
    let blocks = reduced(&counting("", &stored));
    assert_eq!((count(&blocks, "PHI"), in_loop(&blocks, "ADDI")), (1, 1), "{blocks:?}");
    let both = stored + "    SW %6, %6, 0 :: (store (s32))\n";
    let blocks = reduced(&counting("", &both));
    assert_eq!((count(&blocks, "PHI"), in_loop(&blocks, "ADDI")), (1, 2), "{blocks:?}");
    // If only the next value is used, the pointer starts one step ahead.
    let ahead = NEIGHBOURS.replace("SLLI %4, 2", "SLLI %8, 2");
    let blocks = reduced(&counting("", &ahead));
    assert_eq!((count(&blocks, "PHI"), count(&blocks, "ADDI %0, 4")), (1, 1), "{blocks:?}");
    assert_eq!((in_loop(&blocks, ", 0 :: (load"), in_loop(&blocks, ", 0 :: (store")), (1, 1), "{blocks:?}");
    // Offsets out of range are not folded.
    let far = NEIGHBOURS.replace("SLLI %8, 2", "SLLI %8, 12");
    assert_eq!(in_loop(&reduced(&counting("", &far)), "SLLI"), 1);
}

#[test]
fn bases_that_differ_by_a_number_share_a_pointer() {
    let bases = "    %30:gpr = ADDI %0, 1035
    %31:gpr = PseudoMovImm 2070
    %32:gpr = ADD %0, %31
";
    let work = "    %5:gpr = ADD %0, %4
    SB %4, %5, 0 :: (store (s8))
    %6:gpr = ADD %30, %4
    SB %4, %6, 0 :: (store (s8))
    %7:gpr = ADD %32, %4
    SB %4, %7, 0 :: (store (s8))
";
    // The pointer is in the middle, so all offsets are immediates.
    let blocks = reduced(&with_preheader(bases, work));
    let stores = [", -1035 ::", ", 0 ::", ", 1035 ::"].map(|offset| in_loop(&blocks, offset));
    assert_eq!((count(&blocks, "PHI"), stores), (2, [1; 3]), "{blocks:?}");
}

#[test]
fn a_computation_of_the_preheader_is_shared() {
    let shift = "    %30:gpr = SLLI %3, 2\n    %31:gpr = ADD %30, %20\n";
    let work = "    %5:gpr = SLLI %4, 2
    %6:gpr = ADD %0, %5
    SW %31, %6, 0 :: (store (s32))
";
    let blocks = reduced(&with_preheader(shift, work));
    let built = ["SLLI %3, 2", "ADD "].map(|text| count(&blocks, text));
    assert_eq!(built, [1, 2], "{blocks:?}");
}

#[test]
fn a_scaled_index_needs_no_base() {
    let work = "    %5:gpr = LD %0, 0 :: (load (p0))
    %6:gpr = SLLI %4, 4
    %7:gpr = ADD %5, %6
    %9:gpr = LW %7, 0 :: (load (s32))
    %10:gpr = ADD %4, %20
    %11:gpr = SLLI %10, 4
    %12:gpr = ADD %5, %11
    SW %9, %12, 0 :: (store (s32))
";
    let blocks = reduced(&counting("", work));
    assert_eq!(
        (count(&blocks, "PHI"), in_loop(&blocks, "SLLI"), blocks[1].1.len()),
        (2, 0, 11),
        "{blocks:?}"
    );
    // One more addition instead of a shift saves nothing if the counter remains.
    let counter =
        "    %5:gpr = SLLI %4, 4\n    SD %5, %0, 0 :: (store (s64))\n    SD %4, %0, 8 :: (store (s64))\n";
    assert_eq!(count(&reduced(&counting("", counter)), "PHI"), 1);
}

#[test]
fn a_product_of_counters_grows_by_second_differences() {
    let work = "    %5:gpr = ADD %4, %20
    %6:gpr = ADD %8, %20
    %7:gpr = MUL %5, %6
    SD %7, %0, 0 :: (store (s64))
    %9:gpr = SLLI %4, 3
    %10:gpr = ADD %1, %9
    SD %10, %10, 0 :: (store (s64))
";
    let blocks = reduced(&counting("", work));
    assert_eq!(
        (in_loop(&blocks, "MUL"), count(&blocks, "MUL"), count(&blocks, "PHI")),
        (0, 1, 3),
        "{blocks:?}"
    );
    // It starts as `a * (a + 1)`; the previous step is `2a + 1 - 1`, and grows by two per
    // iteration.
    let before = ["%26:gpr = MUL %20, %25", "%27:gpr = ADD %20, %25", "%28:gpr = ADDI %27, -1"];
    assert_eq!(blocks[0].1[7..10], before, "{blocks:?}");
    assert_eq!(blocks[1].1[6..8], ["%31:gpr = ADDI %30, 2", "%32:gpr = ADD %29, %31"], "{blocks:?}");
    // Factors with different steps have other differences.
    let other = work.replace("%6:gpr = ADD %8, %20", "%6:gpr = SLLI %8, 1");
    assert_eq!(in_loop(&reduced(&counting("", &other)), "MUL"), 1);
}

#[test]
fn counters_with_the_same_values_are_one() {
    let work = "    %5:gpr = SLLI %4, 2
    %6:gpr = ADD %0, %5
    SW %1, %6, 0 :: (store (s32))
    %9:gpr = ADDI %10, 1
    %11:gpr = ADD %10, %20
    SB %1, %11, 0 :: (store (s8))
";
    let phi = "%8, %bb.1\n    %10:gpr = PHI %21, %bb.0, %9, %bb.1\n";
    let body = counting("", work)
        .replace("%8, %bb.1\n", phi)
        .replace("    %2:gpr = ADDI $x0, 0\n", "    %2:gpr = ADDI $x0, 0\n    %21:gpr = ADDI $x0, 0\n");
    let blocks = reduced(&body);
    assert_eq!((count(&blocks, "PHI"), in_loop(&blocks, "ADDI")), (2, 2), "{blocks:?}");
}

const DOWN: &str = "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    %0:gpr = COPY $x10
    %1:gpr = COPY $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    SW %2, %1, 0 :: (store (s32))
    %3:gpr = ADDI %2, -1
    BLTU %1, %2, %bb.1
    PseudoBR %bb.2
  bb.2:
    PseudoRET
";

#[test]
fn a_counter_whose_old_value_is_tested_is_incremented_first() {
    let blocks = reduced(DOWN);
    assert_eq!(count(&blocks, "ADDI %0, 1"), 1, "{blocks:?}");
    let position = |text: &str| blocks[1].1.iter().position(|line| line.contains(text));
    assert!(position(", -1") < position("SW"), "{blocks:?}");
    assert!(blocks[1].1.iter().any(|line| line.starts_with("BLTU %1, %6")), "{blocks:?}");
    // If the next value is read too, both are live anyway.
    let both = DOWN.replace("    BLTU", "    SW %3, %1, 4 :: (store (s32))\n    BLTU");
    assert_eq!(count(&reduced(&both), "ADDI %0, 1"), 0);
    // A word is equal only if it starts extended.
    let word = DOWN.replace("ADDI %2, -1", "ADDIW %2, -1");
    assert_eq!(count(&reduced(&word), "ADDI %0, 1"), 0);
    let extended = word.replace(
        "    PseudoBR %bb.1\n  bb.1",
        "    %4:gpr = LHU %1, 0 :: (load (s16))\n    PseudoBR %bb.1\n  bb.1",
    );
    let extended = extended.replace("PHI %0", "PHI %4");
    assert_eq!(count(&reduced(&extended), "ADDI %4, 1"), 1);
}

/// A shifted counter replaces one with a small bound, but not if the counter is as wide as a
/// pointer: then the counter may wrap around, and the shifted one wraps earlier.
#[test]
fn a_counter_as_wide_as_a_pointer_ends_by_itself() {
    let work = "    %5:gpr = SLLI %4, 2
    %6:gpr = ADD %0, %5
    %7:gpr = LW %0, 0 :: (load (s32))
    SW %6, %0, 4 :: (store (s32))
";
    let body = counting("", work).replace("ADDIW %1, 0", "LHU %1, 0 :: (load (s16))");
    let words = Subtarget::new(32, &Request::default(), &mut Vec::new()).expect("rv32");
    let counters = [target(), RiscvTarget::of(words)].map(|target| {
        let blocks = after_pass(&target, SSA, &body, |mf| {
            loop_reduce::run(mf, &target, &AddressSteps { multiplies: true })
        });
        count(&blocks, "PHI")
    });
    assert_eq!(counters, [1, 2]);
}
