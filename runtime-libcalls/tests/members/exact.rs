//! All functions on corner inputs and random ones, on RISC-V with every floating-point ABI. The
//! results are compared with the operations of rv64gc and its libgcc.
//!
//! The programs (`exact.c`, `atomics.c`) are linked with the library alone: there is no C library
//! and no libgcc.

use crate::compiled::{Machine, objects, run};
use crate::reach;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of inputs of each function: where everything is computed by integers alone, and
/// elsewhere, where the same code is compiled with more extensions or for another ABI.
const MANY: u32 = 100_000;
const SOME: u32 = 3_000;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/members").join(name)
}

/// Builds the program that computes the results by the machine and libgcc.
fn reference(folder: &Path) -> PathBuf {
    let program = folder.join("reference");
    let mut gcc = Command::new("riscv64-linux-gnu-gcc");
    gcc.args(["-std=gnu17", "-O1", "-fwrapv", "-frounding-math", "-fsignaling-nans", "-ffreestanding"]);
    gcc.args(["-fno-builtin", "-nostdlib", "-static", "-DREFERENCE", "-Wl,--no-relax"]);
    run(gcc.arg(source("exact.c")).arg("-lgcc").arg("-o").arg(&program));
    program
}

/// Builds an archive of the members.
fn library(machine: &Machine, folder: &Path) -> PathBuf {
    let objects = objects(machine, folder);
    reach::check(&objects, &format!("{} {}", machine.march, machine.abi));
    let archive = folder.join("libgisel_rt.a");
    run(Command::new("llvm-ar-22").arg("rcs").arg(&archive).args(objects.iter().map(|(_, path)| path)));
    archive
}

/// Builds a program linked with the archive alone.
fn program(machine: &Machine, name: &str, archive: &Path, folder: &Path) -> PathBuf {
    let (main, program) = (folder.join("main.o"), folder.join(name).with_extension("out"));
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", machine.triple)).arg(format!("-march={}", machine.march));
    clang.arg(format!("-mabi={}", machine.abi)).args(["-std=gnu23", "-O1", "-fwrapv", "-ffreestanding"]);
    run(clang.args(["-fno-builtin", "-c"]).arg(source(name)).arg("-o").arg(&main));
    let mut linker = Command::new("ld.lld-22");
    run(linker.args(["-static", "-nostdlib", "-o"]).arg(&program).arg(&main).arg(archive));
    program
}

fn lines(qemu: &str, program: &Path, count: u32, listed: Option<&str>) -> Vec<String> {
    let output = run(Command::new(qemu).arg(program).arg(count.to_string()).args(listed));
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn check(machine: Machine, count: u32) {
    let folder = tempfile::tempdir().unwrap();
    let qemu = if machine.triple.starts_with("riscv32") { "qemu-riscv32" } else { "qemu-riscv64" };
    let archive = library(&machine, folder.path());
    let atomics = program(&machine, "atomics.c", &archive, folder.path());
    run(Command::new(qemu).arg(atomics));
    let reference = reference(folder.path());
    let program = program(&machine, "exact.c", &archive, folder.path());
    let expected = lines("qemu-riscv64", &reference, count, None);
    let found = lines(qemu, &program, count, None);
    assert!(expected.len() > 100 && expected.len() == found.len());
    if let Some((expected, found)) = expected.iter().zip(&found).find(|(expected, found)| expected != found) {
        let name = expected.split(' ').next().unwrap();
        assert!(found.starts_with(name));
        let expected = lines("qemu-riscv64", &reference, count, Some(name));
        let found = lines(qemu, &program, count, Some(name));
        let differ = expected.iter().zip(&found).find(|(expected, found)| expected != found);
        panic!("{} {}: {name}: (expected, found) = {differ:?}", machine.march, machine.abi);
    }
}

const ELF32: &str = "riscv32-unknown-elf";
const ELF64: &str = "riscv64-unknown-elf";

#[test]
fn rv32i() {
    check(Machine::new(ELF32, "rv32i", "", "ilp32"), MANY);
}

#[test]
fn rv32imac() {
    check(Machine::new(ELF32, "rv32imac_zbb", "+m,+a,+c,+zbb", "ilp32"), SOME);
}

#[test]
fn rv32imafc() {
    check(Machine::new(ELF32, "rv32imafc", "+m,+a,+f,+c", "ilp32f"), SOME);
}

#[test]
fn rv32imafdc() {
    check(Machine::new(ELF32, "rv32imafdc", "+m,+a,+f,+d,+c", "ilp32d"), SOME);
}

#[test]
fn rv64i() {
    check(Machine::new(ELF64, "rv64i", "", "lp64"), MANY);
}

#[test]
fn rv64imac() {
    check(Machine::new(ELF64, "rv64imac_zbb", "+m,+a,+c,+zbb", "lp64"), SOME);
}

#[test]
fn rv64imafc() {
    check(Machine::new(ELF64, "rv64imafc", "+m,+a,+f,+c", "lp64f"), SOME);
}

#[test]
fn rv64gc() {
    check(Machine::new(ELF64, "rv64gc", "+m,+a,+f,+d,+c", "lp64d"), SOME);
}
