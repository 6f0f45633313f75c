//! Frozen values are equal at each use; `cargo xtask fuzz frozen` checks more.

use gisel_tests::build::{self, Compiler};
use gisel_tests::platform::Platform;
use gisel_tests::target::{Mode, Target};
use gisel_tests::{frozen, parallel, process, sources};
use std::fs;

/// Machines, including those with narrow floats in wider registers: Zfh and Zfhmin.
const MACHINES: [&str; 7] = [
    "riscv64",
    "aarch64",
    "rv32imafdc-ilp32d",
    "rv32imac-ilp32",
    "rv32imafc_zfhmin-ilp32f",
    "rv64imafdc_zfh-lp64d",
    "rv64imafdc_zfhmin_zbkb-lp64d",
];

#[test]
fn uses_of_frozen_values_agree() -> Result<(), String> {
    let named = |name| Platform::named(name).ok_or_else(|| format!("no machine is called {name}"));
    let machines: Vec<Platform> = MACHINES.into_iter().map(named).collect::<Result<_, _>>()?;
    let jobs: Vec<(Platform, u64)> =
        machines.into_iter().flat_map(|machine| (1..4).map(move |seed| (machine, seed))).collect();
    parallel::map(&jobs, |&(machine, seed)| frozen::check(machine, seed)).into_iter().collect()
}

/// A poison float, in a register without a valid float: its bits agree with a comparison.
const POISON: &str = r#"
define i32 @main() {
  call void asm sideeffect "FILL", "CLOBBERS"()
  %value = freeze float poison
  %bits = bitcast float %value to i32
  %unordered = fcmp uno float %value, %value
  %magnitude = and i32 %bits, 2147483647
  %nan = icmp ugt i32 %magnitude, 2139095040
  %same = icmp eq i1 %nan, %unordered
  %result = select i1 %same, i32 0, i32 1
  ret i32 %result
}
"#;

#[test]
fn a_poisoned_float_is_boxed() -> Result<(), String> {
    let folder = sources::work_folder("frozen/poison")?;
    let registers = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31];
    let fill: String = registers.iter().map(|n| format!("fmv.d.x f{n}, zero\\0A")).collect();
    let clobbers: Vec<String> = registers.iter().map(|n| format!("~{{f{n}}}")).collect();
    let (input, platform) = (folder.join("poison.ll"), Platform::Linux(Target::Riscv64));
    let text = POISON.replace("FILL", &fill).replace("CLOBBERS", &clobbers.join(","));
    fs::write(&input, text).map_err(|e| e.to_string())?;
    for level in [0, 1, 2] {
        let (object, program) = (folder.join(format!("{level}.o")), folder.join(format!("{level}")));
        process::run(&mut platform.compile(&Compiler::under_test()?, level, Mode::Static, &input, &object))?;
        process::run(&mut platform.link_with_library(Mode::Static, &[object], &program)?)?;
        let ran = process::transcript(&mut platform.qemu(&program), &folder.join("out"), build::TIME_LIMIT)?;
        assert_eq!(ran, "", "-O{level}");
    }
    Ok(())
}
