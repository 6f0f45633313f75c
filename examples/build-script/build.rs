//! Makes `firmware.elf` of `firmware.c`: for a riscv32 without floating point and without a system.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(status.success(), "{command:?} ends with {status}");
}

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives it"));
    let gisel = env::var_os("GISEL").unwrap_or_else(|| "gisel".into());
    let target = "--target=riscv32-unknown-elf";
    let at = |name: &str| out.join(name);
    run(Command::new("clang-22")
        .args([target, "-march=rv32imac", "-mabi=ilp32", "-Os", "-ffreestanding", "-emit-llvm", "-c", "-o"])
        .arg(at("firmware.bc"))
        .arg("firmware.c"));
    run(Command::new(&gisel).args(["-O2", "-filetype=obj", "-o"]).args([at("firmware.o"), at("firmware.bc")]));
    let files = [at("firmware.elf"), at("firmware.o")];
    run(Command::new("ld.lld-22").args(["-Ttext=0x10000", "-e", "_start", "-o"]).args(files));
    for input in ["firmware.c", "build.rs"] {
        println!("cargo::rerun-if-changed={}", Path::new(input).display());
    }
}
