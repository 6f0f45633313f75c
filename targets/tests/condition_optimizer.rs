//! AArch64's comparisons folded into flag-setting instructions, each on the smallest block that
//! shows it.

mod after_pass;

use after_pass::after_pass;
use gisel_targets::aarch64::passes::condition_optimizer;
use gisel_targets::aarch64::target::AArch64Target;

const HEADER: &str = "isSSA: true\ntracksRegLiveness: true\n";

/// Runs the pass on a block and returns it. `lines` are between copies of `%0` and `%1` from the
/// arguments and the return of `%8` and `%9`.
fn optimized(lines: &str) -> String {
    let target = AArch64Target::new("", "").expect("generic");
    let mut body = String::from("  bb.0:\n    liveins: $w0, $w1\n    %0:gpr32common = COPY $w0\n");
    body += "    %1:gpr32common = COPY $w1\n";
    lines.split("; ").for_each(|line| body += &format!("    {line}\n"));
    body += "    $w0 = COPY %8\n    $w1 = COPY %9\n    RET_ReallyLR implicit $w0, implicit $w1\n";
    let blocks = after_pass(&target, HEADER, &body, |mf| condition_optimizer::run(mf, &target));
    let lines = &blocks[0].1;
    let plain = |line: &String| line.replace(", implicit-def $nzcv", "").replace(", implicit $nzcv", "");
    lines[2..lines.len() - 3].iter().map(plain).collect::<Vec<_>>().join("; ")
}

const SUB: &str = "%8:gpr32common = SUBWrr %0, %1";
const DONE: &str = "%8:gpr32common = SUBSWrr %0, %1";

/// Returns a comparison, in abbreviated form, and a select by a condition.
fn compared(by: &str, condition: i64) -> String {
    format!("$wzr = {by}, implicit-def $nzcv; %9:gpr32 = CSELWr %0, %1, {condition}, implicit $nzcv")
}

fn chosen(condition: i64) -> String {
    format!("%9:gpr32 = CSELWr %0, %1, {condition}")
}

#[test]
fn a_difference_sets_the_flags_of_its_comparison() {
    for condition in [0, 1, 2, 3, 8, 9, 10, 11, 12, 13] {
        let after = optimized(&format!("{SUB}; {}", compared("SUBSWrr %0, %1", condition)));
        assert_eq!(
            after,
            format!("%8:gpr32 = SUBSWrr %0, %1; {}", chosen(condition))
                .replace("%8:gpr32 ", "%8:gpr32common ")
        );
        let after = optimized(&format!("{}; {SUB}", compared("SUBSWrr %0, %1", condition)));
        assert_eq!(after, format!("{DONE}; {}", chosen(condition)));
    }
}

#[test]
fn swapped_operands_swap_the_condition() {
    for (condition, swapped) in
        [(0, 0), (1, 1), (2, 9), (9, 2), (3, 8), (8, 3), (10, 13), (13, 10), (11, 12), (12, 11)]
    {
        let after = optimized(&format!("{SUB}; {}", compared("SUBSWrr %1, %0", condition)));
        assert_eq!(after, format!("{DONE}; {}", chosen(swapped)));
    }
}

#[test]
fn constants_that_differ_by_one_change_the_condition() {
    let computed = "%8:gpr32common = SUBWri %0, 5, 0";
    let done = "%8:gpr32common = SUBSWri %0, 5, 0";
    for (number, condition, related) in [
        (6, 11, 13),
        (6, 10, 12),
        (6, 3, 9),
        (6, 2, 8),
        (4, 13, 11),
        (4, 12, 10),
        (4, 9, 3),
        (4, 8, 2),
        (5, 0, 0),
    ] {
        let after =
            optimized(&format!("{computed}; {}", compared(&format!("SUBSWri %0, {number}, 0"), condition)));
        assert_eq!(after, format!("{done}; {}", chosen(related)), "{number} {condition}");
    }
    // The difference does not determine other conditions and numbers.
    for (number, condition) in [(6, 0), (6, 13), (6, 12), (4, 1), (4, 11), (4, 10), (7, 11)] {
        let after =
            optimized(&format!("{computed}; {}", compared(&format!("SUBSWri %0, {number}, 0"), condition)));
        assert!(after.starts_with(&format!("{computed}; $wzr = SUBSWri")), "{after}");
    }
}

#[test]
fn results_are_compared_with_zero_where_they_are_computed() {
    // With the computed value, and the conditions before and after.
    let sums = [(0, 0), (1, 1), (11, 4), (10, 5), (8, 1), (9, 0)];
    let bits = [(12, 12), (13, 13)];
    for (opcode, flagged, is_sum) in
        [("ADDWrr", "ADDSWrr", true), ("SUBWrr", "SUBSWrr", true), ("ANDWrr", "ANDSWrr", false)]
    {
        let computed = format!("%8:gpr32common = {opcode} %0, %1");
        for (condition, related) in sums.into_iter().chain(bits) {
            let after = optimized(&format!("{computed}; {}", compared("SUBSWri %8, 0, 0", condition)));
            let merged = format!("%8:gpr32common = {flagged} %0, %1; {}", chosen(related));
            let merges = sums.contains(&(condition, related)) || !is_sum;
            assert_eq!(after == merged, merges, "{opcode} {condition}: {after}");
        }
    }
}

#[test]
fn flags_that_others_need_stay() {
    // The result is read before the comparison, and the flags of another comparison are live there.
    let between = "$wzr = SUBSWri %0, 9, 0, implicit-def $nzcv; %2:gpr32 = CSELWr %8, %1, 0, implicit $nzcv";
    let after = optimized(&format!("{SUB}; {between}; {}", compared("SUBSWrr %0, %1", 11)));
    assert!(after.contains("= SUBWrr %0, %1") && after.contains("$wzr = SUBSWrr %0, %1"), "{after}");
    // Without a reader, it moves to the comparison.
    let between = between.replace("%8", "%0");
    let after = optimized(&format!("{SUB}; {between}; {}", compared("SUBSWrr %0, %1", 11)));
    assert!(after.ends_with(&format!("{DONE}; {}", chosen(11))) && !after.contains("SUBWrr"), "{after}");
    // The flags are read, but not as a condition.
    let reads = "$wzr = SUBSWrr %0, %1, implicit-def $nzcv; %9:gpr32 = ADCWr %0, %1, implicit $nzcv";
    assert!(optimized(&format!("%8:gpr32 = SUBWrr %1, %0; {reads}")).contains("$wzr = SUBSWrr"));
}
