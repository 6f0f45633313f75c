//! What several blocks end in is done in one place, on the smallest functions that show it.

mod after_pass;

use after_pass::after_pass;
use gisel_codegen::passes::post_ra::branch_folding;
use gisel_targets::riscv::target::RiscvTarget;

const HEADER: &str = "tracksRegLiveness: true\n";

/// The blocks after `branch-folder`, by name.
fn folded(body: &str) -> Vec<(String, Vec<String>)> {
    let target = RiscvTarget::new("", "").expect("rv64gc");
    after_pass(&target, HEADER, body, |mf| branch_folding::run(mf, &target))
}

/// Two ways from a branch, with instructions of their own and `ends`, to blocks 3 and 3 or to nowhere.
fn two_ways(ends: [&str; 2], goes_on: bool) -> String {
    let [left, right] =
        ends.map(|end| end.split("; ").fold(String::new(), |all, line| all + "    " + line + "\n"));
    let (edge, jump, last) = match goes_on {
        true => (
            "    successors: %bb.3\n",
            "    PseudoBR %bb.3\n",
            "  bb.3:\n    liveins: $x10, $x11\n    PseudoRET implicit $x10\n",
        ),
        false => ("", "", ""),
    };
    format!(
        "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    BEQ $x10, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
{edge}    liveins: $x10, $x11
    $x12 = ADDI $x10, 1
{left}{jump}  bb.2:
{edge}    liveins: $x10, $x11
    $x12 = ADDI $x10, 2
{right}{jump}{last}"
    )
}

const TAIL: &str = "$x13 = ADD $x12, $x11; SD $x13, $x11, 0; SD $x12, $x11, 8; $x10 = ADDI $x13, 5";

/// How often an instruction that begins so is there.
fn count(blocks: &[(String, Vec<String>)], start: &str) -> usize {
    blocks.iter().flat_map(|block| &block.1).filter(|line| line.starts_with(start)).count()
}

#[test]
fn equal_ends_become_one_block() {
    for goes_on in [true, false] {
        let tail = if goes_on { TAIL.to_string() } else { format!("{TAIL}; PseudoRET implicit $x10") };
        let blocks = folded(&two_ways([&tail, &tail], goes_on));
        assert_eq!([count(&blocks, "SD"), count(&blocks, "$x13")], [2, 1], "{blocks:?}");
        assert_eq!(count(&blocks, "$x12"), 2, "{blocks:?}");
        // One way jumps, the other one falls through.
        assert_eq!(count(&blocks, "PseudoBR"), 1, "{blocks:?}");
    }
}

#[test]
fn other_ends_stay() {
    let other = TAIL.replace("ADDI $x13, 5", "ADDI $x13, 6");
    let short = "$x13 = ADD $x12, $x11; $x10 = ADDI $x13, 5";
    // Their last instructions differ; they have two in common, which are not all.
    for ends in [[TAIL, &other], [short, short]] {
        let before = ends[0].split("; ").count() + ends[1].split("; ").count();
        let blocks = folded(&two_ways(ends, true));
        let left = ["SD", "$x13", "$x10"].map(|start| count(&blocks, start)).iter().sum::<usize>();
        assert_eq!(left, before, "{blocks:?}");
    }
}

#[test]
fn a_block_that_is_anothers_end_is_jumped_to() {
    let body = two_ways([TAIL, TAIL], true)
        .replace("    $x12 = ADDI $x10, 2\n", "")
        .replace("    liveins: $x10, $x11\n    BEQ", "    liveins: $x10, $x11, $x12\n    BEQ");
    let body = body.replace(
        "  bb.2:\n    successors: %bb.3\n    liveins: $x10, $x11\n",
        "  bb.2:\n    successors: %bb.3\n    liveins: $x10, $x11, $x12\n",
    );
    let blocks = folded(&body);
    assert_eq!(count(&blocks, "SD"), 2, "{blocks:?}");
    assert_eq!(
        blocks.iter().map(|block| block.0.as_str()).collect::<Vec<_>>(),
        ["bb.0", "bb.1", "bb.2", "bb.3"]
    );
    assert_eq!(count(&blocks, "PseudoBR"), 0, "{blocks:?}");
}

#[test]
fn equal_blocks_are_one_however_short_they_are() {
    let body = two_ways(["$x10 = ADDI $x0, 7", "$x10 = ADDI $x0, 7"], true);
    let body = body.replace("    $x12 = ADDI $x10, 1\n", "").replace("    $x12 = ADDI $x10, 2\n", "");
    let blocks = folded(&body);
    assert_eq!(count(&blocks, "$x10"), 1, "{blocks:?}");
}

#[test]
fn calls_may_forbid_it() {
    let target = RiscvTarget::new("", "").expect("rv64gc");
    let body = two_ways([TAIL, TAIL], true);
    let blocks = after_pass(&target, HEADER, &body, |mf| {
        mf.attrs.has_nomerge_calls = true;
        branch_folding::run(mf, &target);
    });
    assert_eq!(count(&blocks, "SD"), 4, "{blocks:?}");
}

#[test]
fn what_runs_often_keeps_its_own() {
    let end = TAIL.replace("; ", "\n    ");
    let way = |number: u32| {
        format!(
            "    successors: %bb.1\n    liveins: $x10, $x11\n    $x12 = ADDI $x10, {number}\n    {end}\n    PseudoBR %bb.1\n"
        )
    };
    // Both ways jump back to the loop's header: one of them would have two jumps.
    let body = format!(
        "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.5, %bb.2
    liveins: $x10, $x11
    BEQ $x10, $x0, %bb.5
    PseudoBR %bb.2
  bb.2:
    successors: %bb.4, %bb.3
    liveins: $x10, $x11
    BEQ $x10, $x11, %bb.4
    PseudoBR %bb.3
  bb.3:
{}  bb.4:
{}  bb.5:
    liveins: $x10
    PseudoRET implicit $x10
",
        way(1),
        way(2)
    );
    let blocks = folded(&body);
    assert_eq!(count(&blocks, "SD"), 4, "{blocks:?}");
    // Without the way around it pays.
    let blocks = folded(
        &body
            .replace(
                "successors: %bb.1\n    liveins: $x10, $x11\n    $x12",
                "successors: %bb.5\n    liveins: $x10, $x11\n    $x12",
            )
            .replace("5\n    PseudoBR %bb.1", "5\n    PseudoBR %bb.5"),
    );
    assert_eq!(count(&blocks, "SD"), 2, "{blocks:?}");
}
