//! Compares the instruction table with LLVM's assembler.

use crate::aarch64::mc::instructions::TABLE;
use crate::table::check::Check;

#[test]
fn every_line_is_encoded_as_llvm_does() {
    Check {
        table: &TABLE,
        triple: "aarch64",
        attributes: "+all",
        has: |_| true,
        accepts: |_| true,
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
    use crate::aarch64::mc::instructions::{one_to_one, op};
    use crate::aarch64::registers::banks;
    use gisel_codegen::ir::llt::{Llt, S32, S64};
    use gisel_codegen::ir::opcodes;

    let v8s16 = Llt::vector(8, Llt::scalar(16));
    assert_eq!(one_to_one(opcodes::G_ADD, banks::GPR, S32, S32), Some(op::ADDWrr));
    assert_eq!(one_to_one(opcodes::G_ADD, banks::FPR, S32, S32), None);
    assert_eq!(one_to_one(opcodes::G_ADD, banks::FPR, v8s16, v8s16), Some(op::ADDv8i16));
    assert_eq!(one_to_one(opcodes::G_FADD, banks::FPR, S64, S64), Some(op::FADDDrr));
    assert_eq!(one_to_one(opcodes::G_SITOFP, banks::FPR, S64, S32), Some(op::SCVTFUWDri));
    assert_eq!(one_to_one(op::G_REV32, banks::FPR, v8s16, v8s16), Some(op::REV32v8i16));
}

#[test]
fn broken_text_is_refused() {
    let aliases = [
        "mov x1, #65536",
        "mov sp, x1",
        "lsl x1, x2, #3",
        "lsr w1, w2, #3",
        "asr x1, x2, #3",
        "ror x1, x2, #3",
        "ubfx x1, x2, #3, #4",
        "sbfx w1, w2, #3, #4",
        "bfxil x1, x2, #3, #4",
        "ubfiz x1, x2, #3, #4",
        "sbfiz x1, x2, #3, #4",
        "bfi x1, x2, #3, #4",
        "sxtb x1, w2",
        "uxth w1, w2",
        "sxtw x1, w2",
        "tbz x1, #3, label",
        "cset x1, eq",
        "csetm x1, ne",
        "cinc x1, x2, lo",
        "cinv x1, x2, hs",
        "cneg x1, x2, cc",
        "negs x1, x2",
        "ngc x1, x2",
        "ldr x1, [x2]",
        "mov v0.16b, v1.16b",
    ];
    let set = crate::features::FeatureSet([u64::MAX; 6]);
    let mc = crate::aarch64::mc::AArch64Mc { features: crate::aarch64::features::Features::empty(), set };
    crate::table::broken_text::assemble_variants(&TABLE, &mc, &aliases);
}
