//! Atomic accesses by several threads at once; `exact.rs` tests them on one thread.

use crate::compiled::{Machine, object, run};
use gisel_runtime_libcalls::{Family, members};
use std::path::Path;
use std::process::Command;

#[test]
fn threads_lose_nothing() {
    // As for a system without libatomic, on which the library has the family.
    let machine = Machine::new("riscv64-unknown-elf", "rv64gc", "+m,+a,+f,+d,+c", "lp64d");
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/members/threads.c");
    let program = folder.path().join("threads");
    let mut gcc = Command::new("riscv64-linux-gnu-gcc");
    gcc.args(["-std=gnu17", "-O1", "-static", "-pthread"]).arg(source).arg("-o").arg(&program);
    for member in members(machine.target()).filter(|member| member.family == Family::Atomics) {
        gcc.arg(object(member, &machine, folder.path()));
    }
    run(&mut gcc);
    run(Command::new("qemu-riscv64").arg(program));
}

#[test]
fn locks_are_there_only_where_instructions_are() {
    for (march, features) in [("rv32i", ""), ("rv32ia", "+a")] {
        let machine = Machine::new("riscv32-unknown-elf", march, features, "ilp32");
        let symbols: Vec<&str> =
            members(machine.target()).flat_map(|member| member.symbols).copied().collect();
        assert_eq!(symbols.contains(&"__gisel_lock"), features == "+a");
        let functions = symbols.iter().filter(|symbol| **symbol == "__atomic_fetch_add_4");
        assert_eq!(functions.count(), 1);
    }
    // With libatomic, all of a process share its locks.
    for triple in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        let machine = Machine::new(triple, "", "+a", "");
        assert!(members(machine.target()).all(|member| member.family != Family::Atomics));
    }
}
