//! RISC-V's atomic operations, by the extensions that have instructions for them.

use super::{Folder, GC};
use gisel_tests::build::{self};
use gisel_tests::process;
use gisel_tests::target::Target;
use std::path::Path;
use std::process::Command;

/// Returns each read-modify-write in each size, except those that use other instructions or llc's
/// loops.
fn read_modify_writes() -> String {
    let operations =
        ["xchg", "add", "sub", "and", "or", "xor", "nand", "max", "min", "umax", "umin", "uinc_wrap"];
    let mut functions = String::new();
    for (n, operation) in operations.iter().enumerate() {
        // llc implements smaller ones by compare-exchanges of words.
        let loops = *operation == "uinc_wrap";
        for bits in [8, 16, 32, 64].into_iter().filter(|bits| !loops || *bits >= 32) {
            functions += &format!(
                "define i{bits} @f{n}_{bits}(ptr %p, i{bits} %v) {{\n  %r = atomicrmw {operation} ptr %p, i{bits} %v seq_cst\n  ret i{bits} %r\n}}\n"
            );
        }
    }
    functions
}

#[test]
fn loads_reserved_do_what_there_are_no_atomic_operations_for() {
    let folder = Folder::new();
    let functions = read_modify_writes();
    let input = folder.module(Target::Riscv64, &functions);
    for level in ["-O0", "-O2"] {
        let options = [level, "-mattr=+m,-a,+zalrsc", "-verify-machineinstrs"];
        let assembly = folder.assembly(&input, &options);
        let count = |word: &str| assembly.matches(word).count();
        assert_eq!(count("\tlr."), functions.matches("define").count(), "{assembly}");
        assert_eq!(count("\tamo") + count("\tcall") + count("\ttail"), 0, "{assembly}");
    }
}

#[test]
fn forced_atomics_are_calls() {
    let folder = Folder::new();
    let mut functions = read_modify_writes();
    functions +=
        "define i64 @load(ptr %p) {\n  %v = load atomic i64, ptr %p seq_cst, align 8\n  ret i64 %v\n}\n";
    functions += "define i1 @cas(ptr %p, i64 %v) {\n  %r = cmpxchg ptr %p, i64 0, i64 %v seq_cst seq_cst\n  %s = extractvalue { i64, i1 } %r, 1\n  ret i1 %s\n}\n";
    for bits in [8, 16] {
        functions += &format!(
            "define i{bits} @cas{bits}(ptr %p, i{bits} %v) {{\n  %r = cmpxchg ptr %p, i{bits} 0, i{bits} %v seq_cst seq_cst\n  %o = extractvalue {{ i{bits}, i1 }} %r, 0\n  ret i{bits} %o\n}}\n"
        );
    }
    let input = folder.module(Target::Riscv64, &functions);
    let called = |program: Command| {
        let text = process::run(&mut { program }).unwrap_or_else(|e| panic!("{e}"));
        let lines = text.lines().filter_map(|line| line.trim().split_once('\t'));
        let mut calls: Vec<String> =
            lines.filter(|(op, _)| ["call", "tail"].contains(op)).map(|(_, name)| name.to_string()).collect();
        calls.sort();
        (calls, text.contains("\tamo") || text.contains("\tlr."))
    };
    let path = build::gisel();
    // True if byte compare-exchanges are calls of their own instead of word compare-exchanges.
    for (triple, atomics, bytes) in [
        ("riscv64", "+a", false),
        ("riscv64", "+zacas,+zabha", true),
        ("riscv32", "+a", false),
        ("riscv32", "+zalrsc", false),
        ("riscv32", "-a", true),
    ] {
        let options = [
            format!("-mtriple={triple}"),
            format!("-mattr=+m,+f,+d,+c,{atomics},+forced-atomics"),
            "-o".into(),
            "-".into(),
        ];
        let with = |program: &Path| {
            let mut command = Command::new(program);
            command.arg(&input).args(&options);
            called(command)
        };
        let (ours, theirs) = (with(&path), with(Path::new("llc-22")));
        assert_eq!(ours, theirs, "{options:?}");
        assert!(ours.0.len() >= 49 && !ours.1, "{options:?}");
        assert_eq!(ours.0.iter().any(|name| name == "__sync_val_compare_and_swap_1"), bytes, "{options:?}");
    }
    let without = folder.assembly(&input, &[&format!("-mattr={GC},-a,-zaamo,-zalrsc")]);
    assert!(without.contains("__atomic_fetch_add_8") && !without.contains("\tamo"), "{without}");
}

/// Success and failure orderings of a compare-exchange.
const ORDERINGS: [(&str, &str); 6] = [
    ("monotonic", "monotonic"),
    ("acquire", "acquire"),
    ("release", "monotonic"),
    ("release", "acquire"),
    ("acq_rel", "acquire"),
    ("seq_cst", "seq_cst"),
];

/// Returns compare-exchanges in each size and ordering, whose result is the old value, or the
/// success flag.
fn compare_exchanges() -> String {
    let mut functions = String::new();
    for bits in [8, 16, 32, 64] {
        for (n, (success, failure)) in ORDERINGS.iter().enumerate() {
            let exchange = format!("%r = cmpxchg ptr %p, i{bits} %e, i{bits} %n {success} {failure}");
            for (name, member, ty) in [("old", 0, format!("i{bits}")), ("done", 1, "i1".to_string())] {
                functions += &format!(
                    "define {ty} @{name}{n}_{bits}(ptr %p, i{bits} %e, i{bits} %n) {{\n  {exchange}\n  %v = extractvalue {{ i{bits}, i1 }} %r, {member}\n  ret {ty} %v\n}}\n"
                );
            }
        }
    }
    functions
}

/// Returns each function's label, atomic instructions, fences and calls in assembly, without
/// operands.
fn atomic_instructions(assembly: &str) -> Vec<&str> {
    let is_one = |word: &str| {
        ["amo", "lr.", "sc.", "fence", "call", "tail"].iter().any(|start| word.starts_with(start))
    };
    let words = assembly.lines().filter_map(|line| line.split_whitespace().next());
    words.filter(|word| is_one(word) || word.ends_with(':') && !word.starts_with('.')).collect()
}

#[test]
fn bytes_and_comparisons_have_atomic_instructions_where_llc_has_them() {
    let folder = Folder::new();
    // `nand` is a load-reserved loop here, not a compare-exchange loop.
    let functions = read_modify_writes().replace("atomicrmw nand", "atomicrmw xor") + &compare_exchanges();
    let input = folder.module(Target::Riscv64, &functions);
    for triple in ["riscv64", "riscv32"] {
        for extensions in ["+zacas", "+zabha", "+zacas,+zabha", "+zacas,+zabha,-zalrsc"] {
            let options = [format!("-mtriple={triple}"), format!("-mattr={GC},{extensions}")];
            let mut llc = Command::new("llc-22");
            let theirs =
                process::run(llc.args(&options).args(["-O2", "-o", "-"]).arg(&input)).expect("llc's");
            for level in ["-O0", "-O2"] {
                let args = [&options[0], &options[1], level, "-verify-machineinstrs"];
                let ours = folder.assembly(&input, &args);
                assert_eq!(atomic_instructions(&ours), atomic_instructions(&theirs), "{args:?}");
            }
        }
    }
}

/// Old values are sign-extended, and therefore not extended again.
#[test]
fn signs_of_old_values_are_extended_once() {
    let folder = Folder::new();
    let mut functions = String::new();
    for bits in [8, 16, 32] {
        functions += &format!(
            "define signext i{bits} @f{bits}(ptr %p, i{bits} %v) {{\n  %r = atomicrmw add ptr %p, i{bits} %v monotonic\n  ret i{bits} %r\n}}\n"
        );
    }
    let input = folder.module(Target::Riscv64, &functions);
    let assembly = folder.assembly(&input, &["-O2", &format!("-mattr={GC},+zabha")]);
    let code: Vec<&str> = assembly.lines().filter_map(|line| line.strip_prefix('\t')).collect();
    let code: Vec<&str> = code.into_iter().filter(|line| !line.starts_with('.')).collect();
    assert_eq!(
        code,
        ["b", "h", "w"]
            .map(|size| format!("amoadd.{size}\ta0, a1, (a0)"))
            .iter()
            .flat_map(|amo| [amo, "ret"])
            .collect::<Vec<&str>>()
    );
}
