//! The passes between selection and emission that -O1 and -O2 add, each on the smallest function that shows it.

use gisel_codegen::entity::SubtargetId;
use gisel_codegen::mir::{self, MachineFunction};
use gisel_codegen::module::Module;
use gisel_codegen::{
    block_placement, branch_folding, branch_splitting, machine_cse, machine_licm, mir_parser,
    peephole_optimizer, tail_duplicator, verifier,
};
use gisel_targets::riscv::target::RiscvTarget;

fn target() -> RiscvTarget {
    RiscvTarget::new("", "").expect("rv64gc")
}

const SSA: &str = "isSSA: true\ntracksRegLiveness: true\n";
const PHYSICAL: &str = "tracksRegLiveness: true\n";

/// The blocks of the function after `pass`, by name in the order of the layout, with their instructions.
fn after(header: &str, body: &str, pass: fn(&mut MachineFunction)) -> Vec<(String, Vec<String>)> {
    let target = target();
    let text = format!("name: f\n{header}body: |\n{body}");
    let mut module = Module::default();
    let mut mf = mir_parser::parse(&text, &target, SubtargetId::new(0), &mut module).expect("MIR").remove(0);
    verifier::verify(&mf, &target).expect("a valid function");
    pass(&mut mf);
    let shown = mir::function_to_string(&mf, &target, None);
    verifier::verify(&mf, &target).unwrap_or_else(|v| panic!("{v:?}\n{shown}"));
    let line = |i| mir::inst_to_string(&mf, &target, i).trim().to_string();
    mf.layout.iter().map(|&b| (b.to_string(), mf.insts(b).map(line).collect())).collect()
}

/// How many instructions of the whole function have `part` in them.
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
fn the_branch_of_a_loop_goes_back() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10
    PseudoBR %bb.1
  bb.1:
    successors: %bb.1, %bb.3
    liveins: $x10
    $x10 = ADDI $x10, -1
    BEQ $x10, $x0, %bb.3
    PseudoBR %bb.1
  bb.2:
    PseudoRET
  bb.3:
    successors: %bb.2
    PseudoBR %bb.2
";
    let body = body.replace(
        "  bb.3:\n    successors: %bb.2\n    PseudoBR",
        "  bb.3:\n    successors: %bb.2\n    $x11 = ADDI $x0, 1\n    PseudoBR",
    );
    let blocks = after(PHYSICAL, &body, |mf| branch_folding::run(mf, &target()));
    assert_eq!(blocks[1].1[1..], ["BNE $x10, $x0, %bb.1".to_string(), "PseudoBR %bb.3".to_string()]);
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
fn addresses_are_computed_once_and_constants_in_each_block() {
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10
    %0:gpr = COPY $x10
    %1:gpr = PseudoMovImm 123456789
    %2:gpr = ADDI $x0, 7
    %8:gpr = ADD %0, %2
    %9:gpr = ADD %0, %2
    BEQ %8, %9, %bb.2
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
    PseudoRET
";
    let blocks = after(SSA, body, |mf| machine_cse::run(mf, &target()));
    assert_eq!(count(&blocks, "PseudoMovImm"), 1);
    assert_eq!(count(&blocks, "ADDI"), 2);
    assert_eq!(count(&blocks, " = ADD "), 2, "{blocks:?}");
    assert_eq!(count(&blocks, "BEQ %8, %8"), 1);
    assert_eq!(count(&blocks, "SD %1, %0, 0"), 1);
}

#[test]
fn what_does_not_change_in_a_loop_is_computed_before_it() {
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
    // Memory may change, and the difference does.
    assert_eq!(blocks[1].1.iter().filter(|l| l.contains("LD") || l.contains("SUB")).count(), 2);
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
        // The phi has an input from the new block only where that leads there too.
        let phi = blocks.iter().flat_map(|b| &b.1).find(|l| l.contains("G_PHI")).expect("the phi");
        assert_eq!(phi.matches("%0").count(), if is_or { 1 } else { 2 }, "{phi}");
    }
}
