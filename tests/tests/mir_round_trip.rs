//! All state is in the MIR: programs are compiled with every function written and read back after every pass (`--verify-mir`), and what
//! comes out is what comes out without that, byte for byte.

use gisel_tests::build::{self, Compiler};
use gisel_tests::corpus;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The object that gisel makes of a module.
fn object(combo: Combo, module: &Path, options: &[&str], object: &Path) -> Result<Vec<u8>, String> {
    let Ok(Compiler::Gisel(gisel)) = Compiler::under_test() else { panic!("gisel has not been built") };
    let mut command = Command::new(gisel);
    command.arg(format!("-O{}", combo.level)).args(options).args(["-filetype=obj", "-o"]);
    command.arg(object).arg(module).arg(format!("-mtriple={}-unknown-linux-gnu", combo.target.arch()));
    process::run(&mut command)?;
    Ok(std::fs::read(object).expect("written"))
}

/// Compiles a module both ways; a complaint if that makes a difference.
fn check_module(combo: Combo, name: &str, module: &Path, options: &[&str]) -> Option<String> {
    let folder = module.parent().expect("is in a folder");
    let made = |file: &str, more: &[&str]| {
        object(combo, module, &[options, more].concat(), &folder.join(format!("{name}.{file}.o")))
    };
    let plain = match made("plain", &[]) {
        Ok(plain) => plain,
        Err(message) => return Some(format!("{name}: {message}")),
    };
    match made("read", &["--verify-mir"]) {
        Ok(read) if read == plain => None,
        Ok(_) => Some(format!("{name} {combo:?}: other code when functions are read back")),
        Err(message) => Some(format!("{name} {combo:?}: {message}")),
    }
}

/// Every second program with IR of one level, the others with the other.
fn check(target: Target, level: u8) {
    let folder: PathBuf =
        sources::work_folder(&format!("mir_round_trip/{}-{level}", target.arch())).expect("made");
    let mut complaints = Vec::new();
    for (n, program) in corpus::set("programs").expect("readable").iter().enumerate() {
        let combo =
            Combo { target, ir_level: if n % 2 == 0 { level } else { 2 - level }, level, mode: Mode::Static };
        if !program.is_for(combo) || program.is_unsupported(combo) {
            continue;
        }
        let module = &program.modules[0];
        let bitcode = folder.join(format!("{}.bc", program.name));
        process::run(&mut build::clang(combo, &module.source, &module.flags, &bitcode)).expect("clang works");
        complaints.extend(check_module(combo, &program.name, &bitcode, &[]));
    }
    assert!(complaints.is_empty(), "{}: {complaints:#?}", complaints.len());
}

#[test]
fn riscv64_at_level_0() {
    check(Target::Riscv64, 0);
}

#[test]
fn riscv64_at_level_2() {
    check(Target::Riscv64, 2);
}

#[test]
fn aarch64_at_level_0() {
    check(Target::Aarch64, 0);
}

#[test]
fn aarch64_at_level_2() {
    check(Target::Aarch64, 2);
}
