//! The banks chosen by each mode of RegBankSelect, on the smallest functions that show a
//! difference.

mod after_pass;

use after_pass::after_pass;
use gisel_codegen::isel::regbankselect::{self, Mode};
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::target::RiscvTarget;

/// Returns the instructions of each block of `body` with their banks.
fn mapped(target: &dyn Target, mode: Mode, body: &str) -> Vec<Vec<String>> {
    let header = "isSSA: true\nlegalized: true\ntracksRegLiveness: true\n";
    let blocks = after_pass(target, header, body, |mf| {
        regbankselect::run(mf, target, mode).expect("banks");
    });
    blocks.into_iter().map(|(_, lines)| lines).collect()
}

fn riscv(mode: Mode, body: &str) -> Vec<Vec<String>> {
    mapped(&RiscvTarget::new("", "").expect("rv64gc"), mode, body)
}

fn aarch64(mode: Mode, body: &str) -> Vec<Vec<String>> {
    mapped(&AArch64Target::new("", "").expect("armv8-a"), mode, body)
}

/// Returns true if a line defines the register `%n` in `bank`.
fn defines(lines: &[Vec<String>], n: u32, bank: &str) -> bool {
    lines.iter().flatten().any(|line| line.starts_with(&format!("%{n}:{bank}(")))
}

/// Counts copies between virtual registers in a block.
fn copies(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with('%') && line.contains("= COPY %")).count()
}

const ALL: [Mode; 3] = [Mode::Fast, Mode::Greedy, Mode::Global];

#[test]
fn loads_and_stores_are_in_the_bank_of_the_computation() {
    let body = "  bb.0:
    liveins: $x10
    %0:_(p0) = COPY $x10
    %1:_(s64) = G_LOAD %0(p0) :: (load (s64))
    %2:_(s64) = G_FADD %1, %1
    G_STORE %2(s64), %0(p0) :: (store (s64))
    PseudoRET
";
    for mode in ALL {
        let lines = riscv(mode, body);
        assert!(defines(&lines, 1, "fprb") && copies(&lines[0]) == 0, "{mode:?} {lines:?}");
    }
}

#[test]
fn constants_that_are_stored_are_integers_and_those_that_are_added_are_not() {
    let body = "  bb.0:
    liveins: $x10, $f10_d
    %0:_(p0) = COPY $x10
    %1:_(s64) = COPY $f10_d
    %2:_(s64) = G_FCONSTANT double 0.0
    G_STORE %2(s64), %0(p0) :: (store (s64))
    %3:_(s64) = G_FCONSTANT double 3.0
    %4:_(s64) = G_FADD %1, %3
    G_STORE %4(s64), %0(p0) :: (store (s64))
    PseudoRET
";
    for mode in ALL {
        let lines = riscv(mode, body);
        assert!(defines(&lines, 2, "gprb") && defines(&lines, 3, "fprb"), "{mode:?} {lines:?}");
        assert_eq!(copies(&lines[0]), 0, "{mode:?} {lines:?}");
    }
}

/// A floating-point sum over a loop; its bits are used more often, but only after the loop.
const SUM: &str = "  bb.0:
    successors: %bb.1
    liveins: $x10, $f10_d
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $f10_d
    G_BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:_(s64) = G_PHI %0(s64), %bb.0, %3(s64), %bb.1
    %3:_(s64) = G_FADD %2, %1
    %4:_(s64) = G_FCMP floatpred(olt), %3(s64), %1
    G_BRCOND %4(s64), %bb.1
    G_BR %bb.2
  bb.2:
    %5:_(s64) = G_ADD %2, %2
    %6:_(s64) = G_XOR %5, %2
    $x10 = COPY %6(s64)
    PseudoRET implicit $x10
";

#[test]
fn a_phi_is_where_the_loop_wants_it() {
    for mode in [Mode::Greedy, Mode::Global] {
        let lines = riscv(mode, SUM);
        assert!(defines(&lines, 2, "fprb") && copies(&lines[1]) == 0, "{mode:?} {lines:?}");
    }
    let fast = riscv(Mode::Fast, SUM);
    assert!(defines(&fast, 2, "gprb") && copies(&fast[1]) == 3, "{fast:?}");
}

#[test]
fn copies_do_not_count_for_the_default_bank() {
    let body = "  bb.0:
    liveins: $x10
    %0:_(p0) = COPY $x10
    %1:_(s64) = G_LOAD %0(p0) :: (load (s64))
    %2:_(s64) = G_FREEZE %1
    G_STORE %1(s64), %0(p0) :: (store (s64))
    G_STORE %2(s64), %0(p0) :: (store (s64))
    %3:_(s64) = G_FADD %2, %2
    G_STORE %3(s64), %0(p0) :: (store (s64))
    PseudoRET
";
    for mode in ALL {
        let lines = riscv(mode, body);
        let in_floats = [1, 2, 3].iter().all(|&n| defines(&lines, n, "fprb"));
        assert!(in_floats && copies(&lines[0]) == 0, "{mode:?} {lines:?}");
    }
    // Operands vote: two tie with the ones of `G_FADD`, which then wins; four outvote them.
    let with_sums = |count: u32| -> String {
        (4..4 + count).map(|n| format!("    %{n}:_(s64) = G_ADD %2, %2\n")).collect()
    };
    for (count, bank) in [(1, "fprb"), (2, "gprb")] {
        let lines = riscv(Mode::Fast, &body.replace("    PseudoRET", &(with_sums(count) + "    PseudoRET")));
        assert!([1, 2].iter().all(|&n| defines(&lines, n, bank)), "{count} {lines:?}");
    }
}

#[test]
fn one_copy_after_a_definition_serves_many_uses() {
    let body = "  bb.0:
    successors: %bb.1
    liveins: $x10, $f10_d
    %0:_(s64) = COPY $x10
    %1:_(s64) = COPY $f10_d
    %2:_(s64) = G_FADD %1, %1
    G_BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %3:_(s64) = G_ADD %2, %0
    %4:_(s64) = G_XOR %2, %3
    G_BRCOND %4(s64), %bb.1
    G_BR %bb.2
  bb.2:
    %5:_(s64) = G_FADD %2, %1
    $f10_d = COPY %5(s64)
    PseudoRET implicit $f10_d
";
    let count = |mode| riscv(mode, body).iter().map(|block| copies(block)).collect::<Vec<_>>();
    assert_eq!(count(Mode::Fast), [0, 2, 0]);
    assert_eq!(count(Mode::Greedy), [1, 0, 0]);
    assert_eq!(count(Mode::Global), [1, 0, 0]);
}

#[test]
fn only_the_whole_function_shows_that_a_chain_belongs_together() {
    // Each phi alone finds one neighbour in the first bank; the last use, in the loop, requires the
    // second.
    let body = "  bb.0:
    successors: %bb.1, %bb.2
    liveins: $x10, $x11
    %0:_(p0) = COPY $x10
    %1:_(s64) = COPY $x11
    %2:_(s64) = G_LOAD %0(p0) :: (load (s64))
    G_BRCOND %1(s64), %bb.2
    G_BR %bb.1
  bb.1:
    successors: %bb.2
    %3:_(s64) = G_LOAD %0(p0) :: (load (s64))
    G_BR %bb.2
  bb.2:
    successors: %bb.3
    %4:_(s64) = G_PHI %2(s64), %bb.0, %3(s64), %bb.1
    G_STORE %4(s64), %0(p0) :: (store (s64))
    %5:_(s64) = G_SELECT %1(s64), %4, %2
    G_BR %bb.3
  bb.3:
    %6:_(s64) = G_FADD %5, %5
    G_STORE %6(s64), %0(p0) :: (store (s64))
    PseudoRET
";
    let lines = riscv(Mode::Global, body);
    assert!([2, 3, 4, 5, 6].iter().all(|&n| defines(&lines, n, "fprb")), "{lines:?}");
    assert_eq!(lines.iter().map(|block| copies(block)).sum::<usize>(), 0, "{lines:?}");
}

#[test]
fn elements_come_from_memory_into_vector_registers() {
    let body = "  bb.0:
    liveins: $x0
    %0:_(p0) = COPY $x0
    %1:_(s32) = G_LOAD %0(p0) :: (load (s32))
    %2:_(s32) = G_LOAD %0(p0) :: (load (s32))
    %3:_(<2 x s32>) = G_BUILD_VECTOR %1(s32), %2(s32)
    $d0 = COPY %3(<2 x s32>)
    RET_ReallyLR implicit $d0
";
    let lines = aarch64(Mode::Global, body);
    assert!(defines(&lines, 1, "fpr") && defines(&lines, 2, "fpr"), "{lines:?}");
}

#[test]
fn constants_of_a_constant_vector_are_not_copied() {
    let body = "  bb.0:
    liveins: $x0
    %0:_(p0) = COPY $x0
    %1:_(s32) = G_CONSTANT i32 7
    %2:_(<2 x s32>) = G_BUILD_VECTOR %1(s32), %1(s32)
    %3:_(<2 x s32>) = G_BUILD_VECTOR %1(s32), %1(s32)
    %4:_(<2 x s32>) = G_ADD %2, %3
    $d0 = COPY %4(<2 x s32>)
    RET_ReallyLR implicit $d0
";
    for mode in ALL {
        assert_eq!(copies(&aarch64(mode, body)[0]), 0, "{mode:?}");
    }
}
