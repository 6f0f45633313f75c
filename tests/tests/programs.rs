//! Sets of programs, for both targets, at both levels of IR and of the compiler, static and
//! position independent, against the committed outputs. The compiler's verifier and its register
//! allocation checker are on. Of the larger libraries, some combinations are checked here, module
//! by module and as one module; `cargo xtask fuzz programs` checks them all.

use gisel_tests::suite::{Judge, check_set};
use gisel_tests::target::{Combo, Mode, Target};

fn check(set: &str, target: Target, ir_level: u8, level: u8) {
    let combos: Vec<Combo> =
        Combo::all(target).filter(|c| c.ir_level == ir_level && c.level == level).collect();
    if let Err(message) = check_set(set, Judge::Expected, &combos) {
        panic!("{message}");
    }
}

/// A test for each target, level of IR and level of the compiler.
macro_rules! tests {
    ($set:ident, $($name:ident $target:ident $ir:literal $level:literal;)*) => {
        mod $set {
            use super::{Target, check};
            $(#[test]
            fn $name() {
                check(stringify!($set), Target::$target, $ir, $level);
            })*
        }
    };
    ($set:ident) => {
        tests! { $set,
            riscv64_ir0_o0 Riscv64 0 0;
            riscv64_ir0_o2 Riscv64 0 2;
            riscv64_ir2_o0 Riscv64 2 0;
            riscv64_ir2_o2 Riscv64 2 2;
            aarch64_ir0_o0 Aarch64 0 0;
            aarch64_ir0_o2 Aarch64 0 2;
            aarch64_ir2_o0 Aarch64 2 0;
            aarch64_ir2_o2 Aarch64 2 2;
        }
    };
}

tests! { programs }
tests! { cpp }
tests! { workloads,
    riscv64_ir2_o0 Riscv64 2 0;
    riscv64_ir2_o2 Riscv64 2 2;
    aarch64_ir2_o0 Aarch64 2 0;
    aarch64_ir2_o2 Aarch64 2 2;
}
tests! { lua }
tests! { zlib }
tests! { ir,
    riscv64_o0 Riscv64 0 0;
    riscv64_o2 Riscv64 0 2;
    aarch64_o0 Aarch64 0 0;
    aarch64_o2 Aarch64 0 2;
}

/// Checks one combination.
fn check_one(set: &str, target: Target, ir_level: u8, level: u8, mode: Mode) {
    let combo = Combo { target, ir_level, level, mode };
    if let Err(message) = check_set(set, Judge::Expected, &[combo]) {
        panic!("{message}");
    }
}

/// Tests of some combinations, for programs that take long.
macro_rules! some {
    ($combos:tt $($set:ident)*) => {
        $(mod $set {
            use super::{Mode, Target, check_one};
            some! { @tests $set $combos }
        })*
    };
    (@tests $set:ident { $($name:ident $target:ident $ir:literal $level:literal $mode:ident;)* }) => {
        $(#[test]
        fn $name() {
            check_one(stringify!($set), Target::$target, $ir, $level, Mode::$mode);
        })*
    };
}

// Each level, target and mode occurs.
some! {
    {
        riscv64_ir0_o0 Riscv64 0 0 Static;
        riscv64_ir2_o2 Riscv64 2 2 Pie;
        aarch64_ir2_o0 Aarch64 2 0 Pie;
        aarch64_ir2_o2 Aarch64 2 2 Static;
    }
    bzip2 lz4 quickjs sqlite zstd
}

some! {
    {
        riscv64_ir2_o2 Riscv64 2 2 Static;
        aarch64_ir0_o0 Aarch64 0 0 Pie;
    }
    bzip2_linked lua_linked lz4_linked quickjs_linked sqlite_linked zlib_linked zstd_linked
}
