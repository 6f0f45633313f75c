//! Operations by type: a few types of each kind; `cargo xtask fuzz operations` checks all.

use gisel_tests::build::{self, Compiler};
use gisel_tests::operations::{BFLOAT, Extent, HALF, Type, all, check, some};
use gisel_tests::picolibc::{Extension, Machine};
use gisel_tests::platform::{Platform, Registers};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;

/// Runs a third of the types, and only compiles the others; the third differs between the targets.
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

/// Compiles the scalars on RISC-V's other machines, and runs some.
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

/// Checks types on AArch64 with fewer registers, and compiles the others.
fn check_narrowed(registers: Registers, run: &[&str]) -> Result<(), String> {
    let (run, compiled): (Vec<Type>, Vec<Type>) =
        some().into_iter().partition(|ty| run.contains(&&*ty.name()));
    for (types, extent) in [(run, Extent::Run), (compiled, Extent::Compiled)] {
        println!("{}", check(Platform::Aarch64With(registers), &types, extent)?);
    }
    Ok(())
}

#[test]
fn operations_do_what_llcs_do_aarch64_without_floats() -> Result<(), String> {
    check_narrowed(Registers::General, &["double", "fp128", "3xhalf"])
}

#[test]
fn operations_do_what_llcs_do_aarch64_without_vectors() -> Result<(), String> {
    check_narrowed(Registers::Scalar, &["float", "fp128", "4xbfloat"])
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

/// Floats in general registers, and doubles in register pairs on riscv32.
#[test]
fn operations_in_general_registers_do_what_llcs_do() -> Result<(), String> {
    for (machine, run) in [
        ("rv64imac_zdinx_zhinx-lp64", ["half", "double"]),
        ("rv32imac_zdinx_zhinxmin-ilp32", ["half", "double"]),
        ("rv64imac_zfinx_zhinxmin-lp64", ["half", "float"]),
    ] {
        check_scalars(machine, &run)?;
    }
    Ok(())
}

/// Integers with the bit manipulation extensions.
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

/// Conversions that must not be rounded to an intermediate double or single. On riscv64 `llc`
/// rounds twice.
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

/// qemu does not support the instructions: generic ones are interpreted, and all operations
/// compiled.
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

/// Checks a program's output, compiled for both targets at -O0 and -O2.
fn check_printed(ir: &str, expected: &str) -> Result<(), String> {
    let gisel = Compiler::under_test()?;
    for (target, level) in
        [(Target::Riscv64, 0), (Target::Riscv64, 2), (Target::Aarch64, 0), (Target::Aarch64, 2)]
    {
        let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let [input, object, program] = ["test.ll", "test.o", "test"].map(|name| folder.path().join(name));
        fs::write(&input, ir).map_err(|e| e.to_string())?;
        build::run_all(&mut [
            gisel.command(combo, &input, &object),
            build::link(target, combo.mode, &[object], &program)?,
        ])?;
        let printed = process::run(&mut build::qemu(target, &program, &[]))?;
        assert_eq!(printed, expected, "{combo:?}");
    }
    Ok(())
}

#[test]
fn integers_are_rounded_once_to_bfloat() -> Result<(), String> {
    check_printed(BFLOATS, ROUNDED)
}

/// Rotations that `llc` does not compile, and conversions of quads, each of a vector and of its
/// elements.
const WIDE_ELEMENTS: &str = r#"
@format = private constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)
@in = global [9 x i64] [i64 81985529216486895, i64 -81985529216486896, i64 1311768467463790320, i64 -1, i64 5, i64 3, i64 -9223372036854775808, i64 77, i64 1]
@by = global [9 x i64] [i64 1, i64 0, i64 0, i64 200, i64 0, i64 0, i64 77, i64 1, i64 0]
@quads = global [2 x fp128] [fp128 0xL0000000000000000C07F800000000000, fp128 0xL00000000000000004002400000000000]
define <3 x i192> @rotate(<3 x i192> %a, <3 x i192> %n) noinline {
  %r = call <3 x i192> @llvm.fshr.v3i192(<3 x i192> %a, <3 x i192> %a, <3 x i192> %n)
  ret <3 x i192> %r
}
define i192 @rotate_one(i192 %a, i192 %n) noinline {
  %right = urem i192 %n, 192
  %left = sub i192 192, %right
  %low = lshr i192 %a, %right
  %is_whole = icmp eq i192 %left, 192
  %by = select i1 %is_whole, i192 0, i192 %left
  %high = shl i192 %a, %by
  %r = or i192 %low, %high
  ret i192 %r
}
define void @show(i192 %a, i192 %b) noinline {
  %differ = xor i192 %a, %b
  %small = icmp ne i192 %differ, 0
  %flag = zext i1 %small to i64
  %part = trunc i192 %a to i64
  %high = lshr i192 %a, 128
  %other = trunc i192 %high to i64
  call i32 (ptr, ...) @printf(ptr @format, i64 %flag)
  call i32 (ptr, ...) @printf(ptr @format, i64 %part)
  call i32 (ptr, ...) @printf(ptr @format, i64 %other)
  ret void
}
define <2 x i128> @convert(<2 x fp128> %a) noinline {
  %r = call <2 x i128> @llvm.fptosi.sat.v2i128.v2f128(<2 x fp128> %a)
  ret <2 x i128> %r
}
define i32 @main() {
  %a = load <3 x i192>, ptr @in, align 8
  %n = load <3 x i192>, ptr @by, align 8
  %r = call <3 x i192> @rotate(<3 x i192> %a, <3 x i192> %n)
ELEMENTS
  %q = load <2 x fp128>, ptr @quads, align 16
  %i = call <2 x i128> @convert(<2 x fp128> %q)
  %i0 = extractelement <2 x i128> %i, i32 0
  %i1 = extractelement <2 x i128> %i, i32 1
  %high0 = lshr i128 %i0, 64
  %number0 = trunc i128 %high0 to i64
  %number1 = trunc i128 %i1 to i64
  call i32 (ptr, ...) @printf(ptr @format, i64 %number0)
  call i32 (ptr, ...) @printf(ptr @format, i64 %number1)
  ret i32 0
}
"#;

/// Computed by hand: the difference of vector and element, then low and high words of each rotated
/// element; at the end the minimum i128 and ten.
const ROTATED: &str = "0\n91a2b3c4d5e6f7\n891a2b3c4d5e6f78\n0\n5ffffffffffffff\nff00000000000000\n0\n0\n8000000000000\n8000000000000000\na\n";

#[test]
fn vectors_of_wide_elements_are_what_their_elements_are() -> Result<(), String> {
    let element = |n: u32| {
        format!(
            "  %a{n} = extractelement <3 x i192> %a, i32 {n}\n  %n{n} = extractelement <3 x i192> %n, i32 {n}\n  \
             %r{n} = extractelement <3 x i192> %r, i32 {n}\n  \
             %e{n} = call i192 @rotate_one(i192 %a{n}, i192 %n{n})\n  \
             call void @show(i192 %r{n}, i192 %e{n})\n"
        )
    };
    let elements: String = (0..3).map(element).collect();
    check_printed(&WIDE_ELEMENTS.replace("ELEMENTS\n", &elements), ROTATED)
}

/// Roundings of bfloats to integers with exception semantics, which `llc` does not compile for
/// riscv64: 1.0546875 and -1.5, as scalars and as a vector.
#[test]
fn bfloats_are_rounded_to_integers_under_constraints() -> Result<(), String> {
    let names = ["floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint"];
    let mut declares = String::new();
    let mut body = String::new();
    for name in names {
        let is_rounding = name.ends_with("int");
        let mode = if is_rounding { ", metadata !\"round.dynamic\"" } else { "" };
        let more = if is_rounding { ", metadata" } else { "" };
        for (ty, suffix) in [("bfloat", "bf16"), ("<2 x bfloat>", "v2bf16")] {
            let callee = format!("@llvm.experimental.constrained.{name}.{suffix}");
            declares += &format!("declare {ty} {callee}({ty}, metadata{more})\n");
            let value = if suffix == "bf16" { "%one" } else { "%two" };
            let result = format!("%{name}.{suffix}");
            body += &format!(
                "  {result} = call {ty} {callee}({ty} {value}{mode}, metadata !\"fpexcept.strict\") strictfp\n"
            );
        }
        body += &format!(
            "  call void @put(bfloat %{name}.bf16) strictfp\n  \
             %{name}.last = extractelement <2 x bfloat> %{name}.v2bf16, i32 1\n  \
             call void @put(bfloat %{name}.last) strictfp\n"
        );
    }
    let ir = format!(
        "@format = private constant [6 x i8] c\"%04x\\0A\\00\"\n\
         @values = global [2 x i16] [i16 16263, i16 -16448]\n{declares}declare i32 @printf(ptr, ...)\n\
         define void @put(bfloat %value) noinline strictfp {{\n  %bits = bitcast bfloat %value to i16\n  \
         %number = zext i16 %bits to i32\n  call i32 (ptr, ...) @printf(ptr @format, i32 %number) strictfp\n  ret void\n}}\n\
         define i32 @main() strictfp {{\n  %one = load bfloat, ptr @values\n  %two = load <2 x bfloat>, ptr @values\n\
         {body}  ret i32 0\n}}\n"
    );
    let expected = "3f80\nc000\n4000\nbf80\n3f80\nbf80\n3f80\nc000\n3f80\nc000\n3f80\nc000\n3f80\nc000\n";
    check_printed(&ir, expected)
}
