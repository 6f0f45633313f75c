//! The instruction table against LLVM's assembler.

use super::instructions::TABLE;
use crate::table::check::Check;

#[test]
fn every_line_is_encoded_as_llvm_does() {
    Check {
        table: &TABLE,
        triple: "aarch64",
        attributes: "+all",
        mode: |_| "",
        distinct_registers: true,
        compressed: false,
        prints_otherwise: &[(
            "",
            "LLVM prefers aliases (mov, lsl, ubfx) that read back as the same instruction",
        )],
    }
    .run();
}

#[test]
fn generic_opcodes_find_the_line_that_does_just_that() {
    use super::instructions::{one_to_one, op};
    use super::registers::banks;
    use gisel_codegen::llt::{Llt, S32, S64};
    use gisel_codegen::opcodes;

    let v8s16 = Llt::vector(8, Llt::scalar(16));
    assert_eq!(one_to_one(opcodes::G_ADD, banks::GPR, S32, S32), Some(op::ADDWrr));
    assert_eq!(one_to_one(opcodes::G_ADD, banks::FPR, S32, S32), None);
    assert_eq!(one_to_one(opcodes::G_ADD, banks::FPR, v8s16, v8s16), Some(op::ADDv8i16));
    assert_eq!(one_to_one(opcodes::G_FADD, banks::FPR, S64, S64), Some(op::FADDDrr));
    assert_eq!(one_to_one(opcodes::G_SITOFP, banks::FPR, S64, S32), Some(op::SCVTFUWDri));
    assert_eq!(one_to_one(op::G_REV32, banks::FPR, v8s16, v8s16), Some(op::REV32v8i16));
}
