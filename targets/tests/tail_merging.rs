//! `tail-merging`: the shared tails of blocks.

mod after_pass;

use after_pass::after_pass;
use gisel_codegen::passes::post_ra::{branch_folding, tail_merging};
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::target::RiscvTarget;

/// Returns the blocks after the pass and `branch-folder`, each with its instructions on a line.
fn folded(body: &str) -> Vec<String> {
    let target = RiscvTarget::new("", "").expect("rv64gc");
    let blocks = after_pass(&target, "tracksRegLiveness: true\n", body, |mf| {
        mf.attrs.has_nomerge_calls = body.contains("@nomerge");
        mf.frame.has_variable_sized = body.contains("@sized");
        tail_merging::run(mf, &target);
        branch_folding::run(mf, &target);
    });
    blocks.into_iter().map(|(name, insts)| format!("{name}: {}", insts.join("; "))).collect()
}

/// Returns two blocks with these instructions and the same successor; the second comes first in the
/// layout.
fn two(first: &str, second: &str) -> Vec<String> {
    let lines = |text: &str| text.split("; ").map(|line| format!("    {line}\n")).collect::<String>();
    folded(&format!(
        "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11, $x12, $x13
    BEQ $x10, $x11, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.3
    liveins: $x10, $x11, $x12, $x13
{}    PseudoBR %bb.3
  bb.2:
    successors: %bb.3
    liveins: $x10, $x11, $x12, $x13
{}    PseudoBR %bb.3
  bb.3:
    liveins: $x10, $x12
    $x10 = ADD killed $x10, killed $x12
    PseudoRET implicit killed $x10
",
        lines(first),
        lines(second)
    ))
}

#[test]
fn the_longest_common_end_is_kept_by_the_block_that_falls_through() {
    let blocks = two(
        "$x10 = ADDI $x10, 1; $x12 = ADDI $x13, 7; SD $x12, $x13, 8 :: (store (s64) into stack)",
        "$x10 = ADDI $x11, 2; $x12 = ADDI killed $x13, 7; SD $x12, $x11, 8; $x12 = ADDI $x12, 0",
    );
    assert_eq!(blocks.len(), 4, "{blocks:?}");
    let blocks = two(
        "$x10 = ADDI $x10, 1; $x12 = ADDI $x13, 7; SD $x12, $x11, 8 :: (store (s64))",
        "$x10 = ADDI $x11, 2; $x12 = ADDI killed $x13, 7; SD $x12, $x11, 8 :: (store (s64), align 16)",
    );
    assert_eq!(
        blocks[1..4],
        [
            "bb.1: $x10 = ADDI $x10, 1; PseudoBR %bb.4",
            "bb.2: $x10 = ADDI $x11, 2",
            "bb.4: $x12 = ADDI $x13, 7; SD $x12, $x11, 8 :: (store (s64))",
        ]
    );
}

#[test]
fn different_accesses_are_not_shared() {
    for (a, b) in [("(volatile load (s64))", "(load (s64))"), ("(load (s64))", "(load (s64), addrspace 1)")] {
        let blocks = two(&format!("$x12 = LD $x13, 0 :: {a}"), &format!("$x12 = LD $x13, 0 :: {b}"));
        assert_eq!(blocks.len(), 4, "{blocks:?}");
    }
}

#[test]
fn a_call_is_shared_with_the_frame_that_is_made_for_it() {
    let call = "ADJCALLSTACKDOWN 16, 0, implicit-def $x2, implicit $x2; \
                PseudoCALL &g, csr_ilp32d_lp64d, implicit-def $x1, implicit $x10, implicit-def $x10; \
                ADJCALLSTACKUP 16, 0, implicit-def $x2, implicit $x2; $x12 = ADDI $x0, 1";
    let blocks = two(&format!("$x10 = ADDI $x10, 1; {call}"), call);
    assert!(blocks.iter().any(|block| block.starts_with("bb.4: ADJCALLSTACKDOWN")), "{blocks:?}");
    let blocks = two(&call.replace("DOWN 16", "DOWN 32"), call);
    assert!(blocks.iter().any(|block| block.starts_with("bb.4: PseudoCALL")), "{blocks:?}");
    let sized = call.replace("&g", "@sized");
    let blocks = two(&sized.replace("DOWN 16", "DOWN 32"), &sized);
    assert!(blocks.contains(&"bb.4: $x12 = ADDI $x0, 1".to_owned()), "{blocks:?}");
    let may_not = call.replace("&g", "@nomerge");
    let blocks = two(&format!("$x10 = ADDI $x10, 1; {may_not}"), &may_not);
    assert!(blocks.iter().all(|block| !block.starts_with("bb.4: ADJCALLSTACKDOWN")), "{blocks:?}");
}

#[test]
fn in_a_loop_only_a_long_end_is_worth_a_jump() {
    let end = |length: usize| "    $x12 = ADDI $x12, 1\n".repeat(length);
    let blocks = |length: usize| {
        folded(&format!(
            "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11, $x12
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2, %bb.3
    liveins: $x10, $x11, $x12
    BEQ $x12, $x11, %bb.3
    PseudoBR %bb.2
  bb.2:
    successors: %bb.1
    liveins: $x10, $x11, $x12
{end}    PseudoBR %bb.1
  bb.3:
    successors: %bb.1
    liveins: $x10, $x11, $x12
    $x11 = ADDI $x11, 3
{end}    PseudoBR %bb.1
",
            end = end(length)
        ))
    };
    assert_eq!(blocks(7).len(), 4);
    let shared = blocks(8);
    let jumps = shared.iter().filter(|block| block.ends_with("PseudoBR %bb.4")).count();
    assert!(jumps <= 1 && shared.iter().filter(|block| block.matches("$x12, 1").count() == 8).count() == 1);
}

/// Blocks too short to share in a loop remain, but their long predecessors jump to one of them.
#[test]
fn long_ends_before_short_blocks_that_do_the_same_are_shared() {
    let call = "    $x10 = COPY $x9\n".to_owned() + &"    $x10 = ADDI $x10, 1\n".repeat(9);
    let handler = |n: usize, next: usize| {
        format!(
            "  bb.{n}:
    successors: %bb.{a}, %bb.{b}
    liveins: $x8, $x9
    $x8 = ADDI $x8, {n}
    BEQ $x8, $x9, %bb.{b}
    PseudoBR %bb.{a}
  bb.{a}:
    successors: %bb.{b}
    liveins: $x8, $x9
{call}    $x9 = COPY $x10
    PseudoBR %bb.{b}
  bb.{b}:
    successors: %bb.1
    liveins: $x8, $x9
    $x8 = ADDI $x8, 1
    PseudoBR %bb.1
",
            a = n + 1,
            b = next - 1
        )
    };
    let body = format!(
        "  bb.0:
    successors: %bb.1
    liveins: $x8, $x9
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2, %bb.5
    liveins: $x8, $x9
    BEQ $x8, $x9, %bb.2
    PseudoBR %bb.5
{}{}",
        handler(2, 5),
        handler(5, 8)
    );
    let blocks = folded(&body);
    let calls = blocks.iter().filter(|block| block.contains("$x9 = COPY $x10")).count();
    let short = blocks.iter().filter(|block| block.contains(": $x8 = ADDI $x8, 1")).count();
    assert_eq!((calls, short), (1, 2), "{blocks:?}");
}

/// The second of two branches is shared only with the first.
#[test]
fn branches_stay_together() {
    let body = |other: &str| {
        format!(
            "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $w0, $w1, $w2
    CBZW $w0, %bb.2
    B %bb.1
  bb.1:
    successors: %bb.3, %bb.4
    liveins: $w0, $w1
    dead $wzr = SUBSWrr $w0, $w1, implicit-def $nzcv
    Bcc {other}, %bb.4, implicit $nzcv
    Bcc 1, %bb.4, implicit killed $nzcv
    B %bb.3
  bb.2:
    successors: %bb.3, %bb.4
    liveins: $w1, $w2
    dead $wzr = SUBSWrr $w2, $w1, implicit-def $nzcv
    Bcc 6, %bb.4, implicit $nzcv
    Bcc 1, %bb.4, implicit killed $nzcv
    B %bb.3
  bb.3:
    RET undef $lr
  bb.4:
    RET undef $lr
"
        )
    };
    let target = AArch64Target::new("", "").expect("armv8-a");
    let blocks = |body: &str| {
        after_pass(&target, "tracksRegLiveness: true\n", body, |mf| tail_merging::run(mf, &target)).len()
    };
    assert_eq!((blocks(&body("6")), blocks(&body("4"))), (6, 5));
}
