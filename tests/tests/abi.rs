//! Calling conventions: 200 random C signatures per target, each side alternately compiled by the
//! compiler under test, the other by gcc; and some IR signatures, with `llc` on the other side.

use gisel_tests::abi::{Side, check, ir};
use gisel_tests::parallel;
use gisel_tests::picolibc::MACHINES;
use gisel_tests::platform::{NARROWED, Platform};
use gisel_tests::target::Target;

const SEED: u64 = 1;
const FUNCTIONS: usize = 200;

macro_rules! tests {
    ($($name:ident $target:ident $level:literal $side:ident,)*) => {
        $(#[test]
        fn $name() {
            if let Err(message) = check(Platform::Linux(Target::$target), $level, Side::$side, SEED, FUNCTIONS) {
                panic!("{message}");
            }
        })*
    };
}

tests! {
    riscv64_o0_caller Riscv64 0 Caller,
    riscv64_o0_callee Riscv64 0 Callee,
    riscv64_o2_caller Riscv64 2 Caller,
    riscv64_o2_callee Riscv64 2 Callee,
    aarch64_o0_caller Aarch64 0 Caller,
    aarch64_o0_callee Aarch64 0 Callee,
    aarch64_o2_caller Aarch64 2 Caller,
    aarch64_o2_callee Aarch64 2 Callee,
}

/// A few on each machine without a C library for Linux.
#[test]
fn other_machines() {
    let sides = [Side::Caller, Side::Callee];
    let jobs: Vec<_> = MACHINES.into_iter().flat_map(|machine| sides.map(|side| (machine, side))).collect();
    for result in parallel::map(&jobs, |&(machine, side)| check(Platform::Bare(machine), 2, side, SEED, 40)) {
        if let Err(message) = result {
            panic!("{message}");
        }
    }
}

#[test]
fn disputed_types_on_riscv64() {
    if let Err(message) = ir::check_types(Platform::Linux(Target::Riscv64)) {
        panic!("{message}");
    }
}

#[test]
fn disputed_types_on_aarch64() {
    if let Err(message) = ir::check_types(Platform::Linux(Target::Aarch64)) {
        panic!("{message}");
    }
}

/// Module pairs of IR signatures, alternately at two levels.
const PAIRS: u64 = 24;

fn check_ir(platform: Platform, pairs: u64) {
    for result in [ir::check(platform, 1..1 + pairs), ir::check_tails(platform, 1..1 + pairs / 2)] {
        if let Err(message) = result {
            panic!("{message}");
        }
    }
}

#[test]
fn riscv64_ir() {
    check_ir(Platform::Linux(Target::Riscv64), PAIRS);
}

#[test]
fn aarch64_ir() {
    check_ir(Platform::Linux(Target::Aarch64), PAIRS);
}

/// A few without floating-point registers, and without vectors.
#[test]
fn narrowed_aarch64_ir() {
    for platform in NARROWED {
        check_ir(platform, PAIRS / 2);
    }
}

#[test]
fn disputed_types_on_narrowed_aarch64() {
    for platform in NARROWED {
        if let Err(message) = ir::check_types(platform) {
            panic!("{message}");
        }
    }
}

/// A few on each machine without a C library for Linux.
#[test]
fn other_machines_ir() {
    for machine in MACHINES {
        check_ir(Platform::Bare(machine), PAIRS / 4);
    }
}
