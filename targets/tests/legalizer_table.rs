//! The legalizer, tested: every generic opcode on a list of types and every target, interpreted
//! before and after.
//!
//! A part of the table is checked here; `cargo xtask fuzz legalizer --table` checks and prints all
//! of it.

#[path = "legalizer_table/cases.rs"]
mod cases;
mod execution;
#[path = "legalizer_table/narrowing.rs"]
mod narrowing;
#[path = "legalizer_table/run.rs"]
mod run;
#[path = "legalizer_table/static_check.rs"]
mod static_check;
#[path = "legalizer_table/types.rs"]
mod types;

use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::features::Request;
use gisel_targets::riscv::features::Subtarget;
use gisel_targets::riscv::target::RiscvTarget;
use run::Verdict;
use std::fmt::Write;

/// Returns each target with its name in the table.
fn targets() -> Vec<(&'static str, Box<dyn Target>)> {
    vec![
        ("riscv64", Box::new(RiscvTarget::new("", "").expect("rv64gc"))),
        (
            "riscv64+zbb+zabha",
            Box::new(RiscvTarget::new("", "+zba,+zbb,+zbs,+zacas,+zabha").expect("rv64gc with more")),
        ),
        ("riscv32imac", Box::new(riscv32("+m,+a,+c"))),
        ("riscv32imac+zdinx", Box::new(riscv32("+m,+a,+c,+zdinx"))),
        ("riscv32imafdc+zbb+zabha", Box::new(riscv32("+m,+a,+f,+d,+c,+zbb,+zacas,+zabha"))),
        ("aarch64", Box::new(AArch64Target::new("", "").expect("armv8-a"))),
    ]
}

/// Returns riscv32 with these features.
fn riscv32(features: &str) -> RiscvTarget {
    let request = Request { features, ..Request::default() };
    RiscvTarget::of(Subtarget::new(32, &request, &mut Vec::new()).expect("a subtarget"))
}

/// A row of the table: the number of an opcode's combinations by verdict.
#[derive(Clone, Copy, Default)]
struct Row {
    legalized: usize,
    unsupported: usize,
    wrong: usize,
    looping: usize,
}

/// Checks all combinations whose numbers `wanted` accepts; returns rows by opcode, and the
/// failures.
fn table(
    target: &dyn Target,
    rounds: u64,
    wanted: impl Fn(usize) -> bool,
) -> (Vec<(&'static str, Row)>, Vec<String>) {
    let (mut rows, mut failures, mut number) = (Vec::new(), Vec::new(), 0);
    for (n, desc) in DESCS.iter().enumerate().skip(FIRST_GENERIC.0.into()) {
        let mut row = Row::default();
        for list in types::lists(Opcode(n as u16), target.pointer()) {
            number += 1;
            if !wanted(number) {
                continue;
            }
            match run::check(target, Opcode(n as u16), &list, rounds) {
                None => failures.push(format!("{} {list:?} has no function", desc.name)),
                Some(Verdict::Legalized) => row.legalized += 1,
                Some(Verdict::Unsupported) => row.unsupported += 1,
                Some(Verdict::Looping) => {
                    row.looping += 1;
                    failures.push(format!("{} {list:?} loops", desc.name));
                }
                Some(Verdict::Wrong(text)) => {
                    row.wrong += 1;
                    failures.push(format!("{} {list:?} is wrong: {text}", desc.name));
                }
            }
        }
        rows.push((desc.name, row));
    }
    (rows, failures)
}

fn print(name: &str, rows: &[(&str, Row)]) -> String {
    let mut text = format!("{name:32} legalized unsupported   wrong looping\n");
    let mut sum = Row::default();
    let mut line = |name: &str, row: &Row| {
        let _ = writeln!(
            text,
            "{name:32} {:9} {:11} {:7} {:7}",
            row.legalized, row.unsupported, row.wrong, row.looping
        );
    };
    for (name, row) in rows {
        if row.legalized + row.unsupported + row.wrong + row.looping > 0 {
            line(name, row);
        }
        sum.legalized += row.legalized;
        sum.unsupported += row.unsupported;
        sum.wrong += row.wrong;
        sum.looping += row.looping;
    }
    line("all", &sum);
    text
}

#[test]
fn a_part_of_the_table_is_right() {
    for (name, target) in targets() {
        let (_, failures) = table(&*target, 6, |n| n % 7 == 0);
        assert!(failures.is_empty(), "{name}: {} failures, the first:\n{}", failures.len(), failures[0]);
    }
}

/// Combinations that were once wrong: halves rounded twice, truncations that remained after their
/// source was replaced.
#[test]
fn former_miscompiles_stay_right() {
    let (s16, halves) = (Llt::scalar(16), Llt::vector(2, Llt::scalar(16)));
    let cases: [(Opcode, &[Llt]); 10] = [
        (G_ASSERT_SEXT, &[Llt::scalar(129)]),
        (G_ASSERT_ZEXT, &[Llt::scalar(129)]),
        (G_FMAD, &[s16]),
        (G_FMAD, &[halves]),
        (G_FMA, &[halves]),
        (G_STRICT_FMA, &[s16]),
        (G_STRICT_FMA, &[halves]),
        (G_ANYEXT, &[Llt::scalar(65), Llt::scalar(3)]),
        (G_ANYEXT, &[Llt::scalar(96), Llt::scalar(33)]),
        (G_ANYEXT, &[Llt::scalar(127), Llt::scalar(17)]),
    ];
    for (name, target) in targets() {
        // RISC-V does not support the extensions.
        let supported = cases.iter().filter(|(opcode, _)| name == "aarch64" || *opcode != G_ANYEXT);
        for &(opcode, types) in supported {
            let verdict = run::check(&*target, opcode, types, 400);
            assert_eq!(
                verdict,
                Some(Verdict::Legalized),
                "{name}: {} {types:?}",
                DESCS[opcode.table_index()].name
            );
        }
    }
}

/// On riscv32, only the lower word of a two-word operation was once exchanged.
#[test]
fn atomic_operations_wider_than_a_register_are_not_legal() {
    for (name, target) in targets().into_iter().filter(|(name, _)| name.starts_with("riscv32")) {
        for opcode in [G_ATOMIC_CMPXCHG_WITH_SUCCESS, G_ATOMICRMW_ADD, G_ATOMICRMW_SUB] {
            let verdict = run::check(&*target, opcode, &[Llt::scalar(64)], 4);
            assert_eq!(verdict, Some(Verdict::Unsupported), "{name}: {}", DESCS[opcode.table_index()].name);
        }
    }
}

/// Run by `cargo xtask fuzz legalizer`.
#[test]
#[ignore = "takes minutes"]
fn the_whole_table_is_right() {
    let mut failed = 0;
    for (name, target) in targets() {
        let (rows, failures) = table(&*target, 40, |_| true);
        println!("{}", print(name, &rows));
        failed += failures.len();
        for failure in failures {
            println!("---- {name}: {failure}");
        }
    }
    assert_eq!(failed, 0, "combinations are wrong or loop");
}
