//! Operation by type: a few types of each kind; `cargo xtask fuzz operations` tries all.

use gisel_tests::build::{self, Compiler};
use gisel_tests::operations::{BFLOAT, Extent, HALF, Type, all, check, some};
use gisel_tests::picolibc::{Extension, Machine};
use gisel_tests::platform::Platform;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;

/// A third of the types is run, the others are only compiled: which, differs between the targets.
fn check_some(target: Target) -> Result<(), String> {
    let first = if target == Target::Riscv64 { 0 } else { 1 };
    let (run, compiled): (Vec<_>, Vec<_>) = some().into_iter().enumerate().partition(|(n, _)| n % 3 == first);
    let [run, compiled] =
        [run, compiled].map(|types| types.into_iter().map(|(_, ty)| ty).collect::<Vec<Type>>());
    for (types, extent) in [(run, Extent::Run), (compiled, Extent::Compiled)] {
        println!("{}", check(Platform::Linux(target), &types, extent)?);
    }
    Ok(())
}

#[test]
fn operations_do_what_llcs_do_riscv64() -> Result<(), String> {
    check_some(Target::Riscv64)
}

#[test]
fn operations_do_what_llcs_do_aarch64() -> Result<(), String> {
    check_some(Target::Aarch64)
}

/// On RISC-V's other machines the scalars are compiled, and some are run.
fn check_scalars(platform: &str, run: &[&str]) -> Result<(), String> {
    let platform = Platform::named(platform).ok_or("no such machine")?;
    let (run, compiled): (Vec<Type>, Vec<Type>) =
        some().into_iter().filter(|ty| ty.lanes.is_none()).partition(|ty| run.contains(&&*ty.name()));
    for (types, extent) in [(run, Extent::Run), (compiled, Extent::Compiled)] {
        println!("{}", check(platform, &types, extent)?);
    }
    Ok(())
}

#[test]
fn operations_do_what_llcs_do_riscv32_without_floats() -> Result<(), String> {
    check_scalars("rv32imac-ilp32", &["i32", "i65", "double"])
}

#[test]
fn operations_do_what_llcs_do_riscv32_with_double_precision() -> Result<(), String> {
    check_scalars("rv32imafdc-ilp32d", &["i64", "half"])
}

#[test]
fn operations_do_what_llcs_do_riscv64_without_floats() -> Result<(), String> {
    check_scalars("rv64imac-lp64", &["i128", "float"])
}

/// Halves with the extensions that have instructions for them.
#[test]
fn operations_on_halves_do_what_llcs_do() -> Result<(), String> {
    let half = [Type { scalar: HALF, lanes: None }];
    for machine in ["rv64imafdc_zfh-lp64d", "rv32imafdc_zfh_zbkb-ilp32d", "rv32imafc_zfhmin-ilp32f"] {
        let platform = Platform::named(machine).ok_or("no such machine")?;
        println!("{}", check(platform, &half, Extent::Run)?);
    }
    Ok(())
}

/// Integers with the extensions for bits.
#[test]
fn operations_on_bits_do_what_llcs_do() -> Result<(), String> {
    for (machine, run) in [
        ("rv64imac_zbb_zbs-lp64", ["i32", "i64"]),
        ("rv32imac_zbb_zbs-ilp32", ["i16", "i32"]),
        ("rv64imac_zbkb-lp64", ["i32", "i64"]),
        ("rv32imac_zbkb-ilp32", ["i8", "i32"]),
    ] {
        let platform = Platform::named(machine).ok_or("no such machine")?;
        let types: Vec<Type> = all().into_iter().filter(|ty| run.contains(&&*ty.name())).collect();
        assert_eq!(types.len(), run.len());
        println!("{}", check(platform, &types, Extent::Run)?);
    }
    Ok(())
}

/// Where a double or single comes between, it must not be rounded to. On riscv64 `llc` rounds twice.
const BFLOATS: &str = r#"
@format = private constant [6 x i8] c"%04x\0A\00"
declare i32 @printf(ptr, ...)
define void @put(bfloat %value) noinline {
  %bits = bitcast bfloat %value to i16
  %number = zext i16 %bits to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %number)
  ret void
}
define void @convert(i64 %n, i33 %m) noinline {
  %a = uitofp i64 %n to bfloat
  call void @put(bfloat %a)
  %b = sitofp i64 %n to bfloat
  call void @put(bfloat %b)
  %c = uitofp i33 %m to bfloat
  call void @put(bfloat %c)
  ret void
}
define i32 @main() {
  call void @convert(i64 4311744513, i33 4311744513)
  call void @convert(i64 4311744512, i33 4311744512)
  call void @convert(i64 -72339069014638593, i33 16842752)
  call void @convert(i64 72339069014638593, i33 16842753)
  ret i32 0
}
"#;

const ROUNDED: &str = "4f81\n4f81\n4f81\n4f80\n4f80\n4f80\n5f7f\ndb81\n4b80\n5b81\n5b81\n4b81\n";

/// qemu does not know the instructions: generic ones are interpreted, and all operations compiled.
#[test]
fn bfloats_have_instructions() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let ir = folder.path().join("bfloat.ll");
    fs::write(&ir, format!("target triple = \"riscv64-unknown-linux-gnu\"\n{BFLOATS}"))
        .map_err(|e| e.to_string())?;
    for stage in ["irtranslator", "regbankselect"] {
        let mut interpret = Compiler::under_test()?.alone();
        interpret.arg("interpret").arg(&ir).arg(format!("--stage={stage}"));
        let printed = process::run(interpret.arg("-mattr=+m,+a,+f,+d,+c,+zfbfmin"))?;
        assert_eq!(printed, ROUNDED, "{stage}");
    }
    const ZFBFMIN: &[Extension] = &[Extension { name: "zfbfmin", property: "" }];
    let few = |ty: &Type| ty.scalar == BFLOAT && ty.lanes.is_none_or(|lanes| lanes == 2);
    let types: Vec<Type> = all().into_iter().filter(few).collect();
    assert!(types.len() > 1);
    for (march, mabi) in [("rv64imafdc", "lp64d"), ("rv32imafc", "ilp32f")] {
        let platform = Platform::Bare(Machine { march, mabi, extensions: ZFBFMIN });
        println!("{}", check(platform, &types, Extent::Compiled)?);
    }
    Ok(())
}

#[test]
fn integers_are_rounded_once_to_bfloat() -> Result<(), String> {
    let gisel = Compiler::under_test()?;
    for (target, level) in
        [(Target::Riscv64, 0), (Target::Riscv64, 2), (Target::Aarch64, 0), (Target::Aarch64, 2)]
    {
        let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let [ir, object, program] = ["bfloat.ll", "bfloat.o", "bfloat"].map(|name| folder.path().join(name));
        fs::write(&ir, BFLOATS).map_err(|e| e.to_string())?;
        build::run_all(&mut [
            gisel.command(combo, &ir, &object),
            build::link(target, combo.mode, &[object], &program)?,
        ])?;
        let printed = process::run(&mut build::qemu(target, &program, &[]))?;
        assert_eq!(printed, ROUNDED, "{combo:?}");
    }
    Ok(())
}
