//! Sets of programs, for both targets, at both levels of IR and of the compiler, static and position independent, against the
//! committed outputs. The compiler's verifier and its check of register allocation are on. Of the larger libraries some combinations are
//! tried here; `cargo xtask fuzz programs` tries them all.

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
tests! { lua }
tests! { zlib }
tests! { ir,
    riscv64_o0 Riscv64 0 0;
    riscv64_o2 Riscv64 0 2;
    aarch64_o0 Aarch64 0 0;
    aarch64_o2 Aarch64 0 2;
}

/// Tests in which each level, target and mode occurs, for programs that take long.
macro_rules! some {
    ($($set:ident)*) => {
        $(mod $set {
            use super::{Combo, Judge, Mode, Target, check_set};

            fn check(target: Target, ir_level: u8, level: u8, mode: Mode) {
                let combo = Combo { target, ir_level, level, mode };
                if let Err(message) = check_set(stringify!($set), Judge::Expected, &[combo]) {
                    panic!("{message}");
                }
            }

            #[test]
            fn riscv64_ir0_o0() {
                check(Target::Riscv64, 0, 0, Mode::Static);
            }

            #[test]
            fn riscv64_ir2_o2() {
                check(Target::Riscv64, 2, 2, Mode::Pie);
            }

            #[test]
            fn aarch64_ir2_o0() {
                check(Target::Aarch64, 2, 0, Mode::Pie);
            }

            #[test]
            fn aarch64_ir2_o2() {
                check(Target::Aarch64, 2, 2, Mode::Static);
            }
        })*
    };
}

some! { bzip2 lz4 quickjs sqlite zstd }
