//! Module-level assembly compared with LLVM's assembler: one statement per line of
//! `assembly/*.txt`.

use object::read::elf::ElfFile64;
use object::{Object, ObjectSection};
use std::path::Path;
use std::process::Command;

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the bytes of `.text`, and the offsets and types of its relocations.
fn text(path: &Path) -> (Vec<u8>, Vec<(u64, String)>) {
    let data = std::fs::read(path).unwrap();
    let file = ElfFile64::<object::Endianness>::parse(&*data).unwrap();
    let section = file.section_by_name(".text").unwrap();
    let relocations = section.relocations().map(|(at, r)| (at, format!("{:?}", r.flags())));
    (section.data().unwrap().to_vec(), relocations.collect())
}

fn assembles_as_llvm_does(target: &str, attributes: &str, statements: &str) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let quoted = |line: &str| line.replace('\\', "\\5C").replace('"', "\\22");
    let lines = statements.lines().map(|line| format!("module asm \"{}\"\n", quoted(line)));
    let triple = format!("{target}-unknown-linux-gnu");
    let module = format!("target triple = \"{triple}\"\nmodule asm \".text\"\n{}", lines.collect::<String>());
    std::fs::write(at("ours.ll"), module).unwrap();
    std::fs::write(at("theirs.s"), format!("\t.text\n{statements}")).unwrap();
    let attributes = format!("-mattr={attributes}");
    run(Command::new(env!("CARGO_BIN_EXE_gisel"))
        .args(["-filetype=obj", &attributes, "-o"])
        .arg(at("ours.o"))
        .arg(at("ours.ll")));
    let triple = format!("-triple={triple}");
    run(Command::new("llvm-mc-22")
        .args(["-filetype=obj", &triple, &attributes, "-o"])
        .arg(at("theirs.o"))
        .arg(at("theirs.s")));
    let (ours, theirs) = (text(&at("ours.o")), text(&at("theirs.o")));
    for (n, (a, b)) in ours.0.chunks(4).zip(theirs.0.chunks(4)).enumerate() {
        assert_eq!(a, b, "{target}: bytes at {:#x}", n * 4);
    }
    assert_eq!(ours, theirs);
}

#[test]
fn riscv() {
    let attributes = "+m,+a,+f,+d,+c,+zba,+zbb,+zbs,+zifencei";
    assembles_as_llvm_does("riscv64", attributes, include_str!("assembly/riscv64.txt"));
}

#[test]
fn aarch64() {
    let attributes = "+lse,+crc,+aes,+rcpc";
    assembles_as_llvm_does("aarch64", attributes, include_str!("assembly/aarch64.txt"));
}
