//! The passes after register allocation.

use super::{PHYSICAL, after, count, target};
use crate::after_pass::after_pass;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::passes;
use gisel_codegen::passes::post_ra::branch_folding;
use gisel_codegen::passes::post_ra::duplicate_returns;
use gisel_codegen::passes::post_ra::machine_copy_propagation;
use gisel_codegen::passes::post_ra::post_ra_machine_sink;
use gisel_codegen::passes::post_ra::post_ra_sched;
use gisel_codegen::passes::post_ra::shrink_wrap;
use gisel_codegen::passes::post_ra::tail_duplicator;
use gisel_targets::aarch64::passes::load_store_opt;
use gisel_targets::aarch64::target::AArch64Target;

#[test]
fn redundant_copies_are_erased() {
    let after = |between: &str| {
        let body = format!(
            "  bb.0:
    liveins: $x10, $x11
    $x8 = COPY killed $x10
    $x9 = COPY $x11
{between}    $x10 = COPY killed $x8
    $x9 = COPY $x11
    PseudoRET implicit killed $x10, implicit $x9, implicit $x11
"
        );
        let blocks = after(PHYSICAL, &body, |mf| machine_copy_propagation::redundant::run(mf, &target()));
        count(&blocks, "COPY")
    };
    assert_eq!(after(""), 2);
    assert_eq!(after("    $x12 = ADDI $x8, 1\n"), 2);
    assert_eq!(after("    $x10 = ADDI $x8, 1\n"), 3);
    assert_eq!(after("    $x9 = ADDI $x8, 1\n"), 3);
    let call =
        "    PseudoCALL &g, csr_ilp32d_lp64d, implicit-def $x1, implicit-def $x10, implicit-def $x11\n";
    assert_eq!(after(call), 4);
}

#[test]
fn zeros_in_registers_that_are_zero_are_erased() {
    let left = |test: &str, block: &str| {
        let body = format!(
            "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    {test}
    PseudoBR %bb.2
  bb.1:
    liveins: $x11
{block}    PseudoRET implicit $x10, implicit $x11
  bb.2:
    liveins: $x11
    $x10 = ADDI $x0, 0
    PseudoRET implicit $x10, implicit $x11
"
        );
        let blocks = after(PHYSICAL, &body, |mf| machine_copy_propagation::known_zero::run(mf, &target()));
        [&blocks[1], &blocks[2]]
            .map(|(_, lines)| lines.iter().filter(|line| line.starts_with("$x10 =")).count())
    };
    let zero = "    $x10 = ADDI $x0, 0\n";
    assert_eq!(left("BEQ killed $x10, $x0, %bb.1", zero), [0, 1]);
    assert_eq!(left("BEQ killed $x10, $x0, %bb.1", "    $x10 = COPY $x0\n"), [0, 1]);
    assert_eq!(left("BNE killed $x10, $x0, %bb.1", zero), [1, 0]);
    let others = "    $x11 = ADDI $x11, 1\n    $x10 = ADDI $x0, 0\n    $x10 = ADDI $x0, 0\n";
    assert_eq!(left("BEQ killed $x10, $x0, %bb.1", others), [0, 1]);
    // Another register is tested, or another number is written before.
    assert_eq!(left("BEQ $x11, $x0, %bb.1", zero), [1, 1]);
    assert_eq!(left("BEQ killed $x10, $x11, %bb.1", zero), [1, 1]);
    assert_eq!(left("BEQ killed $x10, $x0, %bb.1", &format!("    $x10 = ADDI $x0, 1\n{zero}")), [2, 1]);
}

/// The upper half of a word that is zero is unknown.
#[test]
fn a_zero_in_a_doubleword_whose_word_is_zero_stays() {
    let left = |test: &str, zero: &str| {
        let body = format!(
            "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x0, $x1
    {test}, %bb.1
    B %bb.2
  bb.1:
    {zero}
    RET undef $lr, implicit $x0
  bb.2:
    liveins: $x1
    $x0 = COPY $x1
    RET undef $lr, implicit $x0
"
        );
        let target = AArch64Target::new("", "").expect("armv8-a");
        let blocks = after_pass(&target, PHYSICAL, &body, |mf| {
            let target = AArch64Target::new("", "").expect("armv8-a");
            machine_copy_propagation::known_zero::run(mf, &target)
        });
        blocks[1].1.len() - 1
    };
    assert_eq!(left("CBZX $x0", "$x0 = MOVi64imm 0"), 0);
    assert_eq!(left("CBZW $w0", "$x0 = MOVi64imm 0"), 1);
    assert_eq!(left("CBNZX $x0", "$x0 = MOVi64imm 0"), 1);
}

/// A 32-bit copy zeroes the upper half of the register.
#[test]
fn copies_of_parts_stay() {
    let body = "  bb.0:
    liveins: $w0
    $w19 = COPY $w0
    $w0 = COPY $w19
    $w19 = COPY $w0
    RET undef $lr, implicit $w0, implicit $w19
";
    let target = AArch64Target::new("", "").expect("armv8-a");
    let blocks = after_pass(&target, PHYSICAL, body, |mf| {
        machine_copy_propagation::redundant::run(mf, &AArch64Target::new("", "").expect("armv8-a"))
    });
    assert_eq!(count(&blocks, "COPY"), 3, "{blocks:?}");
}

/// An extension of a word reads no more than the copied word.
#[test]
fn extensions_read_the_source_of_a_copied_word() {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let after = |instruction: &str| {
        let body = format!(
            "  bb.0:
    liveins: $w0
    $w9 = COPY $w0
    $x8 = {instruction}
    RET undef $lr, implicit $w0, implicit $x8
"
        );
        let pass = |mf: &mut MachineFunction| {
            machine_copy_propagation::forward::run(mf, &target, &mf.layout.clone());
        };
        after_pass(&target, PHYSICAL, &body, pass).remove(0).1
    };
    assert_eq!(after("SBFMXri $x9, 0, 31")[0], "$x8 = SBFMXri $x0, 0, 31");
    assert_eq!(after("UBFMXri $x9, 60, 31")[0], "$x8 = UBFMXri $x0, 60, 31");
    assert_eq!(after("UBFMXri $x9, 0, 32").len(), 3);
    assert_eq!(after("ADDXri $x9, 0, 0").len(), 3);
}

#[test]
fn the_branch_of_a_loop_goes_back() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    BEQ $x10, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.3
    liveins: $x10
    $x10 = ADDI $x10, -1
    BEQ $x10, $x0, %bb.3
    PseudoBR %bb.1
  bb.2:
    successors: %bb.2, %bb.3
    liveins: $x11
    $x11 = ADDI $x11, -1
    BEQ $x11, $x0, %bb.3
    PseudoBR %bb.2
  bb.3:
    PseudoRET
";
    let blocks = after(PHYSICAL, body, |mf| branch_folding::run(mf, &target()));
    assert_eq!(count(&blocks, "BNE $x10, $x0, %bb.1") + count(&blocks, "BNE $x11, $x0, %bb.2"), 2);
    assert_eq!(count(&blocks, "PseudoBR"), 1, "{blocks:?}");
    assert_eq!(count(&blocks, "PseudoBR %bb.3"), 1);
}

#[test]
fn an_indirect_branch_is_copied_to_those_who_jump_to_it() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2, %bb.3
    liveins: $x10
    $x11 = LD $x10, 0
    PseudoBRIND $x11, 0
  bb.2 (ir-block-address-taken %ir-block.1):
    successors: %bb.1
    liveins: $x10
    $x10 = ADDI $x10, 8
    PseudoBR %bb.1
  bb.3 (ir-block-address-taken %ir-block.2):
    PseudoRET
";
    let blocks = after(PHYSICAL, body, |mf| tail_duplicator::run(mf, &target()));
    assert_eq!(count(&blocks, "PseudoBRIND"), 2, "{blocks:?}");
    assert_eq!(count(&blocks, "PseudoBR %bb"), 0);
    assert_eq!(blocks.len(), 3);
}

#[test]
fn the_copy_of_a_test_reads_what_its_predecessor_copied() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11, $x12
    $x13 = LD $x10, 0
    BEQ $x13, $x0, %bb.2
  bb.1:
    successors: %bb.3
    liveins: $x10, $x11, $x12
    $x13 = COPY $x12
    PseudoBR %bb.3
  bb.2:
    successors: %bb.3
    liveins: $x10, $x11, $x12, $x13
    $x13 = ADDI $x13, 1
  bb.3:
    successors: %bb.0, %bb.4
    liveins: $x10, $x11, $x12, $x13
    SD $x13, $x10, 0
    $x10 = ADDI $x10, 8
    BNE $x10, $x11, %bb.0
  bb.4:
    PseudoRET
";
    let blocks = after(PHYSICAL, body, |mf| tail_duplicator::run(mf, &target()));
    assert_eq!(count(&blocks, "SD $x12, $x10, 0"), 1, "{blocks:?}");
    assert_eq!(count(&blocks, "SD $x13, $x10, 0"), 1, "{blocks:?}");
    assert_eq!(count(&blocks, "COPY"), 0, "{blocks:?}");
    let live = body.replace("  bb.4:\n", "  bb.4:\n    liveins: $x13\n");
    let blocks = after(PHYSICAL, &live, |mf| tail_duplicator::run(mf, &target()));
    assert_eq!(count(&blocks, "COPY"), 1, "{blocks:?}");
}

#[test]
fn a_jump_after_a_branch_to_the_same_block_is_no_place_for_a_copy() {
    let body = "  bb.0:
    successors: %bb.2
    liveins: $x10
    BNE $x10, $x0, %bb.2
    PseudoBR %bb.2
  bb.2:
    successors: %bb.2, %bb.3
    liveins: $x10
    $x10 = ADDI $x10, -1
    BNE $x10, $x0, %bb.2
    PseudoBR %bb.3
  bb.3:
    PseudoRET
";
    let blocks = after(PHYSICAL, body, |mf| tail_duplicator::run(mf, &target()));
    assert_eq!(count(&blocks[..1], "ADDI"), 0, "{blocks:?}");
    let blocks = after(PHYSICAL, body, |mf| branch_folding::run(mf, &target()));
    assert_eq!(count(&blocks[..1], "BNE"), 0, "{blocks:?}");
}

#[test]
fn a_jump_to_a_return_becomes_one() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10
    BEQ $x10, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.3
    $x10 = ADDI $x0, 1
    PseudoBR %bb.3
  bb.2:
    successors: %bb.3
    $x10 = ADDI $x0, 2
    PseudoBR %bb.3
  bb.3:
    liveins: $x10
    PseudoRET implicit $x10
";
    let returns = |body: &str| {
        let blocks = after(PHYSICAL, body, |mf| duplicate_returns::run(mf, &target()));
        (count(&blocks, "PseudoRET"), count(&blocks, "PseudoBR"), blocks.len())
    };
    assert_eq!(returns(body), (2, 1, 3));
    // What is done before the return is not duplicated.
    assert_eq!(returns(&body.replace("    PseudoRET", "    $x11 = ADDI $x0, 0\n    PseudoRET")), (1, 3, 4));
    // A tail call may be larger than a jump.
    assert_eq!(returns(&body.replace("PseudoRET", "PseudoTAIL &g, csr_ilp32d_lp64d,")), (0, 3, 4));
}

/// Returns the instructions of a block of AArch64 code after pairing.
fn paired(body: &str) -> Vec<String> {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let text = format!("  bb.0:\n    liveins: $x0, $x1, $x2, $x4\n{body}    RET undef $lr\n");
    let mut blocks = after_pass(&target, PHYSICAL, &text, |mf| {
        load_store_opt::run(mf, &AArch64Target::new("", "").expect("armv8-a"))
    });
    blocks.remove(0).1.into_iter().filter(|line| !line.starts_with("RET")).collect()
}

#[test]
fn loads_do_not_pass_a_pair_that_stores_either_slot() {
    let slot = |n: u32, offset: i32| {
        format!("  - {{ id: {n}, type: spill-slot, offset: {offset}, alignment: 8, size: 8 }}\n")
    };
    let header = format!("{PHYSICAL}stack:\n{}{}{}", slot(0, -24), slot(1, -16), slot(2, -8));
    let body = "  bb.0:
    liveins: $x2, $x3
    $x5 = LDRXui $sp, 0 :: (load (s64) from %stack.0)
    STRXui $x2, $sp, 1 :: (store (s64) into %stack.1)
    STRXui $x3, $sp, 2 :: (store (s64) into %stack.2)
    $x6 = LDRXui $sp, 1 :: (load (s64) from %stack.1)
    RET undef $lr
";
    let target = AArch64Target::new("", "").expect("armv8-a");
    let lines = after_pass(&target, &header, body, |mf| {
        load_store_opt::run(mf, &AArch64Target::new("", "").expect("armv8-a"))
    });
    assert!(lines[0].1[1].starts_with("STPXi $x2, $x3, $sp, 1"), "{lines:?}");
    assert!(lines[0].1[2].starts_with("$x6 = LDRXui $sp, 1"), "{lines:?}");
}

#[test]
fn accesses_next_to_each_other_become_pairs() {
    let load = "    $x3 = LDRXui $x0, 1 :: (load (s64))\n";
    let store = "    STRXui $x2, $x1, 4 :: (store (s64))\n";
    let mate = "    $x4 = LDRXui $x0, 0 :: (load (s64))\n";
    let is_pair = |body: String| paired(&body).iter().any(|line| line.contains("LDPXi"));
    let add = "    $x5 = ADDXri $x2, 1, 0\n";
    assert_eq!(paired(&format!("{load}{add}{mate}"))[0].split(" ::").next(), Some("$x4, $x3 = LDPXi $x0, 0"));
    // A store that may alias prevents pairing; one with the same base does not.
    assert!(!is_pair(format!("{load}{store}{mate}")));
    assert!(is_pair(format!("{load}{}{mate}", store.replace("$x1", "$x0"))));
    // A use of the register, a write to the base, and ordering prevent it, too.
    assert!(!is_pair(format!("{load}    $x5 = ADDXri $x4, 1, 0\n{mate}")));
    assert!(!is_pair(format!("{load}    $x0 = ADDXri $x0, 8, 0\n{mate}")));
    assert!(!is_pair(format!("{load}{}", mate.replace("(load", "(volatile load"))));
    assert!(!is_pair(format!("{load}{}", mate.replace("$x4", "$x3"))));
    assert!(!is_pair(format!("{load}{}", mate.replace("$x0, 0", "$x0, 3"))));
}

#[test]
fn stores_are_paired_where_the_second_is() {
    let first = "    STRWui $w1, $x0, 2 :: (store (s32))\n";
    let second = "    STURWi $w2, $x0, 4 :: (store (s32))\n";
    let other = "    $x3 = LDRXui $x0, 3 :: (load (s64))\n";
    let lines = paired(&format!("{first}{other}{second}"));
    assert!(lines.len() == 2 && lines[1].starts_with("STPWi $w2, $w1, $x0, 1"), "{lines:?}");
    // The load may read the stored memory; the register may change.
    assert_eq!(paired(&format!("{first}{}{second}", other.replace("$x0, 3", "$x0, 1"))).len(), 3);
    assert_eq!(paired(&format!("{first}    $w1 = ADDWri $w2, 1, 0\n{second}")).len(), 3);
}

#[test]
fn accesses_change_their_base() {
    let add = "    $x0 = ADDXri $x0, 8, 0\n";
    let load = "    $x3 = LDRXui $x0, 0 :: (load (s64))\n";
    let other = "    $x4 = ADDXri $x1, 1, 0\n";
    let merged = |body: String| {
        let lines = paired(&body);
        let line = lines.iter().find(|line| line.contains("post") || line.contains("pre"));
        line.map(|line| line.split(" ::").next().unwrap_or_default().to_string())
    };
    let is = |body: String, expected: &str| assert_eq!(merged(body).as_deref(), Some(expected));
    is(format!("{load}{other}{add}"), "$x0, $x3 = LDRXpost $x0, 8");
    is(format!("{add}{other}{load}"), "$x0, $x3 = LDRXpre $x0, 8");
    is(format!("{}{add}", load.replace("$x0, 0", "$x0, 1")), "$x0, $x3 = LDRXpre $x0, 8");
    is(format!("{load}{}", add.replace("ADD", "SUB")), "$x0, $x3 = LDRXpost $x0, -8");
    is(format!("    STRBBui $w1, $x0, 0 :: (store (s8))\n{add}"), "$x0 = STRBBpost $w1, $x0, 8");
    // Another offset, a read of the base in between, or the base as the register prevent it.
    assert_eq!(merged(format!("{}{add}", load.replace("$x0, 0", "$x0, 2"))), None);
    assert_eq!(merged(format!("{load}{}{add}", other.replace("$x1", "$x0"))), None);
    assert_eq!(merged(format!("{}{add}", load.replace("$x3", "$x0"))), None);
    assert_eq!(merged(format!("{load}{}", add.replace('8', "256"))), None);
}

#[test]
fn loads_of_the_next_round_do_not_wait_for_stores() {
    let merged = |value: &str, stored: &str| {
        let upper = value.to_uppercase();
        let text = format!(
            "  bb.0:
    successors: %bb.0, %bb.1
    liveins: $x0, $x1, $x2
    ${value}3 = LDR{upper}ui $x0, 0 :: (load (s64))
    STR{upper}ui ${value}3, {stored}, 0 :: (store (s64))
    {stored} = ADDXri {stored}, 8, 0
    CBNZX $x2, %bb.0
    B %bb.1
  bb.1:
    RET undef $lr
"
        );
        let target = AArch64Target::new("", "").expect("armv8-a");
        let blocks = after_pass(&target, PHYSICAL, &text, |mf| {
            load_store_opt::run(mf, &AArch64Target::new("", "").expect("armv8-a"))
        });
        let mut words = blocks[0].1.iter().flat_map(|line| line.split(' '));
        words.find(|word| word.ends_with("post")).map(str::to_owned).unwrap_or_default()
    };
    // The increment is put into the load if the store is to the same address.
    assert_eq!(["$x1", "$x0"].map(|stored| merged("d", stored)), ["STRDpost", "LDRDpost"]);
    assert_eq!(merged("x", "$x0"), "STRXpost");
}

/// A function that returns early, then calls in a block, and continues to a block that both reach.
const EARLY_EXIT: &str = "  bb.0:
    successors: %bb.2, %bb.1
    liveins: $x10, $x11
    $x8 = COPY $x10
    BEQ $x8, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2, %bb.3
    liveins: $x8, $x10, $x11
    PseudoCALL @f, implicit-def $x1, implicit $x10
    BEQ $x8, $x0, %bb.2
    PseudoBR %bb.3
  bb.2:
    liveins: $x11
    $x10 = ADDI $x11, 1
    PseudoRET implicit $x10
  bb.3:
    PseudoRET
";

#[test]
fn a_copy_that_one_successor_needs_is_done_there() {
    let blocks = after(PHYSICAL, EARLY_EXIT, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1, ["BEQ $x10, $x0, %bb.2", "PseudoBR %bb.1"]);
    assert_eq!(blocks[1].1[0], "$x8 = COPY $x10");
    let read_by_both = EARLY_EXIT.replace("bb.2:\n    liveins:", "bb.2:\n    liveins: $x8,");
    let blocks = after(PHYSICAL, &read_by_both, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1[0], "$x8 = COPY $x10");
    let overwritten = EARLY_EXIT.replace(
        "    BEQ $x8, $x0, %bb.2\n    PseudoBR %bb.1",
        "    $x10 = LD $x8, 0\n    BEQ $x10, $x0, %bb.2\n    PseudoBR %bb.1",
    );
    let blocks = after(PHYSICAL, &overwritten, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1[0], "$x8 = COPY $x10");
}

/// A function that returns early, or enters a loop with a call.
const EARLY_LOOP: &str = "  bb.0:
    successors: %bb.2, %bb.1
    liveins: $x10
    $x8 = COPY $x10
    BEQ $x8, $x0, %bb.2
    PseudoBR %bb.1
  bb.1:
    successors: %bb.2, %bb.1
    liveins: $x8
    $x10 = COPY $x8
    PseudoCALL @f, implicit-def $x1, implicit $x10
    $x8 = LD $x8, 8
    BNE $x8, $x0, %bb.1
  bb.2:
    PseudoRET
";

#[test]
fn a_copy_for_a_loop_gets_a_block_if_the_entry_may_return() {
    let blocks = after(PHYSICAL, EARLY_LOOP, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1, ["BEQ $x10, $x0, %bb.2"]);
    assert_eq!(blocks[1].1, ["$x8 = COPY $x10", "PseudoBR %bb.1"]);
    // The return block calls: it needs the frame, too.
    let call = "  bb.2:\n    PseudoCALL @f, implicit-def $x1\n";
    let calls = EARLY_LOOP.replace("  bb.2:\n", call);
    let blocks = after(PHYSICAL, &calls, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1[0], "$x8 = COPY $x10");
    // A register that calls overwrite needs no frame.
    let temporary = EARLY_LOOP.replace("$x8", "$x11").replace("    $x10 = COPY $x11\n", "");
    let temporary = temporary.replace("implicit-def $x1, implicit $x10", "implicit-def $x1");
    let blocks = after(PHYSICAL, &temporary, |mf| post_ra_machine_sink::run(mf, &target()));
    assert_eq!(blocks[0].1[0], "$x11 = COPY $x10");
}

#[test]
fn the_frame_is_made_where_it_is_needed() {
    let with_frame = |mf: &mut MachineFunction| {
        post_ra_machine_sink::run(mf, &target());
        shrink_wrap::run(mf, &target());
        passes::prologepilog(mf, &target()).expect("a frame");
    };
    let blocks = after(PHYSICAL, EARLY_EXIT, with_frame);
    let stack = |name: &str, part: &str| {
        let block = blocks.iter().find(|b| b.0 == name);
        block.map(|b| b.1.iter().filter(|line| line.contains(part)).count())
    };
    // The new block is on the edge from bb.1 to bb.2, which the entry reaches without a frame.
    let frame_is_set = ["bb.0", "bb.1", "bb.2", "bb.3", "bb.4"].map(|b| stack(b, "frame-setup ADDI"));
    assert_eq!(frame_is_set, [Some(0), Some(1), Some(0), Some(0), Some(0)], "{blocks:?}");
    let frame_is_left = ["bb.0", "bb.1", "bb.2", "bb.3", "bb.4"].map(|b| stack(b, "frame-destroy ADDI"));
    assert_eq!(frame_is_left, [Some(0), Some(0), Some(0), Some(1), Some(1)], "{blocks:?}");
    assert_eq!(count(&blocks, "remember_state"), count(&blocks, "restore_state"), "{blocks:?}");
}

#[test]
fn the_frame_is_not_made_in_a_loop() {
    let again = EARLY_EXIT.replace(
        "  bb.3:\n    PseudoRET\n",
        "  bb.3:\n    successors: %bb.1\n    liveins: $x8, $x10, $x11\n    PseudoBR %bb.1\n",
    );
    let blocks = after(PHYSICAL, &again, |mf| {
        shrink_wrap::run(mf, &target());
        assert_eq!(mf.frame.save_point, None);
    });
    assert_eq!(blocks.len(), 4);
}

#[test]
fn copies_on_the_way_back_are_done_before_the_branch() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10, $x11
    PseudoBR %bb.1
  bb.1:
    successors: %bb.3, %bb.2
    liveins: $x10, $x11
    $x12 = LBU $x10, 1
    SB $x11, $x10, 0
    BEQ $x12, $x0, %bb.3
    PseudoBR %bb.2
  bb.2:
    successors: %bb.1
    liveins: $x10, $x12
    $x11 = COPY $x12
    PseudoBR %bb.1
  bb.3:
    PseudoRET
";
    let blocks = after(PHYSICAL, body, |mf| branch_folding::run(mf, &target()));
    let expected = ["$x11 = COPY $x12", "BNE $x12, $x0, %bb.1"];
    assert_eq!(blocks[1].1[2..], expected, "{blocks:?}");
    let read_outside = body.replace("bb.3:", "bb.3:\n    liveins: $x11");
    let blocks = after(PHYSICAL, &read_outside, |mf| branch_folding::run(mf, &target()));
    let order: Vec<&str> = blocks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(order, ["bb.0", "bb.2", "bb.1", "bb.3"], "the loop is turned round");
    assert_eq!(blocks[1].1, ["$x11 = COPY $x12"]);
    assert_eq!(blocks[2].1[2..], ["BNE $x12, $x0, %bb.2"]);
}

fn scheduled(body: &str) -> Vec<String> {
    let body = format!("  bb.0:\n    liveins: $x10, $x11, $x12, $x13\n{body}    PseudoRET\n");
    after(PHYSICAL, &body, |mf| post_ra_sched::run(mf, &target())).remove(0).1
}

fn place(lines: &[String], part: &str) -> usize {
    lines.iter().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}: {lines:?}"))
}

#[test]
fn independent_instructions_fill_load_latencies() {
    let lines = scheduled(
        "    $x14 = LD $x10, 0 :: (load (s64))
    $x14 = ADDI $x14, 1
    $x15 = ADD $x11, $x12
    $x16 = XOR $x15, $x13
    $x17 = SUB $x16, $x15
",
    );
    assert!(place(&lines, "LD") < place(&lines, "SUB"), "{lines:?}");
    assert!(place(&lines, "XOR") < place(&lines, "ADDI"), "{lines:?}");
}

#[test]
fn stores_stay_before_loads_that_may_meet_them_and_nothing_crosses_what_is_ordered() {
    let unknown = "    SD $x11, $x10, 0 :: (store (s64))
    $x14 = LD $x12, 0 :: (load (s64))
    $x14 = ADDI $x14, 1
    $x15 = ADDI $x14, 1
";
    let lines = scheduled(unknown);
    assert!(place(&lines, "SD") < place(&lines, "LD"), "{lines:?}");
    let apart = "    $x15 = MUL $x11, $x13
    SD $x15, $x10, 0 :: (store (s64))
    $x14 = LD $x10, 8 :: (load (s64))
    $x14 = ADDI $x14, 1
";
    let lines = scheduled(apart);
    assert!(place(&lines, "LD") < place(&lines, "SD"), "{lines:?}");
    let lines = scheduled(&apart.replace("load (s64)", "volatile load (s64)"));
    assert!(place(&lines, "SD") < place(&lines, "LD"), "{lines:?}");
}
