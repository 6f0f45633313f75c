//! All state is in the MIR: programs are compiled with every function written and read back after
//! every pass (`--verify-mir`). The output is equal to that of an ordinary compilation, byte for
//! byte.

use gisel_tests::build::{self};
use gisel_tests::corpus;
use gisel_tests::picolibc::MACHINES;
use gisel_tests::platform::Platform;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a module by gisel to an object.
fn object(level: u8, module: &Path, options: &[&str], object: &Path) -> Result<Vec<u8>, String> {
    let gisel = build::gisel();
    let mut command = Command::new(gisel);
    command.arg(format!("-O{level}")).args(options).args(["-filetype=obj", "-o"]).arg(object).arg(module);
    process::run(&mut command)?;
    Ok(std::fs::read(object).expect("written"))
}

/// Compiles a module both ways; returns a message if the outputs differ.
fn check_module(level: u8, name: &str, module: &Path) -> Option<String> {
    let folder = module.parent().expect("is in a folder");
    let made = |file: &str, options: &[&str]| {
        object(level, module, options, &folder.join(format!("{name}.{file}.o")))
    };
    let plain = match made("plain", &[]) {
        Ok(plain) => plain,
        Err(message) => return Some(format!("{name}: {message}")),
    };
    match made("read", &["--verify-mir"]) {
        Ok(read) if read == plain => None,
        Ok(_) => Some(format!("{name}: other code when functions are read back")),
        Err(message) => Some(format!("{name}: {message}")),
    }
}

/// Checks every second program with IR of one level, the others with the other; for machines
/// without Linux every third.
fn check(platform: Platform, level: u8) {
    let folder: PathBuf = sources::work_folder(&format!("mir_round_trip/{platform}-{level}")).expect("made");
    let mut complaints = Vec::new();
    for (n, program) in corpus::set("programs").expect("readable").iter().enumerate() {
        let ir_level = if n % 2 == 0 { level } else { 2 - level };
        let is_tried = match platform {
            Platform::Linux(target) => {
                let combo = Combo { target, ir_level, level, mode: Mode::Static };
                program.is_for(combo) && !program.is_unsupported(combo)
            }
            Platform::Bare(_) | Platform::Aarch64With(_) => {
                n % 3 == usize::from(level) % 3 && !OF_64_BITS.contains(&&*program.name)
            }
        };
        if !is_tried {
            continue;
        }
        let module = &program.modules[0];
        let bitcode = folder.join(format!("{}.bc", program.name));
        let mut clang = platform.clang(ir_level, Mode::Static, &module.source, &bitcode);
        process::run(clang.args(&module.flags)).expect("clang works");
        complaints.extend(check_module(level, &program.name, &bitcode));
    }
    assert!(complaints.is_empty(), "{platform} {level}, {}: {complaints:#?}", complaints.len());
}

/// Programs not for riscv32: assembly and types of other machines, other C libraries.
const OF_64_BITS: [&str; 10] = [
    "exclusive",
    "inline_asm",
    "instrumented",
    "int128",
    "neon",
    "stack_protector",
    "threads",
    "traps",
    "wide_integers",
    "wild_jumps",
];

#[test]
fn riscv64_at_level_0() {
    check(Platform::Linux(Target::Riscv64), 0);
}

#[test]
fn riscv64_at_level_2() {
    check(Platform::Linux(Target::Riscv64), 2);
}

#[test]
fn aarch64_at_level_0() {
    check(Platform::Linux(Target::Aarch64), 0);
}

#[test]
fn aarch64_at_level_2() {
    check(Platform::Linux(Target::Aarch64), 2);
}

#[test]
fn riscv32_with_and_without_floats() {
    check(Platform::Bare(MACHINES[0]), 2);
    check(Platform::Bare(MACHINES[1]), 0);
}
