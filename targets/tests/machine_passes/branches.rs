//! Branches before selection: on conditions in conditions, on comparisons elsewhere, and edges that
//! get blocks.

use super::{after, count, target};
use gisel_codegen::passes::pre_ra::{branch_splitting, compare_sinking, critical_edges};

#[test]
fn conditions_in_conditions_become_branches_in_their_order() {
    let body = |combined: &str| {
        format!(
            "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s1) = G_ICMP intpred(slt), %0(s64), %1
    %3:_(s1) = G_ICMP intpred(ne), %0(s64), %1
    %4:_(s1) = G_ICMP intpred(ult), %0(s64), %1
    %5:_(s1) = G_CONSTANT i1 true
{combined}    G_BRCOND %7(s1), %bb.1
    G_BR %bb.2
  bb.1:
    successors: %bb.2
    %8:_(s64) = G_ZEXT %3(s1)
    $x10 = COPY %8(s64)
    G_BR %bb.2
  bb.2:
    PseudoRET
"
        )
    };
    let nested = "    %6:_(s1) = G_SELECT %2(s1), %5, %3\n    %7:_(s1) = G_SELECT %6(s1), %5, %4\n";
    let blocks = after("isSSA: true\n", &body(nested), branch_splitting::run);
    let tests: Vec<&String> =
        blocks.iter().flat_map(|b| &b.1).filter(|line| line.starts_with("G_BRCOND")).collect();
    assert_eq!(tests, ["G_BRCOND %2(s1), %bb.1", "G_BRCOND %3(s1), %bb.1", "G_BRCOND %4(s1), %bb.1"]);
    // A value with other uses remains in its block.
    assert!(blocks[0].1.iter().any(|line| line.starts_with("%3:_(s1) = G_ICMP")), "{blocks:?}");
}

#[test]
fn branches_compare_for_themselves_but_not_in_a_loop() {
    let body = |back: &str| {
        format!(
            "  bb.0:
    successors: %bb.1, %bb.3
    liveins: $x10, $x11
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s1) = G_ICMP intpred(slt), %0(s64), %1
    G_BRCOND %2(s1), %bb.1
    G_BR %bb.3
  bb.1:
    successors: %bb.2, {back}
    G_BRCOND %2(s1), %bb.2
    G_BR {back}
  bb.2:
    successors: %bb.3
    G_BR %bb.3
  bb.3:
    PseudoRET
"
        )
    };
    let blocks = after("isSSA: true\n", &body("%bb.3"), compare_sinking::run);
    assert_eq!(count(&blocks, "G_ICMP"), 2, "{blocks:?}");
    assert!(blocks[1].1[0].contains("G_ICMP"), "{blocks:?}");
    let blocks = after("isSSA: true\n", &body("%bb.1"), compare_sinking::run);
    assert_eq!(count(&blocks, "G_ICMP"), 1, "{blocks:?}");
}

#[test]
fn a_branch_on_two_conditions_becomes_two() {
    let body = |combined: &str| {
        format!(
            "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s1) = G_ICMP intpred(slt), %0(s64), %1
    %3:_(s1) = G_ICMP intpred(ne), %0(s64), %1
    %8:_(s1) = G_CONSTANT i1 {}
    %4:_(s1) = {combined}
    G_BRCOND %4(s1), %bb.1
    G_BR %bb.2
  bb.1:
    successors: %bb.2
    G_BR %bb.2
  bb.2:
    %5:_(s64) = G_PHI %0(s64), %bb.0, %1(s64), %bb.1
    $x10 = COPY %5(s64)
    PseudoRET implicit $x10
",
            if combined.contains("%3, %8") { "false" } else { "true" }
        )
    };
    for (combined, is_or) in [
        ("G_OR %2, %3", true),
        ("G_AND %2, %3", false),
        ("G_SELECT %2(s1), %8, %3", true),
        ("G_SELECT %2(s1), %3, %8", false),
    ] {
        let blocks = after("isSSA: true\n", &body(combined), branch_splitting::run);
        assert_eq!(blocks.len(), 4, "{combined}");
        assert_eq!(count(&blocks, "G_BRCOND %2(s1)"), 1);
        assert_eq!(count(&blocks, "G_BRCOND %3(s1), %bb.1"), 1);
        let first = &blocks[0].1;
        let expected = if is_or { "G_BRCOND %2(s1), %bb.1" } else { "G_BR %bb.2" };
        assert!(first.iter().any(|l| l == expected), "{combined}: {first:?}");
        // The phi has an input from the new block only if that is a predecessor.
        let phi = blocks.iter().flat_map(|b| &b.1).find(|l| l.contains("G_PHI")).expect("the phi");
        assert_eq!(phi.matches("%0").count(), if is_or { 1 } else { 2 }, "{phi}");
    }
}

#[test]
fn edges_into_loops_and_to_constant_returns_get_blocks() {
    let body = "  bb.0:
    successors: %bb.2, %bb.1
    liveins: $x10
    %0:_(s64) = COPY $x10
    %1:_(s64) = G_CONSTANT i64 7
    %2:_(s1) = G_ICMP intpred(eq), %0(s64), %1
    G_BRCOND %2(s1), %bb.2
    G_BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:_(s64) = G_PHI %0(s64), %bb.0, %5(s64), %bb.1
    %5:_(s64) = G_ADD %4, %1
    %6:_(s1) = G_ICMP intpred(ult), %5(s64), %0
    G_BRCOND %6(s1), %bb.1
    G_BR %bb.2
  bb.2:
    %3:_(s64) = G_PHI %1(s64), %bb.0, %5(s64), %bb.1
    $x10 = COPY %3(s64)
    PseudoRET implicit $x10
";
    let blocks = after("isSSA: true\n", body, |mf| critical_edges::run(mf, &target()));
    assert_eq!(blocks.len(), 5, "{blocks:?}");
    let only_jump = |to: &str| blocks.iter().any(|(_, lines)| *lines == [format!("G_BR %{to}")]);
    assert!(only_jump("bb.1"), "{blocks:?}");
    let constant = blocks
        .iter()
        .find(|(_, lines)| lines.last().is_some_and(|line| line == "G_BR %bb.2") && lines.len() == 2);
    assert!(constant.is_some_and(|(_, lines)| lines[0].ends_with("G_CONSTANT i64 7")), "{blocks:?}");
    // Neither edge is critical after a jump.
    let jumps = body.replace("    G_BRCOND %2(s1), %bb.2\n    G_BR %bb.1\n", "    G_BR %bb.1\n");
    let jumps = jumps
        .replace("successors: %bb.2, %bb.1", "successors: %bb.1")
        .replace("%1(s64), %bb.0, %5(s64), %bb.1", "%5(s64), %bb.1");
    assert_eq!(after("isSSA: true\n", &jumps, |mf| critical_edges::run(mf, &target())).len(), 3);
}
